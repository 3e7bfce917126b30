//! Imports a roster: all players or none, each paid from their own wallet, with the requested
//! seats, over a restart.

use crate::tournaments::people::{Line, Person, open_event, people, play};
use crate::tournaments::winners::{open_room_with, standings};
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::verify;
use cardroom::wiring::OpenRoom;
use cardroom_bot::TournamentId;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::tournament::{
    EntryState, ListRulings, ListTournamentTables, PinOrder, Ruling, RulingState, TableRow,
    TournamentCommand, TournamentState,
};
use cardroom_protocol::{ErrorCode, TimeMs};
use cardroom_rules::{Cents, Chips, Level, Stage, Stakes, Structure};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const GRANT: u64 = 100_000;
const LONG: Duration = Duration::from_secs(180);
const WHY: &str = "the club's list";

async fn open(store: &Arc<MemoryStore>) -> OpenRoom {
    open_room_with(Arc::clone(store) as Arc<dyn Store>, Path::new("")).await
}

/// Makes tables for four, and stacks so large that no player busts.
fn long(structure: &mut Structure) {
    structure.seats = 4;
    structure.entry.buy_in = Cents(100);
    structure.entry.fee = Cents(7);
    structure.entry.starting_stack = Chips(1_000_000);
    let level = || Stage::Level(Level { seconds: 1_000, stakes: Stakes::no_limit(1, 2) });
    structure.stages = (0..3).map(|_| level()).collect();
}

async fn tables(line: &mut Line, tournament: TournamentId) -> Vec<TableRow> {
    let list = |request| ListTournamentTables { request, tournament, from: 0 }.into();
    let page = line.ask(list, |message| match message {
        ServerMessage::TablePage(page) => Some(page.tables.clone()),
        _ => None,
    });
    page.await.unwrap()
}

async fn rulings(line: &mut Line, tournament: TournamentId) -> Vec<Ruling> {
    let list = |request| ListRulings { request, tournament, from: 0 }.into();
    let page = line.ask(list, |message| match message {
        ServerMessage::RulingPage(page) => Some(page.rulings.clone()),
        _ => None,
    });
    page.await.unwrap()
}

async fn wallet(room: &OpenRoom, person: &Person) -> u64 {
    room.room.accounts.purse(person.account).await.unwrap().available().0
}

