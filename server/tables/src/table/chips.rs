//! Chips that players add to their stacks: top-ups, and rebuys that deal the player in again. The
//! wallet's part is held before the request arrives, and settled once the step is stored.

use super::refusals::{Refused, not_seated, refused};
use super::seats::seat_of;
use super::{After, Outputs, TableCore, player_id};
use crate::TableDescription;
use cardroom_engine::{Input, Seat, Table};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::{Done, ServerMessage, StillSittingOut};
use cardroom_protocol::{ErrorCode, RequestId, TableId as WireTableId};
use cardroom_record::Held;
use cardroom_record::Player;
use cardroom_record::ids::{ConnectionId, TableId};
use cardroom_rules::{Chips, Millis, SeatNo};

/// Adds chips to the player's stack, and answers the request.
pub(super) fn add(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: &Player,
    request: &TableRequest,
    hold: Option<Held>,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let seat = seat_of(&core.table, player.account).ok_or_else(not_seated)?;
    let asked = match request {
        TableRequest::Rebuy(body) => body.amount,
        TableRequest::TopUp(body) => body.amount,
        _ => return Err(refused(ErrorCode::Internal, "This request adds no chips.")),
    };
    let amount = brought(&core.description, Chips(asked.0), hold)?;
    core.terms.check_top_up(&core.table, player_id(player.account), amount)?;
    let input = match request {
        TableRequest::Rebuy(_) => Input::Rebuy { seat, amount },
        _ => Input::TopUp { seat, amount },
    };
    core.step(now, input, outputs).map_err(|refusal| core.terms.explain(&refusal))?;
    outputs.after.extend(hold.map(After::Settle));
    outputs.private.push((connection, answer(core.id, &core.table, seat, request.request())));
    Ok(())
}

/// Returns the answer to a request that has added chips. It names a player who still sits out.
pub(super) fn answer(
    id: TableId,
    table: &Table,
    seat: SeatNo,
    request: RequestId,
) -> ServerMessage {
    match table.seat(seat).is_some_and(Seat::sits_out) {
        true => StillSittingOut { request, table: WireTableId(id.0) }.into(),
        false => Done { request }.into(),
    }
}

/// Returns the chips that a request brings: those that its wallet holds for it, or at a table with
/// chips of its own, any amount that the table allows.
pub(super) fn brought(
    description: &TableDescription,
    asked: Chips,
    hold: Option<Held>,
) -> Result<Chips, Refused> {
    match hold {
        Some(hold) => Ok(hold.amount),
        None if description.has_own_chips() => Ok(asked),
        None => Err(refused(ErrorCode::Internal, "The chips of this request are not held.")),
    }
}
