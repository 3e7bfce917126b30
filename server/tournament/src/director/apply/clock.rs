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
                state.schedule.starts_at = *at;
                state.schedule.touched = state.seq;
            }
            Event::LevelBegan { stage, ends_at } => {
                state.schedule.stage = *stage;
                state.schedule.level_changes.clear();
                state.schedule.clock = Clock::Level { ends_at: *ends_at };
                state.schedule.touched = state.seq;
            }
            Event::BreakDue { stage, at } => {
                state.schedule.stage = *stage;
                state.schedule.level_changes.clear();
                state.schedule.clock = Clock::BreakDue { since: *at };
                state.schedule.touched = state.seq;
            }
            Event::BreakBegan { ends_at } => {
                // Absence is not counted in breaks (GAPS G-15).
                state.discipline.absences.stand_still(ends_at.since(state.now));
                state.schedule.clock = Clock::Break { ends_at: *ends_at };
                let pause = self.setup.stage(state.schedule.stage);
                if matches!(pause, Some(Stage::Break(pause)) if pause.new_unit.is_some()) {
                    state.color_ups.exchange = Some(state.schedule.stage);
                }
            }
            Event::PlayNears { at } => state.schedule.announced = Some(*at),
            Event::LevelsChanged { kept, stages, ruling } => {
                self.levels_changed(*kept, stages, *ruling);
            }
            Event::ClockSet { clock } => state.schedule.clock = *clock,
            Event::ConnectionsLost { until, .. } => state.schedule.outage = Some(*until),
            Event::Paused { at } => {
                state.schedule.paused = Some(*at);
                state.schedule.touched = state.seq;
            }
            Event::Resumed { later } => self.resumed(*later),
            Event::Rests { table, until } => {
                state.schedule.resting.insert((*until, *table));
                state.seating.floor.change(*table, |table| table.rests_until = Some(*until));
            }
            Event::Rested { table } => {
                let until = state.seating.floor.table(*table).and_then(|table| table.rests_until);
                if let Some(until) = until {
                    state.schedule.resting.remove(&(until, *table));
                }
                state.seating.floor.change(*table, |table| table.rests_until = None);
            }
            Event::HandForHandBegan { ordered } => {
                let playing = state.seating.floor.playing() > 0 || state.held.count() > 0;
                let ordered = *ordered;
                let begun = HandForHand { ordered, playing, ..HandForHand::default() };
                state.together.hand_for_hand = Some(begun);
                state.schedule.clock = state.schedule.clock.by_hand(state.now);
            }
            Event::TableWaits { table } => {
                if let Some(h4h) = &mut state.together.hand_for_hand {
                    h4h.waiting.insert(*table);
                }
            }
            Event::HandTogether => {
                if let Some(h4h) = &mut state.together.hand_for_hand {
                    h4h.playing = true;
                }
            }
            Event::HandTogetherOver { carried } => {
                if let Some(h4h) = &mut state.together.hand_for_hand {
                    h4h.playing = false;
                    h4h.hands += 1;
                    h4h.carried = *carried;
                }
            }
            Event::HandForHandEnded { waived } => {
                state.together.hand_for_hand = None;
                state.together.waived = *waived;
                state.schedule.clock = state.schedule.clock.by_time(state.now);
            }
            _ => {}
        }
    }

    /// Shifts all timers later.
    fn resumed(&mut self, later: Millis) {
        let state = &mut self.state;
        state.schedule.outage = None;
        state.schedule.clock = state.schedule.clock.later(later);
        state.held.later(later);
        if let Some(deal) = &mut state.deals.open {
            deal.until = deal.until + later;
        }
        if let Some(since) = state.schedule.paused.take() {
            state.discipline.absences.stand_still(state.now.since(since));
        } else {
            state.discipline.absences.stand_still(later);
        }
        let resting = std::mem::take(&mut state.schedule.resting);
        state.schedule.resting =
            resting.into_iter().map(|(until, table)| (until + later, table)).collect();
        for (until, table) in &state.schedule.resting {
            state.seating.floor.change(*table, |table| table.rests_until = Some(*until));
        }
        let halted: Vec<_> = state.seating.floor.halted().collect();
        for (since, table) in halted {
            state.seating.floor.change(table, |table| table.halted = Some(since + later));
        }
        state.schedule.touched = state.seq;
    }
}
