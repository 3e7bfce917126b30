//! Hybrid tables run by people: hands entered as they stand, streets that wait for the dealer,
//! floor commands, the called clock, hands that players show themselves, and the rabbit hunt.
use crate::common;

use cardroom_engine::{
    Action, Event, FloorCommand, FloorEvent, Ground, Input, Picks, RefusalKind, Scene, SeeRight,
    SmallBlind, TableSetup, Viewer,
};
use cardroom_rules::{Betting, Chips, Millis, SeatNo, SeatSet, Stakes};
use common::{Play, deck, library, rulebook, setup};

fn hybrid() -> TableSetup {
    TableSetup { hybrid: true, ..setup(Stakes::no_limit(100, 200)) }
}

fn under(book: &str, setup: TableSetup) -> TableSetup {
    TableSetup { rulebook: rulebook(book), ..setup }
}

fn own_show(setup: TableSetup) -> TableSetup {
    TableSetup { auto_show: false, ..setup }
}

fn scene(players: u8, street: u8, pot: u64) -> Scene {
    Scene {
        deck: deck(""),
        reshuffles: Vec::new(),
        dealt: (0..players).map(SeatNo).collect(),
        button: SeatNo(players - 1),
        small_blind: SmallBlind::LeftOfButton,
        big_blind: None,
        street,
        pot: Chips(pot),
        front: Vec::new(),
    }
}

/// Enters a hand with these stacks behind.
fn entered(setup: TableSetup, stacks: &[u64], street: u8, pot: u64) -> Play {
    let mut play = Play::new(setup, stacks);
    let players = u8::try_from(stacks.len()).unwrap();
    play.input(Input::EnterHand(Box::new(scene(players, street, pot)))).unwrap();
    play
}

fn floor(play: &mut Play, command: FloorCommand) -> Result<Vec<Event>, RefusalKind> {
    play.input(Input::Floor(command)).map_err(|refusal| refusal.kind)
}

fn pots(play: &Play) -> Vec<u64> {
    play.table.in_play().unwrap().pots().iter().map(|pot| pot.amount.0).collect()
}

fn right(play: &Play, by: u8, target: u8) -> SeeRight {
    play.table.in_play().unwrap().right_to_see(SeatNo(by), SeatNo(target))
}

#[test]
fn a_hand_on_the_flop_is_entered_with_its_pot_and_played_to_the_end() {
    let mut play = entered(hybrid(), &[5_000, 4_000, 3_000], 1, 900);
    assert_eq!(play.board_len(), 3);
    assert_eq!((play.turn(), play.range()), (Some(0), Some((200, 5_000))));
    assert_eq!((pots(&play), play.table.total()), (vec![900], Chips(12_900)));
    play.bet(0, 300);
    play.fold(1);
    play.fold(2);
    play.run_out();
    assert_eq!(play.stacks(), [5_900, 4_000, 3_000]);
}

#[test]
fn what_came_with_an_entered_hand_leaves_with_its_void() {
    let mut play = entered(hybrid(), &[5_000, 4_000], 2, 700);
    play.bet(0, 300);
    play.input(Input::VoidHand { reason: "a fouled deck".to_owned() }).unwrap();
    assert_eq!((play.stacks(), play.table.total()), (vec![5_000, 4_000], Chips(9_000)));
}

#[test]
fn a_plain_table_enters_no_hand_and_a_scene_has_to_make_sense() {
    let enter = |setup: TableSetup, scene: Scene| {
        let mut play = Play::new(setup, &[5_000; 3]);
        play.input(Input::EnterHand(Box::new(scene))).unwrap_err().kind
    };
    assert_eq!(enter(setup(Stakes::no_limit(50, 100)), scene(3, 0, 0)), RefusalKind::NotHybrid);
    assert_eq!(enter(hybrid(), scene(3, 4, 0)), RefusalKind::NotEnterable);
    assert_eq!(enter(hybrid(), scene(4, 0, 0)), RefusalKind::CannotStart);
    let elsewhere = Scene { big_blind: Some(SeatNo(7)), ..scene(3, 0, 0) };
    assert_eq!(enter(hybrid(), elsewhere), RefusalKind::NotEnterable);
    let far_away = Scene { button: SeatNo(12), ..scene(3, 0, 0) };
    assert_eq!(enter(hybrid(), far_away), RefusalKind::NotEnterable);
    let too_much = Scene { pot: Chips(u64::MAX), ..scene(3, 1, 0) };
    assert_eq!(enter(hybrid(), too_much), RefusalKind::NotEnterable);
    let short_deck =
        Scene { deck: cardroom_cards::DeckOrder::new(vec![]).unwrap(), ..scene(3, 0, 0) };
    assert_eq!(enter(hybrid(), short_deck), RefusalKind::BadDeck);
}

