//! An occupied seat, between and during hands.

mod seats;

pub(crate) use seats::Seats;

use cardroom_rules::{Chips, Millis, PlayerId};
use serde::{Deserialize, Serialize};

/// The way in which a placed player joins the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Entering {
    /// New player. Dealt in at once, unless the rulebook's `newcomer` setting makes them wait.
    Newcomer,
    /// Moved to balance tables. Dealt in at once in any position.
    Balanced,
    /// Moved to the seat of the last big blind. Posts the only blind (TDA 11-A).
    SingleBigBlind,
    /// From a broken table. The rulebook's `from_broken_table` setting treats the player as a
    /// newcomer or deals them in at once.
    FromBrokenTable,
}

/// The time at which a player lost the connection who never had one at this seat. A room's clock
/// counts from 1970, so no real loss has it.
pub(crate) const NEVER_THERE: Millis = Millis(0);

/// A player in a seat, with the chips and the wishes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seat {
    pub(crate) player: PlayerId,
    /// The chips behind, without bets and pots.
    pub(crate) stack: Chips,
    /// Chips that join the stack after the hand.
    pub(crate) pending: Chips,
    /// The part of the pending chips that the host gave. There is none between hands, when
    /// a table is stored.
    #[serde(skip)]
    pub(crate) pending_gift: Chips,
    /// Chips to take off the stack after the hand. There are none between hands, when
    /// a table is stored.
    #[serde(skip)]
    pub(crate) to_take_back: Chips,
    /// When the player began to sit out.
    pub(crate) sat_out_at: Option<Millis>,
    /// The blinds owed before the player can be dealt in out of position.
    pub(crate) owes: Owes,
    pub(crate) wait_for_big_blind: bool,
    pub(crate) auto_muck: bool,
    pub(crate) straddle: bool,
    /// When the connection was lost. [`NEVER_THERE`] if the player was not connected when placed,
    /// and has not connected since.
    pub(crate) lost_at: Option<Millis>,
    /// Leaves after the hand. In a tournament, the player has left for good, and the stack stays.
    pub(crate) leaving: bool,
    /// The time bank that is left.
    pub(crate) bank: Millis,
    /// Already used the level's one-time reconnect allowance.
    pub(crate) had_reconnect: bool,
    /// Was dealt a hand in this time charge period.
    pub(crate) played_this_period: bool,
    /// Set for a placed player until the first hand is dealt.
    pub(crate) entering: Option<Entering>,
}

/// The preferences of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Preferences {
    /// Wait for the big blind instead of posting one.
    pub wait_for_big_blind: bool,
    /// Muck without being asked.
    pub auto_muck: bool,
    /// Straddle whenever the rules allow it.
    pub straddle: bool,
}

/// The blinds that a seat owes.
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
            pending_gift: Chips::ZERO,
            to_take_back: Chips::ZERO,
            sat_out_at: None,
            // A new player has not paid for the coming hands and owes a big blind (no free hands on
            // joining).
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

    /// Returns `true` if the hand does not wait for this player. That is so for a player who is
    /// leaving, or who timed out in this hand and has not come back.
    pub(crate) fn keeps_nobody_waiting(&self, was_away: bool) -> bool {
        self.leaving || was_away && self.sat_out_at.is_some()
    }

    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.lost_at.is_none()
    }

    /// Returns `true` if the player sits out.
    #[must_use]
    pub fn sits_out(&self) -> bool {
        self.sat_out_at.is_some()
    }

    #[must_use]
    pub fn preferences(&self) -> Preferences {
        Preferences {
            wait_for_big_blind: self.wait_for_big_blind,
            auto_muck: self.auto_muck,
            straddle: self.straddle,
        }
    }

    /// Returns the chips that will be taken off the stack after the hand.
    #[must_use]
    pub fn to_take_back(&self) -> Chips {
        self.to_take_back
    }

    /// Returns `true` if the player was not connected when placed, and has not connected since.
    #[must_use]
    pub fn was_never_there(&self) -> bool {
        self.lost_at == Some(NEVER_THERE)
    }

    /// Returns `true` if the player is disconnected, and a grace period does not cover it.
    pub(crate) fn is_missed(&self, now: Millis, grace: Millis) -> bool {
        self.was_never_there() || self.lost_at.is_some_and(|at| now.since(at) > grace)
    }

    /// Returns since when the seat has been unattended: since its player sat out, or else since
    /// the connection was lost.
    pub(crate) fn away_since(&self) -> Option<Millis> {
        self.sat_out_at.or(self.lost_at)
    }

    /// Returns `true` if the player has chips and wants cards.
    pub(crate) fn is_ready(&self) -> bool {
        !self.stack.is_zero() && self.sat_out_at.is_none() && !self.leaving
    }

    /// Adds to the time bank, up to a cap. A bank above it stays.
    pub(crate) fn gain_bank(&mut self, more: Millis, cap: Millis) {
        self.bank = (self.bank + more).min(cap).max(self.bank);
    }

    /// Moves what was timed into the future.
    pub(crate) fn delay(&mut self, by: Millis) {
        let later = |at: &mut Millis| *at = *at + by;
        self.sat_out_at.as_mut().into_iter().for_each(later);
        self.lost_at.as_mut().filter(|at| **at != NEVER_THERE).into_iter().for_each(later);
    }

    /// Returns all of the player's chips at the seat.
    pub(crate) fn chips(&self) -> Chips {
        self.stack + self.pending
    }
}
