//! The announcement of a tournament, as it is stored, and the league that it counts for.

use crate::config::LeagueTerms;
use crate::ids::TournamentId;
use crate::store::SeasonId;
use cardroom_rules::{Chips, Millis, PlayerId};
use cardroom_tournament::Setup;
use cardroom_tournament::league::League;
use serde::{Deserialize, Serialize};

/// The announcement of a tournament: everything its director is set up with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    /// Structure, rulebook and start.
    pub setup: Setup,
    /// Whether programs may play.
    pub bots_allowed: bool,
    /// The first days that it continues, if it is the day after others.
    #[serde(default)]
    pub first_days: Option<FirstDays>,
    #[serde(default)]
    pub counting: Option<Counting>,
}

/// The first days whose survivors play on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FirstDays {
    pub tournaments: Vec<TournamentId>,
    /// The survivors and their chips. A player who survived two first days is listed twice.
    pub bags: Vec<(PlayerId, Chips)>,
}

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
