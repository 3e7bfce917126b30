//! A player's way to a seat in a ring game, its chips there, and its way out.

use super::invitation::{Invitation, Invited};
use super::outbox::Request;
use super::{BUSY_PAUSE, NO_SEAT_PAUSE};
use super::{BuyIn, Credentials, Outcome, Phase, Player, TableChoice};
use cardroom_protocol::client::{
    Leave, ListTables, Observe, SetPreferences, Sit, SitIn, TopUp, Unobserve,
};
use cardroom_protocol::hosting::Invited as InvitedToTable;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::{LeftTable, Seated, TableList};
use cardroom_protocol::waiting::JoinWaitList;
use cardroom_protocol::{Chips, ErrorCode, RequestId, TableId};
use std::time::Duration;

/// How long a player that has left waits for the new balance of its wallet.
const CASH_OUT_WAIT: Duration = Duration::from_secs(1);

/// Leaves the table in view and looks for one with a free seat.
pub(super) fn look_for_table(player: &mut Player, now: Duration) {
    if let Some(table) = player.view.take() {
        let table = table.info.table;
        player.outbox.ask(Request::Other, |request| Unobserve { request, table });
    }
    player.decider.leave_table();
    let settings = &player.shared.settings;
    if let Some(code) = &settings.code {
        if let Some(Invited::Table(table)) = player.invitation.leads_to() {
            return open(player, table);
        }
        Invitation::present(code, &mut player.outbox);
        player.phase = Phase::Looking;
        return;
    }
    match &settings.tables {
        TableChoice::Ids(tables) => match player.search.next_of(tables, player.bot) {
            Some(table) => open(player, table),
            None => player.pause(now, NO_SEAT_PAUSE),
        },
        TableChoice::Filter(filter) => {
            let mut filter = filter.clone();
            filter.open_seats &= !settings.waits_in_line;
            player.search.begin_list();
            player.outbox.ask(Request::ListTables, |request| ListTables { request, filter });
            player.phase = Phase::Looking;
        }
    }
}

/// Opens the best table of a list, once all of the list has arrived.
pub(super) fn tables_listed(player: &mut Player, now: Duration, list: &TableList) {
    if player.phase != Phase::Looking {
        return;
    }
    let settings = &player.shared.settings;
    // The room knows that players with API tokens are bots.
    let known = matches!(settings.credentials, Credentials::Tokens(_));
    let waits = settings.waits_in_line;
    let open_to_bot = |info: &&TableInfo| {
        (info.seated < info.seats || (waits && info.tournament.is_none()))
            && (info.bots_allowed || !known)
    };
    player.search.compare(list.tables.iter().filter(open_to_bot));
    if !list.last {
        return;
    }
    player.outbox.answered(list.request);
    match player.search.take_best() {
        Some(table) => open(player, table),
        None => {
            player.shared.notices.no_table.call_once(|| {
                tracing::warn!("no matching table has a free seat; the bots keep asking");
            });
            player.pause(now, NO_SEAT_PAUSE);
        }
    }
}

/// Handles an accepted code, which leads to a private table.
pub(super) fn invited(player: &mut Player, invited: &InvitedToTable) {
    player.outbox.answered(invited.request);
    player.invitation.accept(Invited::Table(invited.info.table));
    if player.phase == Phase::Looking {
        open(player, invited.info.table);
    }
}

/// Requests the view of a table to sit down there.
fn open(player: &mut Player, table: TableId) {
    player.outbox.ask(Request::Observe(table), |request| Observe { request, table });
    player.phase = Phase::Opening;
}

/// Requests a seat at the table in view, or the chips to bring.
pub(super) fn sit(player: &mut Player, now: Duration) {
    let Some(table) = player.view.table() else { return };
    let (id, info, settings) = (table.info.table, &table.info, &player.shared.settings);
    let (least, most) = (table.buy_in.min, table.buy_in.max);
    let buy_in = settings.buy_in.at(info).max(least).min(most).min(player.wallet.chips());
    if buy_in < least {
        return player.wallet.refill(now, &mut player.outbox);
    }
    let asked = settings.buy_in.asked(info);
    // The default is not an explicit wish, so it needs no notice.
    let is_usual = settings.buy_in == BuyIn::default();
    if !is_usual && (asked < least || asked > most) {
        player.shared.notices.buy_in.call_once(|| {
            tracing::warn!(
                "{} takes {least} to {most} chips: bots bring {buy_in} instead of {asked}",
                info.name
            );
        });
    }
    let wait_for_big_blind = settings.wait_for_big_blind;
    let sit = |request| Sit { request, table: id, seat: None, buy_in, wait_for_big_blind };
    player.outbox.ask(Request::Sit(id), sit);
    player.phase = Phase::Sitting;
}

