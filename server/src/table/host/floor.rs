//! The floor at a table: who attends it, what is commanded there, and the clock that the room calls
//! where nobody is on the floor to do so.

use super::{Outputs, TableHost};
use crate::ids::{AccountId, ConnectionId};
use crate::store::AuditRecord;
use crate::table::handle::{FloorOrder, Player};
use crate::table::wire;
use cardroom_engine::{Adjudicated, Dispute, Event, FloorCommand, Input, RefusalKind, TicketNo};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::hybrid::{
    Dispute as DisputeAbout, FloorOrdered, TableCommand, TicketRuling,
};
use cardroom_protocol::server::Role;
use cardroom_rules::{Chips, Millis, SeatNo};

type Refused = (ErrorCode, String);

/// Who has taken the open ticket. It does not outlast the process: neither does who attends.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    ticket: TicketNo,
    by: ConnectionId,
    until: Millis,
}

impl TableHost {
    /// Somebody begins or ends to attend the table.
    pub(super) fn attend(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: &Player,
        on: bool,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        self.check_operator(player)?;
        if !self.table.setup().hybrid {
            return Err(super::requests::explain(&RefusalKind::NotHybrid.into()));
        }
        if !self.is_attached(connection) {
            return Err(refused(
                ErrorCode::NotAllowedNow,
                "Watch the table first, then attend it.",
            ));
        }
        let changed = match on {
            true => self.attending.insert(connection),
            false => self.attending.remove(&connection),
        };
        if !changed {
            return Err(refused(ErrorCode::NothingToDo, "Nothing changes: it is so already."));
        }
        self.note_attendance(now, outputs);
        Ok(())
    }

    /// A connection that is gone, or watches no more, attends nothing.
    pub(super) fn stop_attending(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        outputs: &mut Outputs,
    ) {
        if self.attending.remove(&connection) {
            self.note_attendance(now, outputs);
        }
    }

    /// The table knows whether anybody is there, not who or how many.
    fn note_attendance(&mut self, now: Millis, outputs: &mut Outputs) {
        let attended = !self.attending.is_empty();
        if self.table.is_attended() != attended {
            // Refused where Nothing changes: it is so already., which was just asked.
            let _ = self.step(now, Input::AttendFloor { attended }, outputs);
        }
    }

    /// A command of the floor: carried out, told with the operator's name, and kept.
    pub(super) fn direct(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: &Player,
        order: FloorOrder,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        self.check_operator(player)?;
        if order.seq.0 < self.played_at || order.seq.0 > self.seq {
            return Err(refused(
                ErrorCode::SeqMoved,
                "The table moved on since you looked. Check it, then give the order again.",
            ));
        }
        if let TableCommand::RuleTicket(TicketRuling { ticket, .. })
        | TableCommand::ClaimTicket(ticket) = order.command
        {
            self.check_free_for(now, connection, TicketNo(ticket.0))?;
        }
        let input = input_of(&order);
        let FloorOrder { reason, rule, command, .. } = order;
        let operator = player.name.to_string();
        self.ordering = Some(FloorOrdered {
            operator,
            command: command.clone(),
            reason: reason.clone(),
            rule: rule.clone(),
        });
        let carried_out = match (input, &command) {
            (None, TableCommand::ClaimTicket(ticket)) => {
                self.claim(now, connection, TicketNo(ticket.0), outputs)
            }
            (None, TableCommand::Mute(seat)) => self.mute(now, SeatNo(*seat), true, outputs),
            (None, TableCommand::Unmute(seat)) => self.mute(now, SeatNo(*seat), false, outputs),
            (None, _) => Ok(()),
            (Some(input), _) => {
                self.step(now, input, outputs).map_err(|refusal| super::requests::explain(&refusal))
            }
        };
        self.ordering = None;
        carried_out?;
        outputs.unit.audit.push(AuditRecord {
            at_ms: now.0,
            operator: player.account,
            table: self.id,
            seq: self.seq,
            command: serde_json::to_string(&command).expect("a command holds nothing but data"),
            reason,
            rule,
        });
        Ok(())
    }

    /// Refuses unless this operator attends, and no other one has taken the ticket.
    fn check_free_for(
        &self,
        now: Millis,
        connection: ConnectionId,
        ticket: TicketNo,
    ) -> Result<(), Refused> {
        if !self.attending.contains(&connection) {
            return Err(refused(
                ErrorCode::NotAllowedNow,
                "Attend the table first, then rule on its tickets.",
            ));
        }
        let of_another = |claim: &Claim| {
            let holds = claim.ticket == ticket && now < claim.until;
            holds && claim.by != connection && self.attending.contains(&claim.by)
        };
        match self.claim.as_ref().filter(|claim| of_another(claim)) {
            Some(_) => Err(refused(
                ErrorCode::TicketClaimed,
                "Another operator has taken this ticket. Leave it to them, or wait.",
            )),
            None => Ok(()),
        }
    }

    /// The open ticket belongs to one operator for a while (GAPS G-03). It changes nothing at the table.
    fn claim(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        number: TicketNo,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        if self.table.ticket().is_none_or(|ticket| ticket.ticket != number) {
            return Err(super::requests::explain(&RefusalKind::NoTicket.into()));
        }
        let until = now + Millis::seconds(self.table.setup().rulebook.floor.claim_seconds);
        self.claim = Some(Claim { ticket: number, by: connection, until });
        self.remember(now, outputs);
        Ok(())
    }

    /// Whether an account hosts this table, which is private then.
    pub(super) fn is_hosted_by(&self, account: AccountId) -> bool {
        self.description.hosted_by.as_ref().is_some_and(|host| host.account == account)
    }

