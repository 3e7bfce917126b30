//! Impounded pots. The floor delays the decision about a pot, its chips leave the stacks between
//! two hands, and play goes on (TFPL and Spotlight 2a-6).
//!
//! A player who has no other chips is not out before the decision. The player gives up the seat and
//! is dealt no hands, so that the others can play on. Players who are eliminated in the meantime
//! finish below. If the decision returns chips, the player gets the same seat or another one.
//! Otherwise the player is out at that moment, by the hand in which the other chips were lost.
//! While a pot is impounded, the tournament does not end and no deal counts.

use super::state::Entries;
use super::{Director, Step, moves, placing};
use crate::entry::Whereabouts;
use crate::escrow::PotNo;
use crate::event::Event;
use crate::held::Bust;
use crate::order::{Entering, Order};
use crate::refusal::Refusal;
use cardroom_rules::{Chips, EntryNo, MAX_SEATS, SeatNo, TableNo};
use std::collections::BTreeSet;

pub(super) fn check_impound(
    director: &Director,
    table: TableNo,
    parts: &[(EntryNo, Chips)],
) -> Result<(), Refusal> {
    director.table(table).ok_or(Refusal::UnknownTable(table))?;
    if director.state.escrow.is_full() {
        return Err(Refusal::NotNow("Too many pots are impounded. Release one first."));
    }
    check_parts(&director.state.entries, parts)?;
    for (entry, chips) in parts {
        let dues = director.state.escrow.dues(*entry).into_iter().map(|(_, due)| due);
        if *chips + dues.sum() > director.state.stack_due(*entry) {
            return Err(Refusal::NotNow("A player has fewer chips than that. Check the amounts."));
        }
    }
    Ok(())
}

pub(super) fn check_release(
    director: &Director,
    number: PotNo,
    parts: &[(EntryNo, Chips)],
) -> Result<(), Refusal> {
    let pot = director.state.escrow.pot(number).ok_or(Refusal::UnknownPot(number))?;
    if !pot.due.is_empty() {
        return Err(Refusal::NotNow(
            "Chips still come into this pot when the hand is over. Wait for its end.",
        ));
    }
    check_parts(&director.state.entries, parts)?;
    let (pot, parts) = (pot.chips(), parts.iter().map(|(_, chips)| *chips).sum());
    if pot != parts {
        return Err(Refusal::PartsDiffer { pot, parts });
    }
    Ok(())
}

/// Checks that the parts belong to different players who are in the tournament.
fn check_parts(all: &Entries, parts: &[(EntryNo, Chips)]) -> Result<(), Refusal> {
    let entries: BTreeSet<EntryNo> = parts.iter().map(|(entry, _)| *entry).collect();
    if parts.is_empty() || entries.len() != parts.len() || parts.len() > MAX_SEATS {
        return Err(Refusal::NotNow("Name each player once, at least one and at most ten."));
    }
    if parts.iter().any(|(_, chips)| chips.is_zero()) {
        return Err(Refusal::NotNow("A part has at least one chip."));
    }
    entries.into_iter().try_for_each(|entry| all.must_be_in(entry))
}

pub(super) fn impound(
    step: &mut Step<'_>,
    table: TableNo,
    parts: Vec<(EntryNo, Chips)>,
    reason: String,
) {
    let pot = step.state().escrow.next();
    let entries: Vec<EntryNo> = parts.iter().map(|(entry, _)| *entry).collect();
    step.emit(Event::PotImpounded { pot, table, at: step.now, reason, parts });
    for entry in entries {
        settle_escrow_when_due(step, entry);
    }
}

pub(super) fn release_pot(step: &mut Step<'_>, pot: PotNo, parts: &[(EntryNo, Chips)]) {
    step.emit(Event::PotReleased { pot, parts: parts.to_vec() });
    for (entry, _) in parts {
        settle_escrow_when_due(step, *entry);
    }
    let escrow = &step.state().escrow;
    let lost = escrow.all_suspended().filter(|(entry, _)| escrow.of(*entry).is_zero());
    let lost: Vec<Bust> = lost.map(|(_, suspended)| suspended.bust.clone()).collect();
    if !lost.is_empty() {
        placing::rank(step, lost, false);
    }
    step.attend_to_all();
}

/// Moves an entry's chips into and out of pots, at once or when the hand is over.
fn settle_escrow_when_due(step: &mut Step<'_>, entry: EntryNo) {
    let Some(known) = step.director.entry(entry) else { return };
    match known.whereabouts {
        Whereabouts::Seated { table, .. } => {
            if step.state().held.get(entry).is_none() {
                step.attention.insert(table);
            } else {
                settle_at_table(step, entry, table);
            }
        }
        _ => {
            settle_escrow(step, entry);
            if step.state().lacks_chips(entry) {
                suspend_without_chips(step, entry);
            } else {
                reseat(step, entry);
            }
        }
    }
}

