//! Log lines that would repeat many times a second. One is written in a while, with the number of
//! those that were not.

use std::time::{Duration, Instant};

/// The time from one line to the next.
const PAUSE: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(super) struct Seldom {
    last: Option<Instant>,
    unsaid: u64,
}

impl Seldom {
    pub(super) const fn new() -> Self {
        Self { last: None, unsaid: 0 }
    }

    /// Notes an event. Returns how many were not written since the last line, if it is time for
    /// another one.
    pub(super) fn may_say(&mut self, now: Instant) -> Option<u64> {
        if self.last.is_some_and(|last| now.duration_since(last) < PAUSE) {
            self.unsaid += 1;
            return None;
        }
        self.last = Some(now);
        Some(std::mem::take(&mut self.unsaid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_in_half_a_minute_says_how_many_there_were() {
        let (mut seldom, start) = (Seldom::new(), Instant::now());
        let at = |tenths: u64| start + Duration::from_millis(100 * tenths);
        let said: Vec<_> = (0..700).filter_map(|tenths| seldom.may_say(at(tenths))).collect();
        assert_eq!(said, [0, 299, 299]);
    }
}
