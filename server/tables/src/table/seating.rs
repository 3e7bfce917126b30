//! Players who sit down at a ring game.

use super::refusals::{Refused, refused};
use super::seats::free_seat;
use super::{After, Outputs, TableCore, chips, player_id, viewers};
use cardroom_engine::Input;
use cardroom_protocol::client::Sit;
use cardroom_protocol::server::Seated;
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_record::ids::ConnectionId;
use cardroom_record::{Held, Player};
use cardroom_rules::{Chips, Millis, SeatNo};

/// Lets a player sit down who asks from this connection, which then watches the table.
pub(super) fn sit(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    ask: &Sit,
    hold: Option<Held>,
    player: Player,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let buy_in = chips::brought(core.house.description(), Chips(ask.buy_in.0), hold)?;
    take_seat(core, now, connection, ask, buy_in, player.clone(), outputs)?;
    if !core.audience.is_attached_as(connection, player.account) {
        let observing = core.audience.is_observing(connection);
        core.audience.attach(connection, Some(player), observing, core.seq);
        viewers::show(core, connection, now, outputs);
    }
    outputs.after.extend(hold.map(After::Settle));
    Ok(())
}

/// Lets a player sit down with these chips, and answers the request. It does not let the connection
/// watch the table: that needs a request which comes from it now, and not one that has waited.
pub(super) fn take_seat(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    ask: &Sit,
    buy_in: Chips,
    player: Player,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let Sit { request, seat, wait_for_big_blind, .. } = *ask;
    if core.ending.is_draining() {
        return Err(refused(
            ErrorCode::TableClosed,
            "The room is closing, so nobody sits down any more. Come back in a few minutes.",
        ));
    }
    if core.ending.is_closing() {
        return Err(refused(
            ErrorCode::TableClosed,
            "The table is closing, so nobody sits down any more. Choose another table.",
        ));
    }
    if core.floor.is_attended_by(connection)
        && !core.house.description().is_hosted_by(player.account)
    {
        return Err(refused(
            ErrorCode::PlaysHere,
            "You attend this table for the floor. Stop attending it before you sit down.",
        ));
    }
    if player.bot && !core.house.description().bots_allowed {
        return Err(refused(
            ErrorCode::BotsNotAllowed,
            "Bots may not play at this table. Choose a table that allows them.",
        ));
    }
    let origins = core.origins.as_ref();
    if origins.is_some_and(|origins| origins.are_shared(player.account, &core.table)) {
        return Err(refused(
            ErrorCode::AddressSeated,
            "Another player from your network sits here already, and this table has one seat for each \
             network. Choose another table.",
        ));
    }
    if core.waiting.holds_seats_of(&core.table, player.account) {
        let text =
            "The free seats are held for the players first on the waiting list. Join the list?";
        return Err(refused(ErrorCode::SeatKept, text));
    }
    let seat = match seat {
        Some(seat) => SeatNo(seat),
        None => free_seat(&core.table).ok_or_else(|| {
            refused(ErrorCode::TableFull, "No seat is free at this table. Join the waiting list?")
        })?,
    };
    let who = player_id(player.account);
    let input = Input::Sit {
        seat,
        player: who,
        buy_in,
        owed: core.terms.owed(now, player.account, &core.projections.ratholes),
        wait_for_big_blind,
    };
    let known = core.audience.introduce(player);
    if let Err(refusal) = core.step(now, input, outputs) {
        if known.is_none() {
            core.audience.forget(who);
        }
        return Err(core.terms.explain(&refusal));
    }
    let table = WireTableId(core.id.0);
    outputs.private.push((connection, Seated { request, table, seat: seat.0 }.into()));
    Ok(())
}
