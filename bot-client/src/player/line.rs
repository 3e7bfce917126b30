//! A player on the waiting list of a full table, which it watches meanwhile.

use super::requests::Request;
use super::{Phase, Player};
use cardroom_protocol::server::Refused;
use cardroom_protocol::waiting::{JoinWaitList, SeatOffered, WaitListEnd, WaitListLeft};
use cardroom_protocol::{ErrorCode, TableId};
use std::time::Duration;

impl Player {
    /// Returns `true` if the player should join the waiting list after this refusal.
    pub(super) fn waits_after(&self, code: ErrorCode) -> bool {
        self.shared.settings.waits_in_line
            && matches!(code, ErrorCode::TableFull | ErrorCode::SeatKept)
    }

    pub(super) fn get_in_line(&mut self, table: TableId) {
        let request = self.requests.ask(Request::Line(table));
        self.outbox.push(JoinWaitList { request, table }.into());
        self.phase = Phase::InLine;
    }

    pub(super) fn line_refused(&mut self, now: Duration, table: TableId, refused: &Refused) {
        if self.phase != Phase::InLine {
            return;
        }
        match refused.code {
            // A seat has just become free.
            ErrorCode::SeatsFree => {
                self.phase = Phase::Opening;
                self.sit(now);
            }
            // Already on the list since before a lost connection.
            ErrorCode::NothingToDo => {}
            code => {
                tracing::debug!(bot = self.bot, %table, %code, "no place in line");
                self.pause_for_seat(now);
            }
        }
    }

    /// Takes the seat that the room offers to the first player on the list.
    pub(super) fn seat_offered(&mut self, now: Duration, offer: &SeatOffered) {
        let here = self.table.as_ref().is_some_and(|table| table.info.table == offer.table);
        if here && self.phase == Phase::InLine {
            self.phase = Phase::Opening;
            self.sit(now);
        }
    }

    pub(super) fn out_of_line(&mut self, now: Duration, left: &WaitListLeft) {
        if self.phase == Phase::InLine && left.reason != WaitListEnd::Seated {
            self.pause_for_seat(now);
        }
    }
}
