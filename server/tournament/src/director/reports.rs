//! Handles reports from tables. A repeated report changes nothing, except that it may contain
//! corrections of the hand that were missed.

use super::effects::Effects;
use super::purchases::Sale;
use super::state::{Entries, Together};
use super::timetable::Timetable;
use super::{Step, absences, book_penalties, busts, corrections, reported, rulings};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::held::Bust;
use crate::order::{Order, OrderNo};
use crate::refusal::Refusal;
use crate::report::{HandFinished, Outcome, Report};
use crate::seating::FloorPlan;
use crate::table::{Doing, Table};
use cardroom_rules::{EntryNo, HandNo, TableNo};

pub(super) fn receive(step: &mut Step<'_>, report: Report) -> Result<(), Refusal> {
    match report {
        Report::Done { table, order, outcome } => order_done(step, table, order, &outcome),
        Report::HandFinished(finished) => hand_finished(step, &finished)?,
        Report::Reawarded(reawarded) => {
            let number = reawarded.table;
            if let Some(table) = step.director.table(number) {
                let passed = corrections::reawarded(table, &step.state().entries, reawarded);
                corrections::pass_chips(step, number, passed.as_slice());
            }
        }
        Report::Waiting { table, hand } => {
            let state = step.state();
            step.bring_about(table_waits(state.seating.floor(), &state.together, table, hand));
        }
        Report::HandUndone(undone) => corrections::hand_undone(step, &undone)?,
        Report::PenaltyDue(due) => {
            let (seq, at) = (step.ruling_seq(), step.now);
            if let Some(ruling) = book_penalties::penalty(step.director, due, seq, at) {
                rulings::make(step, &ruling)?;
            }
        }
        // While the floor has paused all tables, none counts as paused alone.
        Report::Paused { table, paused } => {
            let state = step.state();
            let is_open = state.seating.floor().table(table).is_some();
            let by_all = paused && state.is_paused_by_floor();
            if is_open && !by_all && state.seating.is_paused(table) != paused {
                step.emit(Event::TablePaused { table, paused });
            }
        }
    }
    Ok(())
}

fn order_done(step: &mut Step<'_>, table: TableNo, order: OrderNo, outcome: &Outcome) {
    let Some(done) = step.state().orders.get(order) else { return };
    let done = done.order.clone();
    if matches!(done, Order::Deal(_)) {
        return;
    }
    step.emit(Event::OrderDone { order });
    match outcome {
        Outcome::Done => {}
        Outcome::Positions(upcoming) => {
            let real = step.setup().structure.has_real_cards();
            let floor = step.state().seating.floor();
            step.bring_about(reported::note_positions(floor, table, *upcoming, real));
        }
    }
    match done {
        Order::Release { player } => {
            if let Some(entry) = step.director.entry_of(player) {
                step.bring_about(note_release(&step.state().entries, entry, table));
            }
        }
        Order::Close => {
            let leaving = step.director.table(table).map(|table| table.leaving.clone());
            for entry in leaving.into_iter().flatten() {
                step.bring_about(note_release(&step.state().entries, entry, table));
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
fn table_waits(floor: &FloorPlan, together: &Together, number: TableNo, hand: HandNo) -> Effects {
    let mut effects = Effects::default();
    let plays = |table: &&Table| table.hand == hand && table.doing == Doing::Playing;
    if floor.table(number).filter(plays).is_some() {
        match together.hand_for_hand() {
            Some(_) if together.is_all_in(number) => {}
            Some(_) => effects.emit(Event::TableWaits { table: number }),
            None => effects.order(number, Order::Reveal),
        }
    }
    effects
}

fn note_release(entries: &Entries, entry: EntryNo, from: TableNo) -> Effects {
    let mut effects = Effects::from([Event::Released { entry, from }]);
    if let Some(Whereabouts::Moving { to }) = entries.whereabouts(entry) {
        effects.attend(to);
    }
    effects
}

fn hand_finished(step: &mut Step<'_>, report: &HandFinished) -> Result<(), Refusal> {
    let number = report.table;
    let table = step.director.table(number).ok_or(Refusal::UnknownTable(number))?;
    if table.hand > report.hand || table.doing == Doing::Waiting {
        // Already processed.
        let missed = corrections::missed(table, &step.state().entries, report);
        corrections::pass_chips(step, number, &missed);
        return Ok(());
    }
    if table.hand != report.hand {
        let reason = "the table was not ordered to deal it";
        return Err(Refusal::BadReport { table: number, hand: report.hand, reason });
    }
    let players = reported::check_players(table, &step.state().entries, report)?;
    let dealt_at = table.dealt_at;
    let stacks = players.iter().map(|(entry, player)| (*entry, player.stack)).collect();
    let (hand, upcoming, void) = (report.hand, report.upcoming, report.void);
    step.emit(Event::HandFinished { table: number, hand, stacks, upcoming, void });
    let entries: Vec<EntryNo> = players.iter().map(|(entry, _)| *entry).collect();
    let discipline = &step.state().discipline;
    step.bring_about(absences::note_absences(discipline, &entries, report, dealt_at));
    // Tables that play hand-for-hand take their break together.
    let rests = Timetable::of(step.director).rest_until(step.now);
    if let Some(until) = rests.filter(|_| !step.state().together.is_on()) {
        step.emit(Event::Rests { table: number, until });
    }
    let busts: Vec<Bust> = players
        .into_iter()
        .filter(|(_, player)| player.stack.is_zero())
        .map(|(entry, player)| {
            let rebuy_until = Sale::of(step.director).rebuy_until(entry, step.now);
            Bust::new(entry, number, player, rebuy_until)
        })
        .collect();
    busts::hold_or_rank(step, number, busts);
    step.attention.insert(number);
    Ok(())
}
