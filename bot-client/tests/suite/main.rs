//! Bots from outside: whole lives of a player without a socket, brains under random tables, and a
//! server of a few lines on a real socket.
#![allow(clippy::unwrap_used, reason = "helpers of tests may fail like tests")]

mod brains;
mod codes;
mod common;
mod examples;
mod fake_server;
mod interrupted;
mod player;
mod reconnect;
mod results;
mod tournament;
