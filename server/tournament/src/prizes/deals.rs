//! Deals: the remaining players agree on how to divide what is left to win. This module has the
//! rules for proposals, the shares that the house computes, and the secret ballot. The director
//! handles attendance and payment.

use super::icm::{IcmError, icm};
use super::payouts::in_proportion;
use cardroom_rules::rulebook::{DealClock, DealProposal, DealRule};
use cardroom_rules::{Cents, Chips, EntryNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A remaining player, who takes part in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Party {
    pub entry: EntryNo,
    pub stack: Chips,
    /// `true` if the player is present.
    pub present: bool,
}

/// The state of the tournament when a deal is proposed.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    pub parties: &'a [Party],
    /// The money still to be won.
    pub remaining_pool: Cents,
    /// Number of paid places.
    pub paid_places: u32,
    /// `true` if a member of the floor is present.
    pub floor_present: bool,
    /// `true` for a regional event (TNPL A8).
    pub regional: bool,
}

/// A proposed deal: the guaranteed share of each remaining player, and the amount left to play for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    kind: DealProposal,
    shares: Vec<(EntryNo, Cents)>,
    for_winner: Cents,
}

/// Why a deal cannot be proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealRefusal {
    /// The rulebook or the tournament allows no deals.
    #[error("This tournament allows no deals.")]
    NotAllowed,
    /// No member of the floor is present (TNPL A8).
    #[error("A deal needs an operator of the floor. Ask the floor.")]
    FloorMissing,
    /// A remaining player is absent (TNPL A8).
    #[error("Entry {} is not there. A deal needs all players left.", .0.0)]
    Absent(EntryNo),
    /// More players are left than places are paid (SPOT 6-15).
    #[error(
        "{left} players are left, and only {paid} places are paid. Wait until all of them are paid."
    )]
    TooManyPlayersLeft { left: u32, paid: u32 },
    /// The shares name a player twice, leave a remaining player out, or name another player.
    #[error("A deal names each player left once. Check the shares.")]
    WrongParties,
    /// The shares do not add up to the money still to be won.
    #[error("The shares add up to {0}, and {1} is left to win. Correct them.")]
    DoesNotAddUp(Cents, Cents),
    /// The tournament does not make deals of this kind (GAPS G-44).
    #[error("This tournament does not allow a deal of this kind ({}).", .0.name())]
    NotProposable(DealProposal),
    /// Too little is left for the winner (TNPL A8).
    #[error("Leave at least {0} for the winner.")]
    WinnerReserveBelowMinimum(Cents),
    /// A share exceeds the lowest total that the winner can get (TNPL A8).
    #[error("No share may be above {0}, the least that the winner can get.")]
    ShareExceedsWinner(Cents),
    /// The reserve for the winner exceeds the first prize.
    #[error("A share is above the first prize, which is {0}. Make it smaller.")]
    ReserveAboveFirstPrize(Cents),
    /// Too many players are left to compute their shares.
    #[error(transparent)]
    Icm(#[from] IcmError),
}

impl Proposal {
    /// Returns a proposal with explicit amounts.
    #[must_use]
    pub fn named(shares: Vec<(EntryNo, Cents)>, for_winner: Cents) -> Self {
        Self { kind: DealProposal::Amounts, shares, for_winner }
    }

    /// Returns a proposal by chips. Each player gets the lowest remaining prize, and the rest
    /// is divided in proportion to the stacks. `prizes` are the prizes of the remaining
    /// places, first place first.
    ///
    /// # Errors
    /// If `for_winner` exceeds the first prize.
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

    /// Returns a proposal by the independent chip model, computed by [`icm`].
    ///
    /// # Errors
    /// If `for_winner` exceeds the first prize, or too many players are left.
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

    /// Returns the basis of the shares.
    #[must_use]
    pub fn kind(&self) -> DealProposal {
        self.kind
    }

    /// Returns `true` if the rulebook discourages the deal because chips alone decide it (TNPL A8).
    #[must_use]
    pub fn is_discouraged(&self, rule: &DealRule) -> bool {
        rule.chip_counts_discouraged && self.kind == DealProposal::ChipChop
    }

    /// Returns the guaranteed shares.
    #[must_use]
    pub fn shares(&self) -> &[(EntryNo, Cents)] {
        &self.shares
    }

    /// Returns the amount still to be played for. If it is zero, the deal ends the tournament.
    #[must_use]
    pub fn for_winner(&self) -> Cents {
        self.for_winner
    }

    /// Checks whether the proposal may be put to the vote.
    ///
    /// # Errors
    /// The first rule that the proposal violates.
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
        // Explicit amounts may be absurd. A saturated sum never equals a prize pool.
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

/// Returns `true` if a proposal stops the clock until the vote is over.
#[must_use]
pub fn pauses_clock(rule: &DealRule, earlier_proposals: u32) -> bool {
    match rule.clock_pause {
        DealClock::FirstOnly => earlier_proposals == 0,
    }
}

/// Returns the prizes left for shares, largest first, after keeping `for_winner`
/// of the first prize.
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

/// A secret ballot (TNPL A8: a black card for yes, a red one for no). Until every party has voted
/// it reveals nothing. Then it reveals only the verdict, and never the number of votes against.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretBallot {
    votes: BTreeMap<EntryNo, Option<bool>>,
}

/// The result of a ballot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Accepted,
    Rejected,
}

/// Why a vote is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BallotRefusal {
    /// The entry is not a party of the deal.
    #[error("entry {} has no vote", .0.0)]
    NoVote(EntryNo),
    /// A vote is final.
    #[error("entry {} has voted already", .0.0)]
    VotedAlready(EntryNo),
}

impl SecretBallot {
    /// Returns a ballot among these entries.
    #[must_use]
    pub fn new(parties: impl IntoIterator<Item = EntryNo>) -> Self {
        Self { votes: parties.into_iter().map(|entry| (entry, None)).collect() }
    }

    /// Records a vote, which is final.
    ///
    /// # Errors
    /// If the entry has no vote or has already voted.
    pub fn vote(&mut self, entry: EntryNo, agrees: bool) -> Result<(), BallotRefusal> {
        self.may_vote(entry)?;
        self.votes.insert(entry, Some(agrees));
        Ok(())
    }

    /// Checks whether an entry can still vote.
    ///
    /// # Errors
    /// If the entry has no vote or has already voted.
    pub fn may_vote(&self, entry: EntryNo) -> Result<(), BallotRefusal> {
        match self.votes.get(&entry) {
            None => Err(BallotRefusal::NoVote(entry)),
            Some(Some(_)) => Err(BallotRefusal::VotedAlready(entry)),
            Some(None) => Ok(()),
        }
    }

    /// Returns the verdict, or `None` while votes are missing.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let is_complete = self.votes.values().all(Option::is_some);
        is_complete.then(|| self.verdict_without_more_votes())
    }

    /// Returns the verdict once voting is over. A missing vote counts as a no.
    #[must_use]
    pub fn verdict_without_more_votes(&self) -> Verdict {
        let accepted = self.votes.values().all(|vote| *vote == Some(true));
        if accepted { Verdict::Accepted } else { Verdict::Rejected }
    }
}

/// Keeps the votes out of logs.
impl fmt::Debug for SecretBallot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretBallot").field("parties", &self.votes.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
