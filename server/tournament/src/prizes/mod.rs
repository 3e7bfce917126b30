//! What there is to win, and who wins it.

mod book;
mod deals;
mod finish;
mod icm;
mod payouts;

pub use book::{BountyTie, DealRule, FinishBy, HandForHandRank, RacePartial};
pub use deals::{Ballot, BallotRefusal, DealRefusal, Party, Proposal, Situation, Source, Verdict};
pub use finish::{Busted, Place, on_one_hand, on_one_synchronised_hand};
pub use icm::{IcmError, MOST_PLAYERS, icm};
pub use payouts::{Pool, Prizes, prizes, share_places};
