//! The floor at a table: attendance, commands, and the clock that the room calls
//! if no operator attends.

mod commands;
mod shows;

pub(super) use commands::{Deed, carry_out, command};
pub(super) use shows::{show_new_time_use, show_time_use, tell_of_withheld_links};

use super::audience::Audience;
use super::house::House;
use super::refusals::{Refused, refused};
use super::seats::account_at;
use super::{TableCore, Terms, player_id};
use cardroom_engine::{
    Adjudicated, Event, FloorCommand, FloorEvent, Input, RefusalKind, Table, TicketNo, TurnNo,
};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::hybrid::{FloorOrdered, TableCommand};
use cardroom_protocol::server::TablePaused;
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_record::{AuditRecord, AuditTrail};
use cardroom_rules::{Chips, Millis, SeatNo};
use std::collections::BTreeSet;

/// An operator's claim of the open ticket. Like attendance, it is lost when the process ends.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    ticket: TicketNo,
    by: ConnectionId,
    until: Millis,
}

/// The floor at the table.
#[derive(Debug, Default)]
pub(super) struct Floor {
    /// The connections of operators who attend this table.
    attending: BTreeSet<ConnectionId>,
    /// The operator who has claimed the open ticket.
    claim: Option<Claim>,
    /// The floor's command of the current step.
    ordering: Option<FloorOrdered>,
    /// Whether the host gives the chips that join a stack in this step.
    giving: bool,
    /// The command that last paused the table, if it is known.
    paused_by: Option<Box<FloorOrdered>>,
    /// The last step that changed more than presence.
    played_at: u64,
    /// The turn in which the room could not call the clock.
    clock_refused: Option<TurnNo>,
}

impl Floor {
    /// The floor at a table after this step.
    pub(super) fn new(seq: u64) -> Self {
        Self { played_at: seq, ..Self::default() }
    }

    pub(super) fn is_attended_by(&self, connection: ConnectionId) -> bool {
        self.attending.contains(&connection)
    }

    /// Starts or stops the attendance of a connection, which must watch the table.
    pub(super) fn attend(
        &mut self,
        (house, terms): (&House, &Terms),
        (table, audience): (&HybridTable, &Audience),
        connection: ConnectionId,
        player: &Player,
        on: bool,
    ) -> Result<(), Refused> {
        house.check_may_rule(table, player)?;
        if !table.setup().hybrid {
            return Err(terms.explain(&RefusalKind::NotHybrid.into()));
        }
        if !audience.is_attached(connection) {
            return Err(refused(
                ErrorCode::NotAllowedNow,
                "Watch the table first, then attend it.",
            ));
        }
        let changed = match on {
            true => self.attending.insert(connection),
            false => self.end_attendance(connection),
        };
        match changed {
            true => Ok(()),
            false => {
                let text = "Nothing to change: this is already the case.";
                Err(refused(ErrorCode::NothingToDo, text))
            }
        }
    }

    /// Ends the attendance of a connection. Returns `true` if it attended.
    pub(super) fn end_attendance(&mut self, connection: ConnectionId) -> bool {
        self.attending.remove(&connection)
    }

    /// Returns `true` if an operator attends.
    pub(super) fn is_attended(&self) -> bool {
        !self.attending.is_empty()
    }

    /// Returns what tells a table that is wrong about its attendance. The table only knows whether
    /// it is attended, not by whom. It never refuses this.
    pub(super) fn correction(&self, table: &Table) -> Option<Input> {
        let attended = self.is_attended();
        (table.is_attended() != attended).then_some(Input::AttendFloor { attended })
    }

    /// Begins the step of a command. `is_gift` says whether the host gives the chips that join a
    /// stack in it.
    fn begin(&mut self, ordered: FloorOrdered, is_gift: bool) {
        (self.ordering, self.giving) = (Some(ordered), is_gift);
    }

    /// Ends the step of a command.
    fn end(&mut self) {
        (self.ordering, self.giving) = (None, false);
    }

    /// Returns the command of the current step.
    pub(super) fn ordering(&self) -> Option<&FloorOrdered> {
        self.ordering.as_ref()
    }

    /// Returns `true` if the host gives the chips that join a stack in this step.
    pub(super) fn is_giving(&self) -> bool {
        self.giving
    }

    /// Follows a step. Returns the command that caused it, if it belongs to a hand.
    pub(super) fn follow(&mut self, seq: u64, events: &[Event]) -> Option<FloorOrdered> {
        if events.iter().any(moves_play) {
            self.played_at = seq;
        }
        if events.iter().any(|event| matches!(event, Event::Paused)) {
            self.paused_by = self.ordering.clone().map(Box::new);
        }
        // Chips that change hands between hands belong to no hand.
        self.ordering.take().filter(|ordered| !moves_chips(&ordered.command))
    }

    /// Continues after the table was folded again up to this step.
    pub(super) fn roll_back(&mut self, seq: u64, attended: bool) {
        self.played_at = seq;
        if !attended {
            // Operators see in the view that the table is unattended, and attend again.
            self.attending.clear();
            self.claim = None;
        }
    }