#[test]
fn a_street_waits_for_the_dealer_with_its_bets_still_standing() {
    let mut play = entered(hybrid(), &[5_000; 2], 1, 600);
    let deal = |play: &mut Play| play.input(Input::DealStreet).map_err(|refusal| refusal.kind);
    assert_eq!(deal(&mut play), Err(RefusalKind::BettingOpen));
    play.bet(0, 400);
    play.call(1);
    assert_eq!((play.turn(), play.board_len()), (None, 3));
    assert!(play.table.in_play().unwrap().betting_is_closed());
    assert_eq!(play.table.view(Viewer::Public).seats[0].in_hand.as_ref().unwrap().bet, Chips(400));
    deal(&mut play).unwrap();
    assert_eq!((play.turn(), play.board_len(), pots(&play)), (Some(0), 4, vec![1_400]));
    play.check(0);
    play.check(1);
    play.tick();
    assert_eq!((play.turn(), play.board_len()), (Some(0), 5), "the pause ends by itself");
}

#[test]
fn an_underbet_is_corrected_for_everybody_who_called_it() {
    let mut play = entered(hybrid(), &[20_000, 20_000, 20_000, 1_100], 1, 1_000);
    play.bet(0, 600);
    let force = |seat, to| FloorCommand::ForceWager { seat: SeatNo(seat), to: Chips(to) };
    assert_eq!(floor(&mut play, force(2, 1_000)), Err(RefusalKind::NotYourTurn));
    assert!(matches!(floor(&mut play, force(1, 500)), Err(RefusalKind::BelowMinimum { .. })));
    assert!(matches!(floor(&mut play, force(1, 30_000)), Err(RefusalKind::AboveMaximum { .. })));
    floor(&mut play, force(1, 1_000)).unwrap();
    play.call(2);
    play.call(3);
    let before = play.table.turn().unwrap().1;
    let correct = |seat, to| FloorCommand::CorrectWager { seat: SeatNo(seat), to: Chips(to) };
    assert_eq!(floor(&mut play, correct(0, 1_200)), Err(RefusalKind::NotTheLastWager));
    assert_eq!(floor(&mut play, correct(1, 1_000)), Err(RefusalKind::NothingToDo));
    let least = Err(RefusalKind::BelowMinimum { min_to: Chips(1_200) });
    assert_eq!(floor(&mut play, correct(1, 1_100)), least);
    let events = floor(&mut play, correct(1, 1_200)).unwrap();
    let Event::Floor(ruled) = &events[0] else { panic!("{events:?}") };
    assert_eq!(ruled.ground.rule(), "TDA 52-A");
    assert_eq!(play.stacks(), [19_400, 18_800, 18_800, 0], "the last one has no more to add");
    assert_eq!((play.turn(), play.to_call(), play.min_to()), (Some(0), 600, Some(1_800)));
    assert_ne!(play.table.turn().unwrap().1, before, "an answer to the old wager counts no more");
}

#[test]
fn an_overbet_gives_everybody_the_same_back() {
    let stakes = Stakes { betting: Betting::PotLimit, ..Stakes::no_limit(500, 1_000) };
    let plays = library().plays("omaha", &stakes).unwrap().0;
    let mut play = entered(TableSetup { plays, ..hybrid() }, &[60_000; 4], 1, 10_500);
    let quote = FloorCommand::QuotePot { seat: SeatNo(0), amount: Chips(11_500) };
    floor(&mut play, quote).unwrap();
    floor(&mut play, FloorCommand::ForceWager { seat: SeatNo(0), to: Chips(11_500) }).unwrap();
    play.fold(1);
    play.call(2);
    play.call(3);
    let correct = FloorCommand::CorrectWager { seat: SeatNo(0), to: Chips(10_500) };
    let events = floor(&mut play, correct.clone()).unwrap();
    let Event::Floor(ruled) = &events[0] else { panic!("{events:?}") };
    let FloorEvent::WagerCorrected { moved, .. } = &ruled.what else { panic!("{ruled:?}") };
    assert_eq!(moved.iter().map(|moved| moved.returned.0).collect::<Vec<_>>(), [1_000; 3]);
    assert_eq!((pots(&play), play.turn()), (vec![42_000], None));
    play.input(Input::DealStreet).unwrap();
    assert_eq!(floor(&mut play, correct), Err(RefusalKind::StreetClosed));
}

#[test]
fn under_two_books_the_window_ends_with_the_round() {
    let corrected = |book: &str| {
        let mut play = entered(under(book, hybrid()), &[20_000; 3], 1, 1_000);
        play.bet(0, 600);
        floor(&mut play, FloorCommand::ForceWager { seat: SeatNo(1), to: Chips(1_000) }).unwrap();
        play.call(2);
        play.call(0);
        floor(&mut play, FloorCommand::CorrectWager { seat: SeatNo(1), to: Chips(1_200) }).is_ok()
    };
    assert!(corrected("tda-2024") && corrected("wptapl"));
    assert!(!corrected("tfpl") && !corrected("spotlight"));
}

