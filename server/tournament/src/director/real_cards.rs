//! Tournaments with real cards: what the floor reports about them. No table is dealt a hand, so
//! each is always between two hands and does at once what the director orders.
//!
//! A stack is what the room has last heard of it. The total of all chips is certain, because it
//! comes from entries and purchases alone.

use super::arrivals::Arrivals;
use super::effects::Effects;
use super::purchases::Sale;
use super::state::{Course, Discipline, Entries};
use super::{Director, Step, busts, placing};
use crate::event::Event;
use crate::floor::Undo;
use crate::held::{Bust, Held};
use crate::order::{Entering, Order};
use crate::real_cards::{Hand, RealCards};
use crate::refusal::Refusal;
use crate::report::Standing;
use crate::seq::Seq;
use crate::setup::Setup;
use crate::table::Table;
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

/// Refuses a command that only a running tournament with real cards takes.
pub(super) fn must_be_real(setup: &Setup, course: &Course) -> Result<(), Refusal> {
    let text = "The room deals the cards of this tournament, so it knows this itself.";
    setup.structure.has_real_cards().then_some(()).ok_or(Refusal::NotNow(text))?;
    course.must_run()
}

/// Returns the table of a player who has a seat and has not lost all chips.
fn table_of(entries: &Entries, held: &Held, entry: EntryNo) -> Result<TableNo, Refusal> {
    entries.must_be_in(entry)?;
    if held.get(entry).is_some() {
        let text = "This player has lost all chips already and may still take a rebuy.";
        return Err(Refusal::NotNow(text));
    }
    let text = "This player has no seat yet. Try again in a moment.";
    entries.table_of(entry).ok_or(Refusal::NotNow(text))
}

pub(super) fn check_hand_for_hand(setup: &Setup) -> Result<(), Refusal> {
    let text = "With real cards, call hand-for-hand out in the room, and put the players of one \
                hand out together.";
    let real = setup.structure.has_real_cards();
    (!real).then_some(()).ok_or(Refusal::NotNow(text))
}

/// Checks that a deal would be about stacks that were counted.
pub(super) fn check_stacks_are_counted(entries: &Entries, setup: &Setup) -> Result<(), Refusal> {
    let stacks: Chips = entries.stacks().map(|(_, stack)| stack).sum();
    let text = "The stacks do not add up to the chips in play. Have the floor count them first.";
    let certain = !setup.structure.has_real_cards() || stacks == entries.chips();
    certain.then_some(()).ok_or(Refusal::NotNow(text))
}