    /// Returns when the room calls the clock on the player on turn: at an unattended hybrid table,
    /// after the time in the rulebook. If the rulebook allows calling the clock only on players who
    /// face a bet, it is never called on others.
    pub(super) fn clock_is_due(&self, table: &HybridTable) -> Option<Millis> {
        let setup = table.setup();
        if table.is_paused() || !setup.hybrid {
            return None;
        }
        let is_called = table.in_play().is_some_and(|hand| hand.called_clock().is_some());
        if table.is_attended() || is_called {
            return None;
        }
        let (_, turn, legal) = table.turn()?;
        let waits = table.declarations()?.waiting_until.is_some();
        let rule = setup.rulebook.called_clock;
        let faces_a_bet = legal.call.is_some_and(|call| call != Chips::ZERO);
        if waits || rule.facing_bet_only && !faces_a_bet || self.clock_refused == Some(turn) {
            return None;
        }
        let base_is_over = table.turn_view()?.deadline;
        let since = base_is_over.since(setup.rulebook.clock.base_ms);
        Some(base_is_over.max(since + Millis::seconds(rule.not_before_seconds)))
    }

    /// Returns the call of the clock that is due, with the turn that it is about.
    pub(super) fn due_clock(&self, now: Millis, table: &HybridTable) -> Option<(Input, TurnNo)> {
        let is_due = self.clock_is_due(table).is_some_and(|due| now >= due);
        let (seat, turn, _) = table.turn().filter(|_| is_due)?;
        let command = FloorCommand::CallClock { seat, asked_by: None, level: None };
        Some((Input::Floor(command), turn))
    }

    /// Notes that the table refused to call the clock in a turn. It would refuse again.
    pub(super) fn note_clock_refused(&mut self, turn: TurnNo) {
        self.clock_refused = Some(turn);
    }

    /// Returns the command that paused the table, if it is known, for its viewers.
    pub(super) fn shown_pause(&self, table: TableId) -> Option<TablePaused> {
        let FloorOrdered { operator, reason, rule, .. } = self.paused_by.as_deref()?.clone();
        Some(TablePaused { table: WireTableId(table.0), operator, reason, rule })
    }

    /// Returns `true` if another operator who attends holds this ticket.
    fn is_claimed(&self, now: Millis, ticket: TicketNo, by: ConnectionId) -> bool {
        self.claim.as_ref().is_some_and(|claim| {
            let holds = claim.ticket == ticket && now < claim.until;
            holds && claim.by != by && self.attending.contains(&claim.by)
        })
    }
}

impl TableCore {
    /// Returns `true` if the table was paused by a command that this process has not seen.
    #[must_use]
    pub fn lacks_pause_order(&self) -> bool {
        self.table.is_paused() && self.floor.paused_by.is_none()
    }

    /// Takes the command that paused the table from its audit trail, which begins
    /// with the latest command.
    pub fn recall_pause(&mut self, trail: AuditTrail) {
        let orders = trail.entries.into_iter().filter_map(|(record, operator)| {
            let command = serde_json::from_str(&record.command).ok()?;
            let AuditRecord { reason, rule, .. } = record;
            Some(FloorOrdered { operator, command, reason, rule })
        });
        let mut of_pauses = orders
            .filter(|order| matches!(order.command, TableCommand::Pause | TableCommand::Resume));
        let last = of_pauses.next().filter(|order| order.command == TableCommand::Pause);
        self.floor.paused_by = last.map(Box::new);
    }
}

/// Returns a seat and its account, if the player in it has this name.
pub(super) fn seat_named(
    table: &Table,
    audience: &Audience,
    seat: u8,
    name: &str,
) -> Result<(SeatNo, AccountId), Refused> {
    let seat = SeatNo(seat);
    let account = account_at(table, seat).filter(|account| {
        let person = audience.known(player_id(*account));
        person.is_some_and(|person| *person.name == *name)
    });
    account
        .map(|account| (seat, account))
        .ok_or_else(|| (ErrorCode::SeqMoved, format!("{name} does not sit in this seat any more.")))
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
fn moves_play(event: &Event) -> bool {
    let attendance =
        |adjudicated: &Adjudicated| matches!(adjudicated, Adjudicated::Attended { .. });
    match event {
        Event::PresenceChanged { .. }
        | Event::Preferred { .. }
        | Event::SeatTaken { .. }
        | Event::TopUpPending { .. }
        | Event::GiftPending { .. }
        | Event::ToppedUp { .. }
        | Event::TakeBackPending { .. }
        | Event::TakenBack { .. } => false,
        Event::Adjudicated(adjudicated) => !attendance(adjudicated),
        _ => true,
    }
}

/// Returns `true` for a host's command about chips.
fn moves_chips(command: &TableCommand) -> bool {
    matches!(
        command,
        TableCommand::GiveChips(_) | TableCommand::TakeBackChips(_) | TableCommand::Host(_)
    )
}
