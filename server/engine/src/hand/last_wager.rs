//! The last bet or raise of a street, which the floor may correct.

use super::Round;
use crate::substantial::Tally;
use cardroom_rules::{Chips, SeatNo};

/// The last bet or raise of a street, as needed to correct it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LastWager {
    pub(crate) seat: SeatNo,
    pub(crate) to: Chips,
    /// The betting before it.
    pub(super) before: Round,
    /// The smallest total that counts as a full bet or raise.
    pub(super) full_from: Chips,
    /// The least and the most that the wager may be, unless it is all-in. Plain tables reject all
    /// other totals and do not need them.
    pub(super) bounds: (Chips, Chips),
    /// The actions in turn since the wager.
    pub(super) since: Tally,
}

impl LastWager {
    pub(super) fn note_action(&mut self, seat: SeatNo, puts_in_chips: bool) {
        self.since.note(seat, puts_in_chips);
    }

    /// Returns `true` if there was substantial action since the wager.
    pub(crate) fn is_followed_by_substantial_action(&self) -> bool {
        self.since.is_substantial()
    }

    /// Returns the totals that the wager can be corrected to. `all_in` is the player's bet
    /// plus stack. An insufficient wager becomes the least, an excessive one the most (TDA
    /// 52-A; TFPL 5c-9), and a sufficient one stands. In pot-limit a wrong count may justify
    /// any size (TDA 52-B, 54).
    pub(crate) fn corrected_range(&self, all_in: Chips, pot_limit: bool) -> (Chips, Chips) {
        let (least, most) = (self.bounds.0.min(all_in), self.bounds.1.min(all_in));
        match self.to {
            _ if pot_limit => (least, most),
            to if to < least => (least, least),
            to if to > most => (most, most),
            to => (to, to),
        }
    }
}
