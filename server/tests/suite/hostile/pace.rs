//! Clients that send too fast, read too slowly, or do nothing at all.

use crate::support::client::{Client, LONG, open_room, settled};
use cardroom_protocol::client::{Act, ListTables, LoginToken, Ping, Refill, Sit, WatchLobby};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, Chips, ClientMessage, Encoding, ErrorCode, RequestId, TableId};
use futures_util::{SinkExt, StreamExt};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn a_flood_is_refused_and_then_ended() {
    let open = open_room(|config| {
        config.limits.messages_per_second = 1;
        config.limits.message_burst = 10;
    })
    .await;
    let (mut bystander, _) = Client::guest(&open, "Bystander").await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    let mut refused = 0;
    for request in 0..200 {
        // The connection may be closed before all of it is sent.
        let refill = Refill { request: RequestId(request) }.into();
        let payload = Encoding::Binary.encode(&[refill] as &[ClientMessage]);
        let frame = Message::Binary(payload.unwrap());
        if client.socket.send(frame).await.is_err() {
            break;
        }
    }
    let code = loop {
        match client.receive().await {
            ServerMessage::Refused(refusal) if refusal.code == ErrorCode::RateLimited => {
                refused += 1;
            }
            ServerMessage::Refused(refusal) => assert_eq!(refusal.code, ErrorCode::NotLoggedIn),
            ServerMessage::Goodbye(goodbye) => break goodbye.code,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(code, ErrorCode::RateLimited);
    assert_eq!(refused, 100, "a burst is forgiven, persistence is not");
    bystander.ping().await;
    settled(&open, 1).await;
}

#[tokio::test]
async fn reconnecting_does_not_give_an_account_a_new_burst() {
    let open = open_room(|config| {
        config.limits.messages_per_second = 1;
        config.limits.message_burst = 12;
    })
    .await;
    let (mut client, ann) = Client::guest(&open, "Ann").await;
    for _ in 0..8 {
        client.ping().await;
    }
    drop(client);
    settled(&open, 0).await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    let token = ann.resume_token.unwrap();
    client.send([LoginToken { request: RequestId(1), token }.into()]).await;
    assert!(matches!(client.receive().await, ServerMessage::LoggedIn(_)));
    let mut codes = Vec::new();
    for request in 2..10 {
        let list = ListTables { request: RequestId(request), filter: Default::default() };
        client.send([list.into()]).await;
        codes.push(match client.receive().await {
            ServerMessage::TableList(_) => None,
            ServerMessage::Refused(refused) => Some(refused.code),
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(codes[0], None);
    assert_eq!(codes[7], Some(ErrorCode::RateLimited), "{codes:?}");
}

/// Checks or calls on every turn, forever.
async fn call(mut client: Client) {
    let mut number = 0;
    loop {
        if let ServerMessage::YourTurn(turn) = client.receive().await {
            number += 1;
            let action = if turn.legal.check { Action::Check } else { Action::Call };
            let (table, turn, action_id) = (turn.table, turn.turn, ActionId(number));
            client.send([Act { table, turn, action_id, action }.into()]).await;
        }
    }
}

#[tokio::test]
async fn an_answer_to_a_turn_counts_against_no_rate_and_repeating_it_does() {
    let open = open_room(|config| {
        config.limits.messages_per_second = 1;
        config.limits.message_burst = 20;
    })
    .await;
    let table = TableId(open.room.registry.tables()[0].id.0);
    let sit = || Sit {
        request: RequestId(2),
        table,
        seat: None,
        buy_in: Chips(100),
        wait_for_big_blind: false,
    };
    let (mut ann, _) = Client::guest(&open, "Ann").await;
    // She uses up her message allowance before the first card.
    ann.send([sit().into()]).await;
    for nonce in 100..140 {
        ann.send([Ping { nonce }.into()]).await;
    }
    let (mut bob, _) = Client::guest(&open, "Bob").await;
    bob.send([sit().into()]).await;
    let bob = tokio::spawn(call(bob));
    let turn = loop {
        if let ServerMessage::YourTurn(turn) = ann.receive().await {
            break turn;
        }
    };
    let action = if turn.legal.check { Action::Check } else { Action::Call };
    let act = Act { table, turn: turn.turn, action_id: ActionId(1), action };
    for _ in 0..12 {
        ann.send([act.clone().into()]).await;
    }
    let mut answers = Vec::new();
    while answers.len() < 12 {
        match ann.receive().await {
            ServerMessage::ActionAccepted(_) => answers.push(None),
            ServerMessage::ActionRefused(refused) => answers.push(Some(refused.code)),
            _ => {}
        }
    }
    bob.abort();
    // A refusal overtakes the table's answers. Meanwhile the table sends her more turns, each of
    // which allows a few more answers. A second allows one.
    let accepted = answers.iter().filter(|answer| answer.is_none()).count();
    assert!(accepted >= 4, "{answers:?}");
    assert!(answers.contains(&Some(ErrorCode::RateLimited)), "{answers:?}");
}

#[tokio::test]
async fn empty_frames_count_too() {
    let open = open_room(|config| {
        config.limits.messages_per_second = 1;
        config.limits.message_burst = 10;
    })
    .await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    for _ in 0..120 {
        let _ = client.socket.send(Message::binary(vec![])).await;
    }
    assert_eq!(client.goodbye().await, ErrorCode::RateLimited);
}

#[tokio::test]
async fn who_does_not_read_is_dropped_while_others_are_served() {
    let open = open_room(|config| {
        config.limits.messages_per_second = 1_000_000;
        config.limits.message_burst = 1_000_000;
        config.limits.pending_bytes = 64 * 1024;
    })
    .await;
    let (mut bystander, _) = Client::guest(&open, "Bystander").await;
    let mut slow = Client::welcome(&open, Encoding::Binary).await;
    let before = Instant::now();
    let pings: [ClientMessage; 200] = std::array::from_fn(|_| Ping { nonce: u32::MAX }.into());
    // Pongs pile up until the connection accepts no more messages, including pings.
    while open.room.registry.connection_count() == 2 {
        assert!(before.elapsed() < LONG, "it is never dropped");
        let payload = Encoding::Binary.encode(&pings).unwrap();
        let frame = Message::Binary(payload);
        let send = slow.socket.send(frame);
        let _ = tokio::time::timeout(Duration::from_millis(50), send).await;
        let asked = Instant::now();
        bystander.ping().await;
        assert!(asked.elapsed() < Duration::from_secs(5), "the bystander waits");
    }
    assert_eq!(slow.goodbye_at_last().await, ErrorCode::SlowClient);
    bystander.ping().await;
}

#[tokio::test]
async fn who_shows_no_sign_of_life_is_closed_and_who_does_stays() {
    let open = open_room(|config| {
        config.limits.ping_interval_ms = 200;
        config.limits.idle_timeout_ms = 3_000;
        config.limits.login_timeout_ms = 60_000;
    })
    .await;
    let (mut alive, _) = Client::guest(&open, "Alive").await;
    // This one does not read, so it answers no ping.
    let dead = Client::welcome(&open, Encoding::Binary).await;
    let until = Instant::now() + Duration::from_secs(5);
    while Instant::now() < until {
        // Reading answers pings. The client itself sends nothing.
        let read = alive.socket.next();
        let _ = tokio::time::timeout(Duration::from_millis(20), read).await;
    }
    alive.ping().await;
    settled(&open, 1).await;
    assert_eq!(dead.goodbye().await, ErrorCode::IdleTimeout);
}

#[tokio::test]
async fn who_never_says_hello_or_never_logs_in_is_closed_and_who_watches_stays() {
    let open = open_room(|config| {
        config.limits.handshake_timeout_ms = 2_000;
        config.limits.login_timeout_ms = 2_000;
    })
    .await;
    let mute = Client::connect(&open, Encoding::Binary).await;
    let idle = Client::welcome(&open, Encoding::Binary).await;
    let mut visitor = Client::welcome(&open, Encoding::Binary).await;
    visitor.send([WatchLobby { request: RequestId(1), on: true }.into()]).await;
    assert_eq!(mute.goodbye().await, ErrorCode::LoginTimeout);
    assert_eq!(idle.goodbye().await, ErrorCode::LoginTimeout);
    tokio::time::sleep(Duration::from_secs(1)).await;
    visitor.ping().await;
    settled(&open, 1).await;
}
