//! What is counted of visitors: people beside the players.

use super::Traffic;

/// What visitors did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Visits {
    /// How many are there.
    pub(crate) present: u64,
    /// How many were there at most.
    pub(crate) most: u64,
    /// How many came in.
    pub(crate) came: u64,
    /// Arrivals of an open model that found as many there as may be, and did not come.
    pub(crate) dropped: u64,
    /// Those the room did not let in.
    pub(crate) turned_away: u64,
    /// Visits that broke.
    pub(crate) failed: u64,
    /// Those who did not read, for as long as they were to or until they were closed.
    pub(crate) stalled: u64,
    /// Those of them who were found closed.
    pub(crate) closed_for_not_reading: u64,
    /// What they read.
    pub(crate) read: Traffic,
}
