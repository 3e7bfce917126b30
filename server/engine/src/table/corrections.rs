//! Corrections of the hand in progress by the floor: of wagers, folded hands and the clock. The
//! rules are here and in `dispute` and `called_clock`. They change nothing: each answers with the
//! rulings that carry a command out.

use super::state::{Schedule, TableState};
use super::{Table, TableSetup, Terms};
use crate::floor::{FloorEvent, FloorRuled, Ground, Moved};
use crate::hand::{Hand, LastWager, Phase};
use crate::refusal::RefusalKind;
use crate::seat::{Seat, Seats};
use arrayvec::ArrayVec;
use cardroom_rules::rulebook::CorrectedUntil;
use cardroom_rules::{Betting, Chips, Millis, SeatNo};

/// The hand that the floor corrects, with its rules, the stacks behind it, and the time.
pub(super) struct Corrections<'a> {
    pub(super) setup: &'a TableSetup,
    seats: &'a Seats,
    schedule: &'a Schedule,
    hand: Option<&'a Hand>,
    pub(super) now: Millis,
}

/// The rulings that carry a command out, in order.
pub(super) type Corrected = Result<ArrayVec<FloorRuled, 2>, RefusalKind>;

/// Carries a command out by one ruling.
#[expect(clippy::unnecessary_wraps, reason = "the answer of a correction")]
pub(super) fn by(ground: Ground, what: FloorEvent) -> Corrected {
    Ok([FloorRuled { ground, what }].into_iter().collect())
}

impl<'a> Corrections<'a> {
    pub(super) fn of(table: &'a Table, now: Millis) -> Self {
        let TableState { seats, schedule, .. } = &table.state;
        Self { setup: &table.setup, seats, schedule, hand: table.hand.as_ref(), now }
    }

