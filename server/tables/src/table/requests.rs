//! Viewers' requests to a table, and the one answer that each request gets.

use super::buy_ins::Asked;
use super::deals::Asking;
use super::refusals::{Refused, not_seated, refused};
use super::seats::seat_of;
use super::{After, Outputs, TableCore, Terms, chat, chips, deals, floor, seating, shows};
use cardroom_engine::{FloorCommand, Input, RefusalKind};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::client::SetPreferences;
use cardroom_protocol::history::HandSoFar;
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::{self, Done, ServerMessage};
use cardroom_protocol::{ErrorCode, HandNo as WireHandNo, RequestId, Seq, TableId as WireTableId};
use cardroom_record::Held;
use cardroom_record::Player;
use cardroom_record::ids::ConnectionId;
use cardroom_rules::{Millis, SeatNo};

pub(super) fn handle(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: Option<Player>,
    request: TableRequest,
    hold: Option<Held>,
    outputs: &mut Outputs,
) {
    use TableRequest as R;
    let id = request.request();
    // No wallet is involved in chips of the table's own.
    let hold = hold.filter(|_| !core.house.description().has_own_chips());
    if let Some(asked) = Asked::of(&request)
        && let Some(player) = player.as_ref()
        && core.house.approves_buy_ins_of(player.account)
        && !core.ending.has_begun()
    {
        let (desk, player) = (core.house.desk(core.id), player.clone());
        // The answer follows the host's.
        if let Err(refusal) = core.buy_ins.ask(desk, connection, player, asked, outputs) {
            outputs.private.push((connection, answer(id, Err(refusal))));
        }
        return;
    }
    let result = match (request, player) {
        (R::Unobserve(_), player) => {
            if core.floor.end_attendance(connection)
                && let Some(input) = core.floor.correction(&core.table)
            {
                let _ = core.step(now, input, outputs);
            }
            let is_seated =
                player.is_some_and(|player| seat_of(&core.table, player.account).is_some());
            core.audience.unobserve(connection, is_seated);
            Ok(())
        }
        (R::GetHandSoFar(_), _) => {
            let log = &core.projections.log;
            match core.told().so_far(log, |who| core.audience.person(who)) {
                Some((hand, steps)) => {
                    let (table, hand) = (WireTableId(core.id.0), WireHandNo(hand.0));
                    let told = HandSoFar { request: id, table, hand, steps, seq: Seq(core.seq) };
                    return outputs.private.push((connection, told.into()));
                }
                None => Err(core.terms.explain(&RefusalKind::NoHand.into())),
            }
        }
        (R::JoinDeal(ask), player) => {
            let account = player.map(|player| player.account);
            let asking = Asking { connection, account, ask };
            let at = (&*core.table, &core.audience);
            let rounds = core.rounds.as_deref_mut();
            match deals::join(rounds, at, (now, core.seq), asking, outputs) {
                // The answer says where the deals stand, and was already added.
                Ok(()) => return,
                Err(refusal) => Err(refusal),
            }
        }
        (_, None) => Err(refused(ErrorCode::NotLoggedIn, "Sign in first.")),
        (R::Sit(ask), Some(player)) => {
            match seating::sit(core, now, connection, &ask, hold, player, outputs) {
                // The answer names the seat and was already added.
                Ok(()) => return,
                Err(refusal) => Err(refusal),
            }
        }
        (request @ (R::TopUp(_) | R::Rebuy(_)), Some(player)) => {
            match chips::add(core, now, connection, &player, &request, hold, outputs) {
                Ok(()) => return,
                Err(refusal) => Err(refusal),
            }
        }
        (R::AttendTable(body), Some(player)) => {
            let TableCore { house, terms, table, audience, floor, .. } = core;
            let rules = (&*house, &*terms);
            let at = (&*table, &*audience);
            let attended = floor.attend(rules, at, connection, &player, body.on);
            if attended.is_ok()
                && let Some(input) = floor.correction(table)
            {
                let _ = core.step(now, input, outputs);
            }
            attended
        }
        (R::DirectTable(order), Some(player)) => {
            floor::command(core, now, connection, &player, &order, outputs)
        }
        (R::JoinWaitList(_), Some(player)) => {
            let around = (&core.house, &core.ending, &*core.table);
            core.waiting.join(around, connection, &player, outputs)
        }
        (R::LeaveWaitList(_), Some(player)) => core.waiting.leave(core.id, player.account, outputs),
        (R::Chat(body), Some(player)) => {
            let (at, is_free) = ((core.id, &core.table), core.house.description().free_chat);
            chat::speak(at, &core.audience, is_free, &player, body.text, outputs)
        }
        (R::Emote(body), Some(player)) => {
            let TableCore { id, table, audience, emotes, .. } = core;
            emotes.show(now, (*id, table), audience, &player, body.emote, outputs)
        }
        (request, Some(player)) => {
            let input = seat_input(&core.table, &core.terms, &player, request);
            let done = input.and_then(|input| {
                core.step(now, input, outputs).map_err(|refusal| core.terms.explain(&refusal))
            });
            outputs.after.extend(hold.filter(|_| done.is_ok()).map(After::Settle));
            done
        }
    };
    outputs.private.push((connection, answer(id, result)));
}

fn answer(request: RequestId, result: Result<(), Refused>) -> ServerMessage {
    match result {
        Ok(()) => Done { request }.into(),
        Err((code, message)) => server::Refused { request, code, message }.into(),
    }
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
