//! The lineup of the next hand: who is dealt in, and who has which position.

use super::state::{Button, Schedule};
use super::{Table, TableSetup};
use crate::button::{
    Candidates, Lineup, Positions, next_lineup, single_big_blind, strictly_between,
};
use crate::input::HandOrder;
use crate::seat::{Entering, Seat, Seats};
use cardroom_rules::rulebook::{BlindRule, FromBrokenTable, Newcomer, PenaltySeat};
use cardroom_rules::{Deal, Forced, Game, SeatNo, SeatSet};

/// The next hand, before it is dealt. It follows from the seats, the last positions and the orders
/// of a tournament, and from no hand in progress.
#[derive(Clone, Copy)]
pub(super) struct NextHand<'a> {
    pub(super) setup: &'a TableSetup,
    pub(super) game: &'a Game,
    seats: &'a Seats,
    pub(super) button: &'a Button,
    schedule: &'a Schedule,
}

impl Table {
    /// Returns the next hand, or the current one before it was dealt.
    pub(super) fn next_hand(&self) -> NextHand<'_> {
        NextHand {
            setup: &self.setup,
            game: self.game(),
            seats: &self.state.seats,
            button: &self.state.button,
            schedule: &self.state.schedule,
        }
    }

    pub(super) fn can_start(&self) -> bool {
        let waits = self.is_paused() || self.ticket().is_some();
        let may_deal = self.state.schedule.may_deal(self.setup.occupancy);
        !waits && may_deal && self.next_hand().ready().len() >= 2
    }
}

