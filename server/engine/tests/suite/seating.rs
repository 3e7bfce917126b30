//! Coming and going: buy-ins, top-ups, leaving and sitting in during a hand, voids, time charges,
//! pauses. The button is in seat 0, with the blinds to its left.
use crate::common;

use cardroom_engine::{Action, Event, Input, Refusal, RefusalKind, TableSetup, TurnNo, Viewer};
use cardroom_rules::{Chips, Millis, PlayerId, Rake, SeatNo, Stakes, TimeCharge};
use common::{Play, deck, flop, preflop, setup, with_terms};

fn no_limit() -> TableSetup {
    setup(Stakes::no_limit(50, 100))
}

fn buy_ins(min: u64, max: u64) -> TableSetup {
    with_terms(no_limit(), |terms| {
        terms.min_buy_in = Chips(min);
        terms.max_buy_in = Chips(max);
    })
}

fn sit(play: &mut Play, seat: u8, player: u64, buy_in: u64, owed: u64) -> Result<(), RefusalKind> {
    let sit = Input::Sit {
        seat: SeatNo(seat),
        player: PlayerId(player),
        buy_in: Chips(buy_in),
        owed: Chips(owed),
        wait_for_big_blind: false,
    };
    play.input(sit).map(|_| ()).map_err(|refusal| refusal.kind)
}

fn kind(result: Result<Vec<Event>, Refusal>) -> RefusalKind {
    result.expect_err("this is refused").kind
}

#[test]
fn a_seat_is_taken_once_by_one_player_with_a_buy_in_within_the_limits() {
    let mut play = Play::new(buy_ins(2_000, 10_000), &[]);
    let range = RefusalKind::BuyInOutOfRange { min: Chips(2_000), max: Chips(10_000) };
    for amount in [0, 1_999, 10_001, u64::MAX] {
        assert_eq!(sit(&mut play, 3, 1, amount, 0), Err(range));
    }
    assert_eq!(sit(&mut play, 3, 1, 2_000, 0), Ok(()));
    assert_eq!(sit(&mut play, 3, 2, 2_000, 0), Err(RefusalKind::SeatTaken));
    assert_eq!(sit(&mut play, 4, 1, 2_000, 0), Err(RefusalKind::AlreadySeated));
    assert_eq!(sit(&mut play, 10, 2, 2_000, 0), Err(RefusalKind::UnknownSeat));
}

#[test]
fn who_left_lately_brings_back_what_was_taken_away() {
    let mut play = Play::new(buy_ins(2_000, 10_000), &[]);
    let rathole = |owed| Err(RefusalKind::Rathole { owed: Chips(owed) });
    assert_eq!(sit(&mut play, 0, 1, 5_000, 7_000), rathole(7_000));
    assert_eq!(sit(&mut play, 0, 1, 7_000, 7_000), Ok(()));
    // The same holds above the largest buy-in.
    assert_eq!(sit(&mut play, 1, 2, 10_000, 25_000), rathole(25_000));
    assert_eq!(sit(&mut play, 1, 2, 25_000, 25_000), Ok(()));
}

/// A table does not open for settings that the files allow but this engine cannot play.
#[test]
fn a_table_opens_only_for_what_it_can_play() {
    use cardroom_rules::{Deal, HoleUse};
    use std::sync::Arc;
    assert_eq!(no_limit().validate(), Ok(()));
    let with_deal = |street: usize, deal: Vec<Deal>| {
        let mut setup = no_limit();
        let mut play = setup.plays[0].clone();
        let game = Arc::make_mut(&mut play.game);
        game.streets[street].deal = deal;
        game.max_players = 2;
        setup.plays = Arc::from([play]);
        setup.seats = 2;
        setup.validate()
    };
    assert_eq!(with_deal(0, vec![Deal::Down(2)]), Ok(()));
    assert!(with_deal(0, vec![Deal::Down(8)]).is_err());
    assert!(with_deal(0, vec![]).is_err());
    assert!(with_deal(3, vec![Deal::Board(2)]).is_err());
    let with_hole = |hole: HoleUse| {
        let mut setup = no_limit();
        let mut play = setup.plays[0].clone();
        Arc::make_mut(&mut play.game).showdown[0].hole = hole;
        setup.plays = Arc::from([play]);
        setup.validate()
    };
    assert_eq!(with_hole(HoleUse::ExactlyTwo), Ok(()));
    assert!(with_deal(0, vec![Deal::Down(3)]).is_err(), "eight cards are too many to choose from");
    let none = TableSetup { plays: Arc::from([]), ..no_limit() };
    assert!(none.validate().is_err());
    for seats in [0, 1, 11, 255] {
        assert!(TableSetup { seats, ..no_limit() }.validate().is_err());
    }
}

