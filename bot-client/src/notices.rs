//! Messages that a swarm logs once for all its bots, and the reasons for which
//! the server refused them.
//!
//! This module only counts and logs. `player` and `drive` react to refusals.

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
    refusals: Mutex<BTreeMap<String, u64>>,
}

impl Default for Notices {
    fn default() -> Self {
        Self {
            no_table: Once::new(),
            buy_in: Once::new(),
            no_funds: Once::new(),
            refusals: Mutex::default(),
        }
    }
}

impl Notices {
    /// Counts a connection or a login that the server refused.
    pub(crate) fn count_refusal(&self, reason: String) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        *refusals.entry(reason).or_default() += 1;
    }

    /// Returns the number of refused connections and logins by reason, such as `HTTP 429 Too Many
    /// Requests`. Each attempt counts.
    #[must_use]
    pub fn refusals(&self) -> BTreeMap<String, u64> {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
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
}
