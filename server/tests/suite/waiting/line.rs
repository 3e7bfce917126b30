//! The waiting list: its order, and the player for whom a seat is held.

use crate::support::client::Client;
use crate::support::house::{Person, open, soon};
use cardroom::ids::TableId as RoomTableId;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::{LoginToken, SitOut};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::waiting::{JoinWaitList, LeaveWaitList, WaitListEnd, WaitListPlace};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, TableId};
use std::time::Duration;

const BUY_IN: u64 = 100;

/// A room with a full table for two, and another table. No hand is dealt.
struct Full {
    open: OpenRoom,
    table: TableId,
    elsewhere: TableId,
    ada: Person,
    _bob: Person,
}

impl Full {
    async fn new(offer_seconds: u64) -> Self {
        let open = open(|config| {
            let table = &mut config.tables[0];
            table.copies = 2;
            table.seats = 2;
            table.seat_offer_seconds = offer_seconds;
        })
        .await;
        let ids: Vec<_> = open.room.registry.tables().iter().map(|table| table.id.0).collect();
        let (table, elsewhere) = (TableId(ids[0]), TableId(ids[1]));
        let mut ada = Person::new(&open, "Ada").await;
        let mut bob = Person::new(&open, "Bob").await;
        ada.sit(table, BUY_IN).await.unwrap();
        ada.done(|request| SitOut { request, table }.into()).await.unwrap();
        bob.sit(table, BUY_IN).await.unwrap();
        Self { open, table, elsewhere, ada, _bob: bob }
    }

    fn waiting(&self) -> u16 {
        let table = self.open.room.registry.table(RoomTableId(self.table.0)).unwrap();
        table.info.borrow().waiting
    }

    async fn join(&self, name: &str) -> Person {
        let mut person = Person::new(&self.open, name).await;
        join(&mut person, self.table).await.unwrap();
        person
    }
}

async fn join(person: &mut Person, table: TableId) -> Result<(), ErrorCode> {
    person.done(|request| JoinWaitList { request, table }.into()).await
}

/// Waits until a person has this place among this many.
async fn place(person: &mut Person, table: TableId, place: u16, waiting: u16) {
    let wanted = WaitListPlace { table, place, waiting };
    let found = |message| match message {
        ServerMessage::WaitListPlace(told) => (told == wanted).then_some(()),
        _ => None,
    };
    person.until(&format!("{wanted:?}"), found).await;
}

async fn offer(person: &mut Person) -> u32 {
    let found = |message| match message {
        ServerMessage::SeatOffered(offered) => Some(offered.time_ms),
        _ => None,
    };
    person.until("an offer", found).await
}

async fn out(person: &mut Person) -> WaitListEnd {
    let found = |message| match message {
        ServerMessage::WaitListLeft(left) => Some(left.reason),
        _ => None,
    };
    person.until("the end", found).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_is_kept_for_the_first_in_line_and_then_for_the_next() {
    let mut full = Full::new(2).await;
    let table = full.table;
    let mut cid = full.join("Cid").await;
    place(&mut cid, table, 1, 1).await;
    let mut dan = full.join("Dan").await;
    let mut eve = full.join("Eve").await;
    place(&mut eve, table, 3, 3).await;
    place(&mut cid, table, 1, 3).await;
    soon("everybody sees it", || full.waiting() == 3).await;
    assert_eq!(join(&mut cid, table).await, Err(ErrorCode::NothingToDo));
    assert_eq!(join(&mut full.ada, table).await, Err(ErrorCode::AlreadySeated));

    full.ada.leave(table).await.unwrap();
    assert_eq!(offer(&mut cid).await, 2_000);
    // No other player can sit down meanwhile, on the waiting list or not.
    let mut fay = Person::new(&full.open, "Fay").await;
    assert_eq!(fay.sit(table, BUY_IN).await, Err(ErrorCode::SeatKept));
    assert_eq!(dan.sit(table, BUY_IN).await, Err(ErrorCode::SeatKept));
    // Cid does nothing.
    assert_eq!(out(&mut cid).await, WaitListEnd::OfferOver);
    assert_eq!(offer(&mut dan).await, 2_000);
    dan.sit(table, BUY_IN).await.unwrap();
    assert_eq!(out(&mut dan).await, WaitListEnd::Seated);
    place(&mut eve, table, 1, 1).await;
    assert_eq!(fay.sit(table, BUY_IN).await, Err(ErrorCode::TableFull));

    eve.done(|request| LeaveWaitList { request, table }.into()).await.unwrap();
    assert_eq!(out(&mut eve).await, WaitListEnd::Left);
    soon("nobody waits", || full.waiting() == 0).await;
    let again = eve.done(|request| LeaveWaitList { request, table }.into()).await;
    assert_eq!(again, Err(ErrorCode::NothingToDo));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_where_a_seat_is_free_nor_in_two_places() {
    let full = Full::new(60).await;
    let mut cid = Person::new(&full.open, "Cid").await;
    assert_eq!(join(&mut cid, full.elsewhere).await, Err(ErrorCode::SeatsFree));
    assert_eq!(join(&mut cid, TableId(999)).await, Err(ErrorCode::UnknownTable));
    join(&mut cid, full.table).await.unwrap();
    place(&mut cid, full.table, 1, 1).await;
    cid.sit(full.elsewhere, BUY_IN).await.unwrap();
    assert_eq!(out(&mut cid).await, WaitListEnd::SeatedElsewhere);
    soon("nobody waits", || full.waiting() == 0).await;
    let mut visitor = Client::welcome(&full.open, Encoding::Json).await;
    visitor.send([JoinWaitList { request: RequestId(1), table: full.table }.into()]).await;
    assert_eq!(visitor.refused(1).await, ErrorCode::NotLoggedIn);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_has_the_same_place_and_the_offer() {
    let mut full = Full::new(60).await;
    let cid = full.join("Cid").await;
    let mut dan = full.join("Dan").await;
    place(&mut dan, full.table, 2, 2).await;
    let token = cid.logged_in.resume_token.clone().unwrap();
    drop(cid);
    let mut back = Client::welcome(&full.open, Encoding::Binary).await;
    let log_in = LoginToken { request: RequestId(1), token: token.clone() };
    back.send([log_in.into()]).await;
    loop {
        if let ServerMessage::WaitListPlace(told) = back.receive().await {
            assert_eq!((told.place, told.waiting), (1, 2));
            break;
        }
    }
    full.ada.leave(full.table).await.unwrap();
    while !matches!(back.receive().await, ServerMessage::SeatOffered(_)) {}
    // After a disconnection at the wrong moment, the rest of the offer is announced again.
    drop(back);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut again = Client::welcome(&full.open, Encoding::Json).await;
    again.send([LoginToken { request: RequestId(1), token }.into()]).await;
    loop {
        if let ServerMessage::SeatOffered(offered) = again.receive().await {
            assert!((1..60_000).contains(&offered.time_ms), "{}", offered.time_ms);
            break;
        }
    }
    assert_eq!(dan.sit(full.table, BUY_IN).await, Err(ErrorCode::SeatKept));
}
