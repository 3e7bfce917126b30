//! An account's role and its API tokens.

use crate::ids::{ApiTokenId, TimeMs};
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

/// An API token, as its account sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiTokenInfo {
    /// Number of the token.
    pub id: ApiTokenId,
    /// Label that the account gave to the token.
    pub label: String,
    /// Time when the token was made, in milliseconds since 1970. 0 if the room did not record it.
    pub created_ms: TimeMs,
    /// Time of the last login with the token, rounded to the hour. Absent before the first login.
    pub last_used_ms: Option<TimeMs>,
}
