//! A player's prospects if the turn were theirs: the amount to call, the point where the betting
//! reopens, and why a raise is illegal. It uses the same computation as [`Table::legal`].

use super::Table;
use crate::limits::Legal;
use crate::opener::starts_after;
use crate::pot::{Pots, build_pots, pots_so_far};
use crate::refusal::RefusalKind;
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

impl Table {
    /// Returns the options of a player in the hand if the turn were theirs now. Returns `None` if
    /// the player is not in the hand or no betting is in progress.
    #[must_use]
    pub fn prospect(&self, seat: SeatNo) -> Option<Prospect> {
        let terms = self.terms()?;
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

    /// Returns the pots, main pot first, including the street's bets. Once the betting is over, the
    /// uncalled bet is left out.
    #[must_use]
    pub fn pots(&self) -> Pots {
        let Some(hand) = &self.hand else { return Pots::new() };
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
        let on_board = self.hand.as_ref().map_or(0, |hand| hand.boards.first().len());
        self.game().board_cards().saturating_sub(on_board)
    }

    /// Returns the dealer if players deal themselves: the button, or the player before an empty
    /// button seat (WPTAPL 9).
    #[must_use]
    pub fn dealer(&self) -> Option<SeatNo> {
        let hand = self.hand.as_ref()?;
        let at_button = hand.players.dealt().contains(hand.positions.button());
        if at_button {
            Some(hand.positions.button())
        } else {
            hand.players.dealt().previous_before(hand.positions.button())
        }
    }

    /// Returns the dealt-in player who would act first on a street, from 0. Returns `None` if the
    /// game has no such street, or without a hand.
    #[must_use]
    pub fn first_to_act(&self, street: u8) -> Option<SeatNo> {
        let hand = self.hand.as_ref()?;
        let opener = self.game().streets.get(usize::from(street))?.opener;
        hand.players.dealt().next_after(starts_after(hand, opener))
    }

    /// Returns the street's bet in fixed limit, small or big.
    #[must_use]
    pub fn street_bet(&self) -> Option<Chips> {
        self.terms().map(|terms| terms.limit_bet())
    }
}

/// Returns the precise reason for a rejected raise.
pub(super) fn explain(table: &Table, seat: SeatNo, kind: RefusalKind) -> RefusalKind {
    match (kind, table.terms()) {
        (RefusalKind::RaiseNotAllowed, Some(terms)) => terms.why_no_raise(seat),
        _ => kind,
    }
}
