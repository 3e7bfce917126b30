//! The pause by the floor, which takes effect between two actions (GAPS G-30). The button is in
//! seat 0.
use crate::common::{self, Play, deck, flop, preflop, setup, with_rules, with_terms};

use cardroom_engine::{
    Action, Event, FloorCommand, Input, Occupancy, Picks, RefusalKind, Scene, SmallBlind, Table,
    TableSetup, TurnNo, Viewer,
};
use cardroom_rules::rulebook::Rabbit;
use cardroom_rules::{Chips, Millis, PlayerId, SeatNo, Stakes, Switch};

/// The length of a pause, and the time that a paused table takes longer for everything.
const PAUSE: Millis = Millis(600_000);
const LATER: Millis = Millis(605_000);

fn no_limit() -> TableSetup {
    with_rules(setup(Stakes::no_limit(50, 100)), |rules| {
        rules.clock.base_ms = Millis(20_000);
        rules.clock.bank_ms = Millis(10_000);
        rules.clock.bank_per_hand_ms = Millis(0);
        rules.clock.grace_ms = Millis(500);
    })
}

/// Enters a hand on the flop at a hybrid table.
fn hybrid(players: u8) -> Play {
    let setup = TableSetup { hybrid: true, ..no_limit() };
    let mut play = Play::new(setup, &vec![5_000; players.into()]);
    let scene = Scene {
        deck: deck(""),
        reshuffles: Vec::new(),
        dealt: (0..players).map(SeatNo).collect(),
        button: SeatNo(players - 1),
        small_blind: SmallBlind::LeftOfButton,
        big_blind: None,
        street: 1,
        pot: Chips(600),
        front: Vec::new(),
    };
    play.input(Input::EnterHand(Box::new(scene))).unwrap();
    play
}

fn wait(play: &mut Play, ms: u64) {
    play.now = play.now + Millis(ms);
}

fn pause(play: &mut Play) {
    let at = play.now;
    assert_eq!(play.input(Input::Pause).unwrap(), [Event::Paused, Event::ClocksStopped { at }]);
}

fn resume(play: &mut Play) {
    assert_eq!(
        play.input(Input::Resume).unwrap(),
        [Event::Resumed, Event::ClocksDelayed { by: LATER }]
    );
}

/// Pauses for ten minutes, in which nothing runs out. All that is timed then has the time that was
/// left, and five seconds.
fn sit_through(play: &mut Play) {
    let due = play.table.deadline();
    pause(play);
    assert_eq!(play.table.deadline(), None, "nothing runs out");
    play.now = play.now + PAUSE;
    assert_eq!(play.input(Input::Tick).unwrap(), []);
    resume(play);
    assert_eq!(play.table.deadline(), due.map(|due| due + LATER));
}

fn refusal(play: &mut Play, input: Input) -> Option<RefusalKind> {
    play.input(input).err().map(|refusal| refusal.kind)
}

fn bank_left(events: &[Event]) -> Millis {
    let acted = events.iter().find_map(|event| match event {
        Event::Acted { bank, timed_out: false, .. } => Some(*bank),
        _ => None,
    });
    acted.expect("somebody acted")
}

#[test]
fn the_player_on_turn_has_the_time_that_was_left_and_five_seconds() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    wait(&mut play, 12_000);
    pause(&mut play);
    play.now = play.now + PAUSE;
    let (seat, turn, _) = play.table.turn().unwrap();
    let act = Input::Act { seat, turn, action: Action::Call };
    assert_eq!(refusal(&mut play, act), Some(RefusalKind::Paused));
    resume(&mut play);
    let view = play.table.turn_view().unwrap();
    assert_eq!((view.deadline.since(play.now), view.bank), (Millis(13_000), Millis(10_000)));
    // The click of before the pause was refused, and the same turn is still open.
    wait(&mut play, 13_000);
    let mut other = play.clone_of();
    assert_eq!(bank_left(&other.call(0)), Millis(10_000));
    let deadline = play.now + Millis(10_000);
    assert_eq!(play.input(Input::Tick).unwrap(), [Event::BankBegan { seat, deadline }]);
}