#[test]
fn a_table_holds_no_more_chips_than_can_be_counted() {
    let most = (1 << 53) - 1;
    let mut play = Play::new(no_limit(), &[]);
    sit(&mut play, 0, 1, most - 1_000, most - 1_000).unwrap();
    let range = RefusalKind::BuyInOutOfRange { min: Chips(1), max: Chips(1_000) };
    for amount in [1_001, u64::MAX] {
        assert_eq!(sit(&mut play, 1, 2, amount, u64::MAX), Err(range));
    }
    sit(&mut play, 1, 2, 900, 0).unwrap();
    assert!(play.top_up(1, 101).is_err());
    play.top_up(1, 100).unwrap();
    assert_eq!(play.table.total(), Chips(most));
    play.next_hand();
    play.raise(0, most / 2);
    play.call(1);
    play.run_out();
    assert_eq!(play.table.total(), Chips(most));
}

#[test]
fn a_top_up_in_a_hand_waits_for_its_end() {
    let mut play = preflop(buy_ins(100, 10_000), &[5_000; 3]);
    play.top_up(0, 3_000).unwrap();
    assert_eq!(play.stack(0), 5_000);
    let refused = play.refused(0, Action::RaiseTo(Chips(5_001)));
    assert_eq!(refused, RefusalKind::AboveMaximum { max_to: Chips(5_000) });
    let most = RefusalKind::TopUpTooLarge { max: Chips(10_000) };
    assert_eq!(kind(play.top_up(0, 2_001)), most);
    assert_eq!(kind(play.top_up(0, u64::MAX)), most);
    assert_eq!(kind(play.top_up(0, 0)), RefusalKind::NothingToDo);
    play.fold_out();
    assert_eq!(play.stack(0), 8_000);
    play.top_up(0, 2_000).unwrap();
    assert_eq!(play.stack(0), 10_000, "at once between hands");
}

#[test]
fn a_top_up_that_a_won_pot_made_too_much_goes_back_to_the_player() {
    let mut play = preflop(buy_ins(100, 10_000), &[6_000; 3]);
    play.raise(0, 5_000);
    play.top_up(0, 9_000).unwrap();
    let mut events = play.fold(1);
    events.extend(play.fold(2));
    // 6,000 and the blinds of 150; 3,850 more make 10,000.
    assert_eq!(play.stack(0), 10_000);
    let returned = events.iter().find_map(|event| match event {
        Event::TopUpReturned { seat, player, amount } => Some((*seat, *player, *amount)),
        _ => None,
    });
    assert_eq!(returned, Some((SeatNo(0), PlayerId(100), Chips(5_150))));
}

/// Returns the chips that went back to the host, and to the players themselves.
fn went_back(events: &[Event]) -> [Vec<(u8, u64)>; 2] {
    let gifts = events.iter().filter_map(|event| match event {
        Event::GiftReturned { seat, amount, .. } => Some((seat.0, amount.0)),
        _ => None,
    });
    let own = events.iter().filter_map(|event| match event {
        Event::TopUpReturned { seat, amount, .. } => Some((seat.0, amount.0)),
        _ => None,
    });
    [gifts.collect(), own.collect()]
}

