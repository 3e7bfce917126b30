//! Bots from outside: a player's whole life without a socket, brains at random tables, and a
//! minimal server on a real socket.
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail like tests")]

mod account;
mod brains;
mod codes;
mod common;
mod examples;
mod fake_server;
mod interrupted;
mod lines;
mod player;
mod reconnect;
mod results;
mod sessions;
mod tokens;
mod tournament;
mod usage;
