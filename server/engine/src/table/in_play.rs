//! The hand in progress as all players at the table see it: its players, its chips and the possible
//! actions. It shows no card. `prospect` has what follows if the turn were a player's.

use super::{Table, Terms};
use crate::action::Action;
use crate::hand::{Level, Phase};
use crate::limits::Legal;
use crate::refusal::RefusalKind;
use crate::ruling::Commitment;
use cardroom_rules::rulebook::MisdealDeadline;
use cardroom_rules::{Chips, Millis, SeatNo, SeatSet};

/// The hand in progress. It knows the stacks and the rules that the hand is played by, and nothing
/// else of the table.
#[derive(Clone, Copy)]
pub struct InPlay<'a> {
    pub(super) terms: Terms<'a>,
}

impl Table {
    /// Returns the hand in progress; `None` between hands.
    #[must_use]
    pub fn in_play(&self) -> Option<InPlay<'_>> {
        self.terms().map(|terms| InPlay { terms })
    }
}

impl<'a> InPlay<'a> {
    // Players.

    /// Returns the players who have not folded.
    #[must_use]
    pub fn live(&self) -> SeatSet {
        self.terms.hand.players.live()
    }

    /// Returns the players with no chips behind, folded or not.
    #[must_use]
    pub fn all_in(&self) -> SeatSet {
        self.terms.hand.players.all_in()
    }

    /// Returns `true` if some pot has no other contender left.
    #[must_use]
    pub fn is_last_contender(&self, seat: SeatNo) -> bool {
        self.terms.hand.is_last_contender(seat)
    }

    /// Returns the player on turn.
    #[must_use]
    pub fn on_turn(&self) -> Option<SeatNo> {
        match self.terms.hand.phase {
            Phase::Turn(turn) => Some(turn.seat),
            _ => None,
        }
    }

    /// Returns the next player to act on the street, if one has to.
    #[must_use]
    pub fn next_to_act(&self) -> Option<SeatNo> {
        self.terms.next_to_act()
    }

    /// Returns the last player to act on the street.
    #[must_use]
    pub fn last_to_act(&self) -> Option<SeatNo> {
        self.terms.hand.betting.pointer()
    }

    /// Returns `true` if the player has acted on the street.
    #[must_use]
    pub fn has_acted(&self, seat: SeatNo) -> bool {
        self.terms.hand.players[seat].acted
    }

    /// Returns `true` if players discard and draw now.
    #[must_use]
    pub fn is_drawing(&self) -> bool {
        self.terms.hand.street.drawing().is_some()
    }

    /// Returns when the count of the clock called on the player on turn begins and ends.
    #[must_use]
    pub fn called_clock(&self) -> Option<(Millis, Millis)> {
        self.terms.hand.betting.called_clock()
    }

    /// Returns `true` if an error of the deal or the positions now stands (TDA
    /// 35-D, 36; TFPL 3a-0).
    #[must_use]
    pub fn substantial_action(&self) -> bool {
        let tally = self.terms.hand.betting.tally();
        match self.terms.setup.rulebook.dealing.misdeal_deadline {
            MisdealDeadline::SubstantialAction => tally.is_substantial(),
            MisdealDeadline::TwoAfterBlinds => tally.two_players_acted(),
        }
    }

    // Chips.

    /// Returns the chips behind a player.
    #[must_use]
    pub fn stack(&self, seat: SeatNo) -> Chips {
        self.terms.stack(seat)
    }

    /// Returns a player's bet on the street.
    #[must_use]
    pub fn bet(&self, seat: SeatNo) -> Chips {
        self.terms.hand.players[seat].bet
    }

    /// Returns the largest bet of the street.
    #[must_use]
    pub fn current_bet(&self) -> Chips {
        self.terms.hand.betting.current_bet()
    }

    /// Returns the bets of the street in ascending order, all blinds as one. Only tables where
    /// people deal keep them.
    #[must_use]
    pub fn levels(&self) -> &'a [Level] {
        self.terms.rulings.map_or(&[], |rulings| rulings.levels())
    }

    /// Returns all chips in the middle and in front of players.
    #[must_use]
    pub fn chips(&self) -> Chips {
        self.terms.hand.chips()
    }

    /// Returns the uncalled part of this player's last bet or raise. A blind is neither.
    #[must_use]
    pub fn uncalled_wager_of(&self, seat: SeatNo) -> Chips {
        self.terms.hand.uncalled_wager_of(seat)
    }

    // Legal actions.

    /// Returns the actions that a player may choose, within what they are bound to.
    #[must_use]
    pub fn legal(&self, seat: SeatNo) -> Legal {
        self.terms.legal(seat)
    }

    /// Returns the actions that would be legal for the player without any declaration.
    #[must_use]
    pub fn unbound(&self, seat: SeatNo) -> Legal {
        self.terms.unbound(seat)
    }

    /// Returns the limit on a player's next action.
    #[must_use]
    pub fn bound(&self, seat: SeatNo) -> Option<Commitment> {
        self.terms.rulings.and_then(|rulings| rulings.bound(seat).commitment())
    }

    /// Checks an action of a player.
    ///
    /// # Errors
    /// Returns the rule that forbids it.
    pub fn check(&self, seat: SeatNo, action: Action) -> Result<(), RefusalKind> {
        self.terms.spot(seat).check_action(action)
    }

    /// Returns the smallest total of a full bet or raise.
    #[must_use]
    pub fn full_raise_to(&self) -> Chips {
        self.terms.full_raise_to()
    }

    /// Returns the unit of bets and raises.
    #[must_use]
    pub fn wager_unit(&self) -> Chips {
        self.terms.wager_unit()
    }
}
