//! A league runs its season: results that survive restarts, and every view of them.

mod results;
mod room;
mod season;
mod starts;