#[test]
fn a_plain_table_has_no_wager_to_correct_and_no_clock_to_call() {
    let mut play = common::preflop(setup(Stakes::no_limit(50, 100)), &[5_000; 3]);
    play.raise(0, 300);
    let seat = SeatNo(0);
    for command in [
        FloorCommand::ForceWager { seat: SeatNo(1), to: Chips(350) },
        FloorCommand::CorrectWager { seat, to: Chips(250) },
        FloorCommand::CallClock { seat: SeatNo(1), asked_by: None, level: None },
    ] {
        assert_eq!(floor(&mut play, command), Err(RefusalKind::NotHybrid));
    }
    let quote = FloorCommand::QuotePot { seat, amount: Chips(450) };
    assert_eq!(floor(&mut play, quote), Err(RefusalKind::NoPotCount));
}

#[test]
fn a_killed_hand_leaves_its_chips_and_gets_no_more_cards() {
    let mut play = entered(hybrid(), &[5_000; 3], 1, 600);
    let kill = |seat| FloorCommand::KillHand { seat: SeatNo(seat), reason: "fouled".to_owned() };
    play.bet(0, 400);
    floor(&mut play, kill(1)).unwrap();
    assert_eq!(play.turn(), Some(2), "the action goes on behind it");
    assert_eq!(floor(&mut play, kill(1)), Err(RefusalKind::NotInHand));
    play.call(2);
    assert_eq!(pots(&play), [1_400]);
    floor(&mut play, kill(0)).unwrap();
    play.run_out();
    assert_eq!(play.stacks(), [4_600, 5_000, 6_000], "the last hand wins");
}

/// TDA 15-B, 65-A; TNPL I2; WPTAPL 24.
#[test]
fn the_uncalled_part_of_a_killed_hands_bet_goes_back() {
    let kill = |seat| FloorCommand::KillHand { seat: SeatNo(seat), reason: "fouled".to_owned() };
    // On the flop the order is the second seat, the third, then the button.
    for book in ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"] {
        for hybrid in [true, false] {
            let setup = TableSetup { hybrid, ..under(book, setup(Stakes::no_limit(100, 200))) };
            let flop = |stacks: &[u64]| {
                let mut play = common::flop(setup.clone(), stacks);
                // A hybrid table has waited for its dealer.
                if play.turn().is_none() {
                    play.tick();
                }
                play
            };
            // Without a call the street is as it was before the bet.
            let mut play = flop(&[5_000; 3]);
            play.bet(1, 400);
            floor(&mut play, kill(1)).unwrap();
            assert_eq!((play.stack(1), play.turn(), play.to_call()), (5_000, Some(2), 0), "{book}");
            let least = 200 * play.table.setup().rulebook.betting.min_open_postflop_bb;
            assert_eq!(play.min_to(), Some(least), "{book}");
            // A short stack called in part, and that amount is still to call.
            let mut play = flop(&[5_000, 5_000, 300]);
            play.bet(1, 800);
            play.call(2);
            floor(&mut play, kill(1)).unwrap();
            let now = (play.stack(1), play.turn(), play.to_call());
            assert_eq!(now, (4_700, Some(0), 300), "{book}");
            // A raise falls back to the bet before it, and the called part stays in.
            let mut play = flop(&[5_000; 3]);
            play.bet(1, 400);
            play.raise(2, 1_200);
            floor(&mut play, kill(2)).unwrap();
            let now = (play.stack(2), play.turn(), play.to_call());
            assert_eq!(now, (4_600, Some(0), 400), "{book}");
        }
    }
}

/// WPTAPL 25.
#[test]
fn where_a_dead_hand_is_final_no_command_restores_it() {
    let restored = |book: &str| {
        let mut play = entered(under(book, hybrid()), &[5_000; 3], 1, 600);
        let kill = FloorCommand::KillHand { seat: SeatNo(2), reason: "in the muck".to_owned() };
        floor(&mut play, kill).unwrap();
        floor(&mut play, FloorCommand::RestoreHand { seat: SeatNo(2) }).map(drop)
    };
    for book in ["tda-2024", "tnpl", "tfpl", "spotlight", "online"] {
        assert_eq!(restored(book), Ok(()), "{book}");
    }
    assert_eq!(restored("wptapl"), Err(RefusalKind::DeadForGood));
}

/// TDA 52-A; TFPL 5c-9.
#[test]
fn a_sufficient_wager_is_not_corrected() {
    for book in ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl"] {
        let mut play = entered(under(book, hybrid()), &[20_000; 3], 1, 1_000);
        play.bet(0, 600);
        let correct = |to| FloorCommand::CorrectWager { seat: SeatNo(0), to: Chips(to) };
        let more = floor(&mut play, correct(5_000)).unwrap_err();
        assert_eq!(more, RefusalKind::AboveMaximum { max_to: Chips(600) }, "{book}");
        let less = floor(&mut play, correct(500)).unwrap_err();
        assert_eq!(less, RefusalKind::BelowMinimum { min_to: Chips(600) }, "{book}");
    }
}

