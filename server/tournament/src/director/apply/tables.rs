//! Applies events about tables: orders, seats, moves and hands.

use crate::director::state::State;
use crate::entry::Whereabouts;
use crate::order::{Order, OrderNo, Ordered};
use crate::report::Upcoming;
use crate::table::Arrival;
use cardroom_rules::{Chips, EntryNo, Millis, SeatNo, TableNo};

pub(super) fn opened(state: &mut State, table: TableNo, seats: u8) {
    state.seating.open(table, seats, state.color_ups.exchange());
    state.touch_table(table);
}

pub(super) fn kept_apart(state: &mut State, one: EntryNo, other: EntryNo) {
    state.seating.keep_apart(one, other);
    state.touch(one);
    state.touch(other);
}

pub(super) fn let_together(state: &mut State, one: EntryNo, other: EntryNo) {
    state.seating.let_together(one, other);
    state.touch(one);
    state.touch(other);
}

pub(super) fn halted(state: &mut State, table: TableNo, at: Millis, ordered: bool) {
    state.seating.halt(table, at, ordered);
    state.touch_table(table);
    state.follow_halt_at(table);
}

pub(super) fn plays_on(state: &mut State, table: TableNo, waived: bool) {
    state.seating.play_on(table, waived);
    state.touch_table(table);
    state.follow_halt_at(table);
}

pub(super) fn released(state: &mut State, entry: EntryNo, from: TableNo) {
    state.seating.let_go(from, entry);
    if let Some(Whereabouts::Moving { to }) = state.entries.whereabouts(entry) {
        state.seating.release(to, entry);
    }
}

pub(super) fn breaks(state: &mut State, table: TableNo) {
    state.seating.break_up(table);
    state.touch_table(table);
    state.follow_halt_at(table);
}

pub(super) fn closed(state: &mut State, table: TableNo) {
    end_rest(state, table);
    state.seating.close(table);
    state.color_ups.finish(table);
}

pub(super) fn order_done(state: &mut State, order: OrderNo) {
    if let Some(done) = state.orders.finish(order) {
        state.seating.finish_order(done.table);
    }
}

pub(super) fn hand_finished(
    state: &mut State,
    table: TableNo,
    stacks: &[(EntryNo, Chips)],
    upcoming: Option<Upcoming>,
    counts: bool,
) {
    for (entry, stack) in stacks {
        state.entries.report_stack(*entry, table, *stack);
    }
    let deal = state.seating.finish_hand(table);
    state.seating.set_positions(table, upcoming);
    state.together.finish_at(table);
    serve_penalties(state, table, deal, counts);
}

pub(super) fn hand_undone(
    state: &mut State,
    table: TableNo,
    stacks: &[(EntryNo, Chips)],
    upcoming: Option<Upcoming>,
) {
    for (entry, stack) in stacks {
        state.entries.report_stack(*entry, table, *stack);
    }
    state.seating.set_positions(table, upcoming);
}

/// Forgets the extended break of a table.
fn end_rest(state: &mut State, table: TableNo) {
    if let Some(until) = state.seating.floor().table(table).and_then(|table| table.rests_until) {
        state.schedule.end_rest(table, until);
    }
}

/// Finishes the order to deal a hand. Counts the hand for the players who had to miss it.
fn serve_penalties(state: &mut State, number: TableNo, deal: Option<OrderNo>, counts: bool) {
    let Some(ordered) = deal.and_then(|deal| state.orders.finish(deal)) else { return };
    let Order::Deal(deal) = ordered.order else { return };
    if !counts || deal.missing.is_empty() {
        return;
    }
    let Some(table) = state.seating.floor().table(number) else { return };
    for entry in deal.missing.iter().filter_map(|seat| table.players[seat.index()]) {
        state.discipline.penalties_mut().serve(entry);
    }
}

pub(super) fn seated(state: &mut State, entry: EntryNo, table: TableNo, seat: SeatNo) {
    state.leave(entry);
    state.escrow.seated(entry);
    state.seating.seat(table, seat, entry);
    let was = state.entries.place(entry, Whereabouts::Seated { table, seat });
    state.touch(entry);
    state.touch_table(table);
    state.follow_halt(entry);
    if matches!(was, Whereabouts::Moving { .. }) {
        state.seating.count_newcomer(table);
    }
}

pub(super) fn moved(state: &mut State, entry: EntryNo, to: TableNo, seat: Option<SeatNo>) {
    let released = match state.entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. }) => {
            state.seating.give_up(table, entry);
            false
        }
        // Moved again before arriving.
        Some(Whereabouts::Moving { to }) => state.seating.is_released(entry, to),
        _ => true,
    };
    state.due.moved(entry);
    state.leave(entry);
    state.seating.expect(to, Arrival { entry, seat, released });
    state.entries.place(entry, Whereabouts::Moving { to });
    state.follow_halt(entry);
    state.touch(entry);
    state.touch_table(to);
}

pub(super) fn ordered(state: &mut State, ordered: &Ordered) {
    if ordered.order == Order::Reveal {
        state.together.reveal(ordered.table);
    }
    state.orders.send(ordered.clone());
    state.seating.order(ordered, state.now);
}
