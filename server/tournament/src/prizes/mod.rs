//! What there is to win, and who wins it.

mod payouts;

pub use payouts::{Prizes, prizes, share_places};
