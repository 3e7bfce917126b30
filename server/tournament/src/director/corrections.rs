//! Corrections of a table's last hand after its report: a ruling moved chips to another player, or
//! the hand is void. The next hand may be in progress by then, but not over.

use super::purchases::Sale;
use super::state::Entries;
use super::{Step, book_penalties, busts, reported, undo};
use crate::event::Event;
use crate::held::Bust;
use crate::refusal::Refusal;
use crate::report::{HandFinished, Reawarded, Standing};
use crate::table::{Doing, Table};
use cardroom_rules::{Chips, EntryNo, HandNo, MAX_SEATS, SeatNo, TableNo};

/// Chips that a player returns for another one.
#[derive(Clone, Copy)]
pub(super) struct Passed {
    giver: EntryNo,
    getter: EntryNo,
    chips: Chips,
}

/// Returns `true` if this is the last hand that a table has reported.
fn is_last_hand(table: &Table, hand: HandNo) -> bool {
    match table.doing {
        Doing::Playing => table.hand.0 == hand.0 + 1,
        Doing::Waiting => table.hand == hand,
    }
}

/// Voids a finished hand. The stacks are those from before it, until the table
/// reports its next hand.
pub(super) fn hand_undone(step: &mut Step<'_>, report: &HandFinished) -> Result<(), Refusal> {
    let (number, hand) = (report.table, report.hand);
    let table = step.director.table(number).ok_or(Refusal::UnknownTable(number))?;
    if !is_last_hand(table, hand) {
        return Ok(());
    }
    let waits = table.doing == Doing::Waiting;
    let players = reported::check_players(table, &step.state().entries, report)?;
    let stacks: Vec<(EntryNo, Chips)> =
        players.iter().map(|(entry, player)| (*entry, player.stack)).collect();
    let upcoming = report.upcoming;
    if stacks.iter().any(|(entry, stack)| step.state().entries.stack(*entry) != *stack) {
        step.emit(Event::HandUndone { table: number, hand, stacks, upcoming });
    } else if waits {
        // No chips had changed hands, or the hand is undone already.
        let real = step.setup().structure.has_real_cards();
        let floor = step.state().seating.floor();
        step.bring_about(reported::note_positions(floor, number, upcoming, real));
    }
    // A void hand penalizes no player.
    for ruling in book_penalties::of_hand(&step.state().rulings, number, hand) {
        undo::undo(step, ruling)?;
    }
    Ok(())
}

/// Returns the chips of the last hand of a table that go to another player. If that hand is not
/// known yet, or one of the players is out by now, the report of the next hand has the result.
pub(super) fn reawarded(table: &Table, entries: &Entries, report: Reawarded) -> Option<Passed> {
    let giver = entries.of_player_in(report.from).ok()?;
    let getter = entries.of_player_in(report.to).ok()?;
    let passed = Passed { giver, getter, chips: report.chips };
    is_last_hand(table, report.hand).then_some(passed)
}

/// Returns the corrections from a repeated report that the director could not store when they were
/// reported. Only the difference from the last known report counts, because a stack may have
/// changed since for other reasons.
pub(super) fn missed(table: &Table, entries: &Entries, report: &HandFinished) -> Vec<Passed> {
    let number = report.table;
    if report.void || !is_last_hand(table, report.hand) {
        return Vec::new();
    }
    let (mut givers, mut getters) = (Vec::new(), Vec::new());
    for player in &report.players {
        let Ok(entry) = entries.of_player_in(player.player) else { continue };
        let Some(known) = entries.reported_stack(entry, number) else { continue };
        if player.stack < known {
            givers.push((entry, known - player.stack));
        } else if player.stack > known {
            getters.push((entry, player.stack - known));
        }
    }
    let total = |changes: &[(EntryNo, Chips)]| changes.iter().map(|(_, chips)| *chips).sum();
    let (given, gotten): (Chips, Chips) = (total(&givers), total(&getters));
    // A player who sits at another table now took the stack along that the director knew.
    let elsewhere = |entry| entries.table_of(entry).is_some_and(|table| table != number);
    let mut changed = givers.iter().chain(&getters).map(|(entry, _)| *entry);
    match given == gotten && !changed.any(elsewhere) {
        true => pair(givers, getters),
        false => Vec::new(),
    }
}

/// Pairs equal sums of chips that players return and get.
fn pair(givers: Vec<(EntryNo, Chips)>, getters: Vec<(EntryNo, Chips)>) -> Vec<Passed> {
    let mut passed = Vec::new();
    let mut getters = getters.into_iter();
    let mut next = getters.next();
    for (giver, mut left) in givers {
        while let Some((getter, wanted)) = next.filter(|_| !left.is_zero()) {
            let chips = left.min(wanted);
            passed.push(Passed { giver, getter, chips });
            left -= chips;
            let rest = wanted - chips;
            next = if rest.is_zero() { getters.next() } else { Some((getter, rest)) };
        }
    }
    passed
}

/// Moves chips between players, unless one of them has too few or is out by now. A player who has
/// no chips left is not dealt into the next hand.
pub(super) fn pass_chips(step: &mut Step<'_>, number: TableNo, passed: &[Passed]) {
    let Some(table) = step.director.table(number) else { return };
    let waits = table.doing == Doing::Waiting;
    let entries = &step.state().entries;
    let given_by = |giver: EntryNo| -> Chips {
        passed.iter().filter(|one| one.giver == giver).map(|one| one.chips).sum()
    };
    let is_possible = |one: &Passed| {
        let has_enough = entries.stack(one.giver) >= given_by(one.giver);
        has_enough && !entries.stack(one.getter).is_zero()
    };
    if passed.is_empty() || !passed.iter().all(is_possible) {
        return;
    }
    let had: Vec<Chips> = passed.iter().map(|one| entries.stack(one.giver)).collect();
    for Passed { giver, getter, chips } in passed.iter().copied() {
        step.emit(Event::Reawarded { giver, getter, chips });
    }
    let mut busts: Vec<Bust> = Vec::new();
    for (one, had) in passed.iter().zip(had).filter(|_| waits) {
        let is_counted = busts.iter().any(|bust| bust.entry == one.giver);
        if step.state().entries.stack(one.giver).is_zero() && !is_counted {
            let winners = passed.iter().filter(|other| other.giver == one.giver);
            let winners = winners.map(|other| step.state().entries.player(other.getter));
            let standing = Standing {
                seat: SeatNo(0),
                player: step.state().entries.player(one.giver),
                started_with: had,
                stack: Chips::ZERO,
                hand_rank: None,
                eliminated_by: winners.take(MAX_SEATS).collect(),
                absent: false,
            };
            let rebuy_until = Sale::of(step.director).rebuy_until(one.giver, step.now);
            busts.push(Bust::new(one.giver, number, &standing, rebuy_until));
        }
    }
    busts::hold_or_rank(step, number, busts);
    step.attention.insert(number);
}
