//! Deals among the remaining players: the one open for voting, and those made.

use crate::deal::{DealNo, MadeDeal, OpenDeal};
use cardroom_rules::{Cents, EntryNo, Millis};

/// The deals of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deals {
    /// `false` if the floor forbade them.
    pub(super) allowed: bool,
    /// The deal open for voting, and the number of the last one.
    pub(super) open: Option<OpenDeal>,
    pub(super) last: DealNo,
    pub(super) made: Vec<MadeDeal>,
}

impl Default for Deals {
    fn default() -> Self {
        Self { allowed: true, open: None, last: DealNo(0), made: Vec::new() }
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

    /// Returns `true` if the parties have agreed, and wait for the hands in progress.
    pub(crate) fn is_accepted(&self) -> bool {
        self.open.as_ref().is_some_and(|deal| deal.accepted)
    }

    pub(crate) fn allow(&mut self, allowed: bool) {
        self.allowed = allowed;
    }

    pub(crate) fn propose(&mut self, deal: OpenDeal) {
        self.last = deal.number;
        self.open = Some(deal);
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
    }

    pub(crate) fn make(&mut self, shares: Vec<(EntryNo, Cents)>, for_winner: Cents) {
        self.open = None;
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
