//! The announcement of a tournament, as it is stored, and the league that it counts for.

use cardroom_record::SeasonId;
use cardroom_record::ids::TournamentId;
use cardroom_rules::{Chips, Format, Millis, PlayerId};
use cardroom_tournament::league::League;
use cardroom_tournament::{Director, Setup};
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
    /// The league that it counts for.
    #[serde(default)]
    pub counting: Option<ForLeague>,
    /// Whether its deals can be verified; `None` if the room decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifiable: Option<bool>,
}

/// The first days whose survivors play on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FirstDays {
    pub tournaments: Vec<TournamentId>,
    /// The survivors and their chips. A player who survived two first days is listed twice.
    pub bags: Vec<(PlayerId, Chips)>,
}

/// The league that a tournament counts for, on the terms of the day it was announced. Its start
/// decides about the season, also after the floor changed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForLeague {
    /// The points, and which results count.
    pub league: League,
    /// Empty in announcements of older programs.
    #[serde(default)]
    seasons: Vec<SeasonTerms>,
    /// The season of the announcement, for a tournament that does not know its start.
    #[serde(default)]
    season: Option<String>,
}

/// A season of a league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeasonTerms {
    pub id: String,
    /// For people to read.
    pub name: String,
    pub from: Millis,
    /// The first moment after it.
    pub until: Millis,
}

/// The league and season that a tournament counts for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counting {
    /// The points, and which results count.
    pub league: League,
    pub season: String,
}

impl Announcement {
    /// Returns the announcement of a tournament that counts for no league.
    #[must_use]
    pub fn of(setup: Setup, bots_allowed: bool) -> Self {
        // A bot cannot hold real cards.
        let bots_allowed = bots_allowed && !setup.structure.has_real_cards();
        Self { setup, bots_allowed, first_days: None, counting: None, verifiable: None }
    }

    /// Returns the id and the name of the season that the tournament counts for, by its start;
    /// `None` if it counts for none.
    #[must_use]
    pub fn season(&self, director: &Director) -> Option<(&str, &str)> {
        let begins = match self.setup.structure.format {
            Format::SitAndGo => director.began_at(),
            _ => director.starts_at().or(director.began_at()),
        };
        self.counting.as_ref()?.season_at(begins)
    }

    /// Returns what the tournament counts for.
    #[must_use]
    pub fn counts_for(&self, director: &Director) -> Option<Counting> {
        let (season, _) = self.season(director)?;
        let league = self.counting.as_ref()?.league.clone();
        Some(Counting { league, season: season.to_owned() })
    }
}

impl ForLeague {
    /// Returns a league for a tournament that is announced now.
    #[must_use]
    pub fn of(league: &League, seasons: &[SeasonTerms], now: Millis) -> Self {
        Self {
            league: league.clone(),
            seasons: seasons.to_vec(),
            season: season_at(seasons, now).map(|season| season.id.clone()),
        }
    }

    fn season_at(&self, starts_at: Option<Millis>) -> Option<(&str, &str)> {
        let season = match starts_at {
            Some(at) if !self.seasons.is_empty() => season_at(&self.seasons, at)?,
            _ => {
                let id = self.season.as_deref()?;
                let known = self.seasons.iter().find(|season| season.id == id);
                return Some((id, known.map_or(id, |season| &season.name)));
            }
        };
        Some((&season.id, &season.name))
    }
}

impl Counting {
    /// Returns what a tournament with this start counts for; `None` between seasons.
    #[must_use]
    pub fn of(league: &League, seasons: &[SeasonTerms], starts_at: Millis) -> Option<Self> {
        let season = season_at(seasons, starts_at)?.id.clone();
        Some(Self { league: league.clone(), season })
    }

    #[must_use]
    pub fn season_id(&self) -> SeasonId {
        SeasonId { league: self.league.id.clone(), season: self.season.clone() }
    }
}

/// Returns the season that this time falls in.
#[must_use]
pub fn season_at(seasons: &[SeasonTerms], at: Millis) -> Option<&SeasonTerms> {
    seasons.iter().find(|season| season.from <= at && at < season.until)
}