    pub(super) fn seat(&self, seat: SeatNo) -> Result<&'a Seat, RefusalKind> {
        self.seats.checked(seat, self.setup.seats)
    }

    pub(super) fn hand(&self) -> Result<&'a Hand, RefusalKind> {
        self.hand.ok_or(RefusalKind::NoHand)
    }

    pub(super) fn terms(&self) -> Result<Terms<'a>, RefusalKind> {
        Ok(Terms::of(self.setup, self.seats, self.schedule, self.hand()?))
    }

    /// Lets a wager stand that is no legal one.
    pub(super) fn force_wager(&self, seat: SeatNo, to: Chips) -> Corrected {
        self.setup.check_people_deal()?;
        let stack = self.seat(seat)?.stack;
        let hand = self.hand()?;
        let on_turn = matches!(hand.phase, Phase::Turn(turn) if turn.seat == seat);
        if !on_turn || hand.street.drawing().is_some() {
            return Err(RefusalKind::NotYourTurn);
        }
        let current_bet = hand.betting.current_bet();
        if to <= current_bet {
            return Err(RefusalKind::BelowMinimum { min_to: current_bet + Chips(1) });
        }
        let bet = hand.players[seat].bet;
        let added = to - bet;
        if added > stack {
            return Err(RefusalKind::AboveMaximum { max_to: bet + stack });
        }
        by(Ground::AcceptedBet, FloorEvent::WagerForced { seat, to, added })
    }

    /// Corrects the last wager, and the calls of it.
    pub(super) fn correct_wager(&self, seat: SeatNo, to: Chips) -> Corrected {
        self.setup.check_people_deal()?;
        self.seat(seat)?;
        let hand = self.hand()?;
        let reopens = hand.is_before_showdown();
        let can_change = hand.still_stands() || reopens;
        let Some(wager) = hand.betting.wager().copied().filter(|_| can_change) else {
            return Err(RefusalKind::StreetClosed);
        };
        let bet_of = |seat: SeatNo| {
            let player = &hand.players[seat];
            if reopens { player.gathered } else { player.bet }
        };
        let bet = bet_of(seat);
        if wager.seat != seat || bet != wager.to {
            return Err(RefusalKind::NotTheLastWager);
        }
        if to == wager.to {
            return Err(RefusalKind::NothingToDo);
        }
        let pot_limit = self.terms()?.stakes.betting == Betting::PotLimit;
        let rule = &self.setup.rulebook.wager;
        let until = match (pot_limit, to > wager.to) {
            (true, true) => rule.pot_limit_miscount.too_low,
            (true, false) => rule.pot_limit_miscount.too_high,
            (false, _) => rule.underbet_correction,
        };
        match until {
            CorrectedUntil::SubstantialAction if wager.is_followed_by_substantial_action() => {
                return Err(RefusalKind::SubstantialAction);
            }
            CorrectedUntil::RoundComplete if !matches!(hand.phase, Phase::Turn(_)) => {
                return Err(RefusalKind::StreetClosed);
            }
            _ => {}
        }
        let all_in = bet + self.seats.stack(seat);
        let (min_to, max_to) = wager.corrected_range(all_in, pot_limit);
        if to > max_to {
            return Err(RefusalKind::AboveMaximum { max_to });
        }
        if to < min_to {
            return Err(RefusalKind::BelowMinimum { min_to });
        }
        let ground = if pot_limit { Ground::PotMiscount } else { Ground::UnderbetCorrection };
        let moved = hand.moved_with(self.seats, bet_of, wager, to);
        let reopened = reopens.then_some(FloorEvent::StreetReopened);
        let corrected = FloorEvent::WagerCorrected { seat, to, moved };
        let rulings = reopened.into_iter().chain([corrected]);
        Ok(rulings.map(|what| FloorRuled { ground, what }).collect())
    }

    /// Tells a player how large the pot is.
    pub(super) fn quote_pot(&self, seat: SeatNo, amount: Chips) -> Corrected {
        self.seat(seat)?;
        // The pot is counted in pot-limit only (TDA 54-A).
        if self.terms()?.stakes.betting != Betting::PotLimit {
            return Err(RefusalKind::NoPotCount);
        }
        by(Ground::PotCount, FloorEvent::PotQuoted { seat, amount })
    }

    /// Checks that a hand may be killed.
    pub(super) fn check_kill(&self, seat: SeatNo) -> Result<(), RefusalKind> {
        self.seat(seat)?;
        let hand = self.hand()?;
        let live = hand.players.live();
        if !live.contains(seat) {
            return Err(RefusalKind::NotInHand);
        }
        if live.len() == 1 || hand.is_last_contender(seat) {
            return Err(RefusalKind::LastHand);
        }
        Ok(())
    }
}

impl Hand {
    /// Returns the bets that change with a wager. A player who called it now calls the corrected
    /// total, or all-in for less. No bet exceeds the corrected wager.
    fn moved_with(
        &self,
        seats: &Seats,
        bet_of: impl Fn(SeatNo) -> Chips,
        wager: LastWager,
        to: Chips,
    ) -> Vec<Moved> {
        let moved = self.players.dealt().iter().filter_map(|seat| {
            let bet = bet_of(seat);
            let stack = seats.stack(seat);
            let called = bet == wager.to && self.players.live().contains(seat);
            let becomes = if called { to.min(bet + stack) } else { bet.min(to) };
            let returned = bet.saturating_sub(becomes);
            let added = becomes.saturating_sub(bet);
            (bet != becomes).then_some(Moved { seat, returned, added })
        });
        moved.collect()
    }

    /// Returns `true` if this street's bets are still in front of the players.
    fn still_stands(&self) -> bool {
        matches!(self.phase, Phase::Turn(_) | Phase::Held { .. })
    }

    /// Returns `true` if the bets of the last street were gathered, and no player has shown or
    /// discarded a hand since. Until then a wager of the river can be corrected (TDA 52-A).
    fn is_before_showdown(&self) -> bool {
        matches!(self.phase, Phase::Showdown { .. }) && !self.has_begun_to_show()
    }
}
