//! The clock: levels, and the breaks that all tables take together. [`Timetable`] says what the
//! clock is due to do.

use super::effects::Effects;
use super::money::Money;
use super::state::Schedule;
use super::timetable::Timetable;
use super::{Clock, Director, Step, prizes};
use crate::event::Event;
use cardroom_rules::{EntryNo, Millis, Stage};

impl Director {
    /// Returns `true` if hands are dealt now.
    #[must_use]
    pub fn is_playing_time(&self) -> bool {
        let schedule = &self.state.schedule;
        let level = matches!(schedule.clock(), Clock::Level { .. } | Clock::ByHand { .. });
        level && !schedule.is_paused() && !self.plays_last_hands()
    }

    /// Returns `true` if play ends with the hands in progress, because the day is over, all
    /// remaining players win a ticket, or they ask for a deal or have made one.
    pub(super) fn plays_last_hands(&self) -> bool {
        let state = &self.state;
        let tickets = state.course.is_running() && Money::of(self).has_tickets_for_all_left();
        state.course.day_ends() || state.deals.wait_for_hands() || tickets
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
                let Some(Stage::Break(pause)) = Timetable::of(step.director).stage() else {
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

/// Begins a level, or declares a break due.
pub(super) fn begin_stage(step: &mut Step<'_>, stage: u16) {
    let carried = step.state().together.carried();
    step.bring_about(Timetable::of(step.director).begin(stage, step.now, carried));
    close_entry_if_due(step);
}

/// Ends the rests of tables that started their break later than the others.
pub(super) fn end_rests(schedule: &Schedule, now: Millis) -> Effects {
    let mut effects = Effects::default();
    if !schedule.is_paused() {
        for (_, table) in schedule.rests().take_while(|(until, _)| now >= *until) {
            effects.emit(Event::Rested { table });
            effects.attend(table);
        }
    }
    effects
}

/// Closes late registration when the money or hand-for-hand would be reached with `out` more
/// players out (GAPS G-37).
pub(super) fn close_entry_in_the_money(step: &mut Step<'_>, out: usize) {
    let director = &*step.director;
    let money = Money::of(director);
    if out == 0 || director.state.prizes.are_fixed() {
        return;
    }
    let left = director.players_left().saturating_sub(u32::try_from(out).unwrap_or(u32::MAX));
    let tables = director.state.seating.floor().open_tables();
    if left >= director.setup.hand_for_hand_from(money.most_places_paid(), tables) {
        return;
    }
    if left < director.setup.hand_for_hand_from(money.places_paid(), tables) {
        if !director.state.entries.are_closed() {
            close_entry(step);
        }
        if !step.state().prizes.are_fixed() {
            step.bring_about(prizes::fix_prizes(Money::of(step.director), &step.state().held));
        }
    }
}

/// Closes late registration after its last level.
pub(super) fn close_entry_if_due(step: &mut Step<'_>) {
    let director = &*step.director;
    if !director.state.entries.are_closed()
        && director.level() >= Timetable::of(director).last_entry_level()
    {
        close_entry(step);
    }
    step.bring_about(prizes::fix_prizes_if_due(step.director));
}

/// Closes entry for good, and refunds the alternates who got no seat.
pub(super) fn close_entry(step: &mut Step<'_>) {
    step.emit(Event::EntryClosed);
    let state = step.state();
    let free = step.setup().most_seated().saturating_sub(state.seating.floor().players());
    let home = state.entries.waiting().iter().copied().skip(free);
    let home: Vec<EntryNo> = home.filter(|entry| !state.escrow.is_unseated(*entry)).collect();
    for entry in home {
        step.bring_about(Money::of(step.director).withdraw(entry));
    }
    step.bring_about(prizes::fix_prizes_if_due(step.director));
}
