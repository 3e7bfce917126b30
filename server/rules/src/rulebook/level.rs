//! Settings about levels, breaks and the start of a hand.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRule {
    /// What begins a hand where people deal (rule 23). Where the room deals, it is one event.
    pub hand_starts: HandStarts,
    /// Which hand is the first of a new level (rule 23).
    pub applies: LevelApplies,
    /// What becomes of a hand that was begun at an old level by mistake (rule 23).
    pub begun_by_mistake: BegunByMistake,
    /// What play stops for.
    pub play_stops: PlayStops,
    /// A break begins for all when the last table has finished its hand, at the latest so long
    /// after it was due (GAPS G-28).
    pub break_waits_seconds: u64,
    /// Who still plays then has at least so much of the break, in percent, except hand-for-hand
    /// (GAPS G-28).
    pub break_least_percent: u64,
    /// The end of a break is announced so long before (RP-20).
    pub break_warning_seconds: u64,
    /// No hand begins in the last seconds before a break or the end of a level (RP-7; GAPS G-29). 0
    /// where hands always begin.
    pub no_hand_before_break_seconds: u64,
    /// After a pause by the floor everybody has so much more time than was left (GAPS G-30).
    pub after_pause_seconds: u64,
}

impl LevelRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.break_least_percent > 100 {
            return Err("levels.break_least_percent is 0 to 100".to_owned());
        }
        Ok(())
    }
}

/// What begins a hand where people deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandStarts {
    /// The first riffle, the button of a shuffler, or the push of a dealer (TDA 23).
    RiffleShufflerOrPush,
    /// The first riffle or the green button (TNPL D1).
    RiffleOrGreenButton,
    /// The first riffle (TFPL 2a-4).
    Riffle,
    /// The next dealer receives the cards (WPTAPL 7).
    DealerReceivesCards,
}

/// Which hand is the first of a new level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelApplies {
    /// The next one that begins (TDA 23).
    NextHand,
}

/// What becomes of a hand that was begun at an old level by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BegunByMistake {
    /// After substantial action it is played as it was begun (TDA 23).
    StaysAfterSubstantialAction,
}

/// What play stops for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayStops {
    /// Breaks, short tables and hand-for-hand (TDA 11-D, RP-8).
    BreaksAndHalts,
    /// Breaks, and never for a short table (TFPL 6-22, Spotlight 6-20, WPTAPL 33).
    Breaks,
}
