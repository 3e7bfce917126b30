//! The pause between the streets of a hybrid table. The bets stay in front of the players, so the
//! floor can correct them, until the dealer deals on or the pause ends.

use super::{Step, Table};
use crate::event::Event;
use crate::hand::Phase;
use crate::refusal::{Refusal, RefusalKind};

impl Step<'_> {
    /// Ends the betting of the street.
    pub(super) fn end_betting(&mut self) {
        let more_to_come = self.hand().players.live().len() > 1 && !self.is_last_street();
        if !self.table.setup.hybrid || !more_to_come {
            return self.close_street();
        }
        let is_held = self.hand().is_held;
        let face_up = self.table.setup.rulebook.face_up_all_in && !is_held;
        if self.is_all_in_and_done() && face_up {
            self.table_everybody();
        }
        if let Some((seat, amount)) = self.hand().players.uncalled() {
            self.emit(Event::UncalledReturned { seat, amount });
        }
        let until = self.now + self.table.setup.ring.run_out_ms;
        self.emit(Event::StreetHeld { until });
    }

    pub(super) fn deal_street(&mut self) -> Result<(), Refusal> {
        let hand = self.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
        match hand.phase {
            Phase::Held { .. } => self.close_street(),
            Phase::AwardHeld { .. } => self.emit(Event::ShowdownClosed),
            _ => return Err(RefusalKind::BettingOpen.into()),
        }
        self.advance();
        Ok(())
    }
}

impl Table {
    /// Returns `true` if the betting of the street is over: no player has a turn, and the next
    /// street, the showdown or the award follows.
    #[must_use]
    pub fn betting_is_closed(&self) -> bool {
        self.hand.as_ref().is_none_or(|hand| !matches!(hand.phase, Phase::Turn(_)))
    }
}
