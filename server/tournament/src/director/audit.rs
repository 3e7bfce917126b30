//! Invariants of a tournament: a cheap check after every step, and a full recount for tests.

use super::{Director, Phase};
use crate::entry::Whereabouts;
use cardroom_rules::Chips;

impl Director {
    /// Checks all invariants by a full recount of entries and tables, for tests and simulations.
    ///
    /// # Panics
    /// If an invariant does not hold.
    pub fn audit(&self) {
        self.state.seating.floor().audit();
        if self.state.course.phase() == Phase::Cancelled {
            // A canceled tournament has no seated players.
            return;
        }
        let mut sum = Chips::ZERO;
        let mut left = 0;
        for (number, entry) in self.entries() {
            if !entry.whereabouts.is_in() {
                assert!(self.state.course.phase() == Phase::Over || entry.stack.is_zero());
                continue;
            }
            left += 1;
            sum += entry.stack;
            match entry.whereabouts {
                Whereabouts::Seated { table, seat } => {
                    let table = self.table(table).expect("it is open");
                    assert_eq!(table.players[seat.index()], Some(number));
                }
                Whereabouts::Moving { to } => {
                    let arriving = &self.table(to).expect("it is open").arriving;
                    assert!(arriving.iter().any(|arrival| arrival.entry == number));
                }
                Whereabouts::Waiting => {
                    let waits = self.state.entries.waiting().contains(&number);
                    assert!(
                        waits != self.state.escrow.is_suspended(number),
                        "for a seat, or for a decision"
                    );
                }
                Whereabouts::Registered => assert!(self.state.course.is_registering()),
                Whereabouts::Through | Whereabouts::Finished { .. } | Whereabouts::Withdrawn => {}
            }
        }
        if self.state.course.phase() != Phase::Over {
            sum += self.state.escrow.total();
            assert_eq!(left, self.state.entries.left());
            // With real cards a stack is what the floor has last heard of it.
            if !self.structure().has_real_cards() {
                assert_eq!(sum, self.state.entries.chips());
            }
        }
        let seated: usize = self.tables().map(|(_, table)| table.size()).sum();
        let at_tables = self.entries().filter(|(_, entry)| {
            matches!(entry.whereabouts, Whereabouts::Seated { .. } | Whereabouts::Moving { .. })
        });
        assert_eq!(seated, at_tables.count(), "everybody has one place");
        let held: usize = self.tables().map(|(_, table)| usize::from(table.held)).sum();
        assert_eq!(held, self.state.held.count(), "nobody without chips is forgotten");
    }
}

/// Checks the invariants that are cheap enough for every step.
pub(super) fn assert_sound(director: &Director) {
    if director.state.course.phase() == Phase::Over && !director.setup.is_first_day() {
        assert_eq!(director.state.entries.left(), 1, "a tournament ends with one player");
    }
    if director.state.course.phase() == Phase::Over {
        assert!(director.state.escrow.is_empty(), "a tournament ends with all pots decided");
    }
}
