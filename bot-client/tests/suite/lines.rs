//! The line protocol between a table and a program, without processes.

use crate::common::*;
use cardroom_bot::lines::{Ask, Dialog, Heard, TimeLimits};
use cardroom_bot::{Action, Chips, LegalActions, Table, TableEvent, WagerRange};
use cardroom_protocol::ids::AskId;
use cardroom_protocol::line::{ActLine, LineFault, Question, Reply, ToBot};
use cardroom_protocol::server::{HoleCards, TableSnapshot};
use cardroom_protocol::table::*;
use cardroom_protocol::{HandNo, Seq};
use std::time::Duration;

const HAND: HandNo = HandNo(7);

/// Two players with 1,000 chips, and the bot in seat 1.
fn table() -> Table {
    let seats = vec![seat(0, "Ada", 1_000), seat(1, "bot", 1_000)];
    let view = view(10, seats, Some(own_view(1)));
    Table::from_snapshot(TableSnapshot { table: TABLE, view: Box::new(view) })
}

fn dialog() -> Dialog {
    let turn = Some(Duration::from_secs(2));
    Dialog::new(TimeLimits { turn, bank: None })
}

/// Lets events happen at the table, and tells the dialog.
fn happen(table: &mut Table, dialog: &mut Dialog, events: Vec<TableEvent>) {
    assert!(table.admit(Seq(table.seq.0 + 1)).unwrap());
    for event in events {
        table.apply_event(&event).unwrap();
        dialog.saw(table, &event);
    }
}

/// Deals a hand in which Ada raises to 30, and it is the bot's turn in the big blind.
fn raised(table: &mut Table, dialog: &mut Dialog) {
    let started = HandStarted {
        hand: HAND,
        game: holdem(),
        bomb_pot: false,
        button: 0,
        small_blind: Some(0),
        big_blind: Some(1),
        dealt: vec![1, 0],
    };
    let dealt = CardsDealt { each: 2 };
    happen(
        table,
        dialog,
        vec![
            started.into(),
            posted(0, PostKind::SmallBlind, 5),
            posted(1, PostKind::BigBlind, 10),
            dealt.into(),
            turn(0),
        ],
    );
    table.take_cards(HoleCards { table: TABLE, seq: table.seq, hand: HAND, cards: cards("Ah Kh") });
    happen(table, dialog, vec![acted(0, Action::RaiseTo(Chips(30)), 25), turn(1)]);
}

fn legal() -> LegalActions {
    let wager = WagerRange {
        raise: true,
        min_to: Chips(50),
        max_to: Chips(1_000),
        pot_to: Chips(90),
        fixed: false,
    };
    LegalActions {
        fold: true,
        call: Some(Chips(20)),
        wager: Some(wager),
        ..LegalActions::default()
    }
}

fn lines(dialog: &mut Dialog) -> Vec<ToBot> {
    let output = dialog.take_output();
    let lines = output.split_inclusive(|byte| *byte == b'\n');
    lines.map(|line| ToBot::read(line).unwrap()).collect()
}

fn hear(dialog: &mut Dialog, line: &str) -> Vec<Heard> {
    dialog.receive(format!("{line}\n").as_bytes()).unwrap();
    std::iter::from_fn(|| dialog.hear()).collect()
}

/// Asks for a decision and returns it as the program gets it.
fn asked(table: &Table, dialog: &mut Dialog) -> ActLine {
    dialog.ask(table, &Ask::Act(&legal()), Some(Duration::from_secs(2))).unwrap();
    match lines(dialog).pop() {
        Some(ToBot::Act(act)) => *act,
        other => panic!("{other:?}"),
    }
}

