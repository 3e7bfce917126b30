//! Leagues in a room: the season a tournament counts for, standings, and bans.
//! `cardroom_tournament::league` computes points and ranks.

mod answers;
mod bans;
mod direct;
mod standings;

pub use answers::{league_info, standing_page};
pub use bans::{BanFrom, Bans, ban_page};
pub use direct::{DirectError, direct};
pub use standings::{Standings, StandingsNight, StandingsRow};

use crate::config::LeagueTerms;
use crate::store::SeasonId;
use cardroom_rules::Millis;
use cardroom_tournament::league::League;
use serde::{Deserialize, Serialize};

/// The league and season that a tournament counts for, on the terms of the day it was announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counting {
    /// The points, and which results count.
    pub league: League,
    pub season: String,
}

impl Counting {
    /// Returns what a tournament with this start counts for; `None` between seasons.
    #[must_use]
    pub fn of(terms: &LeagueTerms, starts_at: Millis) -> Option<Self> {
        let season = terms.season_at(starts_at)?.id.clone();
        Some(Self { league: terms.league.clone(), season })
    }

    #[must_use]
    pub fn season_id(&self) -> SeasonId {
        SeasonId { league: self.league.id.clone(), season: self.season.clone() }
    }
}
