//! Seating wishes: reserved seats (TDA 9, TFPL 2c-6, a feature table) and players who must not
//! share a table (TFPL 2c-4). The floor decides which wishes to grant.

use cardroom_rules::{EntryNo, SeatNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A reserved table, seat, or both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Reserved {
    /// Counted from 0 in the order in which tables are opened.
    pub table: Option<u32>,
    pub seat: Option<SeatNo>,
}

/// The seating wishes of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Wishes {
    reserved: BTreeMap<EntryNo, Reserved>,
    /// Each pair in both orders.
    apart: BTreeSet<(EntryNo, EntryNo)>,
}

impl Wishes {
    /// Reserves a place. An empty `place` removes the reservation.
    pub fn reserve(&mut self, entry: EntryNo, place: Reserved) {
        if place == Reserved::default() {
            self.reserved.remove(&entry);
        } else {
            self.reserved.insert(entry, place);
        }
    }

    /// Returns the entry that this seat is reserved for.
    #[must_use]
    pub fn reserved_for(&self, table: u32, seat: SeatNo) -> Option<EntryNo> {
        let wanted = Reserved { table: Some(table), seat: Some(seat) };
        let mut reserved = self.reserved.iter();
        reserved.find(|(_, place)| **place == wanted).map(|(entry, _)| *entry)
    }

    /// Forbids two entries to share a table.
    pub fn keep_apart(&mut self, one: EntryNo, other: EntryNo) {
        if one != other {
            self.apart.insert((one, other));
            self.apart.insert((other, one));
        }
    }

    /// Allows two entries to share a table again.
    pub fn let_together(&mut self, one: EntryNo, other: EntryNo) {
        self.apart.remove(&(one, other));
        self.apart.remove(&(other, one));
    }

    /// Returns each pair that must not share a table once, the earlier entry first.
    pub fn pairs(&self) -> impl Iterator<Item = (EntryNo, EntryNo)> + '_ {
        self.apart.iter().copied().filter(|(one, other)| one < other)
    }

    /// Returns `true` if an entry must not share a table with one of the others.
    pub fn are_apart<'e>(
        &self,
        entry: EntryNo,
        others: impl IntoIterator<Item = &'e EntryNo>,
    ) -> bool {
        let mut others = others.into_iter();
        !self.parts_nobody() && others.any(|other| self.apart.contains(&(entry, *other)))
    }

    pub(super) fn parts_nobody(&self) -> bool {
        self.apart.is_empty()
    }

    pub(super) fn table(&self, entry: EntryNo) -> Option<usize> {
        usize::try_from(self.reserved.get(&entry)?.table?).ok()
    }

    pub(super) fn seat(&self, entry: EntryNo) -> Option<SeatNo> {
        self.reserved.get(&entry)?.seat
    }
}
