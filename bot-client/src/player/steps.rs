//! A player's table: full views, the steps that follow, and their effect on the seat.

use super::outbox::Request;
use super::{Outcome, Phase, Player, seating, tournament};
use crate::model::{HandResult, ModelError, Table};
use cardroom_protocol::server::{Step, TableSnapshot};
use cardroom_protocol::table::{TableEvent, TableView};
use cardroom_protocol::{Chips, TableId};
use std::time::Duration;

pub(super) fn snapshot(player: &mut Player, now: Duration, snapshot: TableSnapshot) {
    // In a tournament the room assigns the seat, and may send its view before the assignment.
    let sent = player.run.is_some() && snapshot.view.you.is_some();
    if !sent && table_wanted(player).is_some_and(|table| table != snapshot.table) {
        return;
    }
    if is_seat_of_an_entry_that_is_over(player, &snapshot.view) {
        return;
    }
    player.outbox.settle(|request| request == Request::Observe(snapshot.table));
    lost_steps(player, snapshot.table);
    let offers = snapshot.view.you.as_ref().map(|you| you.offers.0.clone());
    let mut table = Table::from_snapshot(snapshot);
    if let Some(before) = player.view.take().filter(|before| before.info.table == table.info.table)
    {
        table.last_result = before.last_result;
    } else if player.run.is_some() {
        player.decider.leave_table();
    }
    player.decider.seen_by_room(table.last_action_id);
    let has_seat = table.hero_seat.is_some();
    let decision = table.decision.is_some();
    player.shared.observe(|probe| probe.view(player.bot, now, &table));
    player.view.show(table);
    player.search.found();
    match (&player.phase, has_seat) {
        (Phase::Leaving { .. } | Phase::CashingOut { .. } | Phase::Done, _) => {}
        (_, true) => {
            player.phase = Phase::Playing;
            seating::sit_in_again(player);
            player.use_chips(now);
        }
        (Phase::Resuming | Phase::Playing, false) if player.run.is_some() => {
            tournament::seat_left(player);
            return;
        }
        (Phase::Opening, false) => seating::sit(player, now),
        (Phase::Resuming | Phase::Playing, false) => seating::look_for_table(player, now),
        _ => {}
    }
    if decision {
        player.consider(now);
    }
    let offers = offers.iter().flatten();
    for (table, offer) in offers.filter_map(|offer| Some((player.view.table()?, offer))) {
        player.decider.offered(table, offer, &mut player.outbox);
    }
}

/// Returns the table whose view is awaited, if it is known.
fn table_wanted(player: &Player) -> Option<TableId> {
    let assigned = player.run.as_ref().and_then(|run| run.table());
    player.outbox.observed().or(assigned).or_else(|| player.view.id())
}

/// Returns `true` if the player's seat belongs to an entry that has ended, and the table has
/// not freed it yet. A player about to re-enter does not go back to such a seat.
fn is_seat_of_an_entry_that_is_over(player: &Player, view: &TableView) -> bool {
    let enters = matches!(player.phase, Phase::Entering | Phase::Finding | Phase::Pausing { .. });
    let own = view.you.as_ref().map(|you| you.seat);
    let seat = view.seats.iter().find(|seat| own == Some(seat.seat));
    let is_broke = seat.is_some_and(|seat| seat.stack == Chips(0) && seat.in_hand.is_none());
    player.run.is_some() && enters && is_broke
}

/// Applies a step of the table, or requests a full view if the step does not fit.
pub(super) fn step(player: &mut Player, now: Duration, step: &Step) {
    let table = player.view.synced_mut().filter(|table| table.info.table == step.table);
    let Some(table) = table else { return lost_steps(player, step.table) };
    match table.admit(step.seq) {
        Ok(true) => {}
        Ok(false) => return,
        Err(error) => return resync(player, now, &error),
    }
    player.shared.observe(|probe| probe.step(player.bot, now, step, table));
    player.shared.counters.steps.count();
    let hand_before = table.last_result;
    if let Some(deals) = &mut player.deals {
        deals.follow(&step.events.0);
    }
    for event in &step.events.0 {
        if let Err(error) = apply(player, now, event) {
            return resync(player, now, &error);
        }
    }
    let result = player.view.table().and_then(|table| table.last_result);
    if result != hand_before {
        between_hands(player, now);
    }
}