#[test]
fn the_last_hand_is_not_killed() {
    let mut play = entered(hybrid(), &[5_000; 2], 1, 600);
    let kill = |seat| FloorCommand::KillHand { seat: SeatNo(seat), reason: String::new() };
    floor(&mut play, kill(1)).unwrap();
    play.run_out();
    assert_eq!(floor(&mut play, kill(0)), Err(RefusalKind::NoHand));
    assert_eq!(play.stacks(), [5_600, 5_000]);
}

#[test]
fn a_dead_stud_hand_gets_no_more_cards() {
    let stakes = Stakes {
        betting: Betting::FixedLimit,
        small_blind: Chips(0),
        big_blind: Chips(100),
        bring_in: Chips(30),
        ..Stakes::no_limit(0, 100)
    };
    let plays = library().plays("stud", &stakes).unwrap().0;
    let setup = TableSetup { plays, seats: 8, ..hybrid() };
    let mut play = Play::new(setup, &[5_000; 3]);
    let scene = Scene { reshuffles: vec![deck("")], ..scene(3, 1, 300) };
    play.input(Input::EnterHand(Box::new(scene))).unwrap();
    let dead = play.turn().unwrap();
    let kill = FloorCommand::KillHand { seat: SeatNo(dead), reason: String::new() };
    floor(&mut play, kill).unwrap();
    while play.turn().is_some() {
        let seat = play.turn().unwrap();
        play.check(seat);
    }
    let events = play.input(Input::DealStreet).unwrap();
    let dealt = events.iter().find_map(|event| match event {
        Event::UpDealt { cards } => Some(cards.iter().map(|(seat, _)| seat.0).collect::<Vec<_>>()),
        _ => None,
    });
    let others: Vec<u8> = (0..3).filter(|seat| *seat != dead).collect();
    assert_eq!(dealt.unwrap(), others);
}

#[test]
fn a_misplaced_button_is_a_misdeal_until_substantial_action() {
    let mut play = Play::new(hybrid(), &[5_000; 6]);
    play.next_hand();
    assert_eq!(play.button(), 0);
    let set = |seat| FloorCommand::SetButton { seat: SeatNo(seat) };
    floor(&mut play, set(3)).unwrap();
    assert_eq!((play.table.hand_in_progress(), play.stacks()), (None, vec![5_000; 6]));
    play.next_hand();
    assert_eq!(play.positions(), (3, Some(4), 5));
    play.raise(0, 400);
    play.call(1);
    assert_eq!(floor(&mut play, set(2)), Err(RefusalKind::SubstantialAction));
    while play.table.hand_in_progress().is_some() {
        match play.turn() {
            Some(seat) => play.fold(seat),
            None => play.tick(),
        };
    }
    play.next_hand();
    assert_eq!(play.positions(), (4, Some(5), 0), "it goes on from where it was");
    assert_eq!(floor(&mut play, set(10)), Err(RefusalKind::UnknownSeat));
}

/// TDA 34-B.
#[test]
fn heads_up_a_button_that_the_floor_sets_to_an_empty_seat_goes_to_the_small_blind() {
    let mut play = Play::new(hybrid(), &[5_000; 2]);
    floor(&mut play, FloorCommand::SetButton { seat: SeatNo(5) }).unwrap();
    play.next_hand();
    assert_eq!((play.positions(), play.turn()), ((0, Some(0), 1), Some(0)));
    play.call(0);
    play.check(1);
    play.input(Input::DealStreet).unwrap();
    assert_eq!(play.turn(), Some(1), "the button acts last after the flop");
}

#[test]
fn a_called_clock_counts_and_kills_or_checks_as_the_book_says() {
    let call = |seat| FloorCommand::CallClock { seat: SeatNo(seat), asked_by: None, level: None };
    let mut play = entered(hybrid(), &[5_000; 2], 1, 600);
    assert_eq!(play.table.deadline(), None, "nobody's time is counted before");
    assert_eq!(floor(&mut play, call(1)), Err(RefusalKind::NotYourTurn));
    floor(&mut play, call(0)).unwrap();
    assert_eq!(floor(&mut play, call(0)), Err(RefusalKind::NothingToDo));
    let called = play.now;
    assert_eq!(play.table.countdown(called + Millis::seconds(24)), None);
    assert_eq!(play.table.countdown(called + Millis::seconds(25)), Some(5));
    assert_eq!(play.table.deadline(), Some(called + Millis::seconds(30)));
    play.tick();
    assert_eq!(play.turn(), Some(1), "without a bet to face the hand is checked");
    play.bet(1, 400);
    floor(&mut play, call(0)).unwrap();
    play.now = play.table.deadline().unwrap();
    play.call(0);
    assert_eq!(pots(&play), [1_400], "the tie goes to the player");

    let mut play = entered(hybrid(), &[5_000; 2], 1, 600);
    play.bet(0, 400);
    floor(&mut play, call(1)).unwrap();
    play.now = play.table.deadline().unwrap() + Millis(1);
    assert_eq!(play.try_act(1, Action::Call).unwrap_err().kind, RefusalKind::StaleTurn);
    play.tick();
    play.run_out();
    assert_eq!(play.stacks(), [5_600, 5_000], "facing a bet it is dead");
}

