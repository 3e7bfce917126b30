//! Hand-for-hand: when it begins and ends, which tables turn their cards over, and what follows
//! when all have finished a hand (TDA RP-8, GAPS G-39 to G-41).

use super::{Clock, Director, Phase, Step};
use crate::clock::deduct;
use crate::event::Event;
use crate::held::Bust;
use crate::order::Order;
use cardroom_rules::TableNo;

impl Director {
    /// Whether the next player out takes the last place that is not paid, or nearly.
    fn is_bubble_near(&self) -> bool {
        let state = &self.state;
        let Some(prizes) = &state.prizes else { return false };
        let paid = u32::try_from(prizes.len()).unwrap_or(u32::MAX);
        state.hand_for_hand.is_none()
            && !state.hand_for_hand_waived
            && !self.is_played_in_rounds()
            && self.survivors().is_none()
            && state.floor.open_tables() > 1
            && paid > 0
            && state.players_left > paid
            && state.players_left <= self.hand_for_hand_from(paid)
    }

    /// Whether hand-for-hand has done what it was for.
    fn is_bubble_over(&self) -> bool {
        let Some(h4h) = &self.state.hand_for_hand else { return false };
        let burst = !h4h.ordered && self.state.players_left <= self.places_paid();
        burst || self.state.floor.open_tables() <= 1
    }
}

impl Step<'_> {
    /// What follows for tables that play each hand together.
    pub(super) fn keep_together(&mut self) {
        if self.director.is_bubble_near() {
            self.emit(Event::HandForHandBegan { ordered: false });
        }
        let state = &self.director.state;
        let Some(h4h) = &state.hand_for_hand else { return };
        if state.floor.playing() > 0 {
            let release = self.director.hand_for_hand_release();
            for table in h4h.to_reveal(state.floor.playing(), release) {
                self.order(table, Order::Reveal);
            }
            return;
        }
        if h4h.playing && state.held.first_deciding().is_none() {
            self.all_have_finished();
        }
    }

    /// All tables have finished a hand: those who are out get their places, the clock loses its
    /// time.
    fn all_have_finished(&mut self) {
        let held: Vec<Bust> = self.director.state.held.all().cloned().collect();
        let clock = self.director.state.clock;
        let left = match clock {
            Clock::ByHand { left } => left,
            _ => None,
        };
        let by = self.director.hand_for_hand_deduction();
        let taken = left.map(|left| deduct(left, by));
        let carried = taken.map_or_else(
            || {
                self.director
                    .state
                    .hand_for_hand
                    .as_ref()
                    .map_or_else(Default::default, |h| h.carried)
            },
            |(_, carried)| carried,
        );
        self.emit(Event::HandTogetherOver { carried });
        self.rank(held, true);
        if self.director.is_bubble_over() {
            self.emit(Event::HandForHandEnded { waived: false });
        }
        if let Some((left, _)) = taken {
            let clock = self.director.state.clock.with_left(left, self.now);
            self.emit(Event::ClockSet { clock });
            if left.0 == 0 && self.director.state.hand_for_hand.is_some() {
                self.begin_stage(self.director.state.stage + 1);
            }
        }
        self.attend_to_all();
    }

    /// All tables are dealt the next hand at once, when everybody who moves has arrived. Says
    /// whether they were, or something came up that has to be done first.
    pub(super) fn deal_together(&mut self) -> bool {
        let state = &self.director.state;
        let waits = state.hand_for_hand.as_ref().is_some_and(|h4h| !h4h.playing);
        let quiet = state.floor.playing() == 0 && state.outstanding.is_empty();
        let ready = state.phase == Phase::Running && quiet && state.held.count() == 0;
        if !waits || !ready || !self.director.is_playing_time() {
            return false;
        }
        if self.director.is_bubble_over() {
            self.emit(Event::HandForHandEnded { waived: false });
            self.attend_to_all();
            return true;
        }
        if self.balance_all() {
            return true;
        }
        let tables: Vec<TableNo> = self.director.tables().map(|(table, _)| table).collect();
        let dealt: Vec<TableNo> =
            tables.into_iter().filter(|table| self.may_be_dealt(*table)).collect();
        if dealt.is_empty() || !self.director.state.outstanding.is_empty() {
            return false;
        }
        self.emit(Event::HandTogether);
        for table in dealt {
            self.order_hand(table);
        }
        true
    }

    /// While all tables wait for each other, somebody may have left one that had finished long ago:
    /// every table may have to give up a player, not only those where something has just happened.
    fn balance_all(&mut self) -> bool {
        let floor = &self.director.state.floor;
        if !self.director.difference().is_exceeded(floor) {
            return false;
        }
        self.attention.extend(floor.most().map_or(&[][..], |most| floor.of_size(most)));
        self.balance()
    }

    /// The floor ends hand-for-hand: hands that wait are played to their end.
    pub(super) fn end_hand_for_hand(&mut self) {
        let Some(h4h) = self.director.state.hand_for_hand.clone() else { return };
        for table in h4h.waiting {
            self.order(table, Order::Reveal);
        }
        let held: Vec<Bust> = self.director.state.held.all().cloned().collect();
        self.emit(Event::HandForHandEnded { waived: true });
        self.rank(held, true);
        self.attend_to_all();
    }
}
