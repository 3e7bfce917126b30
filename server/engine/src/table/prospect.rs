//! A player's prospects if the turn were theirs: the amount to call, the point where the betting
//! reopens, and what all of them would win. It uses the same computation as
//! [`Table::legal`](super::Table::legal).

use super::InPlay;
use crate::hand::Phase;
use crate::limits::Legal;
use crate::opener::starts_after;
use crate::pot::{Pots, build_pots, pots_so_far};
use cardroom_rules::{Chips, SeatNo};

/// The options of a player in the hand if the turn were theirs now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The total for the street that a call matches.
    pub call_to: Chips,
    /// The chips that a call adds, at most the stack.
    pub call_more: Chips,
    /// The smallest bring-in or bet that opens the betting, if it is not open.
    pub opens_at: Option<Chips>,
    /// The total at which the betting would reopen, for a player who has acted and may not raise.
    pub reopens_at: Option<Chips>,
    pub legal: Legal,
}

impl InPlay<'_> {
    /// Returns the options of a player in the hand if the turn were theirs now. Returns `None` if
    /// the player is not in the hand or no betting is in progress.
    #[must_use]
    pub fn prospect(&self, seat: SeatNo) -> Option<Prospect> {
        let terms = self.terms;
        if !terms.hand.players.live().contains(seat) || !terms.hand.phase_of_betting() {
            return None;
        }
        let legal = terms.legal(seat);
        let opens = legal.wager.filter(|wager| !wager.raise).map(|wager| wager.min_to);
        Some(Prospect {
            call_to: terms.bet_to_match(seat),
            call_more: legal.call.unwrap_or_default(),
            opens_at: legal.bring_in.or(opens),
            reopens_at: terms.reopens_at(seat),
            legal,
        })
    }

    /// Returns `true` if the betting of the street is over: no player has a turn, and the next
    /// street, the showdown or the award follows.
    #[must_use]
    pub fn betting_is_closed(&self) -> bool {
        !matches!(self.terms.hand.phase, Phase::Turn(_))
    }

    /// Returns what each player has bet on this street, also after the last street's bets were
    /// gathered.
    #[must_use]
    pub fn bets_of_street(&self) -> Vec<(SeatNo, Chips)> {
        let hand = self.terms.hand;
        let gathered = hand.is_at_showdown();
        let bet = |seat| {
            let player = &hand.players[seat];
            if gathered { player.gathered } else { player.bet }
        };
        let bets = hand.players.dealt().iter().map(|seat| (seat, bet(seat)));
        bets.filter(|(_, bet)| !bet.is_zero()).collect()
    }

    /// Returns the pots, main pot first, including the street's bets. Once the betting is over, the
    /// uncalled bet is left out.
    #[must_use]
    pub fn pots(&self) -> Pots {
        let hand = self.terms.hand;
        let mut bets = hand.players.bets();
        if !self.betting_is_closed() {
            let put_in = hand.players.put_in_with(&bets);
            return pots_so_far(
                &put_in,
                hand.middle.dead(),
                hand.players.live(),
                hand.players.behind(),
            );
        }
        if let Some((seat, amount)) = hand.players.uncalled() {
            bets[seat.index()] -= amount;
        }
        let put_in = hand.players.put_in_with(&bets);
        build_pots(&put_in, hand.middle.dead(), hand.players.live())
    }

    /// Returns the pot numbers in the order of the award: side pots first (TDA 21).
    pub fn award_order(&self) -> impl Iterator<Item = u8> + use<> {
        let pots = u8::try_from(self.pots().len()).expect("a table has at most ten pots");
        (0..pots).rev()
    }

    /// Returns the number of board cards still to come.
    #[must_use]
    pub fn board_left(&self) -> usize {
        let on_board = self.terms.hand.boards.first().len();
        self.terms.game.board_cards().saturating_sub(on_board)
    }

    /// Returns the dealer if players deal themselves: the button, or the player before an empty
    /// button seat (WPTAPL 9).
    #[must_use]
    pub fn dealer(&self) -> Option<SeatNo> {
        let hand = self.terms.hand;
        let at_button = hand.players.dealt().contains(hand.positions.button());
        if at_button {
            Some(hand.positions.button())
        } else {
            hand.players.dealt().previous_before(hand.positions.button())
        }
    }

    /// Returns the dealt-in player who would act first on a street, from 0. Returns `None` if the
    /// game has no such street.
    #[must_use]
    pub fn first_to_act(&self, street: u8) -> Option<SeatNo> {
        let hand = self.terms.hand;
        let opener = self.terms.game.streets.get(usize::from(street))?.opener;
        hand.players.dealt().next_after(starts_after(hand, opener))
    }

    /// Returns the street's bet in fixed limit, small or big.
    #[must_use]
    pub fn street_bet(&self) -> Chips {
        self.terms.limit_bet()
    }
}
