//! Steps of the engine, and their records and messages. Effects outside of the game are decided
//! elsewhere.

use super::{Outputs, TableHost, closing, desk, effects, floor, private, viewers};
use crate::store::Snapshot;
use crate::table::played::Told;
use crate::table::{stored, wire};
use cardroom_engine::{Event, Input, Refusal};
use cardroom_protocol::server::Step;
use cardroom_rules::Millis;
use cardroom_tables::OrderDesk;

/// A snapshot is stored at the first end of a hand after this many steps.
const STEPS_PER_SNAPSHOT: u64 = 256;
/// How many hands pass between two sweeps of the house's chips from the table.
const HANDS_PER_SWEEP: u64 = 64;

impl TableHost {
    /// Runs one step of the engine and adds the results to the outputs.
    pub(super) fn step(
        &mut self,
        now: Millis,
        input: Input,
        outputs: &mut Outputs,
    ) -> Result<(), Refusal> {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let result = self.table.step_into(now, input, &mut events);
        if result.is_ok() {
            conclude(self, now, events, outputs);
        } else {
            self.events = events;
        }
        result
    }

    /// Applies several inputs in one step. Skips those that the table refuses.
    pub(super) fn step_all(&mut self, now: Millis, inputs: Vec<Input>, outputs: &mut Outputs) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let mut taken = false;
        for input in inputs {
            taken |= self.table.step_into(now, input, &mut events).is_ok();
        }
        if taken {
            conclude(self, now, events, outputs);
        } else {
            self.events = events;
        }
    }

    /// Adds a step without events, which records only that instructions were carried out, or that
    /// an operator claimed a ticket.
    pub(super) fn remember(&mut self, now: Millis, outputs: &mut Outputs) {
        self.seq += 1;
        let done = self.projections.desk.as_ref().map(OrderDesk::done);
        outputs.unit.records.push(stored::record(self.id, self.seq, now, done, &[], None, None));
        outputs.steps.push(step_message(self, now, &[]));
    }

    /// Turns events into records and messages.
    pub(super) fn commit(&mut self, now: Millis, events: Vec<Event>, outputs: &mut Outputs) {
        if events.is_empty() {
            self.events = events;
            return;
        }
        self.seq += 1;
        let done = self.projections.desk.as_ref().map(OrderDesk::done);
        let begins = events.iter().any(|event| matches!(event, Event::HandStarted(_)));
        let sealed = if begins { self.deal.take_sealed() } else { None };
        let answered = self.answers.take_current().map(|(who, action_id)| (who, action_id.0));
        if let Some((who, number)) = answered {
            self.projections.answered.count(who, number);
        }
        let record = stored::record(self.id, self.seq, now, done, &events, sealed, answered);
        outputs.unit.records.push(record);
        outputs.steps.push(step_message(self, now, &events));
        if let Some(ordered) = self.floor.follow(self.seq, &events) {
            self.projections.log.order(&ordered);
        }
        keep_hand(self, now, &events, outputs);
        for (index, event) in events.iter().enumerate() {
            effects::follow(self, now, index, event, outputs);
        }
        let before = outputs.private.len();
        private::add(self, &events, outputs);
        let own = outputs.private.len() - before;
        // Another level may have other chips, and other games.
        let changes_all = |event: &Event| {
            matches!(
                event,
                Event::StacksSet { .. } | Event::PlaysSet { .. } | Event::TakenBack { .. }
            )
        };
        let whole = |event: &Event| changes_all(event) || event.sets_right();
        let refunds = floor::refunds_a_dead_hand(&events);
        if refunds || events.iter().any(whole) {
            let connections: Vec<_> = self.audience.connections().collect();
            // A ruling on the deal is also sent as an event, before the full view.
            let told = events.iter().any(Event::is_of_the_deal);
            for connection in connections {
                viewers::show(self, connection, now, outputs);
                if told {
                    self.audience.note_view(connection, self.seq - 1);
                }
            }
            // A turn belongs to the view that precedes it.
            outputs.private[before..].rotate_left(own);
        }
        floor::show_new_time_use(self, &events, outputs);
        if self.seq >= self.snapshot_seq + STEPS_PER_SNAPSHOT {
            add_snapshot(self, outputs);
        }
        self.events = events;
    }
}

/// Ends a step: adds the events that follow for the desk, the house and players who get
/// up, then commits it.
fn conclude(host: &mut TableHost, now: Millis, mut events: Vec<Event>, outputs: &mut Outputs) {
    desk::note(host, now, &mut events, outputs);
    let ended = events.iter().any(|event| matches!(event, Event::HandEnded { .. }));
    if ended && host.table.last_hand().0.is_multiple_of(HANDS_PER_SWEEP) {
        // Refused if the house took nothing.
        let _ = host.table.step_into(now, Input::SweepHouse, &mut events);
    }
    closing::get_up(host, now, &mut events);
    host.commit(now, events, outputs);
}

/// Builds the step that all viewers get.
fn step_message(host: &mut TableHost, now: Millis, events: &[Event]) -> Step {
    let mut face_up = std::mem::take(&mut host.projections.face_up);
    let (id, seq) = (host.id, host.seq);
    let after = wire::After { id, seq, now, table: &host.table, rules: host.terms.rules() };
    let mut step = wire::step(&after, events, &mut face_up, |who| host.person(who));
    host.projections.face_up = face_up;
    if let Some(ordered) = host.floor.ordering() {
        step.events.0.insert(0, ordered.clone().into());
    }
    step
}

/// Adds a completed hand to the outputs.
fn keep_hand(host: &mut TableHost, now: Millis, events: &[Event], outputs: &mut Outputs) {
    host.projections.log.note(now, events);
    let Some(telling) = host.projections.log.take_over() else { return };
    let TableHost { id, description, table, terms, .. } = &*host;
    let told = Told { id: *id, description, table, rules: terms.rules() };
    let played = told.hand(&host.projections.log, telling, |who| host.person(who));
    outputs.played = played.map(Box::new);
}

/// Adds a snapshot for the store, unless the last one is of this step.
pub(super) fn add_snapshot(host: &mut TableHost, outputs: &mut Outputs) {
    if host.seq == host.snapshot_seq {
        return;
    }
    outputs.unit.snapshot = stored_snapshot(host);
    if outputs.unit.snapshot.is_some() {
        host.snapshot_seq = host.seq;
    }
}

pub(super) fn stored_snapshot(host: &mut TableHost) -> Option<Snapshot> {
    let (ratholes, answered) = (&host.projections.ratholes, &host.projections.answered);
    stored::snapshot(
        host.id,
        host.seq,
        &host.table,
        &mut host.encoded_setup,
        ratholes,
        answered,
        host.projections.desk.as_ref(),
    )
}
