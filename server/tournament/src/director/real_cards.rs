//! Tournaments with real cards: what the floor reports about them. No table is dealt a hand, so
//! each is always between two hands and does at once what the director orders.
//!
//! A stack is what the room has last heard of it. The total of all chips is certain, because it
//! comes from entries and purchases alone.

use super::{Director, Step, busts, moves, placing, purchases};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::Undo;
use crate::held::Bust;
use crate::input::Purchase;
use crate::order::{Entering, Order};
use crate::real_cards::{Hand, RealCards};
use crate::refusal::Refusal;
use crate::report::Standing;
use crate::seq::Seq;
use cardroom_rules::{Chips, EntryNo, MAX_SEATS, PlayerId, SeatNo, TableNo};
use std::collections::{BTreeMap, BTreeSet};

impl Director {
    /// Returns what the floor has said about a tournament with real cards; `None` if the room deals
    /// the cards.
    #[must_use]
    pub fn real_cards(&self) -> Option<&RealCards> {
        self.structure().has_real_cards().then_some(&self.state.real.0)
    }
}

fn must_be_real(director: &Director) -> Result<(), Refusal> {
    let text = "The room deals the cards of this tournament, so it knows this itself.";
    director.structure().has_real_cards().then_some(()).ok_or(Refusal::NotNow(text))?;
    director.state.course.must_run()
}

/// Returns the table of a player who has a seat and has not lost all chips.
fn table_of(director: &Director, entry: EntryNo) -> Result<TableNo, Refusal> {
    director.state.entries.must_be_in(entry)?;
    if director.state.held.get(entry).is_some() {
        let text = "This player has lost all chips already and may still take a rebuy.";
        return Err(Refusal::NotNow(text));
    }
    match director.state.entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. }) => Ok(table),
        _ => Err(Refusal::NotNow("This player has no seat yet. Try again in a moment.")),
    }
}

pub(super) fn check_hand_for_hand(director: &Director) -> Result<(), Refusal> {
    let text = "With real cards, call hand-for-hand out in the room, and put the players of one \
                hand out together.";
    let real = director.structure().has_real_cards();
    (!real).then_some(()).ok_or(Refusal::NotNow(text))
}

/// Checks that a deal would be about stacks that were counted.
pub(super) fn check_stacks_are_counted(director: &Director) -> Result<(), Refusal> {
    let stacks: Chips = director.state.entries.stacks().map(|(_, stack)| stack).sum();
    let text = "The stacks do not add up to the chips in play. Have the floor count them first.";
    let certain =
        !director.structure().has_real_cards() || stacks == director.state.entries.chips();
    certain.then_some(()).ok_or(Refusal::NotNow(text))
}

pub(super) fn check_out(
    director: &Director,
    entry: EntryNo,
    by: &[EntryNo],
    with: &[EntryNo],
) -> Result<Undo, Refusal> {
    must_be_real(director)?;
    let out: BTreeSet<EntryNo> = with.iter().copied().chain([entry]).collect();
    let winners: BTreeSet<EntryNo> = by.iter().copied().collect();
    if out.len() != with.len() + 1 || winners.len() != by.len() {
        return Err(Refusal::NotNow("Name each player once."));
    }
    if by.len() > MAX_SEATS {
        return Err(Refusal::NotNow("At most ten players win a pot together."));
    }
    let tables = out.iter().map(|entry| table_of(director, *entry));
    let tables = tables.collect::<Result<BTreeSet<TableNo>, Refusal>>()?;
    if !out.is_disjoint(&winners) {
        let text = "A player who is out in this hand has not won the chips. Name the winner.";
        return Err(Refusal::NotNow(text));
    }
    for winner in &winners {
        if !tables.contains(&table_of(director, *winner)?) {
            return Err(Refusal::NotNow("The winner sits at another table. Check the numbers."));
        }
    }
    let state = &director.state;
    let plays_on = |entry: EntryNo| !out.contains(&entry) && state.held.get(entry).is_none();
    if !state.entries.all_in().any(|(entry, _)| plays_on(entry)) {
        let text = "Somebody wins the tournament. Leave the player in who has the chips.";
        return Err(Refusal::NotNow(text));
    }
    Ok(Undo::Out)
}