#[test]
fn a_pause_takes_nothing_from_the_time_bank() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    wait(&mut play, 24_000);
    assert!(matches!(play.input(Input::Tick).unwrap()[..], [Event::BankBegan { .. }]));
    sit_through(&mut play);
    let left = play.table.turn_view().unwrap().deadline.since(play.now);
    assert_eq!(left, Millis(11_000), "six seconds and five");
    wait(&mut play, 7_000);
    assert_eq!(bank_left(&play.call(0)), Millis(4_000));
}

#[test]
fn whoever_has_nothing_left_has_five_seconds() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    wait(&mut play, 30_000);
    sit_through(&mut play);
    wait(&mut play, 5_000);
    assert_eq!(bank_left(&play.clone_of().call(0)), Millis(0));
    wait(&mut play, 501);
    assert_eq!(play.try_act(0, Action::Call).unwrap_err().kind, RefusalKind::StaleTurn);
    let folded = |event: &Event| matches!(event, Event::Acted { timed_out: true, .. });
    assert!(play.input(Input::Tick).unwrap().iter().any(folded));
}

#[test]
fn while_it_is_paused_no_player_is_asked_and_none_acts() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    let on_turn = Viewer::Seat(SeatNo(0));
    assert!(play.table.view(on_turn).decision.is_some());
    pause(&mut play);
    assert_eq!(play.table.view(on_turn).decision, None);
    let seat = SeatNo(0);
    for input in [
        Input::Act { seat: SeatNo(1), turn: TurnNo(9), action: Action::Fold },
        Input::ShowOrMuck { seat, show: true },
        Input::ShowCards { seat, picks: Picks::first(2) },
        Input::AskToSee { by: seat, target: SeatNo(1) },
        Input::RunIt { seat, boards: 2 },
        Input::ChooseGame { seat, play: 0 },
        Input::RabbitRequest { seat },
        Input::RabbitConsent { seat, agrees: true },
    ] {
        assert_eq!(refusal(&mut play, input), Some(RefusalKind::Paused));
    }
    let start = Input::StartHand { deck: deck(""), reshuffles: Vec::new(), draw: 0 };
    assert_eq!(refusal(&mut play, start), Some(RefusalKind::HandInProgress));
    assert_eq!(refusal(&mut play, Input::Pause), Some(RefusalKind::NothingToDo));
    play.now = play.now + PAUSE;
    resume(&mut play);
    assert!(play.table.view(on_turn).decision.is_some());
    assert_eq!(refusal(&mut play, Input::Resume), Some(RefusalKind::NothingToDo));
}

#[test]
fn an_offer_to_show_a_run_out_and_a_vote_on_the_boards_stand_still() {
    let own_show = TableSetup { hybrid: true, auto_show: false, ..no_limit() };
    let mut uncalled = preflop(own_show, &[5_000; 2]);
    uncalled.fold(0);
    assert!(uncalled.log.iter().any(|event| matches!(event, Event::ShowOffered { .. })));
    sit_through(&mut uncalled);
    assert_eq!(refusal(&mut uncalled, Input::ShowOrMuck { seat: SeatNo(1), show: true }), None);

    for boards in [1, 3] {
        let setup = with_terms(no_limit(), |terms| terms.run_it = boards);
        let mut play = preflop(with_rules(setup, |rules| rules.betting.run_it = 3), &[1_000; 2]);
        play.raise(0, 1_000);
        play.call(1);
        let asked = |event: &Event| matches!(event, Event::RunItOffered { .. });
        assert_eq!(play.log.iter().any(asked), boards > 1);
        sit_through(&mut play);
        play.run_out();
        assert_eq!(play.board_len(), 0, "the hand is over");
    }
}

#[test]
fn between_hands_the_next_hand_the_choice_of_a_game_and_a_rabbit_hunt_stand_still() {
    let stakes = Stakes::no_limit(50, 100);
    let (plays, _) = common::library().plays("dealers-choice", &stakes).unwrap();
    let choice = TableSetup { plays, switch: Switch::DealersChoice, seats: 6, ..no_limit() };
    let rabbits = with_rules(no_limit(), |rules| {
        rules.showdown.rabbit = Rabbit::WinnerWithConsent;
        rules.showdown.times.rabbit_ms = Millis(20_000);
    });
    for setup in [no_limit(), choice, rabbits] {
        let mut play = preflop(setup, &[5_000; 3]);
        play.raise(0, 300);
        play.call(1);
        play.fold(2);
        play.fold_out();
        assert_eq!(play.table.hand_in_progress(), None);
        wait(&mut play, 1_000);
        sit_through(&mut play);
        wait(&mut play, 19_000);
        let winner = play.awards().last().unwrap().1[0].0;
        let asks = Input::RabbitRequest { seat: SeatNo(winner) };
        let is_hunt = play.table.setup().rulebook.showdown.rabbit != Rabbit::Never;
        assert_eq!(refusal(&mut play, asks).is_none(), is_hunt);
    }
}

