//! Tests of the director, one file for each theme. The helpers here bring a tournament to the
//! situation under test.
mod absence;
mod bonus;
mod clock;
mod color_up;
mod corrections;
use crate::common;
mod deals;
mod entries;
mod escrow;
mod floor;
mod formats;
mod hand_for_hand;
mod levels;
mod lots;
mod real_cards;
mod refunds;
mod surplus;

use cardroom_rules::{Chips, EntryNo, Millis, SeatNo, Shares, Structure, TableNo};
use cardroom_tournament::{Clock, Director, Doing, Event, Input, Order, Setup, Whereabouts};
use common::{Tournament, freezeout, setup};

fn begun(structure: Structure, entrants: u64) -> Tournament {
    begun_with(setup(structure), entrants)
}

fn begun_with(setup: Setup, entrants: u64) -> Tournament {
    let mut event = Tournament::new(setup, 7);
    for player in 1..=entrants {
        event.enter(player).unwrap();
    }
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    event
}

fn under(rulebook: &str, seats: u8) -> Structure {
    Structure { rulebook: rulebook.to_owned(), ..freezeout(seats, 0, 0) }
}

/// The winner takes everything, so that the bubble is far away.
fn winner_takes_all(rulebook: &str, seats: u8) -> Structure {
    let mut structure = under(rulebook, seats);
    structure.prizes.shares = Shares::WinnerTakesAll;
    structure
}

fn plays(event: &Tournament, table: u32) -> bool {
    event.director.table(TableNo(table)).is_some_and(|table| table.doing == Doing::Playing)
}

/// Finishes the hand of a table with these players out.
fn hand(event: &mut Tournament, table: u32, out: &[SeatNo]) {
    let now = event.now;
    event.tables.finish_with_out(TableNo(table), now, out);
    event.deliver();
}

fn seats(event: &Tournament, table: u32) -> Vec<(SeatNo, EntryNo)> {
    event.director.table(TableNo(table)).unwrap().seated().collect()
}

fn stack(event: &Tournament, entry: EntryNo) -> Chips {
    event.director.entry(entry).unwrap().stack
}

fn left(event: &Tournament) -> Millis {
    event.director.clock().left(event.director.paused().unwrap_or(event.now)).unwrap()
}

fn last_deal(event: &Tournament, table: u32) -> cardroom_tournament::Deal {
    let deals = event.log.iter().rev().filter_map(|logged| match logged {
        Event::Ordered(ordered) if ordered.table == TableNo(table) => match &ordered.order {
            Order::Deal(deal) => Some(deal.clone()),
            _ => None,
        },
        _ => None,
    });
    deals.into_iter().next().unwrap()
}

fn is_out(event: &Tournament, entry: EntryNo) -> bool {
    matches!(event.director.entry(entry).unwrap().whereabouts, Whereabouts::Finished { .. })
}

/// Checks that replaying the log gives the same tournament.
fn replays(event: &Tournament) {
    let mut director = Director::new(event.director.setup().clone()).unwrap();
    for logged in &event.log {
        director.apply(logged);
    }
    assert_eq!(director, event.director);
    event.director.audit();
}

/// Plays on to the first break.
fn to_break(event: &mut Tournament) {
    loop {
        for table in event.tables.playing() {
            hand(event, table.0, &[]);
        }
        if matches!(event.director.clock(), Clock::Break { .. }) {
            return;
        }
        event.wait();
    }
}
