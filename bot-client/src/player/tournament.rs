//! A player's way through a tournament: entering, changing seats, going out, re-entering.
//!
//! Turns and steps are those of any table. A player watches the tournament only while it waits for
//! the moment to enter, which the server does not announce otherwise.

mod dealt;
pub(super) mod entering;
mod moment;
mod requests;
mod run;

pub(super) use run::TournamentRun;

use super::outbox::Request;
use super::{Outcome, Phase, Player};
use crate::tournament::{EntryEnd, EntryResult};
use cardroom_protocol::server::LoggedIn;
use cardroom_protocol::tournament::{
    DealOffered, EntryReturned, Finished, NewSeat, SeatReason, VoteOnDeal,
};
use cardroom_protocol::{Money, TournamentId};
use std::time::Duration;

/// Returns `true` if this player plays the tournament.
fn plays(player: &Player, tournament: TournamentId) -> bool {
    player.run.as_ref().is_some_and(|run| run.is(tournament))
}

/// Continues after a login, with the seat that the login lists, or by finding out
/// how the tournament stands.
pub(super) fn after_login(player: &mut Player, login: &LoggedIn) {
    let Some(run) = &mut player.run else { return };
    let is_in = |id| crate::tournament::is_in(login, id);
    let has_entry = run.entry().is_some() && run.id().is_some_and(is_in);
    if player.view.id().is_some_and(|table| !login.tables.contains(&table)) {
        player.leave_view();
    }
    if has_entry {
        wait_for_seat(player);
    } else {
        entering::find(player);
    }
}

/// Waits for the room to assign a seat.
fn wait_for_seat(player: &mut Player) {
    if let Some(run) = &mut player.run {
        run.unwatch(&mut player.outbox);
    }
    player.phase = Phase::BetweenSeats;
}

pub(super) fn new_seat(player: &mut Player, new: &NewSeat) {
    if !plays(player, new.tournament) || player.phase == Phase::Done {
        return;
    }
    if let Some(run) = &mut player.run {
        run.unwatch(&mut player.outbox);
    }
    let moved =
        !matches!(new.reason, SeatReason::Draw | SeatReason::LateEntry | SeatReason::Unchanged);
    if moved {
        player.shared.counters.moves.count();
    }
    // The view may have arrived before this message.
    let arrived = player
        .view
        .synced()
        .is_some_and(|table| (table.info.table, table.hero_seat) == (new.table, Some(new.seat)));
    if !player.view.is_at(new.table) {
        player.leave_view();
    }
    if let Some(run) = &mut player.run {
        run.has_entry(new.entry, &player.shared.counters);
        run.seat_assigned(new.table, new.reason);
    }
    player.phase = if arrived { Phase::Playing } else { Phase::Resuming };
}

/// Handles the loss of a seat at a tournament table. The room will assign the next one.
pub(super) fn seat_left(player: &mut Player) {
    player.leave_view();
    if let Some(run) = &mut player.run {
        run.seat_lost();
    }
    if !matches!(player.phase, Phase::Entering | Phase::Finding | Phase::Done) {
        player.phase = Phase::BetweenSeats;
    }
}

/// Votes on a deal, as the brain decides.
pub(super) fn deal_offered(player: &mut Player, offer: &DealOffered) {
    if !plays(player, offer.tournament) {
        return;
    }
    let accept = player.decider.brain().accept_deal(offer);
    let (tournament, deal) = (offer.tournament, offer.deal);
    let vote = |request| VoteOnDeal { request, tournament, deal, accept };
    player.outbox.ask(Request::Other, vote);
}

/// Handles the end of an entry whose chips are gone.
pub(super) fn finished(player: &mut Player, now: Duration, finished: &Finished) {
    if plays(player, finished.tournament) {
        let result = EntryResult::told(player.bot, player.login.name(), finished);
        entry_over(player, now, result, finished.may_re_enter);
    }
}

/// Handles an entry that was refunded.
pub(super) fn entry_returned(player: &mut Player, now: Duration, returned: &EntryReturned) {
    if plays(player, returned.tournament) {
        let result = EntryResult {
            bot: player.bot,
            name: player.login.name().to_owned(),
            tournament: returned.tournament,
            entry: returned.entry,
            end: EntryEnd::Returned,
            prize: Money(0),
            bounties: Money(0),
        };
        entry_over(player, now, result, false);
    }
}

/// Handles the end of an entry: re-enters, or is done.
fn entry_over(player: &mut Player, now: Duration, result: EntryResult, may_re_enter: bool) {
    let end = result.end;
    if player.shared.results.note(result) {
        player.shared.counters.entries_over.count();
    }
    if let Some(run) = &mut player.run {
        run.seat_lost();
    }
    player.leave_view();
    let again = player.shared.settings.tournament.as_ref().map_or(0, |plan| plan.re_entries);
    let entries = player.run.as_ref().map_or(0, |run| run.entries());
    if may_re_enter && entries <= again && player.stint.outcome().is_none() {
        return entering::enter(player);
    }
    player.stop(now, Outcome::TournamentPlayed(end));
}
