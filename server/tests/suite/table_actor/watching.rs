//! A connection watches first and logs in later. From then on the table treats it as its account's
//! connection.

use crate::support::asking::Ask;
use crate::support::ordinary;
use crate::table_actor::room::{BROUGHT, Client, Room, call_or_check, setup};
use cardroom::ids::{AccountId, ConnectionId};
use cardroom::inbox::{TableInput, Viewer};
use cardroom::store::prelude::*;
use cardroom::store::{Funds, LedgerAccount, Transfer, Unit};
use cardroom_protocol::RequestId;
use cardroom_protocol::hybrid::EtiquetteFlag;
use cardroom_protocol::server::{HoleCards, Role, ServerMessage, TimeUse};
use cardroom_protocol::table::{TableEvent, TableView};
use cardroom_rules::Chips;
use cardroom_rules::rulebook::Stalling;
use std::sync::Arc;
use std::time::Duration;

const NEWCOMER: u64 = 9;

/// Returns a client of an account with chips and no seat.
async fn newcomer(room: &Room) -> Client {
    let account = AccountId(NEWCOMER);
    let chips = Chips(20_000);
    let (from, to) = (LedgerAccount::Bank, LedgerAccount::Wallet(account));
    let grant = Transfer { id: "signup:9".to_owned(), from, to, amount: chips, at_ms: 1 };
    let unit = Unit { transfers: vec![grant], ..Unit::default() };
    room.store.commit(&[unit]).await.unwrap();
    // Its wallet stays available as long as its purse is held.
    std::mem::forget(room.services.cashier.open(account, Funds { chips, ..Funds::default() }));
    Client::new(NEWCOMER, NEWCOMER)
}

fn watch(room: &Room, client: &Client) {
    let viewer = Viewer { player: None, ..client.viewer.clone() };
    room.table.try_send(TableInput::Attach { viewer, request: Some(RequestId(1)) }).unwrap();
}

fn recognize(room: &Room, client: &Client) {
    let viewer = client.viewer.clone();
    room.table.try_send(TableInput::Recognize { viewer }).unwrap();
}

fn last_view(client: &Client) -> &TableView {
    let views = client.heard.iter().rev().find_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(&shot.view),
        _ => None,
    });
    views.expect("a view")
}

fn own_cards(client: &Client) -> Vec<&HoleCards> {
    let cards = client.heard.iter().filter_map(|message| match message {
        ServerMessage::HoleCards(cards) => Some(cards),
        _ => None,
    });
    cards.collect()
}

