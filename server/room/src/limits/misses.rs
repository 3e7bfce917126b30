//! Wrong guesses, counted by guesser. Right ones cost nothing. governor does not fit, because it
//! counts everything that it lets pass.

use cardroom_rules::Millis;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;

/// The period over which misses are counted.
const COUNT_FOR: Millis = Millis::seconds(60);

/// The misses of a minute, for each guesser.
#[derive(Debug)]
pub(super) struct Misses<K> {
    most: u32,
    /// The time of a guesser's first miss in this minute, and the number of misses since.
    counts: Mutex<HashMap<K, (Millis, u32)>>,
}

impl<K: Eq + Hash> Misses<K> {
    pub(super) fn new(most: u32) -> Self {
        Self { most, counts: Mutex::default() }
    }

    /// Checks that a guesser may guess once more.
    ///
    /// # Errors
    /// Too many guesses were wrong; returns how long to wait.
    pub(super) fn allow(&self, guesser: &K, now: Millis) -> Result<(), Millis> {
        let counts = self.counts.lock();
        let Some((since, count)) = counts.get(guesser) else { return Ok(()) };
        let gone = now.since(*since);
        if gone >= COUNT_FOR || *count < self.most {
            Ok(())
        } else {
            Err(Millis(COUNT_FOR.0 - gone.0))
        }
    }

    pub(super) fn missed(&self, guesser: K, now: Millis) {
        let mut counts = self.counts.lock();
        let (since, count) = counts.entry(guesser).or_insert((now, 0));
        if now.since(*since) >= COUNT_FOR {
            (*since, *count) = (now, 0);
        }
        *count = count.saturating_add(1);
    }

    /// Drops guessers whose minute is over.
    pub(super) fn tidy(&self, now: Millis) {
        self.counts.lock().retain(|_, (since, _)| now.since(*since) < COUNT_FOR);
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
    fn after_the_most_misses_a_guesser_waits_for_the_end_of_the_minute() {
        let misses = Misses::new(2);
        let at = Millis::seconds;
        misses.missed("ann", at(10));
        assert_eq!(misses.allow(&"ann", at(11)), Ok(()));
        misses.missed("ann", at(12));
        assert_eq!(misses.allow(&"ann", at(15)), Err(at(55)), "since the first miss");
        assert_eq!(misses.allow(&"bob", at(15)), Ok(()));
        assert_eq!(misses.allow(&"ann", at(70)), Ok(()));
        misses.missed("ann", at(70));
        assert_eq!(misses.allow(&"ann", at(71)), Ok(()), "the count began anew");
        misses.tidy(at(130));
        assert_eq!(misses.len(), 0, "quiet guessers take no memory");
    }
}
