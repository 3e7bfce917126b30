//! Messages that a swarm logs once for all its bots, the reasons for which the server refused
//! them, and how often one of its limits was the reason.
//!
//! This module only counts and logs. `player` and `drive` react to refusals.

use cardroom_protocol::ErrorCode;
use std::collections::BTreeMap;
use std::sync::{Mutex, Once, PoisonError};

/// Messages that one bot logs for the whole swarm.
#[derive(Debug)]
pub struct Notices {
    /// No listed table has a free seat.
    pub(crate) no_table: Once,
    /// The configured buy-in is outside a table's limits.
    pub(crate) buy_in: Once,
    /// The room currently grants no more chips.
    pub(crate) no_funds: Once,
    /// Why the room refused chips last, until it grants some.
    out_of_chips: Mutex<Option<String>>,
    refusals: Mutex<BTreeMap<String, u64>>,
    limits: Mutex<BTreeMap<String, u64>>,
}

/// Returns `true` if the server gives this code because one of its configured limits binds, such as
/// its rate of messages, the size of a queue, or a number of tables. A load test that meets one
/// measures the limit.
#[must_use]
pub fn is_limit(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::RateLimited
            | ErrorCode::Busy
            | ErrorCode::SlowClient
            | ErrorCode::IdleTimeout
            | ErrorCode::LoginTimeout
            | ErrorCode::TooLarge
            | ErrorCode::TooManyTables
            | ErrorCode::TooManyHosted
    )
}

impl Default for Notices {
    fn default() -> Self {
        Self {
            no_table: Once::new(),
            buy_in: Once::new(),
            no_funds: Once::new(),
            out_of_chips: Mutex::default(),
            refusals: Mutex::default(),
            limits: Mutex::default(),
        }
    }
}

impl Notices {
    /// Notes that the room refused a bot chips for a reason, or granted some.
    pub(crate) fn chips_refused(&self, why: Option<String>) {
        *self.out_of_chips.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    /// Returns why bots have no chips, if the room refused some last.
    pub(crate) fn out_of_chips(&self) -> Option<String> {
        self.out_of_chips.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Counts a connection or a login that the server refused.
    pub(crate) fn count_refusal(&self, reason: String) {
        count(&self.refusals, reason);
    }

    /// Counts the refusal of a message if its code is that of a limit.
    pub(crate) fn count_if_limit(&self, what: &str, code: ErrorCode) {
        if is_limit(code) {
            self.count_limit(format!("{what} {code}"));
        }
    }

    /// Counts a refusal by a limit of the server.
    pub(crate) fn count_limit(&self, reason: String) {
        count(&self.limits, reason);
    }

    /// Returns the number of refused connections and logins by reason, such as `HTTP 429 Too Many
    /// Requests`. Each attempt counts.
    #[must_use]
    pub fn refusals(&self) -> BTreeMap<String, u64> {
        read(&self.refusals)
    }

    /// Returns how often a limit of the server refused a connection or a message, by what was
    /// refused and the code, such as `action rate_limited`. Each attempt counts.
    #[must_use]
    pub fn limits(&self) -> BTreeMap<String, u64> {
        read(&self.limits)
    }
}

fn count(counts: &Mutex<BTreeMap<String, u64>>, reason: String) {
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    *counts.entry(reason).or_default() += 1;
}

fn read(counts: &Mutex<BTreeMap<String, u64>>) -> BTreeMap<String, u64> {
    counts.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_counted_by_reason() {
        let notices = Notices::default();
        for reason in ["HTTP 429", "login rate_limited", "HTTP 429"] {
            notices.count_refusal(reason.to_owned());
        }
        let expected = [("HTTP 429".to_owned(), 2), ("login rate_limited".to_owned(), 1)];
        assert_eq!(notices.refusals(), BTreeMap::from(expected));
    }

    #[test]
    fn only_refusals_by_a_limit_count_as_such() {
        let notices = Notices::default();
        for code in [ErrorCode::RateLimited, ErrorCode::StaleTurn, ErrorCode::RateLimited] {
            notices.count_if_limit("action", code);
        }
        let expected = [("action rate_limited".to_owned(), 2)];
        assert_eq!(notices.limits(), BTreeMap::from(expected));
    }
}
