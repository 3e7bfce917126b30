//! Players without chips who are not out yet: a rebuy may be taken, or the hand is played together
//! with other tables and places are given when all have finished.

use cardroom_rules::{Chips, EntryNo, Millis, PlayerId, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A player who has lost all chips in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bust {
    pub entry: EntryNo,
    pub table: TableNo,
    /// The stack before the hand.
    pub started_with: Chips,
    /// The rank of the hand among those who were out with it at that table, 1 the best; `None`
    /// where it was folded or dead.
    pub hand_rank: Option<u8>,
    /// Who won the last of the chips.
    pub eliminated_by: Vec<PlayerId>,
    /// Until when a rebuy may be taken; `None` where there is none.
    pub rebuy_until: Option<Millis>,
}

/// Everybody without chips who is not out yet.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Held {
    busts: BTreeMap<EntryNo, Bust>,
    /// Those who decide on a rebuy, by the end of their time.
    deciding: BTreeSet<(Millis, EntryNo)>,
}

impl Held {
    /// Somebody has lost all chips.
    pub(crate) fn hold(&mut self, bust: Bust) {
        if let Some(until) = bust.rebuy_until {
            self.deciding.insert((until, bust.entry));
        }
        self.busts.insert(bust.entry, bust);
    }

    /// Somebody is out, or has chips again.
    pub(crate) fn release(&mut self, entry: EntryNo) -> Option<Bust> {
        self.decline(entry);
        self.busts.remove(&entry)
    }

    /// Somebody does not take the rebuy.
    pub(crate) fn decline(&mut self, entry: EntryNo) {
        if let Some(until) = self.busts.get_mut(&entry).and_then(|bust| bust.rebuy_until.take()) {
            self.deciding.remove(&(until, entry));
        }
    }

    /// Everybody has so much more time.
    pub(crate) fn later(&mut self, by: Millis) {
        for bust in self.busts.values_mut() {
            bust.rebuy_until = bust.rebuy_until.map(|until| until + by);
        }
        self.deciding = self.deciding.iter().map(|(until, entry)| (*until + by, *entry)).collect();
    }

    /// Somebody without chips who is not out yet.
    #[must_use]
    pub(crate) fn get(&self, entry: EntryNo) -> Option<&Bust> {
        self.busts.get(&entry)
    }

    /// Whose time for a rebuy is over first, and when.
    #[must_use]
    pub(crate) fn first_deciding(&self) -> Option<(EntryNo, Millis)> {
        self.deciding.first().map(|(until, entry)| (*entry, *until))
    }

    /// A table where nobody decides any more.
    #[must_use]
    pub(crate) fn decided_table(&self) -> Option<TableNo> {
        let decides = |table| {
            self.busts.values().any(|bust| bust.table == table && bust.rebuy_until.is_some())
        };
        self.busts.values().map(|bust| bust.table).find(|table| !decides(*table))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Bust> {
        self.busts.values()
    }

    /// How many there are.
    #[must_use]
    pub(crate) fn count(&self) -> usize {
        self.busts.len()
    }
}
