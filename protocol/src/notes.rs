//! What players write down about others. Nobody but the writer sees it.

use crate::ids::{RequestId, TimeMs};
use serde::{Deserialize, Serialize};

/// Writes a note about another player, replacing the previous one. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetNote {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Name of the player it is about.
    pub player: String,
    /// The note, at most 500 characters on any number of lines. Without text and color, the note is
    /// deleted.
    pub text: String,
    /// A color to mark the player with, from 1 to 8; 0 for none.
    pub color: u8,
}

/// Asks for a page of the viewer's notes, in the order of the players' names. Answered by
/// [`NotePage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListNotes {
    /// Repeated in the answer.
    pub request: RequestId,
    /// How many to pass over.
    pub from: u32,
}

/// A page of the viewer's notes, at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NotePage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
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
