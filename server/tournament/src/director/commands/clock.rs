//! Commands about the clock.

use crate::director::state::Schedule;
use crate::director::{Step, stages};
use crate::event::Event;
use cardroom_rules::Millis;

/// Sets the level, from 0, and the time left in it.
pub(super) fn set(step: &mut Step<'_>, level: u16, left: Millis) {
    let from = step.state().schedule.counts_from(step.now);
    let Some(stage) = step.setup().stage_of_level(level) else { return };
    step.emit(Event::LevelBegan { stage, ends_at: Some(from + left) });
    if step.state().together.is_on() {
        let clock = step.state().schedule.clock().by_hand(from);
        step.emit(Event::ClockSet { clock });
    }
    stages::close_entry_if_due(step);
    step.attend_to_all();
}

/// Changes the time left in the level or break.
pub(super) fn change_time_left(
    schedule: &Schedule,
    now: Millis,
    change: impl FnOnce(Millis) -> Millis,
) -> Option<Event> {
    // During a pause, the time left counts from the start of the pause.
    let from = schedule.counts_from(now);
    let clock = schedule.clock();
    let left = clock.left(from)?;
    Some(Event::ClockSet { clock: clock.with_left(change(left), from) })
}
