//! Viewers' requests to a table, and the one answer that each request gets.

use super::buy_ins::Asked;
use super::deals::Asking;
use super::refusals::{Refused, not_seated, refused};
use super::seats::seat_of;
use super::{
    After, Outputs, TableCore, Terms, chat, chips, deals, floor, player_id, seating, shows,
};
use cardroom_engine::{FloorCommand, Input, RefusalKind};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::client::SetPreferences;
use cardroom_protocol::history::HandSoFar;
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::{self, Done, ServerMessage};
use cardroom_protocol::{ErrorCode, HandNo as WireHandNo, Seq, TableId as WireTableId};
use cardroom_record::Held;
use cardroom_record::Player;
use cardroom_record::ids::ConnectionId;
use cardroom_rules::{Chips, Millis, SeatNo};

/// How a request that is granted gets its answer.
enum Granted {
    /// It is answered that it is done.
    Done,
    /// Its answer says more, and was added already.
    Answered,
    /// Its answer follows that of the host.
    Waits,
}

/// Handles a request, and answers it after its effects.
pub(super) fn handle(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: Option<Player>,
    request: TableRequest,
    hold: Option<Held>,
    outputs: &mut Outputs,
) {
    let id = request.request();
    let answer: ServerMessage = match grant(core, now, connection, player, request, hold, outputs) {
        Ok(Granted::Done) => Done { request: id }.into(),
        Ok(Granted::Answered | Granted::Waits) => return,
        Err((code, message)) => server::Refused { request: id, code, message }.into(),
    };
    outputs.private.push((connection, answer));
}

/// Carries out a request, or says why it is refused.
fn grant(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: Option<Player>,
    request: TableRequest,
    hold: Option<Held>,
    outputs: &mut Outputs,
) -> Result<Granted, Refused> {
    use TableRequest as R;
    // No wallet is involved in chips of the table's own.
    let hold = hold.filter(|_| !core.house.description().has_own_chips());
    match (request, player) {
        (R::Unobserve(_), player) => {
            if core.floor.end_attendance(connection)
                && let Some(input) = core.floor.correction(&core.table)
            {
                let _ = core.step(now, input, outputs);
            }
            let is_seated =
                player.is_some_and(|player| seat_of(&core.table, player.account).is_some());
            core.audience.unobserve(connection, is_seated);
        }
        (R::GetHandSoFar(ask), _) => {
            let so_far = core.told().so_far(&core.projections.log, |who| core.audience.person(who));
            let none = || core.terms.explain(&RefusalKind::NoHand.into());
            let (hand, steps) = so_far.ok_or_else(none)?;
            let (table, hand) = (WireTableId(core.id.0), WireHandNo(hand.0));
            let (request, seq) = (ask.request, Seq(core.seq));
            let told = HandSoFar { request, table, hand, steps, seq };
            outputs.private.push((connection, told.into()));
            return Ok(Granted::Answered);
        }
        (R::JoinDeal(ask), player) => {
            let account = player.map(|player| player.account);
            let asking = Asking { connection, account, ask };
            let at = (&*core.table, &core.audience);
            let rounds = core.rounds.as_deref_mut();
            deals::join(rounds, at, (now, core.seq), asking, outputs)?;
            return Ok(Granted::Answered);
        }
        (_, None) => return Err(refused(ErrorCode::NotLoggedIn, "Sign in first.")),
        (request @ (R::Sit(_) | R::TopUp(_) | R::Rebuy(_)), Some(player)) => {
            return buy_in(core, now, connection, player, Asked::of(request)?, hold, outputs);
        }
        (R::AttendTable(body), Some(player)) => {
            let TableCore { house, terms, table, audience, floor, .. } = core;
            let at = (&*table, &*audience);
            floor.attend((&*house, &*terms), at, connection, &player, body.on)?;
            if let Some(input) = floor.correction(table) {
                let _ = core.step(now, input, outputs);
            }
        }
        (R::DirectTable(order), Some(player)) => {
            floor::command(core, now, connection, &player, &order, outputs)?;
        }
        (R::JoinWaitList(_), Some(player)) => {
            let around = (&core.house, &core.ending, &*core.table);
            core.waiting.join(around, connection, &player, outputs)?;
        }
        (R::LeaveWaitList(_), Some(player)) => {
            core.waiting.leave(core.id, player.account, outputs)?;
        }
        (R::Chat(body), Some(player)) => {
            let (at, is_free) = ((core.id, &core.table), core.house.description().free_chat);
            chat::speak(at, &core.audience, is_free, &player, body.text, outputs)?;
        }
        (R::Emote(body), Some(player)) => {
            let TableCore { id, table, audience, emotes, .. } = core;
            emotes.show(now, (*id, table), audience, &player, body.emote, outputs)?;
        }
        (request, Some(player)) => {
            let input = seat_input(&core.table, &core.terms, &player, request)?;
            core.ask(now, input, outputs)?;
            outputs.after.extend(hold.map(After::Settle));
        }
    }
    Ok(Granted::Done)
}

