//! Accounts of players at a sign-in provider, in PostgreSQL.

use super::super::identities::statements;
use sqlx::postgres::{PgConnection, PgRow};

statements!(PgConnection, PgRow);