/// Handles a seat that the player has taken or got in a tournament.
pub(super) fn seated(player: &mut Player, now: Duration, seated: &Seated) {
    player.outbox.answered(seated.request);
    let Some(table) = player.view.at_mut(seated.table) else { return };
    table.hero_seat = Some(seated.seat);
    let (settings, counters) = (&player.shared.settings, &player.shared.counters);
    counters.sits.count();
    player.search.seated();
    if settings.straddle && table.info.straddle.is_some() {
        let wait_for_big_blind = settings.wait_for_big_blind;
        let (table, auto_muck, straddle) = (seated.table, true, true);
        player.outbox.ask(Request::Other, |request| SetPreferences {
            request,
            table,
            wait_for_big_blind,
            auto_muck,
            straddle,
        });
    }
    player.shared.observe(|probe| probe.seated(player.bot, now, seated.table));
    if player.phase == Phase::Sitting {
        player.phase = Phase::Playing;
    }
}

/// Buys chips if the stack is short and no hand prevents it.
pub(super) fn top_up(player: &mut Player, now: Duration) {
    let Some(table) = player.view.table() else { return };
    let Some(hero) = table.hero().filter(|hero| hero.in_hand.is_none()) else { return };
    if player.outbox.is_open(Request::TopUp) {
        return;
    }
    let settings = &player.shared.settings;
    let target = settings.buy_in.at(&table.info);
    let short = hero.stack.0.saturating_mul(100)
        < target.0.saturating_mul(settings.top_up_below_percent.into());
    let broke = hero.stack == Chips(0);
    if !short && !broke {
        return;
    }
    let missing = target.0 - hero.stack.0.min(target.0);
    let amount = Chips(missing).min(player.wallet.chips());
    if hero.stack.0 + amount.0 < table.info.min_buy_in.0 || amount == Chips(0) {
        if broke {
            player.wallet.refill(now, &mut player.outbox);
        }
        return;
    }
    let table = table.info.table;
    player.outbox.ask(Request::TopUp, |request| TopUp { request, table, amount });
}

/// Sits in again after the room sat the player out.
pub(super) fn sit_in_again(player: &mut Player) {
    let is_idle = player.phase != Phase::Playing || player.decider.is_in_match();
    if is_idle || player.outbox.is_open(Request::SitIn) {
        return;
    }
    let Some(table) = player.view.table() else { return };
    if table.hero().is_some_and(|hero| hero.sitting_out && hero.stack > Chips(0)) {
        let table = table.info.table;
        player.outbox.ask(Request::SitIn, |request| SitIn { request, table });
    }
}

/// Requests to leave the seat.
pub(super) fn leave(player: &mut Player, now: Duration) {
    let Some(table) = player.view.id() else { return player.finish() };
    player.outbox.ask(Request::Leave, |request| Leave { request, table });
    player.shared.observe(|probe| probe.leaving(player.bot, now, table));
    player.phase = Phase::Leaving { until: now + player.shared.settings.leave_patience };
}

/// Handles the end of the player's time in a ring game's seat.
pub(super) fn left(player: &mut Player, now: Duration, left: &LeftTable) {
    match player.phase {
        // The balance follows, unless the player left with nothing.
        Phase::Leaving { .. } if left.cashed_out > Chips(0) => {
            player.phase = Phase::CashingOut { until: now + CASH_OUT_WAIT };
        }
        Phase::Leaving { .. } | Phase::CashingOut { .. } | Phase::Done => player.finish(),
        _ => {
            tracing::debug!(bot = player.bot, reason = left.reason, "left the table");
            player.pause(now, BUSY_PAUSE);
        }
    }
}

/// Handles a refused seat, or a refused view of a table to sit at.
pub(super) fn refused(player: &mut Player, now: Duration, table: TableId, code: ErrorCode) {
    if !matches!(player.phase, Phase::Opening | Phase::Sitting) {
        return;
    }
    let settings = &player.shared.settings;
    match code {
        code if super::may_pass(code) => player.pause(now, BUSY_PAUSE),
        ErrorCode::TableFull | ErrorCode::SeatKept if settings.waits_in_line => {
            player.outbox.ask(Request::Line(table), |request| JoinWaitList { request, table });
            player.phase = Phase::InLine;
        }
        // The table is closed, or another connection used the code. Using the
        // code again shows which.
        ErrorCode::UnknownTable if settings.code.is_some() => {
            player.invitation.forget();
            player.pause(now, BUSY_PAUSE);
        }
        ErrorCode::AlreadySeated if player.phase == Phase::Sitting => {
            player.phase = Phase::Resuming;
            player.view.ask_again(&mut player.outbox);
        }
        ErrorCode::InsufficientFunds => {
            player.phase = Phase::Opening;
            player.wallet.refill(now, &mut player.outbox);
        }
        _ => {
            tracing::debug!(bot = player.bot, %table, %code, "no seat");
            player.search.pass_over(code);
            let (choices, none_exists) = match &settings.tables {
                TableChoice::Ids(tables) => (tables.len(), player.search.knows_none(tables.len())),
                TableChoice::Filter(_) => (1, false),
            };
            if none_exists {
                player.stop(now, Outcome::NoSuchTable);
            } else if player.search.is_round_over(choices) {
                player.pause(now, NO_SEAT_PAUSE);
            } else {
                look_for_table(player, now);
            }
        }
    }
}

/// Looks for another table, because another player of the account is at this one.
pub(super) fn table_held(player: &mut Player, now: Duration, request: RequestId, table: TableId) {
    player.outbox.answered(request);
    refused(player, now, table, ErrorCode::AlreadySeated);
}
