//! How far a tournament has come: phases, rounds and days.

use cardroom_rules::Millis;
use serde::{Deserialize, Serialize};

/// How far a tournament has come.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Course {
    pub(crate) phase: Phase,
    /// Start of play, then the time at which it was over or called off.
    pub(crate) began_at: Option<Millis>,
    pub(crate) ended_at: Option<Millis>,
    /// The current round, in a tournament with rounds.
    pub(crate) round: u32,
    /// `true` if a first day ends with the hands in progress.
    pub(crate) day_ends: bool,
    /// `true` if the survivors of a first day now play in another tournament.
    pub(crate) handed_over: bool,
}

/// The phase of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Phase {
    #[default]
    Registering,
    Running,
    /// There is a winner.
    Over,
    /// Called off before or during play.
    Cancelled,
}
