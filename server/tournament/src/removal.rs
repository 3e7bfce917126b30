//! Changes that wait until no hand is in progress at a table: players who leave with their chips,
//! players whom the floor moves, and corrections of stacks.

use crate::command::Place;
use cardroom_rules::{Chips, EntryNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a player is removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Removal {
    /// Disqualified (TDA 71-D). The prize for the place is paid only if the floor decides so.
    Disqualified { keeps_prize: bool },
    /// The floor picked up the chips of a player who was absent for long (TFPL 2b-15).
    PickedUp,
    /// Absent for too long (WPTAPL 11).
    Absent,
    /// Left for good (WPTAPL 16).
    Quit,
    /// The floor took all of the player's chips.
    Forfeited,
    /// Gave up the remaining chips to enter again (TDA 8-B).
    GaveUp,
}

/// Changes that wait for the end of a hand.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Due {
    removals: BTreeMap<EntryNo, Removal>,
    /// Chips to give, and chips to take.
    stacks: BTreeMap<EntryNo, (Chips, Chips)>,
    moves: BTreeMap<EntryNo, Place>,
}

impl Due {
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.removals.is_empty() && self.stacks.is_empty() && self.moves.is_empty()
    }

    /// Schedules the removal of a player.
    pub(crate) fn remove(&mut self, entry: EntryNo, why: Removal) {
        self.removals.insert(entry, why);
    }

    /// Schedules chips to give and to take, in addition to those already scheduled.
    pub(crate) fn change(&mut self, entry: EntryNo, given: Chips, taken: Chips) {
        let known = self.stacks.entry(entry).or_default();
        *known = (known.0 + given, known.1 + taken);
    }

    /// Schedules a move to another place.
    pub(crate) fn move_to(&mut self, place: Place) {
        self.moves.insert(place.entry, place);
    }

    /// Drops a move that was made or canceled.
    pub(crate) fn moved(&mut self, entry: EntryNo) {
        self.moves.remove(&entry);
    }

    /// Returns the scheduled destination of a player.
    #[must_use]
    pub(crate) fn place(&self, entry: EntryNo) -> Option<Place> {
        self.moves.get(&entry).copied()
    }

    pub(crate) fn lift(&mut self, entry: EntryNo) {
        self.removals.remove(&entry);
    }

    /// Drops a stack change that was made.
    pub(crate) fn changed(&mut self, entry: EntryNo) {
        self.stacks.remove(&entry);
    }

    /// Drops everything that is scheduled for an entry.
    pub(crate) fn forget(&mut self, entry: EntryNo) {
        self.lift(entry);
        self.changed(entry);
        self.moved(entry);
    }

    /// Returns the reason of a scheduled removal.
    #[must_use]
    pub(crate) fn removal(&self, entry: EntryNo) -> Option<Removal> {
        self.removals.get(&entry).copied()
    }

    /// Returns the chips to give and to take.
    #[must_use]
    pub(crate) fn stack(&self, entry: EntryNo) -> Option<(Chips, Chips)> {
        self.stacks.get(&entry).copied()
    }
}