#[test]
fn a_gift_that_a_won_pot_made_too_much_goes_back_to_the_host_before_own_chips_do() {
    let give = |seat, amount| Input::Give { seat: SeatNo(seat), amount: Chips(amount) };
    // 6,000 and the blinds of 150, so 3,850 more make 10,000.
    for (own, gift, gift_back, own_back) in [
        (0, 3_000, vec![], vec![]),
        (0, 9_000, vec![(0, 5_150)], vec![]),
        (3_000, 6_000, vec![(0, 5_150)], vec![]),
        (5_000, 4_000, vec![(0, 4_000)], vec![(0, 1_150)]),
    ] {
        let mut play = preflop(buy_ins(100, 10_000), &[6_000; 3]);
        play.raise(0, 5_000);
        if own > 0 {
            play.top_up(0, own).unwrap();
        }
        play.input(give(0, gift)).unwrap();
        let before = play.table.total();
        let mut events = play.fold(1);
        events.extend(play.fold(2));
        let [gifts, owns] = went_back(&events);
        assert_eq!((&gifts, &owns), (&gift_back, &own_back), "{own} and {gift}");
        let back: u64 = gifts.iter().chain(&owns).map(|(_, amount)| amount).sum();
        assert_eq!(play.table.total(), before - Chips(back));
        assert_eq!(play.stack(0), 6_150 + own + gift - back);
    }
    // Between hands a gift joins at once.
    let mut play = preflop(buy_ins(100, 10_000), &[6_000; 3]);
    fold_all(&mut play);
    play.input(give(2, 1_000)).unwrap();
    assert_eq!(play.stack(2), 7_050);
}

#[test]
fn a_gift_that_is_taken_back_in_its_hand_never_joins_the_stack() {
    let mut play = preflop(buy_ins(100, 10_000), &[6_000; 3]);
    let seat = SeatNo(0);
    play.input(Input::Give { seat, amount: Chips(3_000) }).unwrap();
    play.input(Input::TakeBack { seat, amount: Chips(3_500) }).unwrap();
    let events = fold_all(&mut play);
    assert_eq!(went_back(&events), [vec![(0, 3_000)], vec![]]);
    let taken = events.iter().find_map(|event| match event {
        Event::TakenBack { amount, .. } => Some(amount.0),
        _ => None,
    });
    assert_eq!((taken, play.stack(0)), (Some(500), 5_500), "the rest comes off the stack");
}

/// Folds for all players, and returns the events.
fn fold_all(play: &mut Play) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(seat) = play.turn() {
        events.extend(play.fold(seat));
    }
    events
}

#[test]
fn chips_are_taken_back_between_hands() {
    let mut play = preflop(buy_ins(100, 10_000), &[6_000; 3]);
    let take = |seat, amount| Input::TakeBack { seat: SeatNo(seat), amount: Chips(amount) };
    let before = play.table.total();
    play.input(take(0, 1_000)).unwrap();
    play.input(take(1, 9_000)).unwrap();
    assert_eq!(play.table.seat(SeatNo(0)).unwrap().to_take_back(), Chips(1_000));
    assert_eq!(play.table.total(), before, "not in the middle of a hand");
    assert_eq!(kind(play.input(take(0, 0))), RefusalKind::NothingToDo);
    let events = fold_all(&mut play);
    let taken: Vec<(u8, u64)> = events
        .iter()
        .filter_map(|event| match event {
            Event::TakenBack { seat, amount, .. } => Some((seat.0, amount.0)),
            _ => None,
        })
        .collect();
    let [(0, 1_000), (1, all)] = taken[..] else { panic!("{taken:?}") };
    assert!(all < 9_000 && play.stack(1) == 0, "no more than there is");
    assert_eq!(play.table.total(), before - Chips(1_000 + all));
    assert_eq!(play.table.seat(SeatNo(1)).unwrap().to_take_back(), Chips(0));
    // Between hands the chips are taken at once.
    let stack = play.stack(2);
    let most = RefusalKind::AboveMaximum { max_to: Chips(stack) };
    assert_eq!(kind(play.input(take(2, stack + 1))), most);
    play.input(take(2, 500)).unwrap();
    assert_eq!(play.stack(2), stack - 500);
}

