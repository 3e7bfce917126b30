//! Completed hands as they are stored: the public record, the sealed cards, and the columns that
//! searches use. This module does not know what a record or a seal contains.

use crate::ids::{AccountId, TableId, TournamentId};
use bytes::Bytes;

/// A completed hand. Stored with the step that ended it, or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredHand {
    pub table: TableId,
    pub hand: u64,
    pub tournament: Option<TournamentId>,
    /// The id of the game.
    pub game: String,
    /// In milliseconds since 1970.
    pub ended_ms: u64,
    pub pot: u64,
    /// Whether a person, not only programs, was dealt in.
    pub people: bool,
    /// The public record, encoded by its owner.
    pub record: Bytes,
    /// The players' cards, sealed by their owner; `None` if the server never knew them.
    pub cards: Option<Bytes>,
    /// The players who were dealt in, with their seats.
    pub players: Vec<(AccountId, u8)>,
    /// Replaces a record that is already stored, because something was corrected since. This flag
    /// itself is not stored.
    pub retold: bool,
}
