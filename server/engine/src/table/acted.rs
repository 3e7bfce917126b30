//! Applies an action of a player.

use super::felt::Felt;
use crate::action::Action;
use crate::hand::Phase;
use cardroom_rules::{Chips, Millis, SeatNo};

impl Felt<'_> {
    #[inline(always)]
    pub(super) fn act(&mut self, seat: SeatNo, action: Action, added: Chips, bank: Millis) {
        let wager = match action {
            Action::Bet(to) | Action::RaiseTo(to) => Some((to, self.terms().full_from())),
            _ => None,
        };
        let bring_in = self.play().stakes.bring_in;
        if self.corrects_wagers() {
            self.hand.mark_betting();
        }
        self.hand.note_in_turn(seat, !added.is_zero());
        if let Some((to, full_from)) = wager {
            self.note_wager(seat, to, full_from);
        }
        let taken = self.seats.taken(seat);
        taken.stack -= added;
        taken.bank = bank;
        let broke = taken.stack.is_zero();
        let hand = &mut *self.hand;
        if broke {
            hand.players.set_all_in(seat, true);
        }
        let player = &mut hand.players[seat];
        player.bet += added;
        player.acted = true;
        hand.betting.set_pointer(Some(seat));
        hand.phase = Phase::Open;
        if let Some((to, full_from)) = wager {
            hand.betting.raise(seat, to, full_from);
        }
        match action {
            Action::Fold => {
                hand.players.fold(seat);
                hand.note_given_up(seat, true);
            }
            Action::BringIn => hand.betting.bring_in(bring_in),
            Action::Check | Action::Call | Action::Bet(_) | Action::RaiseTo(_) => {}
            Action::Discard(_) => unreachable!("cards are given away by an event of their own"),
        }
        self.note_bet(|rulings, level| rulings.note_action(seat, level));
    }

    /// Records the wager for a later correction or refund.
    #[inline]
    fn note_wager(&mut self, seat: SeatNo, to: Chips, full_from: Chips) {
        let bounds = match self.corrects_wagers() {
            true => self.terms().structure_bounds(seat),
            false => (to, to),
        };
        self.hand.betting.note_wager(seat, to, full_from, bounds);
    }
}