/// Puts players out who lost all chips in one hand. The winners get the chips in equal parts.
pub(super) fn put_out(
    step: &mut Step<'_>,
    ruling: Seq,
    entry: EntryNo,
    by: &[EntryNo],
    with: &[EntryNo],
) {
    let out: Vec<EntryNo> = [entry].into_iter().chain(with.iter().copied()).collect();
    let winners: Vec<PlayerId> =
        by.iter().map(|winner| step.state().entries.player(*winner)).collect();
    let stage = step.state().schedule.stage();
    let all_counted = out.iter().all(|entry| step.state().real.is_counted(*entry, stage));
    let stacks: Vec<Chips> = out.iter().map(|entry| step.state().entries.stack(*entry)).collect();
    let won = shared(stacks.iter().copied().sum(), by);
    step.emit(Event::HandLost { ruling, out: out.clone(), won });
    note_who_sits(step, &out);
    tell_stacks(step, out.iter().chain(by).copied());
    let mut at: BTreeMap<TableNo, Vec<Bust>> = BTreeMap::new();
    for (entry, stack) in out.into_iter().zip(stacks) {
        let Ok(table) = seat_of(step.director, entry) else { continue };
        // The room cannot rank stacks that nobody has counted, so their players share the place.
        let started_with = if all_counted { stack } else { Chips::ZERO };
        let standing = Standing {
            seat: SeatNo(0),
            player: step.state().entries.player(entry),
            started_with,
            stack: Chips::ZERO,
            hand_rank: None,
            eliminated_by: winners.iter().copied().take(MAX_SEATS).collect(),
            absent: false,
        };
        at.entry(table).or_default().push(busts::bust_of(step, entry, table, &standing));
    }
    step.attention.extend(at.keys());
    let rebuys = at.values().flatten().any(|bust| bust.rebuy_until.is_some());
    if at.len() > 1 && !rebuys {
        return placing::rank(step, at.into_values().flatten().collect(), true);
    }
    for (table, busts) in at {
        busts::hold_or_rank(step, table, busts);
    }
}

/// Divides chips into equal parts. The odd ones go to the winners who were named first.
fn shared(chips: Chips, by: &[EntryNo]) -> Vec<(EntryNo, Chips)> {
    let parts = u64::try_from(by.len()).unwrap_or(u64::MAX);
    if parts == 0 {
        return Vec::new();
    }
    let (each, over) = chips.divide(parts);
    let part = |index: u64| each + Chips(u64::from(index < over.0));
    by.iter().copied().zip((0..parts).map(part)).collect()
}

fn seat_of(director: &Director, entry: EntryNo) -> Result<TableNo, Refusal> {
    match director.state.entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. }) => Ok(table),
        _ => Err(Refusal::NotIn(entry)),
    }
}

/// Sends the stacks of seated players to their tables.
fn tell_stacks(step: &mut Step<'_>, entries: impl IntoIterator<Item = EntryNo>) {
    let mut at: BTreeMap<TableNo, Vec<(PlayerId, Chips)>> = BTreeMap::new();
    for entry in entries {
        if let Ok(table) = seat_of(step.director, entry) {
            let entries = &step.state().entries;
            let stack = (entries.player(entry), entries.stack(entry));
            at.entry(table).or_default().push(stack);
        }
    }
    for (table, stacks) in at {
        step.order(table, Order::SetStacks { stacks });
        step.attention.insert(table);
    }
}

/// Returns the last hand, if all who lost it can come back.
fn last_hand(director: &Director) -> Result<&Hand, &'static str> {
    let state = &director.state;
    let Some(hand) = state.real.last() else {
        return Err("Only the last hand in which somebody went out can be taken back.");
    };
    if hand.stage != state.schedule.stage() {
        return Err("The level has ended since, so this hand cannot be taken back.");
    }
    for entry in hand.lost.iter().map(|lost| lost.entry) {
        let is_out = state.entries.must_be_in(entry).is_err();
        let again = state.entries.of(state.entries.player(entry)) != Some(entry);
        if again || (!is_out && state.held.get(entry).is_none()) {
            return Err("A player of this hand has bought chips or entered again since.");
        }
        let is_paid = director.entry(entry).is_some_and(|known| !known.prize.is_zero());
        if is_out && (is_paid || director.bounties().is_some()) {
            return Err("A prize or a bounty was paid for this hand, so it stands.");
        }
    }
    let gone = hand.lost.iter().filter(|lost| state.entries.must_be_in(lost.entry).is_err());
    if gone.count() > state.seating.open_seats() {
        return Err("A table was broken since, and no seat is free for them.");
    }
    Ok(hand)
}

pub(super) fn check_undo_out(director: &Director, ruling: Seq) -> Result<(), Refusal> {
    director.state.course.must_run()?;
    match director.state.real.last() {
        Some(hand) if hand.ruling != ruling => {
            let text = "Somebody went out since. Take the later hand back first.";
            Err(Refusal::CannotUndo(text))
        }
        _ => last_hand(director).map(|_| ()).map_err(Refusal::CannotUndo),
    }
}

pub(super) fn check_back(director: &Director, entry: EntryNo) -> Result<(), Refusal> {
    must_be_real(director)?;
    director.entry(entry).ok_or(Refusal::NotIn(entry))?;
    let is_in = director.state.entries.must_be_in(entry).is_ok();
    if is_in && director.state.held.get(entry).is_none() {
        return Err(Refusal::NotNow("This player is in the tournament."));
    }
    let hand = last_hand(director).map_err(Refusal::NotNow)?;
    if !hand.has(entry) {
        return Err(Refusal::NotNow("Somebody went out since. Take the later hand back first."));
    }
    if hand.lost.len() > 1 {
        let text = "Others went out in the same hand. Undo that ruling, and give it again.";
        return Err(Refusal::NotNow(text));
    }
    Ok(())
}

