//! What there is to win, and who wins it.

mod icm;
mod payouts;

pub use icm::{IcmError, MOST_PLAYERS, icm};
pub use payouts::{Pool, Prizes, prizes, share_places};
