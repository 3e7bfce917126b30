//! What can happen to a tournament from outside.

use crate::report::Report;
use cardroom_rules::PlayerId;
use serde::{Deserialize, Serialize};

/// What can happen to a tournament from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Input {
    /// A player enters: before the start, late, or again after being out. The price is paid.
    Enter {
        /// Who.
        player: PlayerId,
        /// Attests to be as old as the rulebook asks for.
        of_age: bool,
    },
    /// A player withdraws before the start and has the price back.
    Withdraw {
        /// Who.
        player: PlayerId,
    },
    /// A table reports.
    Report(Report),
    /// [`Director::deadline`](crate::Director::deadline) has passed.
    Tick,
    /// The process has just started: every table that waits for something gets it.
    Recover,
    /// The tournament does not take place: everybody has the price back.
    Cancel {
        /// Why, for people.
        reason: String,
    },
}