/// Returns `true` if each of these people has this many chips.
async fn have(room: &OpenRoom, people: &[Person], chips: u64) -> bool {
    for person in people {
        if wallet(room, person).await != chips {
            return false;
        }
    }
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_of_a_roster_is_entered_pays_and_sits_where_it_says() {
    let store = Arc::new(MemoryStore::new());
    let room = open(&store).await;
    let all = people(&room, ["Cleo", "Ada", "Bea", "Cem", "Dan", "Eva", "Fay"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let event = open_event(&room, "test-turbo", Some(3_600_000), long).await;
    let tournament = TournamentId(event.id.0);
    let mut cleo = Line::open(&room, &all[0]).await;
    let roster = "name,table,seat,apart,check_in,stack\n\
                  Ada,2,4,,,\nBea,1,1,Cem,,1250000\nCem,,,,\ndan,,,,no\nEva,,,,,1000000\nFay,,,,\n";
    let report = cleo.import(tournament, roster, 40).await.unwrap();
    assert_eq!((report.entered, report.total, report.problems), (6, 0, Vec::new()));
    assert!(have(&room, &all[1..], GRANT - 107).await);
    assert_eq!(wallet(&room, &all[0]).await, GRANT, "nobody else pays");
    let mut ada = Line::open(&room, &all[1]).await;
    assert_eq!(ada.enter(tournament).await, Err(ErrorCode::AlreadyEntered));
    drop((cleo, ada, event));
    room.close(Duration::from_secs(20)).await;

    let room = open(&store).await;
    let mut cleo = Line::open(&room, &all[0]).await;
    assert!(have(&room, &all[1..], GRANT - 107).await, "paid once");
    let kept = rulings(&mut cleo, tournament).await;
    let count = 6 + 2 + 1 + 1;
    assert_eq!(kept.len(), count, "six entries, two seats, two who are apart, one other stack");
    for ruling in &kept {
        assert_eq!((ruling.operator.as_deref(), &*ruling.reason), (Some("Cleo"), WHY));
        assert_eq!((ruling.rule.as_deref(), ruling.state), (Some("TFPL 2c-4"), RulingState::Made));
    }
    let entered = cleo.players(tournament).await;
    assert_eq!(entered.iter().filter(|row| row.state == EntryState::Registered).count(), 6);
    // One of the entries is undone like any other.
    let enters_fay = TournamentCommand::EnterPlayer("Fay".to_owned());
    let fays = kept.iter().find(|ruling| ruling.command == enters_fay).unwrap();
    cleo.direct(tournament, TournamentCommand::Undo(fays.seq)).await;
    assert_eq!(wallet(&room, &all[6]).await, GRANT);

    // A place can also be reserved by command.
    let eva = entered.iter().find(|row| row.name == "Eva").unwrap().entry;
    let pin =
        |seat| TournamentCommand::PinSeat(PinOrder { entry: eva, table: 1, seat: Some(seat) });
    assert_eq!(cleo.try_direct(tournament, pin(0)).await, Err(ErrorCode::SeatTaken), "it is Bea's");
    cleo.direct(tournament, pin(2)).await;

    let start = TimeMs(room.room.clock.now().0 + 500);
    cleo.direct(tournament, TournamentCommand::ChangeStart(start)).await;
    let seated = async {
        loop {
            let rows = cleo.players(tournament).await;
            let seated = rows.iter().filter(|row| row.seat.is_some()).count();
            if seated == 5 {
                break rows;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let rows = tokio::time::timeout(LONG, seated).await.expect("it begins");
    let open = tables(&mut cleo, tournament).await;
    let place = |name: &str| {
        let row = rows.iter().find(|row| row.name == name).unwrap();
        let table = open.iter().find(|table| Some(table.table) == row.table).unwrap();
        (table.number, row.seat.unwrap())
    };
    assert_eq!((place("Ada"), place("Bea"), place("Eva")), ((2, 3), (1, 0), (1, 2)));
    assert_eq!((place("Cem").0, place("Dan").0), (2, 1), "Cem does not start with Bea");
    let chips: u64 = rows.iter().map(|row| row.stack.0).sum();
    assert_eq!(chips, 5_250_000, "Bea starts with more than the others");
    drop(cleo);
    room.close(Duration::from_secs(20)).await;
    assert_eq!(verify::ledger(&*store).await.unwrap().wrong, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_entered_and_nobody_pays_where_a_line_is_wrong() {
    let store = Arc::new(MemoryStore::new());
    let room = open(&store).await;
    let all = people(&room, ["Cleo", "Ada", "Bea", "Cem", "Poor"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let event = open_event(&room, "test-turbo", Some(3_600_000), long).await;
    let tournament = TournamentId(event.id.0);
    let mut cleo = Line::open(&room, &all[0]).await;
    let mut ada = Line::open(&room, &all[1]).await;
    let begun = "name,table,seat,apart,check_in\nAda,1,1,,\nBea,,,,\n";
    let refused = ada.import(tournament, begun, 1_000).await;
    assert_eq!(refused, Err(ErrorCode::Forbidden), "the floor enters rosters");
    let long = "x".repeat(2_501);
    assert_eq!(cleo.import(tournament, &long, 5_000).await, Err(ErrorCode::BadText));

    let purse = room.room.accounts.purse(all[4].account).await.unwrap();
    let held = purse.hold(Chips(GRANT - 106)).unwrap();
    let before = cleo.seen(tournament).await;
    for (line, column, what) in [
        ("Poor,,,,", "name", "wallet"),
        ("Nobody here,,,,", "name", "no account"),
        ("ada,,,,", "name", "line 2"),
        ("Cem,1,1,,", "seat", "line 2"),
        ("Cem,1,5,,", "seat", "Seat 5 of table 1 is not free"),
        ("Cem,,,,yes", "check_in", "needs no check-in"),
        ("Cem,,,Poor,", "apart", "not in this roster"),
    ] {
        let report = cleo.import(tournament, &format!("{begun}{line}\n"), 1_000).await.unwrap();
        assert_eq!((report.entered, report.total), (0, 1), "{line}: {report:?}");
        let problem = &report.problems[0];
        assert_eq!((problem.line, problem.column.as_deref()), (4, Some(column)), "{report:?}");
        assert!(problem.what.contains(what), "{line}: {report:?}");
    }
    let herself = cleo.import(tournament, &format!("{begun}Cleo,,,,\nCem,,,,\n"), 1_000).await;
    let problems = herself.unwrap().problems;
    assert!(problems.iter().all(|problem| problem.what
        == "You play in this tournament, so you cannot rule on it. Ask another operator."));
    assert_eq!(problems.iter().map(|problem| problem.line).min(), Some(2), "{problems:?}");
    assert_eq!(cleo.seen(tournament).await, before, "nothing has happened");
    assert_eq!(cleo.players(tournament).await, []);
    assert!(have(&room, &all[..4], GRANT).await, "nothing is held");
    drop(held);

    // The same lines without the faulty ones.
    let report = cleo.import(tournament, &format!("{begun}Poor,,,,\n"), 1_000).await.unwrap();
    assert_eq!((report.entered, report.problems), (3, Vec::new()));
    let again = cleo.import(tournament, &format!("{begun}Cem,,,,\n"), 1_000).await.unwrap();
    let lines: Vec<u32> = again.problems.iter().map(|problem| problem.line).collect();
    assert_eq!((again.entered, lines), (0, vec![2, 3]), "they are in it: {:?}", again.problems);
    assert_eq!(wallet(&room, &all[3]).await, GRANT);
    drop((cleo, ada, event));
    room.close(Duration::from_secs(20)).await;
    assert_eq!(verify::ledger(&*store).await.unwrap().wrong, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_freeroll_of_a_roster_costs_nothing_and_is_played_to_its_end() {
    let store = Arc::new(MemoryStore::new());
    let room = open(&store).await;
    let all = people(&room, ["Cleo", "Ada", "Bea", "Cem", "Dan"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let event = open_event(&room, "test-turbo", Some(3_000), |structure| {
        structure.entry.buy_in = Cents::ZERO;
        structure.entry.fee = Cents::ZERO;
        structure.entry.starting_stack = Chips(500);
        for stage in &mut structure.stages {
            if let Stage::Level(level) = stage {
                level.seconds = 1;
            }
        }
    })
    .await;
    let tournament = TournamentId(event.id.0);
    let mut cleo = Line::open(&room, &all[0]).await;
    let purse = room.room.accounts.purse(all[1].account).await.unwrap();
    let _held = purse.hold(Chips(GRANT)).unwrap();
    let report = cleo.import(tournament, "name\nAda\nBea\nCem\nDan\n", 1_000).await.unwrap();
    assert_eq!((report.entered, report.problems), (4, Vec::new()));
    play(&room, tournament, &all[1..]).await;
    let end = standings(&room, tournament).await;
    assert_eq!((end.info.state, end.players.len()), (TournamentState::Finished, 4));
    drop((cleo, event));
    room.close(Duration::from_secs(20)).await;
}

/// GAPS G-06, G-08: the time to act is for players who are there, and so is the grace period.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_hand_does_not_wait_for_players_of_a_roster_who_never_connected() {
    let store = Arc::new(MemoryStore::new());
    let room = open(&store).await;
    let all = people(&room, ["Cleo", "Ada", "Bea", "Cem", "Dan"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let event = open_event(&room, "test-turbo", Some(3_600_000), long).await;
    let tournament = TournamentId(event.id.0);
    let mut cleo = Line::open(&room, &all[0]).await;
    let report = cleo.import(tournament, "name\nAda\nBea\nCem\nDan\n", 1_000).await.unwrap();
    assert_eq!((report.entered, report.problems), (4, Vec::new()));
    // Cem and Dan are somewhere else.
    let mut ada = Line::open(&room, &all[1]).await;
    let mut bea = Line::open(&room, &all[2]).await;
    let start = TimeMs(room.room.clock.now().0 + 200);
    cleo.direct(tournament, TournamentCommand::ChangeStart(start)).await;

    let is_first = |event: &TableEvent| matches!(event, TableEvent::HandEnded(_));
    let over = |message: &ServerMessage| match message {
        ServerMessage::Step(step) => step.events.0.iter().any(is_first).then_some(()),
        _ => None,
    };
    let first_hand = async { tokio::join!(ada.fold_until(over), bea.fold_until(over)) };
    let first_hand = tokio::time::timeout(Duration::from_secs(10), first_hand).await;
    assert!(first_hand.is_ok(), "the first hand waits for somebody who is not there");

    // A player who connects is there at once, and has a turn.
    let mut dan = Line::open(&room, &all[4]).await;
    let turn =
        |message: &ServerMessage| matches!(message, ServerMessage::YourTurn(_)).then_some(());
    let plays = async {
        tokio::select! {
            () = dan.told(turn) => {}
            () = ada.fold_until(|_| None) => {}
            () = bea.fold_until(|_| None) => {}
        }
    };
    assert!(tokio::time::timeout(LONG, plays).await.is_ok());
    drop((cleo, ada, bea, dan, event));
    room.close(Duration::from_secs(20)).await;
}

/// The restart took their connections, so they have the same time to come back as at a table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_that_starts_right_after_a_restart_waits_for_those_who_had_entered() {
    let store = Arc::new(MemoryStore::new());
    let room = open(&store).await;
    let all = people(&room, ["Cleo", "Ada", "Bea", "Cem"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let event = open_event(&room, "test-turbo", Some(3_600_000), long).await;
    let tournament = TournamentId(event.id.0);
    for person in &all[1..] {
        Line::open(&room, person).await.enter(tournament).await.unwrap();
    }
    drop(event);
    room.close(Duration::from_secs(20)).await;

    let room = open(&store).await;
    let mut cleo = Line::open(&room, &all[0]).await;
    let mut ada = Line::open(&room, &all[1]).await;
    let start = TimeMs(room.room.clock.now().0 + 200);
    cleo.direct(tournament, TournamentCommand::ChangeStart(start)).await;
    let begins = |event: &TableEvent| matches!(event, TableEvent::HandStarted(_));
    ada.fold_until(|message| match message {
        ServerMessage::Step(step) => step.events.0.iter().any(begins).then_some(()),
        _ => None,
    })
    .await;
    let acts_for_somebody = |event: &TableEvent| match event {
        TableEvent::Acted(acted) => acted.timed_out,
        TableEvent::HandEnded(_) => true,
        _ => false,
    };
    let acts = ada.fold_until(|message| match message {
        ServerMessage::Step(step) => step.events.0.iter().any(acts_for_somebody).then_some(()),
        _ => None,
    });
    let acts = tokio::time::timeout(Duration::from_secs(2), acts).await;
    assert!(acts.is_err(), "Bea and Cem have had no time to connect");
    drop((cleo, ada));
    room.close(Duration::from_secs(1)).await;
}
