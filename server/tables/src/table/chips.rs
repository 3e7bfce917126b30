//! Chips that players add to their stacks: top-ups, and rebuys that deal the player in again. The
//! wallet's part is held before the request arrives, and settled once the step is stored.

use super::buy_ins::Asked;
use super::refusals::{Refused, refused};
use crate::TableDescription;
use cardroom_engine::{Input, Seat, Table};
use cardroom_protocol::server::{Done, ServerMessage, StillSittingOut};
use cardroom_protocol::{ErrorCode, RequestId, TableId as WireTableId};
use cardroom_record::Held;
use cardroom_record::ids::TableId;
use cardroom_rules::{Chips, SeatNo};

/// Returns the input that adds chips to the stack in a seat, for a top-up or a rebuy.
pub(super) fn input(seat: SeatNo, asked: &Asked, amount: Chips) -> Input {
    match asked {
        Asked::Rebuy(_) => Input::Rebuy { seat, amount },
        Asked::TopUp(_) | Asked::Sit(_) => Input::TopUp { seat, amount },
    }
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
