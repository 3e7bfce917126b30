//! Settings on the end of a tournament: hand-for-hand, the order of finish, deals.

use super::limits::{at_most_a_day, has_twins, seconds};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandForHandRule {
    /// The ranking of players eliminated in one hand-for-hand round (RP-8-A; GAPS G-41).
    pub rank: HandForHandRank,
    /// The number of players left at which it begins (GAPS G-39).
    pub from: HandForHandFrom,
    /// The way in which all-in tables continue (RP-8-F; GAPS G-40).
    pub release: HandForHandRelease,
    /// The time that each hand deducts from the level (RP-8-C, RP-8-D).
    pub deduct_seconds: u64,
    /// The largest such deduction (RP-8-B).
    pub deduct_seconds_most: u64,
}

impl HandForHandRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.deduct_seconds > self.deduct_seconds_most {
            return Err("hand_for_hand.deduct_seconds is at most deduct_seconds_most".to_owned());
        }
        at_most_a_day("hand_for_hand", [seconds(self.deduct_seconds_most)])
    }
}

/// The ranking of players eliminated in one hand-for-hand round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandRank {
    /// All share the place (TDA RP-8-A).
    Share,
    /// Within a table by the stacks before the hand. Across tables they share.
    StackPerTable,
    /// By the stacks before the hand. Only equal stacks share.
    StackGlobal,
}

/// The number of players left at which hand-for-hand begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandFrom {
    /// One more than the paid places.
    PaidPlusOne,
    /// The paid places plus a tenth of the tables, at least one. A large field can lose
    /// several players at once.
    PaidPlusTenthOfTables,
}

impl HandForHandFrom {
    /// Returns the number of players left at which it begins.
    #[must_use]
    pub fn players(self, paid: u32, tables: u32) -> u32 {
        match self {
            Self::PaidPlusOne => paid.saturating_add(1),
            Self::PaidPlusTenthOfTables => paid.saturating_add((tables / 10).max(1)),
        }
    }
}

/// The way in which tables continue if all remaining players are all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandRelease {
    /// One after another, by table number.
    OneByOne,
    /// One after another with up to ten tables, all at once with more.
    TogetherAboveTenTables,
}

impl HandForHandRelease {
    /// Returns `true` if this many tables continue all at once.
    #[must_use]
    pub fn is_together(self, tables: usize) -> bool {
        self == Self::TogetherAboveTenTables && tables > 10
    }
}

/// The places of players eliminated in one hand at one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishRule {
    /// The criteria, in order of precedence. Players equal in all of them share the place.
    pub same_hand: Vec<FinishBy>,
    /// The recipient of a bounty if several players win the last of its chips (GAPS G-43).
    pub tied_bounty: TiedBounty,
}

impl FinishRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if has_twins(&self.same_hand) {
            return Err("finish.same_hand names each kind once".to_owned());
        }
        Ok(())
    }
}

/// A criterion between two players eliminated in one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishBy {
    /// More chips before the hand.
    StartingChips,
    /// The better hand. A folded hand is the worst (TFPL 6-16).
    BetterHand,
    /// More bounty chips, which the book calls blue (TFPL 6-16).
    BountyChips,
}

/// The recipient of a bounty if several players win the last of its chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TiedBounty {
    /// They split it among themselves.
    Split,
    /// Each receives all of it. The house adds the difference (TFPL 3f-9).
    FullToEach,
}

/// Agreements on the remaining prizes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealRule {
    /// Whether deals are allowed. The tournament may still refuse them.
    pub allowed: bool,
    /// Whether all remaining players must be present.
    pub all_present: bool,
    /// Whether an operator must be present (GAPS G-44).
    pub floor: bool,
    pub ballot: Ballot,
    /// The talks for which the clock stops.
    pub clock_pause: DealClock,
    /// Whether a deal has to wait until only paid places are left (Spotlight 6-15).
    pub only_in_money: bool,
    /// The least part of the remaining prizes reserved for the winner, in percent.
    pub winner_least_percent: u64,
    /// The same at a regional tournament (TNPL A8).
    pub winner_least_percent_regional: u64,
    /// Whether no player may receive more from a deal than the winner (TNPL A8).
    pub none_above_winner: bool,
    /// Whether a division by chip counts alone is discouraged (TNPL A8).
    pub chip_counts_discouraged: bool,
    /// The kinds of deal that may be proposed.
    pub proposals: Vec<DealProposal>,
}

impl DealRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        let kept = [self.winner_least_percent, self.winner_least_percent_regional];
        if kept.iter().any(|percent| *percent > 100) {
            return Err("deals.winner_least_percent is 0 to 100, also regionally".to_owned());
        }
        if self.allowed && self.proposals.is_empty() {
            return Err(
                "deals.proposals: something may be proposed where deals are allowed".to_owned()
            );
        }
        if has_twins(&self.proposals) {
            return Err("deals.proposals names each kind once".to_owned());
        }
        Ok(())
    }
}

/// The vote on a deal. All players must agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ballot {
    /// Secret: only the outcome is announced, not the count (TNPL A8).
    Secret,
}

/// The talks about a deal for which the clock stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealClock {
    /// The first one. Later talks happen during play (TNPL A8; GAPS G-44).
    FirstOnly,
}

/// A kind of deal that may be proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealProposal {
    Amounts,
    /// The smallest prize to every player, the rest in proportion to the stacks.
    ChipChop,
    /// The value of stacks and prizes by the Independent Chip Model.
    Icm,
}

impl DealProposal {
    /// Returns the name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Amounts => "amounts that the players name",
            Self::ChipChop => "chip chop",
            Self::Icm => "ICM",
        }
    }
}
