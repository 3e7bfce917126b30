//! When hands are dealt: levels and breaks, the clock, and what stops it.

use crate::clock::Clock;
use crate::seq::Seq;
use cardroom_rules::{Millis, Stage, TableNo};
use std::collections::BTreeSet;

/// The clock of a tournament, and the levels and breaks that it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schedule {
    pub(super) starts_at: Option<Millis>,
    pub(super) stage: u16,
    pub(super) clock: Clock,
    /// The last step that advanced or set the clock.
    pub(super) touched: Seq,
    /// The last announced start of play.
    pub(super) announced: Option<Millis>,
    /// Start of the current pause.
    pub(super) paused: Option<Millis>,
    /// After many players lost their connections: the end of the wait for them.
    pub(super) outage: Option<Millis>,
    /// Tables whose break is extended, by its end.
    pub(super) resting: BTreeSet<(Millis, TableNo)>,
    /// The levels and breaks, if the floor changed them.
    pub(super) stages: Option<Vec<Stage>>,
    /// Changes of the levels since the last one began, each with what it changed.
    pub(super) level_changes: Vec<(Seq, Vec<Stage>)>,
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

    pub(crate) fn starts_at(&self) -> Option<Millis> {
        self.starts_at
    }

    /// Returns the current level or break, or the first before the start.
    pub(crate) fn stage(&self) -> u16 {
        self.stage
    }

    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    pub(crate) fn touched(&self) -> Seq {
        self.touched
    }

    pub(crate) fn announced(&self) -> Option<Millis> {
        self.announced
    }

    /// Returns the start of the current pause.
    pub(crate) fn paused(&self) -> Option<Millis> {
        self.paused
    }

    /// Returns how long the current pause has lasted.
    pub(crate) fn stood_still(&self, now: Millis) -> Millis {
        self.paused.map_or(Millis(0), |since| now.since(since))
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Returns the time from which the time left counts: during a pause, its start.
    pub(crate) fn counts_from(&self, now: Millis) -> Millis {
        self.paused.unwrap_or(now)
    }

    /// Returns the end of the wait for many lost connections.
    pub(crate) fn outage(&self) -> Option<Millis> {
        self.outage
    }

    /// Returns the tables whose break is extended, by its end.
    pub(crate) fn rests(&self) -> impl Iterator<Item = (Millis, TableNo)> + '_ {
        self.resting.iter().copied()
    }

    /// Returns the table whose extended break ends first.
    pub(crate) fn first_rest(&self) -> Option<(Millis, TableNo)> {
        self.resting.first().copied()
    }

    /// Returns the levels and breaks, if the floor changed them.
    pub(crate) fn stages(&self) -> Option<&[Stage]> {
        self.stages.as_deref()
    }

    /// Returns the last change of the levels since this one began, and what it changed.
    pub(crate) fn last_level_change(&self) -> Option<&(Seq, Vec<Stage>)> {
        self.level_changes.last()
    }

    pub(crate) fn has_level_change(&self, ruling: Seq) -> bool {
        self.level_changes.iter().any(|(known, _)| *known == ruling)
    }

    /// Records that the clock changed, so that older rulings on it cannot be undone.
    pub(crate) fn touch(&mut self, seq: Seq) {
        self.touched = seq;
    }

    pub(crate) fn change_start(&mut self, at: Option<Millis>) {
        self.starts_at = at;
    }

    pub(crate) fn announce(&mut self, at: Millis) {
        self.announced = Some(at);
    }

    /// Begins a level, or a break that waits for the hands in progress.
    pub(crate) fn begin_stage(&mut self, stage: u16, clock: Clock) {
        self.stage = stage;
        self.level_changes.clear();
        self.clock = clock;
    }

    pub(crate) fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    pub(crate) fn wait_for_connections(&mut self, until: Millis) {
        self.outage = Some(until);
    }

    pub(crate) fn pause(&mut self, at: Millis) {
        self.paused = Some(at);
    }

    /// Ends a pause, and shifts all timers later. Returns the start of the pause.
    pub(crate) fn resume(&mut self, later: Millis) -> Option<Millis> {
        self.outage = None;
        self.clock = self.clock.later(later);
        let resting = std::mem::take(&mut self.resting);
        self.resting = resting.into_iter().map(|(until, table)| (until + later, table)).collect();
        self.paused.take()
    }

    /// Stops the clock for good.
    pub(crate) fn stop(&mut self) {
        self.clock = Clock::Stopped;
        self.paused = None;
    }

    pub(crate) fn rest(&mut self, table: TableNo, until: Millis) {
        self.resting.insert((until, table));
    }

    pub(crate) fn end_rest(&mut self, table: TableNo, until: Millis) {
        self.resting.remove(&(until, table));
    }

    /// Replaces all levels and breaks, without a way back to the ones before.
    pub(crate) fn set_stages(&mut self, stages: Vec<Stage>) {
        self.level_changes.clear();
        self.stages = Some(stages);
    }

    /// Replaces the levels and breaks by a ruling that changed `before`, or takes its change back.
    pub(crate) fn change_stages(
        &mut self,
        stages: Vec<Stage>,
        ruling: Option<Seq>,
        before: Vec<Stage>,
    ) {
        match ruling {
            Some(ruling) => self.level_changes.push((ruling, before)),
            None => {
                self.level_changes.pop();
            }
        }
        self.stages = Some(stages);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_shifts_the_clock_and_the_rests() {
        let mut schedule = Schedule::new(None);
        schedule.begin_stage(2, Clock::Level { ends_at: Some(Millis(9_000)) });
        schedule.rest(TableNo(4), Millis(3_000));
        schedule.pause(Millis(1_000));
        assert_eq!(schedule.counts_from(Millis(2_500)), Millis(1_000));
        assert_eq!(schedule.resume(Millis(500)), Some(Millis(1_000)));
        assert_eq!(schedule.clock(), Clock::Level { ends_at: Some(Millis(9_500)) });
        assert_eq!(schedule.rests().next(), Some((Millis(3_500), TableNo(4))));
        assert!(!schedule.is_paused());
    }
}
