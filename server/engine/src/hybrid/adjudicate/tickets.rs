//! Decisions that the rulebook leaves to the floor. A ticket with the options is opened. It waits
//! while a floor person is available, and otherwise gets the default ruling (GAPS G-02).

use super::facing::{Facing, Judged, Pushed, Question};
use super::{exposed, misunderstood, motions, out_of_turn, skipped, spoken};
use crate::action::Action;
use crate::event::Event;
use crate::gesture::Token;
use crate::refusal::{Refusal, RefusalKind};
use crate::ruling::{
    Adjudicated, Clause, EtiquetteFlag, Matter, RuledBy, Ruling, RulingKind, RulingOption, Ticket,
    TicketNo,
};
use crate::table::Step;
use cardroom_rules::{Chips, SeatNo};

/// Applies the floor's ruling on a ticket.
pub(crate) fn rule_ticket(
    step: &mut Step<'_>,
    number: TicketNo,
    option: RulingOption,
) -> Result<(), Refusal> {
    let ticket = step.table.ticket().filter(|ticket| ticket.ticket == number);
    let ticket = ticket.ok_or(RefusalKind::NoTicket)?;
    if !ticket.options.contains(&option) {
        return Err(RefusalKind::NotAnOption.into());
    }
    step.close_ticket(number, option, RuledBy::Floor);
    Ok(())
}

fn resolve(step: &mut Step<'_>, ticket: &Ticket, option: RulingOption) {
    let seat = ticket.seat;
    if let (Matter::Deal(error), Clause::Deal(clause)) = (&ticket.matter, ticket.clause) {
        return step.rule_deal_as_chosen(*error, clause, option);
    }
    if ticket.is_about_a_short_call() {
        let Some(call) = step.declared().short_call else { return };
        return match option {
            RulingOption::Retract => misunderstood::retract(step, call),
            _ => misunderstood::accept_short_call(step, call.seat),
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
    let on_turn = step.table.turn().is_some_and(|(turn, ..)| turn == seat);
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
    let facing = Facing::of(step.table, ticket.seat, step.now);
    let judged = match option {
        RulingOption::BetTo(to) | RulingOption::RaiseTo(to) => facing.wager(to, ticket.clause),
        RulingOption::AllIn => facing.all_in(ticket.clause),
        RulingOption::Fold => facing.fold(),
        _ => facing.call(ticket.clause),
    };
    let Judged::Stands(mut standing) = judged else { return };
    standing.undercall =
        matches!(ticket.matter, Matter::Undercall | Matter::UndercallBehindUndercall { .. });
    if step.terms().spot(ticket.seat).check_action(standing.action).is_err() {
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
    let amount = ticket.forfeit.unwrap_or_default().min(step.table.state.seats.stack(seat));
    let mut ruling = Ruling::new(seat, RulingKind::Fold, ticket.clause);
    ruling.forfeit = Some(amount);
    ruling.returned = ticket.pushed.saturating_sub(amount);
    ruling.ticket = Some(ticket.ticket);
    step.announce(ruling);
    step.note(Adjudicated::Forfeited { seat, amount });
    step.fold_by_ruling(seat);
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
    let facing = Facing::of(step.table, seat, step.now);
    step.flag(seat, EtiquetteFlag::ConditionalStatement);
    if let Judged::Asks(question) = spoken::conditional() {
        step.ask_floor(seat, &facing, question, None);
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
    if step.table.turn().is_none_or(|(turn, ..)| turn != seat) {
        return Err(RefusalKind::NotYourTurn.into());
    }
    let facing = Facing::of(step.table, seat, step.now);
    let question = Question {
        matter: Matter::Token { token },
        clause: Clause::Token,
        options: vec![RulingOption::Call, RulingOption::AllIn, RulingOption::Return],
        default: RulingOption::Return,
        forfeit: None,
    };
    step.ask_floor(seat, &facing, question, None);
    Ok(())
}

impl Step<'_> {
    /// Asks the floor about a gesture.
    pub(super) fn ask_floor(
        &mut self,
        seat: SeatNo,
        facing: &Facing,
        question: Question,
        pushed: Option<&Pushed>,
    ) {
        if question.clause == Clause::TinyChip {
            self.flag(seat, EtiquetteFlag::TinyChip);
        }
        let ticket = Ticket {
            ticket: self.next_ticket(),
            seat,
            matter: question.matter,
            clause: question.clause,
            options: question.options,
            default: question.default,
            call_to: facing.is_facing().then(|| facing.call_to()),
            forfeit: question.forfeit,
            shown: pushed.map_or(facing.front.value, |pushed| pushed.total),
            pushed: pushed.map_or(Chips::ZERO, |pushed| pushed.added),
            at: self.now,
            deadline: self.now,
        };
        self.open_ticket(ticket, None);
    }

    pub(crate) fn next_ticket(&self) -> TicketNo {
        TicketNo(self.table.state.last_ticket.0 + 1)
    }

    pub(crate) fn open_ticket(&mut self, mut ticket: Ticket, paid_percent: Option<u8>) {
        let attended = self.table.state.attended;
        if attended {
            ticket.deadline = self.now + self.book().hybrid.ticket_wait_ms;
        }
        let mut ruling = Ruling::new(ticket.seat, RulingKind::Floor, ticket.clause);
        ruling.options.clone_from(&ticket.options);
        ruling.default = Some(ticket.default);
        ruling.call_to = ticket.call_to;
        ruling.forfeit = ticket.forfeit;
        ruling.paid_percent = paid_percent;
        ruling.ticket = Some(ticket.ticket);
        let (number, default) = (ticket.ticket, ticket.default);
        self.emit(Event::TicketOpened(Box::new(ticket)));
        self.announce(ruling);
        if !attended {
            self.close_ticket(number, default, RuledBy::Unattended);
        }
    }

    /// Closes the open ticket with a ruling and carries it out.
    pub(super) fn close_ticket(&mut self, number: TicketNo, option: RulingOption, by: RuledBy) {
        let Some(ticket) = self.table.ticket().cloned() else { return };
        let waited = self.now.since(ticket.at);
        self.emit(Event::TicketClosed { ticket: number, option, by, waited });
        resolve(self, &ticket, option);
        self.advance();
    }

    pub(super) fn fold_by_ruling(&mut self, seat: SeatNo) {
        let bank = self.bank_now(seat);
        self.emit_action(seat, Action::Fold, false, bank);
        self.advance();
    }
}
