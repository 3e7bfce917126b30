//! `cardroom league`: the leagues of the configuration and their standings, from the data stored at
//! this moment. The room may be running or closed.

use super::keep::{Copy, Source};
use crate::config::Config;
use crate::results::Shelf;
use crate::standings::Standings;
use crate::store::SeasonId;
use anyhow::Context as _;
use cardroom_rules::Millis;
use clap::{Args, Subcommand};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// A command about leagues.
#[derive(Debug, Subcommand)]
pub(crate) enum League {
    /// List the leagues and their seasons
    List,
    /// Show the standings of a season
    Standings(Standing),
}

/// The standings to print.
#[derive(Debug, Args)]
pub(crate) struct Standing {
    /// Id of the league
    league: String,
    /// Id of the season [default: the current one]
    #[arg(long)]
    season: Option<String>,
    /// Print CSV, with a column for each night
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    source: Source,
}

impl League {
    pub(crate) async fn run(&self, config: &Config, out: &mut impl Write) -> anyhow::Result<()> {
        let leagues = config.leagues(&config.library()?)?;
        match self {
            Self::List => {
                for terms in leagues.values() {
                    let league = &terms.league;
                    let points = league.points.text();
                    writeln!(out, "{}  {}  points {points}", league.id, league.name)?;
                    if league.present {
                        writeln!(out, "    entries that never sat score nothing")?;
                    }
                    if let Some(points) = &league.disqualified {
                        writeln!(out, "    a disqualified player scores {}", points.text())?;
                    }
                    for season in &terms.seasons {
                        writeln!(out, "    {}  {}", season.id, season.name)?;
                    }
                }
                Ok(())
            }
            Self::Standings(asked) => {
                let terms = leagues
                    .get(&asked.league)
                    .context("There is no such league. `cardroom league list` prints them")?;
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                let now = Millis(u64::try_from(now.as_millis()).unwrap_or(u64::MAX));
                let season = terms.season(asked.season.as_deref(), now);
                let season = season
                    .context("There is no such season. `cardroom league list` prints them")?
                    .id
                    .clone();
                let season = SeasonId { league: asked.league.clone(), season };
                let copy = Copy::of(&asked.source, config).await?;
                let standings = Shelf::new(copy.store()).standings(&season, &terms.league).await?;
                let text = if asked.csv { standings.csv() } else { sheet(&standings) };
                write!(out, "{text}")?;
                copy.close().await
            }
        }
    }
}

fn sheet(standings: &Standings) -> String {
    let (season, nights) = (&standings.season, standings.nights.len());
    let heading = format!("{} {}: {nights} nights\n", season.league, season.season);
    let rows = standings.rows.iter().map(|row| {
        let rank = row.season.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        format!(
            "{rank:>5}  {:<24}  {:>8} points  {} of {} nights  {} won\n",
            row.name,
            row.season.points.to_string(),
            row.counted(),
            row.season.nights.len(),
            row.wins(),
        )
    });
    heading + &rows.collect::<String>()
}
