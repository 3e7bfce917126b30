//! Players who are taken out with their chips, players whom the floor moves, and chips that are
//! given or taken, once no hand is played at their table.

use crate::floor::Place;
use cardroom_rules::{Chips, EntryNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a player is taken out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Removal {
    /// Disqualified (TDA 71-D); the prize of the place is paid only where the floor says so.
    Disqualified { keeps_prize: bool },
    /// The floor has picked up the chips of somebody who was away for long (TFPL 2b-15).
    PickedUp,
    /// Away for too long (WPTAPL 11).
    Absent,
    /// Left for good (WPTAPL 16).
    Quit,
    /// The floor has taken all chips.
    Forfeited,
    /// Gave the chips up to enter again (TDA 8-B).
    GaveUp,
}

/// What waits for the end of a hand.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Due {
    removals: BTreeMap<EntryNo, Removal>,
    /// Chips to be given, and to be taken.
    stacks: BTreeMap<EntryNo, (Chips, Chips)>,
    moves: BTreeMap<EntryNo, Place>,
}

impl Due {
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.removals.is_empty() && self.stacks.is_empty() && self.moves.is_empty()
    }

    /// Somebody is to be taken out.
    pub(crate) fn remove(&mut self, entry: EntryNo, why: Removal) {
        self.removals.insert(entry, why);
    }

    /// Chips are to be given and taken, besides those that are already.
    pub(crate) fn change(&mut self, entry: EntryNo, given: Chips, taken: Chips) {
        let known = self.stacks.entry(entry).or_default();
        *known = (known.0 + given, known.1 + taken);
    }

    /// Somebody is to move.
    pub(crate) fn move_to(&mut self, place: Place) {
        self.moves.insert(place.entry, place);
    }

    /// Somebody has moved, or is not to.
    pub(crate) fn moved(&mut self, entry: EntryNo) {
        self.moves.remove(&entry);
    }

    /// Where somebody is to move.
    #[must_use]
    pub(crate) fn place(&self, entry: EntryNo) -> Option<Place> {
        self.moves.get(&entry).copied()
    }

    pub(crate) fn lift(&mut self, entry: EntryNo) {
        self.removals.remove(&entry);
    }

    /// The chips were given and taken.
    pub(crate) fn changed(&mut self, entry: EntryNo) {
        self.stacks.remove(&entry);
    }

    /// Nothing waits for somebody any more.
    pub(crate) fn forget(&mut self, entry: EntryNo) {
        self.lift(entry);
        self.changed(entry);
        self.moved(entry);
    }

    /// Whether somebody is to be taken out, and why.
    #[must_use]
    pub(crate) fn removal(&self, entry: EntryNo) -> Option<Removal> {
        self.removals.get(&entry).copied()
    }

    /// What is to be given to somebody and taken.
    #[must_use]
    pub(crate) fn stack(&self, entry: EntryNo) -> Option<(Chips, Chips)> {
        self.stacks.get(&entry).copied()
    }
}