#[test]
fn a_called_clock_stands_still_and_the_floor_still_rules() {
    let mut play = hybrid(2);
    let call = FloorCommand::CallClock { seat: SeatNo(0), asked_by: None, level: None };
    play.input(Input::Floor(call)).unwrap();
    wait(&mut play, 26_000);
    assert_eq!(play.table.countdown(play.now), Some(4));
    pause(&mut play);
    play.now = play.now + PAUSE;
    assert_eq!(play.table.countdown(play.now), Some(4));
    let by = |asked_by| FloorCommand::CallClock { seat: SeatNo(0), asked_by, level: None };
    let asks = Input::Floor(by(Some(SeatNo(1))));
    assert_eq!(refusal(&mut play, asks), Some(RefusalKind::Paused));
    assert_eq!(refusal(&mut play, Input::Floor(by(None))), Some(RefusalKind::NothingToDo));
    assert_eq!(refusal(&mut play, Input::DealStreet), Some(RefusalKind::Paused));
    resume(&mut play);
    assert_eq!(play.table.deadline(), Some(play.now + Millis(9_000)));
}

#[test]
fn what_begins_during_a_pause_has_its_full_time_afterwards() {
    let mut play = flop(no_limit(), &[5_000; 3]);
    pause(&mut play);
    wait(&mut play, 400_000);
    let kill = FloorCommand::KillHand { seat: SeatNo(1), reason: "a test".to_owned() };
    play.input(Input::Floor(kill)).unwrap();
    assert_eq!(play.turn(), Some(2));
    assert_eq!(play.table.view(Viewer::Seat(SeatNo(2))).decision, None);
    wait(&mut play, 200_000);
    resume(&mut play);
    let left = play.table.turn_view().unwrap().deadline.since(play.now);
    assert_eq!(left, Millis(25_000));
}

#[test]
fn a_player_who_leaves_during_a_pause_is_folded_afterwards() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    pause(&mut play);
    assert_eq!(play.leave(0), [Event::LeavePending { seat: SeatNo(0) }]);
    assert_eq!(play.turn(), Some(0));
    play.now = play.now + PAUSE;
    let events = play.input(Input::Resume).unwrap();
    let folds =
        |event: &Event| matches!(event, Event::Acted { seat: SeatNo(0), action: Action::Fold, .. });
    assert!(events.iter().any(folds), "{events:?}");
    assert_eq!(play.turn(), Some(1));
}

#[test]
fn nobody_loses_the_seat_to_a_pause() {
    let short = with_terms(no_limit(), |terms| terms.sit_out_ms = Millis::seconds(300));
    let mut play = preflop(short, &[5_000; 3]);
    play.sit(7, 4_000, false);
    play.sit(8, 4_000, false);
    play.sit_out(7);
    wait(&mut play, 10_000);
    let due = play.now + Millis::seconds(290);
    pause(&mut play);
    wait(&mut play, 300_000);
    // A player who goes away during the pause is away from its end on.
    play.input(Input::Presence { seat: SeatNo(8), connected: false }).unwrap();
    wait(&mut play, 300_000);
    resume(&mut play);
    play.call(0);
    play.call(1);
    play.now = due + LATER;
    let left = |events: &[Event]| -> Vec<u8> {
        let left = events.iter().filter_map(|event| match event {
            Event::SeatLeft { seat, .. } => Some(seat.0),
            _ => None,
        });
        left.collect()
    };
    let events = play.input(Input::Tick).unwrap();
    assert_eq!(left(&events), [7]);
    wait(&mut play, 10_000);
    let events = play.input(Input::Tick).unwrap();
    assert_eq!(left(&events), [8]);
}

