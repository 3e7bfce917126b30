//! The betting of one street.

use cardroom_rules::{Chips, SeatNo};

/// The betting of one street.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Round {
    /// The total to match.
    pub(crate) current_bet: Chips,
    /// The smallest amount that a full raise adds.
    pub(crate) increment: Chips,
    /// The last total that was a full bet or raise. A short all-in above it does not change it.
    pub(crate) full_bet: Chips,
    /// The number of full raises after the bet.
    pub(crate) raises: u8,
    /// The last player to bet or raise.
    pub(crate) aggressor: Option<SeatNo>,
}

impl Round {
    /// Returns the betting of a street before the first bet.
    pub(crate) fn open(increment: Chips) -> Self {
        Self { increment, ..Self::default() }
    }

    /// Records a bet, raise or all-in above the current bet. Totals of at
    /// least `full_from` are full.
    pub(crate) fn raise(&mut self, seat: SeatNo, to: Chips, full_from: Chips) {
        if to >= full_from {
            // Neither the first full bet of a street nor the completion of a short all-in is a
            // raise (GAPS G-70).
            if !self.full_bet.is_zero() {
                self.raises = self.raises.saturating_add(1);
            }
            self.increment = self.increment.max(to - self.current_bet);
            self.full_bet = to;
        }
        self.current_bet = to;
        self.aggressor = Some(seat);
    }
}