/// Handles a buy-in, a top-up or a rebuy, unless it waits for the host.
fn buy_in(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: Player,
    asked: Asked,
    hold: Option<Held>,
    outputs: &mut Outputs,
) -> Result<Granted, Refused> {
    if core.house.approves_buy_ins_of(player.account) && !core.ending.has_begun() {
        core.buy_ins.ask(core.house.desk(core.id), connection, player, asked, outputs)?;
        return Ok(Granted::Waits);
    }
    if let Asked::Sit(ask) = &asked {
        seating::sit(core, now, connection, ask, hold, player, outputs)?;
        return Ok(Granted::Answered);
    }
    let seat = seat_of(&core.table, player.account).ok_or_else(not_seated)?;
    let amount = chips::brought(core.house.description(), Chips(asked.amount().0), hold)?;
    core.terms.check_top_up(&core.table, player_id(player.account), amount)?;
    core.ask(now, chips::input(seat, &asked, amount), outputs)?;
    outputs.after.extend(hold.map(After::Settle));
    let answer = chips::answer(core.id, &core.table, seat, asked.request());
    outputs.private.push((connection, answer));
    Ok(Granted::Answered)
}

/// Returns the input of a request that requires a seat.
fn seat_input(
    table: &HybridTable,
    terms: &Terms,
    player: &Player,
    request: TableRequest,
) -> Result<Input, Refused> {
    use TableRequest as R;
    let seat = seat_of(table, player.account).ok_or_else(not_seated)?;
    Ok(match request {
        R::SitOut(_) => Input::SitOut { seat },
        R::SitIn(_) => Input::SitIn { seat },
        R::Leave(_) => Input::Leave { seat },
        R::SetPreferences(SetPreferences { wait_for_big_blind, auto_muck, straddle, .. }) => {
            Input::Prefer { seat, wait_for_big_blind, auto_muck, straddle }
        }
        R::ShowOrMuck(body) => Input::ShowOrMuck { seat, show: body.show },
        R::RunIt(body) => Input::RunIt { seat, boards: body.boards },
        R::ChooseGame(body) => Input::ChooseGame { seat, play: body.game },
        R::ShowCards(body) => shows::input(table, seat, player.account, &body.cards)
            .map_err(|kind| terms.explain(&kind.into()))?,
        R::AskToSee(body) => Input::AskToSee { by: seat, target: SeatNo(body.seat) },
        R::RabbitHunt(_) => Input::RabbitRequest { seat },
        R::RabbitConsent(body) => Input::RabbitConsent { seat, agrees: body.agrees },
        R::CallClock(_) => {
            call_for_the_clock(table, seat).map_err(|kind| terms.explain(&kind.into()))?
        }
        R::Observe(_)
        | R::Unobserve(_)
        | R::GetHandSoFar(_)
        | R::JoinDeal(_)
        | R::AttendTable(_)
        | R::JoinWaitList(_)
        | R::LeaveWaitList(_)
        | R::DirectTable(_)
        | R::Sit(_)
        | R::TopUp(_)
        | R::Rebuy(_)
        | R::Emote(_)
        | R::Chat(_) => {
            return Err(refused(ErrorCode::Internal, "The table cannot do this for a seat."));
        }
    })
}

/// Builds a player's request to call the clock on the player on turn.
fn call_for_the_clock(table: &HybridTable, asked_by: SeatNo) -> Result<Input, RefusalKind> {
    let kind = match (table.setup().hybrid, table.turn_view()) {
        (true, Some(turn)) => {
            let (seat, asked_by) = (turn.seat, Some(asked_by));
            let command = FloorCommand::CallClock { seat, asked_by, level: None };
            return Ok(Input::Floor(command));
        }
        (true, None) => RefusalKind::NoHand,
        (false, _) => RefusalKind::NotHybrid,
    };
    Err(kind)
}
