//! The notices that wait: for their first try, or for another one after the push service was busy.
//! The queue is bounded, and forgets what is too old.

use crate::plan::Delivery;
use crate::request::Outcome;

/// How many notices may wait. The one with the least time left makes room for a new one.
pub const MAX_WAITING: usize = 1_024;
/// How often a notice is tried.
const MAX_ATTEMPTS: u32 = 4;
/// The delay after the first failure. It doubles with each.
const FIRST_DELAY_MS: u64 = 2_000;

#[derive(Debug, Default)]
pub struct Queue {
    /// Each with the time of its next try.
    waiting: Vec<(u64, Delivery)>,
}

/// The end of one try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settled {
    /// The push service has it.
    Sent,
    /// It is tried again later.
    Waits,
    /// The browser gave up the subscription of this account with this endpoint.
    Gone { account: u64, endpoint: String },
    /// It is given up.
    Dropped,
}

impl Queue {
    /// Adds a notice that may be sent at once. Returns `false` if another one was dropped for it.
    pub fn add(&mut self, now_ms: u64, delivery: Delivery) -> bool {
        self.wait(now_ms, delivery)
    }

    fn wait(&mut self, at_ms: u64, delivery: Delivery) -> bool {
        self.waiting.push((at_ms, delivery));
        if self.waiting.len() <= MAX_WAITING {
            return true;
        }
        let soonest = (0..self.waiting.len()).min_by_key(|at| self.waiting[*at].1.until_ms);
        soonest.map(|at| self.waiting.swap_remove(at));
        false
    }

    /// Returns the next notice that is due, and counts its try. Drops those that are too old, and
    /// adds how many to `dropped`.
    pub fn next(&mut self, now_ms: u64, dropped: &mut u64) -> Option<Delivery> {
        let before = self.waiting.len();
        self.waiting.retain(|(_, delivery)| delivery.until_ms > now_ms);
        *dropped += (before - self.waiting.len()) as u64;
        let due = (0..self.waiting.len()).filter(|at| self.waiting[*at].0 <= now_ms);
        // The notice that ends first goes first.
        let first = due.min_by_key(|at| self.waiting[*at].1.until_ms)?;
        let (_, mut delivery) = self.waiting.swap_remove(first);
        delivery.attempts += 1;
        Some(delivery)
    }

    /// Returns when the next notice is due.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        self.waiting.iter().map(|(at, _)| *at).min()
    }

    /// Handles the outcome of a try.
    pub fn settle(&mut self, now_ms: u64, delivery: Delivery, outcome: Outcome) -> Settled {
        let after_ms = match outcome {
            Outcome::Sent => return Settled::Sent,
            Outcome::Gone => {
                let endpoint = delivery.subscription.endpoint;
                return Settled::Gone { account: delivery.account, endpoint };
            }
            Outcome::Refused => return Settled::Dropped,
            Outcome::Busy { after_ms } => after_ms.unwrap_or(0),
        };
        let doubled = FIRST_DELAY_MS << delivery.attempts.saturating_sub(1).min(16);
        let at_ms = now_ms.saturating_add(after_ms.max(doubled));
        if delivery.attempts >= MAX_ATTEMPTS || at_ms >= delivery.until_ms {
            return Settled::Dropped;
        }
        self.wait(at_ms, delivery);
        Settled::Waits
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::subscription;

    fn delivery(until_ms: u64) -> Delivery {
        Delivery {
            account: 5,
            subscription: subscription("https://a.example/1"),
            payload: String::new(),
            until_ms,
            attempts: 0,
        }
    }

    #[test]
    fn a_busy_service_is_asked_again_when_it_says_so_and_never_after_the_turn() {
        let (mut queue, mut dropped) = (Queue::default(), 0);
        assert!(queue.add(0, delivery(60_000)));
        let first = queue.next(0, &mut dropped).unwrap();
        let busy = Outcome::Busy { after_ms: Some(10_000) };
        assert_eq!(queue.settle(100, first, busy), Settled::Waits);
        assert_eq!(queue.deadline(), Some(10_100));
        assert!(queue.next(10_099, &mut dropped).is_none());
        let second = queue.next(10_100, &mut dropped).unwrap();
        let later = Outcome::Busy { after_ms: Some(50_000) };
        assert_eq!(queue.settle(10_200, second, later), Settled::Dropped);
        assert!(queue.is_empty());
        assert_eq!(dropped, 0);
    }

    #[test]
    fn without_a_word_from_the_service_each_delay_is_twice_the_last_and_the_fourth_try_is_the_last()
    {
        let (mut queue, mut dropped) = (Queue::default(), 0);
        queue.add(0, delivery(1_000_000));
        let mut now = 0;
        for delay in [2_000, 4_000, 8_000] {
            let tried = queue.next(now, &mut dropped).unwrap();
            assert_eq!(queue.settle(now, tried, Outcome::Busy { after_ms: None }), Settled::Waits);
            now += delay;
            assert_eq!(queue.deadline(), Some(now));
        }
        let last = queue.next(now, &mut dropped).unwrap();
        assert_eq!(queue.settle(now, last, Outcome::Busy { after_ms: None }), Settled::Dropped);
    }

    #[test]
    fn a_subscription_that_is_gone_is_named() {
        let mut queue = Queue::default();
        let gone = queue.settle(0, delivery(9_000), Outcome::Gone);
        let endpoint = "https://a.example/1".to_owned();
        assert_eq!(gone, Settled::Gone { account: 5, endpoint });
        assert_eq!(queue.settle(0, delivery(9_000), Outcome::Sent), Settled::Sent);
        assert_eq!(queue.settle(0, delivery(9_000), Outcome::Refused), Settled::Dropped);
        assert!(queue.is_empty());
    }

    #[test]
    fn the_queue_is_bounded_and_forgets_what_is_too_old() {
        let (mut queue, mut dropped) = (Queue::default(), 0);
        for until in 0..MAX_WAITING as u64 {
            assert!(queue.add(0, delivery(10_000 + until)));
        }
        assert!(!queue.add(0, delivery(90_000)), "the one that ends first made room");
        assert_eq!(queue.len(), MAX_WAITING);
        assert_eq!(queue.next(0, &mut dropped).unwrap().until_ms, 10_001);
        assert_eq!(queue.next(80_000, &mut dropped).unwrap().until_ms, 90_000);
        assert_eq!(dropped, MAX_WAITING as u64 - 2);
        assert!(queue.is_empty());
    }
}
