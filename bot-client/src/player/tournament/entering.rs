//! Finding a tournament, entering it, and finding out how an entry ended while the bot was away.

use super::super::invitation::{Invitation, Invited};
use super::super::outbox::Request;
use super::super::{BUSY_PAUSE, Outcome, Phase, Player, may_pass};
use super::run::is_over;
use super::{entry_over, plays, wait_for_seat};
use crate::tournament::{EntryResult, TournamentPlan, WhichTournament};
use cardroom_protocol::hosting::InvitedToTournament;
use cardroom_protocol::past::ResultPage;
use cardroom_protocol::server::Refused;
use cardroom_protocol::tournament::{
    EnterTournament, Entered, EntryState, ListTournaments, OwnEntry, Purchase, TournamentEvent,
    TournamentList, TournamentSnapshot, TournamentStep, TournamentView, WatchTournament,
};
use cardroom_protocol::{ErrorCode, TournamentId};
use std::time::Duration;

/// How long to wait before looking again.
const LOOK_PAUSE: Duration = Duration::from_secs(1);

/// Finds out how the tournament stands, from its view, or from the list if its id is unknown.
pub(in crate::player) fn find(player: &mut Player) {
    let Some(plan) = &player.shared.settings.tournament else { return };
    let Some(run) = &mut player.run else { return };
    player.phase = Phase::Finding;
    let id = match (&plan.which, player.invitation.leads_to()) {
        (WhichTournament::Id(id), _) => Some(*id),
        (WhichTournament::Code(_), Some(Invited::Tournament(id))) => Some(id),
        _ => None,
    };
    run.begin_search(id);
    match (&plan.which, run.id()) {
        (WhichTournament::Code(code), _) if id.is_none() => {
            Invitation::present(code, &mut player.outbox);
        }
        (_, Some(tournament)) => {
            let watch = |request| WatchTournament { request, tournament, on: true };
            player.outbox.ask(Request::WatchTournament, watch);
        }
        (_, None) => {
            let list = |request| ListTournaments { request, past: false };
            player.outbox.ask(Request::ListTournaments, list);
        }
    }
}

/// Handles an accepted code, which leads to a private tournament.
pub(in crate::player) fn invited(player: &mut Player, invited: &InvitedToTournament) {
    player.outbox.answered(invited.request);
    player.invitation.accept(Invited::Tournament(invited.info.tournament));
    if player.phase == Phase::Finding {
        find(player);
    }
}

/// Watches the best tournament of a list, once all of the list has arrived.
pub(in crate::player) fn listed(player: &mut Player, now: Duration, list: &TournamentList) {
    let Some(plan) = &player.shared.settings.tournament else { return };
    let WhichTournament::Name(name) = &plan.which else { return };
    let Some(run) = player.run.as_mut().filter(|_| player.phase == Phase::Finding) else { return };
    run.compare(name, &list.tournaments);
    if !list.last {
        return;
    }
    player.outbox.answered(list.request);
    if run.take_best() {
        find(player);
    } else {
        look_again(player, now);
    }
}

/// Looks again after a pause, up to a limit.
fn look_again(player: &mut Player, now: Duration) {
    let Some(run) = &mut player.run else { return };
    if run.found_nothing() {
        player.stop(now, Outcome::NoSuchTournament);
    } else {
        player.pause(now, LOOK_PAUSE);
    }
}

/// Handles a view of the tournament, with the player's entry if there is one.
pub(in crate::player) fn viewed(player: &mut Player, now: Duration, snapshot: &TournamentSnapshot) {
    if !plays(player, snapshot.tournament) {
        return;
    }
    player.outbox.settle(|request| request == Request::WatchTournament);
    let Some(run) = &mut player.run else { return };
    let view = &snapshot.view;
    run.viewed(view);
    match &view.you {
        Some(you) => own_entry(player, now, snapshot.tournament, you),
        None => no_entry(player, now, view),
    }
}

fn own_entry(player: &mut Player, now: Duration, tournament: TournamentId, you: &OwnEntry) {
    let Some(run) = &mut player.run else { return };
    run.has_entry(you.entry, &player.shared.counters);
    if let Some(result) = EntryResult::seen(player.bot, player.login.name(), tournament, you) {
        return entry_over(player, now, result, you.may_re_enter);
    }
    let Some(run) = &player.run else { return };
    if you.state == EntryState::Registered {
        run.check_in(&mut player.outbox);
    }
    if you.state == EntryState::MayRebuy {
        let plan = player.shared.settings.tournament.as_ref();
        let buys = plan.is_some_and(|plan| plan.buys_chips);
        run.answer_rebuy(Purchase::Rebuy, buys, &mut player.outbox);
    }
    if player.phase != Phase::Playing {
        wait_for_seat(player);
    }
}

