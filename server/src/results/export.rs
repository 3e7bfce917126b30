//! Kept results as files for others: JSON, CSV and Open Tournament Summary. How each of them is
//! written is the business of `cardroom_tournament::results`.

use super::{KeptPlayer, KeptResults, ResultsError, with_kept_levels};
use crate::director::Announcement;
use crate::store::StoredTournament;
use cardroom_tournament::results::{PlayerResult, Results};

/// The code of play money in the Open Tournament Summary format.
const PLAY_MONEY: &str = "XPM";

/// What a file of results is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Json,
    /// A table for spreadsheets.
    Csv,
    Ots,
}

/// Why results cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The tournament has not ended.
    #[error("the tournament has not ended")]
    NotOver,
    /// What is kept of it cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// What was announced cannot be read.
    #[error("what was announced does not decode: {0}")]
    Announcement(#[from] serde_json::Error),
}

impl Format {
    /// The format with this name, which is also how names of its files end.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Json, Self::Csv, Self::Ots].into_iter().find(|format| format.ending() == name)
    }

    /// How names of its files end.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Ots => "ots",
        }
    }

    /// What HTTP calls it.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json | Self::Ots => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }
}

/// The results of a tournament of this room, in a format.
///
/// # Errors
/// It has not ended, or what is kept of it cannot be read.
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