/// Brings the players of the last hand back. Each gets the old seat, or waits for one if it is gone.
pub(super) fn take_hand_back(step: &mut Step<'_>) {
    let Some(hand) = step.state().real.last().cloned() else { return };
    let entries = hand.lost.iter().map(|lost| lost.entry);
    let back = entries.filter(|entry| step.state().entries.must_be_in(*entry).is_err()).collect();
    step.emit(Event::HandTakenBack { back });
    for lost in &hand.lost {
        let table = step.director.table(lost.table).filter(|table| !table.breaks);
        let is_free = table.is_some_and(|table| table.free_seats().any(|seat| seat == lost.seat));
        let waits = step.state().entries.waiting().contains(&lost.entry);
        if waits && is_free {
            let (entry, table, seat) = (lost.entry, lost.table, lost.seat);
            step.emit(Event::Seated { entry, table, seat });
            moves::order_to_sit(step, entry, table, seat, Entering::Newcomer);
        } else if !waits {
            tell_stacks(step, [lost.entry]);
        }
        step.attention.insert(lost.table);
    }
    tell_stacks(step, hand.won.iter().map(|(winner, _)| *winner));
}

pub(super) fn check_purchase(
    director: &Director,
    entry: EntryNo,
    what: Purchase,
) -> Result<(), Refusal> {
    must_be_real(director)?;
    director.state.entries.must_be_in(entry)?;
    let text = match what {
        Purchase::Rebuy => "This player cannot take a rebuy now.",
        Purchase::AddOn => "This player cannot take the add-on now.",
    };
    let player = director.state.entries.player(entry);
    director.may_buy(player, what).then_some(()).ok_or(Refusal::NotNow(text))
}

pub(super) fn sell(step: &mut Step<'_>, entry: EntryNo, what: Purchase) -> Result<(), Refusal> {
    let player = step.state().entries.player(entry);
    purchases::buy(step, player, what)?;
    note_who_sits(step, &[entry]);
    Ok(())
}

pub(super) fn check_count(
    director: &Director,
    entry: EntryNo,
    chips: Chips,
) -> Result<Undo, Refusal> {
    must_be_real(director)?;
    table_of(director, entry)?;
    if chips.is_zero() {
        return Err(Refusal::NotNow("A player without chips is out. Put the player out instead."));
    }
    if chips > director.state.entries.chips() {
        return Err(Refusal::NotNow("That is more than all chips in play. Count again."));
    }
    Ok(Undo::Count { entry, before: director.state.entries.stack(entry), counted: chips })
}

pub(super) fn count(step: &mut Step<'_>, entry: EntryNo, stack: Chips) {
    note_stack(step, entry, stack, true);
    note_who_sits(step, &[entry]);
}

pub(super) fn note_stack(step: &mut Step<'_>, entry: EntryNo, stack: Chips, certain: bool) {
    step.emit(Event::StackCounted { entry, stack, certain });
    tell_stacks(step, [entry]);
}

pub(super) fn check_moved(director: &Director, entry: EntryNo) -> Result<(), Refusal> {
    must_be_real(director)?;
    director.state.entries.must_be_in(entry)?;
    let text = "No move of this player waits to be confirmed.";
    director.state.real.is_walking(entry).then_some(()).ok_or(Refusal::NotNow(text))
}

pub(super) fn confirm_move(step: &mut Step<'_>, entry: EntryNo) {
    step.emit(Event::MoveConfirmed { entry });
    note_who_sits(step, &[entry]);
}

/// Draws the player who moves to balance tables, because the room does not see the button.
pub(super) fn draw_mover(step: &mut Step<'_>, from: TableNo) -> Option<EntryNo> {
    let table = step.director.table(from)?;
    let all: Vec<EntryNo> = table.seated().map(|(_, entry)| entry).collect();
    let sits = |entry: &&EntryNo| !step.state().real.is_walking(**entry);
    let sitting: Vec<EntryNo> = all.iter().filter(sits).copied().collect();
    let list = if sitting.is_empty() { all } else { sitting };
    step.drawing(|_, draws| draws.pick(&list).copied())
}

/// Notes the players of whom the floor has seen that they are there. A player of whom the floor
/// says nothing until the chips are picked up never sat.
pub(super) fn note_who_sits(step: &mut Step<'_>, entries: &[EntryNo]) {
    if !step.setup().structure.has_real_cards() {
        return;
    }
    let new = entries.iter().filter(|entry| !step.state().discipline.has_sat(**entry));
    let entries: Vec<EntryNo> = new.copied().collect();
    if !entries.is_empty() {
        step.emit(Event::Sat { entries });
    }
}

/// Notes the players who checked in before the start.
pub(super) fn note_who_checked_in(step: &mut Step<'_>) {
    let state = step.state();
    let here = state.entries.all_in().filter(|(entry, _)| state.entries.is_checked_in(*entry));
    let here: Vec<EntryNo> = here.map(|(entry, _)| entry).collect();
    note_who_sits(step, &here);
}
