//! A taken seat between and during hands.

use crate::table::Entering;
use cardroom_rules::{Chips, Millis, PlayerId};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Seat {
    pub(crate) player: PlayerId,
    /// The chips behind: bets and pots not included.
    pub(crate) stack: Chips,
    /// Chips that join the stack when the hand is over.
    pub(crate) pending: Chips,
    /// Chips that are taken off the stack when the hand is over. Between hands, when a table is
    /// stored, there are none.
    #[serde(skip)]
    pub(crate) to_take_back: Chips,
    /// Since when the player sits out.
    pub(crate) sat_out_at: Option<Millis>,
    /// The blinds owed before being dealt in out of position.
    pub(crate) owes: Owes,
    pub(crate) wait_for_big_blind: bool,
    pub(crate) auto_muck: bool,
    pub(crate) straddle: bool,
    /// Since when the connection is lost.
    pub(crate) lost_at: Option<Millis>,
    /// Leaves when the hand is over.
    pub(crate) leaving: bool,
    /// What is left of the time bank.
    pub(crate) bank: Millis,
    /// Had the extra time to come back that each level gives once.
    pub(crate) had_reconnect: bool,
    /// Was dealt a hand in this period of the time charge.
    pub(crate) played_this_period: bool,
    /// Was placed here and has not been dealt a hand since.
    pub(crate) entering: Option<Entering>,
}

/// The blinds a seat owes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Owes {
    pub(crate) small: bool,
    pub(crate) big: bool,
}

impl Owes {
    pub(crate) fn anything(self) -> bool {
        self.small || self.big
    }
}

impl Seat {
    pub(crate) fn new(
        player: PlayerId,
        stack: Chips,
        wait_for_big_blind: bool,
        bank: Millis,
    ) -> Self {
        Self {
            player,
            stack,
            pending: Chips::ZERO,
            to_take_back: Chips::ZERO,
            sat_out_at: None,
            // A newcomer has not paid for the hands to come and owes a big blind (no free hands
            // on joining).
            owes: Owes { small: false, big: true },
            wait_for_big_blind,
            auto_muck: true,
            straddle: false,
            lost_at: None,
            leaving: false,
            bank,
            had_reconnect: false,
            played_this_period: false,
            entering: None,
        }
    }

    /// Who is leaving, and who let the clock run out in this hand and has not come back, keeps
    /// nobody waiting for the rest of it.
    pub(crate) fn keeps_nobody_waiting(&self, was_away: bool) -> bool {
        self.leaving || was_away && self.sat_out_at.is_some()
    }

    /// Whether there is a connection.
    pub(crate) fn is_connected(&self) -> bool {
        self.lost_at.is_none()
    }

    /// Since when nobody has been there for the seat: it sat out, or its player went away and was
    /// dealt in no more.
    pub(crate) fn away_since(&self) -> Option<Millis> {
        self.sat_out_at.or(self.lost_at)
    }

    /// Has chips and wants cards.
    pub(crate) fn is_ready(&self) -> bool {
        !self.stack.is_zero() && self.sat_out_at.is_none() && !self.leaving
    }

    /// All chips of the player that lie at the seat.
    pub(crate) fn chips(&self) -> Chips {
        self.stack + self.pending
    }
}
