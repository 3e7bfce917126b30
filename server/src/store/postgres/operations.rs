//! Operations of operators on accounts, and second factors, in PostgreSQL.

use super::super::operations::statements;
use super::accounts::account_of;
use crate::ids::AccountId;
use sqlx::postgres::{PgConnection, PgRow};

statements!(PgConnection, PgRow);
