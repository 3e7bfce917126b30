//! Dealing errors at hybrid tables under each rulebook. The deck lies in order, so each card below
//! equals its place. The random orders are reversed.
mod boards;
use crate::common;
mod dealing;
mod limits;
mod stud;
mod touched;

use cardroom_cards::{Card, DeckOrder};
use cardroom_engine::{
    DealClause, DealError, DealRuling, Event, FloorCommand, FloorEvent, Ground, Input,
    REMEDY_ORDERS, RefusalKind, Remedy, TableSetup, Viewer,
};
use cardroom_rules::{SeatNo, Stakes};
use common::{Play, deck, rulebook, setup};

/// Places in the deal with six players. The button in seat 0 has the last card.
const BURN: usize = 12;
const FLOP: usize = 13;
const TURN_BURN: usize = 16;
const TURN: usize = 17;
const RIVER_BURN: usize = 18;
const RIVER: usize = 19;

const BOOKS: [&str; 5] = ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl"];

fn card(place: usize) -> Card {
    deck("").cards()[place]
}

fn cards(places: &[usize]) -> Vec<Card> {
    places.iter().map(|place| card(*place)).collect()
}

fn reversed() -> DeckOrder {
    DeckOrder::new(deck("").cards().iter().rev().copied().collect()).unwrap()
}

fn hybrid(book: &str) -> TableSetup {
    TableSetup { hybrid: true, rulebook: rulebook(book), ..setup(Stakes::no_limit(50, 100)) }
}

/// Starts a hand with the button in seat 0 and the blinds in seats 1 and 2.
fn dealt_by(setup: TableSetup, players: usize) -> Play {
    let mut play = Play::new(setup, &vec![10_000; players]);
    let reshuffles = vec![reversed(); REMEDY_ORDERS];
    play.input(Input::StartHand { deck: deck(""), reshuffles, draw: 0 }).unwrap();
    play
}

fn dealt(book: &str) -> Play {
    dealt_by(hybrid(book), 6)
}

/// Plays to a later street without a fold.
fn on_street(book: &str, street: usize) -> Play {
    let mut play = dealt(book);
    for _ in 0..street {
        street_is_checked(&mut play);
        play.input(Input::DealStreet).unwrap();
    }
    play
}

fn street_is_checked(play: &mut Play) {
    while let Some(seat) = play.turn() {
        if play.legal().check {
            play.check(seat)
        } else {
            play.call(seat)
        };
    }
}

fn report(play: &mut Play, error: DealError) -> Result<Vec<Event>, RefusalKind> {
    play.input(Input::Floor(FloorCommand::DealError(error))).map_err(|refusal| refusal.kind)
}

/// Returns the clause, the remedy and the returned chips of a report.
fn ruled(play: &mut Play, error: DealError) -> (DealClause, Remedy, u64) {
    let events = report(play, error).unwrap_or_else(|kind| panic!("{error:?}: {kind}"));
    last_ruling(&events)
}

fn last_ruling(events: &[Event]) -> (DealClause, Remedy, u64) {
    let rulings = events.iter().rev().filter_map(|event| match event {
        Event::Floor(ruled) => match (&ruled.what, ruled.ground) {
            (FloorEvent::DealRuled(ruling), Ground::Deal(clause)) => Some((clause, ruling)),
            _ => None,
        },
        _ => None,
    });
    let (clause, ruling) = rulings.into_iter().next().expect("it was ruled on");
    let DealRuling { remedy, returned, .. } = &**ruling;
    (clause, remedy.clone(), returned.0)
}

fn remedy(play: &mut Play, error: DealError) -> &'static str {
    ruled(play, error).1.code()
}

fn exposed(seat: u8, place: u8) -> DealError {
    DealError::Exposed { seat: SeatNo(seat), place }
}

fn board(play: &Play) -> Vec<Card> {
    play.table.view(Viewer::Public).hand.unwrap().boards[0].to_vec()
}

fn hole(play: &Play, seat: u8) -> Vec<Card> {
    play.table.hole_cards(Viewer::Seat(SeatNo(seat))).to_vec()
}

/// Deals until the river is out.
fn run_to_the_river(play: &mut Play) {
    while play.board_len() < 5 {
        street_is_checked(play);
        play.input(Input::DealStreet).unwrap();
    }
}

fn premature(acted: u8) -> DealError {
    DealError::Premature { acted }
}
