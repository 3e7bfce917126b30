//! What is counted of visitors: people beside the players.

use super::Traffic;
use serde::{Deserialize, Serialize};
use std::ops::Add;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    pub(crate) failed: u64,
    /// Those who did not read, for as long as they were to or until they were closed.
    pub(crate) stalled: u64,
    /// Those of them who were found closed.
    pub(crate) closed_for_not_reading: u64,
    pub(crate) read: Traffic,
}

impl Add for Visits {
    type Output = Self;

    /// What the visitors of two generators did. That both had most of them at the same moment is
    /// the most that can be said of it.
    fn add(self, other: Self) -> Self {
        Self {
            present: self.present + other.present,
            most: self.most + other.most,
            came: self.came + other.came,
            dropped: self.dropped + other.dropped,
            turned_away: self.turned_away + other.turned_away,
            failed: self.failed + other.failed,
            stalled: self.stalled + other.stalled,
            closed_for_not_reading: self.closed_for_not_reading + other.closed_for_not_reading,
            read: self.read + other.read,
        }
    }
}
