//! Pots that the floor has impounded: a decision about them is delayed, and play goes on without the
//! chips (TFPL and Spotlight 2a-6). They stay in play, and everybody sees how many there are.

use crate::held::Bust;
use cardroom_rules::{Chips, EntryNo, Millis, SeatNo, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Most pots that are impounded at the same time.
pub(crate) const MOST_POTS: usize = 8;

/// Names an impounded pot of a tournament, from 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct PotNo(pub u32);

/// Chips that belong to nobody until the floor has decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ImpoundedPot {
    /// Where the pot was played.
    pub table: TableNo,
    pub at: Millis,
    /// Why, for everybody to read.
    pub reason: String,
    /// The chips, by the entry they were taken from.
    pub from: BTreeMap<EntryNo, Chips>,
    /// What is still to be taken, as soon as no hand is played.
    pub due: BTreeMap<EntryNo, Chips>,
}

impl ImpoundedPot {
    /// Returns how many chips are in it.
    #[must_use]
    pub fn chips(&self) -> Chips {
        self.from.values().copied().sum()
    }

    fn is_empty(&self) -> bool {
        self.from.is_empty() && self.due.is_empty()
    }
}

/// A player who has no chips but impounded ones. The place in the tournament is kept and the seat is
/// not: nobody knows for how long, and an empty stack would take part in blinds and balancing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Suspended {
    /// How the other chips were lost: it counts if the decision puts the player out.
    pub(crate) bust: Bust,
    pub(crate) seat: Option<(TableNo, SeatNo)>,
}

/// All impounded pots, and what follows from them.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Escrow {
    pots: BTreeMap<PotNo, ImpoundedPot>,
    last: PotNo,
    /// Released chips that reach a stack as soon as no hand is played.
    returning: BTreeMap<EntryNo, Chips>,
    suspended: BTreeMap<EntryNo, Suspended>,
    /// Players with chips again who wait for a seat.
    unseated: BTreeSet<EntryNo>,
    /// Everybody knows that the tournament waits for a decision.
    awaited: bool,
}

impl Escrow {
    pub(crate) fn pots(&self) -> impl Iterator<Item = (PotNo, &ImpoundedPot)> {
        self.pots.iter().map(|(number, pot)| (*number, pot))
    }

    pub(crate) fn pot(&self, number: PotNo) -> Option<&ImpoundedPot> {
        self.pots.get(&number)
    }

    pub(crate) fn next(&self) -> PotNo {
        PotNo(self.last.0 + 1)
    }

    pub(crate) fn is_open(&self) -> bool {
        !self.pots.is_empty()
    }

    /// Returns `true` if no chips are impounded or on the way back to a stack.
    pub(crate) fn is_empty(&self) -> bool {
        self.pots.is_empty() && self.returning.is_empty()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.pots.len() >= MOST_POTS
    }

    /// Returns `true` if no chips wait for the end of a hand.
    pub(crate) fn is_settled(&self) -> bool {
        self.returning.is_empty() && self.pots.values().all(|pot| pot.due.is_empty())
    }

    /// Returns `true` if a decision may bring somebody to this table.
    pub(crate) fn concerns(&self, table: TableNo) -> bool {
        let here = |suspended: &Suspended| suspended.seat.is_some_and(|(seat, _)| seat == table);
        self.pots.values().any(|pot| pot.table == table) || self.suspended.values().any(here)
    }

    /// Returns all chips that are in no stack.
    pub(crate) fn total(&self) -> Chips {
        let impounded: Chips = self.pots.values().map(ImpoundedPot::chips).sum();
        impounded + self.returning.values().copied().sum::<Chips>()
    }

    /// Returns the chips of an entry that are in no stack.
    pub(crate) fn of(&self, entry: EntryNo) -> Chips {
        let from = self.pots.values().filter_map(|pot| pot.from.get(&entry));
        from.copied().sum::<Chips>() + self.returning(entry)
    }

    pub(crate) fn returning(&self, entry: EntryNo) -> Chips {
        self.returning.get(&entry).copied().unwrap_or_default()
    }

    /// Returns what is still to be taken from an entry.
    pub(crate) fn dues(&self, entry: EntryNo) -> Vec<(PotNo, Chips)> {
        let due = |(number, pot): (&PotNo, &ImpoundedPot)| Some((*number, *pot.due.get(&entry)?));
        self.pots.iter().filter_map(due).collect()
    }

    pub(crate) fn suspended(&self, entry: EntryNo) -> Option<&Suspended> {
        self.suspended.get(&entry)
    }

    pub(crate) fn all_suspended(&self) -> impl Iterator<Item = (EntryNo, &Suspended)> {
        self.suspended.iter().map(|(entry, suspended)| (*entry, suspended))
    }

    pub(crate) fn is_unseated(&self, entry: EntryNo) -> bool {
        self.unseated.contains(&entry)
    }

    pub(crate) fn is_awaited(&self) -> bool {
        self.awaited
    }

    pub(crate) fn impound(&mut self, number: PotNo, pot: ImpoundedPot) {
        self.last = number;
        self.pots.insert(number, pot);
        self.awaited = false;
    }

    /// Chips of an entry have come into a pot, or none were left to be taken.
    pub(crate) fn take(&mut self, number: PotNo, entry: EntryNo, chips: Chips) {
        if let Some(pot) = self.pots.get_mut(&number) {
            pot.due.remove(&entry);
            if !chips.is_zero() {
                *pot.from.entry(entry).or_default() += chips;
            }
        }
        self.pots.retain(|_, pot| !pot.is_empty());
    }

    pub(crate) fn release(&mut self, number: PotNo, parts: &[(EntryNo, Chips)]) {
        self.pots.remove(&number);
        for (entry, chips) in parts {
            *self.returning.entry(*entry).or_default() += *chips;
        }
        self.awaited = false;
    }

    /// Released chips have reached a stack.
    pub(crate) fn returned(&mut self, entry: EntryNo) {
        self.returning.remove(&entry);
    }

    pub(crate) fn suspend(&mut self, bust: Bust, seat: Option<(TableNo, SeatNo)>) {
        self.suspended.insert(bust.entry, Suspended { bust, seat });
    }

    /// A suspended player has chips again and no seat.
    pub(crate) fn unseat(&mut self, entry: EntryNo) {
        self.suspended.remove(&entry);
        self.unseated.insert(entry);
    }

    pub(crate) fn seated(&mut self, entry: EntryNo) {
        self.suspended.remove(&entry);
        self.unseated.remove(&entry);
    }

    /// An entry is out. What is impounded stays so until it is decided.
    pub(crate) fn forget(&mut self, entry: EntryNo) {
        for pot in self.pots.values_mut() {
            pot.due.remove(&entry);
        }
        self.pots.retain(|_, pot| !pot.is_empty());
        self.seated(entry);
    }

    pub(crate) fn await_decision(&mut self) {
        self.awaited = true;
    }
}
