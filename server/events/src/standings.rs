//! The standings of a season, from the stored results of its nights.

use crate::results::KeptResults;
use cardroom_record::SeasonId;
use cardroom_record::ids::TournamentId;
use cardroom_rules::{Millis, PlayerId};
use cardroom_tournament::league::{League, ScoredFinish, Season};
use cardroom_tournament::results::{date, table};
use std::collections::BTreeMap;

/// The standings of a season.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    pub season: SeasonId,
    /// Its nights, earliest first.
    pub nights: Vec<StandingsNight>,
    /// All players, the best first; those without a rank at the end.
    pub rows: Vec<StandingsRow>,
}

/// A night of a season.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingsNight {
    pub tournament: TournamentId,
    pub name: String,
    pub ended_at: Millis,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingsRow {
    /// The name at the last night played.
    pub name: String,
    /// Points, rank and nights.
    pub season: Season,
}

impl Standings {
    /// Computes the standings after these nights, from the points stored with them.
    #[must_use]
    pub fn of(season: SeasonId, league: &League, nights: &[(TournamentId, KeptResults)]) -> Self {
        let mut names: BTreeMap<PlayerId, &str> = BTreeMap::new();
        let mut scored = Vec::new();
        for (_, night) in nights {
            for player in &night.players {
                names.insert(player.account, &player.name);
            }
            scored.push(scored_of(night));
        }
        let rows = league.standings(&scored).into_iter().map(|season| {
            let name = names.get(&season.player).copied().unwrap_or_default().to_owned();
            StandingsRow { name, season }
        });
        let rows = rows.collect();
        let nights = nights.iter().map(|(tournament, night)| StandingsNight {
            tournament: *tournament,
            name: night.summary.name.clone(),
            ended_at: night.summary.ended_at,
        });
        Self { season, nights: nights.collect(), rows }
    }

    /// Formats the standings for spreadsheets: a line for each player, a column for each night.
    /// Points that do not count are in parentheses.
    #[must_use]
    pub fn csv(&self) -> String {
        let heading = ["rank", "player", "points", "nights", "counted", "wins", "knocked_out"];
        let nights =
            self.nights.iter().map(|night| format!("{} {}", date(night.ended_at), night.name));
        let heading = heading.into_iter().map(str::to_owned).chain(nights).collect();
        let rows = self.rows.iter().map(|row| self.line(row));
        table(std::iter::once(heading).chain(rows))
    }

    fn line(&self, row: &StandingsRow) -> Vec<String> {
        let season = &row.season;
        let mut line = vec![
            season.rank.map(|rank| rank.to_string()).unwrap_or_default(),
            row.name.clone(),
            season.points.to_string(),
            season.nights.len().to_string(),
            row.counted().to_string(),
            row.wins().to_string(),
            season.knocked_out.to_string(),
        ];
        line.extend((0..self.nights.len()).map(|number| {
            let night = season.nights.iter().find(|night| night.night == number);
            night.map_or_else(String::new, |night| {
                if night.counts { night.points.to_string() } else { format!("({})", night.points) }
            })
        }));
        line
    }
}

impl StandingsRow {
    /// Returns how many nights count.
    #[must_use]
    pub fn counted(&self) -> usize {
        self.season.nights.iter().filter(|night| night.counts).count()
    }

    /// Returns how many nights were won.
    #[must_use]
    pub fn wins(&self) -> usize {
        self.season.nights.iter().filter(|night| night.place == Some(1)).count()
    }

    /// Returns the best place; 0 if the player has none.
    #[must_use]
    pub fn best_place(&self) -> u32 {
        self.season.nights.iter().filter_map(|night| night.place).min().unwrap_or_default()
    }
}

/// Returns the players with points in a night.
fn scored_of(night: &KeptResults) -> Vec<ScoredFinish> {
    let scored = night.players.iter().filter_map(|player| {
        Some(ScoredFinish {
            player: player.account,
            place: player.place,
            knocked_out: player.knocked_out,
            points: player.points?,
        })
    });
    scored.collect()
}
