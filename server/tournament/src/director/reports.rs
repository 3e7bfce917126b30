//! Handles reports from tables. A repeated report changes nothing, except that it may contain
//! corrections of the hand that were missed.

use super::{Step, absences, book_penalties, busts, corrections, reported, stages};
use crate::event::Event;
use crate::held::Bust;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::report::{HandFinished, Outcome, Report};
use crate::table::{Doing, Table};
use cardroom_rules::{EntryNo, HandNo, TableNo};

pub(super) fn receive(step: &mut Step<'_>, report: Report) -> Result<(), Refusal> {
    match report {
        Report::Done { table, order, outcome } => {
            order_done(step, table, order, &outcome);
            Ok(())
        }
        Report::HandFinished(finished) => hand_finished(step, &finished),
        Report::Reawarded(reawarded) => {
            corrections::chips_reawarded(step, reawarded);
            Ok(())
        }
        Report::Waiting { table, hand } => {
            table_waits(step, table, hand);
            Ok(())
        }
        Report::HandUndone(undone) => corrections::hand_undone(step, &undone),
        Report::PenaltyDue(due) => book_penalties::penalize(step, due),
        Report::Paused { table, paused } => {
            table_paused(step, table, paused);
            Ok(())
        }
    }
}

/// Handles a table that is paused or goes on. While the floor has paused all tables, none counts as
/// paused alone.
fn table_paused(step: &mut Step<'_>, table: TableNo, paused: bool) {
    let state = step.state();
    let is_open = state.seating.floor().table(table).is_some();
    let by_all = paused && state.is_paused_by_floor();
    if is_open && !by_all && state.seating.is_paused(table) != paused {
        step.emit(Event::TablePaused { table, paused });
    }
}

fn order_done(step: &mut Step<'_>, table: TableNo, order: crate::OrderNo, outcome: &Outcome) {
    let Some(done) = step.state().orders.get(order) else { return };
    let done = done.order.clone();
    if matches!(done, Order::Deal(_)) {
        return;
    }
    step.emit(Event::OrderDone { order });
    match outcome {
        Outcome::Done => {}
        Outcome::Positions(upcoming) => reported::note_positions(step, table, *upcoming),
    }
    match done {
        Order::Release { player } => {
            if let Some(entry) = step.director.entry_of(player) {
                note_release(step, entry, table);
            }
        }
        Order::Close => {
            let leaving = step.director.table(table).map(|table| table.leaving.clone());
            for entry in leaving.into_iter().flatten() {
                note_release(step, entry, table);
            }
            step.emit(Event::TableClosed { table });
            if step.state().seating.floor().staying() == 0 {
                // If every table breaks, the others waited for this one.
                step.attend_to_all();
            }
        }
        _ => {}
    }
    step.attention.insert(table);
}

/// Handles a table that waits with all-in hands face down (TDA RP-8-F).
fn table_waits(step: &mut Step<'_>, number: TableNo, hand: HandNo) {
    let plays = |table: &&Table| table.hand == hand && table.doing == Doing::Playing;
    if step.director.table(number).filter(plays).is_none() {
        return;
    }
    match step.state().together.hand_for_hand() {
        Some(h4h) if h4h.waiting.contains(&number) || h4h.revealing.contains(&number) => {}
        Some(_) => step.emit(Event::TableWaits { table: number }),
        None => step.order(number, Order::Reveal),
    }
}

fn note_release(step: &mut Step<'_>, entry: EntryNo, from: TableNo) {
    step.emit(Event::Released { entry, from });
    let entry = step.director.entry(entry).map(|entry| entry.whereabouts);
    if let Some(crate::Whereabouts::Moving { to }) = entry {
        step.attention.insert(to);
    }
}

fn hand_finished(step: &mut Step<'_>, report: &HandFinished) -> Result<(), Refusal> {
    let number = report.table;
    let table = step.director.table(number).ok_or(Refusal::UnknownTable(number))?;
    if table.hand > report.hand || table.doing == Doing::Waiting {
        // Already processed.
        corrections::take_missed_corrections(step, report);
        return Ok(());
    }
    if table.hand != report.hand {
        let reason = "the table was not ordered to deal it";
        return Err(Refusal::BadReport { table: number, hand: report.hand, reason });
    }
    let players = reported::check_players(table, &step.state().entries, report)?;
    let stacks = players.iter().map(|(entry, player)| (*entry, player.stack)).collect();
    let (hand, upcoming, void) = (report.hand, report.upcoming, report.void);
    step.emit(Event::HandFinished { table: number, hand, stacks, upcoming, void });
    let entries: Vec<EntryNo> = players.iter().map(|(entry, _)| *entry).collect();
    absences::note_absences(step, &entries, report);
    stages::rest_after(step, number);
    let busts: Vec<Bust> = players
        .into_iter()
        .filter(|(_, player)| player.stack.is_zero())
        .map(|(entry, player)| busts::bust_of(step, entry, number, player))
        .collect();
    busts::hold_or_rank(step, number, busts);
    step.attention.insert(number);
    Ok(())
}
