//! Corrections by the floor after the fact: disputed pots, wrongly killed hands, lost time.
use crate::common;

use cardroom_engine::{
    Action, Dispute, Entering, Event, FloorCommand, Ground, HandOrder, Input, Occupancy, Refusal,
    RefusalKind, TableSetup,
};
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo, SeatSet, Stakes};
use common::{Play, dealt, deck, preflop, rulebook, setup};

fn under(book: &str) -> TableSetup {
    TableSetup { rulebook: rulebook(book), ..setup(Stakes::no_limit(100, 200)) }
}

fn reaward(
    play: &mut Play,
    about: Dispute,
    from: u8,
    to: u8,
    amount: u64,
) -> Result<Vec<Event>, Refusal> {
    let (from, to, amount) = (SeatNo(from), SeatNo(to), Chips(amount));
    play.input(Input::Floor(FloorCommand::ReawardPot { about, from, to, amount }))
}

fn refused(play: &mut Play, about: Dispute, from: u8, to: u8, amount: u64) -> RefusalKind {
    reaward(play, about, from, to, amount).unwrap_err().kind
}

/// Plays a hand that seat 1 wins with aces against seat 2: 600 in the pot, checked down.
fn shown_down(book: &str) -> Play {
    let mut play = Play::new(under(book), &[5_000; 3]);
    // From the button's left: seats 1, 2 and 0.
    play.start(dealt(&["AsAh", "KsKh", "7c2d"], "3c8d9hJcQd"));
    while play.turn().is_some() {
        play.street();
    }
    play.run_out();
    assert_eq!(play.awards(), [(0, vec![(1, 600)])]);
    play
}

/// Takes a substantial action: three in turn, two of them with chips.
fn act_substantially(play: &mut Play) {
    for _ in 0..3 {
        let seat = play.turn().unwrap();
        if play.legal().check {
            play.check(seat)
        } else {
            play.call(seat)
        };
    }
}

/// The rule case x-dispute-windows.
#[test]
fn a_reading_is_disputed_until_the_next_hand_and_the_accounting_until_its_substantial_action() {
    let mut play = shown_down("tda-2024");
    let events = reaward(&mut play, Dispute::Reading, 1, 2, 100).unwrap();
    let Event::Floor(ruled) = &events[0] else { panic!("{events:?}") };
    assert_eq!((ruled.ground, ruled.ground.rule()), (Ground::DisputedReading, "TDA 22"));
    assert_eq!(play.stacks(), [4_800, 5_300, 4_900]);
    play.start(deck(""));
    assert_eq!(refused(&mut play, Dispute::Reading, 1, 2, 100), RefusalKind::WindowClosed);
    assert!(reaward(&mut play, Dispute::Accounting, 1, 0, 100).is_ok());
    act_substantially(&mut play);
    assert_eq!(refused(&mut play, Dispute::Accounting, 1, 2, 100), RefusalKind::WindowClosed);
}

#[test]
fn by_the_leagues_every_dispute_ends_when_the_next_hand_begins() {
    for book in ["tnpl", "tfpl", "spotlight"] {
        let mut play = shown_down(book);
        assert!(reaward(&mut play, Dispute::Accounting, 1, 2, 100).is_ok(), "{book}");
        play.start(deck(""));
        for about in [Dispute::Reading, Dispute::Accounting] {
            assert_eq!(refused(&mut play, about, 1, 2, 100), RefusalKind::WindowClosed, "{book}");
        }
    }
}

#[test]
fn in_a_break_a_dispute_has_one_minute_or_all_of_it_by_the_book() {
    for (book, closed) in [("tda-2024", true), ("wptapl", true), ("tnpl", false), ("tfpl", false)] {
        let mut play = shown_down(book);
        let over = play.now;
        play.now = over + Millis(59_999);
        assert!(reaward(&mut play, Dispute::Accounting, 1, 2, 100).is_ok(), "{book}");
        play.now = over + Millis::seconds(60);
        let late = reaward(&mut play, Dispute::Accounting, 1, 2, 100);
        assert_eq!(late.is_err(), closed, "{book}");
    }
}

#[test]
fn where_no_hand_was_read_there_is_no_reading_to_dispute() {
    let mut play = preflop(under("tda-2024"), &[5_000; 3]);
    assert_eq!(refused(&mut play, Dispute::Accounting, 1, 2, 1), RefusalKind::WindowClosed);
    play.fold_out();
    assert_eq!(refused(&mut play, Dispute::Reading, 2, 1, 100), RefusalKind::NothingToShow);
    assert!(reaward(&mut play, Dispute::Accounting, 2, 1, 100).is_ok());
}

