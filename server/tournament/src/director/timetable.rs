//! The levels and breaks of a tournament and where its clock stands: which level is played, when
//! play begins, and when no further hand does.

use super::Director;
use super::state::{Course, Phase, Schedule};
use crate::clock::Clock;
use crate::event::Event;
use crate::floor::Undo;
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::view::UpcomingBreak;
use cardroom_rules::{Millis, Stage, Structure};

/// The course and the clock of a tournament, by its levels and breaks.
#[derive(Clone, Copy)]
pub(crate) struct Timetable<'a> {
    setup: &'a Setup,
    course: &'a Course,
    schedule: &'a Schedule,
}

impl<'a> Timetable<'a> {
    pub(crate) fn of(director: &'a Director) -> Self {
        let state = &director.state;
        Self { setup: &director.setup, course: &state.course, schedule: &state.schedule }
    }

    pub(super) fn course(self) -> &'a Course {
        self.course
    }

    pub(super) fn schedule(self) -> &'a Schedule {
        self.schedule
    }

    /// Returns the current level, from 0.
    pub(super) fn level(self) -> u16 {
        self.setup.level_of(self.schedule.stage())
    }

    /// Returns the current level or break.
    pub(super) fn stage(self) -> Option<&'a Stage> {
        self.setup.stage(self.schedule.stage())
    }

    /// Returns `true` if levels are played in which a player may enter.
    pub(super) fn is_late_entry_open(self) -> bool {
        self.level() < self.setup.open_levels(self.schedule.starts_at())
    }

    /// Returns the number of levels during which the floor may enter a player
    /// by arrangement (Spotlight 6-3).
    pub(super) fn last_entry_level(self) -> u16 {
        let late = self.setup.open_levels(self.schedule.starts_at());
        if late == 0 { 0 } else { late.max(self.setup.rulebook.entry.late_levels_arranged) }
    }

    /// Returns the time to announce that play begins, for the first time or after a break. Returns
    /// `None` if it has been announced.
    pub(super) fn play_nears_at(self) -> Option<Millis> {
        let warning = Millis::seconds(self.setup.rulebook.levels.break_warning_seconds);
        let at = self.play_begins_at().filter(|at| self.schedule.announced() != Some(*at))?;
        (warning > Millis(0)).then(|| Millis(at.since(warning).0))
    }

    /// Returns the time at which play begins, if it waits only for the clock.
    fn play_begins_at(self) -> Option<Millis> {
        let schedule = self.schedule;
        match (self.course.phase(), schedule.clock()) {
            (Phase::Registering, _) => {
                schedule.starts_at().filter(|at| !self.setup.begins_full(Some(*at)))
            }
            (Phase::Running, Clock::Break { ends_at }) if !schedule.is_paused() => Some(ends_at),
            _ => None,
        }
    }

    /// Announces shortly before play begins (TDA RP-20).
    pub(super) fn announce_play(self, now: Millis) -> Option<Event> {
        let due = self.play_nears_at().is_some_and(|due| now >= due);
        let at = self.play_begins_at().filter(|at| due && now < *at)?;
        Some(Event::PlayNears { at })
    }

    /// Returns `true` if no hand begins any more because the level is about to end.
    pub(super) fn is_level_about_to_end(self, now: Millis) -> bool {
        match self.schedule.clock() {
            Clock::Level { ends_at: Some(at) } => at.since(now) < self.setup.no_hand_before_end(),
            _ => false,
        }
    }

    /// Begins a level, or declares a break due. While tables play hand-for-hand the level is counted
    /// by hands, and the `carried` excess of the last deduction is taken off (TDA RP-8-D).
    pub(super) fn begin(self, stage: u16, now: Millis, carried: Option<Millis>) -> Vec<Event> {
        let is_last = usize::from(stage) + 1 >= self.setup.structure.stages.len();
        match self.setup.stage(stage) {
            Some(Stage::Level(level)) => {
                let lasts = Millis::seconds(level.seconds);
                let ends_at = (!is_last).then(|| now + lasts);
                let by_hand = carried.map(|carried| {
                    let left = (!is_last).then(|| lasts.since(carried));
                    Event::ClockSet { clock: Clock::ByHand { left } }
                });
                [Event::LevelBegan { stage, ends_at }].into_iter().chain(by_hand).collect()
            }
            Some(Stage::Break(_)) => vec![Event::BreakDue { stage, at: now }],
            None => Vec::new(),
        }
    }

    /// Returns the end of a minimum break that begins now, if that is after the end of the break in
    /// progress (GAPS G-28).
    pub(super) fn rest_until(self, now: Millis) -> Option<Millis> {
        let Clock::Break { ends_at } = self.schedule.clock() else { return None };
        let Some(Stage::Break(pause)) = self.stage() else { return None };
        let percent = self.setup.rulebook.levels.break_least_percent;
        let until = now + Millis(pause.seconds * 10 * percent);
        (until > ends_at).then_some(until)
    }

    /// Sets the clock back to where a ruling found it.
    pub(super) fn put_back(self, stage: u16, clock: Clock, now: Millis) -> Vec<Event> {
        let again = (stage != self.schedule.stage()).then(|| match self.setup.stage(stage) {
            Some(Stage::Level(_)) => Event::LevelBegan { stage, ends_at: None },
            _ => Event::BreakDue { stage, at: now },
        });
        again.into_iter().chain([Event::ClockSet { clock }]).collect()
    }

    /// Returns how much later all timers run after a restart that took this long. While hands are
    /// played, steps follow each other closely, so the time since the last step is about the
    /// downtime. A break in which the tournament is `idle` has no steps until its end is announced.
    /// It goes on while the process is down, and becomes longer only as far as players need to hear
    /// in time that play begins (TDA RP-20).
    pub(super) fn later_after_restart(self, down: Millis, now: Millis, idle: bool) -> Millis {
        match self.schedule.clock() {
            Clock::Break { ends_at } if idle => {
                let warning = self.setup.rulebook.levels.break_warning_seconds;
                let earliest = now + Millis::seconds(warning);
                down.min(earliest.since(ends_at))
            }
            _ => down,
        }
    }

    /// Returns the number of levels and breaks that have begun.
    pub(super) fn stages_begun(self) -> u16 {
        match self.course.phase() {
            Phase::Registering => 0,
            _ => self.schedule.stage() + 1,
        }
    }

    /// Returns the structure with other levels from the next one on, unchecked.
    pub(super) fn structure_with(self, stages: &[Stage]) -> Structure {
        let mut structure = (*self.setup.structure).clone();
        structure.stages.truncate(usize::from(self.stages_begun()));
        structure.stages.extend_from_slice(stages);
        structure
    }

    /// Checks other levels from the next one on. `exchange` is the last break in which chips went
    /// out of play.
    pub(super) fn check_levels(
        self,
        stages: &[Stage],
        exchange: Option<u16>,
    ) -> Result<Undo, Refusal> {
        self.course.must_not_be_over()?;
        if stages.is_empty() {
            let text = "at least one level follows the one that is played now";
            return Err(Refusal::BadLevels(text.to_owned()));
        }
        let kept = self.stages_begun();
        if exchange.is_some_and(|exchange| exchange >= kept) {
            let text = "chips were exchanged in a break that comes later than this level";
            return Err(Refusal::BadLevels(text.to_owned()));
        }
        let structure = self.structure_with(stages);
        let checked = structure.validate_from(usize::from(kept));
        let checked = checked.and_then(|()| structure.check_rulebook(&self.setup.rulebook));
        checked.map_err(Refusal::BadLevels)?;
        Ok(Undo::Levels { kept })
    }

    /// Adjusts the clock of a level that is now the last one, or no longer is. The last level has
    /// no end, so its clock stops. A level that is no longer the last lasts its full time from now.
    pub(super) fn clock_of_last_level(self, now: Millis) -> Option<Event> {
        let is_last = usize::from(self.stages_begun()) >= self.setup.structure.stages.len();
        let from = self.schedule.counts_from(now);
        let clock = self.schedule.clock();
        let counts = clock.left(from).is_some();
        let clock = match (clock, self.stage()) {
            (Clock::Level { .. } | Clock::ByHand { .. }, Some(Stage::Level(level)))
                if !is_last && !counts =>
            {
                clock.with_left(Millis::seconds(level.seconds), from)
            }
            (Clock::Level { .. }, _) if is_last && counts => Clock::Level { ends_at: None },
            (Clock::ByHand { .. }, _) if is_last && counts => Clock::ByHand { left: None },
            _ => return None,
        };
        Some(Event::ClockSet { clock })
    }

    /// Returns the next break, assuming that the current level continues.
    pub(crate) fn next_break(self, now: Millis) -> Option<UpcomingBreak> {
        if !self.course.is_running() {
            return None;
        }
        let current = usize::from(self.schedule.stage());
        let mut after = match self.schedule.clock() {
            Clock::Level { ends_at } => ends_at.map(|at| at.since(now)),
            _ => None,
        };
        for (index, stage) in self.setup.structure.stages.iter().enumerate().skip(current + 1) {
            match stage {
                Stage::Break(_) => {
                    return Some(UpcomingBreak { stage: u16::try_from(index).ok()?, after });
                }
                Stage::Level(level) => {
                    after = after.map(|after| after + Millis::seconds(level.seconds));
                }
            }
        }
        None
    }

    /// Checks a command that changes the running level or break, or begins the given level.
    pub(super) fn check_clock(self, level: Option<u16>, last: Millis) -> Result<Undo, Refusal> {
        self.course.must_run()?;
        let from = self.schedule.counts_from(last);
        let (stage, clock) = (self.schedule.stage(), self.schedule.clock());
        let now = match level {
            Some(level) => self
                .setup
                .stage_of_level(level)
                .ok_or(Refusal::NotNow("The structure has no such level. Choose another one."))?,
            None if clock.left(from).is_none() => {
                return Err(Refusal::NotNow("No clock is running now."));
            }
            None => stage,
        };
        Ok(Undo::Clock { stage, clock, now })
    }

    /// Checks a new time for the start.
    pub(super) fn check_start(self, at: Millis, now: Millis) -> Result<Undo, Refusal> {
        if at <= now {
            return Err(Refusal::NotNow("The start has to be in the future. Choose a later time."));
        }
        if !self.course.is_registering() {
            return Err(Refusal::NotNow("The tournament has begun, so its start cannot change."));
        }
        let starts_at = self.schedule.starts_at();
        if self.setup.begins_full(starts_at) {
            return Err(Refusal::NotNow(
                "The tournament starts when it is full, so it has no start time.",
            ));
        }
        Ok(Undo::Start(starts_at))
    }
}