pub(super) fn check_out(
    entries: &Entries,
    held: &Held,
    entry: EntryNo,
    by: &[EntryNo],
    with: &[EntryNo],
) -> Result<Undo, Refusal> {
    let out: BTreeSet<EntryNo> = with.iter().copied().chain([entry]).collect();
    let winners: BTreeSet<EntryNo> = by.iter().copied().collect();
    if out.len() != with.len() + 1 || winners.len() != by.len() {
        return Err(Refusal::NotNow("Name each player once."));
    }
    if by.len() > MAX_SEATS {
        return Err(Refusal::NotNow("At most ten players win a pot together."));
    }
    let tables = out.iter().map(|entry| table_of(entries, held, *entry));
    let tables = tables.collect::<Result<BTreeSet<TableNo>, Refusal>>()?;
    if !out.is_disjoint(&winners) {
        let text = "A player who is out in this hand has not won the chips. Name the winner.";
        return Err(Refusal::NotNow(text));
    }
    for winner in &winners {
        if !tables.contains(&table_of(entries, held, *winner)?) {
            return Err(Refusal::NotNow("The winner sits at another table. Check the numbers."));
        }
    }
    let plays_on = |entry: EntryNo| !out.contains(&entry) && held.get(entry).is_none();
    if !entries.all_in().any(|(entry, _)| plays_on(entry)) {
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
    step.bring_about(note_who_sits(&step.state().discipline, step.setup(), &out));
    step.bring_about(tell_stacks(&step.state().entries, out.iter().chain(by).copied()));
    let mut at: BTreeMap<TableNo, Vec<Bust>> = BTreeMap::new();
    for (entry, stack) in out.into_iter().zip(stacks) {
        let Some(table) = step.state().entries.table_of(entry) else { continue };
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
        let rebuy_until = Sale::of(step.director).rebuy_until(entry, step.now);
        at.entry(table).or_default().push(Bust::new(entry, table, &standing, rebuy_until));
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

/// Sends the stacks of seated players to their tables.
fn tell_stacks(entries: &Entries, of: impl IntoIterator<Item = EntryNo>) -> Effects {
    let mut at: BTreeMap<TableNo, Vec<(PlayerId, Chips)>> = BTreeMap::new();
    for entry in of {
        if let Some(table) = entries.table_of(entry) {
            at.entry(table).or_default().push((entries.player(entry), entries.stack(entry)));
        }
    }
    let mut effects = Effects::default();
    for (table, stacks) in at {
        effects.order(table, Order::SetStacks { stacks });
        effects.attend(table);
    }
    effects
}

/// Returns the last hand, if all who lost it can come back.
pub(super) fn last_hand(director: &Director) -> Result<&Hand, &'static str> {
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

/// Checks that a ruling about the last hand can be undone. `last` is that hand, if its players can
/// come back.
pub(super) fn check_undo_out(
    real: &RealCards,
    last: Result<&Hand, &'static str>,
    ruling: Seq,
) -> Result<(), Refusal> {
    match real.last() {
        Some(hand) if hand.ruling != ruling => {
            let text = "Somebody went out since. Take the later hand back first.";
            Err(Refusal::CannotUndo(text))
        }
        _ => last.map(|_| ()).map_err(Refusal::CannotUndo),
    }
}

/// Checks that a player who is out can come back.
pub(super) fn check_back(
    entries: &Entries,
    held: &Held,
    last: Result<&Hand, &'static str>,
    entry: EntryNo,
) -> Result<(), Refusal> {
    entries.get(entry).ok_or(Refusal::NotIn(entry))?;
    if entries.must_be_in(entry).is_ok() && held.get(entry).is_none() {
        return Err(Refusal::NotNow("This player is in the tournament."));
    }
    let hand = last.map_err(Refusal::NotNow)?;
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
            let arrivals = Arrivals::of(step.director);
            step.bring_about(arrivals.sit(entry, table, seat, Entering::Newcomer));
        } else if !waits {
            step.bring_about(tell_stacks(&step.state().entries, [lost.entry]));
        }
        step.attention.insert(lost.table);
    }
    let winners = hand.won.iter().map(|(winner, _)| *winner);
    step.bring_about(tell_stacks(&step.state().entries, winners));
}

pub(super) fn check_count(
    entries: &Entries,
    held: &Held,
    entry: EntryNo,
    chips: Chips,
) -> Result<Undo, Refusal> {
    table_of(entries, held, entry)?;
    if chips.is_zero() {
        return Err(Refusal::NotNow("A player without chips is out. Put the player out instead."));
    }
    if chips > entries.chips() {
        return Err(Refusal::NotNow("That is more than all chips in play. Count again."));
    }
    Ok(Undo::Count { entry, before: entries.stack(entry), counted: chips })
}

/// Sets the stack of a player to what the floor has counted, or back to what was known before.
pub(super) fn note_stack(
    entries: &Entries,
    entry: EntryNo,
    stack: Chips,
    certain: bool,
) -> Effects {
    let mut effects = Effects::from([Event::StackCounted { entry, stack, certain }]);
    if let Some(table) = entries.table_of(entry) {
        let stacks = vec![(entries.player(entry), stack)];
        effects.order(table, Order::SetStacks { stacks });
        effects.attend(table);
    }
    effects
}

/// Returns the players of a table of whom one moves to balance tables. It is drawn, because the room
/// does not see the button.
pub(super) fn may_move(real: &RealCards, table: &Table) -> Vec<EntryNo> {
    let all: Vec<EntryNo> = table.seated().map(|(_, entry)| entry).collect();
    let sits = |entry: &&EntryNo| !real.is_walking(**entry);
    let sitting: Vec<EntryNo> = all.iter().filter(sits).copied().collect();
    if sitting.is_empty() { all } else { sitting }
}

/// Notes the players of whom the floor has seen that they are there. A player of whom the floor
/// says nothing until the chips are picked up never sat.
pub(super) fn note_who_sits(
    discipline: &Discipline,
    setup: &Setup,
    entries: &[EntryNo],
) -> Option<Event> {
    let new = entries.iter().filter(|entry| !discipline.has_sat(**entry));
    let entries: Vec<EntryNo> = new.copied().collect();
    let anybody = setup.structure.has_real_cards() && !entries.is_empty();
    anybody.then_some(Event::Sat { entries })
}
