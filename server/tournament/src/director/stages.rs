//! The clock: levels, and the breaks that all tables take together.

use super::{Clock, Director, Phase, Step, prizes, registration};
use crate::event::Event;
use cardroom_rules::{Millis, Stage, TableNo};

impl Director {
    /// Returns `true` if hands are dealt now.
    #[must_use]
    pub fn is_playing_time(&self) -> bool {
        let level =
            matches!(self.state.schedule.clock(), Clock::Level { .. } | Clock::ByHand { .. });
        level && !self.state.schedule.is_paused() && !plays_last_hands(self)
    }
}

/// Returns `true` if play ends with the hands in progress, because the day is over, all
/// remaining players win a ticket, or they ask for a deal or have made one.
pub(super) fn plays_last_hands(director: &Director) -> bool {
    let deal = director.state.deals.wait_for_hands();
    director.state.course.day_ends() || deal || prizes::has_ticket_winners(director)
}

/// Returns the time to announce that play begins, for the first time or after a break. Returns
/// `None` if it has been announced.
pub(super) fn play_nears_at(director: &Director) -> Option<Millis> {
    let warning = Millis::seconds(director.setup.rulebook.levels.break_warning_seconds);
    let at =
        play_begins_at(director).filter(|at| director.state.schedule.announced() != Some(*at))?;
    (warning > Millis(0)).then(|| Millis(at.since(warning).0))
}

/// Returns the time at which play begins, if it waits only for the clock.
fn play_begins_at(director: &Director) -> Option<Millis> {
    let schedule = &director.state.schedule;
    match (director.state.course.phase(), schedule.clock()) {
        (Phase::Registering, _) => {
            schedule.starts_at().filter(|at| !director.setup.begins_full(Some(*at)))
        }
        (Phase::Running, Clock::Break { ends_at }) if !schedule.is_paused() => Some(ends_at),
        _ => None,
    }
}

/// Returns `true` if no hand begins any more because the level is about to end.
pub(super) fn is_level_about_to_end(director: &Director, now: Millis) -> bool {
    match director.state.schedule.clock() {
        Clock::Level { ends_at: Some(at) } => at.since(now) < director.setup.no_hand_before_end(),
        _ => false,
    }
}

/// Advances the clock to the present. If a level change coincides with the start of a hand, the
/// level changes first (GAPS G-27).
pub(super) fn keep_time(step: &mut Step<'_>) {
    let longest_wait = step.setup().longest_wait_for_break();
    while !step.state().schedule.is_paused() {
        let state = step.state();
        match state.schedule.clock() {
            Clock::Level { ends_at: Some(at) } if step.now >= at => {
                begin_stage(step, state.schedule.stage() + 1);
                if step.setup().no_hand_before_end() > Millis(0) {
                    step.attend_to_all();
                }
            }
            Clock::BreakDue { since }
                if state.seating.floor().playing() == 0 || step.now >= since + longest_wait =>
            {
                let Some(Stage::Break(pause)) = step.setup().stage(step.state().schedule.stage())
                else {
                    return;
                };
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
    let due = play_nears_at(step.director).is_some_and(|due| step.now >= due);
    if let Some(at) = play_begins_at(step.director).filter(|at| due && step.now < *at) {
        step.emit(Event::PlayNears { at });
    }
}

/// Begins a level, or declares a break due. In hand-for-hand the level is counted by hands, and
/// the excess of the last deduction is taken off (TDA RP-8-D).
pub(super) fn begin_stage(step: &mut Step<'_>, stage: u16) {
    let is_last = usize::from(stage) + 1 >= step.setup().structure.stages.len();
    match step.setup().stage(stage) {
        Some(Stage::Level(level)) => {
            let lasts = Millis::seconds(level.seconds);
            let ends_at = (!is_last).then(|| step.now + lasts);
            let carried = step.state().together.carried();
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
    let state = step.state();
    let Clock::Break { ends_at } = state.schedule.clock() else { return };
    let Some(Stage::Break(pause)) = step.setup().stage(step.state().schedule.stage()) else {
        return;
    };
    let percent = step.setup().rulebook.levels.break_least_percent;
    let until = step.now + Millis(pause.seconds * 10 * percent);
    if until > ends_at && !state.together.is_on() {
        step.emit(Event::Rests { table: number, until });
    }
}

/// Ends the rests of tables that started their break later than the others.
pub(super) fn end_rests(step: &mut Step<'_>) {
    while let Some((until, table)) = step.state().schedule.first_rest() {
        if step.now < until || step.state().schedule.is_paused() {
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
    let most = prizes::most_places_paid(director);
    if left >= director.setup.hand_for_hand_from(most, tables) {
        return;
    }
    if left < director.setup.hand_for_hand_from(director.places_paid(), tables) {
        if !director.state.entries.are_closed() {
            close_entry(step);
        }
        if !step.state().prizes.are_fixed() {
            prizes::fix_prizes(step);
        }
    }
}

/// Closes late registration after its last level.
pub(super) fn close_entry_if_due(step: &mut Step<'_>) {
    let director = &*step.director;
    if !director.state.entries.are_closed()
        && director.level() >= registration::last_entry_level(director)
    {
        close_entry(step);
    }
    prizes::fix_prizes_if_due(step);
}

/// Closes entry for good.
pub(super) fn close_entry(step: &mut Step<'_>) {
    step.emit(Event::EntryClosed);
    registration::send_alternates_home(step);
    prizes::fix_prizes_if_due(step);
}
