//! The turn of a player: the action, and what the room does when the time is up.

use super::time_use::TurnClock;
use super::{Step, dealing, time_use};
use crate::action::{Action, TurnNo};
use crate::event::Event;
use crate::faults::{Fault, is_planted};
use crate::hand::{Phase, Turn};
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::Seat;
use cardroom_rules::{ExpiryNoBet, Millis, SeatNo};

pub(super) fn act(
    step: &mut Step<'_>,
    seat: SeatNo,
    turn: TurnNo,
    action: Action,
) -> Result<(), Refusal> {
    step.table.checked_seat(seat)?;
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    let Phase::Turn(current) = hand.phase else { return Err(RefusalKind::NotYourTurn.into()) };
    if current.seat != seat {
        return Err(RefusalKind::NotYourTurn.into());
    }
    if step.table.waiting_until().is_some() {
        return Err(RefusalKind::FloorCalled.into());
    }
    // A player whose time is up has no legal action. A player who answers an earlier turn still
    // has.
    let clock = TurnClock::of(step.table, step.now);
    let bank = clock.and_then(TurnClock::bank_left).ok_or(RefusalKind::StaleTurn)?;
    let terms = step.terms();
    let spot = terms.spot(seat);
    let checked = if current.turn == turn || is_planted(Fault::OldTurnTaken) {
        spot.check_action(action)
    } else {
        Err(RefusalKind::StaleTurn)
    };
    checked
        .map_err(|kind| Refusal { kind: terms.explain(seat, kind), legal: Some(spot.legal()) })?;
    let (added, needless) = (spot.adds(action), action == Action::Fold && spot.check());
    time_use::time_decision(step, seat);
    if needless {
        step.flag_needless_fold(seat);
    }
    match action {
        Action::Discard(picks) => {
            step.emit(Event::Discarded { seat, picks, timed_out: false, bank });
        }
        _ => step.emit(Event::Acted { seat, action, added, timed_out: false, bank }),
    }
    step.advance();
    Ok(())
}

/// Acts for a player who timed out or is leaving. The action that the player is bound to counts.
/// Without one, the rulebook says whether a check is taken where it is free (TDA 29).
pub(crate) fn act_for(step: &mut Step<'_>, seat: SeatNo) {
    let checks = step.book().clock.expiry_no_bet == ExpiryNoBet::Check;
    let bound = step.ask_people(|people, step| people.promised(step, seat)).flatten();
    act_in_place_of(step, seat, bound, checks);
}

/// Acts for a player who does not: takes this action, or else a check if `checks` and it is free,
/// or else folds. The lowest card posts the bring-in, and a draw stands pat.
pub(super) fn act_in_place_of(
    step: &mut Step<'_>,
    seat: SeatNo,
    action: Option<Action>,
    checks: bool,
) {
    let terms = step.terms();
    let spot = terms.spot(seat);
    if spot.discard().is_some() {
        return dealing::discard_for(step, seat);
    }
    let action = action.unwrap_or(if !spot.fold() {
        Action::BringIn
    } else if spot.check() && checks {
        Action::Check
    } else {
        Action::Fold
    });
    let bank = step.bank_now(seat);
    step.emit_action(seat, action, true, bank);
}

/// Acts for the player on turn who is leaving the table, if they are.
pub(super) fn act_for_leaving(step: &mut Step<'_>, seat: SeatNo) {
    if step.table.state.seats.get(seat).is_some_and(|seat| seat.leaving) {
        act_for(step, seat);
        step.advance();
    }
}

pub(super) fn expire(step: &mut Step<'_>, turn: Turn) {
    let grace = step.book().clock.grace_ms;
    let bank = step.table.state.seats.get(turn.seat).map_or(Millis(0), |seat| seat.bank);
    let mut deadline = turn.deadline;
    if !turn.in_bank && bank > Millis(0) {
        if step.now < deadline {
            return;
        }
        deadline = deadline + bank;
        step.emit(Event::BankBegan { seat: turn.seat, deadline });
    }
    if step.now < deadline + grace {
        return;
    }
    let wait = step.book().clock.reconnect_ms;
    let waits = |seat: &Seat| !seat.is_connected() && !seat.had_reconnect;
    if wait > Millis(0) && step.table.state.seats.get(turn.seat).is_some_and(waits) {
        // GAPS G-11: once per level a disconnected player gets time to come back.
        let until = step.now + wait;
        return step.emit(Event::ReconnectGranted { seat: turn.seat, until });
    }
    act_for(step, turn.seat);
    if step.table.state.seats.get(turn.seat).is_some_and(|seat| seat.sat_out_at.is_none()) {
        step.emit(Event::SatOut { seat: turn.seat, at: step.now });
    }
    step.advance();
}

/// Restarts the clock after the room was down. On a hybrid table people call clocks,
/// and can call again.
pub(super) fn restart_clock(step: &mut Step<'_>, wait: Millis) -> Result<(), Refusal> {
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    if !step.table.setup.times_every_turn() {
        return Err(RefusalKind::NothingToDo.into());
    }
    // At a paused table the time begins when it is resumed, and there is more of it then.
    let wait = if step.table.is_paused() { Millis(0) } else { wait };
    let until = match hand.phase {
        Phase::Turn(_) => step.now + wait + step.book().clock.base_ms,
        Phase::RunOut { .. }
        | Phase::Held { .. }
        | Phase::Showdown { .. }
        | Phase::AwardHeld { .. }
        | Phase::RunItVote { .. }
        | Phase::Offer { .. } => step.now + wait,
        Phase::Dealing | Phase::Open | Phase::Closed | Phase::Waiting => {
            return Err(RefusalKind::NothingToDo.into());
        }
    };
    step.emit(Event::ClockRestarted { until });
    Ok(())
}
