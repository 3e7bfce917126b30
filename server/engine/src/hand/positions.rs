//! The button of a hand and the blinds posted in it.

use cardroom_rules::{Chips, SeatNo, Stakes};

/// The button of a hand and the blinds posted in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandPositions {
    button: SeatNo,
    small_blind: Option<SeatNo>,
    big_blind: Option<SeatNo>,
    straddle: Option<SeatNo>,
    small_posted: Chips,
    big_posted: Chips,
    bomb_pot: bool,
}

impl HandPositions {
    pub(crate) fn new(
        button: SeatNo,
        small_blind: Option<SeatNo>,
        big_blind: Option<SeatNo>,
        bomb_pot: bool,
    ) -> Self {
        let (small_posted, big_posted) = (Chips::ZERO, Chips::ZERO);
        Self { button, small_blind, big_blind, straddle: None, small_posted, big_posted, bomb_pot }
    }

    pub(crate) fn button(&self) -> SeatNo {
        self.button
    }

    pub(crate) fn small_blind(&self) -> Option<SeatNo> {
        self.small_blind
    }

    pub(crate) fn big_blind(&self) -> Option<SeatNo> {
        self.big_blind
    }

    pub(crate) fn is_bomb_pot(&self) -> bool {
        self.bomb_pot
    }

    /// Returns the seat of the last blind bet, after which the first street's action starts.
    pub(crate) fn last_blind(&self) -> SeatNo {
        self.straddle.or(self.big_blind).unwrap_or(self.button)
    }

    /// Returns the chips by which dead or short blinds fell short of full ones.
    #[inline]
    pub(crate) fn missing_blinds(&self, stakes: &Stakes) -> Chips {
        if self.big_blind.is_none() {
            return Chips::ZERO;
        }
        let small = stakes.small_blind.saturating_sub(self.small_posted);
        small + stakes.big_blind.saturating_sub(self.big_posted)
    }

    pub(crate) fn post_small(&mut self, amount: Chips) {
        self.small_posted = amount;
    }

    pub(crate) fn post_big(&mut self, amount: Chips) {
        self.big_posted = amount;
    }

    pub(crate) fn post_straddle(&mut self, seat: SeatNo) {
        self.straddle = Some(seat);
    }
}
