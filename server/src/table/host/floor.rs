//! The floor at a table: attendance, commands, and the clock that the room calls
//! if no operator attends.

use super::{After, Outputs, TableHost};
use crate::cashier::Hold;
use crate::ids::{AccountId, ConnectionId};
use crate::inbox::Player;
use crate::store::AuditRecord;
use crate::table::wire;
use cardroom_engine::{
    Adjudicated, Dispute, EtiquetteFlag, Event, FloorCommand, FloorEvent, Input, RefusalKind,
    TicketNo,
};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::hybrid::{
    DirectTable, Dispute as DisputeAbout, FloorOrdered, HostChips, TableCommand, TicketRuling,
};
use cardroom_protocol::server::Role;
use cardroom_rules::rulebook::Stalling;
use cardroom_rules::{Chips, Millis, SeatNo};

type Refused = (ErrorCode, String);

/// An operator's claim of the open ticket. Like attendance, it is lost when the process ends.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    ticket: TicketNo,
    by: ConnectionId,
    until: Millis,
}

impl TableHost {
    /// Starts or stops attending the table.
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
            true => self.floor.attending.insert(connection),
            false => self.floor.attending.remove(&connection),
        };
        if !changed {
            return Err(refused(ErrorCode::NothingToDo, "Nothing changes: it is so already."));
        }
        self.note_attendance(now, outputs);
        Ok(())
    }

    /// Stops the attendance of a connection that is gone or no longer watches.
    pub(super) fn stop_attending(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        outputs: &mut Outputs,
    ) {
        if self.floor.attending.remove(&connection) {
            self.note_attendance(now, outputs);
        }
    }

    /// Updates the table, which only knows whether it is attended, not by whom.
    fn note_attendance(&mut self, now: Millis, outputs: &mut Outputs) {
        let attended = !self.floor.attending.is_empty();
        if self.table.is_attended() != attended {
            // Never refused, because it changes the table's state.
            let _ = self.step(now, Input::AttendFloor { attended }, outputs);
        }
    }

    /// Carries out a command of the floor, announces it with the operator's name, and stores it.
    pub(super) fn direct(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: &Player,
        order: &DirectTable,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        if moves_chips(&order.command) {
            return self.take_back_chips(now, player, order, outputs);
        }
        self.check_operator(player)?;
        if order.seq.0 < self.floor.played_at || order.seq.0 > self.seq {
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
        let input = input_of(order);
        self.carry_out(now, player, order, outputs, |host, order, outputs| {
            match (input, &order.command) {
                (None, TableCommand::ClaimTicket(ticket)) => {
                    host.claim(now, connection, TicketNo(ticket.0), outputs)
                }
                (None, TableCommand::Mute(seat)) => host.mute(now, SeatNo(*seat), true, outputs),
                (None, TableCommand::Unmute(seat)) => host.mute(now, SeatNo(*seat), false, outputs),
                (None, _) => Ok(()),
                (Some(input), _) => {
                    let stepped = host.step(now, input, outputs);
                    stepped.map_err(|refusal| super::requests::explain(&refusal))
                }
            }
        })
    }

    /// Gives chips to a player, out of the host's own wallet.
    pub(super) fn give_chips(
        &mut self,
        now: Millis,
        player: &Player,
        order: &DirectTable,
        hold: Hold,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        let TableCommand::GiveChips(chips) = &order.command else {
            return Err(refused(ErrorCode::Internal, "this command gives no chips"));
        };
        let (seat, account) = self.named_by(player, chips)?;
        if account == player.account {
            let text = "Buy your own chips with a top-up: what you give is for the other players.";
            return Err(refused(ErrorCode::Conflict, text));
        }
        if self.ending.closing || self.ending.draining {
            return Err(refused(ErrorCode::TableClosed, "The table is closing."));
        }
        let amount = hold.amount();
        self.floor.giving = true;
        let given = self.carry_out(now, player, order, outputs, |host, _, outputs| {
            let stepped = host.step(now, Input::TopUp { seat, amount }, outputs);
            stepped.map_err(|refusal| super::requests::explain(&refusal))
        });
        self.floor.giving = false;
        given?;
        outputs.after.push(After::Settle(hold));
        Ok(())
    }

    /// Takes back chips that the host gave, and no others.
    fn take_back_chips(
        &mut self,
        now: Millis,
        player: &Player,
        order: &DirectTable,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        let TableCommand::TakeBackChips(chips) = &order.command else {
            return Err(refused(ErrorCode::Internal, "these chips are in no wallet"));
        };
        let (seat, account) = self.named_by(player, chips)?;
        let amount = Chips(chips.amount.0);
        let given = self.money.night.as_ref().map_or(Chips::ZERO, |night| night.given_to(account));
        let left = given.saturating_sub(self.table.to_take_back(seat));
        if amount > left {
            let text = format!(
                "{left} chips can be taken back from {}: what you gave and have not taken back.",
                chips.player
            );
            return Err((ErrorCode::AboveMaximum, text));
        }
        self.carry_out(now, player, order, outputs, |host, _, outputs| {
            let stepped = host.step(now, Input::TakeBack { seat, amount }, outputs);
            stepped.map_err(|refusal| super::requests::explain(&refusal))
        })
    }

    /// Returns the seat and the account that a host's command about chips names.
    fn named_by(&self, host: &Player, chips: &HostChips) -> Result<(SeatNo, AccountId), Refused> {
        if !self.is_hosted_by(host.account) || self.event().is_some() {
            let text = "Only the host of a private table gives chips there, and takes them back.";
            return Err(refused(ErrorCode::Forbidden, text));
        }
        let seat = SeatNo(chips.seat);
        let account = self.account_at(seat).filter(|account| {
            let person = self.audience.people.get(&super::player_id(*account));
            person.is_some_and(|person| *person.name == *chips.player)
        });
        account.map(|account| (seat, account)).ok_or_else(|| {
            let text = format!("{} does not sit in this seat any more.", chips.player);
            (ErrorCode::SeqMoved, text)
        })
    }

    /// Carries out a command, announces it with the operator's name, and stores it.
    fn carry_out(
        &mut self,
        now: Millis,
        player: &Player,
        order: &DirectTable,
        outputs: &mut Outputs,
        what: impl FnOnce(&mut Self, &DirectTable, &mut Outputs) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let operator = player.name.to_string();
        let DirectTable { reason, rule, command, .. } = order.clone();
        self.floor.ordering = Some(FloorOrdered {
            operator,
            command: command.clone(),
            reason: reason.clone(),
            rule: rule.clone(),
        });
        let carried_out = what(self, order, outputs);
        self.floor.ordering = None;
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

    /// Checks that this operator attends, and that no other one has claimed the ticket.
    fn check_free_for(
        &self,
        now: Millis,
        connection: ConnectionId,
        ticket: TicketNo,
    ) -> Result<(), Refused> {
        if !self.floor.attending.contains(&connection) {
            return Err(refused(
                ErrorCode::NotAllowedNow,
                "Attend the table first, then rule on its tickets.",
            ));
        }
        let of_another = |claim: &Claim| {
            let holds = claim.ticket == ticket && now < claim.until;
            holds && claim.by != connection && self.floor.attending.contains(&claim.by)
        };
        match self.floor.claim.as_ref().filter(|claim| of_another(claim)) {
            Some(_) => Err(refused(
                ErrorCode::TicketClaimed,
                "Another operator has taken this ticket. Leave it to them, or wait.",
            )),
            None => Ok(()),
        }
    }

    /// Claims the open ticket for one operator for a while (GAPS G-03). This changes
    /// nothing at the table.
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
        self.floor.claim = Some(Claim { ticket: number, by: connection, until });
        self.remember(now, outputs);
        Ok(())
    }

    /// Returns `true` if an account hosts this table. Only private tables have a host.
    pub(super) fn is_hosted_by(&self, account: AccountId) -> bool {
        self.description.hosted_by.as_ref().is_some_and(|host| host.account == account)
    }

    /// Checks that an account may rule here. The floor and administrators may, except where they
    /// play. The host of a private table may rule even while playing, because every player can see
    /// who the host is.
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

    /// Sends each player's use of time to a connection whose account may rule here, if the rulebook
    /// flags stalling. No other player gets it.
    pub(super) fn show_time_use(&self, connection: ConnectionId, outputs: &mut Outputs) {
        let player =
            self.audience.attached.get(&connection).and_then(|attached| attached.player.as_ref());
        let may_rule = player.is_some_and(|player| self.check_operator(player).is_ok());
        if may_rule && self.table.setup().rulebook.stalling == Stalling::Flagged {
            outputs.private.push((connection, wire::time_use(self.id, &self.table).into()));
        }
    }

    /// Sends it to every such connection after a hand and after a flag.
    pub(super) fn show_new_time_use(&self, events: &[Event], outputs: &mut Outputs) {
        if events.iter().any(changes_time_use) {
            for connection in self.audience.attached.keys() {
                self.show_time_use(*connection, outputs);
            }
        }
    }

    /// Returns when the room calls the clock on the player on turn: at an unattended hybrid table,
    /// after the time in the rulebook. If the rulebook allows calling the clock only on players who
    /// face a bet, it is never called on others.
    pub(super) fn clock_is_due(&self) -> Option<Millis> {
        let setup = self.table.setup();
        if !setup.hybrid || self.table.is_attended() || self.table.called_clock().is_some() {
            return None;
        }
        let (_, turn, legal) = self.table.turn()?;
        let waits = self.table.declarations()?.waiting_until.is_some();
        let rule = setup.rulebook.called_clock;
        let faces_a_bet = legal.call.is_some_and(|call| call != Chips::ZERO);
        if waits || rule.facing_bet_only && !faces_a_bet || self.floor.clock_refused == Some(turn) {
            return None;
        }
        let base_is_over = self.table.turn_view()?.deadline;
        let since = base_is_over.since(setup.rulebook.clock.base_ms);
        Some(base_is_over.max(since + Millis::seconds(rule.not_before_seconds)))
    }

    /// Calls the clock if it is due. Returns whether it did.
    pub(super) fn call_clock_if_due(&mut self, now: Millis, outputs: &mut Outputs) -> bool {
        if self.clock_is_due().is_none_or(|due| now < due) {
            return false;
        }
        let Some((seat, turn, _)) = self.table.turn() else { return false };
        let command = FloorCommand::CallClock { seat, asked_by: None, level: None };
        let called = self.step(now, Input::Floor(command), outputs).is_ok();
        if !called {
            // Tried only once, because the table would refuse again.
            self.floor.clock_refused = Some(turn);
        }
        called
    }
}

