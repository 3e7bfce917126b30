//! Questions before the floor. A rule that leaves a decision open opens a ticket with the options.
//! It waits while a floor person is available, and otherwise gets the default ruling (GAPS G-02).
//! While it is open, the hand stands still.

use super::{Step, Table};
use crate::event::Event;
use crate::hand::ShortCall;
use crate::refusal::{Refusal, RefusalKind};
use crate::ruling::{
    Adjudicated, Clause, Matter, RuledBy, Ruling, RulingKind, RulingOption, Ticket, TicketNo,
};
use cardroom_rules::{Millis, SeatNo};

/// Applies the floor's ruling on a ticket.
pub(super) fn rule_ticket(
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

/// Does what is due by now. Returns `true` if the hand continues to wait.
pub(super) fn tick(step: &mut Step<'_>) -> bool {
    if let Some(ticket) = step.table.ticket() {
        let (number, default) = (ticket.ticket, ticket.default);
        if step.now >= ticket.deadline {
            step.close_ticket(number, default, RuledBy::WaitOver);
        }
        return true;
    }
    if let Some(call) = step.table.short_call() {
        if call.until.is_some_and(|until| step.now >= until) {
            step.accept_short_call(call.seat);
        }
        return call.until.is_some();
    }
    step.ask_people(|people, step| people.time_passes(step));
    step.table.waiting_until().is_some()
}

impl Step<'_> {
    /// Returns the number of the next ticket.
    #[must_use]
    pub fn next_ticket(&self) -> TicketNo {
        self.table.state.desk.next_ticket()
    }

    /// Asks the floor. `paid_percent` is the part of a call that was put in.
    pub fn open_ticket(&mut self, mut ticket: Ticket, paid_percent: Option<u8>) {
        let attended = self.table.state.desk.is_attended();
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
    pub fn close_ticket(&mut self, number: TicketNo, option: RulingOption, by: RuledBy) {
        let Some(ticket) = self.table.ticket().cloned() else { return };
        let waited = self.now.since(ticket.at);
        self.emit(Event::TicketClosed { ticket: number, option, by, waited });
        if let (Matter::Deal(error), Clause::Deal(clause)) = (&ticket.matter, ticket.clause) {
            self.rule_deal_as_chosen(*error, clause, option);
        } else {
            self.ask_people(|people, step| people.answered(step, &ticket, option));
        }
        self.advance();
    }

    /// Lets a call with too few chips stand, and continues play.
    pub fn accept_short_call(&mut self, seat: SeatNo) {
        self.note(Adjudicated::CallAccepted { seat });
        self.advance();
    }
}

impl Table {
    /// Returns `true` if a floor person is available to rule on tickets.
    #[must_use]
    pub fn is_attended(&self) -> bool {
        self.state.desk.is_attended()
    }

    /// Returns the question before the floor.
    #[must_use]
    pub fn ticket(&self) -> Option<&Ticket> {
        self.state.desk.ticket()
    }

    /// Returns the call with too few chips that may be taken back.
    #[must_use]
    pub fn short_call(&self) -> Option<ShortCall> {
        self.hand.as_ref()?.rulings.as_deref()?.short_call()
    }

    /// Returns until when the hand waits for a ruling of the floor, or for a call to be completed.
    #[inline]
    #[must_use]
    pub fn waiting_until(&self) -> Option<Millis> {
        let asked = self.ticket().map(|ticket| ticket.deadline);
        asked.or_else(|| self.short_call()?.until)
    }
}
