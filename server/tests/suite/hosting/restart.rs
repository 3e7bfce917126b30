//! A private table survives a restart of the room's process, until it is closed.

use crate::support::house::{Person, open_on, soon, terms, wallet};
use cardroom::ids::{AccountId, TableId as RoomTableId};
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom_protocol::client::LoginToken;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{Encoding, ErrorCode, RequestId};
use std::time::Duration;

const BUY_IN: u64 = 500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn terms_host_code_and_seats_are_there_after_a_restart() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let hosted = ada.host(terms()).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    bob.sit(hosted.table, BUY_IN).await.unwrap();
    let before = bob.observe(hosted.table).await.unwrap();
    let stored = store.hosted_tables().await.unwrap();
    assert!(!stored[0].code.contains(&hosted.code), "whoever reads the store comes in nowhere");
    let token = ada.logged_in.resume_token.clone().unwrap();
    drop((ada, bob));
    open.close(Duration::from_secs(1)).await;

    let open = open_on(&store, |_| {}).await;
    let mut cid = Person::new(&open, "Cid").await;
    assert_eq!(cid.observe(hosted.table).await.err(), Some(ErrorCode::UnknownTable));
    let info = cid.use_code(&hosted.code).await.unwrap();
    assert_eq!(info, before.info);
    let view = cid.observe(hosted.table).await.unwrap();
    assert_eq!(view.seats.len(), 1, "Bob's seat is his");
    assert_eq!(cid.close(hosted.table).await, Err(ErrorCode::UnknownTable), "he is not the host");
    // The host is still the host.
    let mut client = crate::support::client::Client::welcome(&open, Encoding::Binary).await;
    let log_in = LoginToken { request: RequestId(1), token };
    let close =
        cardroom_protocol::hosting::CloseHosted { request: RequestId(2), table: hosted.table };
    let look = cardroom_protocol::hosting::GetHosting { request: RequestId(3) };
    client.send([log_in.into(), look.into()]).await;
    let seen = loop {
        if let ServerMessage::Hosting(hosting) = client.receive().await {
            break hosting.tables.first().map(|table| table.code.clone());
        }
    };
    assert_eq!(seen.as_ref(), Some(&hosted.code), "the host sees the code");
    client.send([close.into()]).await;
    while !matches!(client.receive().await, ServerMessage::Done(_)) {}
    let id = RoomTableId(hosted.table.0);
    soon("the table is gone", || open.room.registry.table(id).is_none()).await;
    open.close(Duration::from_secs(1)).await;

    // A closed table stays closed, and a new one gets another id.
    let open = open_on(&store, |_| {}).await;
    assert!(open.room.registry.table(id).is_none());
    let mut dan = Person::new(&open, "Dan").await;
    assert_eq!(dan.use_code(&hosted.code).await, Err(ErrorCode::UnknownCode));
    let another = dan.host(terms()).await.unwrap();
    assert_ne!(another.table, hosted.table);
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_was_to_close_in_mid_hand_is_paid_out_by_the_next_start() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let granted = ada.logged_in.balance.0;
    let hosted = ada.host(terms()).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    ada.sit(hosted.table, BUY_IN).await.unwrap();
    bob.sit(hosted.table, BUY_IN).await.unwrap();
    bob.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
    ada.close(hosted.table).await.unwrap();
    assert_eq!(wallet(&open, &ada), granted);
    let people = [&ada, &bob].map(|person| person.logged_in.account.parse().unwrap());
    // No player acts, and the room does not wait.
    open.close(Duration::ZERO).await;

    let open = open_on(&store, |_| {}).await;
    assert!(open.room.registry.table(RoomTableId(hosted.table.0)).is_none());
    for account in people {
        let purse = open.room.accounts.purse(AccountId(account)).await.unwrap();
        assert_eq!(purse.available().0, granted, "no wallet is involved");
    }
    let table = format!("table:{}", hosted.table.0);
    let balances = store.load_balances().await.unwrap();
    assert!(balances.iter().all(|(name, balance)| *name != table || *balance == 0));
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}