#[test]
fn who_may_call_the_clock_and_when_is_up_to_the_book() {
    let mut play = entered(under("wptapl", hybrid()), &[5_000; 2], 1, 600);
    let by = |asked_by| FloorCommand::CallClock { seat: SeatNo(0), asked_by, level: None };
    assert_eq!(floor(&mut play, by(Some(SeatNo(1)))), Err(RefusalKind::NotYoursToCall));
    assert_eq!(floor(&mut play, by(None)), Err(RefusalKind::TooEarly));
    play.now = play.now + Millis::seconds(30);
    floor(&mut play, by(None)).unwrap();
    let mut play = entered(under("tfpl", hybrid()), &[5_000; 2], 1, 600);
    assert_eq!(floor(&mut play, by(None)), Err(RefusalKind::NotFacingABet));
}

/// Plays a called bet on the river, before any player has shown.
fn called_river(setup: TableSetup, hole: &[&str]) -> Play {
    let players = u8::try_from(hole.len()).unwrap();
    let mut play = Play::new(own_show(setup), &vec![5_000; hole.len()]);
    let scene = Scene { deck: common::dealt(hole, "Kd Jh 9s 5c 3h"), ..scene(players, 3, 1_000) };
    play.input(Input::EnterHand(Box::new(scene))).unwrap();
    play.bet(0, 500);
    for seat in 1..players {
        play.call(seat);
    }
    play
}

fn show(play: &mut Play, seat: u8, show: bool) -> Result<Vec<Event>, RefusalKind> {
    play.input(Input::ShowOrMuck { seat: SeatNo(seat), show }).map_err(|refusal| refusal.kind)
}

fn ask(play: &mut Play, by: u8, target: u8) -> Result<Vec<Event>, RefusalKind> {
    let input = Input::AskToSee { by: SeatNo(by), target: SeatNo(target) };
    play.input(input).map_err(|refusal| refusal.kind)
}

#[test]
fn players_show_in_any_order_and_the_best_shown_hand_wins() {
    let mut play = called_river(hybrid(), &["As Ah", "Ks 8d", "7c 2d"]);
    show(&mut play, 1, true).unwrap();
    show(&mut play, 0, false).unwrap();
    assert_eq!(show(&mut play, 0, false), Err(RefusalKind::NothingToDo));
    show(&mut play, 2, false).unwrap();
    assert_eq!(play.stacks(), [4_500; 3], "the pot waits for who wants to see a hand");
    play.tick();
    assert_eq!(play.stacks(), [4_500, 7_000, 4_500], "the aces were given away");
}

#[test]
fn a_discard_is_retractable_or_final_as_the_book_says() {
    let mut play = called_river(hybrid(), &["As Ah", "Ks 8d"]);
    show(&mut play, 0, false).unwrap();
    show(&mut play, 0, true).unwrap();
    show(&mut play, 1, true).unwrap();
    play.tick();
    assert_eq!(play.stacks(), [6_500, 4_500]);
    let mut play = called_river(under("wptapl", hybrid()), &["As Ah", "Ks 8d"]);
    show(&mut play, 0, false).unwrap();
    assert_eq!(show(&mut play, 0, true), Err(RefusalKind::Discarded));
}

#[test]
fn a_discard_that_the_dealer_has_killed_is_dead() {
    let mut play = called_river(hybrid(), &["As Ah", "Ks 8d", "7c 2d"]);
    show(&mut play, 0, false).unwrap();
    let kill = FloorCommand::KillHand { seat: SeatNo(0), reason: "given away".to_owned() };
    floor(&mut play, kill).unwrap();
    assert_eq!(show(&mut play, 0, true), Err(RefusalKind::NothingToShow));
    assert_eq!(right(&play, 0, 1), SeeRight::None);
}

#[test]
fn the_last_hand_wins_unseen_and_is_not_given_away() {
    let mut play = called_river(hybrid(), &["As Ah", "Ks 8d", "7c 2d"]);
    show(&mut play, 0, false).unwrap();
    show(&mut play, 1, false).unwrap();
    assert_eq!(show(&mut play, 2, false), Err(RefusalKind::LastHand));
    play.input(Input::DealStreet).unwrap();
    assert_eq!(play.stacks(), [4_500, 4_500, 7_000]);
    assert_eq!(play.tabled(), [0_u8; 0]);
}