/// Notes that the player does not follow all steps of a table.
fn lost_steps(player: &mut Player, table: TableId) {
    if let Some(deals) = &mut player.deals {
        deals.lost_steps(table);
    }
}

fn apply(player: &mut Player, now: Duration, event: &TableEvent) -> Result<(), ModelError> {
    let Some(table) = player.view.table() else { return Ok(()) };
    if let TableEvent::Acted(acted) = event {
        player.decider.action_seen(now, table, acted);
    }
    let Some(table) = player.view.synced_mut() else { return Ok(()) };
    table.apply_event(event)?;
    let table = &*table;
    player.decider.brain().saw(table, event);
    let hero = table.hero_seat;
    match event {
        TableEvent::HandStarted(started) => {
            player.decider.hand_started(table);
            if let Some(run) = &mut player.run {
                run.hand_started(player.bot, table, started, &player.shared);
            }
        }
        TableEvent::ButtonSet(_) => {
            if let Some(run) = &mut player.run {
                run.button_drawn();
            }
        }
        TableEvent::HandEnded(_) | TableEvent::HandVoided(_) => {
            if let Some(result) = table.last_result {
                let (table_id, big_blind) = (table.info.table, table.info.big_blind);
                player.decider.hand_over(table, &result, &mut player.outbox);
                if let (Some(net), false, None) = (result.net, result.voided, &player.run) {
                    player.shared.books.add(player.decider.brain().name(), net, big_blind);
                }
                hand_ended(player, now, table_id, &result);
            }
        }
        TableEvent::Turn(turn) if hero != Some(turn.seat) => {
            if player.phase == Phase::Playing {
                player.decider.interject(table, &mut player.outbox);
            }
        }
        TableEvent::Discarded(discarded) => {
            if discarded.timed_out && hero == Some(discarded.seat) {
                player.shared.counters.timeouts.count();
            }
        }
        TableEvent::SatOut(out) if hero == Some(out.seat) => seating::sit_in_again(player),
        TableEvent::ToppedUp(topped_up) if hero == Some(topped_up.seat) => {
            player.shared.counters.top_ups.count();
            seating::sit_in_again(player);
        }
        _ => player.decider.offered(table, event, &mut player.outbox),
    }
    Ok(())
}

fn hand_ended(player: &mut Player, now: Duration, table: TableId, result: &HandResult) {
    let counters = &player.shared.counters;
    if result.dealt_first && !result.voided {
        counters.hands.count();
    }
    if result.dealt_in && !result.voided {
        counters.hands_played.count();
        if player.shared.is_first_report(table, result.hand) {
            counters.hands_joined.count();
        }
        player.stint.hand_played();
    }
    player.shared.observe(|probe| probe.hand_ended(player.bot, now, table, result));
}

/// Handles the end of a hand: stops after the last one, or buys chips.
fn between_hands(player: &mut Player, now: Duration) {
    if player.run.is_none() && player.stint.has_played_enough(&player.shared.settings) {
        player.stop(now, Outcome::HandsPlayed);
    } else {
        player.use_chips(now);
    }
}

/// Requests a full view, because the table can no longer be trusted.
fn resync(player: &mut Player, now: Duration, error: &ModelError) {
    if let Some(table) = player.view.id() {
        lost_steps(player, table);
    }
    player.shared.counters.resyncs.count();
    if matches!(error, ModelError::Inconsistent { .. }) {
        player.shared.protocol_error(player.bot, now, &error.to_string());
    }
    player.view.lose_sync();
    player.decider.lost_steps();
    player.view.ask_again(&mut player.outbox);
}
