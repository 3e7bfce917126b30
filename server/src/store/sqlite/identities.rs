//! Accounts of players at a sign-in provider, in SQLite.

use super::super::identities::statements;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

statements!(SqliteConnection, SqliteRow);
