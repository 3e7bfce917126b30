//! The felt: the chips of the hand in progress, and the stacks behind them. A bet, a blind or a won
//! pot changes a stack and the hand at once, and nothing else of the table. `acted` has the actions
//! of players, `apply::rulings` what rulings do.

use super::{Table, TableSetup, Terms};
use crate::event::PostKind;
use crate::floor::Moved;
use crate::hand::{Hand, Level, Phase, Rulings};
use crate::pot::Share;
use crate::seat::Seats;
use crate::table::state::Schedule;
use cardroom_rules::{AnteKind, Chips, Play, SeatNo};

/// The hand in progress and the stacks of its players, for an event that moves chips between them.
/// It decides nothing.
pub(super) struct Felt<'a> {
    pub(super) setup: &'a TableSetup,
    schedule: &'a Schedule,
    pub(super) seats: &'a mut Seats,
    pub(super) hand: &'a mut Hand,
}

impl Table {
    /// Returns the felt of the hand in progress.
    ///
    /// # Panics
    /// Panics between hands.
    #[inline(always)]
    pub(super) fn felt(&mut self) -> Felt<'_> {
        Felt {
            setup: &self.setup,
            schedule: &self.state.schedule,
            seats: &mut self.state.seats,
            hand: self.hand.as_mut().expect("the event is of a hand in progress"),
        }
    }
}

impl Felt<'_> {
    #[inline(always)]
    pub(super) fn terms(&self) -> Terms<'_> {
        Terms::of(self.setup, self.seats, self.schedule, self.hand)
    }

    /// Returns the game and stakes of the hand.
    #[inline(always)]
    pub(super) fn play(&self) -> &Play {
        self.setup.play(self.hand.play)
    }

    /// Returns `true` if a wager can have a wrong size and be corrected.
    #[inline]
    pub(super) fn corrects_wagers(&self) -> bool {
        self.setup.corrects_wagers()
    }

    /// Records a change of the bet to match, where rulings may refer to it.
    #[inline(always)]
    pub(super) fn note_bet(&mut self, note: impl FnOnce(&mut Rulings, Level)) {
        if self.hand.rulings.is_some() {
            let level = self.terms().level();
            note(self.hand.rulings_mut(), level);
        }
    }

    // Blinds and antes.

    pub(super) fn post(&mut self, seat: SeatNo, post: PostKind, amount: Chips) {
        self.post_chips(seat, post, amount);
        self.note_bet(Rulings::open);
    }

    fn post_chips(&mut self, seat: SeatNo, post: PostKind, amount: Chips) {
        let taken = self.seats.taken(seat);
        taken.stack -= amount;
        let broke = taken.stack.is_zero();
        let ante_kind = self.play().stakes.ante_kind;
        let hand = &mut *self.hand;
        if broke {
            hand.players.set_all_in(seat, true);
        }
        let each_antes = ante_kind == AnteKind::Each || hand.positions.is_bomb_pot();
        let player = &mut hand.players[seat];
        match post {
            PostKind::Ante if each_antes => {
                player.put_in += amount;
                return hand.middle.put_in(amount);
            }
            PostKind::Ante | PostKind::DeadBlind => return hand.middle.put_in_dead(amount),
            PostKind::SmallBlind => hand.positions.post_small(amount),
            PostKind::EntryBlind => {}
            PostKind::BigBlind => hand.positions.post_big(amount),
            PostKind::Straddle => {
                hand.positions.post_straddle(seat);
                hand.betting.post_straddle(amount);
            }
        }
        player.bet += amount;
    }

    // Bets and pots.

    /// Puts chips in front of a player.
    pub(super) fn put_in_front(&mut self, seat: SeatNo, chips: Chips) {
        let taken = self.seats.taken(seat);
        taken.stack -= chips;
        let nothing_behind = taken.stack.is_zero();
        self.hand.players[seat].bet += chips;
        if nothing_behind {
            self.hand.players.set_all_in(seat, true);
        }
    }

    /// Returns the part of a bet that no player can call any more.
    pub(super) fn return_uncalled(&mut self, seat: SeatNo, amount: Chips) {
        self.take_from_front(seat, amount);
        self.hand.betting.set_uncalled(Some((seat, amount)));
    }

    /// Puts the returned part of a bet in front of its player again.
    pub(super) fn put_back(&mut self, seat: SeatNo, amount: Chips) {
        self.put_in_front(seat, amount);
        self.hand.betting.set_uncalled(None);
    }

    /// Returns chips that are in front of a player to the stack.
    pub(super) fn take_from_front(&mut self, seat: SeatNo, amount: Chips) {
        self.seats.taken(seat).stack += amount;
        self.hand.players[seat].bet -= amount;
        self.hand.players.set_all_in(seat, false);
    }

    /// Undoes the street's last actions, which put in these chips.
    pub(super) fn rescind(&mut self, actions: u8, returned: &[(SeatNo, Chips)]) {
        for (seat, chips) in returned {
            self.take_from_front(*seat, *chips);
        }
        self.hand.go_back_before(actions);
    }

    /// Corrects the last wager, and the calls of it.
    pub(super) fn correct_wager(&mut self, to: Chips, moved: &[Moved]) {
        for Moved { seat, returned, added } in moved {
            let taken = self.seats.taken(*seat);
            taken.stack += *returned;
            taken.stack -= *added;
            let broke = taken.stack.is_zero();
            let players = &mut self.hand.players;
            let bet = &mut players[*seat].bet;
            *bet += *added;
            *bet -= *returned;
            players.set_all_in(*seat, broke);
        }
        if self.hand.betting.correct_wager(to) {
            // The player on turn is asked again, because an answer to the old wager does not count.
            self.hand.phase = Phase::Open;
        }
        self.note_bet(Rulings::correct_level);
    }

    /// Pays out a pot, or a part of it.
    pub(super) fn award(&mut self, pot: u8, shares: &[Share]) {
        for share in shares {
            self.seats.taken(share.seat).stack += share.amount;
            self.hand.players[share.seat].won += share.amount;
            self.hand.middle.pay_out(pot, share.amount);
        }
    }
}
