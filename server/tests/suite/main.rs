//! The tests of this crate that use it from outside, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

/// Two PostgreSQL servers, as the tests of the store have them. Not all that those do is done here.
#[allow(dead_code, reason = "the tests of the store use the rest")]
#[path = "../../store/tests/replica/pair.rs"]
mod pair;
mod support;

mod api;
mod backup;
mod bitrot;
mod conformance;
mod dead_lines;
mod deal_cheats;
mod deal_live;
mod deploy;
mod every_game;
mod floor;
mod gathered;
mod guarded;
mod histories;
mod hostile;
mod hosting;
mod house_bots;
mod hybrid;
mod interrupted;
mod kill;
mod league;
mod older;
mod operator;
mod outgoing;
mod postgres_recovery;
mod programs;
mod redo_log;
mod secrecy;
mod settings;
mod sqlite_recovery;
mod standby;
mod store_conformance;
mod table_actor;
mod threads;
mod threats;
mod tls;
mod tournaments;
mod waiting;
