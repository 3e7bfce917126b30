//! Hand-for-hand: every table plays one hand, and waits for the others (TDA RP-8). Which tables are
//! at which point of a hand played together; what follows is the director's.

use cardroom_rules::{Millis, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Hand-for-hand, while it is on.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct HandForHand {
    /// How many hands were played together and are over.
    pub hands: u32,
    /// The floor has ordered it: it goes on until the floor ends it.
    pub ordered: bool,
    /// A hand is played; the first one is the one that was in progress when it was announced.
    pub playing: bool,
    /// The tables where everybody left is all-in, with the cards down.
    pub waiting: BTreeSet<TableNo>,
    /// The tables that were ordered to turn them over, and are not done.
    pub revealing: BTreeSet<TableNo>,
    /// What is to be taken off the level that comes next (TDA RP-8-D).
    pub carried: Millis,
}

/// How tables that wait with all-in hands are released (GAPS G-40).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    /// One after another, by number.
    OneByOne,
    Together,
}

impl HandForHand {
    /// The tables to turn their cards over now: once all of the `playing` tables have finished or
    /// wait.
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

    /// A table has finished its hand.
    pub fn finished(&mut self, table: TableNo) {
        self.waiting.remove(&table);
        self.revealing.remove(&table);
    }

    /// A table turns its cards over.
    pub fn reveals(&mut self, table: TableNo) {
        self.waiting.remove(&table);
        self.revealing.insert(table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TDA RP-8-F: nobody's cards are seen before every table is done or waits itself.
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
