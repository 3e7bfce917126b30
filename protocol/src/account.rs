//! An account's role and its API tokens.

use crate::ids::{ApiTokenId, TimeMs};
use crate::limits::MAX_SCOPES;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The role of an account. Each role includes the rights of the roles before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Role {
    /// Plays at tables and in tournaments.
    Player,
    /// May also open private tables.
    Host,
    /// May also rule on tables.
    Floor,
    /// Runs the room and may do everything.
    Admin,
}

/// What an API token may do. A token may also send what visitors may send. It never does more than
/// the role of its account allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Scope {
    /// Plays, chats, enters tournaments and hosts private tables. Includes reading the account's
    /// own hands, notes and statistics.
    Play,
    /// Reads what the account may read, its whole export included, and changes nothing.
    Read,
    /// Directs tables and tournaments, as the role of the account allows.
    Floor,
    /// Gives orders about leagues and bans, as the role of the account allows.
    Leagues,
    /// Looks after accounts, as the role of the account allows. No token gives anyone a role or a
    /// way to sign in.
    Accounts,
    /// Watches, without the account's cards: for the overlay of a stream.
    Stream,
    /// Reads the dates of the tournaments that the account entered, as `/calendar/TOKEN.ics`. The
    /// token is part of that address. A token with this scope alone signs in nowhere, and one with
    /// further scopes reads no calendar.
    Calendar,
}

impl Scope {
    /// Every scope, in the order of the variants.
    pub const ALL: [Self; MAX_SCOPES] = [
        Self::Play,
        Self::Read,
        Self::Floor,
        Self::Leagues,
        Self::Accounts,
        Self::Stream,
        Self::Calendar,
    ];

    /// Returns the word for the scope, as on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Read => "read",
            Self::Floor => "floor",
            Self::Leagues => "leagues",
            Self::Accounts => "accounts",
            Self::Stream => "stream",
            Self::Calendar => "calendar",
        }
    }
}

/// An API token, as its account sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiTokenInfo {
    /// Number of the token.
    pub id: ApiTokenId,
    /// Label that the account gave to the token.
    pub label: String,
    /// What the token may do.
    pub scopes: ArrayVec<Scope, MAX_SCOPES>,
    /// Time when the token was made, in milliseconds since 1970. 0 if the room did not record it.
    pub created_ms: TimeMs,
    /// Time of the last login with the token, rounded to the hour. Absent before the first login.
    pub last_used_ms: Option<TimeMs>,
    /// Address of the last login with the token. Absent if the room did not record it.
    pub last_address: Option<String>,
    /// Time when the token ends. Absent if it never does.
    pub ends_ms: Option<TimeMs>,
}