fn call(id: AskId) -> String {
    format!(r#"{{"id":{id},"action":"Call"}}"#)
}

/// Returns the faults of what was heard, and whether each closed the question.
fn faults(heard: &[Heard]) -> Vec<(LineFault, bool)> {
    let fault = |heard: &Heard| match heard {
        Heard::Fault { told, closes } => (told.fault, *closes),
        other => panic!("{other:?}"),
    };
    heard.iter().map(fault).collect()
}

#[test]
fn a_decision_shows_what_the_seat_sees_and_nothing_is_left_to_remember() {
    let (mut table, mut dialog) = (table(), dialog());
    raised(&mut table, &mut dialog);
    let before = lines(&mut dialog);
    let [ToBot::Hello(hello), ToBot::Hand(hand)] = &*before else { panic!("{before:?}") };
    assert_eq!((hello.seat, hello.turn_ms, hello.bank_ms), (1, Some(2_000), None));
    assert_eq!(
        hello.players.iter().map(|player| &*player.name).collect::<Vec<_>>(),
        ["Ada", "bot"]
    );
    assert_eq!((hand.hand, hand.players[1].stack), (HAND, Chips(1_000)));
    let act = asked(&table, &mut dialog);
    assert_eq!((act.id, act.seat, act.hand, act.button), (AskId(1), 1, HAND, 0));
    assert_eq!((&*act.game, act.cards.clone()), ("holdem", cards("Ah Kh")));
    assert_eq!((act.pot, act.to_call, act.time_ms), (Chips(40), Chips(20), Some(2_000)));
    assert_eq!(act.seats.iter().map(|seat| seat.bet.0).collect::<Vec<_>>(), [30, 10]);
    assert_eq!(act.legal, legal());
    assert_eq!(act.events.0.len(), 7, "everything so far: {:?}", act.events);
    // The next decision has only what happened since.
    happen(&mut table, &mut dialog, vec![acted(1, Action::Call, 20)]);
    assert_eq!(asked(&table, &mut dialog).events.0, [acted(1, Action::Call, 20)]);
}

#[test]
fn a_result_has_what_each_seat_won_and_the_cards_shown() {
    let (mut table, mut dialog) = (table(), dialog());
    raised(&mut table, &mut dialog);
    let tabled = |seat, text: &str| HandTabled { seat, cards: cards(text) }.into();
    let share = Share { seat: 1, amount: Chips(60), hand: None };
    let pots = vec![Pot { amount: Chips(60), seats: vec![0, 1] }];
    happen(
        &mut table,
        &mut dialog,
        vec![
            acted(1, Action::Call, 20),
            BetsCollected { pots }.into(),
            BoardDealt { board: 0, cards: cards("2s 3s 4d 9d Jc") }.into(),
            tabled(1, "Ah Kh"),
            HandMucked { seat: 0 }.into(),
            PotAwarded { pot: 0, board: 0, half: 0, shares: vec![share] }.into(),
            HandEnded { hand: HAND }.into(),
        ],
    );
    let Some(ToBot::Result(result)) = lines(&mut dialog).pop() else { panic!("no result") };
    assert_eq!((result.hand, result.voided), (HAND, false));
    assert_eq!(result.boards, [cards("2s 3s 4d 9d Jc")]);
    let nets: Vec<_> = result.seats.iter().map(|seat| (seat.seat, seat.net)).collect();
    assert_eq!(nets, [(0, Some(-30)), (1, Some(30))]);
    assert_eq!(result.seats[1].cards, cards("Ah Kh"));
    assert!(result.seats[0].cards.is_empty(), "mucked cards stay unseen");
}

#[test]
fn an_answer_counts_for_its_own_question() {
    let (mut table, mut dialog) = (table(), dialog());
    raised(&mut table, &mut dialog);
    let first = asked(&table, &mut dialog).id;
    assert!(!dialog.is_ready());
    let heard = hear(&mut dialog, &call(first));
    let [Heard::Answer(Reply::Action(Action::Call), raw)] = &*heard else { panic!("{heard:?}") };
    assert_eq!(raw, call(first).as_bytes());
    assert!(dialog.is_ready(), "the first answer counts as ready");
    let again = hear(&mut dialog, &call(first));
    assert_eq!(faults(&again), [(LineFault::Unasked, false)]);
    let second = asked(&table, &mut dialog).id;
    assert_eq!(faults(&hear(&mut dialog, &call(first))), [(LineFault::WrongId, true)]);
    assert_eq!(dialog.open(), None);
    assert_eq!(faults(&hear(&mut dialog, &call(second))), [(LineFault::Unasked, false)]);
}

#[test]
fn an_answer_that_comes_too_late_is_dropped() {
    let (mut table, mut dialog) = (table(), dialog());
    raised(&mut table, &mut dialog);
    let late = asked(&table, &mut dialog).id;
    dialog.give_up();
    let open = asked(&table, &mut dialog).id;
    assert!(hear(&mut dialog, &call(late)).is_empty());
    assert_eq!(faults(&hear(&mut dialog, &call(late))), [(LineFault::WrongId, true)], "twice");
    let _ = open;
}

#[test]
fn what_a_program_prints_before_its_answer_costs_the_decision_once() {
    let (mut table, mut dialog) = (table(), dialog());
    raised(&mut table, &mut dialog);
    let id = asked(&table, &mut dialog).id;
    let heard = hear(&mut dialog, &format!("thinking…\n{}", call(id)));
    assert_eq!(faults(&heard), [(LineFault::Malformed, true)]);
    let [Heard::Fault { told, .. }] = &*heard else { panic!("{heard:?}") };
    assert_eq!(told.raw, "thinking…".as_bytes());
    assert_eq!(faults(&hear(&mut dialog, "more")), [(LineFault::Malformed, false)]);
}

#[test]
fn events_and_offers_come_only_if_the_program_wants_them() {
    let (mut table, mut dialog) = (table(), dialog());
    raised(&mut table, &mut dialog);
    let offer = Ask::Offer(Question::RunIt(2));
    assert_eq!(dialog.ask(&table, &offer, None), None);
    assert_eq!(hear(&mut dialog, r#"{"ready":{"events":true,"offers":true}}"#), [Heard::Ready]);
    lines(&mut dialog);
    happen(&mut table, &mut dialog, vec![acted(1, Action::Call, 20)]);
    let events = lines(&mut dialog);
    assert!(matches!(&*events, [ToBot::Event(_)]), "{events:?}");
    let id = dialog.ask(&table, &offer, Some(Duration::from_secs(5))).unwrap();
    let offered = lines(&mut dialog);
    let [ToBot::Offer(line)] = &*offered else { panic!("{offered:?}") };
    assert_eq!((line.id, &line.question, line.time_ms), (id, &Question::RunIt(2), 5_000));
    let heard = hear(&mut dialog, &format!(r#"{{"id":{id},"run_it":2}}"#));
    assert!(matches!(&*heard, [Heard::Answer(Reply::RunIt(2), _)]));
}

#[test]
fn another_table_or_seat_is_introduced() {
    let mut dialog = dialog();
    let mut table = table();
    dialog.greet(&table);
    dialog.greet(&table);
    assert_eq!(lines(&mut dialog).len(), 1);
    table.hero_seat = Some(0);
    dialog.greet(&table);
    assert!(matches!(&*lines(&mut dialog), [ToBot::Hello(hello)] if hello.seat == 0));
    table.hero_seat = None;
    dialog.greet(&table);
    assert!(lines(&mut dialog).is_empty(), "a watcher is not introduced");
}
