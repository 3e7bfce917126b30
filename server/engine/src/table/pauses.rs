//! The pause by the floor (GAPS G-30). It takes effect between two actions. Until the table is
//! resumed, its time stands still: nothing runs out, and no player acts. The floor can still rule.
//! Afterwards everything that was timed has the time it had left, and a little more.

use super::outside_play::OutsidePlay;
use super::{Step, Table, turn};
use crate::event::Event;
use crate::floor::FloorCommand;
use crate::hand::{Hand, Phase};
use crate::input::Input;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::Millis;

pub(super) fn resume(step: &mut Step<'_>) -> Result<(), Refusal> {
    if !step.table.is_paused() {
        return Err(RefusalKind::NothingToDo.into());
    }
    let stood_still = step.now.since(step.table.time(step.now));
    let more = Millis::seconds(step.book().levels.after_pause_seconds);
    step.emit(Event::Resumed);
    step.emit(Event::ClocksDelayed { by: stood_still + more });
    // The player on turn may have left during the pause.
    if let Some((seat, ..)) = step.table.turn() {
        turn::act_for_leaving(step, seat);
    }
    Ok(())
}

impl OutsidePlay<'_> {
    pub(super) fn pause(&self) -> Result<[Event; 2], RefusalKind> {
        if self.state.pause.is_on() {
            return Err(RefusalKind::NothingToDo);
        }
        Ok([Event::Paused, Event::ClocksStopped { at: self.now }])
    }

    /// Lets a pause begin again after the room was down. Its clock may have been changed meanwhile.
    pub(super) fn pause_anew(&self) -> [Event; 2] {
        let by = self.now.since(self.state.pause.time(self.now));
        [Event::ClocksDelayed { by }, Event::ClocksStopped { at: self.now }]
    }
}

/// Returns `true` if a paused table refuses the input: all that players do in a hand, and the
/// dealing of further cards.
#[inline(always)]
pub(super) fn is_stopped_for(table: &Table, input: &Input) -> bool {
    // After a hand, showing a card moves nothing.
    let shows = table.hand.is_none() && matches!(input, Input::ShowCards { .. });
    table.is_paused() && moves_play(input) && !shows
}

fn moves_play(input: &Input) -> bool {
    matches!(
        input,
        Input::Act { .. }
            | Input::Gesture { .. }
            | Input::ShowCards { .. }
            | Input::ShowOrMuck { .. }
            | Input::AskToSee { .. }
            | Input::RabbitRequest { .. }
            | Input::RabbitConsent { .. }
            | Input::RunIt { .. }
            | Input::ChooseGame { .. }
            | Input::DealStreet
            | Input::EnterHand(_)
            | Input::Floor(FloorCommand::CallClock { asked_by: Some(_), .. })
    )
}

/// Returns the time of an input at the table. While the table is paused, its time stands still.
#[inline(always)]
pub(super) fn time_of(table: &Table, input: &Input, now: Millis) -> Millis {
    match input {
        Input::Resume | Input::CountSitOutsAnew => now,
        _ => table.time(now),
    }
}

impl Table {
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.state.pause.is_on()
    }

    /// Returns the time at the table: the beginning of the pause while it is paused, else `now`.
    /// The rest of a deadline counts from there.
    #[inline]
    #[must_use]
    pub fn time(&self, now: Millis) -> Millis {
        self.state.pause.time(now)
    }
}

/// Moves everything that is timed at the table into the future.
pub(super) fn apply_delay(table: &mut Table, by: Millis) {
    let state = &mut table.state;
    state.pause.let_time_run();
    state.schedule.delay(by);
    state.till.delay(by);
    state.desk.delay(by);
    if let Some(award) = &mut state.award {
        award.delay(by);
    }
    state.seats.all_taken().for_each(|seat| seat.delay(by));
    if let Some(hunt) = &mut table.hunt {
        hunt.delay(by);
    }
    if let Some(hand) = &mut table.hand {
        hand.delay(by);
    }
}

impl Hand {
    fn delay(&mut self, by: Millis) {
        let later = |at: &mut Millis| *at = *at + by;
        if let Some(until) = &mut self.all_away_until {
            later(until);
        }
        self.betting.delay_clock(by);
        if let Some(rulings) = &mut self.rulings {
            rulings.delay(by);
        }
        if let Phase::Turn(turn) = &mut self.phase {
            later(&mut turn.since);
        }
        if let Some(until) = self.phase.until_mut() {
            later(until);
        }
    }
}
