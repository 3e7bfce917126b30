//! The end of a private table: every player gets their chips, and nothing leads to it any more.

use crate::support::house::{Person, open, soon, terms, wallet};
use cardroom::ids::TableId as RoomTableId;
use cardroom_protocol::client::Act;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, TableEvent, TableView};
use cardroom_protocol::{ActionId, ErrorCode};

const BUY_IN: u64 = 500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_not_the_host_closes_nothing_and_an_empty_table_closes_at_once() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let hosted = ada.host(terms()).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    bob.observe(hosted.table).await.unwrap();
    assert_eq!(bob.close(hosted.table).await, Err(ErrorCode::UnknownTable));
    let public = open.room.registry.public_tables()[0].id;
    assert_eq!(ada.close(public.0.into()).await, Err(ErrorCode::UnknownTable));

    ada.close(hosted.table).await.unwrap();
    let closed = |message| match message {
        ServerMessage::TableClosed(closed) => Some(closed.table),
        _ => None,
    };
    assert_eq!(bob.until("the end", closed).await, hosted.table);
    assert_eq!(bob.use_code(&hosted.code).await, Err(ErrorCode::UnknownCode));
    assert_eq!(ada.close(hosted.table).await, Err(ErrorCode::UnknownTable));
    let id = RoomTableId(hosted.table.0);
    soon("the table is gone", || open.room.registry.table(id).is_none()).await;
    assert_eq!(bob.observe(hosted.table).await.err(), Some(ErrorCode::UnknownTable));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_hand_in_progress_is_played_to_its_end_and_everybody_is_paid_out() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let mut cid = Person::new(&open, "Cid").await;
    let granted = ada.logged_in.balance.0;
    let hosted = ada.host(terms()).await.unwrap();
    for person in [&mut bob, &mut cid] {
        person.use_code(&hosted.code).await.unwrap();
    }
    cid.observe(hosted.table).await.unwrap();
    ada.sit(hosted.table, BUY_IN).await.unwrap();
    bob.sit(hosted.table, BUY_IN).await.unwrap();
    let started = |event: &TableEvent| matches!(event, TableEvent::HandStarted(_));
    cid.until_event("a hand", started).await;

    ada.close(hosted.table).await.unwrap();
    assert_eq!(cid.sit(hosted.table, BUY_IN).await, Err(ErrorCode::TableClosed));
    let id = RoomTableId(hosted.table.0);
    assert!(open.room.registry.table(id).is_some(), "the hand goes on");

    // The player to act folds, and only then is the hand over.
    let own = |view: Box<TableView>| view.you.unwrap().decision;
    let of_ada = own(ada.observe(hosted.table).await.unwrap());
    let of_bob = own(bob.observe(hosted.table).await.unwrap());
    let (on_turn, decision) = match of_ada {
        Some(decision) => (&mut ada, decision),
        None => (&mut bob, of_bob.unwrap()),
    };
    let (action_id, action) = (ActionId(1), Action::Fold);
    let act = Act { table: hosted.table, turn: decision.turn, action_id, action };
    on_turn.client.send([act.into()]).await;
    let left = |message| match message {
        ServerMessage::LeftTable(left) => Some(left.cashed_out.0),
        _ => None,
    };
    let back = [ada.until("the end", left).await, bob.until("the end", left).await];
    assert_eq!(back.iter().sum::<u64>(), 2 * BUY_IN);
    assert_ne!(back[0], BUY_IN, "the blinds were played for");
    soon("the table is gone", || open.room.registry.table(id).is_none()).await;
    assert_eq!([wallet(&open, &ada), wallet(&open, &bob)], [granted; 2], "no wallet is involved");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_without_its_host_and_closes_when_nobody_sits_there() {
    let open = open(|config| config.hosting.close_empty_seconds = 2).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let hosted = ada.host(terms()).await.unwrap();
    let id = RoomTableId(hosted.table.0);
    bob.use_code(&hosted.code).await.unwrap();
    bob.sit(hosted.table, BUY_IN).await.unwrap();
    drop(ada);
    tokio::time::sleep(std::time::Duration::from_millis(4_500)).await;
    assert!(open.room.registry.table(id).is_some(), "Bob sits there");
    bob.leave(hosted.table).await.unwrap();
    soon("the table is gone", || open.room.registry.table(id).is_none()).await;
    assert_eq!(bob.use_code(&hosted.code).await, Err(ErrorCode::UnknownCode));
}
