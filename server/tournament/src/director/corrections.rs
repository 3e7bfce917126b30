//! Corrections of a table's last hand after its report: a ruling moved chips to another player, or
//! the hand is void. The next hand may be in progress by then, but not over.

use super::{Step, book_penalties, busts, reported};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::held::Bust;
use crate::refusal::Refusal;
use crate::report::{HandFinished, Reawarded, Standing};
use crate::table::{Doing, Table};
use cardroom_rules::{Chips, EntryNo, HandNo, MAX_SEATS, SeatNo, TableNo};

/// Chips that a player returns for another one.
#[derive(Clone, Copy)]
struct Passed {
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
        reported::note_positions(step, number, upcoming);
    }
    book_penalties::take_back_penalties(step, number, hand)
}

/// Moves chips of the last hand to another player. If that hand is not known yet, or one of the
/// players is out by now, the report of the next hand has the result.
pub(super) fn chips_reawarded(step: &mut Step<'_>, report: Reawarded) {
    let Reawarded { table: number, hand, from, to, chips } = report;
    let entries = &step.state().entries;
    let (Ok(giver), Ok(getter)) = (entries.of_player_in(from), entries.of_player_in(to)) else {
        return;
    };
    if step.director.table(number).is_some_and(|table| is_last_hand(table, hand)) {
        pass_chips(step, number, &[Passed { giver, getter, chips }]);
    }
}

/// Takes the corrections from a repeated report that the director could not store when they were
/// reported. Only the difference from the last known report counts, because a stack may have
/// changed since for other reasons.
pub(super) fn take_missed_corrections(step: &mut Step<'_>, report: &HandFinished) {
    let number = report.table;
    let is_last = |table: &Table| is_last_hand(table, report.hand);
    if report.void || !step.director.table(number).is_some_and(is_last) {
        return;
    }
    let (mut givers, mut getters) = (Vec::new(), Vec::new());
    let entries = &step.state().entries;
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
    let elsewhere = |entry: EntryNo| match entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. }) => table != number,
        _ => false,
    };
    let mut changed = givers.iter().chain(&getters).map(|(entry, _)| *entry);
    if given == gotten && !changed.any(elsewhere) {
        pass_chips(step, number, &pair(givers, getters));
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
fn pass_chips(step: &mut Step<'_>, number: TableNo, passed: &[Passed]) {
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
            busts.push(busts::bust_of(step, one.giver, number, &standing));
        }
    }
    busts::hold_or_rank(step, number, busts);
    step.attention.insert(number);
}
