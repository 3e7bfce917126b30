//! Impounded pots. The floor delays the decision about a pot, its chips leave the stacks between
//! two hands, and play goes on (TFPL and Spotlight 2a-6).
//!
//! A player who has no other chips is not out before the decision. The player gives up the seat and
//! is dealt no hands, so that the others can play on. Players who are eliminated in the meantime
//! finish below. If the decision returns chips, the player gets the same seat or another one.
//! Otherwise the player is out at that moment, by the hand in which the other chips were lost.
//! While a pot is impounded, the tournament does not end and no deal counts.

use super::{Director, Step};
use crate::entry::Whereabouts;
use crate::escrow::{ImpoundedPot, PotNo};
use crate::event::Event;
use crate::held::Bust;
use crate::order::{Entering, Order};
use crate::refusal::Refusal;
use cardroom_rules::{Chips, EntryNo, MAX_SEATS, SeatNo, TableNo};
use std::collections::BTreeSet;

impl Director {
    /// Returns the pots that await a decision.
    pub fn impounded_pots(&self) -> impl Iterator<Item = (PotNo, &ImpoundedPot)> {
        self.state.escrow.pots()
    }

    /// Returns the total of the chips that are in play but in no stack.
    #[must_use]
    pub fn impounded_chips(&self) -> Chips {
        self.state.escrow.total()
    }

    /// Returns `true` if a player's only chips are impounded.
    #[must_use]
    pub fn is_suspended(&self, entry: EntryNo) -> bool {
        self.state.escrow.suspended(entry).is_some()
    }

    /// Returns `true` if a player's stack is empty and no chips are due when the hand is over.
    fn has_no_chips(&self, entry: EntryNo) -> bool {
        (self.state.entries.stack(entry) + self.state.stack_due(entry)).is_zero()
    }

    pub(super) fn check_impound(
        &self,
        table: TableNo,
        parts: &[(EntryNo, Chips)],
    ) -> Result<(), Refusal> {
        self.table(table).ok_or(Refusal::UnknownTable(table))?;
        if self.state.escrow.is_full() {
            return Err(Refusal::NotNow("Too many pots are impounded. Release one first."));
        }
        self.check_parts(parts)?;
        for (entry, chips) in parts {
            let dues = self.state.escrow.dues(*entry).into_iter().map(|(_, due)| due);
            if *chips + dues.sum() > self.state.stack_due(*entry) {
                return Err(Refusal::NotNow(
                    "A player has fewer chips than that. Check the amounts.",
                ));
            }
        }
        Ok(())
    }

    pub(super) fn check_release(
        &self,
        number: PotNo,
        parts: &[(EntryNo, Chips)],
    ) -> Result<(), Refusal> {
        let pot = self.state.escrow.pot(number).ok_or(Refusal::UnknownPot(number))?;
        if !pot.due.is_empty() {
            return Err(Refusal::NotNow(
                "Chips still come into this pot when the hand is over. Wait for its end.",
            ));
        }
        self.check_parts(parts)?;
        let (pot, parts) = (pot.chips(), parts.iter().map(|(_, chips)| *chips).sum());
        if pot != parts {
            return Err(Refusal::PartsDiffer { pot, parts });
        }
        Ok(())
    }

    /// Checks that the parts belong to different players who are in the tournament.
    fn check_parts(&self, parts: &[(EntryNo, Chips)]) -> Result<(), Refusal> {
        let entries: BTreeSet<EntryNo> = parts.iter().map(|(entry, _)| *entry).collect();
        if parts.is_empty() || entries.len() != parts.len() || parts.len() > MAX_SEATS {
            return Err(Refusal::NotNow("Name each player once, at least one and at most ten."));
        }
        if parts.iter().any(|(_, chips)| chips.is_zero()) {
            return Err(Refusal::NotNow("A part has at least one chip."));
        }
        entries.into_iter().try_for_each(|entry| self.state.entries.must_be_in(entry))
    }
}

