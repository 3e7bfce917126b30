//! How far a tournament has come: phases, rounds and days.

use crate::refusal::Refusal;
use cardroom_rules::Millis;
use serde::{Deserialize, Serialize};

/// How far a tournament has come.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Course {
    pub(super) phase: Phase,
    /// Start of play, then the time at which it was over or called off.
    pub(super) began_at: Option<Millis>,
    pub(super) ended_at: Option<Millis>,
    /// The current round, in a tournament with rounds.
    pub(super) round: u32,
    /// `true` if a first day ends with the hands in progress.
    pub(super) day_ends: bool,
    /// `true` if the survivors of a first day now play in another tournament.
    pub(super) handed_over: bool,
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

impl Course {
    pub(crate) fn phase(&self) -> Phase {
        self.phase
    }

    pub(crate) fn is_registering(&self) -> bool {
        self.phase == Phase::Registering
    }

    pub(crate) fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// Refuses what is possible only during play.
    pub(crate) fn must_run(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Registering => Err(Refusal::NotBegun),
            Phase::Running => Ok(()),
            Phase::Over | Phase::Cancelled => Err(Refusal::Over),
        }
    }

    /// Refuses what is possible only before play.
    pub(crate) fn must_not_have_begun(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Registering => Ok(()),
            Phase::Running => Err(Refusal::HasBegun),
            Phase::Over | Phase::Cancelled => Err(Refusal::Over),
        }
    }

    /// Refuses what is possible until the end.
    pub(crate) fn must_not_be_over(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Registering | Phase::Running => Ok(()),
            Phase::Over | Phase::Cancelled => Err(Refusal::Over),
        }
    }

    pub(crate) fn began_at(&self) -> Option<Millis> {
        self.began_at
    }

    pub(crate) fn ended_at(&self) -> Option<Millis> {
        self.ended_at
    }

    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    pub(crate) fn day_ends(&self) -> bool {
        self.day_ends
    }

    pub(crate) fn is_handed_over(&self) -> bool {
        self.handed_over
    }

    pub(crate) fn begin(&mut self, at: Millis) {
        self.phase = Phase::Running;
        self.began_at = Some(at);
    }

    pub(crate) fn cancel(&mut self, at: Millis) {
        self.phase = Phase::Cancelled;
        self.ended_at = Some(at);
    }

    pub(crate) fn end(&mut self, at: Millis) {
        self.phase = Phase::Over;
        self.ended_at = Some(at);
    }

    pub(crate) fn begin_round(&mut self, round: u32) {
        self.round = round;
    }

    /// Lets a first day end with the hands in progress.
    pub(crate) fn end_day(&mut self) {
        self.day_ends = true;
    }

    /// Records that the survivors of a first day play elsewhere.
    pub(crate) fn hand_over(&mut self) {
        self.handed_over = true;
    }
}
