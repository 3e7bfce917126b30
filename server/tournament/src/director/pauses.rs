//! The end of a pause, and the pause while many players have lost their connections.
//!
//! Many players lose their connections at once. This is not their fault, so the tournament waits
//! for them. Hands in progress are played out by the rules for absent players. Then no new hand
//! begins, and all clocks stop. A single lost connection stops nothing (GAPS G-09).

use super::Step;
use crate::event::Event;
use crate::order::Order;
use cardroom_rules::Millis;

/// Longest wait for players to reconnect. After that, a player who is not back counts as absent.
const LONGEST_WAIT: Millis = Millis(5 * 60 * 1_000);

/// Stops the clocks of the tournament, but not the hands in progress.
pub(super) fn wait_for_connections(step: &mut Step<'_>, missing: u32) {
    let state = step.state();
    if !state.course.is_running() || state.schedule.is_paused() {
        return;
    }
    step.emit(Event::ConnectionsLost { missing, until: step.now + LONGEST_WAIT });
    step.emit(Event::Paused { at: step.now });
}

/// Resumes once most players are back. If the floor has paused or resumed
/// meanwhile, its decision stands.
pub(super) fn go_on_after_outage(step: &mut Step<'_>) {
    if step.state().schedule.outage().is_some() {
        resume(step);
    }
}

/// Resumes when the longest wait is over.
pub(super) fn end_outage_when_due(step: &mut Step<'_>) {
    if step.state().schedule.outage().is_some_and(|until| step.now >= until) {
        resume(step);
    }
}

/// Stops the clocks and the hands by order of the floor, whose pause takes the place of one for an
/// outage or for a vote.
pub(super) fn pause(step: &mut Step<'_>) {
    if step.state().schedule.is_paused() {
        let later = step.state().schedule.stood_still(step.now);
        step.emit(Event::Resumed { later });
    }
    step.emit(Event::Paused { at: step.now });
    step.order_all(&Order::Pause);
}

/// Ends a pause, and gives every timer a little more time. That includes tables that the floor has
/// paused alone.
pub(super) fn resume(step: &mut Step<'_>) {
    end(step, |_| true);
}

/// Ends the pause for a vote on a deal. It does not stop the tables, but it did in older rooms,
/// whose tables must not wait for ever.
pub(super) fn go_on_after_vote(step: &mut Step<'_>) {
    end(step, |is_paused_alone| !is_paused_alone);
}

/// Ends a pause, and lets those tables go on that are chosen by whether they are paused alone. An
/// outage does not stop the tables, because they had hands to finish.
fn end(step: &mut Step<'_>, goes_on: impl Fn(bool) -> bool) {
    let stopped = step.state().schedule.outage().is_none();
    let later = step.state().schedule.stood_still(step.now) + step.setup().after_pause();
    step.emit(Event::Resumed { later });
    if stopped {
        for table in step.state().seating.floor().numbers() {
            if goes_on(step.state().seating.is_paused(table)) {
                step.order(table, Order::Resume);
            }
        }
    }
    step.attend_to_all();
}
