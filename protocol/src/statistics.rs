//! What an account has played and won, counted from the hands that the room keeps.

use crate::ids::{Chips, RequestId, TimeMs};
use serde::{Deserialize, Serialize};

/// Asks for the viewer's own statistics. Answered by [`Statistics`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetStatistics {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Counts hands that ended then or later.
    pub from: Option<TimeMs>,
    /// Counts hands that ended before.
    pub to: Option<TimeMs>,
}

/// The viewer's own statistics, counted from the latest 5,000 hands of the time asked for.
///
/// Hands that did not count are left out. So are the chips of tournaments, which are no money: such hands count
/// in `hands`, `vpip` and `pfr`, and neither in `won` and `lost` nor in the curve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// The request's id.
    pub request: RequestId,
    /// How many hands were counted.
    pub hands: u32,
    /// How many of them were played in tournaments.
    pub tournament_hands: u32,
    /// What hands at ring tables won, those that ended with a larger stack. The net result is `won` less `lost`.
    pub won: Chips,
    /// What hands at ring tables lost, those that ended with a smaller stack.
    pub lost: Chips,
    /// How often the viewer put chips in by choice on the first street, by a call, a bet or a raise.
    pub vpip: Frequency,
    /// How often the viewer bet or raised on the first street.
    pub pfr: Frequency,
    /// The same for each game, the one with the most hands first; at most 64.
    pub games: Vec<GameStatistics>,
    /// How the net result at ring tables came about, the oldest point first; at most 200.
    pub curve: Vec<CurvePoint>,
    /// There are more hands, older than those that were counted.
    pub partial: bool,
}

/// How often something happened.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Frequency {
    /// In so many hands.
    pub count: u32,
    /// Of so many in which it could: those in which the viewer had a decision on the first street.
    pub of: u32,
}

/// The viewer's statistics in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameStatistics {
    /// Its id, such as `holdem`.
    pub game: String,
    /// Its name.
    pub name: String,
    /// How many hands were counted.
    pub hands: u32,
    /// What hands at ring tables won.
    pub won: Chips,
    /// What hands at ring tables lost.
    pub lost: Chips,
    /// How often the viewer put chips in by choice on the first street.
    pub vpip: Frequency,
    /// How often the viewer bet or raised on the first street.
    pub pfr: Frequency,
}

/// A point of the curve of winnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// After so many hands at ring tables.
    pub hands: u32,
    /// What they won together. The net result up to here is `won` less `lost`.
    pub won: Chips,
    /// What they lost together.
    pub lost: Chips,
}
