//! The end of a street's betting. On a hybrid table a pause follows: the bets stay in front of the
//! players, so the floor can correct them, until the dealer deals on or the pause ends.

use super::Step;
use crate::event::Event;
use crate::faults::{Fault, is_planted};
use crate::hand::Phase;
use crate::refusal::{Refusal, RefusalKind};

/// Ends the betting of the street.
pub(super) fn end_betting(step: &mut Step<'_>) {
    let more_to_come =
        step.hand().players.live().len() > 1 && !step.hand().street.is_last(step.table.game());
    if !step.table.setup.pauses_between_streets() || !more_to_come {
        return close_street(step);
    }
    let is_held = step.hand().is_held;
    let face_up = step.book().showdown.face_up_all_in && !is_held;
    if step.hand().is_all_in_and_done(step.table.game()) && face_up {
        step.emit_all(step.showing().everybody());
    }
    if let Some((seat, amount)) = step.hand().players.uncalled() {
        step.emit(Event::UncalledReturned { seat, amount });
    }
    let until = step.now + step.table.setup.ring.run_out_ms;
    step.emit(Event::StreetHeld { until });
}

pub(super) fn deal_street(step: &mut Step<'_>) -> Result<(), Refusal> {
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    match hand.phase {
        Phase::Held { .. } => close_street(step),
        Phase::AwardHeld { .. } => step.emit(Event::ShowdownClosed),
        _ => return Err(RefusalKind::BettingOpen.into()),
    }
    step.advance();
    Ok(())
}

pub(super) fn close_street(step: &mut Step<'_>) {
    step.ask_people(|people, step| people.end_street(step));
    if let Some((seat, amount)) = step.hand().players.uncalled()
        && !is_planted(Fault::UncalledKept)
    {
        step.emit(Event::UncalledReturned { seat, amount });
    }
    let pots = step.hand().pots_with_bets();
    step.emit(Event::StreetClosed { pots });
}

pub(crate) fn begin_next_street(step: &mut Step<'_>) {
    let street = step.hand().street.number() + 1;
    step.emit(Event::StreetBegan { street });
}
