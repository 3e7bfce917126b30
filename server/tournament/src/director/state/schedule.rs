//! When hands are dealt: levels and breaks, the clock, and what stops it.

use crate::clock::Clock;
use crate::seq::Seq;
use cardroom_rules::{Millis, Stage, TableNo};
use std::collections::BTreeSet;

/// The clock of a tournament, and the levels and breaks that it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    pub(crate) starts_at: Option<Millis>,
    pub(crate) stage: u16,
    pub(crate) clock: Clock,
    /// The last step that advanced or set the clock.
    pub(crate) touched: Seq,
    /// The last announced start of play.
    pub(crate) announced: Option<Millis>,
    /// Start of the current pause.
    pub(crate) paused: Option<Millis>,
    /// After many players lost their connections: the end of the wait for them.
    pub(crate) outage: Option<Millis>,
    /// Tables whose break is extended, by its end.
    pub(crate) resting: BTreeSet<(Millis, TableNo)>,
    /// The levels and breaks, if the floor changed them.
    pub(crate) stages: Option<Vec<Stage>>,
    /// Changes of the levels since the last one began, each with what it changed.
    pub(crate) level_changes: Vec<(Seq, Vec<Stage>)>,
}

impl Schedule {
    pub(crate) fn new(starts_at: Option<Millis>) -> Self {
        Self {
            starts_at,
            stage: 0,
            clock: Clock::Stopped,
            touched: Seq(0),
            announced: None,
            paused: None,
            outage: None,
            resting: BTreeSet::new(),
            stages: None,
            level_changes: Vec::new(),
        }
    }
}
