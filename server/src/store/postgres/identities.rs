//! Players as a sign-in provider knows them, in PostgreSQL.

use super::super::identities::statements;
use sqlx::postgres::{PgConnection, PgRow};

statements!(PgConnection, PgRow);
