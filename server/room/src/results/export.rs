//! Stored results as files: JSON, CSV and Open Tournament Summary.
//! `cardroom_tournament::results` defines the formats.

use super::{KeptPlayer, KeptResults, ResultsError};
use crate::announced::Announcement;
use crate::store::StoredTournament;
use cardroom_events::results::with_kept_levels;
use cardroom_tournament::results::{PlayerResult, Results};

/// The code of play money in the Open Tournament Summary format.
const PLAY_MONEY: &str = "XPM";

/// A file format for results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Json,
    Csv,
    Ots,
}

/// The reason why results cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the tournament has not ended")]
    NotOver,
    /// The stored results cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The stored announcement cannot be read.
    #[error("what was announced does not decode: {0}")]
    Announcement(#[from] serde_json::Error),
}

impl Format {
    /// Returns the format with this name, which is also its file extension.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Json, Self::Csv, Self::Ots].into_iter().find(|format| format.ending() == name)
    }

    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Ots => "ots",
        }
    }

    /// Returns the media type for HTTP.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json | Self::Ots => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }
}

/// Formats the results of a tournament of this room.
///
/// # Errors
/// The tournament has not ended, or its stored data cannot be read.
pub fn export(
    room: &str,
    stored: &StoredTournament,
    format: Format,
) -> Result<String, ExportError> {
    let text = stored.results.as_deref().ok_or(ExportError::NotOver)?;
    let kept = KeptResults::read(stored.id, text)?;
    let mut announcement: Announcement = serde_json::from_str(&stored.setup)?;
    with_kept_levels(&mut announcement, Some(text));
    let mut structure = (*announcement.setup.structure).clone();
    structure.name.clone_from(&stored.name);
    let summary = &kept.summary;
    let results = Results {
        site: room.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        number: stored.id.to_string(),
        structure,
        currency: PLAY_MONEY.to_owned(),
        began_at: summary.began_at.unwrap_or(summary.ended_at),
        ended_at: Some(summary.ended_at),
        prize_pool: summary.prize_pool,
        players: kept.players.iter().map(player).collect(),
    };
    Ok(match format {
        Format::Json => results.json(),
        Format::Csv => results.csv(),
        Format::Ots => results.open_tournament_summary(None),
    })
}

fn player(player: &KeptPlayer) -> PlayerResult {
    PlayerResult {
        name: player.name.clone(),
        place: player.place,
        entries: player.entries,
        rebuys: player.rebuys,
        add_ons: player.add_ons,
        prize: player.prize,
        ticket: player.tickets,
        bounties: player.bounties,
        knocked_out: player.knocked_out,
        points: player.points,
    }
}