#[test]
fn chips_are_taken_back_before_a_player_leaves_with_them() {
    let mut play = preflop(buy_ins(100, 10_000), &[6_000; 3]);
    play.input(Input::TakeBack { seat: SeatNo(1), amount: Chips(2_000) }).unwrap();
    let mut events = play.input(Input::Leave { seat: SeatNo(1) }).unwrap();
    events.extend(fold_all(&mut play));
    let place = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let taken = place(|event| matches!(event, Event::TakenBack { amount: Chips(2_000), .. }));
    let left = place(|event| matches!(event, Event::SeatLeft { .. }));
    assert!(taken < left);
}

#[test]
fn who_lost_everything_plays_on_with_a_top_up_and_sits_out_without() {
    let mut play = preflop(no_limit(), &[1_000, 1_000, 5_000]);
    play.raise(0, 1_000);
    play.call(1);
    play.call(2);
    play.top_up(0, 700).unwrap();
    play.run_out();
    let broke: Vec<bool> =
        play.table.view(Viewer::Public).seats.iter().map(|seat| seat.sitting_out).collect();
    let stacks = play.stacks();
    assert_eq!(stacks.iter().sum::<u64>(), 7_700);
    for seat in 0..3 {
        assert_eq!(broke[seat], stacks[seat] == 0);
    }
    let out = (0..3).find(|seat| stacks[usize::from(*seat)] == 0).expect("somebody lost");
    assert_eq!(kind(play.input(Input::SitIn { seat: SeatNo(out) })), RefusalKind::NoChips);
    play.top_up(out, 500).unwrap();
    play.sit_in(out);
}

#[test]
fn leaving_in_a_hand_folds_at_the_turn_and_takes_the_chips_at_the_end() {
    let mut play = flop(no_limit(), &[5_000; 4]);
    play.bet(1, 300);
    play.leave(3);
    assert_eq!(play.turn(), Some(2));
    assert_eq!(kind(play.input(Input::Leave { seat: SeatNo(3) })), RefusalKind::NothingToDo);
    assert_eq!(kind(play.top_up(3, 100)), RefusalKind::Leaving);
    let events = play.call(2);
    assert!(matches!(
        events[1],
        Event::Acted { seat: SeatNo(3), action: Action::Fold, timed_out: true, .. }
    ));
    assert_eq!(play.turn(), Some(0));
    // On the player's own turn, the fold is immediate.
    let events = play.leave(0);
    assert!(matches!(events[1], Event::Acted { seat: SeatNo(0), action: Action::Fold, .. }));
    assert_eq!(play.turn(), Some(1), "the next street");
    assert_eq!(sit(&mut play, 3, 77, 5_000, 0), Err(RefusalKind::SeatTaken));
    play.fold(1);
    let left = |seat: u8| {
        play.log.iter().find_map(|event| match event {
            Event::SeatLeft { seat: from, cashed_out, .. } if from.0 == seat => Some(cashed_out.0),
            _ => None,
        })
    };
    assert_eq!((left(3), left(0)), (Some(5_000), Some(5_000)));
    assert_eq!(play.table.total(), Chips(10_400));
}

#[test]
fn who_leaves_all_in_takes_the_winnings() {
    let mut play = Play::new(no_limit(), &[1_000, 1_000]);
    play.start(common::dealt(&["7c8d", "AcAd"], "2h3h4s9sKs"));
    play.raise(0, 1_000);
    play.call(1);
    play.leave(0);
    play.run_out();
    let left = play.log.iter().find(|event| matches!(event, Event::SeatLeft { .. }));
    assert!(matches!(left, Some(Event::SeatLeft { cashed_out: Chips(2_000), .. })));
}

