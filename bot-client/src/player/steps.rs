//! A player's table: full views, the steps that follow, and their effect on the seat.

use super::requests::Request;
use super::{Outcome, Phase, Player};
use crate::model::{HandResult, ModelError, Seat, Table};
use cardroom_protocol::client::{ChooseGame, RunIt};
use cardroom_protocol::server::{Step, TableSnapshot};
use cardroom_protocol::table::{TableEvent, TableView};
use cardroom_protocol::{Chips, TableId};
use std::time::Duration;

impl Player {
    pub(super) fn snapshot(&mut self, now: Duration, snapshot: TableSnapshot) {
        let expected = self.table_wanted();
        // In a tournament the room assigns the seat, and may send its view before the assignment.
        let sent = self.run.is_some() && snapshot.view.you.is_some();
        if !sent && expected.is_some_and(|table| table != snapshot.table) {
            return;
        }
        if self.is_seat_of_an_entry_that_is_over(&snapshot.view) {
            return;
        }
        self.requests.settle(|request| request == Request::Observe(snapshot.table));
        let offers = snapshot.view.you.as_ref().map(|you| you.offers.0.clone());
        let mut table = Table::from_snapshot(snapshot);
        if let Some(before) =
            self.table.take().filter(|before| before.info.table == table.info.table)
        {
            table.last_result = before.last_result;
        } else if self.run.is_some() {
            self.turns.forget();
        }
        self.turns.seen_by_room(table.last_action_id);
        let has_seat = table.hero_seat.is_some();
        let decision = table.decision.is_some();
        if let Some(probe) = &self.shared.probe {
            probe.view(self.bot, now, &table);
        }
        self.table = Some(table);
        self.in_sync = true;
        self.tables_unknown = 0;
        match (&self.phase, has_seat) {
            (Phase::Leaving { .. } | Phase::CashingOut { .. } | Phase::Done, _) => {}
            (_, true) => {
                self.phase = Phase::Playing;
                self.sit_in_again();
                self.top_up(now);
            }
            (Phase::Resuming | Phase::Playing, false) if self.run.is_some() => {
                self.tournament_seat_left();
                return;
            }
            (Phase::Opening, false) => self.sit(now),
            (Phase::Resuming | Phase::Playing, false) => self.look_for_table(now),
            _ => {}
        }
        if decision {
            self.consider(now);
        }
        for offer in offers.iter().flatten() {
            self.offered(offer);
        }
    }

    /// Returns `true` if this player's seat belongs to an entry that has ended, and the table has
    /// not freed it yet. A player about to re-enter does not go back to such a seat.
    fn is_seat_of_an_entry_that_is_over(&self, view: &TableView) -> bool {
        let enters = matches!(self.phase, Phase::Entering | Phase::Finding | Phase::Pausing { .. });
        let own = view.you.as_ref().map(|you| you.seat);
        let seat = view.seats.iter().find(|seat| own == Some(seat.seat));
        let is_broke = seat.is_some_and(|seat| seat.stack == Chips(0) && seat.in_hand.is_none());
        self.run.is_some() && enters && is_broke
    }

    pub(super) fn step(&mut self, now: Duration, step: &Step) {
        let Some(table) = self.table.as_mut().filter(|table| table.info.table == step.table) else {
            return;
        };
        if !self.in_sync {
            return;
        }
        match table.admit(step.seq) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return self.resync(now, &error),
        }
        if let Some(probe) = &self.shared.probe {
            probe.step(self.bot, now, step, table);
        }
        self.shared.counters.steps.count();
        let hand_before = table.last_result;
        for event in &step.events.0 {
            if let Err(error) = self.event(now, event) {
                return self.resync(now, &error);
            }
        }
        let result = self.table.as_ref().and_then(|table| table.last_result);
        if result != hand_before {
            self.between_hands(now);
        }
    }

    fn event(&mut self, now: Duration, event: &TableEvent) -> Result<(), ModelError> {
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        if let TableEvent::Acted(acted) = event {
            let index = table.hand.as_ref().and_then(|hand| Some((hand.number, hand.actions?)));
            let own = table.hero_seat == Some(acted.seat);
            let table = table.info.table;
            self.action_seen(now, table, index, acted, own);
        }
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        table.apply_event(event)?;
        self.brain.saw(table, event);
        let hero = table.hero_seat;
        match event {
            TableEvent::HandStarted(started) => {
                self.brain.hand_started(table);
                self.tournament_hand_started(started);
            }
            TableEvent::ButtonSet(_) => self.button_drawn(),
            TableEvent::HandEnded(_) | TableEvent::HandVoided(_) => {
                if let Some(result) = table.last_result {
                    let table_id = table.info.table;
                    self.brain.hand_ended(table, &result);
                    self.hand_ended(now, table_id, &result);
                }
            }
            TableEvent::Turn(turn) if hero != Some(turn.seat) => self.interject(),
            TableEvent::Discarded(discarded) => {
                self.discard_seen(discarded.timed_out, hero == Some(discarded.seat));
            }
            TableEvent::SatOut(out) if hero == Some(out.seat) => self.sit_in_again(),
            TableEvent::ToppedUp(topped_up) if hero == Some(topped_up.seat) => {
                self.shared.counters.top_ups.count();
                self.sit_in_again();
            }
            _ => self.offered(event),
        }
        Ok(())
    }

    /// Answers offers other than the turn, when they are made or when the player reconnects.
    fn offered(&mut self, event: &TableEvent) {
        let Some(table) = &self.table else { return };
        match event {
            TableEvent::ShowOffered(offer) if table.hero_seat == Some(offer.seat) => {
                self.offer_to_show();
            }
            TableEvent::ShowdownOpened(_) => self.showdown(),
            TableEvent::RunItOffered(offer) if table.hero().is_some_and(Seat::is_live) => {
                let boards = self.brain.run_it(table, offer.most).clamp(1, offer.most.max(1));
                let (request, table) = (self.requests.ask(Request::Other), table.info.table);
                self.outbox.push(RunIt { request, table, boards }.into());
            }
            TableEvent::ChoiceOffered(offer) if table.hero_seat == Some(offer.seat) => {
                if let Some(game) = self.brain.choose_game(table) {
                    let (request, table) = (self.requests.ask(Request::Other), table.info.table);
                    self.outbox.push(ChooseGame { request, table, game }.into());
                }
            }
            _ => {}
        }
    }

    fn hand_ended(&mut self, now: Duration, table: TableId, result: &HandResult) {
        let counters = &self.shared.counters;
        if result.dealt_first && !result.voided {
            counters.hands.count();
        }
        if result.dealt_in && !result.voided {
            counters.hands_played.count();
            self.hands_played += 1;
        }
        if let Some(probe) = &self.shared.probe {
            probe.hand_ended(self.bot, now, table, result);
        }
    }

    /// Handles the end of a hand: counts it and buys chips.
    fn between_hands(&mut self, now: Duration) {
        let hands = self.shared.settings.hands.filter(|_| self.run.is_none());
        if hands.is_some_and(|hands| self.hands_played >= hands) {
            self.stop(now, Outcome::HandsPlayed);
        } else {
            self.top_up(now);
        }
    }

    /// Requests a full view, because the table can no longer be trusted.
    fn resync(&mut self, now: Duration, error: &ModelError) {
        self.shared.counters.resyncs.count();
        if matches!(error, ModelError::Inconsistent { .. }) {
            self.protocol_error(now, &error.to_string());
        }
        self.in_sync = false;
        self.turns.disconnected();
        self.observe_again();
    }
}
