//! A tournament folded from the store for reading only. It cannot be played from here.

use crate::announced::Announcement;
use crate::stored::{self, FoldError, Folded};
use cardroom_record::StoredStream;
use cardroom_record::ids::TournamentId;
use cardroom_rules::{LevelPlays, Library, TableNo};
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

/// Folds a tournament from its stream. `announced` is its [`Announcement`] as it is stored.
///
/// # Errors
/// The announced tournament cannot be played here, or the stream does not fold.
pub fn fold(
    id: TournamentId,
    announced: &str,
    stream: &StoredStream,
    library: &Library,
) -> Result<FoldedTournament, FoldError> {
    let announcement: Announcement = serde_json::from_str(announced)
        .map_err(|error| FoldError::Announcement(error.to_string()))?;
    let Folded { director, .. } = stored::fold(&announcement.setup, stream)?;
    let levels = library.level_plays(director.structure()).ok_or(FoldError::UnknownGame)?;
    let tables = director.tables().map(|(number, _)| (number, table_name(id, number)));
    Ok(FoldedTournament { tables: tables.collect(), director, levels: levels.into() })
}

/// Returns the tournament of a table and its number there, from the table's name in the store.
#[must_use]
pub fn place_of_table(stored: &str) -> Option<(TournamentId, TableNo)> {
    let (tournament, number) = stored.strip_prefix("tournament:")?.split_once(':')?;
    Some((TournamentId(tournament.parse().ok()?), TableNo(number.parse().ok()?)))
}

/// Returns the name of a tournament's table in the store.
#[must_use]
pub fn table_name(tournament: TournamentId, table: TableNo) -> String {
    format!("tournament:{tournament}:{}", table.0)
}
