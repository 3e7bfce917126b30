//! A tournament folded from the store for reading only. It cannot be played from here.

use super::actor::OpenError;
use super::stored;
use crate::announced::Announcement;
use crate::ids::TournamentId;
use crate::store::{StoredStream, StoredTournament};
use cardroom_rules::{Library, TableNo};
use cardroom_tables::LevelPlays;
use cardroom_tournament::Director;
use std::sync::Arc;

/// A tournament folded from the store.
#[derive(Debug)]
pub struct FoldedTournament {
    pub director: Director,
    /// Its open tables, and their names in the store.
    pub tables: Vec<(TableNo, String)>,
    /// The games and stakes of each level.
    pub levels: Arc<[LevelPlays]>,
}

/// Folds a tournament from its stream.
///
/// # Errors
/// The announced tournament cannot be played here, or the stream does not fold.
pub fn fold(
    stored: &StoredTournament,
    stream: &StoredStream,
    library: &Library,
) -> Result<FoldedTournament, OpenError> {
    let failed = |error: &dyn std::fmt::Display| OpenError::Announcement(error.to_string());
    let announcement: Announcement =
        serde_json::from_str(&stored.setup).map_err(|error| failed(&error))?;
    let folded = stored::fold(&announcement.setup, stream);
    let stored::Folded { director, .. } = folded.map_err(|error| failed(&error))?;
    let levels = library.level_plays(director.structure());
    let levels = levels.ok_or_else(|| failed(&"its game is not played in this room"))?;
    let tables = director.tables().map(|(number, _)| (number, table_name(stored.id, number)));
    Ok(FoldedTournament { tables: tables.collect(), director, levels: levels.into() })
}

/// Returns the tournament of a table and its number there, from the table's name in the store.
#[must_use]
pub fn place_of_table(stored: &str) -> Option<(TournamentId, TableNo)> {
    let (tournament, number) = stored.strip_prefix("tournament:")?.split_once(':')?;
    Some((TournamentId(tournament.parse().ok()?), TableNo(number.parse().ok()?)))
}

/// Returns the name of a tournament's table in the store.
pub(super) fn table_name(tournament: TournamentId, table: TableNo) -> String {
    format!("tournament:{tournament}:{}", table.0)
}
