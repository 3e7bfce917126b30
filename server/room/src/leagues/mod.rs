//! Leagues in a room: answers about them, and the floor's commands about results, bans and leagues.
//! `cardroom_tournament::league` computes points and ranks, and `cardroom_events::standings` the
//! standings of a season.

mod answers;
mod bans;
mod changes;
mod direct;

pub use answers::{league_info, standing_page};
pub use bans::ban_page;
pub use changes::change;
pub use direct::{DirectError, direct};
