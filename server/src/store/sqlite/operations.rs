//! Operations of operators on accounts, and second factors, in SQLite.

use super::super::operations::statements;
use super::accounts::account_of;
use crate::ids::AccountId;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

statements!(SqliteConnection, SqliteRow);
