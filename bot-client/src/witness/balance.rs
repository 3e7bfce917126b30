//! Checks that tables stay in balance, from repeated views of all tables.
//!
//! The fullest table gives up a player after its hand if it has too many more than the shortest
//! (TDA 11-A, 11-D). Players who are moving count at their destination, so an excess lasts no
//! longer than the hand of the fullest table.
//!
//! Periodic views can miss a moment in which two tables were in balance. An excess therefore counts
//! only if it is seen repeatedly, with the same two tables and the same numbers of players, over
//! more than one whole hand.

use crate::terms::Balance;
use cardroom_protocol::TableId;
use cardroom_protocol::tournament::{TableRow, TableState};
use std::collections::BTreeMap;

/// How many hands the larger table may have begun since the excess was first seen. The hand in
/// progress is allowed, and at the beginning of the next one the tables may have been in balance.
const HANDS_OF_EXCESS: u64 = 1;
/// How often an excess must be seen. Fast tables can be in balance and out of it
/// again between two views.
const LOOKS: u32 = 4;

/// Compares the sizes of tables.
#[derive(Debug)]
pub(super) struct Scales {
    balance: Balance,
    excesses: u64,
    /// The fullest and the shortest table, as they were when the excess was first seen.
    apart: BTreeMap<(TableId, TableId), Apart>,
}

/// Two tables whose sizes differ too much.
#[derive(Clone, Debug)]
struct Apart {
    large: TableRow,
    small: TableRow,
    /// How often they were seen like this.
    looks: u32,
}

impl Apart {
    /// Returns `true` if the numbers of players are unchanged, so that no player has come or gone.
    fn is_still(&self, large: &TableRow, small: &TableRow) -> bool {
        (self.large.players, self.small.players) == (large.players, small.players)
    }

    /// Returns `true` if the excess has lasted too long. A table that breaks begins no further hand
    /// and does not count.
    fn is_too_long(&self, large: &TableRow, small: &TableRow) -> bool {
        let small_stays = small.hand > self.small.hand || small.state == TableState::Halted;
        self.looks >= LOOKS && large.hand.0 > self.large.hand.0 + HANDS_OF_EXCESS && small_stays
    }
}

impl Scales {
    pub(super) fn new(balance: Balance) -> Self {
        Self { balance, excesses: 0, apart: BTreeMap::new() }
    }

    /// Returns how often two tables differed too much.
    pub(super) fn excesses(&self) -> u64 {
        self.excesses
    }

    /// Forgets what was seen, because play is interrupted.
    pub(super) fn clear(&mut self) {
        self.apart.clear();
    }

    /// Compares all tables and returns the problems.
    pub(super) fn weigh(&mut self, tables: &[TableRow]) -> Vec<String> {
        let before = std::mem::take(&mut self.apart);
        let allowed =
            if tables.len() < 4 { self.balance.few_tables } else { self.balance.many_tables };
        let most = tables.iter().map(|row| row.players).max().unwrap_or(0);
        let far = |row: &&TableRow| most.saturating_sub(row.players) > allowed;
        let mut problems = Vec::new();
        for small in tables.iter().filter(far) {
            for large in tables.iter().filter(|row| row.players == most) {
                let pair = (large.table, small.table);
                let known = before.get(&pair).filter(|apart| apart.is_still(large, small));
                let mut apart = known.cloned().unwrap_or_else(|| {
                    self.excesses += 1;
                    Apart { large: large.clone(), small: small.clone(), looks: 0 }
                });
                apart.looks += 1;
                if apart.is_too_long(large, small) {
                    problems.push(format!("{large:?} and {small:?} since {apart:?}"));
                } else {
                    self.apart.insert(pair, apart);
                }
            }
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::{Chips, HandNo};

    fn row(table: u64, players: u8, hand: u64, state: TableState) -> TableRow {
        let (smallest_stack, largest_stack) = (Chips(1), Chips(2));
        let number = u32::try_from(table).unwrap();
        let table = TableId(table);
        TableRow {
            table,
            number,
            players,
            state,
            hand: HandNo(hand),
            smallest_stack,
            largest_stack,
        }
    }

    fn playing(table: u64, players: u8, hand: u64) -> TableRow {
        row(table, players, hand, TableState::Playing)
    }

    /// Returns how many problems a series of views reveals.
    fn problems(looks: &[Vec<TableRow>]) -> usize {
        let mut scales = Scales::new(Balance { few_tables: 2, many_tables: 1 });
        looks.iter().map(|look| scales.weigh(look).len()).sum()
    }

    #[test]
    fn an_excess_that_outlasts_the_hand_is_seen() {
        let look = |hand| vec![playing(1, 9, hand), playing(2, 6, hand)];
        let hands = |hands: [u64; 5]| hands.map(look);
        assert_eq!(problems(&hands([7, 7, 8, 8, 9])), 1);
        assert_eq!(problems(&hands([7, 7, 7, 8, 8])), 0, "it may have begun with the second hand");
        assert_eq!(problems(&hands([7, 7, 8, 8, 9])[..3]), 0, "it was not seen for long");
    }

    #[test]
    fn who_gave_up_a_player_is_in_order() {
        let looks: Vec<_> =
            (0..5).map(|hand| vec![playing(1, 9, hand), playing(2, 6, 0)]).collect();
        assert_eq!(problems(&looks), 0, "the short one may be breaking");
        let halted = |hand| vec![playing(1, 9, hand), row(2, 6, 0, TableState::Halted)];
        let looks: Vec<_> = (0..5).map(halted).collect();
        assert!(problems(&looks) > 0, "a halted table waits for players");
        let in_turn = |look: u64| {
            let moved = u8::try_from(look).unwrap();
            vec![playing(1, 14 - moved, look), playing(2, 6 + moved, look)]
        };
        assert_eq!(problems(&(0..5).map(in_turn).collect::<Vec<_>>()), 0, "one after each hand");
    }

    #[test]
    fn how_far_apart_depends_on_how_many_tables_there_are() {
        let few = |hand| vec![playing(1, 8, hand), playing(2, 6, hand)];
        let many =
            |hand| (1..5).map(move |table| playing(table, 6, hand)).chain([playing(9, 8, hand)]);
        let looks: Vec<_> = (0..5).map(few).collect();
        assert_eq!(problems(&looks), 0);
        let looks: Vec<Vec<_>> = (0..5).map(|hand| many(hand).collect()).collect();
        assert!(problems(&looks) > 0);
    }
}
