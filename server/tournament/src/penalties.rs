//! Hands that players miss as a penalty, and warnings (TDA 71). Who gets one is the floor's to say.

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
    /// How many hands somebody has to miss.
    #[must_use]
    pub fn hands(&self, entry: EntryNo) -> u32 {
        self.hands.get(&entry).copied().unwrap_or(0)
    }

    /// Whether anybody has to miss any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hands.is_empty()
    }

    /// Everybody who has hands to miss, and how many.
    pub fn all(&self) -> impl Iterator<Item = (EntryNo, u32)> + '_ {
        self.hands.iter().map(|(entry, hands)| (*entry, *hands))
    }

    /// Somebody has so many hands to miss.
    pub fn set(&mut self, entry: EntryNo, hands: u32) {
        if hands == 0 {
            self.hands.remove(&entry);
        } else {
            self.hands.insert(entry, hands);
        }
    }

    /// Somebody has missed a hand. A misdeal and the deal after it are one (TDA 35-C).
    pub fn serve(&mut self, entry: EntryNo) {
        self.set(entry, self.hands(entry).saturating_sub(1));
    }

    pub fn warn(&mut self, entry: EntryNo) {
        *self.warnings.entry(entry).or_default() += 1;
    }

    /// How often somebody was warned.
    #[must_use]
    pub fn warnings(&self, entry: EntryNo) -> u32 {
        self.warnings.get(&entry).copied().unwrap_or(0)
    }
}

/// How many hands so many rounds are: as many each as the table has players when the penalty is
/// given, the offender included (TDA 71-A).
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