/// Does the same at a table without a hand in progress, and sends the table the new stack.
/// Returns `true` if anything was settled.
pub(super) fn settle_at_table(step: &mut Step<'_>, entry: EntryNo, table: TableNo) -> bool {
    if !settle_escrow(step, entry) {
        return false;
    }
    if step.state().lacks_chips(entry) {
        suspend_without_chips(step, entry);
    } else {
        let stacks = vec![(step.state().entries.player(entry), step.state().entries.stack(entry))];
        step.order(table, Order::SetStacks { stacks });
    }
    true
}

/// Moves the chips that are due. Returns `true` if there were any.
fn settle_escrow(step: &mut Step<'_>, entry: EntryNo) -> bool {
    let escrow = &step.state().escrow;
    let (back, dues) = (escrow.returning(entry), escrow.dues(entry));
    if !back.is_zero() {
        step.emit(Event::ChipsReleased { entry, chips: back });
    }
    for (pot, due) in &dues {
        // The hand in progress may have left fewer chips.
        let chips = (*due).min(step.state().entries.stack(entry));
        step.emit(Event::ChipsImpounded { pot: *pot, entry, chips });
    }
    !back.is_zero() || !dues.is_empty()
}

/// Suspends a player whose last chips were impounded.
fn suspend_without_chips(step: &mut Step<'_>, entry: EntryNo) {
    let escrow = &step.state().escrow;
    if escrow.suspended(entry).is_some() || escrow.of(entry).is_zero() {
        return;
    }
    let pot = escrow.pots().find(|(_, pot)| pot.from.contains_key(&entry));
    let table = pot.map_or(TableNo(0), |(_, pot)| pot.table);
    placing::suspend(
        step,
        Bust {
            entry,
            table,
            started_with: Chips::ZERO,
            hand_rank: None,
            eliminated_by: Vec::new(),
            rebuy_until: None,
        },
    );
}

/// Seats a suspended player who has chips again: in the old seat, else at the old table, else
/// in any free seat that no player of a breaking table needs.
pub(super) fn reseat(step: &mut Step<'_>, entry: EntryNo) {
    let director = &*step.director;
    let Some(suspended) = director.state.escrow.suspended(entry) else { return };
    if director.state.entries.stack(entry).is_zero() {
        return;
    }
    let old = suspended.seat;
    let free_at = |(number, table): (TableNo, &crate::Table)| -> Option<(TableNo, SeatNo)> {
        let is_open = !table.breaks && table.has_room();
        let free = || table.free_seats();
        let own = old.filter(|(there, seat)| *there == number && free().any(|one| one == *seat));
        is_open
            .then(|| own.map(|(_, seat)| seat).or_else(|| free().next()))?
            .map(|seat| (number, seat))
    };
    let at_old = old.and_then(|(number, _)| Some((number, director.table(number)?)));
    let place = || at_old.and_then(free_at).or_else(|| director.tables().find_map(free_at));
    let has_room = director.state.seating.open_seats() > 0;
    match has_room.then(place).flatten() {
        Some((table, seat)) => {
            step.emit(Event::Seated { entry, table, seat });
            moves::order_to_sit(step, entry, table, seat, Entering::Balanced);
            step.attention.insert(table);
        }
        None => step.emit(Event::WaitsForSeat { entry }),
    }
}

/// Returns `true` if chips are impounded or not back in a stack yet. Announces once that play
/// cannot go on without a decision.
pub(super) fn waits_for_decision(step: &mut Step<'_>) -> bool {
    let escrow = &step.state().escrow;
    if escrow.is_empty() {
        return false;
    }
    if escrow.is_open() && !escrow.is_awaited() {
        step.emit(Event::DecisionAwaited);
    }
    true
}

/// Returns `true` if there is no winner yet because of impounded chips. Announces it if only
/// one player has other chips.
pub(super) fn waits_to_crown(step: &mut Step<'_>) -> bool {
    let state = step.state();
    if state.escrow.is_empty() {
        return false;
    }
    let suspended = state.escrow.all_suspended().count();
    let suspended = u32::try_from(suspended).expect("fewer than entered");
    let alone = state.entries.left() <= suspended + 1;
    if alone && state.entries.are_closed() && state.seating.floor().playing() == 0 {
        waits_for_decision(step);
    }
    true
}
