//! Adds the views and steps of tables to the record.

use super::places::{Place, Return};
use super::{BotTold, FAULTS_KEPT, State};
use cardroom_bot::{Table, TableEvent};
use cardroom_protocol::HandNo;
use cardroom_protocol::server::Step;
use std::time::Duration;

impl State {
    pub(super) fn bot(&mut self, number: usize) -> &mut BotTold {
        self.bots.entry(number).or_default()
    }

    pub(super) fn note(&mut self, faults: impl IntoIterator<Item = String>) {
        for fault in faults {
            self.fault_count += 1;
            if self.faults.len() < FAULTS_KEPT {
                self.faults.push(fault);
            }
        }
    }

    pub(super) fn view(&mut self, number: usize, at: Duration, table: &Table) {
        let bot = self.bots.entry(number).or_default();
        let (life, is_ring) = (bot.connected_in, bot.is_ring);
        if is_ring {
            self.times.frame(table.info.table, life, at, false);
        }
        let first = bot.viewed_in != Some(life);
        bot.viewed_in = Some(life);
        let now = Place::of(table);
        bot.has_sat |= now.is_some();
        bot.cards.clone_from(&table.cards);
        let before = std::mem::replace(&mut bot.place, now);
        let audit = self.tables.entry(table.info.table).or_default();
        let audited = audit.view(life, number, table);
        self.note(audited.err());
        let Some(before) = before.filter(|_| first && life > 0) else { return };
        self.back_at.push(at);
        if let Some(hand) = before.hand {
            let hand = self.hands.entry((before.table, hand)).or_default();
            hand.interrupted = true;
        }
        let came = Return::of(before, now);
        self.returns.count(came);
        self.ring_interrupted += u64::from(is_ring && came == Return::SameHand);
        if is_ring && !came.is_same_seat() {
            self.note([format!(
                "bot {number} came back to another place: {before:?}, then {now:?}"
            )]);
        }
    }

    pub(super) fn step(&mut self, number: usize, at: Duration, step: &Step, before: &Table) {
        let bot = self.bot(number);
        let (life, is_ring) = (bot.connected_in, bot.is_ring);
        let table = step.table;
        if is_ring {
            self.times.frame(table, life, at, true);
        }
        let hand = before.hand.as_ref();
        if let Some(hand) = hand {
            let audit = self.tables.entry(table).or_default();
            let cards = audit.cards(number, hand.number, &before.cards);
            self.note(cards.err());
        }
        let hand = self.read(life, is_ring, step, hand.map(|hand| hand.number));
        if let Some(seat) = before.hero_seat {
            for event in &step.events.0 {
                let TableEvent::HandStarted(started) = event else { continue };
                if let Some(told) = self.hands.get_mut(&(table, started.hand)) {
                    told.present.insert(seat);
                }
            }
            let bot = self.bot(number);
            bot.place = Some(Place { table, seat, hand });
            let same = before.hand.as_ref().is_some_and(|before| Some(before.number) == hand);
            bot.cards = if same { before.cards.clone() } else { Vec::new() };
        }
    }

    /// Audits a step that was read over a connection of this life, and keeps its events for the
    /// comparison with the record. Returns the hand in progress after the step.
    pub(super) fn read(
        &mut self,
        life: u64,
        is_ring: bool,
        step: &Step,
        mut hand: Option<HandNo>,
    ) -> Option<HandNo> {
        let table = step.table;
        let audited = self.tables.entry(table).or_default().step(life, step);
        let is_new = audited == Ok(true);
        self.note(audited.err());
        for event in &step.events.0 {
            if let TableEvent::HandStarted(started) = event {
                hand = Some(started.hand);
            }
            let ends = matches!(event, TableEvent::HandEnded(_) | TableEvent::HandVoided(_));
            if let Some(number) = hand.filter(|_| is_new) {
                let told = self.hands.entry((table, number)).or_default();
                told.is_ring = is_ring;
                told.steps.entry(step.seq).or_default().push(event.clone());
                if ends {
                    told.ended_in = Some(life);
                    told.played_out = !self.closing;
                }
            }
            if ends {
                hand = None;
            }
        }
        hand
    }
}
