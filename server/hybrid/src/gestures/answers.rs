//! Decisions about words and chips that the rulebook leaves to the floor. The table keeps the
//! question, and hands the answer back.

use super::facing::{Facing, Judged, Pushed, Question};
use super::{exposed, misunderstood, motions, out_of_turn, skipped, spoken};
use crate::step::Step;
use cardroom_engine::{
    Action, Adjudicated, Clause, EtiquetteFlag, Matter, Refusal, RefusalKind, Ruling, RulingKind,
    RulingOption, Ticket, Token,
};
use cardroom_rules::{Chips, SeatNo};

/// Carries out the answer to a question.
pub(crate) fn carry_out(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let seat = ticket.seat;
    if misunderstood::is_asked_in(ticket) {
        let Some(call) = step.table().short_call() else { return };
        return match option {
            RulingOption::Retract => misunderstood::retract(step, call),
            _ => step.accept_short_call(call.seat),
        };
    }
    if ticket.matter == Matter::DiscardedBet {
        return out_of_turn::settle_discarded_bet(step, ticket, option);
    }
    if ticket.matter == Matter::ExposedHand {
        return exposed::settle(step, ticket, option);
    }
    if ticket.matter == Matter::Conditional {
        return settle_conditional(step, ticket, option);
    }
    let on_turn = step.table().turn().is_some_and(|(turn, ..)| turn == seat);
    if !on_turn {
        return;
    }
    match (&ticket.matter, option) {
        (Matter::Skipped, option) => skipped::settle(step, ticket, option),
        (Matter::ForwardMotion, option) => {
            motions::settle_forward_motion(step, seat, option == RulingOption::Binding);
        }
        (_, RulingOption::ForfeitAndFold) => forfeit_and_fold(step, ticket),
        (
            _,
            RulingOption::WithdrawAndReconsider
            | RulingOption::Retract
            | RulingOption::Return
            | RulingOption::NotBinding,
        ) => release(step, ticket),
        (_, option) => act_as_chosen(step, ticket, option),
    }
}

/// Carries out an exact action that the floor chose.
fn act_as_chosen(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let facing = Facing::of(step, ticket.seat);
    let judged = match option {
        RulingOption::BetTo(to) | RulingOption::RaiseTo(to) => facing.wager(to, ticket.clause),
        RulingOption::AllIn => facing.all_in(ticket.clause),
        RulingOption::Fold => facing.fold(),
        _ => facing.call(ticket.clause),
    };
    let Judged::Stands(mut standing) = judged else { return };
    standing.undercall =
        matches!(ticket.matter, Matter::Undercall | Matter::UndercallBehindUndercall { .. });
    if step.hand().check(ticket.seat, standing.action).is_err() {
        return release(step, ticket);
    }
    let mut ruling = Ruling::new(ticket.seat, standing.kind, standing.clause);
    ruling.wager_to = Some(standing.wager_to);
    ruling.returned = ticket.shown.saturating_sub(standing.wager_to);
    ruling.adds = standing.wager_to.saturating_sub(ticket.shown);
    ruling.ticket = Some(ticket.ticket);
    step.announce(ruling);
    super::act_as_ruled(step, ticket.seat, &facing, &standing, None);
}

/// Forfeits the amount of the intended undercall, pushed or only declared, and folds the hand
/// (TDA 51-B).
fn forfeit_and_fold(step: &mut Step<'_>, ticket: &Ticket) {
    let seat = ticket.seat;
    let amount = ticket.forfeit.unwrap_or_default().min(step.hand().stack(seat));
    let mut ruling = Ruling::new(seat, RulingKind::Fold, ticket.clause);
    ruling.forfeit = Some(amount);
    ruling.returned = ticket.pushed.saturating_sub(amount);
    ruling.ticket = Some(ticket.ticket);
    step.announce(ruling);
    step.note(Adjudicated::Forfeited { seat, amount });
    fold_by_ruling(step, seat);
}

/// Returns the pushed chips. The player acts.
fn release(step: &mut Step<'_>, ticket: &Ticket) {
    let mut ruling = Ruling::new(ticket.seat, RulingKind::Released, ticket.clause);
    ruling.returned = ticket.pushed;
    ruling.options = step.legal(ticket.seat).options();
    ruling.call_to = ticket.call_to;
    ruling.ticket = Some(ticket.ticket);
    step.announce(ruling);
}

/// Handles a statement like "if you bet, I will raise".
pub(super) fn conditional(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    let facing = Facing::of(step, seat);
    step.flag(seat, EtiquetteFlag::ConditionalStatement);
    if let Judged::Asks(question) = spoken::conditional() {
        ask_floor(step, seat, &facing, question, None);
    }
    Ok(())
}

/// Rules on a conditional statement. Only people know its words. A floor that holds the player
/// to them does so when the time comes.
fn settle_conditional(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let binding = option == RulingOption::Binding;
    let kind = if binding { RulingKind::Bound } else { RulingKind::Released };
    let mut ruling = Ruling::new(ticket.seat, kind, ticket.clause);
    ruling.ticket = Some(ticket.ticket);
    step.announce(ruling);
}

/// Asks the floor about an object other than a chip that was pushed like one (TDA RP-22).
pub(super) fn push_token(step: &mut Step<'_>, seat: SeatNo, token: Token) -> Result<(), Refusal> {
    if step.table().turn().is_none_or(|(turn, ..)| turn != seat) {
        return Err(RefusalKind::NotYourTurn.into());
    }
    let facing = Facing::of(step, seat);
    let question = Question {
        matter: Matter::Token { token },
        clause: Clause::Token,
        options: vec![RulingOption::Call, RulingOption::AllIn, RulingOption::Return],
        default: RulingOption::Return,
        forfeit: None,
    };
    ask_floor(step, seat, &facing, question, None);
    Ok(())
}

/// Asks the floor about a gesture.
pub(super) fn ask_floor(
    step: &mut Step<'_>,
    seat: SeatNo,
    facing: &Facing,
    question: Question,
    pushed: Option<&Pushed>,
) {
    if question.clause == Clause::TinyChip {
        step.flag(seat, EtiquetteFlag::TinyChip);
    }
    let ticket = Ticket {
        ticket: step.next_ticket(),
        seat,
        matter: question.matter,
        clause: question.clause,
        options: question.options,
        default: question.default,
        call_to: facing.is_facing().then(|| facing.call_to()),
        forfeit: question.forfeit,
        shown: pushed.map_or(facing.front.value, |pushed| pushed.total),
        pushed: pushed.map_or(Chips::ZERO, |pushed| pushed.added),
        at: step.now(),
        deadline: step.now(),
    };
    step.open_ticket(ticket, None);
}

pub(super) fn fold_by_ruling(step: &mut Step<'_>, seat: SeatNo) {
    step.act(seat, Action::Fold);
    step.advance();
}
