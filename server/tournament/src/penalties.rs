//! Warnings and hands to miss as a penalty (TDA 71). The floor decides who gets one.

use cardroom_rules::EntryNo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The penalties of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Penalties {
    hands: BTreeMap<EntryNo, u32>,
    warnings: BTreeMap<EntryNo, u32>,
}

impl Penalties {
    /// Returns the number of hands that a player still has to miss.
    #[must_use]
    pub fn hands(&self, entry: EntryNo) -> u32 {
        self.hands.get(&entry).copied().unwrap_or(0)
    }

    /// Returns `true` if no player has hands to miss.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hands.is_empty()
    }

    /// Returns every entry with hands to miss, and their number.
    pub fn all(&self) -> impl Iterator<Item = (EntryNo, u32)> + '_ {
        self.hands.iter().map(|(entry, hands)| (*entry, *hands))
    }

    /// Sets the number of hands that a player has to miss.
    pub fn set(&mut self, entry: EntryNo, hands: u32) {
        if hands == 0 {
            self.hands.remove(&entry);
        } else {
            self.hands.insert(entry, hands);
        }
    }

    /// Counts one missed hand. A misdeal and its redeal count as one (TDA 35-C).
    pub fn serve(&mut self, entry: EntryNo) {
        self.set(entry, self.hands(entry).saturating_sub(1));
    }

    pub fn warn(&mut self, entry: EntryNo) {
        *self.warnings.entry(entry).or_default() += 1;
    }

    /// Returns the number of warnings of a player.
    #[must_use]
    pub fn warnings(&self, entry: EntryNo) -> u32 {
        self.warnings.get(&entry).copied().unwrap_or(0)
    }
}

/// Converts a penalty in rounds to hands. A round has one hand for each player at the table when
/// the floor gives the penalty, including the offender (TDA 71-A).
#[must_use]
pub fn rounds_in_hands(rounds: u8, players: usize) -> u32 {
    u32::from(rounds) * u32::try_from(players).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TDA 71-A: two rounds at a table of nine.
    #[test]
    fn two_rounds_at_a_table_of_nine_are_eighteen_hands() {
        let mut penalties = Penalties::default();
        penalties.set(EntryNo(4), rounds_in_hands(2, 9));
        assert_eq!(penalties.hands(EntryNo(4)), 18);
        penalties.serve(EntryNo(4));
        assert_eq!(penalties.hands(EntryNo(4)), 17);
        penalties.serve(EntryNo(5));
        assert_eq!(penalties.hands(EntryNo(5)), 0);
    }
}
