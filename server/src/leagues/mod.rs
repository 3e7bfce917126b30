//! Leagues in a room: what a tournament counts for, who stands where, and who may not enter. What
//! points and ranks are is the business of `cardroom_tournament::league`.

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

/// What a tournament counts for, on the terms of the day it was announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counting {
    /// Points, and what counts of them.
    pub league: League,
    pub season: String,
}

impl Counting {
    /// What a tournament counts for that starts then; `None` where no season is played.
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
