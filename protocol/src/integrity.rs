//! Integrity reports: what stored hands say about each pair of players. A report compares and
//! points to hands. It never judges.

use crate::ids::{Chips, HandNo, RequestId, TableId, TimeMs};
use serde::{Deserialize, Serialize};

/// Asks for a page of the room's integrity report. Only the floor and administrators may ask. A
/// request for the first page counts the hands. Later pages come from the same count. Answered by
/// [`IntegrityReport`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetIntegrityReport {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Counts hands that ended then or later.
    pub since: Option<TimeMs>,
    /// Counts hands that ended before.
    pub until: Option<TimeMs>,
    /// Only pairs with this player. The hands of all others still make the base rates.
    pub player: Option<String>,
    /// How many pairs to pass over.
    pub from: u32,
}

/// A page of an integrity report: at most 5 pairs, counted from the latest 20,000 hands of the time
/// asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegrityReport {
    /// The request's id.
    pub request: RequestId,
    /// How many pairs stand before the first of this page.
    pub from: u32,
    /// How many pairs there are on all pages, at most 100: those with the rarest measures.
    pub total: u32,
    /// How many hands were counted.
    pub hands: u32,
    /// How many players were dealt in.
    pub players: u32,
    /// How many pairs sat together.
    pub compared: u32,
    /// There are more hands or pairs than were counted.
    pub partial: bool,
    /// The pairs, the one with the rarest measures first.
    pub pairs: Vec<IntegrityPair>,
}

/// Two players who sat together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegrityPair {
    /// The player from whom big blinds went, over all hands.
    pub payer: String,
    /// The player to whom they went.
    pub receiver: String,
    /// Whether a program plays for the payer.
    pub payer_bot: bool,
    /// Whether a program plays for the receiver.
    pub receiver_bot: bool,
    /// How many hands both were dealt in.
    pub hands: u32,
    /// The chips that went from the payer to the receiver at ring tables.
    pub paid: Chips,
    /// The chips that went the other way.
    pub returned: Chips,
    /// The net result of all hands, in hundredths of a big blind.
    pub net: u32,
    /// At least one measure stands out.
    pub stands_out: bool,
    /// The measures that have observations.
    pub measures: Vec<IntegrityMeasure>,
}

/// One measure of a pair, beside the same measure of others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegrityMeasure {
    /// Its id, such as `large_folds`. Show an unknown one by its id.
    pub measure: String,
    /// The player whose play it describes; absent where it describes both.
    pub player: Option<String>,
    /// The value, in thousandths.
    pub value: u32,
    /// The value to expect, in thousandths.
    pub base: u32,
    /// The standard error of the value, in thousandths.
    pub error: u32,
    /// How many observations the value rests on.
    pub of: u32,
    /// How rare such a value is by chance: 100 for one in ten, 200 for one in a hundred. 0 where no
    /// probability is computed.
    pub rarity: u32,
    /// It is so rare that one report in twenty would show such a measure by chance.
    pub stands_out: bool,
    /// Hands to look at, those with the most chips first; at most 6.
    pub hands: Vec<IntegrityHand>,
}

/// A hand to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IntegrityHand {
    /// The table.
    pub table: TableId,
    /// The hand's number there.
    pub hand: HandNo,
}
