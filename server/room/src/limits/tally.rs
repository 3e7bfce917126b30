//! Counts of what happened, such as wrong guesses, by who did it. What did not happen costs nothing:
//! a right guess, or an account that was not opened. governor does not fit, because it counts
//! everything that it lets pass.

use cardroom_rules::Millis;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;

/// A count of the events within a period, for each key.
#[derive(Debug)]
pub(super) struct Tally<K> {
    most: u32,
    period: Millis,
    /// The time of the first in this period, and the number since.
    counts: Mutex<HashMap<K, (Millis, u32)>>,
}

impl<K: Eq + Hash> Tally<K> {
    /// Allows this many in a minute.
    pub(super) fn a_minute(most: u32) -> Self {
        Self { most, period: Millis::seconds(60), counts: Mutex::default() }
    }

    /// Allows this many in a day.
    pub(super) fn a_day(most: u32) -> Self {
        Self { most, period: Millis::seconds(24 * 60 * 60), counts: Mutex::default() }
    }

    /// Checks that there may be one more.
    ///
    /// # Errors
    /// There were too many; returns how long to wait.
    pub(super) fn allow(&self, who: &K, now: Millis) -> Result<(), Millis> {
        let counts = self.counts.lock();
        let Some((since, count)) = counts.get(who) else { return Ok(()) };
        let gone = now.since(*since);
        if gone >= self.period || *count < self.most {
            Ok(())
        } else {
            Err(Millis(self.period.0 - gone.0))
        }
    }

    /// Counts one more of this key.
    pub(super) fn note(&self, who: K, now: Millis) {
        let mut counts = self.counts.lock();
        let (since, count) = counts.entry(who).or_insert((now, 0));
        if now.since(*since) >= self.period {
            (*since, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
    }

    /// Drops those whose period is over.
    pub(super) fn tidy(&self, now: Millis) {
        self.counts.lock().retain(|_, (since, _)| now.since(*since) < self.period);
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.counts.lock().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_most_one_waits_for_the_end_of_the_period() {
        let tally = Tally::a_minute(2);
        let at = Millis::seconds;
        tally.note("ann", at(10));
        assert_eq!(tally.allow(&"ann", at(11)), Ok(()));
        tally.note("ann", at(12));
        assert_eq!(tally.allow(&"ann", at(15)), Err(at(55)), "since the first miss");
        assert_eq!(tally.allow(&"bob", at(15)), Ok(()));
        assert_eq!(tally.allow(&"ann", at(70)), Ok(()));
        tally.note("ann", at(70));
        assert_eq!(tally.allow(&"ann", at(71)), Ok(()), "the count began anew");
        tally.tidy(at(130));
        assert_eq!(tally.len(), 0, "who is quiet takes no memory");
    }
}
