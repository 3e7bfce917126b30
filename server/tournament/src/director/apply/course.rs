//! Applies events about the tournament as a whole: phases, rulings and players who are out.

use crate::director::state::State;
use crate::director::{Director, levels};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::{DueColorUp, Ruling};

pub(super) fn apply(director: &mut Director, event: &Event) {
    let state = &mut director.state;
    match event {
        Event::Began { at } => {
            state.course.begin(*at);
            state.entries.all_wait(Whereabouts::Registered);
        }
        Event::Cancelled { .. } => {
            state.course.cancel(state.now);
            state.schedule.stop();
            state.entries.close();
        }
        Event::EntryClosed => state.entries.close(),
        // An operator who has not seen this ruling cannot rule on its subject.
        Event::Ruled(ruling) => {
            state.touch_subject(ruling.command.touches());
            state.rulings.add(Ruling::clone(ruling));
        }
        Event::RulingChanged { ruling, state: to } => state.rulings.change(*ruling, *to),
        Event::ColorUpDue(due) => color_up_due(director, *due),
        Event::LotsDrawn(drawn) => state.rulings.draw_lots(drawn.clone()),
        Event::Through { entry } => {
            state.leave(*entry);
            state.entries.place(*entry, Whereabouts::Through);
        }
        Event::RoundBegan { round, stack } => {
            state.course.begin_round(*round);
            state.color_ups.begin_round();
            state.entries.begin_round(*stack);
        }
        Event::DayEnds => state.course.end_day(),
        Event::DayOver { .. } => end(state),
        Event::HandedOver { .. } => state.course.hand_over(),
        Event::Out { entry, out_before, sharing, at, by } => {
            for winner in by {
                state.entries.knock_out(*winner);
            }
            let (out_before, sharing, at) = (*out_before, *sharing, *at);
            state.put_out(*entry, Whereabouts::Finished { out_before, sharing, at });
        }
        Event::Over { winner, sharing, at } => {
            let (out_before, sharing) = (state.entries.count() - sharing, *sharing);
            state.leave(*winner);
            let finished = Whereabouts::Finished { out_before, sharing, at: *at };
            state.entries.place(*winner, finished);
            end(state);
        }
        _ => {}
    }
}

fn end(state: &mut State) {
    state.course.end(state.now);
    state.schedule.stop();
    state.together.stop();
    state.deals.drop_open();
}

/// Schedules a color-up for the end of each table's hand. If all tables color up, the stakes
/// have no smaller unit from now on.
fn color_up_due(director: &mut Director, due: DueColorUp) {
    let state = &mut director.state;
    let Some(table) = due.table else {
        let tables = state.seating.floor().numbers();
        for table in tables {
            state.color_ups.order(table, due);
        }
        state.color_ups.raise_unit(due.unit);
        return levels::raise_unit(director, due.unit);
    };
    state.color_ups.order(table, due);
}
