//! When the operator's files are read again: once they have changed, and have stayed as they are
//! for a moment, because a program that renews them writes one after the other.

use crate::chain::Validity;
use crate::notices::Clocked;

/// How often the room looks at the files, in seconds.
pub const LOOK_SECONDS: u64 = 1;

/// Follows two files by stamps, which are different for a file that has changed.
#[derive(Debug)]
pub struct Watch<S> {
    read: S,
    changed: Option<S>,
}

impl<S: PartialEq> Watch<S> {
    /// Begins with the files as they were read.
    #[must_use]
    pub fn new(read: S) -> Self {
        Self { read, changed: None }
    }

    /// Takes the stamps of now. Returns `true` if the files should be read again.
    pub fn on(&mut self, now: S) -> bool {
        if now == self.read {
            self.changed = None;
            return false;
        }
        let is_settled = self.changed.as_ref() == Some(&now);
        if is_settled {
            self.read = now;
            self.changed = None;
        } else {
            self.changed = Some(now);
        }
        is_settled
    }
}

/// Judges a certificate by the clock. The operator reads each judgment once.
#[derive(Default, Debug)]
pub struct Judge {
    last: Option<Clocked>,
}

impl Judge {
    /// Returns the judgment of now, if it is a new one that the operator must read.
    pub fn on(&mut self, validity: Validity, now: i64) -> Option<Clocked> {
        let judged = Clocked::of(validity, now);
        let is_new = judged != self.last;
        self.last = judged;
        judged.filter(|_| is_new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_again_when_they_have_changed_and_rest() {
        let mut watch = Watch::new((1, 1));
        assert!(!watch.on((1, 1)));
        assert!(!watch.on((2, 1)), "the key may follow");
        assert!(!watch.on((2, 2)));
        assert!(watch.on((2, 2)));
        assert!(!watch.on((2, 2)), "once");
        assert!(!watch.on((3, 2)));
        assert!(!watch.on((2, 2)), "back to what was read");
        assert!(!watch.on((3, 2)));
        assert!(watch.on((3, 2)));
    }

    #[test]
    fn a_judgment_is_said_once_and_again_when_it_changes() {
        let day = 86_400;
        let validity = Validity { from: 100 * day, until: 190 * day };
        let mut judge = Judge::default();
        assert_eq!(judge.on(validity, 99 * day), Some(Clocked::TooEarly));
        assert_eq!(judge.on(validity, 99 * day + 1), None);
        assert_eq!(judge.on(validity, 101 * day), None);
        assert_eq!(judge.on(validity, 188 * day), Some(Clocked::EndsSoon { days: 2 }));
        assert_eq!(judge.on(validity, 188 * day + 5), None);
        assert_eq!(judge.on(validity, 191 * day), Some(Clocked::TooLate));
        assert_eq!(judge.on(Validity { until: 300 * day, ..validity }, 191 * day), None);
    }
}
