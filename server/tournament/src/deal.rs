//! A deal that those who are left vote on. What may be proposed is the business of
//! [`prizes`](crate::prizes).

use crate::prizes::{Proposal, SecretBallot};
use cardroom_rules::{Cents, EntryNo, Millis, PlayerId};
use serde::{Deserialize, Serialize};

/// How long everybody has to vote; who has not voted by then does not agree.
pub const TIME_TO_VOTE: Millis = Millis(120_000);

/// The number of a deal of a tournament, from 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct DealNo(pub u32);

/// A wish for a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealWish {
    /// Who proposes it; `None` for the floor.
    pub player: Option<PlayerId>,
    /// How what is left is to be divided.
    pub division: Division,
    /// What is kept for the winner to play for.
    pub for_winner: Cents,
    /// Somebody of the floor is there.
    pub floor_present: bool,
    /// Those of the players left who are not there.
    pub away: Vec<PlayerId>,
}

/// How what is left to win is to be divided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Division {
    /// In proportion to the stacks, above what everybody has for certain.
    ByChips,
    /// By what the stacks are worth in the independent chip model.
    Icm,
    Shares(Vec<(EntryNo, Cents)>),
}

/// A deal that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MadeDeal {
    pub shares: Vec<(EntryNo, Cents)>,
    /// What was left for the winner to play for.
    pub for_winner: Cents,
}

/// A deal that is voted on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenDeal {
    pub number: DealNo,
    /// Who proposes it; `None` for the floor.
    pub proposer: Option<EntryNo>,
    pub proposal: Proposal,
    /// The votes so far.
    pub ballot: SecretBallot,
    /// Until when one may vote.
    pub until: Millis,
    /// The clock stands still for it.
    pub pauses: bool,
    pub accepted: bool,
}
