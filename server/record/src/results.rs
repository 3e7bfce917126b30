//! Results of tournaments, and bans from them.

use crate::ids::{AccountId, TournamentId};
use serde::{Deserialize, Serialize};

/// A ban from tournaments. Storing another for the same account and league replaces it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredBan {
    pub account: AccountId,
    /// The league it covers; `None` for all tournaments.
    pub league: Option<String>,
    /// When it ends, in milliseconds since 1970. Lifting a ban moves its end to the past.
    pub until_ms: u64,
    /// When it was imposed, in milliseconds since 1970.
    pub at_ms: u64,
    pub operator: AccountId,
    pub reason: String,
}

/// The results of a tournament. Storing others for the same tournament replaces them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredResults {
    pub tournament: TournamentId,
    /// In milliseconds since 1970.
    pub ended_ms: u64,
    /// The season it counts for.
    pub season: Option<SeasonId>,
    /// The part that a list shows, encoded by its owner.
    pub summary: String,
    /// The full results, encoded by their owner.
    pub results: String,
}

/// A season of a league, by their ids.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct SeasonId {
    pub league: String,
    pub season: String,
}
