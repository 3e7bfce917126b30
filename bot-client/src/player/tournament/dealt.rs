//! The hands and blinds that a player gets at its tournament seat, compared with the rulebook.

use crate::model::Seat;
use crate::tournament::TournamentPlan;
use cardroom_protocol::table::HandStarted;
use cardroom_protocol::tournament::SeatReason;
use cardroom_protocol::{Chips, TableId};

/// The hands and big blinds that a player has had at its seat.
#[derive(Debug)]
pub(super) struct Dealt {
    /// True if the player had the big blind in the hand before, in the same order of players.
    had_big_blind: bool,
    /// The number of hands into which the player was not dealt since it came (back) to its seat.
    /// `None` after it has been dealt in once.
    waited: Option<u32>,
    /// The table of the seat.
    table: Option<TableId>,
}

/// A violation of a tournament's rules, as far as one player can see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Violation {
    NotDealtIn,
    BigBlindTwice,
}

impl Default for Dealt {
    fn default() -> Self {
        Self { had_big_blind: false, waited: Some(0), table: None }
    }
}

impl Dealt {
    /// Handles the loss of the connection, after which the player may wait for a hand again.
    pub(super) fn disconnected(&mut self) {
        self.had_big_blind = false;
        self.waited = Some(0);
    }

    pub(super) fn seat_assigned(&mut self, table: TableId, reason: SeatReason) {
        self.table = Some(table);
        self.waited = Some(0);
        // Balancing gives no player a second big blind in a row. Any other seat draw may.
        self.had_big_blind &= matches!(reason, SeatReason::Balanced | SeatReason::Unchanged);
    }

    /// Handles a new draw for the button, after which any player may be the next big blind.
    pub(super) fn button_drawn(&mut self) {
        self.had_big_blind = false;
    }

    /// Checks the beginning of a hand at the player's table.
    pub(super) fn hand_started(
        &mut self,
        table: TableId,
        hero: &Seat,
        started: &HandStarted,
        plan: &TournamentPlan,
    ) -> Option<Violation> {
        // A hand at another table may arrive before the message about the new seat. Until then it
        // is unknown whether that seat was drawn.
        if self.table != Some(table) {
            *self = Self { table: Some(table), ..Self::default() };
        }
        if !started.dealt.contains(&hero.seat) {
            return match &mut self.waited {
                _ if hero.stack == Chips(0) => None,
                Some(waited) if *waited < plan.newcomers_wait => {
                    *waited += 1;
                    None
                }
                _ => Some(Violation::NotDealtIn),
            };
        }
        self.waited = None;
        let has_big_blind = started.big_blind == Some(hero.seat);
        let twice = has_big_blind && self.had_big_blind;
        self.had_big_blind = has_big_blind;
        let may = plan.heads_up_big_blind_twice && started.dealt.len() == 2;
        (twice && !may).then_some(Violation::BigBlindTwice)
    }
}