/// Waits until the newcomer has cards and a turn.
async fn plays_along(room: &mut Room) {
    for _ in 0..400 {
        let client = &room.clients[&NEWCOMER];
        let asked = client.heard.iter().any(|is| matches!(is, ServerMessage::YourTurn(_)));
        if asked && !own_cards(client).is_empty() {
            return;
        }
        room.act(crate::table_actor::room::call_or_check).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no cards and no turn: {:?}", room.clients[&NEWCOMER].heard);
}

#[tokio::test(start_paused = true)]
async fn a_visitor_who_logs_in_and_sits_down_gets_cards_and_turns() {
    let mut room = Room::new(2).await;
    let client = newcomer(&room).await;
    watch(&room, &client);
    recognize(&room, &client);
    room.clients.insert(NEWCOMER, client);
    room.settle().await;
    let views = |room: &Room| {
        let heard = room.clients[&NEWCOMER].heard.iter();
        heard.filter(|is| matches!(is, ServerMessage::TableSnapshot(_))).count()
    };
    assert_eq!(views(&room), 2, "one for the visitor, one for the account");
    room.sit(NEWCOMER, BROUGHT);
    plays_along(&mut room).await;
    assert_eq!(views(&room), 2, "the steps say the rest");
}

#[tokio::test(start_paused = true)]
async fn a_seat_makes_a_player_of_a_visitor_the_table_has_not_recognized() {
    let mut room = Room::new(2).await;
    let client = newcomer(&room).await;
    watch(&room, &client);
    room.clients.insert(NEWCOMER, client);
    room.sit(NEWCOMER, BROUGHT);
    plays_along(&mut room).await;
    // It watched before, and continues when it leaves the seat.
    room.request(NEWCOMER, Ask::Leave);
    let left = |room: &Room| {
        let heard = &room.clients[&NEWCOMER].heard;
        heard.iter().position(|is| matches!(is, ServerMessage::LeftTable(_)))
    };
    let left = loop {
        room.act(crate::table_actor::room::call_or_check).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        if let Some(left) = left(&room) {
            break left;
        }
    };
    let mut after = 0;
    while after == 0 {
        room.act(crate::table_actor::room::call_or_check).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        let heard = &room.clients[&NEWCOMER].heard[left..];
        after = heard.iter().filter(|is| matches!(is, ServerMessage::Step(_))).count();
    }
}

#[tokio::test(start_paused = true)]
async fn a_visitor_who_logs_in_to_a_seat_sees_its_cards_and_is_there() {
    let mut room = Room::new(2).await;
    room.detach(2);
    let client = Client::new(2, 92);
    watch(&room, &client);
    room.clients.insert(2, client);
    room.settle().await;
    let seat = |room: &Room, name: &str| {
        let view = last_view(&room.clients[&2]);
        view.seats.iter().find(|seat| seat.name == name).map(|seat| seat.connected)
    };
    assert_eq!(seat(&room, "player 2"), Some(false));
    assert!(last_view(&room.clients[&2]).you.is_none());
    recognize(&room, &room.clients[&2]);
    room.settle().await;
    assert_eq!(seat(&room, "player 2"), Some(true));
    assert!(last_view(&room.clients[&2]).you.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_becomes_another_account_s_loses_the_cards_of_the_first() {
    let mut room = Room::new(3).await;
    let as_another = Client {
        viewer: Viewer {
            player: Some(ordinary::account(NEWCOMER, "player 9")),
            ..room.clients[&2].viewer.clone()
        },
        heard: Vec::new(),
        frames: Vec::new(),
        next_action: 1,
    };
    assert_eq!(as_another.viewer.connection, ConnectionId(2));
    room.settle().await;
    recognize(&room, &as_another);
    room.clients.insert(2, as_another);
    room.settle().await;
    let view = last_view(&room.clients[&2]);
    assert!(view.you.is_none());
    let second = view.seats.iter().find(|seat| seat.name == "player 2").unwrap();
    assert!(!second.connected, "nobody is there for the seat any more");
    for _ in 0..300 {
        room.act(crate::table_actor::room::call_or_check).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let client = &room.clients[&2];
    assert!(client.hands_ended() > 2, "hands go on");
    let is_own = |is: &&ServerMessage| {
        matches!(is, ServerMessage::HoleCards(_) | ServerMessage::YourTurn(_))
    };
    assert_eq!(client.heard.iter().find(is_own), None);
}

#[tokio::test(start_paused = true)]
async fn the_lobby_says_how_many_of_the_seated_are_bots() {
    let mut room = Room::new(2).await;
    let bots = |room: &Room| {
        let info = room.table.info.borrow();
        (info.seated, info.bots)
    };
    assert_eq!(bots(&room), (2, 0));
    let mut client = newcomer(&room).await;
    if let Some(player) = &mut client.viewer.player {
        player.bot = true;
    }
    room.clients.insert(NEWCOMER, client);
    room.sit(NEWCOMER, BROUGHT);
    room.settle().await;
    assert_eq!(bots(&room), (3, 1));
    // Another one returns by token.
    let mut client = Client::new(2, 92);
    if let Some(player) = &mut client.viewer.player {
        player.bot = true;
    }
    watch(&room, &client);
    recognize(&room, &client);
    room.clients.insert(2, client);
    room.settle().await;
    assert_eq!(bots(&room), (3, 2));
}

#[tokio::test(start_paused = true)]
async fn a_visitor_reads_the_hand_in_progress_and_between_hands_there_is_none() {
    let mut room = Room::new(1).await;
    let visitor = Client::new(50, 50);
    let ask = |room: &Room| {
        let viewer = Viewer { player: None, ..visitor.viewer.clone() };
        let (request, what) = (RequestId(5), Ask::HandSoFar);
        let stamp = room.services.clock.now();
        let input = what.sent(viewer, request, stamp);
        room.table.try_send(input).unwrap();
    };
    ask(&room);
    let client = newcomer(&room).await;
    room.clients.insert(NEWCOMER, client);
    room.sit(NEWCOMER, BROUGHT);
    while !room.clients.values().any(|client| client.turn().is_some()) {
        room.settle().await;
    }
    room.act(crate::table_actor::room::call_or_check).await;
    ask(&room);
    room.settle().await;
    let mut visitor = visitor;
    visitor.listen();
    let [ServerMessage::Refused(refused), ServerMessage::HandSoFar(told)] = &visitor.heard[..]
    else {
        panic!("{:?}", visitor.heard)
    };
    assert_eq!(refused.code, cardroom_protocol::ErrorCode::NoHand);
    let events: Vec<_> = told.steps.iter().flat_map(|step| &step.events.0).collect();
    assert!(matches!(events[0], TableEvent::HandStarted(_)), "{events:?}");
    assert!(events.iter().any(|event| matches!(event, TableEvent::Acted(_))), "{events:?}");
    let seq = room.clients[&1].heard.iter().rev().find_map(|message| match message {
        ServerMessage::Step(step) => Some(step.seq),
        _ => None,
    });
    assert_eq!(Some(told.seq), seq);
}

fn times_seen(room: &Room, account: u64) -> Vec<&TimeUse> {
    let heard = room.clients[&account].heard.iter();
    let times = heard.filter_map(|message| match message {
        ServerMessage::TimeUse(used) => Some(used),
        _ => None,
    });
    times.collect()
}

/// TFPL 2b-19, Spotlight 2b-18: every decision takes 13 of the 15 seconds.
#[tokio::test(start_paused = true)]
async fn only_the_floor_sees_how_players_use_their_time() {
    const VISITOR: u64 = 8;
    let mut setup = setup();
    Arc::make_mut(&mut setup.rulebook).stalling = Stalling::Flagged;
    let mut room = Room::with(setup, 2).await;
    for (account, role) in [(NEWCOMER, Role::Floor), (VISITOR, Role::Host)] {
        let mut client = Client::new(account, account);
        client.viewer.player.as_mut().unwrap().role = role;
        let viewer = client.viewer.clone();
        room.table.try_send(TableInput::Attach { viewer, request: Some(RequestId(1)) }).unwrap();
        room.clients.insert(account, client);
    }
    room.settle().await;
    let frame = &room.clients[&NEWCOMER].frames[0];
    let used = TimeUse { table: frame_table(frame), seats: Vec::new() };
    assert_eq!(frame[1], ServerMessage::TimeUse(used), "nobody has decided yet");

    while room.clients[&NEWCOMER].hands_ended() < 2 {
        tokio::time::sleep(Duration::from_secs(13)).await;
        room.act(call_or_check).await;
    }
    let seen = times_seen(&room, NEWCOMER);
    let seats = &seen.last().unwrap().seats;
    assert_eq!(seats.len(), 2);
    for used in seats {
        assert!(used.decisions >= 4 && used.late == used.decisions, "{used:?}");
        assert!((12_500..13_500).contains(&used.mean_ms), "{used:?}");
    }
    for other in [1, 2, VISITOR] {
        assert_eq!(times_seen(&room, other), [] as [&TimeUse; 0], "{other}");
    }
    let events = room.clients[&NEWCOMER].heard.iter().filter_map(|message| match message {
        ServerMessage::Step(step) => Some(&step.events.0),
        _ => None,
    });
    let is_flag = |event: &&TableEvent| matches!(event, TableEvent::Flagged(flagged) if flagged.flag == EtiquetteFlag::Stalling);
    assert!(events.flatten().filter(is_flag).count() >= 2);
}

fn frame_table(frame: &[ServerMessage]) -> cardroom_protocol::TableId {
    let [ServerMessage::TableSnapshot(shot), ..] = frame else { panic!("no view: {frame:?}") };
    shot.table
}
