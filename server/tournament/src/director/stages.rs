//! The clock: levels, and the breaks that all tables take together.

use super::registration::last_entry_level;
use super::{Clock, Director, Phase, Step, prizes};
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

/// Advances the clock to the present. If a level change coincides with the start of a hand, the
/// level changes first (GAPS G-27).
pub(super) fn keep_time(step: &mut Step<'_>) {
    let longest_wait = step.director.setup.longest_wait_for_break();
    while !step.director.state.schedule.is_paused() {
        let state = &step.director.state;
        match state.schedule.clock() {
            Clock::Level { ends_at: Some(at) } if step.now >= at => {
                begin_stage(step, state.schedule.stage() + 1);
                if step.director.setup.no_hand_before_end() > Millis(0) {
                    step.attend_to_all();
                }
            }
            Clock::BreakDue { since }
                if state.seating.floor().playing() == 0 || step.now >= since + longest_wait =>
            {
                let Some(Stage::Break(pause)) = step.director.stage() else { return };
                let ends_at = step.now + Millis::seconds(pause.seconds);
                step.emit(Event::BreakBegan { ends_at });
                step.attend_to_all();
            }
            Clock::Break { ends_at } if step.now >= ends_at => {
                begin_stage(step, state.schedule.stage() + 1);
                step.attend_to_all();
            }
            _ => return,
        }
    }
}

/// Announces shortly before play begins (TDA RP-20).
pub(super) fn announce_play(step: &mut Step<'_>) {
    let due = step.director.play_nears_at().is_some_and(|due| step.now >= due);
    if let Some(at) = step.director.play_begins_at().filter(|at| due && step.now < *at) {
        step.emit(Event::PlayNears { at });
    }
}

/// Begins a level, or declares a break due. In hand-for-hand the level is counted by hands, and
/// the excess of the last deduction is taken off (TDA RP-8-D).
pub(super) fn begin_stage(step: &mut Step<'_>, stage: u16) {
    let is_last = usize::from(stage) + 1 >= step.director.setup.structure.stages.len();
    match step.director.setup.stage(stage) {
        Some(Stage::Level(level)) => {
            let lasts = Millis::seconds(level.seconds);
            let ends_at = (!is_last).then(|| step.now + lasts);
            let carried = step.director.state.together.carried();
            step.emit(Event::LevelBegan { stage, ends_at });
            if let Some(carried) = carried {
                let left = (!is_last).then(|| lasts.since(carried));
                step.emit(Event::ClockSet { clock: Clock::ByHand { left } });
            }
        }
        Some(Stage::Break(_)) => step.emit(Event::BreakDue { stage, at: step.now }),
        None => {}
    }
    close_entry_if_due(step);
}

/// Gives a minimum break to a table that was still playing when the break began (GAPS G-28).
/// This does not apply in hand-for-hand.
pub(super) fn rest_after(step: &mut Step<'_>, number: TableNo) {
    let state = &step.director.state;
    let Clock::Break { ends_at } = state.schedule.clock() else { return };
    let Some(Stage::Break(pause)) = step.director.stage() else { return };
    let percent = step.director.setup.rulebook.levels.break_least_percent;
    let until = step.now + Millis(pause.seconds * 10 * percent);
    if until > ends_at && !state.together.is_on() {
        step.emit(Event::Rests { table: number, until });
    }
}

/// Ends the rests of tables that started their break later than the others.
pub(super) fn end_rests(step: &mut Step<'_>) {
    while let Some((until, table)) = step.director.state.schedule.first_rest() {
        if step.now < until || step.director.state.schedule.is_paused() {
            return;
        }
        step.emit(Event::Rested { table });
        step.attention.insert(table);
    }
}

/// Closes late registration when the money or hand-for-hand would be reached with `out` more
/// players out (GAPS G-37).
pub(super) fn close_entry_in_the_money(step: &mut Step<'_>, out: usize) {
    let director = &*step.director;
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
            prizes::close_entry(step);
        }
        if !step.director.state.prizes.are_fixed() {
            prizes::fix_prizes(step);
        }
    }
}

/// Closes late registration after its last level.
pub(super) fn close_entry_if_due(step: &mut Step<'_>) {
    let director = &*step.director;
    if !director.state.entries.are_closed() && director.level() >= last_entry_level(director) {
        prizes::close_entry(step);
    }
    prizes::fix_prizes_if_due(step);
}
