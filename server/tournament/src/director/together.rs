//! Hand-for-hand: when it begins and ends, the release of waiting tables, and the consequences once
//! all tables have finished a hand (TDA RP-8, GAPS G-39 to G-41).

use super::money::Money;
use super::state::{PrizePool, Together};
use super::{Clock, Director, Step, dealing, moves, placing, stages};
use crate::clock::deduct;
use crate::event::Event;
use crate::held::Bust;
use crate::order::Order;
use crate::setup::Setup;
use cardroom_rules::TableNo;

/// How far the players are from the money, and at how many tables they play.
#[derive(Clone, Copy)]
struct Bubble<'a> {
    setup: &'a Setup,
    together: &'a Together,
    prizes: &'a PrizePool,
    money: Money<'a>,
    players_left: u32,
    tables: usize,
}

impl<'a> Bubble<'a> {
    fn of(director: &'a Director) -> Self {
        let state = &director.state;
        Self {
            setup: &director.setup,
            together: &state.together,
            prizes: &state.prizes,
            money: Money::of(director),
            players_left: state.entries.left(),
            tables: state.seating.floor().open_tables(),
        }
    }

    /// Returns `true` if the number of players left is close enough to the money for hand-for-hand.
    fn is_near(self) -> bool {
        let Some(places) = self.prizes.places() else { return false };
        let paid = u32::try_from(places.len()).unwrap_or(u32::MAX);
        !self.together.is_on()
            && !self.together.is_waived()
            && !self.setup.is_played_in_rounds()
            && !self.setup.is_first_day()
            && !self.setup.structure.has_real_cards()
            && self.tables > 1
            && paid > 0
            && self.players_left > paid
            && self.players_left <= self.setup.hand_for_hand_from(paid, self.tables)
    }

    /// Returns `true` if hand-for-hand has served its purpose.
    fn is_over(self) -> bool {
        let Some(h4h) = self.together.hand_for_hand() else { return false };
        let burst = !h4h.ordered && self.players_left <= self.money.places_paid();
        burst || self.tables <= 1
    }
}

/// Advances tables that play hand-for-hand.
pub(super) fn keep_together(step: &mut Step<'_>) {
    if Bubble::of(step.director).is_near() {
        step.emit(Event::HandForHandBegan { ordered: false });
    }
    let state = step.state();
    let Some(h4h) = state.together.hand_for_hand() else { return };
    if state.seating.floor().playing() > 0 {
        let release = step.setup().hand_for_hand_release(state.seating.floor().open_tables());
        for table in h4h.to_reveal(state.seating.floor().playing(), release) {
            step.order(table, Order::Reveal);
        }
        return;
    }
    if h4h.playing && state.held.first_deciding().is_none() {
        all_have_finished(step);
    }
}

/// Ends a hand of hand-for-hand: ranks the players who are out and deducts the time of the
/// hand from the level.
fn all_have_finished(step: &mut Step<'_>) {
    let held: Vec<Bust> = step.state().held.all().cloned().collect();
    let clock = step.state().schedule.clock();
    let left = match clock {
        Clock::ByHand { left } => left,
        _ => None,
    };
    let by = step.setup().hand_for_hand_deduction();
    let taken = left.map(|left| deduct(left, by));
    let carried = match taken {
        Some((_, carried)) => carried,
        None => step.state().together.carried().unwrap_or_default(),
    };
    step.emit(Event::HandTogetherOver { carried });
    placing::rank(step, held, true);
    if Bubble::of(step.director).is_over() {
        step.emit(Event::HandForHandEnded { waived: false });
    }
    if let Some((left, _)) = taken {
        let clock = step.state().schedule.clock().with_left(left, step.now);
        step.emit(Event::ClockSet { clock });
        if left.0 == 0 && step.state().together.is_on() {
            stages::begin_stage(step, step.state().schedule.stage() + 1);
        }
    }
    step.attend_to_all();
}

/// Deals the next hand at all tables at once, when every moving player has arrived. Returns
/// `true` if it dealt, or if something else has to happen first.
pub(super) fn deal_together(step: &mut Step<'_>) -> bool {
    let state = step.state();
    let waits = state.together.hand_for_hand().is_some_and(|h4h| !h4h.playing);
    let ready = state.course.is_running() && state.is_quiet();
    if !waits || !ready || !step.director.is_playing_time() {
        return false;
    }
    if Bubble::of(step.director).is_over() {
        step.emit(Event::HandForHandEnded { waived: false });
        step.attend_to_all();
        return true;
    }
    // While tables wait for each other, a player may leave a table that finished long ago. So the
    // tables with recent changes are not the only ones that may have to give up a player.
    let seating = &step.director.state.seating;
    if seating.is_uneven(&step.director.setup.rulebook) {
        let fullest = seating.floor().most();
        let fullest = fullest.map_or(&[][..], |most| seating.floor().of_size(most));
        step.attention.extend(fullest);
        if moves::balance(step) {
            return true;
        }
    }
    let tables = step.state().seating.floor().numbers();
    let dealt: Vec<TableNo> =
        tables.into_iter().filter(|table| dealing::may_be_dealt(step, *table)).collect();
    if dealt.is_empty() || !step.state().orders.are_done() {
        return false;
    }
    step.emit(Event::HandTogether);
    for table in dealt {
        step.bring_about(dealing::deal(step.director, table));
    }
    true
}

/// Ends hand-for-hand by order of the floor. Waiting hands are played out.
pub(super) fn end_hand_for_hand(step: &mut Step<'_>) {
    let Some(h4h) = step.state().together.hand_for_hand() else { return };
    for table in h4h.waiting.clone() {
        step.order(table, Order::Reveal);
    }
    let held: Vec<Bust> = step.state().held.all().cloned().collect();
    step.emit(Event::HandForHandEnded { waived: true });
    placing::rank(step, held, true);
    step.attend_to_all();
}
