//! Several motions: raises that a rulebook allows in more than one motion, chips that are not
//! released, and string bets, which do not count (TDA 42, 56; TNPL H4, H20; TFPL 5c-3, 3d-9).

use super::facing::{Facing, Judged, Pushed, Question};
use super::{answers, prior, silent, spoken};
use crate::step::Step;
use cardroom_engine::{
    Adjudicated, Clause, Gesture, Matter, Refusal, RefusalKind, Ruling, RulingKind, RulingOption,
    Said, Words,
};
use cardroom_rules::rulebook::RaiseMotions;
use cardroom_rules::{Chips, SeatNo};

/// Begins a declared raise that may take further motions.
pub(super) fn begin_motions(
    step: &mut Step<'_>,
    seat: SeatNo,
    facing: &Facing,
    pushed: Option<&Pushed>,
    clause: Clause,
) {
    let total = pushed.map_or(facing.front.value, |pushed| pushed.total);
    let count = pushed.map_or(0, |pushed| pushed.chips.len());
    let left = match facing.book.wager.raise_motions {
        RaiseMotions::UntilRest => None,
        RaiseMotions::Single | RaiseMotions::ExactCallPlusOne => Some(1),
    };
    let chips = u16::try_from(count).unwrap_or(u16::MAX);
    step.note(Adjudicated::Moved { seat, total, chips, motions_left: left });
    super::rule_commit(step, seat, clause, None);
}

/// Handles a gesture in the middle of a raise of several motions.
pub(super) fn further_motion(
    step: &mut Step<'_>,
    seat: SeatNo,
    gesture: Gesture,
) -> Result<(), Refusal> {
    let Some(moves) = step.memory().seat(seat).moves() else {
        return Err(RefusalKind::NothingToDo.into());
    };
    let facing = Facing::of(step, seat);
    let chips = match gesture {
        Gesture::Motion { chips } | Gesture::Push { chips, .. } => chips,
        Gesture::HandsAtRest => {
            let count = usize::from(moves.chips);
            let judged = spoken::sized_by_chips(&facing, moves.total, count);
            super::carry_out(step, seat, &facing, judged, None, None);
            return Ok(());
        }
        Gesture::Say(said) if said.amount.is_some() || said.words == Words::AllIn => {
            let words = if said.words == Words::AllIn { said.words } else { Words::Raise };
            let judged = spoken::judge(&facing, Said { words, ..said }, None);
            super::carry_out(step, seat, &facing, judged, None, None);
            return Ok(());
        }
        _ => return Err(RefusalKind::BoundToRaise.into()),
    };
    let pushed = prior::put_out(&facing, &chips, &[], None)?;
    let count = usize::from(moves.chips) + pushed.chips.len();
    match moves.left {
        Some(left) if left <= 1 => {
            let judged = spoken::sized_by_chips(&facing, pushed.total, count);
            super::carry_out(step, seat, &facing, judged, Some(&pushed), None);
        }
        left => {
            let motions_left = left.map(|left| left - 1);
            let chips = u16::try_from(count).unwrap_or(u16::MAX);
            let total = pushed.total;
            step.note(Adjudicated::Moved { seat, total, chips, motions_left });
            super::rule_commit(step, seat, Clause::Motions, None);
        }
    }
    Ok(())
}

/// Records chips that were moved but not released. They are not a bet yet.
pub(super) fn move_forward(
    step: &mut Step<'_>,
    seat: SeatNo,
    chips: Vec<Chips>,
) -> Result<(), Refusal> {
    let facing = Facing::of(step, seat);
    prior::put_out(&facing, &chips, &[], None)?;
    step.note(Adjudicated::MovedForward { seat, chips });
    step.announce(Ruling::new(seat, RulingKind::None, Clause::Release));
    Ok(())
}

/// Asks the floor whether a motion must be completed. A player acted on it although the player
/// on turn had not released the chips.
pub(super) fn react_to_forward_motion(step: &mut Step<'_>, mover: SeatNo) {
    if step.memory().seat(mover).forward().is_empty() {
        return;
    }
    let facing = Facing::of(step, mover);
    let question = Question {
        matter: Matter::ForwardMotion,
        clause: Clause::Release,
        options: vec![RulingOption::Binding, RulingOption::NotBinding],
        default: RulingOption::NotBinding,
        forfeit: None,
    };
    answers::ask_floor(step, mover, &facing, question, None);
}

/// Applies the floor's ruling on whether a motion binds.
pub(super) fn settle_forward_motion(step: &mut Step<'_>, seat: SeatNo, binding: bool) {
    let chips = step.memory().seat(seat).forward().to_vec();
    step.note(Adjudicated::MovedForward { seat, chips: Vec::new() });
    let facing = Facing::of(step, seat);
    let pushed = prior::put_out(&facing, &chips, &[], None).ok().filter(|_| binding);
    let judged = match &pushed {
        Some(pushed) => silent::judge(&facing, pushed),
        None => Judged::Nothing(Clause::Release),
    };
    // A motion with less than the call is a call.
    let judged = match judged {
        Judged::Asks(_) => facing.call(Clause::Release),
        judged => judged,
    };
    super::carry_out(step, seat, &facing, judged, pushed.as_ref(), None);
}
