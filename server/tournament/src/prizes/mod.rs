//! Prizes: the pool, its division, bounties, deals and league points.

mod bounties;
mod colour_up;
mod deals;
mod envelopes;
mod finish;
mod icm;
mod payouts;
mod points;

pub use bounties::{Bounties, BountyAward, BountyWon, Ledger};
pub use colour_up::{Race, RaceError, cards_of_race, draw_cards, race, round_up};
pub use deals::{
    BallotRefusal, DealRefusal, Party, Proposal, SecretBallot, Situation, Verdict, pauses_clock,
};
pub use finish::{Busted, Place, on_one_hand, on_one_synchronised_hand};
pub use icm::{IcmError, MOST_PLAYERS, icm};
pub use payouts::{Pool, Prizes, paid_places, prizes, share_places};
pub use points::{Formula, FormulaError, Points, Scored};
