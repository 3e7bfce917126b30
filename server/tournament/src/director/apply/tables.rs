//! Applies events about tables: orders, seats, moves and hands.

use crate::director::Director;
use crate::director::state::State;
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::order::{Order, OrderNo, Ordered};
use crate::table::Arrival;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

pub(super) fn apply(director: &mut Director, event: &Event) {
    let state = &mut director.state;
    match event {
        Event::BreakingOrderDrawn { tables } => state.seating.draw_breaking_order(tables.clone()),
        Event::TableOpened { table, seats } => {
            state.seating.open(*table, *seats, state.color_ups.exchange());
            state.touch_table(*table);
        }
        Event::ButtonDealtFor { table, .. } => state.seating.deal_for_button(*table),
        Event::ExtraPlayersAllowed { tables } => state.seating.allow_extra_players(*tables),
        Event::SurplusSeat { table, open } => state.seating.surplus_seat(*table, *open),
        Event::BalancingOrdered { on } => state.seating.order_balancing(*on),
        Event::Reserved { entry, place } => {
            state.seating.reserve(*entry, *place);
            state.touch(*entry);
        }
        Event::KeptApart { one, other } => {
            state.seating.keep_apart(*one, *other);
            state.touch(*one);
            state.touch(*other);
        }
        Event::LetTogether { one, other } => {
            state.seating.let_together(*one, *other);
            state.touch(*one);
            state.touch(*other);
        }
        Event::Halted { table, at, ordered } => {
            state.seating.halt(*table, *at, *ordered);
            state.touch_table(*table);
            state.follow_halt_at(*table);
        }
        Event::PlaysOn { table, waived } => {
            state.seating.play_on(*table, *waived);
            state.touch_table(*table);
            state.follow_halt_at(*table);
        }
        Event::TablePaused { table, paused } => state.pause_table(*table, *paused),
        Event::Seated { entry, table, seat } => seated(state, *entry, *table, *seat),
        Event::Moved { entry, to, seat, .. } => moved(state, *entry, *to, *seat),
        Event::Released { entry, from } => {
            state.seating.let_go(*from, *entry);
            if let Some(Whereabouts::Moving { to }) = state.entries.whereabouts(*entry) {
                state.seating.release(to, *entry);
            }
        }
        Event::TableBreaks { table } => {
            state.seating.break_up(*table);
            state.touch_table(*table);
            state.follow_halt_at(*table);
        }
        Event::TableClosed { table } => {
            end_rest(state, *table);
            state.seating.close(*table);
            state.color_ups.finish(*table);
        }
        Event::Ordered(ordered) => order(state, ordered),
        Event::OrderDone { order } => {
            if let Some(done) = state.orders.finish(*order) {
                state.seating.finish_order(done.table);
            }
        }
        Event::PositionsChanged { table, upcoming } => {
            state.seating.set_positions(*table, *upcoming);
        }
        Event::HandFinished { table, stacks, upcoming, void, .. } => {
            for (entry, stack) in stacks {
                state.entries.report_stack(*entry, *table, *stack);
            }
            let deal = state.seating.finish_hand(*table);
            state.seating.set_positions(*table, *upcoming);
            state.together.finish_at(*table);
            // A misdeal and its redeal count as one hand (TDA 35-C).
            let counts = !(*void && director.setup.rulebook.penalties.misdeal_counts_one);
            serve_penalties(state, *table, deal, counts);
        }
        Event::HandUndone { table, stacks, upcoming, .. } => {
            for (entry, stack) in stacks {
                state.entries.report_stack(*entry, *table, *stack);
            }
            state.seating.set_positions(*table, *upcoming);
        }
        _ => {}
    }
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

fn seated(state: &mut State, entry: EntryNo, table: TableNo, seat: SeatNo) {
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

fn moved(state: &mut State, entry: EntryNo, to: TableNo, seat: Option<SeatNo>) {
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

fn order(state: &mut State, ordered: &Ordered) {
    if ordered.order == Order::Reveal {
        state.together.reveal(ordered.table);
    }
    state.orders.send(ordered.clone());
    state.seating.order(ordered, state.now);
}
