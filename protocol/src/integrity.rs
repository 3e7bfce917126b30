//! Integrity reports: what stored hands say about each pair of players. A report compares and
//! points to hands. It never judges.

use crate::ids::{Chips, HandNo, RequestId, TableId, TimeMs};
use serde::{Deserialize, Serialize};

/// Asks for a page of the room's integrity report. Floor and administrators only. The room
/// counts the hands when it gets a request for the first page; later pages come from the same
/// count. Answered by [`IntegrityReport`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetIntegrityReport {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Counts only hands that ended at this time or later.
    pub since: Option<TimeMs>,
    /// Counts only hands that ended before this time.
    pub until: Option<TimeMs>,
    /// Only pairs with this player. The base rates still come from the hands of all others.
    pub player: Option<String>,
    /// Number of pairs to skip.
    pub from: u32,
}

/// A page of an integrity report, at most 5 pairs. It counts the latest 20,000 hands
/// of the requested time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegrityReport {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of pairs before this page.
    pub from: u32,
    /// Number of pairs on all pages, at most 100: those with the rarest measures.
    pub total: u32,
    /// Number of hands counted.
    pub hands: u32,
    /// Number of players dealt in.
    pub players: u32,
    /// Number of pairs that sat together.
    pub compared: u32,
    /// Whether there are more hands or pairs than were counted.
    pub partial: bool,
    /// The pairs, the one with the rarest measures first.
    pub pairs: Vec<IntegrityPair>,
}

/// Two players who sat together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegrityPair {
    /// Name of the player who lost big blinds to the other, over all hands.
    pub payer: String,
    /// Name of the player who won them.
    pub receiver: String,
    /// Whether the payer is a bot.
    pub payer_bot: bool,
    /// Whether the receiver is a bot.
    pub receiver_bot: bool,
    /// Number of hands in which both were dealt in.
    pub hands: u32,
    /// Chips that went from the payer to the receiver at ring tables.
    pub paid: Chips,
    /// Chips that went from the receiver to the payer at ring tables.
    pub returned: Chips,
    /// Net result of all hands, in hundredths of a big blind.
    pub net: u32,
    /// Whether at least one measure stands out.
    pub stands_out: bool,
    /// The measures that have observations.
    pub measures: Vec<IntegrityMeasure>,
}

/// One measure of a pair, beside the same measure of others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegrityMeasure {
    /// Id of the measure, such as `large_folds`. Show an unknown one by its id.
    pub measure: String,
    /// Name of the player whose play it describes. Absent if it describes both.
    pub player: Option<String>,
    /// The measured value, in thousandths.
    pub value: u32,
    /// The value to expect, in thousandths.
    pub base: u32,
    /// Standard error of the value, in thousandths.
    pub error: u32,
    /// Number of observations behind the value.
    pub of: u32,
    /// How rare such a value is by chance: 100 for one in ten, 200 for one in a hundred. 0 if
    /// no probability is computed.
    pub rarity: u32,
    /// Whether it is so rare that only one report in twenty would show such a measure by chance.
    pub stands_out: bool,
    /// Hands to look at, those with the most chips first, at most 6.
    pub hands: Vec<IntegrityHand>,
}

/// A hand to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegrityHand {
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand at the table.
    pub hand: HandNo,
}
