//! Applies events about the clock, pauses and hand-for-hand.

use crate::director::{Clock, Director};
use crate::event::Event;
use crate::hand_for_hand::HandForHand;
use cardroom_rules::{Millis, Stage};

impl Director {
    pub(super) fn apply_to_clock(&mut self, event: &Event) {
        let state = &mut self.state;
        match event {
            Event::StartChanged { at } => {
                state.starts_at = *at;
                state.clock_touched = state.seq;
            }
            Event::LevelBegan { stage, ends_at } => {
                state.stage = *stage;
                state.level_changes.clear();
                state.clock = Clock::Level { ends_at: *ends_at };
                state.clock_touched = state.seq;
            }
            Event::BreakDue { stage, at } => {
                state.stage = *stage;
                state.level_changes.clear();
                state.clock = Clock::BreakDue { since: *at };
                state.clock_touched = state.seq;
            }
            Event::BreakBegan { ends_at } => {
                // Absence is not counted in breaks (GAPS G-15).
                state.absences.stand_still(ends_at.since(state.now));
                state.clock = Clock::Break { ends_at: *ends_at };
                let pause = self.setup.stage(state.stage);
                if matches!(pause, Some(Stage::Break(pause)) if pause.new_unit.is_some()) {
                    state.exchange = Some(state.stage);
                }
            }
            Event::PlayNears { at } => state.announced = Some(*at),
            Event::LevelsChanged { kept, stages, ruling } => {
                self.levels_changed(*kept, stages, *ruling);
            }
            Event::ClockSet { clock } => state.clock = *clock,
            Event::ConnectionsLost { until, .. } => state.outage = Some(*until),
            Event::Paused { at } => {
                state.paused = Some(*at);
                state.clock_touched = state.seq;
            }
            Event::Resumed { later } => self.resumed(*later),
            Event::Rests { table, until } => {
                state.resting.insert((*until, *table));
                state.floor.change(*table, |table| table.rests_until = Some(*until));
            }
            Event::Rested { table } => {
                let until = state.floor.table(*table).and_then(|table| table.rests_until);
                if let Some(until) = until {
                    state.resting.remove(&(until, *table));
                }
                state.floor.change(*table, |table| table.rests_until = None);
            }
            Event::HandForHandBegan { ordered } => {
                let playing = state.floor.playing() > 0 || state.held.count() > 0;
                let ordered = *ordered;
                let begun = HandForHand { ordered, playing, ..HandForHand::default() };
                state.hand_for_hand = Some(begun);
                state.clock = state.clock.by_hand(state.now);
            }
            Event::TableWaits { table } => {
                if let Some(h4h) = &mut state.hand_for_hand {
                    h4h.waiting.insert(*table);
                }
            }
            Event::HandTogether => {
                if let Some(h4h) = &mut state.hand_for_hand {
                    h4h.playing = true;
                }
            }
            Event::HandTogetherOver { carried } => {
                if let Some(h4h) = &mut state.hand_for_hand {
                    h4h.playing = false;
                    h4h.hands += 1;
                    h4h.carried = *carried;
                }
            }
            Event::HandForHandEnded { waived } => {
                state.hand_for_hand = None;
                state.hand_for_hand_waived = *waived;
                state.clock = state.clock.by_time(state.now);
            }
            _ => {}
        }
    }

    /// Shifts all timers later.
    fn resumed(&mut self, later: Millis) {
        let state = &mut self.state;
        state.outage = None;
        state.clock = state.clock.later(later);
        state.held.later(later);
        if let Some(deal) = &mut state.deal {
            deal.until = deal.until + later;
        }
        if let Some(since) = state.paused.take() {
            state.absences.stand_still(state.now.since(since));
        } else {
            state.absences.stand_still(later);
        }
        let resting = std::mem::take(&mut state.resting);
        state.resting = resting.into_iter().map(|(until, table)| (until + later, table)).collect();
        for (until, table) in &state.resting {
            state.floor.change(*table, |table| table.rests_until = Some(*until));
        }
        let halted: Vec<_> = state.floor.halted().collect();
        for (since, table) in halted {
            state.floor.change(table, |table| table.halted = Some(since + later));
        }
        state.clock_touched = state.seq;
    }
}