/// Returns `true` if the uncalled part of a bet was returned because its hand is dead, so that
/// the betting has changed.
pub(super) fn refunds_a_dead_hand(events: &[Event]) -> bool {
    events.windows(2).any(|pair| {
        let [Event::UncalledReturned { seat: refunded, .. }, Event::Floor(ruled)] = pair else {
            return false;
        };
        matches!(&ruled.what, FloorEvent::HandKilled { seat, .. } if seat == refunded)
    })
}

/// Returns `true` if an operator who has not seen this event does not know the
/// current state of play.
pub(super) fn moves_play(event: &Event) -> bool {
    let attendance =
        |adjudicated: &Adjudicated| matches!(adjudicated, Adjudicated::Attended { .. });
    match event {
        Event::PresenceChanged { .. }
        | Event::Preferred { .. }
        | Event::SeatTaken { .. }
        | Event::TopUpPending { .. }
        | Event::ToppedUp { .. }
        | Event::TakeBackPending { .. }
        | Event::TakenBack { .. } => false,
        Event::Adjudicated(adjudicated) => !attendance(adjudicated),
        _ => true,
    }
}

/// Returns `true` if the floor gets each player's use of time after this event.
fn changes_time_use(event: &Event) -> bool {
    match event {
        Event::HandEnded { .. } | Event::HandVoided { .. } => true,
        Event::Adjudicated(adjudicated) => {
            let stalling = EtiquetteFlag::Stalling;
            matches!(**adjudicated, Adjudicated::Flagged { flag, .. } if flag == stalling)
        }
        _ => false,
    }
}

/// Returns `true` for a host's command about chips.
pub(super) fn moves_chips(command: &TableCommand) -> bool {
    matches!(command, TableCommand::GiveChips(_) | TableCommand::TakeBackChips(_))
}

/// Converts a command to an input of the engine; `None` for one that only concerns operators.
fn input_of(order: &DirectTable) -> Option<Input> {
    let reason = || order.reason.clone();
    let amount = |chips: cardroom_protocol::Chips| Chips(chips.0);
    let command = match &order.command {
        // The latter two are handled elsewhere.
        TableCommand::ClaimTicket(_)
        | TableCommand::Mute(_)
        | TableCommand::Unmute(_)
        | TableCommand::GiveChips(_)
        | TableCommand::TakeBackChips(_) => return None,
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
