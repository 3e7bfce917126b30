//! What a turn would be worth to a player: what must be called, from where on a raise is possible
//! again, and why it is not. The same computation as [`Table::legal`], for whoever is asked about.

use super::Table;
use crate::limits::Legal;
use crate::opener::starts_after;
use crate::pot::{Pots, build_pots, pots_so_far};
use crate::refusal::RefusalKind;
use cardroom_rules::{Chips, SeatNo};

/// What a player in the hand could do if the turn were theirs now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The total for the street that a call matches.
    pub call_to: Chips,
    /// What a call adds: all that is left where that is less.
    pub call_more: Chips,
    /// The least that opens the betting, where nobody has: a bring-in or a bet.
    pub opens_at: Option<Chips>,
    /// The total from which on the betting would be open again, for who has acted and may not
    /// raise.
    pub reopens_at: Option<Chips>,
    pub legal: Legal,
}

impl Table {
    /// What a player in the hand could do if the turn were theirs now; `None` for who is not in it,
    /// and where no betting is going on.
    #[must_use]
    pub fn prospect(&self, seat: SeatNo) -> Option<Prospect> {
        let terms = self.terms()?;
        if !terms.hand.live().contains(seat) || !terms.hand.phase_of_betting() {
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

    /// The pots, main pot first, with the bets of the street in them; once its betting is over less
    /// what nobody called.
    #[must_use]
    pub fn pots(&self) -> Pots {
        let Some(hand) = &self.hand else { return Pots::new() };
        let mut bets = hand.bets();
        if !self.betting_is_closed() {
            let put_in = std::array::from_fn(|index| hand.players[index].put_in + bets[index]);
            return pots_so_far(&put_in, hand.dead, hand.live(), hand.behind());
        }
        if let Some((seat, amount)) = hand.uncalled() {
            bets[seat.index()] -= amount;
        }
        let put_in = std::array::from_fn(|index| hand.players[index].put_in + bets[index]);
        build_pots(&put_in, hand.dead, hand.live())
    }

    /// The numbers of the pots in the order in which they are awarded: side pots first (TDA 21).
    pub fn award_order(&self) -> impl Iterator<Item = u8> + use<> {
        let pots = u8::try_from(self.pots().len()).expect("a table has at most ten pots");
        (0..pots).rev()
    }

    /// How many cards the board is still to get.
    #[must_use]
    pub fn board_left(&self) -> usize {
        let on_board = self.hand.as_ref().map_or(0, |hand| hand.board().len());
        self.game().board_cards().saturating_sub(on_board)
    }

    /// Who deals where players deal themselves: the button, or for a button on an empty seat the
    /// player before it (WPTAPL 9).
    #[must_use]
    pub fn dealer(&self) -> Option<SeatNo> {
        let hand = self.hand.as_ref()?;
        let at_button = hand.dealt.contains(hand.button);
        if at_button { Some(hand.button) } else { hand.dealt.previous_before(hand.button) }
    }

    /// Who of those dealt in would act first on a street, from 0; `None` where the game has no such
    /// street, or without a hand.
    #[must_use]
    pub fn first_to_act(&self, street: u8) -> Option<SeatNo> {
        let hand = self.hand.as_ref()?;
        let opener = self.game().streets.get(usize::from(street))?.opener;
        hand.dealt.next_after(starts_after(hand, opener))
    }

    /// The larger or smaller bet of the street in fixed limit.
    #[must_use]
    pub fn street_bet(&self) -> Option<Chips> {
        self.terms().map(|terms| terms.limit_bet())
    }

    /// The reason behind a refused raise.
    pub(crate) fn explain(&self, seat: SeatNo, kind: RefusalKind) -> RefusalKind {
        match (kind, self.terms()) {
            (RefusalKind::RaiseNotAllowed, Some(terms)) => terms.why_no_raise(seat),
            _ => kind,
        }
    }
}
