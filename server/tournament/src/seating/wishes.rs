//! What is wished for seats: who has one reserved (TDA 9, TFPL 2c-6, a feature table), and who is
//! not to sit with whom (TFPL 2c-4). Whether a wish is granted is the floor's business.

use cardroom_rules::{EntryNo, SeatNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A place that is reserved for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Reserved {
    /// At which table, counted from 0 in the order in which they are opened.
    pub table: Option<u32>,
    pub seat: Option<SeatNo>,
}

/// What is wished for seats.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Wishes {
    reserved: BTreeMap<EntryNo, Reserved>,
    /// Each two in both orders.
    apart: BTreeSet<(EntryNo, EntryNo)>,
}

impl Wishes {
    /// Reserves a place; without table and seat it is free again.
    pub fn reserve(&mut self, entry: EntryNo, place: Reserved) {
        if place == Reserved::default() {
            self.reserved.remove(&entry);
        } else {
            self.reserved.insert(entry, place);
        }
    }

    /// Who has this seat reserved.
    #[must_use]
    pub fn reserved_for(&self, table: u32, seat: SeatNo) -> Option<EntryNo> {
        let wanted = Reserved { table: Some(table), seat: Some(seat) };
        let mut reserved = self.reserved.iter();
        reserved.find(|(_, place)| **place == wanted).map(|(entry, _)| *entry)
    }

    /// Two are not to sit together.
    pub fn keep_apart(&mut self, one: EntryNo, other: EntryNo) {
        if one != other {
            self.apart.insert((one, other));
            self.apart.insert((other, one));
        }
    }

    /// Two may sit together again.
    pub fn let_together(&mut self, one: EntryNo, other: EntryNo) {
        self.apart.remove(&(one, other));
        self.apart.remove(&(other, one));
    }

    /// Each two who are not to sit together, once, the earlier entry first.
    pub fn pairs(&self) -> impl Iterator<Item = (EntryNo, EntryNo)> + '_ {
        self.apart.iter().copied().filter(|(one, other)| one < other)
    }

    /// Whether somebody is not to sit with one of these.
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
