//! Settings about the end of a tournament: hand-for-hand, the order of finish, deals.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandForHandRule {
    /// How those are ranked who are out on one hand played together (RP-8-A; GAPS G-41).
    pub rank: HandForHandRank,
    /// With how many players left it begins (GAPS G-39).
    pub from: HandForHandFrom,
    /// How tables go on where everybody left is all-in (RP-8-F; GAPS G-40).
    pub release: HandForHandRelease,
    /// What each hand takes off the clock of the level (RP-8-C, RP-8-D).
    pub deduct_seconds: u64,
    /// The most that it may (RP-8-B).
    pub deduct_seconds_most: u64,
}

impl HandForHandRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.deduct_seconds > self.deduct_seconds_most {
            return Err("hand_for_hand.deduct_seconds is at most deduct_seconds_most".to_owned());
        }
        Ok(())
    }
}

/// How those are ranked who are out on one hand played together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandRank {
    /// All share the place (TDA RP-8-A).
    Share,
    /// At one table by the stacks before the hand; across tables they share.
    StackPerTable,
    /// By the stacks before the hand; only equal ones share.
    StackGlobal,
}

/// With how many players left hand-for-hand begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandFrom {
    /// With one more than are paid.
    PaidPlusOne,
    /// With so many more than are paid as a tenth of the tables is, at least one: a large field can
    /// lose several at once.
    PaidPlusTenthOfTables,
}

impl HandForHandFrom {
    /// With how many players left it begins.
    #[must_use]
    pub fn players(self, paid: u32, tables: u32) -> u32 {
        match self {
            Self::PaidPlusOne => paid.saturating_add(1),
            Self::PaidPlusTenthOfTables => paid.saturating_add((tables / 10).max(1)),
        }
    }
}

/// How tables go on where everybody left is all-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandRelease {
    /// One after another, by number.
    OneByOne,
    /// The same up to ten tables, all at once with more.
    TogetherAboveTenTables,
}

impl HandForHandRelease {
    /// Whether so many tables go on all at once.
    #[must_use]
    pub fn is_together(self, tables: usize) -> bool {
        self == Self::TogetherAboveTenTables && tables > 10
    }
}

/// Places of those who are out on one hand at one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishRule {
    /// What decides, first of all the first; who is equal in all of it shares the place.
    pub same_hand: Vec<FinishBy>,
    /// Who gets the bounty on a head when several win the last of its chips (GAPS G-43).
    pub tied_bounty: TiedBounty,
}

/// What decides between two who are out on one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishBy {
    /// More chips before the hand.
    StartingChips,
    /// The better hand; one that was folded is the worst (TFPL 6-16).
    BetterHand,
    /// More bounty chips, which the book calls blue (TFPL 6-16).
    BountyChips,
}

/// Who gets the bounty on a head when several win the last of its chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TiedBounty {
    /// It is split among them.
    Split,
    /// Each gets all of it; the house adds what is missing (TFPL 3f-9).
    FullToEach,
}

/// Agreements about the prizes that are left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealRule {
    /// Whether there may be any, where the event does not refuse them.
    pub allowed: bool,
    /// Whether everybody who is left has to be there.
    pub all_present: bool,
    /// Whether an operator has to be there (GAPS G-44).
    pub floor: bool,
    pub ballot: Ballot,
    /// For which talks the clock stands still.
    pub clock_pause: DealClock,
    /// Whether no more players may be left than places are paid (Spotlight 6-15).
    pub only_in_money: bool,
    /// How much of what is left is kept for the winner at least, in percent.
    pub winner_least_percent: u64,
    /// The same at a regional event (TNPL A8).
    pub winner_least_percent_regional: u64,
    /// Whether nobody may take more through a deal than the winner (TNPL A8).
    pub none_above_winner: bool,
    /// Whether a division by chip counts alone is advised against (TNPL A8).
    pub chip_counts_discouraged: bool,
    /// What may be proposed.
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
        Ok(())
    }
}

/// How everybody votes on a deal. All have to agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ballot {
    /// In secret: only whether it was accepted is said, not by how many (TNPL A8).
    Secret,
}

/// For which talks about a deal the clock stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealClock {
    /// For the first one; later ones go on during play (TNPL A8; GAPS G-44).
    FirstOnly,
}

/// What may be proposed as a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealProposal {
    Amounts,
    /// The least prize to everybody, the rest in proportion to the stacks.
    ChipChop,
    /// What stacks and prizes are worth by the Independent Chip Model.
    Icm,
}
