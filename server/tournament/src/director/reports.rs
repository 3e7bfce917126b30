//! Handles reports from tables. A repeated report changes nothing, except that it may contain
//! corrections of the hand that were missed.

use super::{
    Step, absences, bonus, book_penalties, corrections, dues, escrow, halts, placing, purchases,
    stages,
};
use crate::event::Event;
use crate::held::Bust;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::report::{HandFinished, Outcome, Report, Standing, Upcoming};
use crate::table::{Doing, Table};
use cardroom_rules::{Chips, EntryNo, HandNo, TableNo};

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
        Outcome::Positions(upcoming) => note_positions(step, table, *upcoming),
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

pub(super) fn note_positions(step: &mut Step<'_>, table: TableNo, upcoming: Option<Upcoming>) {
    if step.director.table(table).is_some_and(|known| known.upcoming != upcoming) {
        step.emit(Event::PositionsChanged { table, upcoming });
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
    let players = check_hand(step, report)?;
    let stacks = players.iter().map(|(entry, player)| (*entry, player.stack)).collect();
    let (hand, upcoming, void) = (report.hand, report.upcoming, report.void);
    step.emit(Event::HandFinished { table: number, hand, stacks, upcoming, void });
    let entries: Vec<EntryNo> = players.iter().map(|(entry, _)| *entry).collect();
    absences::note_absences(step, &entries, report);
    stages::rest_after(step, number);
    let busts: Vec<Bust> = players
        .into_iter()
        .filter(|(_, player)| player.stack.is_zero())
        .map(|(entry, player)| bust_of(step, entry, number, player))
        .collect();
    hold_or_rank(step, number, busts);
    step.attention.insert(number);
    Ok(())
}

pub(super) fn bust_of(step: &Step<'_>, entry: EntryNo, table: TableNo, player: &Standing) -> Bust {
    let stays =
        step.state().due.removal(entry).is_none() && !step.state().discipline.has_quit(entry);
    let rebuys = stays && purchases::may_rebuy(step.director, entry, Chips::ZERO);
    Bust {
        entry,
        table,
        started_with: player.started_with,
        hand_rank: player.hand_rank,
        eliminated_by: player.eliminated_by.to_vec(),
        rebuy_until: rebuys.then(|| step.now + step.setup().time_for_rebuy()),
    }
}

/// Handles players who lost all chips in one hand. Their places stay open while one of them may
/// rebuy, and in hand-for-hand until all tables have finished.
pub(super) fn hold_or_rank(step: &mut Step<'_>, table: TableNo, busts: Vec<Bust>) {
    if busts.is_empty() {
        return;
    }
    for bust in &busts {
        // A player with impounded chips is not out yet.
        if step.state().escrow.of(bust.entry).is_zero() {
            bonus::keep_bonus(step, bust.entry);
        }
    }
    let rebuys = busts.iter().any(|bust| bust.rebuy_until.is_some());
    if rebuys || step.state().together.is_on() {
        // Chips bought during the hand arrive now, and a player who has some is not out.
        for bust in busts {
            let entry = bust.entry;
            step.emit(Event::Busted(Box::new(bust)));
            if !step.state().escrow.returning(entry).is_zero() {
                escrow::settle_at_table(step, entry, table);
            }
            give_bought_chips(step, entry);
        }
        return;
    }
    let comes = |bust: &Bust| {
        let released = step.state().escrow.returning(bust.entry);
        !(step.state().stack_due(bust.entry) + released).is_zero()
    };
    let (bought, busts): (Vec<Bust>, Vec<Bust>) = busts.into_iter().partition(comes);
    // They have a stack again before the next hand.
    drop(bought);
    placing::rank(step, busts, false);
    halts::tell_of_short_table(step, table);
}

/// Gives a player the chips bought during the hand.
fn give_bought_chips(step: &mut Step<'_>, entry: EntryNo) {
    if !step.state().stack_due(entry).is_zero() {
        dues::change_stack(step, entry, Chips::ZERO, Chips::ZERO);
    }
}

/// Checks that a report neither creates nor loses chips and names the seated
/// players. Returns their entries.
fn check_hand<'r>(
    step: &Step<'_>,
    report: &'r HandFinished,
) -> Result<Vec<(EntryNo, &'r Standing)>, Refusal> {
    let (table, hand) = (report.table, report.hand);
    let known = step.director.table(table).ok_or(Refusal::UnknownTable(table))?;
    if known.hand != hand {
        let reason = "the table was not ordered to deal it";
        return Err(Refusal::BadReport { table, hand, reason });
    }
    check_players(step, report)
}

pub(super) fn check_players<'r>(
    step: &Step<'_>,
    report: &'r HandFinished,
) -> Result<Vec<(EntryNo, &'r Standing)>, Refusal> {
    let (table, hand) = (report.table, report.hand);
    let bad = |reason| Refusal::BadReport { table, hand, reason };
    let known = step.director.table(table).ok_or(Refusal::UnknownTable(table))?;
    let mut players = Vec::with_capacity(report.players.len());
    for player in &report.players {
        let entry = known.players.get(player.seat.index()).copied().flatten();
        let entry = entry.filter(|entry| step.state().entries.player(*entry) == player.player);
        players.push((entry.ok_or_else(|| bad("somebody sits there who should not"))?, player));
    }
    let before: Chips = players.iter().map(|(entry, _)| step.state().entries.stack(*entry)).sum();
    let after: Chips = report.players.iter().map(|player| player.stack).sum();
    if before != after {
        return Err(bad("chips were made or lost"));
    }
    Ok(players)
}
