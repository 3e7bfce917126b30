//! Notes about other players. Only their writer sees them.

use crate::ids::{RequestId, TimeMs};
use serde::{Deserialize, Serialize};

/// Writes a note about another player, replacing the previous
/// one. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetNote {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Name of the player it is about.
    pub player: String,
    /// The note, at most 500 characters on any number of lines. Without text and color,
    /// the note is deleted.
    pub text: String,
    /// A color to mark the player with, from 1 to 8; 0 for none.
    pub color: u8,
}

/// Asks for a page of the viewer's notes, in the order of the players'
/// names. Answered by [`NotePage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListNotes {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// A page of the viewer's notes, at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NotePage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The notes, in the order of the players' names.
    pub notes: Vec<Note>,
}

/// A note about a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// Name of the player it is about.
    pub player: String,
    /// The note. It may be empty if there is a color.
    pub text: String,
    /// A color to mark the player with, from 1 to 8; 0 for none.
    pub color: u8,
    /// Time when it was written.
    pub written_at: TimeMs,
}
