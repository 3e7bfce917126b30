//! The last messages to watchers, as far as those about the next step depend on them.

use super::real_cards::open_moves;
use super::{chips, pot_out, pots_now};
use cardroom_protocol::tournament as wire;
use cardroom_rules::{Chips, EntryNo, TableNo};
use cardroom_tournament::{Director, Event, ImpoundedPot, PotNo};
use std::collections::BTreeMap;

/// The last messages to watchers. They change only when a stored step is announced.
#[derive(PartialEq, Debug)]
pub(in crate::director) struct Told {
    /// The players on the way to another table, and why they move.
    moving: BTreeMap<EntryNo, wire::SeatReason>,
    /// The total of all chips in play.
    chips: Chips,
    /// The impounded pots, as in the last list of them.
    pots: Vec<(PotNo, ImpoundedPot)>,
    /// The unconfirmed moves.
    open_moves: Vec<wire::OpenMove>,
}

impl Told {
    /// Returns what watchers of this tournament know after a view of it.
    pub(in crate::director) fn of(director: &Director) -> Self {
        Self {
            moving: moving(director),
            chips: director.chips(),
            pots: pots_now(director),
            open_moves: open_moves(director),
        }
    }

    /// Notes that a player moves away from this table.
    pub(super) fn moves(&mut self, director: &Director, entry: EntryNo, from: TableNo) {
        self.moving.insert(entry, moved_from(director, from));
    }

    /// Notes that a player has a seat.
    pub(super) fn sits(&mut self, entry: EntryNo) {
        self.moving.remove(&entry);
    }

    /// Returns why a player gets a seat. `starts` if the tournament begins with this step.
    pub(super) fn reason(
        &self,
        director: &Director,
        entry: EntryNo,
        starts: bool,
    ) -> wire::SeatReason {
        match self.moving.get(&entry) {
            _ if starts => wire::SeatReason::Draw,
            Some(moved) => *moved,
            // All players take seats at the final table at once.
            None if director.entry_is_closed() => wire::SeatReason::FinalTable,
            None => wire::SeatReason::LateEntry,
        }
    }

    /// Notes the total of chips after a step. Returns how the exchange of the smallest chips
    /// changed it.
    pub(super) fn exchanged(
        &mut self,
        director: &Director,
        events: &[Event],
    ) -> Option<wire::ChipsExchanged> {
        let after = director.chips();
        let told = std::mem::replace(&mut self.chips, after);
        let unit = events.iter().rev().find_map(|event| match event {
            Event::ChipsExchanged { unit, .. } => Some(*unit),
            _ => None,
        })?;
        // A player who enters late during the exchange brings chips that are exchanged at once.
        let brought = events.iter().filter_map(|event| match event {
            Event::Entered { stack, .. } => Some(*stack),
            _ => None,
        });
        let before = told + brought.sum();
        (before != after).then(|| wire::ChipsExchanged {
            unit: chips(unit),
            chips_before: chips(before),
            chips_after: chips(after),
        })
    }

    /// Notes the impounded pots. Returns them if they have changed.
    pub(super) fn pots_changed(&mut self, director: &Director) -> Option<wire::PotsChanged> {
        let now = pots_now(director);
        if self.pots == now {
            return None;
        }
        let pots = now.iter().map(|(number, pot)| pot_out(*number, pot)).collect();
        self.pots = now;
        Some(wire::PotsChanged { pots })
    }

    /// Notes the unconfirmed moves. Returns them if they have changed.
    pub(super) fn open_moves_changed(&mut self, director: &Director) -> Option<wire::MovesChanged> {
        let moves = open_moves(director);
        if self.open_moves == moves {
            return None;
        }
        self.open_moves.clone_from(&moves);
        Some(wire::MovesChanged { moves })
    }
}

/// Returns why a player moves away from this table.
fn moved_from(director: &Director, from: TableNo) -> wire::SeatReason {
    match director.table(from).is_none_or(|table| table.breaks) {
        true => wire::SeatReason::TableBroken,
        false => wire::SeatReason::Balanced,
    }
}

/// Returns why each player on the way to another table moves, after a restart. If the old table has
/// already released the player, the seat tells: those of a broken table were drawn.
fn moving(director: &Director) -> BTreeMap<EntryNo, wire::SeatReason> {
    let arriving = director.tables().flat_map(|(_, table)| &table.arriving);
    let arriving = arriving.map(|arrival| match arrival.seat {
        Some(_) => (arrival.entry, wire::SeatReason::TableBroken),
        None => (arrival.entry, wire::SeatReason::Balanced),
    });
    let leaving = director.tables().flat_map(|(number, table)| {
        table.leaving.iter().map(move |entry| (*entry, moved_from(director, number)))
    });
    arriving.chain(leaving).collect()
}