#[test]
fn who_does_not_show_in_time_is_shown_by_the_room_where_the_hand_may_win() {
    let mut play = called_river(hybrid(), &["As Ah", "Ks 8d", "7c 2d"]);
    play.tick();
    play.run_out();
    assert_eq!((play.tabled(), play.stacks()), (vec![0], vec![7_000, 4_500, 4_500]));
}

#[test]
fn callers_on_the_river_see_the_last_aggressor_and_nobody_else_by_right() {
    let mut play = called_river(hybrid(), &["7c 2d", "Ks 8d", "Qs Qh"]);
    show(&mut play, 0, false).unwrap();
    show(&mut play, 1, true).unwrap();
    assert_eq!(right(&play, 2, 0), SeeRight::Inalienable);
    assert_eq!(right(&play, 1, 2), SeeRight::Discretion);
    assert_eq!(right(&play, 0, 2), SeeRight::None, "who gave up the cards has no right");
    assert_eq!(ask(&mut play, 0, 2), Err(RefusalKind::NoRightToSee));
    let denied = ask(&mut play, 1, 2).unwrap();
    assert!(denied.iter().all(|event| !matches!(event, Event::HandExposed { .. })));
    let shown = ask(&mut play, 2, 0).unwrap();
    let exposed =
        |event: &Event| matches!(event, Event::HandExposed { seat: SeatNo(0), live: false, .. });
    assert!(shown.iter().any(exposed));
    assert!(play.table.view(Viewer::Public).seats[0].in_hand.as_ref().unwrap().tabled.is_some());
    show(&mut play, 2, false).unwrap();
    floor(&mut play, FloorCommand::ShowHand { seat: SeatNo(2) }).unwrap();
    play.tick();
    assert_eq!(play.stacks(), [4_500, 7_000, 4_500], "hands that were asked for stay dead");
    assert_eq!(ask(&mut play, 1, 2), Err(RefusalKind::NoHand));
}

#[test]
fn a_hand_the_winner_asks_for_comes_alive_where_the_book_has_it_so() {
    let pot_to = |book: &str, by: u8| {
        let mut play = called_river(under(book, hybrid()), &["Ks 8d", "As Ah", "7c 2d"]);
        show(&mut play, 0, true).unwrap();
        show(&mut play, 1, false).unwrap();
        show(&mut play, 2, false).unwrap();
        let asked = ask(&mut play, by, 1);
        play.tick();
        asked.map(|_| play.stacks())
    };
    assert_eq!(pot_to("tfpl", 0), Ok(vec![4_500, 7_000, 4_500]));
    assert_eq!(pot_to("tfpl", 2), Ok(vec![7_000, 4_500, 4_500]), "asked by another it is dead");
    assert_eq!(pot_to("wptapl", 0), Ok(vec![7_000, 4_500, 4_500]));
    assert_eq!(pot_to("tnpl", 0), Ok(vec![7_000, 4_500, 4_500]), "the floor does not grant it");
}

/// TDA 18-B; TFPL 3e-5, which kills only a hand that has been folded; WPTAPL 22.
#[test]
fn a_hand_that_is_asked_for_before_its_player_decides_is_tabled_and_may_win() {
    // Seat 0 bet on the river with the best hand.
    for book in ["tda-2024", "tfpl", "spotlight", "wptapl"] {
        let mut play = called_river(under(book, hybrid()), &["As Ah", "Ks 8d", "7c 2d"]);
        ask(&mut play, 2, 0).unwrap();
        assert_eq!(play.tabled(), [0], "{book}");
        play.tick();
        play.run_out();
        assert_eq!(play.stacks(), [7_000, 4_500, 4_500], "{book}");
    }
    let mut play = called_river(hybrid(), &["Ks 8d", "As Ah", "7c 2d"]);
    floor(&mut play, FloorCommand::ShowHand { seat: SeatNo(1) }).unwrap();
    play.tick();
    play.run_out();
    assert_eq!((play.tabled()[0], play.stacks()), (1, vec![4_500, 7_000, 4_500]));
}

#[test]
fn two_players_who_ask_for_each_others_hands_leave_a_winner() {
    let mut play = called_river(under("tfpl", hybrid()), &["Ks 8d", "As Ah"]);
    ask(&mut play, 0, 1).unwrap();
    ask(&mut play, 1, 0).unwrap();
    play.tick();
    assert_eq!(play.stacks(), [4_500, 6_500]);
}

#[test]
fn a_discard_and_a_hand_that_the_floor_shows_leave_a_winner() {
    let mut play = called_river(hybrid(), &["Ks 8d", "As Ah"]);
    show(&mut play, 0, false).unwrap();
    floor(&mut play, FloorCommand::ShowHand { seat: SeatNo(1) }).unwrap();
    play.tick();
    assert_eq!(play.stacks(), [4_500, 6_500]);
}

