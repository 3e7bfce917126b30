//! Which tables are dealt a hand, and the order to deal it.

use super::{Step, halts, stages, start};
use crate::order::{Deal, Order};
use cardroom_rules::{HandNo, SeatSet, TableNo};

/// Returns `true` if a table can be dealt a hand now. If its button must be drawn first,
/// this orders the draw.
pub(super) fn may_be_dealt(step: &mut Step<'_>, number: TableNo) -> bool {
    if step.setup().structure.has_real_cards() {
        return false;
    }
    let Some(table) = step.director.table(number).filter(|table| table.is_ready()) else {
        return false;
    };
    let rests = table.rests_until.is_some_and(|until| step.now < until)
        || stages::is_level_about_to_end(step.director, step.now);
    if !step.director.is_playing_time() || rests || table.seated().count() < 2 {
        return false;
    }
    !halts::is_halted(step, number) && !start::redraw_button(step, number)
}

pub(super) fn order_hand(step: &mut Step<'_>, number: TableNo) {
    let Some(table) = step.director.table(number) else { return };
    let penalties = step.state().discipline.penalties();
    let mut missing = SeatSet::EMPTY;
    if !penalties.is_empty() {
        let seated = table.seated();
        let missed = seated.filter(|(_, entry)| penalties.hands(*entry) > 0);
        missed.for_each(|(seat, _)| missing.insert(seat));
    }
    let deal = Deal {
        hand: HandNo(table.hand.0 + 1),
        level: step.director.level(),
        players_left: step.director.players_left(),
        missing,
        hand_for_hand: step.state().together.is_on(),
    };
    step.order(number, Order::Deal(deal));
}
