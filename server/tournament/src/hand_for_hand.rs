//! Hand-for-hand: every table plays one hand and waits for the others (TDA RP-8). This module
//! tracks the progress of the tables; the director acts on it.

use cardroom_rules::{Millis, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The state of hand-for-hand play.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct HandForHand {
    /// Number of finished hands.
    pub hands: u32,
    /// The floor ordered it, so it lasts until the floor ends it.
    pub ordered: bool,
    /// A hand is in progress. The first is the one in progress at the announcement.
    pub playing: bool,
    /// Tables where all remaining players are all-in, with their cards face down.
    pub waiting: BTreeSet<TableNo>,
    /// Tables that have been ordered to reveal their cards and have not finished.
    pub revealing: BTreeSet<TableNo>,
    /// Time to deduct from the next level (TDA RP-8-D).
    pub carried: Millis,
}

/// How to release tables that wait with all-in hands (GAPS G-40).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    /// One after another, by table number.
    OneByOne,
    Together,
}

impl HandForHand {
    /// Returns the tables that reveal their cards now. There are none until every one of the
    /// `playing` tables has finished or waits.
    #[must_use]
    pub fn to_reveal(&self, playing: usize, release: Release) -> Vec<TableNo> {
        if playing > self.waiting.len() + self.revealing.len() {
            return Vec::new();
        }
        match release {
            Release::Together => self.waiting.iter().copied().collect(),
            Release::OneByOne if self.revealing.is_empty() => {
                self.waiting.first().copied().into_iter().collect()
            }
            Release::OneByOne => Vec::new(),
        }
    }

    /// Removes a table that has finished its hand.
    pub fn finished(&mut self, table: TableNo) {
        self.waiting.remove(&table);
        self.revealing.remove(&table);
    }

    /// Marks a table as revealing its cards.
    pub fn reveals(&mut self, table: TableNo) {
        self.waiting.remove(&table);
        self.revealing.insert(table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TDA RP-8-F: no cards are revealed before every table has finished or waits.
    #[test]
    fn tables_wait_for_the_others_and_are_released_by_number() {
        let mut h4h = HandForHand::default();
        let [second, fifth] = [TableNo(2), TableNo(5)];
        h4h.waiting.extend([fifth, second]);
        assert!(h4h.to_reveal(3, Release::OneByOne).is_empty(), "one table still plays");
        assert_eq!(h4h.to_reveal(2, Release::OneByOne), [second]);
        assert_eq!(h4h.to_reveal(2, Release::Together), [second, fifth]);
        h4h.reveals(second);
        assert!(h4h.to_reveal(2, Release::OneByOne).is_empty(), "one at a time");
        h4h.finished(second);
        assert_eq!(h4h.to_reveal(1, Release::OneByOne), [fifth]);
    }
}
