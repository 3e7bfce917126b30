//! Deals: those who are left agree about what is still to be won. What may be proposed, what the
//! house works out, and the secret ballot. Whether somebody is there and who pays is the director's
//! business.

use super::icm::{IcmError, icm};
use super::payouts::in_proportion;
use cardroom_rules::rulebook::{DealClock, DealProposal, DealRule};
use cardroom_rules::{Cents, Chips, EntryNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Somebody who is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Party {
    pub entry: EntryNo,
    /// With how many chips.
    pub stack: Chips,
    /// Whether the player is there.
    pub present: bool,
}

/// How things stand when a deal is proposed.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// Everybody who is left.
    pub parties: &'a [Party],
    /// What is still to be won.
    pub remaining_pool: Cents,
    /// How many places are paid.
    pub paid_places: u32,
    /// Somebody of the floor is there.
    pub floor_present: bool,
    /// The event is a regional one (TNPL A8).
    pub regional: bool,
}

/// A deal as it is proposed: what everybody who is left is sure of, and what is played for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    kind: DealProposal,
    shares: Vec<(EntryNo, Cents)>,
    for_winner: Cents,
}

/// Why a deal cannot be proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealRefusal {
    /// There are no deals under this rulebook, or in this event.
    #[error("This tournament allows no deals.")]
    NotAllowed,
    /// Nobody of the floor is there (TNPL A8).
    #[error("A deal needs an operator of the floor. Ask the floor.")]
    FloorMissing,
    /// Somebody who is left is not there (TNPL A8).
    #[error("Entry {} is not there. A deal needs all players left.", .0.0)]
    Absent(EntryNo),
    /// More players are left than places paid (SPOT 6-15).
    #[error(
        "{left} players are left, and only {paid} places are paid. Wait until all of them are paid."
    )]
    TooManyPlayersLeft {
        /// How many are left.
        left: u32,
        /// How many are paid.
        paid: u32,
    },
    /// It names somebody twice, or not everybody who is left, or somebody else.
    #[error("A deal names each player left once. Check the shares.")]
    WrongParties,
    /// It is more or less than what is still to be won.
    #[error("The shares add up to {0:?}, and {1:?} is left to win. Correct them.")]
    DoesNotAddUp(Cents, Cents),
    /// Such deals are not made here (GAPS G-44).
    #[error("This tournament does not allow a deal of this kind ({0:?}).")]
    NotProposable(DealProposal),
    /// Too little is left for the winner (TNPL A8).
    #[error("Leave at least {0:?} for the winner.")]
    WinnerReserveBelowMinimum(Cents),
    /// Somebody is sure of more than the weakest possible winner gets (TNPL A8).
    #[error("No share may be above {0:?}, the least that the winner can get.")]
    ShareExceedsWinner(Cents),
    /// More is to be left for the winner than the first prize is.
    #[error("A share is above the first prize, which is {0:?}. Make it smaller.")]
    ReserveAboveFirstPrize(Cents),
    /// Too many are left to work their shares out.
    #[error(transparent)]
    Icm(#[from] IcmError),
}

impl Proposal {
    /// Numbers that somebody named.
    #[must_use]
    pub fn named(shares: Vec<(EntryNo, Cents)>, for_winner: Cents) -> Self {
        Self { kind: DealProposal::Amounts, shares, for_winner }
    }

    /// By chips: everybody gets the least of the prizes that are left, what is above it is divided
    /// in proportion to the stacks. `prizes` are those of the places that are left, first place
    /// first.
    ///
    /// # Errors
    /// More is to be left for the winner than the first prize is.
    pub fn by_chips(
        parties: &[Party],
        prizes: &[Cents],
        for_winner: Cents,
    ) -> Result<Self, DealRefusal> {
        let prizes = without_reserve(prizes, for_winner)?;
        let pool: Cents = prizes.iter().copied().sum();
        let players = u64::try_from(parties.len()).expect("entries are numbered by u32");
        let least = match prizes.get(parties.len().saturating_sub(1)) {
            Some(least) if players > 0 => (*least).min(pool.divide(players).0),
            _ => Cents::ZERO,
        };
        let stacks: Vec<u64> = parties.iter().map(|party| party.stack.0).collect();
        let above = in_proportion(pool.saturating_sub(least.times(players)), &stacks);
        let shares = parties.iter().zip(above).map(|(party, part)| (party.entry, least + part));
        Ok(Self { kind: DealProposal::ChipChop, shares: shares.collect(), for_winner })
    }

