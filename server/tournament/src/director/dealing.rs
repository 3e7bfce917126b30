//! Which tables are dealt a hand, and the order to deal it.

use super::effects::Effects;
use super::timetable::Timetable;
use super::{Director, Step, start};
use crate::event::Event;
use crate::order::{Deal, Order};
use cardroom_rules::{HandNo, SeatSet, TableNo};

/// Returns `true` if a table can be dealt a hand now. If it is too short it halts instead, and if
/// its button must be drawn first, this orders the draw.
pub(super) fn may_be_dealt(step: &mut Step<'_>, number: TableNo) -> bool {
    if step.setup().structure.has_real_cards() {
        return false;
    }
    let Some(table) = step.director.table(number).filter(|table| table.is_ready()) else {
        return false;
    };
    let rests = table.rests_until.is_some_and(|until| step.now < until)
        || Timetable::of(step.director).is_level_about_to_end(step.now);
    if !step.director.is_playing_time() || rests || table.seated().count() < 2 {
        return false;
    }
    if table.halted.is_some() {
        return false;
    }
    if step.setup().short_tables().halts(step.state().seating.floor(), table) {
        step.emit(Event::Halted { table: number, at: step.now, ordered: false });
        return false;
    }
    if start::redraws_button(step.setup(), table)
        && let Some(seat) = start::deal_for_button(step, number)
    {
        step.order(number, Order::SetButton { seat });
        return false;
    }
    true
}

/// Orders a table to deal its next hand.
pub(super) fn deal(director: &Director, number: TableNo) -> Effects {
    let mut effects = Effects::default();
    let Some(table) = director.table(number) else { return effects };
    let penalties = director.state.discipline.penalties();
    let mut missing = SeatSet::EMPTY;
    if !penalties.is_empty() {
        let seated = table.seated();
        let missed = seated.filter(|(_, entry)| penalties.hands(*entry) > 0);
        missed.for_each(|(seat, _)| missing.insert(seat));
    }
    let deal = Deal {
        hand: HandNo(table.hand.0 + 1),
        level: director.level(),
        players_left: director.players_left(),
        missing,
        hand_for_hand: director.state.together.is_on(),
    };
    effects.order(number, Order::Deal(deal));
    effects
}