#[test]
fn whoever_is_not_dealt_in_comes_and_goes_at_once() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    assert_eq!(sit(&mut play, 5, 55, 3_000, 0), Ok(()));
    assert_eq!(play.dealt_in(), [0, 1, 2]);
    play.top_up(5, 100).unwrap();
    assert_eq!(play.stack(5), 3_100);
    play.leave(5);
    assert_eq!(play.table.stack(SeatNo(5)), None);
    assert_eq!(play.table.total(), Chips(15_000));
}

#[test]
fn requests_that_change_nothing_are_refused() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    let seat = SeatNo(1);
    assert_eq!(kind(play.input(Input::SitIn { seat })), RefusalKind::NothingToDo);
    play.sit_out(1);
    assert_eq!(kind(play.input(Input::SitOut { seat })), RefusalKind::NothingToDo);
    let prefer =
        Input::Prefer { seat, wait_for_big_blind: false, auto_muck: true, straddle: false };
    assert_eq!(kind(play.input(prefer)), RefusalKind::NothingToDo);
    let here = Input::Presence { seat, connected: true };
    assert_eq!(kind(play.input(here)), RefusalKind::NothingToDo);
    assert_eq!(kind(play.input(Input::Resume)), RefusalKind::NothingToDo);
    assert_eq!(kind(play.input(Input::SweepHouse)), RefusalKind::NothingToDo);
    let start = Input::StartHand { deck: deck(""), reshuffles: Vec::new(), draw: 0 };
    assert_eq!(kind(play.input(start)), RefusalKind::HandInProgress);
}

/// Clients name seats, and no number they send may cause a panic.
#[test]
fn seats_that_do_not_exist_are_refused_and_have_no_view() {
    let mut setup = no_limit();
    setup.seats = 6;
    let mut play = preflop(setup, &[5_000; 3]);
    let fold = |seat, turn| Input::Act { seat, turn, action: Action::Fold };
    for number in [6, 9, 10, 15, 16, 31, 32, 64, 255] {
        let seat = SeatNo(number);
        let turn = TurnNo(1);
        let inputs = [
            Input::TopUp { seat, amount: Chips(1) },
            Input::SitOut { seat },
            Input::SitIn { seat },
            Input::Leave { seat },
            Input::Prefer { seat, wait_for_big_blind: true, auto_muck: true, straddle: false },
            Input::Presence { seat, connected: false },
            Input::ShowOrMuck { seat, show: true },
            fold(seat, turn),
        ];
        for input in inputs {
            assert_eq!(kind(play.input(input)), RefusalKind::UnknownSeat);
        }
        assert_eq!(sit(&mut play, number, 5, 5_000, 0), Err(RefusalKind::UnknownSeat));
        assert_eq!(play.table.legal(seat), None);
        assert_eq!(play.table.stack(seat), None);
        assert_eq!(play.table.decision(Viewer::Seat(seat)), None);
        assert!(play.table.hole_cards(Viewer::Seat(seat)).is_empty());
        assert_eq!(play.table.view(Viewer::Seat(seat)), play.table.view(Viewer::Public));
    }
    assert_eq!(kind(play.input(fold(SeatNo(4), TurnNo(1)))), RefusalKind::SeatEmpty);
}

// Void.