/// GAPS G-31: the turn has its full base time again.
#[test]
fn a_room_that_was_away_during_a_pause_gives_a_fresh_clock_from_its_end_on() {
    for moved in [Millis(0), Millis(10_000_000)] {
        let mut play = preflop(no_limit(), &[5_000; 3]);
        // The room's clock may have been set back meanwhile.
        play.now = play.now + moved;
        wait(&mut play, 18_000);
        pause(&mut play);
        play.now = Millis(play.now.0 + 400_000 - moved.0);
        let at = play.now;
        let by = Millis(400_000).since(moved);
        let anew = [Event::ClocksDelayed { by }, Event::ClocksStopped { at }];
        assert_eq!(play.input(Input::CountSitOutsAnew).unwrap(), anew);
        let until = at + Millis(20_000);
        let restart = Input::RestartClock { wait: Millis(5_000) };
        assert_eq!(play.input(restart).unwrap(), [Event::ClockRestarted { until }]);
        assert!(play.table.is_paused() && play.table.deadline().is_none());
        wait(&mut play, PAUSE.0);
        resume(&mut play);
        let left = play.table.turn_view().unwrap().deadline.since(play.now);
        assert_eq!(left, Millis(25_000));
        assert_eq!(bank_left(&play.call(0)), Millis(10_000));
    }
}

/// Tables that were paused before version 0.3 have no beginning of the pause.
#[test]
fn a_pause_of_an_older_room_ends_too() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    play.table.apply(&Event::Paused);
    assert_eq!(play.try_act(0, Action::Call).unwrap_err().kind, RefusalKind::Paused);
    let by = Millis(5_000);
    let events = play.input(Input::Resume).unwrap();
    assert_eq!(events, [Event::Resumed, Event::ClocksDelayed { by }]);
    play.call(0);
}

#[test]
fn a_pause_between_hands_is_stored_with_the_table() {
    let mut play = preflop(no_limit(), &[5_000; 3]);
    play.fold_out();
    pause(&mut play);
    let stored = serde_json::to_value(play.table.snapshot().unwrap()).unwrap();
    let mut restored = Table::restore(play.table.setup().clone(), stored).unwrap();
    assert!(restored.is_paused());
    let events = restored.step(play.now + PAUSE, Input::Resume).unwrap();
    assert_eq!(events, [Event::Resumed, Event::ClocksDelayed { by: LATER }]);
}

#[test]
fn a_tournament_may_order_release_and_void_a_hand_of_a_paused_table() {
    let mut setup = no_limit();
    setup.occupancy = Occupancy::ByOrder;
    let mut table = Table::new(setup).unwrap();
    let mut step = |now, input| table.step(Millis(now), input);
    for seat in 0..2 {
        let (player, seat, chips) = (PlayerId(seat.into()), SeatNo(seat), Chips(1_000));
        let entering = cardroom_engine::Entering::Newcomer;
        step(0, Input::Place { seat, player, chips, entering }).unwrap();
    }
    step(0, Input::Pause).unwrap();
    let order = cardroom_engine::HandOrder {
        hand: cardroom_rules::HandNo(1),
        players_left: 2,
        missing: cardroom_rules::SeatSet::EMPTY,
        hand_for_hand: true,
    };
    step(0, Input::OrderHand(order)).unwrap();
    step(1_000, Input::Resume).unwrap();
    let start = Input::StartHand { deck: deck(""), reshuffles: Vec::new(), draw: 0 };
    step(10_000, start).unwrap();
    for action in [Action::RaiseTo(Chips(1_000)), Action::Call] {
        let (seat, turn, _) = table.turn().unwrap();
        table.step(Millis(10_000), Input::Act { seat, turn, action }).unwrap();
    }
    assert!(table.held_hand().is_some());
    table.step(Millis(20_000), Input::Pause).unwrap();
    table.step(Millis(25_000), Input::Release).unwrap();
    assert_eq!((table.held_hand(), table.deadline()), (None, None));
    table.step(Millis(30_000), Input::Resume).unwrap();
    let run_out = table.setup().ring.run_out_ms;
    assert_eq!(table.deadline(), Some(Millis(35_000) + run_out));
    table.step(Millis(30_000), Input::Pause).unwrap();
    let void = Input::VoidHand { reason: "a test".to_owned() };
    table.step(Millis(31_000), void).unwrap();
    assert!(table.hand_in_progress().is_none() && table.is_paused());
}
