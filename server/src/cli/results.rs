//! `cardroom results`: the results of tournaments, from the data stored at this moment. The room
//! may be running or closed.

use super::keep::{Copy, Source};
use crate::config::Config;
use crate::ids::TournamentId;
use crate::results::{Format, KeptPlayer, KeptResults, Reader, Shelf, Summary};
use crate::store::PastFilter;
use anyhow::Context as _;
use cardroom_rules::Cents;
use clap::{Args, Subcommand, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

/// A command about results.
#[derive(Debug, Subcommand)]
pub(crate) enum Results {
    /// List the tournaments that have ended, the latest first
    List(List),
    /// Show the results of one tournament
    Show(Show),
    /// Write the results of one tournament as JSON, CSV or OTS
    Export(Export),
}

/// The tournaments to list.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Only tournaments of this league
    #[arg(long)]
    league: Option<String>,
    /// Only tournaments of this season
    #[arg(long)]
    season: Option<String>,
    /// At most this many tournaments
    #[arg(long, value_name = "N", default_value_t = 25)]
    limit: u32,
    /// Skip this many tournaments, to read on after the first list
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u32,
    #[command(flatten)]
    source: Source,
}

/// The tournament to show.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Number of the tournament
    tournament: u64,
    #[command(flatten)]
    source: Source,
}

/// The results to write, and the format.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// Number of the tournament
    tournament: u64,
    /// Format of the file
    #[arg(long, value_enum)]
    format: FormatName,
    /// File to write; it must not exist [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FormatName {
    /// JSON, with everything the room stores
    Json,
    /// A table for spreadsheets
    Csv,
    /// Open Tournament Summary, which trackers read
    Ots,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Json => Self::Json,
            FormatName::Csv => Self::Csv,
            FormatName::Ots => Self::Ots,
        }
    }
}

impl Results {
    pub(crate) async fn run(&self, config: &Config, out: &mut impl Write) -> anyhow::Result<()> {
        match self {
            Self::List(list) => {
                let copy = Copy::of(&list.source, config).await?;
                let (league, season) = (list.league.clone(), list.season.clone());
                let shelf = Shelf::new(copy.store());
                let filter = PastFilter { league, season, ..PastFilter::default() };
                let past = shelf.past(&filter, list.skip, list.limit).await?;
                for (id, summary) in &past.tournaments {
                    writeln!(out, "{}", line(*id, summary))?;
                }
                writeln!(out, "{} of {} tournaments", past.tournaments.len(), past.total)?;
                copy.close().await
            }
            Self::Show(show) => {
                let copy = Copy::of(&show.source, config).await?;
                let id = TournamentId(show.tournament);
                let results = Shelf::new(copy.store()).results(id, Reader::LetIn).await?;
                write!(out, "{}", sheet(id, &results))?;
                copy.close().await
            }
            Self::Export(export) => {
                let copy = Copy::of(&export.source, config).await?;
                let (id, format) = (TournamentId(export.tournament), export.format.into());
                let shelf = Shelf::new(copy.store());
                let text = shelf.file(&config.server.name, id, format, Reader::LetIn).await?;
                match &export.out {
                    None => write!(out, "{text}")?,
                    Some(path) => {
                        let file = std::fs::File::create_new(path);
                        let mut file = file.with_context(|| path.display().to_string())?;
                        file.write_all(text.as_bytes())?;
                        writeln!(out, "{}", path.display())?;
                    }
                }
                copy.close().await
            }
        }
    }
}

fn line(id: TournamentId, summary: &Summary) -> String {
    let won = match (summary.cancelled, summary.winners.as_slice()) {
        (true, _) => "called off".to_owned(),
        (false, []) => "no winner".to_owned(),
        (false, winners) => format!("won by {}", winners.join(", ")),
    };
    let season = summary.season.as_ref();
    let season = season.map(|of| format!("  [{} {}]", of.league, of.season)).unwrap_or_default();
    format!(
        "{id:>6}  {}  {}  {} entries  pool {}  {won}{season}",
        cardroom_tournament::results::date(summary.ended_at),
        summary.name,
        summary.entries,
        money(summary.prize_pool),
    )
}

fn sheet(id: TournamentId, results: &KeptResults) -> String {
    let mut text = line(id, &results.summary);
    text.push('\n');
    for deal in &results.deals {
        let share = |(_, name, amount): &(_, String, Cents)| format!("{name} {}", money(*amount));
        let shares: Vec<String> = deal.shares.iter().map(share).collect();
        let left = money(deal.for_winner);
        text.push_str(&format!("deal: {}; for the winner {left}\n", shares.join(", ")));
    }
    for player in &results.players {
        text.push_str(&row(player));
        text.push('\n');
    }
    text
}

fn row(player: &KeptPlayer) -> String {
    let place = match (player.disqualified, player.place) {
        (true, _) => "disq.".to_owned(),
        (false, Some(place)) => place.to_string(),
        (false, None) => "-".to_owned(),
    };
    let mut row = format!("{place:>6}  {:<24}  prize {}", player.name, money(player.prize));
    let mut add = |what: &str, amount: Cents| {
        if !amount.is_zero() {
            row.push_str(&format!("  {what} {}", money(amount)));
        }
    };
    add("tickets", player.tickets);
    add("bounties", player.bounties);
    if let Some(points) = player.points {
        row.push_str(&format!("  points {points}"));
    }
    row
}

/// Formats an amount in the room's chips, one of which is a cent of a structure.
fn money(amount: Cents) -> String {
    amount.0.to_string()
}