    /// By the independent chip model, as [`icm`] has it.
    ///
    /// # Errors
    /// More is to be left for the winner than the first prize is, or too many are left.
    pub fn by_icm(
        parties: &[Party],
        prizes: &[Cents],
        for_winner: Cents,
    ) -> Result<Self, DealRefusal> {
        let prizes = without_reserve(prizes, for_winner)?;
        let stacks: Vec<Chips> = parties.iter().map(|party| party.stack).collect();
        let values = icm(&stacks, &prizes)?;
        let shares = parties.iter().zip(values).map(|(party, value)| (party.entry, value));
        Ok(Self { kind: DealProposal::Icm, shares: shares.collect(), for_winner })
    }

    /// Where the numbers come from.
    #[must_use]
    pub fn kind(&self) -> DealProposal {
        self.kind
    }

    /// Whether the rulebook advises against it: what chips alone decide (TNPL A8).
    #[must_use]
    pub fn is_discouraged(&self, rule: &DealRule) -> bool {
        rule.chip_counts_discouraged && self.kind == DealProposal::ChipChop
    }

    /// What everybody is sure of.
    #[must_use]
    pub fn shares(&self) -> &[(EntryNo, Cents)] {
        &self.shares
    }

    /// What is still played for. Where it is nothing, a deal ends the tournament.
    #[must_use]
    pub fn for_winner(&self) -> Cents {
        self.for_winner
    }

    /// Whether it may be put to the vote.
    ///
    /// # Errors
    /// What is wrong with it, or missing.
    pub fn check(&self, rule: &DealRule, situation: &Situation<'_>) -> Result<(), DealRefusal> {
        let Situation { parties, paid_places, floor_present, .. } = *situation;
        if !rule.allowed {
            return Err(DealRefusal::NotAllowed);
        }
        if rule.floor && !floor_present {
            return Err(DealRefusal::FloorMissing);
        }
        let absent = parties.iter().find(|party| !party.present);
        if let Some(party) = absent.filter(|_| rule.all_present) {
            return Err(DealRefusal::Absent(party.entry));
        }
        let left = u32::try_from(parties.len()).unwrap_or(u32::MAX);
        if rule.only_in_money && left > paid_places {
            return Err(DealRefusal::TooManyPlayersLeft { left, paid: paid_places });
        }
        if !rule.proposals.contains(&self.kind) {
            return Err(DealRefusal::NotProposable(self.kind));
        }
        let mut named: Vec<EntryNo> = self.shares.iter().map(|(entry, _)| *entry).collect();
        let mut there: Vec<EntryNo> = parties.iter().map(|party| party.entry).collect();
        named.sort_unstable();
        there.sort_unstable();
        if named.is_empty() || named != there {
            return Err(DealRefusal::WrongParties);
        }
        self.check_numbers(rule, situation)
    }

