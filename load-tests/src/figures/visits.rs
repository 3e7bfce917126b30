//! Counts of visitors, who come in addition to the players.

use super::Traffic;
use serde::{Deserialize, Serialize};
use std::ops::Add;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Visits {
    /// Visitors that are connected now.
    pub(crate) present: u64,
    /// The largest number of visitors at one time.
    pub(crate) most: u64,
    /// Visitors that the room admitted.
    pub(crate) came: u64,
    /// Arrivals of an open model that found too many visitors and did not come.
    pub(crate) dropped: u64,
    /// Visitors that the room refused.
    pub(crate) turned_away: u64,
    pub(crate) failed: u64,
    /// Visitors that did not read, and stayed to the end or until the room closed the connection.
    pub(crate) stalled: u64,
    /// The part of `stalled` that the room closed.
    pub(crate) closed_for_not_reading: u64,
    pub(crate) read: Traffic,
}

impl Add for Visits {
    type Output = Self;

    /// Adds the visitors of two generators. The sum of `most` is an upper bound, reached only if
    /// both had most of them at the same moment.
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
