//! Shared setup of several server tests.

pub(crate) mod asking;
pub(crate) mod bad_line;
pub(crate) mod client;
pub(crate) mod hold_em;
pub(crate) mod house;
pub(crate) mod killed;
pub(crate) mod ordinary;
pub(crate) mod pebble;
pub(crate) mod playing;
pub(crate) mod postgres;
mod room;
pub(crate) mod sqlite;
pub(crate) mod starting;
pub(crate) mod tls_client;
pub(crate) mod tls_proxy;

pub(crate) use hold_em::hold_em_table;
pub(crate) use postgres::Postgres;
pub(crate) use room::{Server, play};
pub(crate) use sqlite::{Sqlite, verify_file};
