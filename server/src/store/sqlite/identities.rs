//! Players as a sign-in provider knows them, in SQLite.

use super::super::identities::statements;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

statements!(SqliteConnection, SqliteRow);
