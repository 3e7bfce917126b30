//! The chips in the middle of the table: the pots, and what came out of them.

use crate::pot::{Pot, Pots};
use cardroom_rules::Chips;

/// The chips in the middle of the table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Middle {
    /// The chips in the pots, including antes and dead blinds.
    chips: Chips,
    /// The part of `chips` that no player had to match.
    dead: Chips,
    /// The pots as of the last closed street.
    pots: Pots,
    /// The chips that came to the table with an entered hand.
    entered: Chips,
    /// The rake taken from this hand.
    rake: Chips,
}

impl Middle {
    /// Returns the chips in the pots, without the bets in front of the players.
    #[inline(always)]
    pub(crate) fn chips(&self) -> Chips {
        self.chips
    }

    /// Returns the chips that no player had to match.
    pub(crate) fn dead(&self) -> Chips {
        self.dead
    }

    /// Returns the pots as of the last closed street, main pot first.
    #[inline(always)]
    pub(crate) fn pots(&self) -> &Pots {
        &self.pots
    }

    /// Returns the pots that hold chips.
    pub(crate) fn filled_pots(&self) -> impl Iterator<Item = &Pot> {
        self.pots.iter().filter(|pot| !pot.amount.is_zero())
    }

    /// Returns the chips that came to the table with an entered hand.
    pub(crate) fn entered(&self) -> Chips {
        self.entered
    }

    /// Returns the rake taken from this hand.
    pub(crate) fn rake(&self) -> Chips {
        self.rake
    }

    /// Takes in the pot of an entered hand.
    pub(crate) fn enter(&mut self, pot: Chips) {
        self.entered = pot;
        self.put_in_dead(pot);
    }

    /// Takes in chips that others have to match.
    #[inline(always)]
    pub(crate) fn put_in(&mut self, amount: Chips) {
        self.chips += amount;
    }

    /// Gives back a bet that was gathered too early.
    pub(crate) fn take_out(&mut self, amount: Chips) {
        self.chips -= amount;
    }

    /// Takes in chips that no player has to match.
    pub(crate) fn put_in_dead(&mut self, amount: Chips) {
        self.dead += amount;
        self.chips += amount;
    }

    /// Divides the chips into pots at the end of a street.
    pub(crate) fn divide(&mut self, pots: &[Pot]) {
        let potted: Chips = pots.iter().map(|pot| pot.amount).sum();
        assert_eq!(potted, self.chips, "the pots hold what was put in");
        self.pots = pots.iter().copied().collect();
    }

    pub(crate) fn take_rake(&mut self, pot: u8, amount: Chips) {
        self.pay_out(pot, amount);
        self.rake += amount;
    }

    /// Takes chips out of a pot.
    pub(crate) fn pay_out(&mut self, pot: u8, amount: Chips) {
        self.pots[usize::from(pot)].amount -= amount;
        self.chips -= amount;
    }
}
