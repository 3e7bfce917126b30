//! Deals among the remaining players: the one open for voting, and those made.

use crate::deal::{DealNo, MadeDeal, OpenDeal};

/// The deals of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Deals {
    /// `false` if the floor forbade them.
    pub(crate) allowed: bool,
    /// The deal open for voting, and the number of the last one.
    pub(crate) open: Option<OpenDeal>,
    pub(crate) last: DealNo,
    pub(crate) made: Vec<MadeDeal>,
}

impl Default for Deals {
    fn default() -> Self {
        Self { allowed: true, open: None, last: DealNo(0), made: Vec::new() }
    }
}
