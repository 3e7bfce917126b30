//! A player's chips away from the tables.

use super::outbox::{Outbox, Request};
use cardroom_protocol::Chips;
use cardroom_protocol::client::Refill;
use std::time::Duration;

/// How long to wait before requesting chips again.
pub(super) const NO_FUNDS_PAUSE: Duration = Duration::from_secs(30);

/// A player's chips away from the tables.
#[derive(Debug, Default)]
pub(super) struct Wallet {
    chips: Chips,
    /// When to look for chips again after a refused refill.
    retry_at: Option<Duration>,
}

impl Wallet {
    pub(super) fn chips(&self) -> Chips {
        self.chips
    }

    pub(super) fn set(&mut self, chips: Chips) {
        self.chips = chips;
    }

    /// Requests free chips, unless a request is open or was refused a short while ago.
    pub(super) fn refill(&self, now: Duration, outbox: &mut Outbox) {
        if self.retry_at.is_none_or(|at| now >= at) && !outbox.is_open(Request::Refill) {
            outbox.ask(Request::Refill, |request| Refill { request });
        }
    }

    pub(super) fn refill_refused(&mut self, now: Duration) {
        self.retry_at = Some(now + NO_FUNDS_PAUSE);
    }

    /// Returns when to look for chips again after a refused refill.
    pub(super) fn retry_at(&self) -> Option<Duration> {
        self.retry_at
    }

    /// Returns `true` once when the pause after a refused refill is over.
    pub(super) fn take_retry(&mut self, now: Duration) -> bool {
        self.retry_at.take_if(|at| now >= *at).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_refill_is_requested_again_after_a_pause() {
        let (mut wallet, mut outbox) = (Wallet::default(), Outbox::default());
        wallet.refill(Duration::ZERO, &mut outbox);
        wallet.refill(Duration::ZERO, &mut outbox);
        assert_eq!(outbox.take(Duration::ZERO).len(), 1);
        outbox.settle(|request| request == Request::Refill);
        wallet.refill_refused(Duration::ZERO);
        wallet.refill(NO_FUNDS_PAUSE / 2, &mut outbox);
        assert_eq!(outbox.take(Duration::ZERO).len(), 0);
        assert!(!wallet.take_retry(NO_FUNDS_PAUSE / 2) && wallet.take_retry(NO_FUNDS_PAUSE));
        wallet.refill(NO_FUNDS_PAUSE, &mut outbox);
        assert_eq!(outbox.take(Duration::ZERO).len(), 1);
    }
}
