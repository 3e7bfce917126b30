//! Rounds that are missing between the entries of a log: the hands of a table are consecutive, and
//! so are the rounds of a hand.

use super::LogEntry;
use crate::seal::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The last round of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Last {
    hand: u64,
    round: u8,
    is_given_up: bool,
}

/// How far a log has come at each table.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Follower {
    tables: BTreeMap<u64, Last>,
}

/// Rounds of a table that are missing between two entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    pub table: u64,
    /// Hand and round of the last entry of the table.
    pub after: (u64, u8),
    /// Hand and round of the next entry.
    pub found: (u64, u8),
}

impl Follower {
    /// Takes the next entry of the log. Returns the gap before it, if there is one.
    pub fn follow(&mut self, entry: &LogEntry) -> Option<Gap> {
        let LogEntry { table, hand, round, outcome, .. } = *entry;
        let now = Last { hand, round, is_given_up: outcome == Outcome::GivenUp };
        let last = self.tables.insert(table, now)?;
        let is_next_hand = last.hand.checked_add(1) == Some(hand) && round == 0;
        let is_next_round =
            last.is_given_up && last.hand == hand && last.round.checked_add(1) == Some(round);
        let gap = Gap { table, after: (last.hand, last.round), found: (hand, round) };
        (!is_next_hand && !is_next_round).then_some(gap)
    }

    /// Returns how many tables have entries.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.tables.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Follower, Gap};
    use crate::log::LogEntry;
    use crate::seal::Outcome;

    fn gap_in(rounds: &[(u64, u8, Outcome)]) -> Option<Gap> {
        let mut follower = Follower::default();
        let entry = |&(hand, round, outcome): &(u64, u8, Outcome)| LogEntry {
            table: 7,
            hand,
            round,
            outcome,
            seal: [3; 32],
        };
        rounds.iter().map(entry).find_map(|entry| follower.follow(&entry))
    }

    #[test]
    fn hands_and_rounds_in_a_row_have_no_gap() {
        use Outcome::{GivenUp, Played, Void};
        let rounds = [
            (40, 0, Played),
            (41, 0, GivenUp),
            (41, 1, GivenUp),
            (41, 2, Void),
            (42, 0, GivenUp),
            (43, 0, Played),
        ];
        assert_eq!(gap_in(&rounds), None);
    }

    #[test]
    fn every_round_that_is_left_out_is_a_gap() {
        use Outcome::{GivenUp, Played};
        let gap = |after, found| Some(Gap { table: 7, after, found });
        assert_eq!(gap_in(&[(1, 0, Played), (3, 0, Played)]), gap((1, 0), (3, 0)));
        assert_eq!(gap_in(&[(1, 0, Played), (2, 1, Played)]), gap((1, 0), (2, 1)));
        assert_eq!(gap_in(&[(1, 0, GivenUp), (1, 2, Played)]), gap((1, 0), (1, 2)));
        assert_eq!(gap_in(&[(1, 0, Played), (1, 1, Played)]), gap((1, 0), (1, 1)));
        assert_eq!(gap_in(&[(2, 0, Played), (1, 0, Played)]), gap((2, 0), (1, 0)));
    }

    #[test]
    fn tables_are_followed_apart() {
        let mut follower = Follower::default();
        for (table, hand) in [(1, 5), (2, 90), (1, 6), (2, 91)] {
            let outcome = Outcome::Played;
            let entry = LogEntry { table, hand, round: 0, outcome, seal: [3; 32] };
            assert_eq!(follower.follow(&entry), None);
        }
        assert_eq!(follower.tables(), 2);
    }
}