impl NextHand<'_> {
    /// Returns the lineup. `draw` places the first button of a table.
    pub(super) fn lineup(&self, draw: u32) -> Option<Lineup> {
        let rule = self.setup.rulebook.blinds.button;
        let candidates = self.candidates();
        let lineup = match (self.button.placed(), self.button.positions()) {
            (Some(button), _) => Lineup::at_button(button, candidates),
            (None, Some(last)) if self.setup.occupancy.lets_newcomers_wait() => {
                self.lineup_with_newcomers(last, candidates)
            }
            (None, last) => next_lineup(rule, last, candidates, draw),
        }?;
        Some(match self.game.forced {
            Forced::Blinds if !self.is_bomb_pot() => lineup,
            Forced::Blinds | Forced::BringIn => {
                lineup.without_blinds(self.kept_button(), self.ready())
            }
        })
    }

    /// Returns the button of a hand without blinds. Where every hand is a bomb pot, it moves on.
    /// Returns `None` if the last hand had blinds.
    fn kept_button(&self) -> Option<SeatNo> {
        let every_hand = self.setup.ring.bomb_pot.is_some_and(|bomb| bomb.every_hands == 1);
        let moves = self.is_bomb_pot() && every_hand;
        self.button.without_blinds(|frozen| {
            let next = self.ready().next_after(frozen).filter(|_| moves);
            next.unwrap_or(frozen)
        })
    }

    /// Returns `true` if the button is drawn from all seats that are dealt in. Where some players
    /// owe a blind after a shuffle of the seats, the draw leaves them out.
    pub(super) fn draws_button(&self) -> bool {
        if self.button.positions().is_some() || self.button.placed().is_some() {
            return false;
        }
        let established = self.candidates().established;
        established.len() < 2 || established == self.ready()
    }

    fn candidates(&self) -> Candidates {
        let mut candidates = Candidates {
            established: SeatSet::EMPTY,
            entering: SeatSet::EMPTY,
            waiting: SeatSet::EMPTY,
        };
        for (number, seat) in
            self.seats.occupied().filter(|(number, seat)| self.takes_part(*number, seat))
        {
            let owes = seat.owes.anything() && !self.setup.ring.free_entry;
            let set = match (owes, seat.wait_for_big_blind) {
                (false, _) => &mut candidates.established,
                (true, false) => &mut candidates.entering,
                (true, true) => &mut candidates.waiting,
            };
            set.insert(number);
        }
        candidates
    }

    /// Returns the seats that would be dealt in.
    pub(super) fn ready(&self) -> SeatSet {
        let ready = self.seats.occupied().filter(|(number, seat)| self.takes_part(*number, seat));
        ready.map(|(number, _)| number).collect()
    }

    /// Returns `true` if the seat is dealt in. When a hand is dealt again, only its players are,
    /// unless fewer than two of them are left.
    fn takes_part(&self, number: SeatNo, seat: &Seat) -> bool {
        let is_left_out = self.schedule.redeal().is_some_and(|again| {
            let of_them = self.seats.occupied().filter(|(other, _)| again.contains(*other));
            let left = of_them.filter(|(other, seat)| self.could_take_part(*other, seat));
            !again.contains(number) && left.count() >= 2
        });
        !is_left_out && self.could_take_part(number, seat)
    }

    /// Returns `true` if the seat has chips and, at a ring game, wants cards.
    fn could_take_part(&self, number: SeatNo, seat: &Seat) -> bool {
        if self.setup.occupancy.deals_in_absent_players() {
            !seat.stack.is_zero() && !self.is_dealt_out(number)
        } else {
            seat.is_ready()
        }
    }

    /// Returns `true` if a player misses the hand, and the rulebook deals such players out (TFPL
    /// 6-23).
    fn is_dealt_out(&self, seat: SeatNo) -> bool {
        let misses = |order: &&HandOrder| order.missing.contains(seat);
        let Some(order) = self.schedule.due_order().filter(misses) else { return false };
        let plays = |(number, seat): &(SeatNo, &Seat)| {
            !seat.stack.is_zero() && !order.missing.contains(*number)
        };
        // A hand needs two players. Without them, all players are dealt in.
        self.setup.rulebook.penalties.seat == PenaltySeat::DealtOut
            && self.seats.occupied().filter(plays).count() >= 2
    }

    pub(super) fn is_bomb_pot(&self) -> bool {
        let hand = self.schedule.next_hand();
        let bomb = self.setup.ring.bomb_pot;
        let is_due = bomb.is_some_and(|bomb| hand.0.is_multiple_of(bomb.every_hands));
        let board_later =
            || self.game.streets[0].deal.iter().all(|deal| !matches!(deal, Deal::Board(_)));
        is_due && board_later() && self.game.board_cards() > 0
    }

    /// Returns the lineup, in which newcomers wait if the rulebook demands it.
    fn lineup_with_newcomers(&self, last: Positions, everybody: Candidates) -> Option<Lineup> {
        let entering = |seat: SeatNo| self.seats.get(seat).and_then(|seat| seat.entering);
        if everybody.established.contains(last.big)
            && entering(last.big) == Some(Entering::SingleBigBlind)
        {
            return Some(single_big_blind(last, everybody.established));
        }
        let rule = &self.setup.rulebook.blinds;
        let mut let_in = everybody;
        loop {
            let lineup = next_lineup(rule.button, Some(last), let_in, 0)?;
            let waits = let_in.established.iter().find(|seat| {
                entering(*seat).is_some_and(|entering| is_newcomer(rule, entering))
                    && newcomer_waits(rule.newcomer, *seat, last, lineup.positions)
            });
            let Some(seat) = waits else { return Some(lineup) };
            let_in.established.remove(seat);
            if let_in.established.len() < 2 {
                // No player waits if the hand could not be dealt without them.
                return next_lineup(rule.button, Some(last), everybody, 0);
            }
        }
    }
}

/// Returns `true` if the rulebook treats the player as new (TDA 10-A, TFPL 2c-9).
fn is_newcomer(rule: &BlindRule, entering: Entering) -> bool {
    match entering {
        Entering::Newcomer => true,
        Entering::FromBrokenTable => rule.from_broken_table == FromBrokenTable::AsNewcomer,
        Entering::Balanced | Entering::SingleBigBlind => false,
    }
}

/// Returns `true` if a newcomer at this seat has to wait (TDA 10-A, WPTAPL 10, TFPL 4a-6).
fn newcomer_waits(rule: Newcomer, seat: SeatNo, last: Positions, next: Positions) -> bool {
    let behind_button = strictly_between(seat, next.button, next.small);
    match rule {
        Newcomer::NotBetweenButtonAndSmallBlind => behind_button,
        Newcomer::NotSmallBlindOrButton => {
            behind_button || seat == next.small || seat == next.button
        }
        Newcomer::BigBlindOrAfterButton => {
            let button_moves = last.button != next.button;
            let button_left = button_moves && seat == last.button;
            let button_passed = strictly_between(seat, last.button, next.button);
            seat != next.big && !button_left && !button_passed
        }
    }
}
