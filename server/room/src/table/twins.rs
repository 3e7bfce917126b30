//! Copies of a table, which count as one game: chips that a player takes from one of them must come
//! back at any of them. This state is only in memory. Each table stores the chips taken from it,
//! and contributes them when the room opens.

use super::projections::{Ratholes, note_rathole};
use crate::ids::AccountId;
use cardroom_engine::Event;
use cardroom_rules::{Chips, Millis, RingTerms};
use parking_lot::Mutex;
use std::sync::Arc;

/// The chips that players have recently taken from a table or its twins. Clones share it.
#[derive(Clone, Default, Debug)]
pub struct Twins(Arc<Mutex<Ratholes>>);

impl Twins {
    /// Adds the chips taken from a table. If a player took chips from two tables,
    /// the later time counts.
    pub(super) fn join(&self, taken: &Ratholes) {
        let mut shared = self.0.lock();
        for (account, (owed, until)) in taken {
            let known = shared.get(account).map_or(Millis(0), |(_, until)| *until);
            if *until > known {
                shared.insert(*account, (*owed, *until));
            }
        }
    }

    /// Follows an event of one of the tables.
    pub(super) fn note(&self, event: &Event, at: Millis, ring: &RingTerms) {
        note_rathole(&mut self.0.lock(), event, at, ring);
    }

    /// Returns the least that an account must bring to any of the tables.
    pub(super) fn owed(&self, now: Millis, account: AccountId) -> Chips {
        let shared = self.0.lock();
        let taken = shared.get(&account).filter(|(_, until)| *until > now);
        taken.map_or(Chips::ZERO, |(owed, _)| *owed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: AccountId = AccountId(1);

    #[test]
    fn of_what_several_tables_remember_the_latest_counts() {
        let twins = Twins::default();
        let taken = |owed, until| Ratholes::from([(ANN, (Chips(owed), Millis(until)))]);
        twins.join(&taken(300, 20));
        twins.join(&taken(900, 10));
        assert_eq!(twins.owed(Millis(5), ANN), Chips(300));
        twins.join(&taken(500, 30));
        assert_eq!(twins.owed(Millis(29), ANN), Chips(500));
        assert_eq!(twins.owed(Millis(30), ANN), Chips::ZERO, "its time is over");
        assert_eq!(twins.owed(Millis(5), AccountId(2)), Chips::ZERO);
    }
}
