//! Deals among the remaining players: the one open for voting, and those made.

use crate::deal::{DealNo, DealWish, MadeDeal, OpenDeal};
use cardroom_rules::{Appended, Cents, Chips, EntryNo, Millis};
use serde::{Deserialize, Serialize};

/// The deals of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deals {
    /// `false` if the floor forbade them.
    pub(super) allowed: bool,
    /// The deal open for voting, and the number of the last one.
    pub(super) open: Option<OpenDeal>,
    pub(super) last: DealNo,
    pub(super) made: Vec<MadeDeal>,
    pub(super) basis: Appended<Basis>,
}

/// The stacks and players on which the next deal, or the open one, rests.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Basis {
    /// A deal that a player asked for while hands were in progress.
    asked: Option<DealWish>,
    /// The stacks when the open deal was proposed. Empty if an older program proposed it.
    stacks: Vec<(EntryNo, Chips)>,
}

impl Default for Deals {
    fn default() -> Self {
        Self {
            allowed: true,
            open: None,
            last: DealNo(0),
            made: Vec::new(),
            basis: Appended::default(),
        }
    }
}

impl Deals {
    pub(crate) fn are_allowed(&self) -> bool {
        self.allowed
    }

    /// Returns the deal that is open for voting, or accepted and not made yet.
    #[must_use]
    pub fn open(&self) -> Option<&OpenDeal> {
        self.open.as_ref()
    }

    /// Returns the number of the last deal.
    pub(crate) fn last(&self) -> DealNo {
        self.last
    }

    /// Returns the deals that were made, in order.
    #[must_use]
    pub fn made(&self) -> &[MadeDeal] {
        &self.made
    }

    pub(crate) fn allow(&mut self, allowed: bool) {
        self.allowed = allowed;
    }

    /// Returns the deal that waits for the hands in progress before it is proposed.
    #[must_use]
    pub fn asked(&self) -> Option<&DealWish> {
        self.basis.asked.as_ref()
    }

    /// Returns `true` if no hand begins: a player asks for a deal, the players vote on one for the
    /// stacks that they have, or they have agreed.
    pub(crate) fn wait_for_hands(&self) -> bool {
        self.asked().is_some() || self.open.is_some()
    }

    /// Returns `true` if the open deal was proposed for these stacks.
    pub(crate) fn is_for(&self, stacks: impl Iterator<Item = (EntryNo, Chips)>) -> bool {
        self.basis.stacks.is_empty() || stacks.eq(self.basis.stacks.iter().copied())
    }

    pub(crate) fn ask(&mut self, wish: DealWish) {
        self.basis.asked = Some(wish);
    }

    /// Drops a request for a deal that cannot be proposed.
    pub(crate) fn drop_asked(&mut self) {
        self.basis.asked = None;
    }

    pub(crate) fn propose(&mut self, deal: OpenDeal, stacks: Vec<(EntryNo, Chips)>) {
        self.last = deal.number;
        self.open = Some(deal);
        *self.basis = Basis { asked: None, stacks };
    }

    pub(crate) fn vote(&mut self, entry: EntryNo, agrees: bool) {
        if let Some(deal) = &mut self.open {
            // The vote was checked before the event was emitted.
            let _ = deal.ballot.vote(entry, agrees);
        }
    }

    pub(crate) fn accept(&mut self) {
        if let Some(deal) = &mut self.open {
            deal.accepted = true;
        }
    }

    /// Drops the open deal.
    pub(crate) fn drop_open(&mut self) {
        self.open = None;
        self.basis.stacks.clear();
    }

    pub(crate) fn make(&mut self, shares: Vec<(EntryNo, Cents)>, for_winner: Cents) {
        self.drop_open();
        self.made.push(MadeDeal { shares, for_winner });
    }

    /// Moves the end of the vote later, after a pause. The vote stops the clock no longer, and a
    /// later pause is not its own.
    pub(crate) fn later(&mut self, by: Millis) {
        if let Some(deal) = &mut self.open {
            deal.until = deal.until + by;
            deal.pauses = false;
        }
    }
}
