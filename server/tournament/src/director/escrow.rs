//! Impounded pots. The floor delays the decision about a pot, its chips leave the stacks between
//! two hands, and play goes on (TFPL and Spotlight 2a-6).
//!
//! A player who has no other chips is not out before the decision. The player gives up the seat and
//! is dealt no hands, so that the others can play on. Players who are eliminated in the meantime
//! finish below. If the decision returns chips, the player gets the same seat or another one.
//! Otherwise the player is out at that moment, by the hand in which the other chips were lost.
//! While a pot is impounded, the tournament does not end and no deal counts.

use super::arrivals::Arrivals;
use super::effects::Effects;
use super::state::Entries;
use super::{Director, Step, placing};
use crate::escrow::{Escrow, PotNo};
use crate::event::Event;
use crate::held::Bust;
use crate::order::{Entering, Order};
use crate::refusal::Refusal;
use crate::table::Table;
use cardroom_rules::{Chips, EntryNo, MAX_SEATS, SeatNo, TableNo};
use std::collections::BTreeSet;

/// Checks the parts of a pot to impound. `stack_due` is the stack of a player after the hand.
pub(super) fn check_impound(
    escrow: &Escrow,
    entries: &Entries,
    parts: &[(EntryNo, Chips)],
    stack_due: impl Fn(EntryNo) -> Chips,
) -> Result<(), Refusal> {
    if escrow.is_full() {
        return Err(Refusal::NotNow("Too many pots are impounded. Release one first."));
    }
    check_parts(entries, parts)?;
    for (entry, chips) in parts {
        let dues = escrow.dues(*entry).into_iter().map(|(_, due)| due);
        if *chips + dues.sum() > stack_due(*entry) {
            return Err(Refusal::NotNow("A player has fewer chips than that. Check the amounts."));
        }
    }
    Ok(())
}

pub(super) fn check_release(
    escrow: &Escrow,
    entries: &Entries,
    number: PotNo,
    parts: &[(EntryNo, Chips)],
) -> Result<(), Refusal> {
    let pot = escrow.pot(number).ok_or(Refusal::UnknownPot(number))?;
    if !pot.due.is_empty() {
        return Err(Refusal::NotNow(
            "Chips still come into this pot when the hand is over. Wait for its end.",
        ));
    }
    check_parts(entries, parts)?;
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
        settle_when_due(step, entry);
    }
}

pub(super) fn release_pot(step: &mut Step<'_>, pot: PotNo, parts: &[(EntryNo, Chips)]) {
    step.emit(Event::PotReleased { pot, parts: parts.to_vec() });
    for (entry, _) in parts {
        settle_when_due(step, *entry);
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
fn settle_when_due(step: &mut Step<'_>, entry: EntryNo) {
    let state = step.state();
    match state.entries.table_of(entry) {
        Some(table) if state.held.get(entry).is_none() => {
            step.attention.insert(table);
        }
        _ => {
            settle(step, entry);
        }
    }
}

/// Does the same for a player who is in no hand. The player has a new stack, or no chips left, or
/// chips again. Returns `true` if anything was settled.
pub(super) fn settle(step: &mut Step<'_>, entry: EntryNo) -> bool {
    let state = step.state();
    let settled = settled(&state.escrow, entry, state.entries.stack(entry));
    if settled.is_empty() {
        return false;
    }
    step.bring_about(settled);
    let state = step.state();
    if state.lacks_chips(entry) {
        if let Some(bust) = bust_without_chips(&state.escrow, entry) {
            placing::suspend(step, bust);
        }
    } else if let Some(table) = state.entries.table_of(entry) {
        let stacks = vec![(state.entries.player(entry), state.entries.stack(entry))];
        step.order(table, Order::SetStacks { stacks });
    } else {
        step.bring_about(reseat(step.director, entry));
    }
    true
}

/// Moves the chips that are due between a stack and the pots.
fn settled(escrow: &Escrow, entry: EntryNo, mut stack: Chips) -> Vec<Event> {
    let mut events = Vec::new();
    let back = escrow.returning(entry);
    if !back.is_zero() {
        stack += back;
        events.push(Event::ChipsReleased { entry, chips: back });
    }
    for (pot, due) in escrow.dues(entry) {
        // The hand in progress may have left fewer chips.
        let chips = due.min(stack);
        stack -= chips;
        events.push(Event::ChipsImpounded { pot, entry, chips });
    }
    events
}

/// Returns the bust of a player whose last chips were impounded, unless it is known.
fn bust_without_chips(escrow: &Escrow, entry: EntryNo) -> Option<Bust> {
    if escrow.suspended(entry).is_some() || escrow.of(entry).is_zero() {
        return None;
    }
    let pot = escrow.pots().find(|(_, pot)| pot.from.contains_key(&entry));
    Some(Bust {
        entry,
        table: pot.map_or(TableNo(0), |(_, pot)| pot.table),
        started_with: Chips::ZERO,
        hand_rank: None,
        eliminated_by: Vec::new(),
        rebuy_until: None,
    })
}

/// Seats a suspended player who has chips again: in the old seat, else at the old table, else
/// in any free seat that no player of a breaking table needs.
pub(super) fn reseat(director: &Director, entry: EntryNo) -> Effects {
    let mut effects = Effects::default();
    let Some(suspended) = director.state.escrow.suspended(entry) else { return effects };
    if director.state.entries.stack(entry).is_zero() {
        return effects;
    }
    let old = suspended.seat;
    let free_at = |(number, table): (TableNo, &Table)| -> Option<(TableNo, SeatNo)> {
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
            let arrivals = Arrivals::of(director);
            effects.append(arrivals.sit(entry, table, seat, Entering::Balanced));
            effects.attend(table);
        }
        None => effects.emit(Event::WaitsForSeat { entry }),
    }
    effects
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

/// Returns `true` if no player can lose chips any more before a decision, because at most one player
/// has other chips.
pub(super) fn decides_alone(escrow: &Escrow, entries: &Entries) -> bool {
    let suspended = u32::try_from(escrow.all_suspended().count()).expect("fewer than entered");
    entries.are_closed() && entries.left() <= suspended + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::escrow::ImpoundedPot;
    use cardroom_rules::Millis;

    #[test]
    fn no_more_chips_are_impounded_than_a_player_has() {
        let (entry, pot, table) = (EntryNo(1), PotNo(1), TableNo(1));
        let mut escrow = Escrow::default();
        let due = [(entry, Chips(500))];
        escrow.impound(pot, ImpoundedPot::new(table, Millis(0), "a dispute", &due));
        escrow.release(PotNo(2), &[(entry, Chips(200))]);
        let released = Event::ChipsReleased { entry, chips: Chips(200) };
        let impounded = Event::ChipsImpounded { pot, entry, chips: Chips(300) };
        assert_eq!(settled(&escrow, entry, Chips(100)), [released, impounded]);
        assert_eq!(settled(&escrow, EntryNo(2), Chips(100)), []);
    }
}
