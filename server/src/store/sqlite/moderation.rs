//! Chat and reports of players in SQLite.

use super::super::moderation::statements;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

statements!(SqliteConnection, SqliteRow);