#[test]
fn a_void_gives_back_everything() {
    let setup = with_terms(no_limit(), |terms| {
        terms.rake = Some(Rake {
            basis_points: 1_000,
            cap: Chips(1_000),
            no_flop_no_drop: false,
            account: "house:rake".to_owned(),
        });
    });
    let own_show = TableSetup { hybrid: true, auto_show: false, ..setup };
    let mut play = preflop(own_show, &[5_000; 4]);
    play.fold_out();
    let stacks = play.stacks();
    let house = play.table.house();
    play.sit(7, 5_000, false);
    play.next_hand();
    assert_eq!(play.positions(), (1, Some(2), 3));
    assert_eq!(play.posts()[2], (7, cardroom_engine::PostKind::EntryBlind, 100));
    play.fold(7);
    play.raise(0, 700);
    play.fold(1);
    play.fold(2);
    play.call(3);
    play.input(Input::DealStreet).unwrap();
    play.bet(3, 300);
    play.fold(0);
    // The pot is raked and awarded, and the winner may show.
    assert!(play.table.house() > house);
    play.input(Input::VoidHand { reason: "a ruling".to_owned() }).unwrap();
    assert_eq!(play.table.house(), house);
    assert_eq!(play.stacks(), [&stacks[..], &[5_000]].concat());
    // The positions repeat, and the newcomer owes the blind again.
    play.next_hand();
    assert_eq!(play.positions(), (1, Some(2), 3));
    assert_eq!(play.posts()[2], (7, cardroom_engine::PostKind::EntryBlind, 100));
    assert_eq!(kind_of_void_without_hand(), RefusalKind::NoHand);
}

fn kind_of_void_without_hand() -> RefusalKind {
    let mut play = Play::new(no_limit(), &[5_000; 2]);
    kind(play.input(Input::VoidHand { reason: String::new() }))
}

#[test]
fn a_void_lets_go_of_whoever_was_leaving_and_adds_what_was_pending() {
    let mut play = preflop(no_limit(), &[5_000; 4]);
    play.raise(3, 900);
    play.leave(3);
    play.top_up(2, 500).unwrap();
    play.input(Input::VoidHand { reason: "a ruling".to_owned() }).unwrap();
    assert_eq!(play.table.stack(SeatNo(3)), None);
    assert_eq!(play.stacks(), [5_000, 5_000, 5_500]);
}

// The house.

#[test]
fn what_the_house_took_leaves_between_hands() {
    let setup = with_terms(no_limit(), |terms| {
        terms.rake = Some(Rake {
            basis_points: 1_000,
            cap: Chips(1_000),
            no_flop_no_drop: false,
            account: "house:rake".to_owned(),
        });
    });
    let mut play = preflop(setup, &[5_000; 3]);
    play.fold_out();
    play.next_hand();
    assert_eq!(kind(play.input(Input::SweepHouse)), RefusalKind::HandInProgress);
    play.fold_out();
    let events = play.input(Input::SweepHouse).unwrap();
    assert_eq!(events, [Event::HouseSwept { rake: Chips(20), time: Chips(0) }]);
    assert_eq!(play.table.total(), Chips(14_980));
}

#[test]
fn the_time_charge_is_taken_from_whoever_was_dealt_in() {
    let setup = with_terms(no_limit(), |terms| {
        terms.time_charge = Some(TimeCharge {
            amount: Chips(60),
            every_ms: Millis::seconds(300),
            account: "house:time".to_owned(),
        });
    });
    let mut play = Play::new(setup, &[5_000, 5_000, 5_000]);
    play.next_hand();
    sit(&mut play, 5, 55, 5_000, 0).unwrap();
    play.sit_out(5);
    play.fold_out();
    assert_eq!(play.table.house().1, Chips(0), "the period has just begun");
    play.next_hand();
    play.now = play.now + Millis::seconds(300);
    play.input(Input::VoidHand { reason: "the period is over".to_owned() }).unwrap();
    assert_eq!(play.table.house().1, Chips(180));
    assert_eq!(play.stack(5), 5_000);
    assert_eq!(play.stacks().iter().sum::<u64>(), 20_000 - 180);
}

