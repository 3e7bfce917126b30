//! Rates of requests: a number a second over time, and a number at once.

use std::collections::BTreeMap;

/// The most senders that are remembered at a time. A sender that has waited is forgotten.
const MOST_SENDERS: usize = 20_000;

/// A rate, and how much of it may come at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    pub per_second: u32,
    pub burst: u32,
}

/// The senders of one kind, and when each of them will have its whole burst again.
#[derive(Debug)]
pub struct Rates {
    rate: Rate,
    /// In milliseconds, by sender.
    whole_again: BTreeMap<u64, u64>,
}

impl Rates {
    /// Creates an unused limit. It takes no memory before the first request.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        Self { rate, whole_again: BTreeMap::new() }
    }

    /// Counts a request of a sender.
    ///
    /// # Errors
    /// The milliseconds to wait, if the sender has made too many.
    pub fn take(&mut self, sender: u64, now_ms: u64) -> Result<(), u64> {
        if self.whole_again.len() >= MOST_SENDERS {
            self.whole_again.retain(|_, whole| *whole > now_ms);
            if self.whole_again.len() >= MOST_SENDERS && !self.whole_again.contains_key(&sender) {
                return Err(1_000);
            }
        }
        let each = 1_000 / u64::from(self.rate.per_second.max(1));
        let longest = each * u64::from(self.rate.burst.max(1));
        let whole = self.whole_again.get(&sender).copied().unwrap_or(0).max(now_ms) + each;
        let ahead = whole - now_ms;
        if ahead > longest {
            return Err(ahead - longest);
        }
        self.whole_again.insert(sender, whole);
        Ok(())
    }

    /// Returns the number of senders that are remembered.
    #[must_use]
    pub fn senders(&self) -> usize {
        self.whole_again.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { per_second: 20, burst: 60 };

    #[test]
    fn a_burst_passes_and_then_as_many_as_the_rate() {
        let mut rates = Rates::new(RATE);
        let burst = (0..100).take_while(|_| rates.take(1, 5_000).is_ok()).count();
        assert_eq!(burst, 60);
        assert_eq!(rates.take(1, 5_000), Err(50));
        let second = (0..1_000).filter(|ms| rates.take(1, 5_001 + ms).is_ok()).count();
        assert_eq!(second, 20);
    }

    #[test]
    fn each_sender_has_a_rate_of_its_own() {
        let mut rates = Rates::new(Rate { per_second: 1, burst: 1 });
        assert_eq!(rates.take(1, 0), Ok(()));
        assert_eq!(rates.take(1, 0), Err(1_000));
        assert_eq!(rates.take(2, 0), Ok(()));
    }

    #[test]
    fn senders_that_have_waited_are_forgotten() {
        let mut rates = Rates::new(RATE);
        for sender in 0..MOST_SENDERS as u64 {
            assert_eq!(rates.take(sender, 1_000), Ok(()));
        }
        assert!(rates.take(u64::MAX, 1_000).is_err());
        assert_eq!(rates.take(u64::MAX, 2_000), Ok(()));
        assert_eq!(rates.senders(), 1);
    }
}
