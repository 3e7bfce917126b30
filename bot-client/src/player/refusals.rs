//! The reactions of a player to refused requests.

use super::outbox::Request;
use super::tournament::{self, entering};
use super::wallet::NO_FUNDS_PAUSE;
use super::{BUSY_PAUSE, NO_SEAT_PAUSE, Outcome, Phase, Player};
use super::{login, may_pass, seating, waiting};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::server::Refused;
use std::time::Duration;

pub(super) fn refused(player: &mut Player, now: Duration, refused: Refused) {
    let request = player.outbox.answered(refused.request);
    if request == Some(Request::JoinDeal) {
        // Most tables deal without proofs. A busy one is asked again.
        let again_at = may_pass(refused.code).then_some(now + BUSY_PAUSE);
        if let Some(deals) = &mut player.deals {
            deals.refused(refused.request, again_at);
        }
        return;
    }
    player.shared.counters.requests_refused.count();
    tracing::debug!(
        bot = player.bot, ?request, code = %refused.code, message = refused.message, "refused"
    );
    let notices = &player.shared.notices;
    let login = matches!(request, Some(Request::LoginByName | Request::LoginByToken));
    notices.count_if_limit(if login { "login" } else { "request" }, refused.code);
    // Another name, or the account with that name, is tried immediately.
    if login && refused.code != ErrorCode::NameTaken {
        notices.count_refusal(format!("login {}", refused.code));
    }
    let busy = may_pass(refused.code);
    match request {
        Some(Request::LoginByName | Request::LoginByToken | Request::ListTables) if busy => {
            player.pause(now, BUSY_PAUSE);
        }
        Some(Request::LoginByToken) => {
            // The session has ended in the meantime.
            player.login.forget_session();
            player.view.take();
            player.log_in();
        }
        Some(Request::LoginByName) => login_refused(player, refused),
        Some(Request::Observe(table)) if player.run.is_some() => {
            // A player whom the room has moved keeps the new table: the old one may be closed when
            // the request for its view arrives.
            let assigned = player.run.as_ref().and_then(|run| run.table());
            if player.view.id().or(assigned).is_none_or(|own| own == table) {
                tournament::seat_left(player);
            }
        }
        Some(Request::Observe(table) | Request::Sit(table)) => {
            seating::refused(player, now, table, refused.code);
        }
        Some(Request::ListTables) => player.pause(now, NO_SEAT_PAUSE),
        Some(Request::Invitation) => code_refused(player, now, &refused),
        Some(Request::Line(table)) => waiting::refused(player, now, table, &refused),
        Some(Request::TopUp) => player.view.top_up_refused(&mut player.outbox),
        Some(Request::Refill) => {
            notices.no_funds.call_once(|| {
                tracing::warn!(
                    "no more chips for now ({}); bots without chips ask again every {} s",
                    refused.message,
                    NO_FUNDS_PAUSE.as_secs()
                );
            });
            notices.chips_refused(Some(refused.message));
            player.wallet.refill_refused(now);
        }
        Some(Request::Leave) if busy => seating::leave(player, now),
        Some(Request::Leave) => player.finish(),
        Some(
            asked @ (Request::ListTournaments
            | Request::WatchTournament
            | Request::Enter
            | Request::Results),
        ) => entering::refused(player, now, asked, &refused),
        Some(Request::BuyChips(what)) => {
            // A player without chips declines the rebuy and is out.
            if let Some(run) = &player.run {
                run.answer_rebuy(what, false, &mut player.outbox);
            }
        }
        Some(Request::SitIn | Request::Show | Request::JoinDeal | Request::Other) | None => {}
    }
}

/// Tries another name, or the account that has the name. Otherwise the player is done.
fn login_refused(player: &mut Player, refused: Refused) {
    let Refused { code, message, .. } = refused;
    let settings = &player.shared.settings;
    if player.login.tries_another_name(code, settings) {
        player.log_in();
    } else if !login::send_to_account(code, player.bot, settings, &mut player.outbox) {
        player.stint.end(Outcome::Rejected { code, message });
        player.phase = Phase::Done;
    }
}

/// Handles a refused code. It is not tried again unless the room was only busy.
fn code_refused(player: &mut Player, now: Duration, refused: &Refused) {
    if may_pass(refused.code) {
        return player.pause(now, BUSY_PAUSE);
    }
    player.shared.notices.count_refusal(format!("code {}", refused.code));
    let outcome = match player.run {
        Some(_) => Outcome::NoSuchTournament,
        None => Outcome::NoSuchTable,
    };
    player.stop(now, outcome);
}
