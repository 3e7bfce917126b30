//! Settings on levels, breaks and the start of a hand.

use super::Only;
use super::limits::{at_most_a_day, seconds};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRule {
    /// The start of a hand that people deal (rule 23). If the room deals, the start
    /// is a single event.
    pub hand_starts: HandStarts,
    /// The first hand of a new level: the next hand that begins (TDA 23).
    pub applies: Only,
    /// The treatment of a hand begun at an old level by mistake: after substantial action it is
    /// played as it was begun (TDA 23).
    pub begun_by_mistake: Only,
    /// The occasions on which play stops.
    pub play_stops: PlayStops,
    /// A break begins for all players when the last table has finished its hand, at most this long
    /// after it was due (GAPS G-28).
    pub break_waits_seconds: u64,
    /// A table that is still playing then gets at least this part of the break, in percent,
    /// except hand-for-hand (GAPS G-28).
    pub break_least_percent: u64,
    /// The announcement of the end of a break, in seconds before it (RP-20).
    pub break_warning_seconds: u64,
    /// No hand begins in these last seconds before a break or the end of a level (RP-7; GAPS G-29).
    /// 0 if hands always begin.
    pub no_hand_before_break_seconds: u64,
    /// The extra time for all players after a pause by the floor (GAPS G-30).
    pub after_pause_seconds: u64,
}

impl LevelRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.break_least_percent > 100 {
            return Err("levels.break_least_percent is 0 to 100".to_owned());
        }
        let times = [
            self.break_waits_seconds,
            self.break_warning_seconds,
            self.no_hand_before_break_seconds,
            self.after_pause_seconds,
        ];
        at_most_a_day("levels", times.map(seconds))
    }
}

/// The start of a hand that people deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandStarts {
    /// The first riffle, the shuffler's button, or the push of a dealer (TDA 23).
    RiffleShufflerOrPush,
    /// The first riffle or the green button (TNPL D1).
    RiffleOrGreenButton,
    /// The first riffle (TFPL 2a-4).
    Riffle,
    /// The next dealer receives the cards (WPTAPL 7).
    DealerReceivesCards,
}

/// The occasions on which play stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayStops {
    /// Breaks, short tables and hand-for-hand (TDA 11-D, RP-8).
    BreaksAndHalts,
    /// Breaks, but never a short table (TFPL 6-22, Spotlight 6-20, WPTAPL 33).
    Breaks,
}
