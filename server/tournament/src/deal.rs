//! A deal that the remaining players vote on. [`prizes`](crate::prizes) decides which proposals are
//! valid.

use crate::prizes::{Proposal, SecretBallot};
use cardroom_rules::{Cents, EntryNo, Millis, PlayerId};
use serde::{Deserialize, Serialize};

/// Time to vote on a deal. A player who has not voted by then does not agree.
pub const TIME_TO_VOTE: Millis = Millis(120_000);

/// The number of a deal of a tournament, from 1.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct DealNo(pub u32);

/// A request for a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealWish {
    /// The proposer; `None` for the floor.
    pub player: Option<PlayerId>,
    /// How to divide the remaining prize money.
    pub division: Division,
    /// The amount that stays in play for the winner.
    pub for_winner: Cents,
    /// `true` if a member of the floor is present.
    pub floor_present: bool,
    /// Remaining players who are absent.
    pub away: Vec<PlayerId>,
}

/// How to divide the remaining prize money.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Division {
    /// In proportion to the stacks, above the amount every player is sure of.
    ByChips,
    /// By the value of the stacks in the independent chip model.
    Icm,
    Shares(Vec<(EntryNo, Cents)>),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MadeDeal {
    pub shares: Vec<(EntryNo, Cents)>,
    /// The amount that the winner still plays for.
    pub for_winner: Cents,
}

/// A deal that is open for voting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenDeal {
    pub number: DealNo,
    /// The proposer; `None` for the floor.
    pub proposer: Option<EntryNo>,
    pub proposal: Proposal,
    pub ballot: SecretBallot,
    /// A vote that is missing at this time counts as a no.
    pub until: Millis,
    /// `true` while the vote stops the clock.
    pub pauses: bool,
    pub accepted: bool,
}
