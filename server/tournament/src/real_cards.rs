//! What the room knows of a tournament with real cards, apart from what it orders itself: who has
//! yet to walk to a new seat, which stacks were counted, and the last hand in which somebody lost
//! all chips.

use crate::seq::Seq;
use cardroom_rules::{Chips, EntryNo, SeatNo, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A player who has a new seat. People walk, so the floor confirms when the player sits there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Walk {
    /// The table and the seat that the player leaves.
    pub table: TableNo,
    pub seat: SeatNo,
}

/// A hand in which players lost all chips, as it was before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hand {
    /// The ruling of the floor.
    pub(crate) ruling: Seq,
    /// The stage in which it was played.
    pub(crate) stage: u16,
    pub(crate) lost: Vec<Lost>,
    /// The chips that each winner got.
    pub(crate) won: Vec<(EntryNo, Chips)>,
}

/// A player who lost all chips in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Lost {
    pub(crate) entry: EntryNo,
    pub(crate) table: TableNo,
    pub(crate) seat: SeatNo,
    /// The stack before the hand.
    pub(crate) stack: Chips,
    /// Hands that the player still had to miss.
    pub(crate) penalty: u32,
}

impl Hand {
    pub(crate) fn has(&self, entry: EntryNo) -> bool {
        self.lost.iter().any(|lost| lost.entry == entry)
    }
}

/// What the floor has said about a tournament with real cards.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct RealCards {
    walks: BTreeMap<EntryNo, Walk>,
    /// The stage in which a stack was counted last.
    counted: BTreeMap<EntryNo, u16>,
    /// The last hand in which somebody lost all chips, as long as it can be taken back.
    last: Option<Hand>,
}

impl RealCards {
    /// Returns the players whose moves nobody has confirmed, by entry.
    pub fn walks(&self) -> impl Iterator<Item = (EntryNo, Walk)> + '_ {
        self.walks.iter().map(|(entry, walk)| (*entry, *walk))
    }

    pub(crate) fn is_walking(&self, entry: EntryNo) -> bool {
        self.walks.contains_key(&entry)
    }

    /// Returns `true` if the stack was counted in this stage.
    pub(crate) fn is_counted(&self, entry: EntryNo, stage: u16) -> bool {
        self.counted.get(&entry) == Some(&stage)
    }

    pub(crate) fn last(&self) -> Option<&Hand> {
        self.last.as_ref()
    }

    /// Sends a player to a new seat. A player who is sent on before arriving left the first seat.
    pub(crate) fn walk(&mut self, entry: EntryNo, from: Walk) {
        self.walks.entry(entry).or_insert(from);
    }

    pub(crate) fn arrive(&mut self, entry: EntryNo) {
        self.walks.remove(&entry);
    }

    /// Records the stage in which a stack was counted, or that the count was undone.
    pub(crate) fn count(&mut self, entry: EntryNo, stage: Option<u16>) {
        match stage {
            Some(stage) => self.counted.insert(entry, stage),
            None => self.counted.remove(&entry),
        };
    }

    pub(crate) fn lose(&mut self, hand: Hand) {
        self.last = Some(hand);
    }

    /// Records that a player is out. If another ruling or an absence did it, the last hand stands.
    pub(crate) fn out(&mut self, entry: EntryNo) {
        self.arrive(entry);
        self.counted.remove(&entry);
        if !self.last.as_ref().is_some_and(|hand| hand.has(entry)) {
            self.settle();
        }
    }

    /// Lets the last hand stand.
    pub(crate) fn settle(&mut self) {
        self.last = None;
    }

    pub(crate) fn take_back(&mut self) -> Option<Hand> {
        self.last.take()
    }
}