#[test]
fn nobody_gives_back_more_than_was_won_nor_what_is_at_stake() {
    let mut play = shown_down("tda-2024");
    let most = |chips: u64| RefusalKind::AboveMaximum { max_to: Chips(chips) };
    assert_eq!(refused(&mut play, Dispute::Accounting, 1, 2, 601), most(600));
    assert_eq!(refused(&mut play, Dispute::Accounting, 0, 2, 1), most(0));
    assert_eq!(refused(&mut play, Dispute::Accounting, 1, 1, 1), RefusalKind::NothingToDo);
    assert_eq!(refused(&mut play, Dispute::Accounting, 1, 7, 1), RefusalKind::SeatEmpty);
    reaward(&mut play, Dispute::Accounting, 1, 2, 600).unwrap();
    assert_eq!(refused(&mut play, Dispute::Accounting, 1, 2, 1), most(0), "it is the other's now");
    assert!(reaward(&mut play, Dispute::Accounting, 2, 1, 600).is_ok(), "and may come back");

    let mut play = shown_down("tda-2024");
    play.start(deck(""));
    // Seat 1 has the button and 5,400 chips, and puts in all but 10.
    assert_eq!(play.turn(), Some(1));
    play.act(1, Action::RaiseTo(Chips(5_390)));
    assert_eq!(refused(&mut play, Dispute::Accounting, 1, 2, 10), most(9));
}

#[test]
fn who_plays_a_hand_has_the_chips_when_it_is_over_and_a_void_keeps_them_moved() {
    let mut play = shown_down("tda-2024");
    play.start(deck(""));
    reaward(&mut play, Dispute::Accounting, 1, 2, 300).unwrap();
    assert_eq!(play.stack(1), 5_100);
    assert_eq!(play.stack(2), 4_700, "less the small blind");
    play.input(Input::VoidHand { reason: "fouled deck".to_owned() }).unwrap();
    assert_eq!(play.stacks(), [4_800, 5_100, 5_100]);
}

#[test]
fn at_a_table_of_an_event_whoever_is_out_is_not_brought_back_by_a_table() {
    let mut play =
        Play::new(TableSetup { occupancy: Occupancy::ByOrder, ..under("tda-2024") }, &[]);
    for seat in 0..3 {
        let chips = if seat == 2 { Chips(200) } else { Chips(5_000) };
        let (player, entering) = (PlayerId(100 + u64::from(seat)), Entering::Newcomer);
        play.input(Input::Place { seat: SeatNo(seat), player, chips, entering }).unwrap();
    }
    play.input(Input::PlaceButton { seat: SeatNo(0) }).unwrap();
    let missing = SeatSet::EMPTY;
    let order = HandOrder { hand: HandNo(1), players_left: 3, missing, hand_for_hand: false };
    play.input(Input::OrderHand(order)).unwrap();
    play.start(dealt(&["AsAh", "KsKh", "7c2d"], "3c8d9hJcQd"));
    while play.turn().is_some() {
        play.street();
    }
    play.run_out();
    assert_eq!(play.stack(2), 0);
    assert_eq!(refused(&mut play, Dispute::Reading, 1, 2, 200), RefusalKind::NoChips);
    assert!(reaward(&mut play, Dispute::Reading, 1, 0, 200).is_ok());
}

#[test]
fn at_a_table_of_an_event_nobody_gives_back_the_last_chips_of_all_opponents() {
    let mut play =
        Play::new(TableSetup { occupancy: Occupancy::ByOrder, ..under("tda-2024") }, &[]);
    for (seat, chips) in [(0, 5_000), (1, 200)] {
        let (player, entering) = (PlayerId(100 + u64::from(seat)), Entering::Newcomer);
        let (seat, chips) = (SeatNo(seat), Chips(chips));
        play.input(Input::Place { seat, player, chips, entering }).unwrap();
    }
    play.input(Input::PlaceButton { seat: SeatNo(0) }).unwrap();
    let missing = SeatSet::EMPTY;
    let order = HandOrder { hand: HandNo(1), players_left: 2, missing, hand_for_hand: false };
    play.input(Input::OrderHand(order)).unwrap();
    play.start(dealt(&["AsAh", "KsKh"], "3c8d9hJcQd"));
    while play.turn().is_some() {
        play.street();
    }
    play.run_out();
    assert_eq!((play.stack(0), play.stack(1)), (4_800, 400));
    assert_eq!(refused(&mut play, Dispute::Reading, 1, 0, 400), RefusalKind::NoChips);
    assert!(reaward(&mut play, Dispute::Reading, 1, 0, 399).is_ok());
    assert_eq!((play.stack(0), play.stack(1)), (5_199, 1));
}