/// Handles the lack of an entry: enters, or waits for the moment to enter.
fn no_entry(player: &mut Player, now: Duration, view: &TournamentView) {
    if is_over(view.info.state) {
        return too_late(player, now, ErrorCode::TournamentOver, "The tournament is over.");
    }
    if !view.info.open && view.info.level > 0 {
        return too_late(player, now, ErrorCode::TooLate, "The tournament takes no more entries.");
    }
    if player.run.as_mut().is_some_and(|run| run.enters_now(now, view)) {
        enter(player);
    }
}

/// Enters when the moment of a late entry or of another attempt has come.
pub(in crate::player) fn enter_when_due(player: &mut Player, now: Duration) {
    if player.run.as_mut().is_some_and(|run| run.take_entry_due(now)) {
        enter(player);
    }
}

pub(in crate::player) fn enter(player: &mut Player) {
    let Some(tournament) = player.run.as_ref().and_then(|run| run.id()) else { return };
    let enter = |request| EnterTournament { request, tournament, of_age: true };
    player.outbox.ask(Request::Enter, enter);
    player.phase = Phase::Entering;
}

pub(in crate::player) fn entered(player: &mut Player, entered: &Entered) {
    player.outbox.answered(entered.request);
    if !plays(player, entered.tournament) {
        return;
    }
    let Some(run) = &mut player.run else { return };
    run.has_entry(entered.entry, &player.shared.counters);
    run.check_in(&mut player.outbox);
    // A seat that was assigned before this answer stays.
    if player.phase == Phase::Entering {
        wait_for_seat(player);
    }
}

/// Handles a step of the tournament while the player waits to enter.
pub(in crate::player) fn step(player: &mut Player, step: &TournamentStep) {
    if !plays(player, step.tournament) {
        return;
    }
    let Some(run) = &mut player.run else { return };
    let Some(missed) = run.stepped(step) else { return };
    if player.phase != Phase::Finding {
        return;
    }
    let matters = |event: &TournamentEvent| {
        matches!(
            event,
            TournamentEvent::EntryOpened(_)
                | TournamentEvent::TournamentBegan(_)
                | TournamentEvent::LevelBegan(_)
                | TournamentEvent::EntryClosed(_)
                | TournamentEvent::TournamentEnded(_)
                | TournamentEvent::TournamentCancelled(_)
        )
    };
    let waits = !player.outbox.is_open(Request::WatchTournament);
    if waits && (missed || step.events.0.iter().any(matters)) {
        find(player);
    }
}

pub(in crate::player) fn refused(
    player: &mut Player,
    now: Duration,
    request: Request,
    refused: &Refused,
) {
    if player.stint.outcome().is_some() {
        return;
    }
    match refused.code {
        code if may_pass(code) => player.pause(now, BUSY_PAUSE),
        ErrorCode::InsufficientFunds if request == Request::Enter => {
            player.wallet.refill(now, &mut player.outbox);
        }
        ErrorCode::AlreadyEntered => find(player),
        ErrorCode::UnknownTournament if request != Request::Results => gone(player, now),
        ErrorCode::NotRegistering | ErrorCode::NotAllowedNow => look_again(player, now),
        code => too_late(player, now, code, &refused.message),
    }
}

/// Handles a tournament that the room does not know. It has ended while the player was away, or
/// was announced again under another id.
fn gone(player: &mut Player, now: Duration) {
    let by_name = |plan: &TournamentPlan| matches!(plan.which, WhichTournament::Name(_));
    let by_name = player.shared.settings.tournament.as_ref().is_some_and(by_name);
    let Some(run) = &mut player.run else { return };
    if run.entries() > 0 {
        return run.ask_results(0, &mut player.outbox);
    }
    if by_name {
        run.forget_id();
    }
    look_again(player, now);
}

/// Looks for the player's row in a page of the results.
pub(in crate::player) fn results(player: &mut Player, now: Duration, page: &ResultPage) {
    let entry = player.run.as_ref().and_then(|run| run.entry());
    let asked = player.outbox.answered(page.request) == Some(Request::Results);
    let Some(entry) = entry.filter(|_| asked && plays(player, page.event.tournament)) else {
        return;
    };
    let rows = u32::try_from(page.rows.len()).unwrap_or(u32::MAX);
    let next = page.from.saturating_add(rows);
    match page.rows.iter().find(|row| row.name == player.login.name()) {
        Some(row) => {
            let result = EntryResult::kept(player.bot, entry, page, row);
            entry_over(player, now, result, false);
        }
        None if rows > 0 && next < page.total => {
            if let Some(run) = &player.run {
                run.ask_results(next, &mut player.outbox);
            }
        }
        None => player.stop(now, Outcome::TournamentLeft),
    }
}

/// Stops because entry is closed. The outcome tells late players from those who have played.
fn too_late(player: &mut Player, now: Duration, code: ErrorCode, message: &str) {
    let Some(run) = &player.run else { return };
    let outcome = match (run.entries(), run.is_late()) {
        (0, true) => Outcome::EntryClosed,
        (0, false) => Outcome::Rejected { code, message: message.to_owned() },
        _ => Outcome::TournamentLeft,
    };
    player.stop(now, outcome);
}
