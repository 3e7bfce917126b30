//! The floor at a table: attendance, commands, and the clock that the room calls
//! if no operator attends.

mod commands;
mod shows;

pub(super) use commands::command;
pub(super) use shows::{show_new_time_use, show_time_use, tell_of_withheld_links};

use super::audience::Audience;
use super::refusals::{Refused, refused};
use super::seats::{account_at, seat_of};
use super::{Outputs, TableCore, player_id};
use crate::description::TableDescription;
use cardroom_engine::{
    Adjudicated, Event, FloorCommand, FloorEvent, Input, RefusalKind, Table, TicketNo, TurnNo,
};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::hybrid::{DirectTable, FloorOrdered, TableCommand};
use cardroom_protocol::server::{Role, TablePaused};
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_record::{AuditRecord, AuditTrail};
use cardroom_rules::{Chips, Millis, SeatNo};
use std::collections::BTreeSet;

/// An operator's claim of the open ticket. Like attendance, it is lost when the process ends.
#[derive(Clone, Debug)]
struct Claim {
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

    /// Ends the attendance of a connection. Returns `true` if it was the last that attended.
    pub(super) fn end_attendance(&mut self, connection: ConnectionId) -> bool {
        self.attending.remove(&connection) && self.attending.is_empty()
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

    /// Returns `true` if the table is wrong about whether an operator attends.
    pub(super) fn misjudges(&self, table: &Table) -> bool {
        table.is_attended() == self.attending.is_empty()
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

/// Starts or stops attending the table.
pub(super) fn attend(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: &Player,
    on: bool,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    check_operator(&core.description, &core.table, player)?;
    if !core.table.setup().hybrid {
        return Err(core.terms.explain(&RefusalKind::NotHybrid.into()));
    }
    if !core.is_attached(connection) {
        return Err(refused(ErrorCode::NotAllowedNow, "Watch the table first, then attend it."));
    }
    let changed = match on {
        true => core.floor.attending.insert(connection),
        false => core.floor.attending.remove(&connection),
    };
    if !changed {
        return Err(refused(
            ErrorCode::NothingToDo,
            "Nothing to change: this is already the case.",
        ));
    }
    note_attendance(core, now, outputs);
    Ok(())
}

/// Stops the attendance of a connection that is gone or no longer watches.
pub(super) fn stop_attending(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    outputs: &mut Outputs,
) {
    if core.floor.attending.remove(&connection) {
        note_attendance(core, now, outputs);
    }
}

/// Updates the table, which only knows whether it is attended, not by whom.
pub(super) fn note_attendance(core: &mut TableCore, now: Millis, outputs: &mut Outputs) {
    if core.floor.misjudges(&core.table) {
        let attended = !core.floor.attending.is_empty();
        // Never refused, because it changes the table's state.
        let _ = core.step(now, Input::AttendFloor { attended }, outputs);
    }
}

/// Adds chips to the stack in a seat, by order of the host.
pub(super) fn give(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    order: &DirectTable,
    seat: SeatNo,
    amount: Chips,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    core.floor.giving = true;
    let given = carry_out_input(core, now, player, order, Input::Give { seat, amount }, outputs);
    core.floor.giving = false;
    given
}

/// Returns a seat and its account, if the player in it has this name.
pub(super) fn seat_named(
    table: &HybridTable,
    audience: &Audience,
    seat: u8,
    name: &str,
) -> Result<(SeatNo, AccountId), Refused> {
    let seat = SeatNo(seat);
    let account = account_at(table, seat).filter(|account| {
        let person = audience.person(player_id(*account));
        person.is_some_and(|person| *person.name == *name)
    });
    account
        .map(|account| (seat, account))
        .ok_or_else(|| (ErrorCode::SeqMoved, format!("{name} does not sit in this seat any more.")))
}

/// Carries out a command that is one input of the table.
pub(super) fn carry_out_input(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    order: &DirectTable,
    input: Input,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    carry_out(core, now, player, order, outputs, |core, _, outputs| {
        core.step(now, input, outputs).map_err(|refusal| core.terms.explain(&refusal))
    })
}

/// Carries out a command, announces it with the operator's name, and stores it.
pub(super) fn carry_out(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    order: &DirectTable,
    outputs: &mut Outputs,
    what: impl FnOnce(&mut TableCore, &DirectTable, &mut Outputs) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let operator = player.name.to_string();
    let DirectTable { reason, rule, command, .. } = order.clone();
    core.floor.ordering = Some(FloorOrdered {
        operator,
        command: command.clone(),
        reason: reason.clone(),
        rule: rule.clone(),
    });
    let carried_out = what(core, order, outputs);
    core.floor.ordering = None;
    carried_out?;
    outputs.unit.audit.push(AuditRecord {
        at_ms: now.0,
        operator: player.account,
        table: core.id,
        seq: core.seq,
        command: serde_json::to_string(&command).expect("a command holds nothing but data"),
        reason,
        rule,
    });
    Ok(())
}

/// Checks that an account may rule here. The floor and administrators may, except where they
/// play. The host of a private table may rule even while playing, because every player can see
/// who the host is.
fn check_operator(
    description: &TableDescription,
    table: &HybridTable,
    player: &Player,
) -> Result<(), Refused> {
    if description.is_hosted_by(player.account) {
        return Ok(());
    }
    if player.role < Role::Floor {
        return Err(refused(
            ErrorCode::Forbidden,
            "Only the floor or the table's host may do this.",
        ));
    }
    match seat_of(table, player.account) {
        Some(_) => Err(refused(
            ErrorCode::PlaysHere,
            "You play at this table, so you cannot rule on it. Ask another operator.",
        )),
        None => Ok(()),
    }
}

/// Calls the clock if it is due. Returns whether it did.
pub(super) fn call_clock_if_due(core: &mut TableCore, now: Millis, outputs: &mut Outputs) -> bool {
    if core.floor.clock_is_due(&core.table).is_none_or(|due| now < due) {
        return false;
    }
    let Some((seat, turn, _)) = core.table.turn() else { return false };
    let command = FloorCommand::CallClock { seat, asked_by: None, level: None };
    let called = core.step(now, Input::Floor(command), outputs).is_ok();
    if !called {
        // Tried only once, because the table would refuse again.
        core.floor.clock_refused = Some(turn);
    }
    called
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
