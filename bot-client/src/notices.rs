//! What a swarm says once however many bots it concerns, and why the server turned bots away.
//!
//! It only keeps count and writes to the log; what follows from a refusal is for `player` and
//! `drive`.

use std::collections::BTreeMap;
use std::sync::{Mutex, Once, PoisonError};

/// Remarks that one bot makes for all.
#[derive(Debug)]
pub struct Notices {
    /// No table of the list could be taken.
    pub(crate) no_table: Once,
    /// The buy-in asked for is outside of a table's limits.
    pub(crate) buy_in: Once,
    /// The room grants no more chips for now.
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

    /// Refused connections and logins by reason, such as `HTTP 429 Too Many Requests`. One bot that
    /// tries again counts again.
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