    /// Floor and administrators rule, and nobody where they play; the host of a private table rules
    /// there all the same, and everybody can see who that is.
    fn check_operator(&self, player: &Player) -> Result<(), Refused> {
        if self.is_hosted_by(player.account) {
            return Ok(());
        }
        if player.role < Role::Floor {
            return Err(refused(
                ErrorCode::Forbidden,
                "Only the floor or the table's host may do this.",
            ));
        }
        match self.seat_of(player.account) {
            Some(_) => Err(refused(
                ErrorCode::PlaysHere,
                "You play at this table, so you cannot rule on it. Ask another operator.",
            )),
            None => Ok(()),
        }
    }

    /// When the room calls the clock on the player on turn: at a hybrid table with nobody on the
    /// floor, when the time of the rulebook is over. Where the book has the clock called on players
    /// who face a bet only, others are waited for.
    pub(super) fn clock_is_due(&self) -> Option<Millis> {
        let setup = self.table.setup();
        if !setup.hybrid || self.table.is_attended() || self.table.called_clock().is_some() {
            return None;
        }
        let (_, turn, legal) = self.table.turn()?;
        let waits = self.table.declarations()?.waiting_until.is_some();
        let rule = setup.rulebook.called_clock;
        let faces_a_bet = legal.call.is_some_and(|call| call != Chips::ZERO);
        if waits || rule.facing_bet_only && !faces_a_bet || self.clock_refused == Some(turn) {
            return None;
        }
        let base_is_over = self.table.turn_view()?.deadline;
        let since = base_is_over.since(setup.rulebook.clock.base_ms);
        Some(base_is_over.max(since + Millis::seconds(rule.not_before_seconds)))
    }

    /// Calls the clock where it is due; says whether it did.
    pub(super) fn call_clock_if_due(&mut self, now: Millis, outputs: &mut Outputs) -> bool {
        if self.clock_is_due().is_none_or(|due| now < due) {
            return false;
        }
        let Some((seat, turn, _)) = self.table.turn() else { return false };
        let command = FloorCommand::CallClock { seat, asked_by: None, level: None };
        let called = self.step(now, Input::Floor(command), outputs).is_ok();
        if !called {
            // Asked once: the table would not say otherwise the next time.
            self.clock_refused = Some(turn);
        }
        called
    }
}

/// Whether an operator who has not seen this looks at another table than the one that is there.
pub(super) fn moves_play(event: &Event) -> bool {
    let attendance =
        |adjudicated: &Adjudicated| matches!(adjudicated, Adjudicated::Attended { .. });
    match event {
        Event::PresenceChanged { .. }
        | Event::Preferred { .. }
        | Event::SeatTaken { .. }
        | Event::TopUpPending { .. }
        | Event::ToppedUp { .. } => false,
        Event::Adjudicated(adjudicated) => !attendance(adjudicated),
        _ => true,
    }
}

/// What a command is to the engine; nothing for one about operators alone.
fn input_of(order: &FloorOrder) -> Option<Input> {
    let reason = || order.reason.clone();
    let amount = |chips: cardroom_protocol::Chips| Chips(chips.0);
    let command = match &order.command {
        TableCommand::ClaimTicket(_) | TableCommand::Mute(_) | TableCommand::Unmute(_) => {
            return None;
        }
        TableCommand::RuleTicket(ruling) => {
            let (ticket, option) = (TicketNo(ruling.ticket.0), wire::option_in(ruling.option));
            return Some(Input::RuleTicket { ticket, option });
        }
        TableCommand::Misquote(said) => return Some(Input::Misquote { amount: amount(*said) }),
        TableCommand::DealStreet => return Some(Input::DealStreet),
        TableCommand::VoidHand => return Some(Input::VoidHand { reason: reason() }),
        TableCommand::Pause => return Some(Input::Pause),
        TableCommand::Resume => return Some(Input::Resume),
        TableCommand::ForceWager(wager) => {
            FloorCommand::ForceWager { seat: SeatNo(wager.seat), to: amount(wager.to) }
        }
        TableCommand::CorrectWager(wager) => {
            FloorCommand::CorrectWager { seat: SeatNo(wager.seat), to: amount(wager.to) }
        }
        TableCommand::QuotePot(quote) => {
            FloorCommand::QuotePot { seat: SeatNo(quote.seat), amount: amount(quote.amount) }
        }
        TableCommand::KillHand(seat) => {
            FloorCommand::KillHand { seat: SeatNo(*seat), reason: reason() }
        }
        TableCommand::SetButton(seat) => FloorCommand::SetButton { seat: SeatNo(*seat) },
        TableCommand::CallClock(seat) => {
            FloorCommand::CallClock { seat: SeatNo(*seat), asked_by: None, level: None }
        }
        TableCommand::RestoreHand(seat) => FloorCommand::RestoreHand { seat: SeatNo(*seat) },
        TableCommand::ReawardPot(pot) => FloorCommand::ReawardPot {
            about: match pot.about {
                DisputeAbout::Reading => Dispute::Reading,
                DisputeAbout::Accounting => Dispute::Accounting,
            },
            from: SeatNo(pot.from),
            to: SeatNo(pot.to),
            amount: amount(pot.amount),
        },
        TableCommand::AddTime(more) => {
            FloorCommand::AddTime { seat: SeatNo(more.seat), time: Millis(u64::from(more.time_ms)) }
        }
        TableCommand::DealError(error) => FloorCommand::DealError(wire::deal_error_in(*error)),
        TableCommand::ShowHand(seat) => FloorCommand::ShowHand { seat: SeatNo(*seat) },
    };
    Some(Input::Floor(command))
}

fn refused(code: ErrorCode, message: &str) -> Refused {
    (code, message.to_owned())
}
