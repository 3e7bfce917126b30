//! The clock: levels, and breaks that all tables have together.

use super::{Clock, Step};
use crate::event::Event;
use cardroom_rules::{Millis, Stage};

/// A break begins at the latest so long after it was due (GAPS G-28).
pub(super) const LONGEST_WAIT_FOR_BREAK: Millis = Millis(180_000);

impl Step<'_> {
    /// Whatever the clock has reached. A level change and a hand that begins at the same instant:
    /// the level comes first (GAPS G-27).
    pub(super) fn keep_time(&mut self) {
        loop {
            let state = &self.director.state;
            match state.clock {
                Clock::Level { ends_at: Some(at) } if self.now >= at => {
                    self.begin_stage(state.stage + 1);
                }
                Clock::BreakDue { since }
                    if state.floor.playing() == 0 || self.now >= since + LONGEST_WAIT_FOR_BREAK =>
                {
                    let Some(Stage::Break(pause)) = self.director.stage() else { return };
                    let ends_at = self.now + Millis(pause.seconds * 1_000);
                    self.emit(Event::BreakBegan { ends_at });
                }
                Clock::Break { ends_at } if self.now >= ends_at => {
                    self.begin_stage(state.stage + 1);
                    let tables = self.director.state.floor.tables();
                    self.attention.extend(tables.map(|(table, _)| table));
                }
                _ => return,
            }
        }
    }

    pub(super) fn begin_stage(&mut self, stage: u16) {
        let is_last = usize::from(stage) + 1 >= self.director.setup.structure.stages.len();
        match self.director.setup.stage(stage) {
            Some(Stage::Level(level)) => {
                let ends_at = (!is_last).then(|| self.now + Millis(level.seconds * 1_000));
                self.emit(Event::LevelBegan { stage, ends_at });
            }
            Some(Stage::Break(_)) => self.emit(Event::BreakDue { stage, at: self.now }),
            None => {}
        }
        self.close_entry_if_due();
    }

    /// Late registration ends at the latest when the money is reached: before so many are out (GAPS
    /// G-37).
    pub(super) fn close_entry_in_the_money(&mut self, out: usize) {
        let director = &*self.director;
        let left = director.players_left().saturating_sub(u32::try_from(out).unwrap_or(u32::MAX));
        if out > 0 && !director.state.entry_closed && left < director.places_paid() {
            self.close_entry();
        }
    }

    /// Late registration ends with its last level.
    fn close_entry_if_due(&mut self) {
        let director = &*self.director;
        let last = director.setup.structure.entry.late_levels.unwrap_or(0);
        if !director.state.entry_closed && director.level() >= last {
            self.close_entry();
        }
    }

    /// Whether hands are dealt now.
    pub(super) fn is_playing_time(&self) -> bool {
        matches!(self.director.state.clock, Clock::Level { .. })
    }
}