    fn check_numbers(&self, rule: &DealRule, situation: &Situation<'_>) -> Result<(), DealRefusal> {
        let pool = situation.remaining_pool;
        // Named numbers may be absurd: a sum that does not fit is no sum of a prize pool.
        let amounts = self.shares.iter().map(|(_, share)| share.0).chain([self.for_winner.0]);
        let sum = amounts.fold(0_u64, u64::saturating_add);
        if sum != pool.0 {
            return Err(DealRefusal::DoesNotAddUp(Cents(sum), pool));
        }
        let percent = if situation.regional {
            rule.winner_least_percent_regional.max(rule.winner_least_percent)
        } else {
            rule.winner_least_percent
        };
        let minimum = u128::from(pool.0) * u128::from(percent);
        let minimum = Cents(u64::try_from(minimum.div_ceil(100)).unwrap_or(u64::MAX));
        if self.for_winner < minimum {
            return Err(DealRefusal::WinnerReserveBelowMinimum(minimum));
        }
        let shares = self.shares.iter().map(|(_, share)| *share);
        let least = shares.clone().min().unwrap_or_default();
        let weakest_winner = least + self.for_winner;
        if rule.none_above_winner && shares.max().is_some_and(|most| most > weakest_winner) {
            return Err(DealRefusal::ShareExceedsWinner(weakest_winner));
        }
        Ok(())
    }
}

/// Whether a proposal stops the clock until it is voted on, where so many were voted on before.
#[must_use]
pub fn pauses_clock(rule: &DealRule, earlier_proposals: u32) -> bool {
    match rule.clock_pause {
        DealClock::FirstOnly => earlier_proposals == 0,
    }
}

/// The prizes that are left for shares, largest first, when so much of the first one is kept back.
fn without_reserve(prizes: &[Cents], for_winner: Cents) -> Result<Vec<Cents>, DealRefusal> {
    let mut prizes = prizes.to_vec();
    let first = prizes.first().copied().unwrap_or_default();
    if for_winner > first {
        return Err(DealRefusal::ReserveAboveFirstPrize(first));
    }
    if let Some(first) = prizes.first_mut() {
        *first = first.saturating_sub(for_winner);
    }
    prizes.sort_unstable_by(|one, other| other.cmp(one));
    Ok(prizes)
}

/// A secret ballot (TNPL A8: a black card for yes, a red one for no). It says nothing before
/// everybody has voted, and then only whether all have agreed; nobody learns how many did not.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretBallot {
    votes: BTreeMap<EntryNo, Option<bool>>,
}

/// What came of a ballot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Accepted,
    Rejected,
}

/// Why a vote is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BallotRefusal {
    /// The deal is none of theirs.
    #[error("entry {} has no vote", .0.0)]
    NoVote(EntryNo),
    /// A vote is final.
    #[error("entry {} has voted already", .0.0)]
    VotedAlready(EntryNo),
}

impl SecretBallot {
    /// A ballot among these.
    #[must_use]
    pub fn new(parties: impl IntoIterator<Item = EntryNo>) -> Self {
        Self { votes: parties.into_iter().map(|entry| (entry, None)).collect() }
    }

    /// Takes a vote.
    ///
    /// # Errors
    /// Who votes has no vote, or has voted.
    pub fn vote(&mut self, entry: EntryNo, agrees: bool) -> Result<(), BallotRefusal> {
        self.may_vote(entry)?;
        self.votes.insert(entry, Some(agrees));
        Ok(())
    }

    /// Whether somebody has a vote to give.
    ///
    /// # Errors
    /// Who asks has no vote, or has voted.
    pub fn may_vote(&self, entry: EntryNo) -> Result<(), BallotRefusal> {
        match self.votes.get(&entry) {
            None => Err(BallotRefusal::NoVote(entry)),
            Some(Some(_)) => Err(BallotRefusal::VotedAlready(entry)),
            Some(None) => Ok(()),
        }
    }

    /// What came of it; `None` while votes are missing.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let is_complete = self.votes.values().all(Option::is_some);
        is_complete.then(|| self.verdict_without_more_votes())
    }

    /// What comes of it when nobody can vote any more: a vote that is missing agrees to nothing.
    #[must_use]
    pub fn verdict_without_more_votes(&self) -> Verdict {
        let accepted = self.votes.values().all(|vote| *vote == Some(true));
        if accepted { Verdict::Accepted } else { Verdict::Rejected }
    }
}

/// A log line tells nobody how somebody voted.
impl fmt::Debug for SecretBallot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretBallot").field("parties", &self.votes.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
