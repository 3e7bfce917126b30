//! Steps of the engine, and their records and messages. Effects outside of the game are decided
//! elsewhere.

use super::refusals::Refused;
use super::{Outputs, TableCore, deals, desk, effects, floor, notices, private, viewers};
use crate::wire;
use cardroom_engine::{Event, Input, Refusal};
use cardroom_protocol::server::Step;
use cardroom_rules::Millis;

/// How many hands pass between two sweeps of the house's chips from the table.
const HANDS_PER_SWEEP: u64 = 64;

impl TableCore {
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

    /// Runs one step for a request. A refusal is explained by the table's rules.
    pub(super) fn ask(
        &mut self,
        now: Millis,
        input: Input,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        self.step(now, input, outputs).map_err(|refusal| self.terms.explain(&refusal))
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
        let (at, desk) = ((self.seq, now), self.projections.desk.as_ref());
        outputs.unit.records.extend(self.storing.record(at, desk, &[], None, None));
        outputs.steps.push(step_message(self, now, &[]));
    }

    /// Turns events into records and messages.
    pub(super) fn commit(&mut self, now: Millis, events: Vec<Event>, outputs: &mut Outputs) {
        if events.is_empty() {
            self.events = events;
            return;
        }
        self.seq += 1;
        let begins = events.iter().any(|event| matches!(event, Event::HandStarted(_)));
        let sealed = if begins { self.deal.take_sealed() } else { None };
        let answered = self.answers.take_current().map(|(who, action_id)| (who, action_id.0));
        if let Some((who, number)) = answered {
            self.projections.answered.count(who, number);
        }
        let (at, desk) = ((self.seq, now), self.projections.desk.as_ref());
        outputs.unit.records.extend(self.storing.record(at, desk, &events, sealed, answered));
        let step = step_message(self, now, &events);
        let rounds = self.rounds.as_deref_mut();
        let course = rounds.map(|rounds| deals::follow(rounds, &step.events.0, &events));
        outputs.steps.push(step);
        if let Some(ordered) = self.floor.follow(self.seq, &events) {
            self.projections.log.order(&ordered);
        }
        let mut of_deal = Outputs::default();
        let is_over = course.as_ref().is_some_and(|course| course.is_over);
        if let Some(rounds) = self.rounds.as_deref_mut().filter(|_| is_over) {
            deals::seal(rounds, now, &mut of_deal);
        }
        outputs.unit.records.append(&mut of_deal.unit.records);
        outputs.unit.sealed.append(&mut of_deal.unit.sealed);
        keep_hand(self, now, &events, outputs);
        for (index, event) in events.iter().enumerate() {
            effects::follow(self, now, index, event, outputs);
        }
        let is_hosted = self.house.description().has_own_chips();
        notices::add(now, &self.table, is_hosted, &events, outputs);
        let before = outputs.private.len();
        private::add((self.id, self.seq), &self.table, &self.audience, &events, outputs);
        let own = outputs.private.len() - before;
        let by_host =
            |event: &Event| matches!(event, Event::TakenBack { .. } | Event::SeatsShuffled { .. });
        // Another level may have other chips, and other games.
        let by_level =
            |event: &Event| matches!(event, Event::StacksSet { .. } | Event::PlaysSet { .. });
        let changes_all = |event: &Event| by_host(event) || by_level(event);
        let goes_on = |event: &Event| matches!(event, Event::Resumed);
        let whole = |event: &Event| changes_all(event) || goes_on(event) || event.sets_right();
        let refunds = floor::refunds_a_dead_hand(&events);
        if refunds || events.iter().any(whole) {
            let connections: Vec<_> = self.audience.connections().collect();
            // A ruling on the deal, the end of a pause, and chips and seats that the host changes are
            // also sent as events, before the full view.
            let is_told =
                |event: &Event| goes_on(event) || by_host(event) || event.is_of_the_deal();
            let told = events.iter().any(is_told);
            for connection in connections {
                viewers::show(self, connection, now, outputs);
                if told {
                    self.audience.note_view(connection, self.seq - 1);
                }
            }
            // A turn belongs to the view that precedes it.
            outputs.private[before..].rotate_left(own);
        }
        let at = (self.id, &self.table);
        floor::show_new_time_use(&self.house, at, &self.audience, &events, outputs);
        if let Some((rounds, course)) = self.rounds().zip(course) {
            deals::tell(rounds, self.seq, |to| self.seat_at(to), &course, outputs);
        }
        outputs.private.append(&mut of_deal.private);
        if self.storing.is_due(self.seq) {
            let (table, unit) = (&self.table, &mut outputs.unit);
            self.storing.add_snapshot(self.seq, table, &self.projections, unit);
        }
        self.events = events;
    }
}

/// Ends a step: adds the events that follow for the desk, the house and players who get
/// up, then commits it.
fn conclude(core: &mut TableCore, now: Millis, mut events: Vec<Event>, outputs: &mut Outputs) {
    desk::note(core.projections.desk.as_mut(), &mut core.table, now, &mut events, outputs);
    let ended = events.iter().any(|event| matches!(event, Event::HandEnded { .. }));
    if ended && core.table.last_hand().0.is_multiple_of(HANDS_PER_SWEEP) {
        // Refused if the house took nothing.
        let _ = core.table.step_into(now, Input::SweepHouse, &mut events);
    }
    core.ending.get_up(now, &mut core.table, &mut events);
    core.commit(now, events, outputs);
}

/// Builds the step that all viewers get.
fn step_message(core: &mut TableCore, now: Millis, events: &[Event]) -> Step {
    let mut face_up = std::mem::take(&mut core.projections.face_up);
    let (id, seq, now) = (core.id, core.seq, core.table.time(now));
    let after = wire::After { id, seq, now, table: &core.table, rules: core.terms.rules() };
    let mut step = wire::step(&after, events, &mut face_up, |who| core.audience.person(who));
    core.projections.face_up = face_up;
    if let Some(ordered) = core.floor.ordering() {
        step.events.0.insert(0, ordered.clone().into());
    }
    step
}

/// Adds a completed hand to the outputs.
fn keep_hand(core: &mut TableCore, now: Millis, events: &[Event], outputs: &mut Outputs) {
    core.projections.log.note(now, events);
    let Some(telling) = core.projections.log.take_over() else { return };
    let played = core.told().hand(&core.projections.log, telling, |who| core.audience.person(who));
    outputs.played = played.map(|mut played| {
        let rounds = core.rounds.as_deref_mut();
        played.deal = rounds.and_then(|rounds| deals::of_played(rounds, &played));
        Box::new(played)
    });
}
