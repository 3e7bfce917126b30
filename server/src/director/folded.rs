//! A tournament as the store has it, for whoever only looks: nobody plays it from here.

use super::actor::OpenError;
use super::stored::{self, Announcement};
use crate::ids::TournamentId;
use crate::store::{StoredStream, StoredTournament};
use crate::table::LevelPlays;
use cardroom_rules::{Library, TableNo};
use cardroom_tournament::Director;
use std::sync::Arc;

/// A tournament as the store has it.
#[derive(Debug)]
pub struct FoldedTournament {
    pub director: Director,
    /// Its open tables, and the names by which the store knows them.
    pub tables: Vec<(TableNo, String)>,
    /// What is played at each level.
    pub levels: Arc<[LevelPlays]>,
}

/// Folds a tournament from its stream.
///
/// # Errors
/// What was announced cannot be played here, or the stream does not fold.
pub fn fold(
    stored: &StoredTournament,
    stream: &StoredStream,
    library: &Library,
) -> Result<FoldedTournament, OpenError> {
    let failed = |error: &dyn std::fmt::Display| OpenError::Announcement(error.to_string());
    let announcement: Announcement =
        serde_json::from_str(&stored.setup).map_err(|error| failed(&error))?;
    let folded = stored::fold(&announcement.setup, stream);
    let (director, _) = folded.map_err(|error| failed(&error))?;
    let levels = library.level_plays(director.structure());
    let levels = levels.ok_or_else(|| failed(&"its game is not played in this room"))?;
    let tables = director.tables().map(|(number, _)| (number, table_name(stored.id, number)));
    Ok(FoldedTournament { tables: tables.collect(), director, levels: levels.into() })
}

/// The name by which the store knows a table of a tournament.
pub(super) fn table_name(tournament: TournamentId, table: TableNo) -> String {
    format!("tournament:{tournament}:{}", table.0)
}
