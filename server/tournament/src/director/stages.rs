//! The clock: levels, and the breaks that all tables take together.

use super::registration::last_entry_level;
use super::{Clock, Director, Phase, Step};
use crate::event::Event;
use cardroom_rules::{Millis, Stage, TableNo};

impl Director {
    /// Returns `true` if hands are dealt now.
    #[must_use]
    pub fn is_playing_time(&self) -> bool {
        let level =
            matches!(self.state.schedule.clock(), Clock::Level { .. } | Clock::ByHand { .. });
        level && !self.state.schedule.is_paused() && !self.plays_last_hands()
    }

    /// Returns `true` if play ends with the hands in progress, because the day is over, all
    /// remaining players win a ticket, or they have made a deal.
    pub(super) fn plays_last_hands(&self) -> bool {
        let deal = self.state.deals.is_accepted();
        self.state.course.day_ends() || deal || self.has_ticket_winners()
    }

    /// Returns the time to announce that play begins, for the first time or after a break. Returns
    /// `None` if it has been announced.
    pub(super) fn play_nears_at(&self) -> Option<Millis> {
        let warning = Millis::seconds(self.setup.rulebook.levels.break_warning_seconds);
        let at = self.play_begins_at().filter(|at| self.state.schedule.announced() != Some(*at))?;
        (warning > Millis(0)).then(|| Millis(at.since(warning).0))
    }

    /// Returns the time at which play begins, if it waits only for the clock.
    fn play_begins_at(&self) -> Option<Millis> {
        match (self.state.course.phase(), self.state.schedule.clock()) {
            (Phase::Registering, _) => {
                self.state.schedule.starts_at().filter(|_| !self.begins_full())
            }
            (Phase::Running, Clock::Break { ends_at }) if !self.state.schedule.is_paused() => {
                Some(ends_at)
            }
            _ => None,
        }
    }

    /// Returns `true` if no hand begins any more because the level is about to end.
    pub(super) fn is_level_about_to_end(&self, now: Millis) -> bool {
        match self.state.schedule.clock() {
            Clock::Level { ends_at: Some(at) } => at.since(now) < self.setup.no_hand_before_end(),
            _ => false,
        }
    }
}

impl Step<'_> {
    /// Advances the clock to the present. If a level change coincides with the start of a hand, the
    /// level changes first (GAPS G-27).
    pub(super) fn keep_time(&mut self) {
        let longest_wait = self.director.setup.longest_wait_for_break();
        while !self.director.state.schedule.is_paused() {
            let state = &self.director.state;
            match state.schedule.clock() {
                Clock::Level { ends_at: Some(at) } if self.now >= at => {
                    self.begin_stage(state.schedule.stage() + 1);
                    if self.director.setup.no_hand_before_end() > Millis(0) {
                        self.attend_to_all();
                    }
                }
                Clock::BreakDue { since }
                    if state.seating.floor().playing() == 0 || self.now >= since + longest_wait =>
                {
                    let Some(Stage::Break(pause)) = self.director.stage() else { return };
                    let ends_at = self.now + Millis::seconds(pause.seconds);
                    self.emit(Event::BreakBegan { ends_at });
                    self.attend_to_all();
                }
                Clock::Break { ends_at } if self.now >= ends_at => {
                    self.begin_stage(state.schedule.stage() + 1);
                    self.attend_to_all();
                }
                _ => return,
            }
        }
    }

    /// Announces shortly before play begins (TDA RP-20).
    pub(super) fn announce_play(&mut self) {
        let due = self.director.play_nears_at().is_some_and(|due| self.now >= due);
        if let Some(at) = self.director.play_begins_at().filter(|at| due && self.now < *at) {
            self.emit(Event::PlayNears { at });
        }
    }

    /// Begins a level, or declares a break due. In hand-for-hand the level is counted by hands, and
    /// the excess of the last deduction is taken off (TDA RP-8-D).
    pub(super) fn begin_stage(&mut self, stage: u16) {
        let is_last = usize::from(stage) + 1 >= self.director.setup.structure.stages.len();
        match self.director.setup.stage(stage) {
            Some(Stage::Level(level)) => {
                let lasts = Millis::seconds(level.seconds);
                let ends_at = (!is_last).then(|| self.now + lasts);
                let carried = self.director.state.together.carried();
                self.emit(Event::LevelBegan { stage, ends_at });
                if let Some(carried) = carried {
                    let left = (!is_last).then(|| lasts.since(carried));
                    self.emit(Event::ClockSet { clock: Clock::ByHand { left } });
                }
            }
            Some(Stage::Break(_)) => self.emit(Event::BreakDue { stage, at: self.now }),
            None => {}
        }
        self.close_entry_if_due();
    }

    /// Gives a minimum break to a table that was still playing when the break began (GAPS G-28).
    /// This does not apply in hand-for-hand.
    pub(super) fn rest_after(&mut self, number: TableNo) {
        let state = &self.director.state;
        let Clock::Break { ends_at } = state.schedule.clock() else { return };
        let Some(Stage::Break(pause)) = self.director.stage() else { return };
        let percent = self.director.setup.rulebook.levels.break_least_percent;
        let until = self.now + Millis(pause.seconds * 10 * percent);
        if until > ends_at && !state.together.is_on() {
            self.emit(Event::Rests { table: number, until });
        }
    }

    /// Ends the rests of tables that started their break later than the others.
    pub(super) fn end_rests(&mut self) {
        while let Some((until, table)) = self.director.state.schedule.first_rest() {
            if self.now < until || self.director.state.schedule.is_paused() {
                return;
            }
            self.emit(Event::Rested { table });
            self.attention.insert(table);
        }
    }

    /// Closes late registration when the money or hand-for-hand would be reached with `out` more
    /// players out (GAPS G-37).
    pub(super) fn close_entry_in_the_money(&mut self, out: usize) {
        let director = &*self.director;
        if out == 0 || director.state.prizes.are_fixed() {
            return;
        }
        let left = director.players_left().saturating_sub(u32::try_from(out).unwrap_or(u32::MAX));
        let tables = director.state.seating.floor().open_tables();
        let most = director.most_places_paid();
        if left >= director.setup.hand_for_hand_from(most, tables) {
            return;
        }
        if left < director.setup.hand_for_hand_from(director.places_paid(), tables) {
            if !director.state.entries.are_closed() {
                self.close_entry();
            }
            if !self.director.state.prizes.are_fixed() {
                self.fix_prizes();
            }
        }
    }

    /// Closes late registration after its last level.
    pub(super) fn close_entry_if_due(&mut self) {
        let director = &*self.director;
        if !director.state.entries.are_closed() && director.level() >= last_entry_level(director) {
            self.close_entry();
        }
        self.fix_prizes_if_due();
    }

    /// Marks all tables for attention.
    pub(super) fn attend_to_all(&mut self) {
        let tables = self.director.state.seating.floor().tables();
        self.attention.extend(tables.map(|(table, _)| table));
    }
}
