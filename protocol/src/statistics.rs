//! Statistics of an account, counted from the hands that the room stores.

use crate::ids::{Chips, RequestId, TimeMs};
use serde::{Deserialize, Serialize};

/// Asks for the viewer's own statistics. Answered by [`Statistics`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetStatistics {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Counts only hands that ended at this time or later.
    pub from: Option<TimeMs>,
    /// Counts only hands that ended before this time.
    pub to: Option<TimeMs>,
}

/// The viewer's own statistics, counted from the latest 5,000 hands of the requested time.
///
/// Voided hands are left out. Chips of tournaments are not money, so hands of tournaments count in
/// `hands` and in the frequencies, but not in `won`, `lost` and the curve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of hands counted.
    pub hands: u32,
    /// Number of them that were played in tournaments.
    pub tournament_hands: u32,
    /// Chips won in hands at ring tables that ended with a larger stack. The net result
    /// is `won` minus `lost`.
    pub won: Chips,
    /// Chips lost in hands at ring tables that ended with a smaller stack.
    pub lost: Chips,
    /// How often the viewer voluntarily put chips in on the first street, by a call, a
    /// bet or a raise.
    pub vpip: Frequency,
    /// How often the viewer bet or raised on the first street.
    pub pfr: Frequency,
    /// How often the viewer raised again on the first street after one raise.
    pub three_bet: Frequency,
    /// How often the viewer went to the showdown after having seen the second street.
    pub went_to_showdown: Frequency,
    /// How often the viewer won chips at a showdown.
    pub won_at_showdown: Frequency,
    /// The same for each game, the one with the most hands first; at most 64.
    pub games: Vec<GameStatistics>,
    /// The course of the net result at ring tables, the earliest point first; at most 200.
    pub curve: Vec<CurvePoint>,
    /// Whether there are earlier hands that were not counted.
    pub partial: bool,
}

/// How often a player did something.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Frequency {
    /// Number of hands in which the player did it.
    pub count: u32,
    /// Number of hands in which it was possible: for `vpip` and `pfr` those with a decision on the
    /// first street, for `three_bet` those with a decision there after one raise, for
    /// `went_to_showdown` those in which the player saw the second street, and for
    /// `won_at_showdown` the showdowns.
    pub of: u32,
}

/// The viewer's statistics in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameStatistics {
    /// Id of the game, such as `holdem`.
    pub game: String,
    /// Name of the game, for people.
    pub name: String,
    /// Number of hands counted.
    pub hands: u32,
    /// Chips won in hands at ring tables that ended with a larger stack.
    pub won: Chips,
    /// Chips lost in hands at ring tables that ended with a smaller stack.
    pub lost: Chips,
    /// How often the viewer voluntarily put chips in on the first street.
    pub vpip: Frequency,
    /// How often the viewer bet or raised on the first street.
    pub pfr: Frequency,
    /// How often the viewer raised again on the first street after one raise.
    pub three_bet: Frequency,
    /// How often the viewer went to the showdown after having seen the second street.
    pub went_to_showdown: Frequency,
    /// How often the viewer won chips at a showdown.
    pub won_at_showdown: Frequency,
}

/// A point of the curve of winnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Number of hands at ring tables so far.
    pub hands: u32,
    /// Chips won in them. The net result up to here is `won` minus `lost`.
    pub won: Chips,
    /// Chips lost in them.
    pub lost: Chips,
}
