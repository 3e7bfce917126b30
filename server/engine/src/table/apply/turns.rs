//! Changes that events make to the turn of a player and its time.

use crate::action::TurnNo;
use crate::hand::{Hand, Phase, Turn};
use crate::seat::Seat;
use crate::table::felt::Felt;
use cardroom_rules::{Millis, SeatNo};

impl Felt<'_> {
    #[inline]
    pub(super) fn begin_turn(&mut self, seat: SeatNo, turn: TurnNo, deadline: Millis) {
        let since = Millis(deadline.0.saturating_sub(self.setup.rulebook.clock.base_ms.0));
        let was_away = self.seats.get(seat).is_some_and(|seat| !seat.is_connected());
        self.hand.betting.stop_clock();
        let turn = Turn { seat, turn, deadline, in_bank: false, since, was_away };
        self.hand.phase = Phase::Turn(turn);
    }
}

impl Hand {
    pub(super) fn begin_bank(&mut self, deadline: Millis) {
        if let Phase::Turn(turn) = &mut self.phase {
            turn.deadline = deadline;
            turn.in_bank = true;
        }
    }

    /// Gives a player who lost the connection time to come back.
    pub(super) fn wait_for_reconnect(&mut self, until: Millis) {
        if let Phase::Turn(turn) = &mut self.phase {
            turn.deadline = until;
            turn.in_bank = false;
        }
    }

    /// Begins the time again for which the hand waits. `base` is the time of a turn.
    pub(super) fn restart_clock(&mut self, until: Millis, base: Millis) {
        if let Phase::Turn(turn) = &mut self.phase {
            turn.in_bank = false;
            turn.since = Millis(until.0.saturating_sub(base.0));
        }
        if let Some(at) = self.phase.until_mut() {
            *at = until;
        }
    }

    /// Records that a player lost the connection, in case it was on their turn.
    pub(super) fn note_lost_connection(&mut self, seat: SeatNo) {
        if let Phase::Turn(turn) = &mut self.phase
            && turn.seat == seat
        {
            turn.was_away = true;
        }
    }
}

impl Seat {
    /// Uses up the level's time to come back, and with it the time bank.
    pub(super) fn use_reconnect(&mut self) {
        self.had_reconnect = true;
        self.bank = Millis(0);
    }
}
