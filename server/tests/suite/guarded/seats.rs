//! Rules for taking a seat: one per address, and with the stack that the player took from a twin
//! table.

use crate::support::client::{Client, guest, hello, open_room, play_token};
use cardroom::wiring::OpenRoom;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Leave, LoginToken, Sit};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{Chips, Encoding, ErrorCode, RequestId, TableId};
use std::time::Duration;

const REQUEST: RequestId = RequestId(9);

/// Connects a guest from an address.
async fn come_in(open: &OpenRoom, name: &str, address: &str) -> Client {
    let mut client = Client::connect_from(open.address, Encoding::Binary, address).await;
    client.send([hello(), guest(name)]).await;
    while !matches!(client.receive().await, ServerMessage::LoggedIn(_)) {}
    client
}

/// Logs the same account in over another connection, and waits until its table notices.
async fn reconnect(open: &OpenRoom, mut old: Client, address: &str) -> Client {
    old.send([play_token(REQUEST, "again", None)]).await;
    let token = loop {
        if let ServerMessage::ApiToken(token) = old.receive().await {
            break token.token;
        }
    };
    let mut client = Client::connect_from(open.address, Encoding::Binary, address).await;
    client.send([hello(), LoginToken { request: RequestId(1), token }.into()]).await;
    while !matches!(client.receive().await, ServerMessage::TableSnapshot(_)) {}
    client
}

/// Sends a request and returns the answer, ignoring messages before it.
async fn ask(client: &mut Client, message: impl Into<ClientMessage>) -> Result<(), ErrorCode> {
    client.send([message.into()]).await;
    loop {
        match client.receive().await {
            ServerMessage::Refused(refused) if refused.request == REQUEST => {
                assert!(refused.message.ends_with('.'), "{}", refused.message);
                return Err(refused.code);
            }
            ServerMessage::Seated(seated) if seated.request == REQUEST => return Ok(()),
            ServerMessage::Done(done) if done.request == REQUEST => return Ok(()),
            _ => {}
        }
    }
}

fn sit(table: TableId, buy_in: u64) -> Sit {
    let (seat, buy_in) = (None, Chips(buy_in));
    Sit { request: REQUEST, table, seat, buy_in, wait_for_big_blind: false }
}

/// Leaves a table without other players, and returns once the lobby shows it empty.
async fn leave(open: &OpenRoom, client: &mut Client, table: TableId) {
    let handle = open.room.registry.table(cardroom::ids::TableId(table.0)).unwrap();
    ask(client, Leave { request: REQUEST, table }).await.unwrap();
    while handle.info.borrow().seated > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn tables(open: &OpenRoom) -> Vec<TableId> {
    open.room.registry.tables().iter().map(|table| TableId(table.id.0)).collect()
}

/// Opens a room in which a proxy reports the clients' addresses.
async fn room(one_seat_per_address: bool) -> (OpenRoom, TableId) {
    let open = open_room(|config| {
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.tables[0].one_seat_per_address = one_seat_per_address;
    })
    .await;
    let table = tables(&open)[0];
    (open, table)
}

#[tokio::test]
async fn an_address_has_one_seat_at_a_table_that_says_so() {
    let (open, table) = room(true).await;
    let mut ann = come_in(&open, "Ann", "2001:db8::1").await;
    let mut bob = come_in(&open, "Bob", "2001:db8::2").await;
    let mut cleo = come_in(&open, "Cleo", "2001:db8:0:1::1").await;
    assert_eq!(ask(&mut ann, sit(table, 40)).await, Ok(()));
    let refused = Err(ErrorCode::AddressSeated);
    assert_eq!(ask(&mut bob, sit(table, 40)).await, refused, "one subscriber has a /64");
    assert_eq!(ask(&mut ann, sit(table, 40)).await, Err(ErrorCode::AlreadySeated));
    leave(&open, &mut ann, table).await;
    assert_eq!(ask(&mut bob, sit(table, 40)).await, Ok(()), "a seat that was left is no seat");
    assert_eq!(ask(&mut ann, sit(table, 40)).await, refused);
    assert_eq!(ask(&mut cleo, sit(table, 40)).await, Ok(()));
}

#[tokio::test]
async fn a_seat_goes_with_its_player_to_another_address() {
    let (open, table) = room(true).await;
    let mut ann = come_in(&open, "Ann", "2001:db8::1").await;
    let mut bob = come_in(&open, "Bob", "2001:db8::2").await;
    assert_eq!(ask(&mut ann, sit(table, 40)).await, Ok(()));
    let _ann = reconnect(&open, ann, "203.0.113.9").await;
    assert_eq!(ask(&mut bob, sit(table, 40)).await, Ok(()), "nobody sits there from his");
    let mut dan = come_in(&open, "Dan", "203.0.113.9").await;
    assert_eq!(ask(&mut dan, sit(table, 40)).await, Err(ErrorCode::AddressSeated));
}

#[tokio::test]
async fn a_table_that_says_nothing_seats_a_whole_household() {
    let (open, table) = room(false).await;
    for name in ["Ann", "Bob"] {
        let mut player = come_in(&open, name, "203.0.113.9").await;
        assert_eq!(ask(&mut player, sit(table, 40)).await, Ok(()));
    }
}

#[tokio::test]
async fn a_stack_that_was_taken_from_a_table_comes_back_at_its_twin() {
    let open = open_room(|config| {
        config.tables[0].copies = 2;
        let mut other = config.tables[0].clone();
        (other.name, other.copies) = ("Other".to_owned(), 1);
        config.tables.push(other);
    })
    .await;
    let [first, second, other] = tables(&open)[..] else { panic!("three tables") };
    let (mut ann, _) = Client::guest(&open, "Ann").await;
    ask(&mut ann, sit(first, 200)).await.unwrap();
    leave(&open, &mut ann, first).await;
    for table in [first, second] {
        assert_eq!(ask(&mut ann, sit(table, 40)).await, Err(ErrorCode::Rathole));
    }
    assert_eq!(ask(&mut ann, sit(other, 40)).await, Ok(()), "another game, another stack");
    leave(&open, &mut ann, other).await;
    // She brought it back to the twin, and in turn takes it from there.
    assert_eq!(ask(&mut ann, sit(second, 200)).await, Ok(()));
    assert_eq!(ask(&mut ann, sit(first, 40)).await, Ok(()), "she owes nothing while she plays");
    leave(&open, &mut ann, first).await;
    leave(&open, &mut ann, second).await;
    assert_eq!(ask(&mut ann, sit(first, 199)).await, Err(ErrorCode::Rathole));
    // Other players owe nothing.
    let (mut bob, _) = Client::guest(&open, "Bob").await;
    assert_eq!(ask(&mut bob, sit(first, 40)).await, Ok(()));
}