/// Older versions stored such hands.
#[test]
fn a_pot_for_which_all_hands_were_turned_over_as_dead_goes_to_the_best_of_them() {
    let mut play = called_river(hybrid(), &["Ks 8d", "As Ah", "7c 2d"]);
    for seat in [0, 1, 2].map(SeatNo) {
        let ground = Ground::AskToSee;
        let cards = play.table.hole_cards(Viewer::Seat(seat));
        play.table.apply(&Event::HandExposed { seat, cards, live: false, ground });
    }
    play.table.apply(&Event::AwardHeld { until: play.now });
    play.tick();
    assert_eq!(play.stacks(), [4_500, 7_000, 4_500]);
}

#[test]
fn a_hand_is_shown_whole_and_only_at_the_showdown() {
    let mut play = entered(own_show(hybrid()), &[5_000; 2], 3, 1_000);
    let cards = |picks| Input::ShowCards { seat: SeatNo(0), picks };
    let refused = |play: &mut Play, picks| play.input(cards(picks)).unwrap_err().kind;
    assert_eq!(show(&mut play, 0, true), Err(RefusalKind::NothingToShow));
    assert_eq!(refused(&mut play, Picks::first(2)), RefusalKind::NothingToShow);
    assert_eq!(ask(&mut play, 0, 1), Err(RefusalKind::WindowClosed));
    play.check(0);
    play.check(1);
    assert_eq!(refused(&mut play, Picks::first(1)), RefusalKind::ShowAllOrNone);
    play.input(cards(Picks::first(2))).unwrap();
    assert_eq!(play.tabled(), [0]);
}

#[test]
fn the_rest_of_the_board_is_shown_when_all_who_called_agree() {
    let spotlight = || under("spotlight", setup(Stakes::no_limit(50, 100)));
    let hunt = |answers: &[(u8, bool)]| {
        let mut play = Play::new(spotlight(), &[5_000; 4]);
        play.next_hand();
        play.raise(3, 300);
        play.call(0);
        play.call(1);
        play.fold(2);
        play.bet(1, 400);
        play.fold(3);
        play.fold(0);
        let request = |seat| Input::RabbitRequest { seat: SeatNo(seat) };
        assert_eq!(play.input(request(3)).unwrap_err().kind, RefusalKind::NotWinner);
        play.input(request(1)).unwrap();
        for (seat, agrees) in answers {
            play.input(Input::RabbitConsent { seat: SeatNo(*seat), agrees: *agrees }).unwrap();
        }
        let shown = play.this_hand().iter().find_map(|event| match event {
            Event::RabbitShown { cards } => Some(cards.len()),
            _ => None,
        });
        (play, shown)
    };
    assert_eq!(hunt(&[(3, true), (0, true)]).1, Some(2), "turn and river");
    assert_eq!(hunt(&[(3, true)]).1, None);
    let (mut refused, shown) = hunt(&[(3, false)]);
    assert_eq!(shown, None);
    let late = Input::RabbitConsent { seat: SeatNo(0), agrees: true };
    assert_eq!(refused.input(late).unwrap_err().kind, RefusalKind::WindowClosed);
    let (mut late, _) = hunt(&[(3, true)]);
    late.now = late.now + Millis::seconds(6);
    let consent = Input::RabbitConsent { seat: SeatNo(0), agrees: true };
    assert_eq!(late.input(consent).unwrap_err().kind, RefusalKind::WindowClosed);
}

#[test]
fn no_other_book_knows_a_rabbit_hunt() {
    for book in ["tda-2024", "tnpl", "tfpl", "wptapl", "online"] {
        let mut play = Play::new(under(book, setup(Stakes::no_limit(50, 100))), &[5_000; 3]);
        play.next_hand();
        play.fold_out();
        let refusal = play.input(Input::RabbitRequest { seat: SeatNo(2) }).unwrap_err();
        assert_eq!(refusal.kind, RefusalKind::NoRabbitHunt, "{book}");
    }
}

#[test]
fn the_cap_of_limit_is_lifted_when_the_event_is_heads_up() {
    let stakes = Stakes { betting: Betting::FixedLimit, ..Stakes::no_limit(50, 100) };
    let capped = |players_left| {
        let plays = library().plays("holdem", &stakes).unwrap().0;
        let setup = TableSetup { plays, players_left, ..hybrid() };
        let mut play = entered(setup, &[9_000; 2], 2, 600);
        play.bet(0, 200);
        play.raise(1, 400);
        play.raise(0, 600);
        play.raise(1, 800);
        play.range().is_none()
    };
    assert!(capped(Some(10)), "ten are left in the event");
    assert!(!capped(Some(2)) && !capped(None));
}

