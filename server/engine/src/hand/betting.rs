//! The betting of a hand: the street's bets, the last wager, and the clock called on a player.

use super::{LastWager, Round};
use crate::substantial::Tally;
use cardroom_rules::{Chips, Millis, SeatNo};

/// The betting of the hand in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HandBetting {
    round: Round,
    /// The actions in turn during this hand.
    tally: Tally,
    /// The last bet or raise of this street.
    wager: Option<LastWager>,
    /// The last player to act on this street.
    pointer: Option<SeatNo>,
    /// The start and the end of a called clock's count.
    called_clock: Option<(Millis, Millis)>,
    /// The part of a bet that returned to its player because nobody could call it any more.
    uncalled: Option<(SeatNo, Chips)>,
}

impl HandBetting {
    pub(crate) fn new(round: Round) -> Self {
        let tally = Tally::default();
        Self { round, tally, wager: None, pointer: None, called_clock: None, uncalled: None }
    }

    /// Returns the betting of the street.
    #[inline(always)]
    pub(crate) fn round(&self) -> &Round {
        &self.round
    }

    /// Returns the total to match.
    #[inline(always)]
    pub(crate) fn current_bet(&self) -> Chips {
        self.round.current_bet
    }

    /// Returns the actions in turn during this hand.
    pub(crate) fn tally(&self) -> Tally {
        self.tally
    }

    /// Returns the last bet or raise of this street.
    pub(crate) fn wager(&self) -> Option<&LastWager> {
        self.wager.as_ref()
    }

    /// Returns the last player to act on this street.
    #[inline(always)]
    pub(crate) fn pointer(&self) -> Option<SeatNo> {
        self.pointer
    }

    #[inline(always)]
    pub(crate) fn set_pointer(&mut self, pointer: Option<SeatNo>) {
        self.pointer = pointer;
    }

    pub(crate) fn begin_street(&mut self, round: Round) {
        self.round = round;
        self.pointer = None;
        self.wager = None;
        self.uncalled = None;
    }

    /// Goes back to an earlier moment of the street. A called clock stays.
    pub(crate) fn go_back_to(&mut self, earlier: Self) {
        *self = Self { called_clock: self.called_clock, ..earlier };
    }

    // Bets.

    /// Records an action in turn.
    #[inline]
    pub(crate) fn note_in_turn(&mut self, seat: SeatNo, puts_in_chips: bool) {
        self.tally.note(seat, puts_in_chips);
        if let Some(wager) = &mut self.wager {
            wager.note_action(seat, puts_in_chips);
        }
    }

    /// Records a straddle, which counts as the opening bet.
    pub(crate) fn post_straddle(&mut self, amount: Chips) {
        self.round.current_bet = amount;
        self.round.full_bet = amount;
        self.round.increment = amount;
    }

    /// Records the bring-in. A call of a short one is for the full amount.
    pub(crate) fn bring_in(&mut self, amount: Chips) {
        self.round.current_bet = amount;
    }

    /// Records a bet, raise or all-in above the current bet. It is full if it reaches `full_from`.
    pub(crate) fn raise(&mut self, seat: SeatNo, to: Chips, full_from: Chips) {
        self.round.raise(seat, to, full_from);
    }

    /// Records a bet or raise for a later correction or refund.
    pub(crate) fn note_wager(
        &mut self,
        seat: SeatNo,
        to: Chips,
        full_from: Chips,
        bounds: (Chips, Chips),
    ) {
        let (before, since) = (self.round, Tally::default());
        self.wager = Some(LastWager { seat, to, before, full_from, bounds, since });
    }

    /// Corrects the last wager to another total. Returns `false` if there is none.
    pub(crate) fn correct_wager(&mut self, to: Chips) -> bool {
        let Some(wager) = &mut self.wager else { return false };
        wager.to = to;
        self.round = wager.before;
        self.round.raise(wager.seat, to, wager.full_from);
        true
    }

    /// Reduces the player's last wager to its called part after the rest was returned. Returns
    /// `None` if there was nothing to reduce, and else the total left of the wager, if any.
    pub(crate) fn shrink_wager(&mut self, seat: SeatNo, left: Chips) -> Option<Option<Chips>> {
        let wager = self.wager.filter(|wager| wager.seat == seat && left < wager.to)?;
        self.round = wager.before;
        self.wager = None;
        let is_gone = left <= wager.before.current_bet;
        if !is_gone {
            self.round.raise(seat, left, wager.full_from);
        }
        Some((!is_gone).then_some(left))
    }

    /// Returns the part of a bet that was returned on this street, in case it is put in again.
    pub(crate) fn uncalled(&self) -> Option<(SeatNo, Chips)> {
        self.uncalled
    }

    /// Records the part of a bet that was returned, or that it was put in again.
    pub(crate) fn set_uncalled(&mut self, uncalled: Option<(SeatNo, Chips)>) {
        self.uncalled = uncalled;
    }

    // The called clock.

    /// Returns the start and the end of a called clock's count.
    pub(crate) fn called_clock(&self) -> Option<(Millis, Millis)> {
        self.called_clock
    }

    /// Returns when the called clock runs out.
    pub(crate) fn called_clock_ends(&self) -> Option<Millis> {
        self.called_clock.map(|(_, until)| until)
    }

    pub(crate) fn call_clock(&mut self, counts_from: Millis, until: Millis) {
        self.called_clock = Some((counts_from, until));
    }

    pub(crate) fn stop_clock(&mut self) {
        self.called_clock = None;
    }

    /// Moves a called clock's count into the future, if a clock was called.
    pub(crate) fn delay_clock(&mut self, by: Millis) {
        if let Some((counts_from, until)) = &mut self.called_clock {
            *counts_from = *counts_from + by;
            *until = *until + by;
        }
    }
}
