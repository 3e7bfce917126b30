//! The prizes of a tournament, from the moment they are fixed.

use crate::prizes::Bounties;
use cardroom_rules::{Cents, EntryNo};
use std::collections::BTreeSet;

/// The fixed prizes and the bounties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PrizePool {
    /// The prize of each place and the number of tickets, fixed once entry is closed.
    pub(crate) places: Option<Vec<Cents>>,
    pub(crate) tickets: u32,
    /// Only in a bounty tournament.
    pub(crate) bounties: Option<Bounties>,
    /// `true` if all remaining players are paid, so mystery bounties are drawn.
    pub(crate) money_reached: bool,
    /// Disqualified entries that get no prize for the place.
    pub(crate) unpaid: BTreeSet<EntryNo>,
}

impl PrizePool {
    pub(crate) fn new(bounties: Option<Bounties>) -> Self {
        Self { places: None, tickets: 0, bounties, money_reached: false, unpaid: BTreeSet::new() }
    }
}