#[test]
fn seats_that_are_all_in_limit_the_pots_before_the_betting_is_over() {
    let mut play = entered(hybrid(), &[5_000, 300, 5_000], 1, 600);
    play.bet(0, 500);
    play.call(1);
    assert_eq!(pots(&play), [1_200, 200]);
    let eligible: SeatSet = [0, 2].map(SeatNo).into_iter().collect();
    assert_eq!(play.table.in_play().unwrap().pots()[1].eligible, eligible);
}

/// Pseudo-random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn seat(&mut self) -> SeatNo {
        SeatNo(u8::try_from(self.below(5)).unwrap())
    }
}

fn anything(play: &Play, dice: &mut Dice) -> Input {
    let (seat, to) = (dice.seat(), Chips(100 * dice.below(40)));
    let at_showdown = play.turn().is_none() && play.board_len() == 5;
    // At the showdown, the time to show seldom ends.
    let choice = match if at_showdown { dice.below(40) } else { 40 } {
        choice @ 14..=15 => choice,
        40 => dice.below(40),
        other => 5 + other % 7,
    };
    let command = match choice {
        0 | 1 => FloorCommand::ForceWager { seat: play.turn().map_or(seat, SeatNo), to },
        // Less than the rules allow.
        21..=24 => {
            let least = play.table.turn().and_then(|(_, _, legal)| legal.wager);
            let to = least.map_or(to, |wager| wager.min_to.saturating_sub(Chips(20)));
            FloorCommand::ForceWager { seat: play.turn().map_or(seat, SeatNo), to }
        }
        2 | 16..=20 => FloorCommand::CorrectWager { seat, to },
        3 => FloorCommand::KillHand { seat, reason: String::new() },
        4 => FloorCommand::SetButton { seat },
        5 => FloorCommand::CallClock { seat, asked_by: None, level: None },
        6 => FloorCommand::ShowHand { seat },
        7 => FloorCommand::QuotePot { seat, amount: to },
        8 => return Input::AskToSee { by: seat, target: dice.seat() },
        9 | 10 => return Input::ShowOrMuck { seat, show: dice.below(2) == 0 },
        11 => return Input::ShowCards { seat, picks: Picks::first(2) },
        12 => return Input::RabbitRequest { seat },
        13 => return Input::RabbitConsent { seat, agrees: dice.below(4) > 0 },
        14 => return Input::DealStreet,
        15 => return Input::Tick,
        _ => {
            let Some((seat, turn, legal)) = play.table.turn() else { return Input::DealStreet };
            let action = match (dice.below(12), legal.wager, legal.call) {
                (0, ..) => Action::Fold,
                (1, Some(wager), _) if wager.raise => Action::RaiseTo(wager.all_in_to),
                (1 | 2, Some(wager), _) if wager.raise => Action::RaiseTo(wager.min_to),
                (1 | 2, Some(wager), _) => Action::Bet(wager.min_to),
                (_, _, Some(_)) => Action::Call,
                _ => Action::Check,
            };
            return Input::Act { seat, turn, action };
        }
    };
    Input::Floor(command)
}

/// Each input either changes nothing or yields events that replay to the same table, and no chip is
/// made or lost. `Play::input` and the table itself assert both.
#[test]
fn whatever_the_floor_and_the_players_do_replays_and_conserves_chips() {
    let (mut corrections, mut exposed, mut hands) = (0, 0, 0);
    for (number, book) in
        (0..).zip(["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"].repeat(8))
    {
        let mut dice = Dice(number);
        let mut play =
            Play::new(own_show(under(book, hybrid())), &[2_500, 900, 4_000, 3_000, 1_500]);
        for _ in 0..200 {
            if play.table.hand_in_progress().is_none() {
                let due = play.table.deadline().map_or(play.now, |due| play.now.max(due));
                if !play.table.wants_hand(due) {
                    break;
                }
                play.next_hand();
                hands += 1;
            }
            if dice.below(8) == 0 {
                play.now = play.now + Millis(dice.below(12_000));
            }
            let input = anything(&play, &mut dice);
            let corrects = match &input {
                Input::Floor(FloorCommand::CorrectWager { seat, .. }) => Some(*seat),
                _ => None,
            };
            let events = play.input(input).or_else(|refusal| {
                // The floor corrects a wager to the amount that the rejection allows.
                let Some(seat) = corrects else { return Err(refusal) };
                let (RefusalKind::BelowMinimum { min_to: to }
                | RefusalKind::AboveMaximum { max_to: to }) = refusal.kind
                else {
                    return Err(refusal);
                };
                play.input(Input::Floor(FloorCommand::CorrectWager { seat, to }))
            });
            let Ok(events) = events else { continue };
            for event in events {
                match event {
                    Event::HandExposed { .. } => exposed += 1,
                    Event::Floor(ruled) => {
                        let corrected = matches!(ruled.what, FloorEvent::WagerCorrected { .. });
                        corrections += u32::from(corrected);
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(corrections > 10 && exposed > 2 && hands > 100, "{corrections} {exposed} {hands}");
}
