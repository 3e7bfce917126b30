//! The statements that both databases take, in one text that is compiled once for each of them.
//! `Backend`, `Connection` and `Row` are the types of the database. Where its SQL is its own,
//! `dialect.rs` says how.
#![allow(clippy::duplicate_mod, reason = "each database compiles the same text for itself")]

pub(crate) mod accounts;
pub(crate) mod deal_log;
pub(crate) mod hands;
pub(crate) mod hooks;
pub(crate) mod hosting;
pub(crate) mod identities;
mod idle;
mod journal;
pub(crate) mod moderation;
pub(crate) mod notes;
pub(crate) mod operations;
pub(crate) mod push;
pub(crate) mod requests;
pub(crate) mod sign_ins;
pub(crate) mod streams;
pub(crate) mod terms;
pub(crate) mod tournaments;

use super::dialect::{append_hooked, insert_for_id, list_of, list_of_names};
use super::{Backend, Connection, Row};

/// A statement whose conditions depend on the question. A database uses an index only for a
/// condition that stands alone: `$1 IS NULL OR x = $1` reads every row.
type Query = sqlx::QueryBuilder<<Row as sqlx::Row>::Database>;
