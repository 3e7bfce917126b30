//! Players without chips who are not out yet. They may still take a rebuy, or their hand is part of
//! hand-for-hand, where places are assigned once every table has finished.

use crate::prizes::{Bounties, Busted};
use crate::report::Standing;
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
    /// Rank of the hand among the players who busted in it at that table, 1 the best. `None` if the
    /// hand was folded or dead.
    pub hand_rank: Option<u8>,
    /// The winners of the player's last chips.
    pub eliminated_by: Vec<PlayerId>,
    /// Deadline for a rebuy; `None` if no rebuy is offered.
    pub rebuy_until: Option<Millis>,
}

impl Bust {
    /// Returns the bust of a player whom a hand left without chips.
    pub(crate) fn new(
        entry: EntryNo,
        table: TableNo,
        standing: &Standing,
        rebuy_until: Option<Millis>,
    ) -> Self {
        Self {
            entry,
            table,
            started_with: standing.started_with,
            hand_rank: standing.hand_rank,
            eliminated_by: standing.eliminated_by.to_vec(),
            rebuy_until,
        }
    }

    /// Returns what decides the order of players who bust together.
    pub(crate) fn ranked_by(&self, bounties: Option<&Bounties>) -> Busted {
        Busted {
            entry: self.entry,
            table: self.table,
            started_with: self.started_with,
            hand_rank: self.hand_rank,
            bounty_chips: bounties.map_or(0, |bounties| bounties.chips(self.entry)),
        }
    }
}

/// All players without chips who are not out yet.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Held {
    busts: BTreeMap<EntryNo, Bust>,
    /// Players who may still take a rebuy, by deadline.
    deciding: BTreeSet<(Millis, EntryNo)>,
}

impl Held {
    /// Adds a player who has lost all chips.
    pub(crate) fn hold(&mut self, bust: Bust) {
        if let Some(until) = bust.rebuy_until {
            self.deciding.insert((until, bust.entry));
        }
        self.busts.insert(bust.entry, bust);
    }

    /// Removes a player who is out or has chips again.
    pub(crate) fn release(&mut self, entry: EntryNo) -> Option<Bust> {
        self.decline(entry);
        self.busts.remove(&entry)
    }

    /// Ends a player's option to rebuy.
    pub(crate) fn decline(&mut self, entry: EntryNo) {
        if let Some(until) = self.busts.get_mut(&entry).and_then(|bust| bust.rebuy_until.take()) {
            self.deciding.remove(&(until, entry));
        }
    }

    /// Extends every rebuy deadline.
    pub(crate) fn later(&mut self, by: Millis) {
        for bust in self.busts.values_mut() {
            bust.rebuy_until = bust.rebuy_until.map(|until| until + by);
        }
        self.deciding = self.deciding.iter().map(|(until, entry)| (*until + by, *entry)).collect();
    }

    /// Returns the bust of an entry that is not out yet.
    #[must_use]
    pub(crate) fn get(&self, entry: EntryNo) -> Option<&Bust> {
        self.busts.get(&entry)
    }

    /// Returns the earliest rebuy deadline and its entry.
    #[must_use]
    pub(crate) fn first_deciding(&self) -> Option<(EntryNo, Millis)> {
        self.deciding.first().map(|(until, entry)| (*entry, *until))
    }

    /// Returns the entries whose rebuy decision is open, the earliest deadline first.
    pub(crate) fn deciding(&self) -> impl Iterator<Item = EntryNo> + '_ {
        self.deciding.iter().map(|(_, entry)| *entry)
    }

    /// Returns a table with busts where no rebuy decision is open.
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

    #[must_use]
    pub(crate) fn count(&self) -> usize {
        self.busts.len()
    }
}
