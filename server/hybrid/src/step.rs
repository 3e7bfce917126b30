//! A step in progress at a table where people deal: the table's own step, and what its people
//! remember of the hand.

use crate::memory::Memory;
use cardroom_engine::{
    Action, Adjudicated, EtiquetteFlag, Ground, InPlay, Legal, RuledBy, Ruling, RulingOption,
    Table, Ticket, TicketNo,
};
use cardroom_rules::{Millis, Rulebook, SeatNo};

pub(crate) struct Step<'a> {
    memory: &'a mut Memory,
    table: cardroom_engine::Step<'a>,
}

impl<'a> Step<'a> {
    pub(crate) fn of(memory: &'a mut Memory, step: &'a mut cardroom_engine::Step<'_>) -> Self {
        Self { memory, table: step.with(None) }
    }

    // The state.

    pub(crate) fn memory(&self) -> &Memory {
        self.memory
    }

    pub(crate) fn table(&self) -> &Table {
        self.table.table()
    }

    pub(crate) fn hand(&self) -> InPlay<'_> {
        self.table().in_play().expect("only asked for in a hand")
    }

    pub(crate) fn now(&self) -> Millis {
        self.table.now()
    }

    pub(crate) fn book(&self) -> &Rulebook {
        &self.table().setup().rulebook
    }

    pub(crate) fn legal(&self, seat: SeatNo) -> Legal {
        self.hand().legal(seat)
    }

    /// Returns `true` if the time of the player on turn is up.
    pub(crate) fn is_too_late(&self) -> bool {
        self.table.is_too_late()
    }

    /// Returns `true` if the hand waits for the floor, or for a call to be completed.
    pub(crate) fn is_waiting(&self) -> bool {
        self.table().waiting_until().is_some()
    }

    pub(crate) fn next_ticket(&self) -> TicketNo {
        self.table.next_ticket()
    }

    // Changes. The memory notes each event.

    fn through(&mut self) -> cardroom_engine::Step<'_> {
        self.table.with(Some(&mut *self.memory))
    }

    pub(crate) fn note(&mut self, adjudicated: Adjudicated) {
        self.through().note(adjudicated);
    }

    pub(crate) fn announce(&mut self, ruling: Ruling) {
        self.through().announce(ruling);
    }

    pub(crate) fn flag(&mut self, seat: SeatNo, flag: EtiquetteFlag) {
        self.through().flag(seat, flag);
    }

    pub(crate) fn flag_needless_fold(&mut self, seat: SeatNo) {
        self.through().flag_needless_fold(seat);
    }

    /// Carries out an exact action.
    pub(crate) fn act(&mut self, seat: SeatNo, action: Action) {
        self.through().act_now(seat, action);
    }

    pub(crate) fn kill_with_refund(&mut self, seat: SeatNo, ground: Ground, reason: &str) {
        self.through().kill_with_refund(seat, ground, reason.to_owned());
    }

    pub(crate) fn begin_turn(&mut self, seat: SeatNo) {
        self.through().begin_turn(seat);
    }

    pub(crate) fn advance(&mut self) {
        self.through().advance();
    }

    pub(crate) fn open_ticket(&mut self, ticket: Ticket, paid_percent: Option<u8>) {
        self.through().open_ticket(ticket, paid_percent);
    }

    pub(crate) fn close_ticket(&mut self, number: TicketNo, option: RulingOption, by: RuledBy) {
        self.through().close_ticket(number, option, by);
    }

    pub(crate) fn accept_short_call(&mut self, seat: SeatNo) {
        self.through().accept_short_call(seat);
    }
}
