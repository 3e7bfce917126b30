//! Leagues in a room: the season a tournament counts for, standings, and bans.
//! `cardroom_tournament::league` computes points and ranks.

mod answers;
mod bans;
mod direct;
mod standings;

pub use answers::{league_info, standing_page};
pub use bans::{BanFrom, Bans, ban_page};
pub use direct::{DirectError, direct};
pub use standings::{Standings, StandingsNight, StandingsRow};
