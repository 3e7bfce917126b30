//! Instructions of a tournament's director, carried out at the table. The order desk decides; this
//! module passes events and reports on.

use super::audience::Audience;
use super::{After, Outputs, TableCore};
use crate::OrderDesk;
use cardroom_engine::{Event, Input, Table};
use cardroom_hybrid::HybridTable;
use cardroom_record::ids::AccountId;
use cardroom_rules::Millis;
use cardroom_tournament::{Ordered, Report};

/// Handles an instruction of the director. `seen` says when the players that it seats were last
/// connected to the room.
pub(super) fn carry_out(
    core: &mut TableCore,
    now: Millis,
    ordered: Ordered,
    seen: &[(AccountId, Millis)],
    outputs: &mut Outputs,
) {
    let Some(mut desk) = core.projections.desk.take() else { return };
    let mut events = std::mem::take(&mut core.events);
    events.clear();
    let before = desk.done();
    let reports = desk.take(now, ordered, &mut core.table, &mut events);
    let around = (&mut core.table, &core.audience);
    note_who_is_not_there(around, now, seen, &mut desk, &mut events);
    let done = desk.done() > before;
    outputs.after.extend(reports.into_iter().map(After::Report));
    report_pause(&desk, &core.table, &events, outputs);
    follow_end(&mut desk, now, &mut core.table, &mut events, outputs);
    core.projections.desk = Some(desk);
    if events.is_empty() && done {
        // Stores that it was carried out, even if nothing changed.
        core.remember(now, outputs);
    }
    core.commit(now, events, outputs);
}

/// Marks placed players who do not watch the table as not there: they are absent at once. A player
/// who is connected to the room watches in the next step, before any hand is dealt. Who lost the
/// connection a moment ago, with the room or alone, gets the grace period.
fn note_who_is_not_there(
    (table, audience): (&mut HybridTable, &Audience),
    now: Millis,
    seen: &[(AccountId, Millis)],
    desk: &mut OrderDesk,
    events: &mut Vec<Event>,
) {
    let placed = |event: &Event| match event {
        Event::Placed { seat, player, .. } => Some((*seat, AccountId(player.0))),
        _ => None,
    };
    let placed: Vec<_> = events.iter().filter_map(placed).collect();
    let grace = table.setup().rulebook.presence.absence.grace_ms;
    for (seat, account) in placed {
        if !audience.is_watching(account) {
            let from = events.len();
            let was_here = seen.iter().any(|(who, at)| *who == account && now.since(*at) <= grace);
            let input = match was_here {
                true => Input::Presence { seat, connected: false },
                false => Input::NotThere { seat },
            };
            if table.step_into(now, input, events).is_ok() {
                events[from..].iter().for_each(|event| desk.note(event, table));
            }
        }
    }
}

/// Passes the events of a step on to the desk. At the end of a hand, the desk carries out
/// the instructions that waited for it.
pub(super) fn note(
    desk: Option<&mut OrderDesk>,
    table: &mut HybridTable,
    now: Millis,
    events: &mut Vec<Event>,
    outputs: &mut Outputs,
) {
    let Some(desk) = desk else { return };
    for event in &*events {
        desk.note(event, table);
        if let Event::Floor(ruled) = event {
            let report = desk.reawarded(&ruled.what, table);
            outputs.after.extend(report.map(|report| After::Report(Report::Reawarded(report))));
        }
    }
    let undone = events.iter().any(|event| event.returns_bets().is_some());
    if let Some(report) = desk.last_undone(table).filter(|_| undone) {
        outputs.after.push(After::Report(report));
    }
    report_pause(desk, table, events, outputs);
    follow_end(desk, now, table, events, outputs);
}

/// Reports a pause by whomever it was ordered, because a floor may pause a table while the director
/// orders all to go on.
fn report_pause(desk: &OrderDesk, table: &Table, events: &[Event], outputs: &mut Outputs) {
    if events.iter().any(|event| matches!(event, Event::Paused | Event::Resumed)) {
        outputs.after.push(After::Report(desk.paused(table)));
    }
}

fn follow_end(
    desk: &mut OrderDesk,
    now: Millis,
    table: &mut HybridTable,
    events: &mut Vec<Event>,
    outputs: &mut Outputs,
) {
    let is_end = |event: &Event| {
        use Event as E;
        matches!(event, E::HandEnded { .. } | E::HandVoided { .. } | E::HandWithdrawn { .. })
    };
    if let Some(hand) = table.hand_in_progress()
        && events.iter().any(|event| matches!(event, Event::HandHeld))
    {
        let waiting = Report::Waiting { table: desk.table(), hand };
        outputs.after.push(After::Report(waiting));
    }
    if !events.iter().any(is_end) {
        return;
    }
    let reports = desk.after_hand(now, table, events);
    outputs.after.extend(reports.into_iter().map(After::Report));
}
