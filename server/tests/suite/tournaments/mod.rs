//! Tournaments over real sockets: bots register, play wherever they are seated, are moved, bust,
//! and one of them wins. Every place is taken, every cent of the prize pool is paid, and every chip
//! is accounted for.

mod calendar;
mod crash;
mod entries;
mod failing;
mod flights;
mod house_bots;
mod outage;
mod people;
mod presets;
mod restart;
mod roster;
mod run_out;
mod schedule;
mod tickets;
pub(crate) mod winners;
