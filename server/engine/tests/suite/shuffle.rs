//! Seats that are shuffled between two hands: what moves along, what ends, and who posts next.
use crate::common;

use cardroom_engine::{
    Dispute, Event, FloorCommand, Input, Occupancy, Picks, PostKind, RefusalKind, Table,
};
use cardroom_rules::rulebook::Stalling;
use cardroom_rules::{Chips, Millis, PlayerId, SeatNo, Stakes, TimeCharge};
use common::{Play, preflop, setup, with_rules, with_terms};
use std::collections::BTreeMap;

type Moves = [(u8, u8)];

fn shuffle(play: &mut Play, moves: &Moves) -> Result<Vec<Event>, RefusalKind> {
    let moves = moves.iter().map(|(from, to)| (SeatNo(*from), SeatNo(*to))).collect();
    play.input(Input::ShuffleSeats { moves }).map_err(|refusal| refusal.kind)
}

/// Plays a hand of these many players to its end. Everyone has a stack of their own.
fn after_a_hand(players: u64) -> Play {
    let stacks: Vec<u64> = (1..=players).map(|seat| 1_000 * seat).collect();
    let mut play = preflop(setup(Stakes::no_limit(50, 100)), &stacks);
    play.fold_out();
    play
}

fn chips(table: &Table) -> BTreeMap<PlayerId, Chips> {
    table.chips_by_player().collect()
}

#[test]
fn every_player_keeps_all_but_the_seat() {
    let mut play = after_a_hand(4);
    play.sit_out(3);
    play.input(Input::Presence { seat: SeatNo(1), connected: false }).unwrap();
    play.prefer(2, true, false);
    let (before, total) = (chips(&play.table), play.table.total());
    let moves = [(0, 7), (1, 0), (2, 2), (3, 1)];
    let events = shuffle(&mut play, &moves).unwrap();
    assert!(matches!(&events[..], [Event::SeatsShuffled { .. }]));
    assert_eq!((chips(&play.table), play.table.total()), (before, total));
    let sits: Vec<_> = play.table.players().map(|(seat, who)| (seat.0, who.0)).collect();
    assert_eq!(sits, [(0, 101), (1, 103), (2, 102), (7, 100)]);
    let seat = |number| play.table.seat(SeatNo(number)).unwrap();
    assert!(!seat(0).is_connected() && seat(1).is_connected());
    assert!(seat(1).sits_out() && play.table.seat(SeatNo(3)).is_none());
    let prefers = seat(2).preferences();
    assert!(prefers.wait_for_big_blind && !prefers.auto_muck);
    // The table goes on after a restart.
    let bytes = postcard::to_stdvec(&play.table.snapshot().unwrap()).unwrap();
    let read = &mut postcard::Deserializer::from_bytes(&bytes);
    assert_eq!(Table::restore(play.table.setup().clone(), read).unwrap(), play.table);
}

#[test]
fn a_seating_that_is_not_one_to_one_is_refused() {
    let mut play = after_a_hand(3);
    let bad: [(&Moves, RefusalKind); 7] = [
        (&[], RefusalKind::BadSeating),
        (&[(0, 1), (1, 0)], RefusalKind::BadSeating),
        (&[(0, 1), (1, 1), (2, 0)], RefusalKind::BadSeating),
        (&[(0, 1), (0, 2), (1, 0)], RefusalKind::BadSeating),
        (&[(0, 1), (1, 0), (2, 2), (2, 2)], RefusalKind::BadSeating),
        (&[(0, 1), (1, 10), (2, 0)], RefusalKind::UnknownSeat),
        (&[(0, 1), (1, 0), (5, 2)], RefusalKind::SeatEmpty),
    ];
    for (moves, kind) in bad {
        assert_eq!(shuffle(&mut play, moves), Err(kind), "{moves:?}");
    }
    let far = [(SeatNo(0), SeatNo(255)), (SeatNo(200), SeatNo(0)), (SeatNo(2), SeatNo(1))];
    assert!(play.input(Input::ShuffleSeats { moves: far.to_vec() }).is_err());
    // A player alone has no one to change with, and a hand in progress keeps its seats.
    let swap = [(0, 1), (1, 0), (2, 2)];
    play.next_hand();
    assert_eq!(shuffle(&mut play, &swap), Err(RefusalKind::HandInProgress));
    play.fold_out();
    shuffle(&mut play, &swap).unwrap();
    play.leave(0);
    play.leave(1);
    assert_eq!(shuffle(&mut play, &[(2, 0)]), Err(RefusalKind::TooFewToShuffle));
}

#[test]
fn a_paused_table_can_be_shuffled_and_a_tournament_table_cannot() {
    let mut play = after_a_hand(3);
    play.input(Input::Pause).unwrap();
    shuffle(&mut play, &[(0, 1), (1, 2), (2, 0)]).unwrap();
    let mut ordered = setup(Stakes::no_limit(50, 100));
    ordered.occupancy = Occupancy::ByOrder;
    let mut table = Play::new(ordered, &[]);
    assert_eq!(shuffle(&mut table, &[(0, 1), (1, 0)]), Err(RefusalKind::ByOrderOnly));
}

