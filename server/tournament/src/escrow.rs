//! Impounded pots. The floor delays the decision about a pot, and play goes on without its chips
//! (TFPL and Spotlight 2a-6). They stay in play, and all players see how many there are.

use crate::held::Bust;
use cardroom_rules::{Chips, EntryNo, Millis, SeatNo, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most pots that can be impounded at the same time.
pub(crate) const MOST_POTS: usize = 8;

/// The number of an impounded pot in its tournament, from 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct PotNo(pub u32);

/// Chips without an owner until the floor decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ImpoundedPot {
    /// The table where the pot was played.
    pub table: TableNo,
    pub at: Millis,
    /// The reason, visible to all players.
    pub reason: String,
    /// The chips, by the entry they were taken from.
    pub from: BTreeMap<EntryNo, Chips>,
    /// Chips to take as soon as no hand is in progress.
    pub due: BTreeMap<EntryNo, Chips>,
}

impl ImpoundedPot {
    /// Returns a pot whose chips are still to be taken.
    pub(crate) fn new(
        table: TableNo,
        at: Millis,
        reason: &str,
        parts: &[(EntryNo, Chips)],
    ) -> Self {
        let due = parts.iter().copied().collect();
        Self { table, at, reason: reason.to_owned(), from: BTreeMap::new(), due }
    }

    /// Returns the number of chips in the pot.
    #[must_use]
    pub fn chips(&self) -> Chips {
        self.from.values().copied().sum()
    }

    fn is_empty(&self) -> bool {
        self.from.is_empty() && self.due.is_empty()
    }
}

/// A player whose only chips are impounded. The player stays in the tournament but gives up the
/// seat. The wait may be long, and an empty stack would take part in blinds and balancing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Suspended {
    /// How the other chips were lost, for the place if the decision eliminates the player.
    pub(crate) bust: Bust,
    pub(crate) seat: Option<(TableNo, SeatNo)>,
}

/// All impounded pots, the chips returning from them, and the suspended players.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Escrow {
    pots: BTreeMap<PotNo, ImpoundedPot>,
    last: PotNo,
    /// Released chips that reach a stack as soon as no hand is in progress.
    returning: BTreeMap<EntryNo, Chips>,
    suspended: BTreeMap<EntryNo, Suspended>,
    /// Players who have chips again and wait for a seat.
    unseated: BTreeSet<EntryNo>,
    /// `true` once the tournament has announced that it waits for a decision.
    awaited: bool,
}

impl Escrow {
    pub fn pots(&self) -> impl Iterator<Item = (PotNo, &ImpoundedPot)> {
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

    /// Returns `true` if no chips wait for a hand to end.
    pub(crate) fn is_settled(&self) -> bool {
        self.returning.is_empty() && self.pots.values().all(|pot| pot.due.is_empty())
    }

    /// Returns `true` if a decision may bring a player to this table.
    pub(crate) fn concerns(&self, table: TableNo) -> bool {
        let here = |suspended: &Suspended| suspended.seat.is_some_and(|(seat, _)| seat == table);
        self.pots.values().any(|pot| pot.table == table) || self.suspended.values().any(here)
    }

    /// Returns the total of all chips that are in no stack.
    #[must_use]
    pub fn total(&self) -> Chips {
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

    /// Returns the chips that an entry still owes, for each pot.
    pub(crate) fn dues(&self, entry: EntryNo) -> Vec<(PotNo, Chips)> {
        let due = |(number, pot): (&PotNo, &ImpoundedPot)| Some((*number, *pot.due.get(&entry)?));
        self.pots.iter().filter_map(due).collect()
    }

    pub(crate) fn suspended(&self, entry: EntryNo) -> Option<&Suspended> {
        self.suspended.get(&entry)
    }

    /// Returns `true` if a player's only chips are impounded.
    #[must_use]
    pub fn is_suspended(&self, entry: EntryNo) -> bool {
        self.suspended.contains_key(&entry)
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

    /// Moves chips of an entry into a pot and settles what it owed, even if no chips were left.
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

    /// Records that released chips reached a stack.
    pub(crate) fn returned(&mut self, entry: EntryNo) {
        self.returning.remove(&entry);
    }

    pub(crate) fn suspend(&mut self, bust: Bust, seat: Option<(TableNo, SeatNo)>) {
        self.suspended.insert(bust.entry, Suspended { bust, seat });
    }

    /// Lets a suspended player who has chips again wait for a seat.
    pub(crate) fn unseat(&mut self, entry: EntryNo) {
        self.suspended.remove(&entry);
        self.unseated.insert(entry);
    }

    pub(crate) fn seated(&mut self, entry: EntryNo) {
        self.suspended.remove(&entry);
        self.unseated.remove(&entry);
    }

    /// Forgets an entry that is out. Its impounded chips stay in their pots until the decision.
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
