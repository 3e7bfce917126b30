//! A player on the waiting list of a full table, which it watches meanwhile.

use super::{NO_SEAT_PAUSE, Phase, Player, seating};
use cardroom_protocol::server::Refused;
use cardroom_protocol::waiting::{SeatOffered, WaitListEnd, WaitListLeft};
use cardroom_protocol::{ErrorCode, TableId};
use std::time::Duration;

pub(super) fn refused(player: &mut Player, now: Duration, table: TableId, refused: &Refused) {
    if player.phase != Phase::InLine {
        return;
    }
    match refused.code {
        // A seat has just become free.
        ErrorCode::SeatsFree => {
            player.phase = Phase::Opening;
            seating::sit(player, now);
        }
        // Already on the list since before a lost connection.
        ErrorCode::NothingToDo => {}
        code => {
            tracing::debug!(bot = player.bot, %table, %code, "no place in line");
            player.pause(now, NO_SEAT_PAUSE);
        }
    }
}

/// Takes the seat that the room offers to the first player on the list.
pub(super) fn seat_offered(player: &mut Player, now: Duration, offer: &SeatOffered) {
    if player.view.is_at(offer.table) && player.phase == Phase::InLine {
        player.phase = Phase::Opening;
        seating::sit(player, now);
    }
}

/// Handles the end of the wait. A player without a seat looks for another table.
pub(super) fn left(player: &mut Player, now: Duration, left: &WaitListLeft) {
    if player.phase == Phase::InLine && left.reason != WaitListEnd::Seated {
        player.pause(now, NO_SEAT_PAUSE);
    }
}
