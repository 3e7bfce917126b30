//! Calls declared with far too few chips. Rulebooks that protect a gross misunderstanding let the
//! player take such a call back before play goes on (TFPL 5c-7, Spotlight 5c-6; GAPS G-64).

use super::facing::{Facing, Pushed};
use super::prior;
use crate::step::Step;
use cardroom_engine::{
    Adjudicated, Clause, Matter, Refusal, RefusalKind, RuledBy, Ruling, RulingKind, RulingOption,
    ShortCall, Ticket,
};
use cardroom_rules::{Chips, SeatNo};

/// Returns the part of the due amount that was put in, in percent, rounded down.
pub(super) fn percent(paid: Chips, due: Chips) -> Option<u8> {
    if due.is_zero() {
        return None;
    }
    let percent = paid.min(due).times(100).divide(due.0).0;
    u8::try_from(percent.0).ok()
}

/// Returns `true` if a call with this amount put in is protected.
fn protects(below_percent: u64, paid: Chips, due: Chips) -> bool {
    paid.times(100) < due.times(below_percent)
}

/// Records a call with fewer chips than the protected part. If the call would end the betting,
/// the hand waits, because it could not be taken back after the next card.
pub(super) fn note_short_call(
    step: &mut Step<'_>,
    seat: SeatNo,
    facing: &Facing,
    pushed: &Pushed,
    pointer: Option<SeatNo>,
    had_acted: bool,
) {
    let (paid, due) = (pushed.total, facing.call_to());
    let added = due - facing.bet;
    if added.is_zero() || !protects(facing.book.wager.misunderstanding_percent, paid, due) {
        return;
    }
    let until =
        step.hand().next_to_act().is_none().then(|| step.now() + facing.book.hybrid.skipped_ms);
    let pushed = pushed.added;
    step.note(Adjudicated::CalledShort {
        seat,
        paid,
        due,
        pushed,
        added,
        had_acted,
        pointer,
        until,
    });
}

/// Returns `true` if the hand waits for this player, who called short and may still
/// put in the rest.
pub(super) fn is_called_short(step: &Step<'_>, seat: SeatNo) -> bool {
    let call = step.table().short_call();
    step.table().ticket().is_none()
        && call.is_some_and(|call| call.seat == seat && call.until.is_some())
}

/// Handles a hand shown before the call is complete, which is the case that
/// the protection exists for.
pub(super) fn show_before_paid(step: &mut Step<'_>) -> Result<(), Refusal> {
    let call = step.table().short_call().ok_or(RefusalKind::NothingToShow)?;
    if step.table().ticket().is_some() {
        return Err(RefusalKind::FloorCalled.into());
    }
    let protected_below_percent = step.book().wager.misunderstanding_percent;
    let ticket = Ticket {
        ticket: step.next_ticket(),
        seat: call.seat,
        matter: Matter::Misunderstanding { protected_below_percent },
        clause: Clause::Misunderstanding,
        options: vec![RulingOption::Retract, RulingOption::FullCall],
        default: RulingOption::Retract,
        call_to: Some(call.due),
        forfeit: None,
        shown: call.paid,
        pushed: call.pushed,
        at: step.now(),
        deadline: step.now(),
    };
    step.open_ticket(ticket, percent(call.paid, call.due));
    Ok(())
}

/// Takes the call back for the caller.
pub(super) fn claim_misunderstanding(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    let call = step.table().short_call().filter(|call| call.seat == seat);
    let call = call.ok_or(RefusalKind::CallStands)?;
    let ticket = step.table().ticket();
    match ticket {
        Some(ticket) if is_asked_in(ticket) => {
            let number = ticket.ticket;
            step.close_ticket(number, RulingOption::Retract, RuledBy::Claim);
        }
        Some(_) => return Err(RefusalKind::FloorCalled.into()),
        None => retract(step, call),
    }
    Ok(())
}

/// Returns the chips. The player acts again.
pub(super) fn retract(step: &mut Step<'_>, call: ShortCall) {
    let mut ruling = Ruling::new(call.seat, RulingKind::Released, Clause::Misunderstanding);
    ruling.returned = call.pushed;
    ruling.call_to = Some(call.due);
    step.announce(ruling);
    step.note(Adjudicated::CallRetracted { seat: call.seat, amount: call.added });
    step.advance();
}

/// Handles the rest of the chips, put in by the caller.
pub(super) fn make_good(step: &mut Step<'_>, seat: SeatNo, chips: &[Chips]) -> Result<(), Refusal> {
    prior::value(chips)?;
    step.accept_short_call(seat);
    Ok(())
}

/// Returns `true` if the ticket concerns a call with too few chips.
pub(super) fn is_asked_in(ticket: &Ticket) -> bool {
    matches!(ticket.matter, Matter::Misunderstanding { .. })
}