#[test]
fn after_a_shuffle_the_button_is_drawn_and_nobody_posts_but_the_blinds() {
    for draw in 0..8_u32 {
        let mut play = after_a_hand(5);
        play.next_hand();
        play.fold_out();
        shuffle(&mut play, &[(0, 4), (1, 9), (2, 0), (3, 3), (4, 1)]).unwrap();
        play.now = play.now.max(play.table.deadline().unwrap());
        let (deck, reshuffles) = (common::deck(""), Vec::new());
        play.input(Input::StartHand { deck, reshuffles, draw: draw << 29 }).unwrap();
        let seats = [0, 1, 3, 4, 9];
        assert_eq!(play.dealt_in(), seats);
        let drawn = usize::try_from(draw).unwrap() * 5 / 8;
        let [button, small, big] = [0, 1, 2].map(|next| seats[(drawn + next) % 5]);
        assert_eq!(play.positions(), (button, Some(small), big));
        let posts = [(small, PostKind::SmallBlind, 50), (big, PostKind::BigBlind, 100)];
        assert_eq!(play.posts(), posts);
        // From there the button goes round as always.
        play.fold_out();
        play.next_hand();
        assert_eq!(play.posts().len(), 2);
        assert_eq!(play.positions().0, small);
        play.fold_out();
    }
}

#[test]
fn blinds_that_were_owed_before_a_shuffle_are_owed_after_it() {
    let mut play = after_a_hand(4);
    play.sit_out(3);
    for _ in 0..4 {
        play.next_hand();
        play.fold_out();
    }
    play.sit_in(3);
    // A newcomer owes a big blind, too.
    play.sit(8, 5_000, false);
    shuffle(&mut play, &[(0, 0), (1, 1), (2, 2), (3, 6), (8, 5)]).unwrap();
    play.next_hand();
    let posts = play.posts();
    let extra = [
        (5, PostKind::EntryBlind, 100),
        (6, PostKind::EntryBlind, 100),
        (6, PostKind::DeadBlind, 50),
    ];
    let blinds = [(1, PostKind::SmallBlind, 50), (2, PostKind::BigBlind, 100)];
    assert_eq!(posts, [&blinds[..], &extra].concat());
    play.fold_out();
    play.next_hand();
    assert_eq!(play.posts().len(), 2, "once");
}

#[test]
fn who_sits_out_during_a_shuffle_misses_only_blinds_that_pass() {
    let mut play = after_a_hand(4);
    play.sit_out(1);
    shuffle(&mut play, &[(0, 3), (1, 2), (2, 1), (3, 0)]).unwrap();
    let events = play.next_hand();
    let missed = |event: &Event| matches!(event, Event::BlindMissed { .. });
    assert!(!events.iter().any(missed));
    play.fold_out();
    play.sit_in(2);
    play.next_hand();
    assert!(play.dealt_in().contains(&2));
}

#[test]
fn what_was_of_the_last_hand_ends_with_the_shuffle() {
    let book = |rulebook: &mut cardroom_rules::Rulebook| rulebook.stalling = Stalling::Flagged;
    let mut play = preflop(with_rules(setup(Stakes::no_limit(50, 100)), book), &[5_000; 3]);
    play.street();
    play.bet(1, 200);
    play.fold(2);
    play.fold(0);
    play.run_out();
    let used: BTreeMap<_, _> = play.table.time_use().collect();
    assert!(play.table.cards_to_show(SeatNo(1)).len() == 2);
    shuffle(&mut play, &[(0, 1), (1, 2), (2, 0)]).unwrap();
    for seat in [0, 1, 2].map(SeatNo) {
        assert!(play.table.cards_to_show(seat).is_empty());
        let shows = play.input(Input::ShowCards { seat, picks: Picks::first(2) });
        assert_eq!(shows.unwrap_err().kind, RefusalKind::NothingToShow);
    }
    let now: BTreeMap<_, _> = play.table.time_use().collect();
    assert_eq!([1, 2, 0].map(|seat| now[&SeatNo(seat)]), [0, 1, 2].map(|seat| used[&SeatNo(seat)]));
    let (about, from, to) = (Dispute::Accounting, SeatNo(2), SeatNo(0));
    let late = FloorCommand::ReawardPot { about, from, to, amount: Chips(100) };
    assert_eq!(play.input(Input::Floor(late)).unwrap_err().kind, RefusalKind::WindowClosed);
}

#[test]
fn a_button_that_was_set_or_frozen_is_drawn_again() {
    let mut play = after_a_hand(3);
    play.input(Input::Floor(FloorCommand::SetButton { seat: SeatNo(2) })).unwrap();
    shuffle(&mut play, &[(0, 1), (1, 2), (2, 0)]).unwrap();
    play.next_hand();
    assert_eq!(play.button(), 0, "the draw says the first seat");
    // A hand that is voided begins again with the button that was drawn.
    play.input(Input::VoidHand { reason: "a test".to_owned() }).unwrap();
    play.next_hand();
    assert_eq!(play.positions(), (0, Some(1), 2));
}

#[test]
fn a_time_charge_is_paid_in_the_new_seat() {
    let charged = with_terms(setup(Stakes::no_limit(50, 100)), |terms| {
        terms.time_charge = Some(TimeCharge {
            amount: Chips(10),
            every_ms: Millis::seconds(60),
            account: "house:time".to_owned(),
        });
    });
    let mut play = preflop(charged, &[5_000; 3]);
    play.fold_out();
    // The newcomer takes the seat of a player who owes the charge.
    play.sit(5, 5_000, true);
    shuffle(&mut play, &[(0, 7), (1, 1), (2, 2), (5, 0)]).unwrap();
    play.sit_out(0);
    play.now = play.now + Millis::seconds(61);
    play.next_hand();
    play.fold_out();
    let charges = play.log.iter().filter_map(|event| match event {
        Event::TimeCharged { seat, .. } => Some(seat.0),
        _ => None,
    });
    assert_eq!(charges.collect::<Vec<_>>(), [1, 2, 7]);
}