#[test]
fn a_hand_killed_by_mistake_is_live_again_until_the_next_card() {
    let kill = |play: &mut Play, seat: u8| {
        let reason = "it was thought to be thrown away".to_owned();
        play.input(Input::Floor(FloorCommand::KillHand { seat: SeatNo(seat), reason })).unwrap();
    };
    let restore = |play: &mut Play, seat: u8| {
        play.input(Input::Floor(FloorCommand::RestoreHand { seat: SeatNo(seat) }))
    };
    let mut play = preflop(under("tda-2024"), &[5_000; 4]);
    assert_eq!(play.turn(), Some(3));
    kill(&mut play, 0);
    let (_, old_turn, _) = play.table.turn().unwrap();
    restore(&mut play, 0).unwrap();
    assert_eq!(play.turn(), Some(3));
    let stale = Input::Act { seat: SeatNo(3), turn: old_turn, action: Action::Call };
    assert_eq!(play.input(stale).unwrap_err().kind, RefusalKind::StaleTurn);
    play.call(3);
    assert_eq!(play.turn(), Some(0), "the restored hand acts");
    assert_eq!(restore(&mut play, 0).unwrap_err().kind, RefusalKind::NothingToDo);
    kill(&mut play, 0);
    play.call(1);
    play.check(2);
    assert_eq!(play.board_len(), 3);
    assert_eq!(restore(&mut play, 0).unwrap_err().kind, RefusalKind::WindowClosed);
    // The player folded without any action of the floor, perhaps on wrong information.
    play.bet(1, 400);
    play.fold(2);
    restore(&mut play, 2).unwrap();
    assert_eq!(play.turn(), Some(3), "play goes on where it was");
    play.fold(3);
    assert_eq!(play.turn(), Some(2), "the restored hand acts");
    play.call(2);
    assert_eq!(play.board_len(), 4);
    assert_eq!(restore(&mut play, 3).unwrap_err().kind, RefusalKind::WindowClosed);
}

#[test]
fn a_bettor_whose_hand_was_killed_by_mistake_acts_again() {
    let mut play = preflop(under("tda-2024"), &[5_000; 4]);
    for seat in [3, 0, 1] {
        play.call(seat);
    }
    play.check(2);
    play.bet(1, 400);
    assert_eq!(play.stack(1), 4_400);
    let reason = "it was thought to be thrown away".to_owned();
    play.input(Input::Floor(FloorCommand::KillHand { seat: SeatNo(1), reason })).unwrap();
    assert_eq!(play.stack(1), 4_800, "the bet that nobody had called goes back");
    play.input(Input::Floor(FloorCommand::RestoreHand { seat: SeatNo(1) })).unwrap();
    play.check(2);
    play.check(3);
    play.check(0);
    assert_eq!(play.turn(), Some(1), "and the player may bet again");
    play.check(1);
    assert_eq!(play.board_len(), 4);
}

#[test]
fn the_floor_gives_the_player_on_turn_more_time() {
    let more = |play: &mut Play, seat: u8, ms: u64| {
        let (seat, time) = (SeatNo(seat), Millis(ms));
        play.input(Input::Floor(FloorCommand::AddTime { seat, time }))
    };
    let mut play = preflop(under("tda-2024"), &[5_000; 3]);
    let before = play.table.deadline().unwrap();
    assert_eq!(more(&mut play, 1, 1_000).unwrap_err().kind, RefusalKind::NotYourTurn);
    assert_eq!(more(&mut play, 0, 0).unwrap_err().kind, RefusalKind::NothingToDo);
    assert_eq!(more(&mut play, 0, 600_001).unwrap_err().kind, RefusalKind::NothingToDo);
    more(&mut play, 0, 20_000).unwrap();
    assert_eq!(play.table.deadline(), Some(before + Millis(20_000)));
    play.now = before;
    play.input(Input::Tick).unwrap();
    assert_eq!(play.turn(), Some(0));
    play.now = before + Millis(20_000);
    play.input(Input::Tick).unwrap();
    assert_ne!(play.turn(), Some(0));

    let mut called = preflop(TableSetup { hybrid: true, ..under("tda-2024") }, &[5_000; 3]);
    assert_eq!(more(&mut called, 0, 1_000).unwrap_err().kind, RefusalKind::NothingToDo);
    let call = FloorCommand::CallClock { seat: SeatNo(0), asked_by: None, level: None };
    called.input(Input::Floor(call)).unwrap();
    let (counts_from, until) = called.table.in_play().unwrap().called_clock().unwrap();
    more(&mut called, 0, 1_000).unwrap();
    let later = (counts_from + Millis(1_000), until + Millis(1_000));
    assert_eq!(called.table.in_play().unwrap().called_clock(), Some(later));
}
