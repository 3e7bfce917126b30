//! The floor's desk: whether it is staffed, and the question before it.

use crate::floor::FloorCommand;
use crate::input::Input;
use crate::ruling::{Ticket, TicketNo};
use cardroom_rules::{Millis, SeatNo};

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Desk {
    /// A floor person is available to rule on tickets.
    pub(super) attended: bool,
    pub(super) last_ticket: TicketNo,
    /// The question before the floor. It is not stored with the table.
    ticket: Option<Box<Ticket>>,
}

impl Desk {
    pub(crate) fn is_attended(&self) -> bool {
        self.attended
    }

    pub(crate) fn attend(&mut self, attended: bool) {
        self.attended = attended;
    }

    /// Returns the number of the next ticket.
    pub(crate) fn next_ticket(&self) -> TicketNo {
        TicketNo(self.last_ticket.0 + 1)
    }

    /// Returns the question before the floor.
    #[inline]
    pub(crate) fn ticket(&self) -> Option<&Ticket> {
        self.ticket.as_deref()
    }

    pub(crate) fn open(&mut self, ticket: &Ticket) {
        self.last_ticket = ticket.ticket;
        self.ticket = Some(Box::new(ticket.clone()));
    }

    pub(crate) fn close(&mut self) {
        self.ticket = None;
    }

    /// Drops the question if it concerns this player, whose hand is settled.
    #[inline]
    pub(crate) fn drop_of(&mut self, seat: SeatNo) {
        self.ticket.take_if(|ticket| ticket.seat == seat);
    }

    /// Returns `true` if the input must wait. No card is dealt or shown, and no request accepted,
    /// while the floor decides about the cards.
    #[inline(always)]
    pub(crate) fn holds_back(&self, input: &Input) -> bool {
        let about_cards = matches!(
            input,
            Input::DealStreet
                | Input::ShowOrMuck { .. }
                | Input::ShowCards { .. }
                | Input::AskToSee { .. }
                | Input::RunIt { .. }
                | Input::Release
        );
        about_cards && self.ticket.is_some()
    }

    /// Moves the end of the wait into the future.
    pub(crate) fn delay(&mut self, by: Millis) {
        if let Some(ticket) = &mut self.ticket {
            ticket.at = ticket.at + by;
            ticket.deadline = ticket.deadline + by;
        }
    }

    /// Returns `true` if a floor command is allowed now. While a ticket is open, the floor rules on
    /// it or settles it through the hand that it concerns.
    pub(crate) fn allows(&self, command: &FloorCommand) -> bool {
        let ticket = self.ticket.as_ref();
        let about = |seat: &SeatNo| ticket.is_none_or(|ticket| ticket.seat == *seat);
        match command {
            FloorCommand::KillHand { seat, .. } | FloorCommand::ForceWager { seat, .. } => {
                about(seat)
            }
            FloorCommand::CorrectWager { .. }
            | FloorCommand::CallClock { .. }
            | FloorCommand::RestoreHand { .. }
            | FloorCommand::DealError(_)
            | FloorCommand::AddTime { .. } => ticket.is_none(),
            FloorCommand::SetButton { .. }
            | FloorCommand::QuotePot { .. }
            | FloorCommand::ReawardPot { .. }
            | FloorCommand::ShowHand { .. } => true,
        }
    }
}
