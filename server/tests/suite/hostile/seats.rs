//! Tables: requests of clients, and the seat of a player whose connection is lost.

use crate::support::client::{Client, open_room, settled};
use cardroom_protocol::client::{Chat, LoginToken, Observe, Sit, SitOut, TopUp, Unobserve};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{
    Chips, ClientMessage, Encoding, ErrorCode, RequestId, TableEvent, TableId,
};

fn sit(request: u32, table: TableId, buy_in: u64) -> ClientMessage {
    Sit {
        request: RequestId(request),
        table,
        seat: None,
        buy_in: Chips(buy_in),
        wait_for_big_blind: false,
    }
    .into()
}

#[tokio::test]
async fn every_request_that_cannot_be_carried_out_gets_one_refusal_and_costs_nothing() {
    let open = open_room(|_| {}).await;
    let table = TableId(open.room.registry.tables()[0].id.0);
    let (mut ann, logged_in) = Client::guest(&open, "Ann").await;
    let before = settled(&open, 1).await;
    let chat = |request, text: &str| -> ClientMessage {
        Chat { request: RequestId(request), table, text: text.to_owned() }.into()
    };
    let requests: [(ClientMessage, ErrorCode); 9] = [
        (sit(0, TableId(999), 100), ErrorCode::UnknownTable),
        (sit(1, table, logged_in.balance.0 + 1), ErrorCode::InsufficientFunds),
        (sit(2, table, 1), ErrorCode::BuyInOutOfRange),
        (SitOut { request: RequestId(3), table }.into(), ErrorCode::NotSeated),
        (TopUp { request: RequestId(4), table, amount: Chips(10) }.into(), ErrorCode::NotSeated),
        (chat(5, ""), ErrorCode::BadText),
        (chat(6, "two\nlines"), ErrorCode::BadText),
        (chat(7, &"x".repeat(281)), ErrorCode::BadText),
        (Unobserve { request: RequestId(8), table: TableId(999) }.into(), ErrorCode::NothingToDo),
    ];
    for (request, (message, code)) in (0..).zip(requests) {
        ann.send([message]).await;
        assert_eq!(ann.refused(request).await, code, "request {request}");
    }
    // A pong follows at once, so nothing else was on its way.
    ann.ping().await;
    let account = cardroom::ids::AccountId(logged_in.account.parse().unwrap());
    let purse = open.room.accounts.purse(account).await.unwrap();
    assert_eq!(purse.available().0, logged_in.balance.0, "every hold was given back");
    assert_eq!(settled(&open, 1).await, before);
}

#[tokio::test]
async fn a_connection_watches_so_many_tables_and_no_more() {
    let open = open_room(|config| {
        config.limits.watched_tables = 2;
        config.tables[0].copies = 3;
    })
    .await;
    let tables: Vec<_> =
        open.room.registry.tables().iter().map(|table| TableId(table.id.0)).collect();
    let mut client = Client::welcome(&open, Encoding::Json).await;
    let observe = |request, table| Observe { request: RequestId(request), table };
    for (request, table) in [(1, tables[0]), (2, tables[1]), (3, tables[1])] {
        client.send([observe(request, table).into()]).await;
        client.observing(request).await;
    }
    client.send([observe(4, tables[2]).into()]).await;
    assert_eq!(client.refused(4).await, ErrorCode::TooManyTables);
    client.send([Unobserve { request: RequestId(5), table: tables[0] }.into()]).await;
    assert!(matches!(client.receive().await, ServerMessage::Done(_)));
    client.send([observe(6, tables[2]).into()]).await;
    client.observing(6).await;
    for request in 7..20 {
        client.send([observe(request, TableId(u64::from(request) + 900)).into()]).await;
        let code = client.refused(request).await;
        assert!([ErrorCode::UnknownTable, ErrorCode::TooManyTables].contains(&code));
    }
}

#[tokio::test]
async fn a_lost_player_keeps_the_seat_and_finds_it_again() {
    let open = open_room(|_| {}).await;
    let table = TableId(open.room.registry.tables()[0].id.0);
    let (mut watcher, _) = Client::guest(&open, "Watcher").await;
    watcher.send([Observe { request: RequestId(1), table }.into()]).await;
    watcher.observing(1).await;

    let (mut ann, logged_in) = Client::guest(&open, "Ann").await;
    ann.send([sit(2, table, 100)]).await;
    let seated = loop {
        match ann.receive().await {
            ServerMessage::Seated(seated) => break seated,
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    };
    drop(ann);
    presence(&mut watcher, seated.seat, false).await;

    let mut again = Client::welcome(&open, Encoding::Json).await;
    let token = logged_in.resume_token.unwrap();
    again.send([LoginToken { request: RequestId(3), token }.into()]).await;
    let ServerMessage::LoggedIn(back) = again.receive().await else { panic!() };
    assert_eq!(back.tables, [table]);
    let ServerMessage::TableSnapshot(snapshot) = again.receive().await else { panic!() };
    assert_eq!(snapshot.view.you.unwrap().seat, seated.seat);
    presence(&mut watcher, seated.seat, true).await;
}

/// Waits until a client hears that a seat's connection came or went.
async fn presence(viewer: &mut Client, seat: u8, connected: bool) {
    loop {
        let ServerMessage::Step(step) = viewer.receive().await else { continue };
        let told = step.events.0.iter().any(|event| match event {
            TableEvent::Presence(presence) => {
                presence.seat == seat && presence.connected == connected
            }
            _ => false,
        });
        if told {
            return;
        }
    }
}
