//! Chat and reports of players in PostgreSQL.

use super::super::moderation::statements;
use sqlx::postgres::{PgConnection, PgRow};

statements!(PgConnection, PgRow);
