//! Commands about the clock.

use crate::command::Command;
use crate::director::{Director, Step, stages};
use crate::event::Event;
use crate::floor::Undo;
use crate::refusal::Refusal;
use cardroom_rules::Millis;

/// Checks a command that changes the running level or break.
pub(super) fn check(director: &Director, command: &Command) -> Result<Undo, Refusal> {
    director.state.course.must_run()?;
    let from = director.state.schedule.counts_from(director.state.now);
    let (stage, clock) = (director.state.schedule.stage(), director.state.schedule.clock());
    let now = match command {
        Command::SetClock { level, .. } => {
            let stage = director.setup.stage_of_level(*level);
            stage.ok_or(Refusal::NotNow("The structure has no such level. Choose another one."))?
        }
        _ if clock.left(from).is_none() => {
            return Err(Refusal::NotNow("No clock is running now."));
        }
        _ => stage,
    };
    Ok(Undo::Clock { stage, clock, now })
}

/// Checks a new time for the start.
pub(super) fn check_start(step: &Step<'_>, at: Millis) -> Result<Undo, Refusal> {
    if at <= step.now {
        return Err(Refusal::NotNow("The start has to be in the future. Choose a later time."));
    }
    if !step.state().course.is_registering() {
        return Err(Refusal::NotNow("The tournament has begun, so its start cannot change."));
    }
    let starts_at = step.state().schedule.starts_at();
    if step.setup().begins_full(starts_at) {
        return Err(Refusal::NotNow(
            "The tournament starts when it is full, so it has no start time.",
        ));
    }
    Ok(Undo::Start(starts_at))
}

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
pub(super) fn change_time_left(step: &mut Step<'_>, change: impl FnOnce(Millis) -> Millis) {
    // During a pause, the time left counts from the start of the pause.
    let from = step.state().schedule.counts_from(step.now);
    let clock = step.state().schedule.clock();
    if let Some(left) = clock.left(from) {
        step.emit(Event::ClockSet { clock: clock.with_left(change(left), from) });
    }
}
