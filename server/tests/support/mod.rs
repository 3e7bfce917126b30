//! Shared setup of several server tests.
#![allow(dead_code, unused_imports, reason = "each test file uses a part of it")]

mod hold_em;
mod postgres;
mod room;
mod sqlite;

pub(crate) use hold_em::hold_em_table;
pub(crate) use postgres::Postgres;
pub(crate) use room::{Server, play};
pub(crate) use sqlite::Sqlite;