impl Step<'_> {
    pub(super) fn impound(&mut self, table: TableNo, parts: Vec<(EntryNo, Chips)>, reason: String) {
        let pot = self.director.state.escrow.next();
        let entries: Vec<EntryNo> = parts.iter().map(|(entry, _)| *entry).collect();
        self.emit(Event::PotImpounded { pot, table, at: self.now, reason, parts });
        for entry in entries {
            self.settle_escrow_when_due(entry);
        }
    }

    pub(super) fn release_pot(&mut self, pot: PotNo, parts: &[(EntryNo, Chips)]) {
        self.emit(Event::PotReleased { pot, parts: parts.to_vec() });
        for (entry, _) in parts {
            self.settle_escrow_when_due(*entry);
        }
        let escrow = &self.director.state.escrow;
        let lost = escrow.all_suspended().filter(|(entry, _)| escrow.of(*entry).is_zero());
        let lost: Vec<Bust> = lost.map(|(_, suspended)| suspended.bust.clone()).collect();
        if !lost.is_empty() {
            self.rank(lost, false);
        }
        self.attend_to_all();
    }

    /// Moves an entry's chips into and out of pots, at once or when the hand is over.
    fn settle_escrow_when_due(&mut self, entry: EntryNo) {
        let Some(known) = self.director.entry(entry) else { return };
        match known.whereabouts {
            Whereabouts::Seated { table, .. } => {
                if self.director.state.held.get(entry).is_none() {
                    self.attention.insert(table);
                } else {
                    self.settle_at_table(entry, table);
                }
            }
            _ => {
                self.settle_escrow(entry);
                if self.director.has_no_chips(entry) {
                    self.suspend_without_chips(entry);
                } else {
                    self.reseat(entry);
                }
            }
        }
    }

    /// Does the same at a table without a hand in progress, and sends the table the new stack.
    /// Returns `true` if anything was settled.
    pub(super) fn settle_at_table(&mut self, entry: EntryNo, table: TableNo) -> bool {
        if !self.settle_escrow(entry) {
            return false;
        }
        if self.director.has_no_chips(entry) {
            self.suspend_without_chips(entry);
        } else {
            let stacks = vec![(
                self.director.state.entries.player(entry),
                self.director.state.entries.stack(entry),
            )];
            self.order(table, Order::SetStacks { stacks });
        }
        true
    }

    /// Moves the chips that are due. Returns `true` if there were any.
    fn settle_escrow(&mut self, entry: EntryNo) -> bool {
        let escrow = &self.director.state.escrow;
        let (back, dues) = (escrow.returning(entry), escrow.dues(entry));
        if !back.is_zero() {
            self.emit(Event::ChipsReleased { entry, chips: back });
        }
        for (pot, due) in &dues {
            // The hand in progress may have left fewer chips.
            let chips = (*due).min(self.director.state.entries.stack(entry));
            self.emit(Event::ChipsImpounded { pot: *pot, entry, chips });
        }
        !back.is_zero() || !dues.is_empty()
    }

    /// Suspends a player whose last chips were impounded.
    fn suspend_without_chips(&mut self, entry: EntryNo) {
        let escrow = &self.director.state.escrow;
        if escrow.suspended(entry).is_some() || escrow.of(entry).is_zero() {
            return;
        }
        let pot = escrow.pots().find(|(_, pot)| pot.from.contains_key(&entry));
        let table = pot.map_or(TableNo(0), |(_, pot)| pot.table);
        self.suspend(Bust {
            entry,
            table,
            started_with: Chips::ZERO,
            hand_rank: None,
            eliminated_by: Vec::new(),
            rebuy_until: None,
        });
    }

    /// Suspends a player who lost all chips except impounded ones and gives up the seat.
    pub(super) fn suspend(&mut self, bust: Bust) {
        let entry = bust.entry;
        if let Some(why) = self.director.state.due.removal(entry) {
            return self.take_out(entry, why);
        }
        let Some(known) = self.director.entry(entry) else { return };
        let (player, whereabouts) = (known.player, known.whereabouts);
        self.emit(Event::Suspended(Box::new(bust)));
        if let Whereabouts::Seated { table, .. } = whereabouts {
            self.tell_of_short_table(table);
            self.order(table, Order::Remove { player });
            self.attention.insert(table);
        }
    }

    /// Seats a suspended player who has chips again: in the old seat, else at the old table, else
    /// in any free seat.
    pub(super) fn reseat(&mut self, entry: EntryNo) {
        let director = &*self.director;
        let Some(suspended) = director.state.escrow.suspended(entry) else { return };
        if director.state.entries.stack(entry).is_zero() {
            return;
        }
        let old = suspended.seat;
        let free_at = |(number, table): (TableNo, &crate::Table)| -> Option<(TableNo, SeatNo)> {
            let is_open = !table.breaks && table.has_room();
            let free = || table.free_seats();
            let own =
                old.filter(|(there, seat)| *there == number && free().any(|one| one == *seat));
            is_open
                .then(|| own.map(|(_, seat)| seat).or_else(|| free().next()))?
                .map(|seat| (number, seat))
        };
        let at_old = old.and_then(|(number, _)| Some((number, director.table(number)?)));
        let place = at_old.and_then(free_at).or_else(|| director.tables().find_map(free_at));
        match place {
            Some((table, seat)) => {
                self.emit(Event::Seated { entry, table, seat });
                self.order_to_sit(entry, table, seat, Entering::Balanced);
                self.attention.insert(table);
            }
            None => self.emit(Event::WaitsForSeat { entry }),
        }
    }

    /// Returns `true` if chips are impounded or not back in a stack yet. Announces once that play
    /// cannot go on without a decision.
    pub(super) fn waits_for_decision(&mut self) -> bool {
        let escrow = &self.director.state.escrow;
        if escrow.is_empty() {
            return false;
        }
        if escrow.is_open() && !escrow.is_awaited() {
            self.emit(Event::DecisionAwaited);
        }
        true
    }

    /// Returns `true` if there is no winner yet because of impounded chips. Announces it if only
    /// one player has other chips.
    pub(super) fn waits_to_crown(&mut self) -> bool {
        let state = &self.director.state;
        if state.escrow.is_empty() {
            return false;
        }
        let suspended = state.escrow.all_suspended().count();
        let suspended = u32::try_from(suspended).expect("fewer than entered");
        let alone = state.entries.left() <= suspended + 1;
        if alone && state.entries.are_closed() && state.seating.floor().playing() == 0 {
            self.waits_for_decision();
        }
        true
    }
}