#[test]
fn a_time_charge_takes_no_more_than_there_is() {
    let setup = with_terms(no_limit(), |terms| {
        terms.time_charge = Some(TimeCharge {
            amount: Chips(60),
            every_ms: Millis::seconds(300),
            account: "house:time".to_owned(),
        });
    });
    let mut play = Play::new(setup, &[5_000, 5_000, 30]);
    play.next_hand();
    play.now = play.now + Millis::seconds(1_800);
    play.input(Input::VoidHand { reason: "the period is over".to_owned() }).unwrap();
    assert_eq!((play.stack(2), play.table.house().1), (0, Chips(150)));
    let out = |event: &Event| matches!(event, Event::SatOut { seat: SeatNo(2), .. });
    assert!(play.log.iter().any(out));
}

// Starting and stopping hands.

#[test]
fn a_hand_needs_two_players_time_and_the_games_deck() {
    let start =
        |cards: &str| Input::StartHand { deck: deck(cards), reshuffles: Vec::new(), draw: 0 };
    let mut play = Play::new(no_limit(), &[5_000]);
    assert_eq!(play.table.deadline(), None);
    assert_eq!(kind(play.input(start(""))), RefusalKind::CannotStart);
    play.sit(1, 5_000, false);
    let short = cardroom_cards::DeckOrder::new(deck("").cards()[1..].to_vec()).unwrap();
    assert_eq!(
        kind(play.input(Input::StartHand { deck: short, reshuffles: Vec::new(), draw: 0 })),
        RefusalKind::BadDeck
    );
    play.next_hand();
    play.fold_out();
    assert!(!play.table.wants_hand(play.now));
    assert_eq!(kind(play.input(start(""))), RefusalKind::CannotStart);
    assert_eq!(play.table.deadline(), Some(play.now + Millis::seconds(2)));
    play.next_hand();
}

#[test]
fn a_paused_table_starts_no_hand() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    play.fold_out();
    play.input(Input::Pause).unwrap();
    assert!(play.table.is_paused());
    assert_eq!(kind(play.input(Input::Pause)), RefusalKind::NothingToDo);
    assert_eq!(play.table.deadline(), None);
    play.now = play.now + Millis::seconds(60);
    assert!(!play.table.wants_hand(play.now));
    let start = Input::StartHand { deck: deck(""), reshuffles: Vec::new(), draw: 0 };
    assert_eq!(kind(play.input(start)), RefusalKind::CannotStart);
    play.input(Input::Resume).unwrap();
    play.next_hand();
    assert_eq!(play.table.last_hand().0, 2);
}

#[test]
fn a_rebuy_adds_chips_and_deals_the_player_in_again_or_does_nothing() {
    let setup = with_terms(no_limit(), |terms| terms.max_buy_in = Chips(5_000));
    let mut play = Play::new(setup, &[5_000, 1_000]);
    play.start(common::dealt(&["7c2d", "AsAh"], "3c8d9hJcQd"));
    play.raise(0, 1_000);
    play.call(1);
    play.run_out();
    let seat = SeatNo(1);
    assert_eq!((play.stack(1), play.table.seat(seat).unwrap().sits_out()), (0, true));
    let rebuy = |amount| Input::Rebuy { seat, amount: Chips(amount) };
    assert_eq!(kind(play.input(rebuy(5_001))), RefusalKind::TopUpTooLarge { max: Chips(5_000) });
    assert_eq!(
        (play.stack(1), play.table.seat(seat).unwrap().sits_out()),
        (0, true),
        "nothing was bought"
    );
    let events = play.input(rebuy(1_000)).unwrap();
    assert!(matches!(events[..], [Event::ToppedUp { .. }, Event::SatIn { .. }]), "{events:?}");
    play.next_hand();
    assert_eq!(play.dealt_in(), [0, 1]);
}

#[test]
fn after_a_top_up_a_player_who_was_broke_still_sits_out() {
    let mut play = Play::new(no_limit(), &[5_000, 1_000]);
    play.start(common::dealt(&["7c2d", "AsAh"], "3c8d9hJcQd"));
    play.raise(0, 1_000);
    play.call(1);
    play.run_out();
    play.top_up(1, 1_000).unwrap();
    assert!(play.table.seat(SeatNo(1)).unwrap().sits_out());
}
