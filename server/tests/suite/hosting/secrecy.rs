//! A private table is hidden from everyone without its code. No list, update, search, figure or
//! answer distinguishes it from a table that does not exist.

use crate::support::client::{Client, get};
use crate::support::house::{NAME, Person, open, soon, terms};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{
    Act, Chat, ListTables, LoginToken, Observe, Ping, Sit, TopUp, Unobserve, WatchLobby,
};
use cardroom_protocol::history::{GetHand, GetHandSoFar, ListHands};
use cardroom_protocol::hosting::CloseHosted;
use cardroom_protocol::hybrid::{AttendTable, DirectTable, TableCommand};
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Chips, Encoding, ErrorCode, RequestId, Seq, TableId, TurnToken};

/// Returns every request that names a table.
fn all(table: TableId) -> Vec<ClientMessage> {
    let request = RequestId(7);
    let buy_in = Chips(500);
    let reason = "because".to_owned();
    let direct = DirectTable {
        request,
        table,
        seq: Seq(1),
        reason,
        rule: None,
        command: TableCommand::Pause,
    };
    vec![
        Observe { request, table }.into(),
        Sit { request, table, seat: None, buy_in, wait_for_big_blind: false }.into(),
        Sit { request, table, seat: Some(0), buy_in, wait_for_big_blind: true }.into(),
        TopUp { request, table, amount: Chips(10) }.into(),
        Chat { request, table, text: "hello".to_owned() }.into(),
        AttendTable { request, table, on: true }.into(),
        direct.into(),
        CloseHosted { request, table }.into(),
        GetHandSoFar { request, table }.into(),
        GetHand { request, table, hand: cardroom_protocol::HandNo(1), inspect: None }.into(),
    ]
}

/// Returns the answer, with the ids of tables removed.
async fn answer(client: &mut Client, message: ClientMessage, table: TableId) -> String {
    client.send([message, Ping { nonce: 99 }.into()]).await;
    let mut said = String::new();
    // Some answers come from another task, after the pong.
    loop {
        match client.receive().await {
            ServerMessage::Pong(_) if !said.is_empty() => return said,
            ServerMessage::Pong(_) => {}
            other => {
                said = format!("{other:?}").replace(&table.0.to_string(), "TABLE");
                if !said.starts_with("Balance") && !said.starts_with("TableChanged") {
                    return said;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_code_a_private_table_is_one_that_does_not_exist() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let mut eve = Person::new(&open, "Eve").await;
    eve.client.send([WatchLobby { request: RequestId(1), on: true }.into()]).await;
    assert!(matches!(eve.client.receive().await, ServerMessage::TableList(_)));
    let hosted = ada.host(terms()).await.unwrap();
    ada.sit(hosted.table, 500).await.unwrap();
    bob.use_code(&hosted.code).await.unwrap();
    bob.sit(hosted.table, 500).await.unwrap();
    // Finish a hand, so that there is something to search for.
    ada.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
    ada.leave(hosted.table).await.unwrap();
    bob.leave(hosted.table).await.unwrap();
    let id = cardroom::ids::TableId(hosted.table.0);
    let registry = &open.room.registry;
    soon("both left", || registry.table(id).unwrap().info.borrow().hands_played == 1).await;

    let nowhere = TableId(hosted.table.0 + 1_000);
    for (here, there) in all(hosted.table).into_iter().zip(all(nowhere)) {
        let asked = format!("{here:?}");
        let of_private = answer(&mut eve.client, here, hosted.table).await;
        let of_nothing = answer(&mut eve.client, there, nowhere).await;
        assert_eq!(of_private, of_nothing, "{asked}");
        assert!(of_private.contains("Unknown"), "{asked}: {of_private}");
    }
    let act =
        |table| Act { table, turn: TurnToken(1), action_id: ActionId(1), action: Action::Fold };
    let of_private = answer(&mut eve.client, act(hosted.table).into(), hosted.table).await;
    let of_nothing = answer(&mut eve.client, act(nowhere).into(), nowhere).await;
    assert_eq!(of_private, of_nothing);

    // Lists and searches.
    let list = ListTables { request: RequestId(2), filter: TableFilter::default() };
    let hands =
        ListHands { request: RequestId(3), filter: Default::default(), everybody: false, from: 0 };
    let unobserve = Unobserve { request: RequestId(4), table: hosted.table };
    eve.client.send([list.into(), hands.into(), unobserve.into()]).await;
    let mut answered = (false, false);
    while answered != (true, true) {
        match eve.client.receive().await {
            ServerMessage::TableList(list) if list.request == RequestId(2) => {
                assert_eq!(list.tables.len(), 1, "the public one");
                answered.0 = true;
            }
            ServerMessage::HandPage(page) => {
                assert_eq!(page.total, 0);
                answered.1 = true;
            }
            _ => {}
        }
    }
    // Two rounds of lobby updates.
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    eve.client.ping().await;
    assert!(!eve.client.transcript.contains(NAME), "{}", eve.client.transcript);
    let (status, figures) = get(open.admin_address, "/metrics").await;
    assert_eq!(status, 200);
    assert!(!figures.contains("kitchen") && !figures.contains(&hosted.code));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_lets_one_connection_in_and_a_seat_needs_none() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let hosted = ada.host(terms()).await.unwrap();
    let table = hosted.table;
    assert_eq!(hosted.code.len(), 10);
    let (left, right) = hosted.code.split_at(5);
    let typed = format!(" {}-{} ", left.to_lowercase(), right);
    let info = bob.use_code(&typed).await.unwrap();
    assert_eq!((info.table, &*info.name, info.host.as_deref()), (table, NAME, Some("Ada")));
    assert_eq!(bob.observe(table).await.unwrap().info.table, table);

    // A visitor may also watch with it.
    let mut visitor = Client::welcome(&open, Encoding::Json).await;
    visitor.send([Observe { request: RequestId(1), table }.into()]).await;
    assert_eq!(visitor.refused(1).await, ErrorCode::UnknownTable);
    let code = hosted.code.clone();
    let invitation = cardroom_protocol::hosting::UseInvitation { request: RequestId(2), code };
    visitor.send([invitation.into()]).await;
    assert!(matches!(visitor.receive().await, ServerMessage::Invited(_)));
    visitor.send([Observe { request: RequestId(3), table }.into()]).await;
    visitor.observing(3).await;

    // Bob's next connection needs the code again, unless he already sits.
    let token = bob.logged_in.resume_token.clone().unwrap();
    drop(bob);
    let mut again = Client::welcome(&open, Encoding::Binary).await;
    let log_in = LoginToken { request: RequestId(1), token: token.clone() };
    again.send([log_in.into(), Observe { request: RequestId(2), table }.into()]).await;
    assert!(matches!(again.receive().await, ServerMessage::LoggedIn(_)));
    assert_eq!(again.refused(2).await, ErrorCode::UnknownTable);
    let code = hosted.code.clone();
    let invitation = cardroom_protocol::hosting::UseInvitation { request: RequestId(3), code };
    let sit = Sit {
        request: RequestId(4),
        table,
        seat: None,
        buy_in: Chips(500),
        wait_for_big_blind: false,
    };
    again.send([invitation.into(), sit.into()]).await;
    while !matches!(again.receive().await, ServerMessage::Seated(_)) {}
    drop(again);
    let mut back = Client::welcome(&open, Encoding::Binary).await;
    back.send([LoginToken { request: RequestId(1), token }.into()]).await;
    let mut seen = (false, false);
    while seen != (true, true) {
        match back.receive().await {
            ServerMessage::LoggedIn(logged_in) => seen.0 = logged_in.tables == [table],
            ServerMessage::TableSnapshot(snapshot) => seen.1 = snapshot.table == table,
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_codes_are_counted_by_account_and_then_right_ones_wait_too() {
    let open = open(|config| config.limits.wrong_codes_per_minute = 4).await;
    let mut ada = Person::new(&open, "Ada").await;
    let hosted = ada.host(terms()).await.unwrap();
    let mut eve = Person::new(&open, "Eve").await;
    for wrong in ["", "2222222222", "not a code"] {
        assert_eq!(eve.use_code(wrong).await, Err(ErrorCode::UnknownCode));
    }
    assert!(eve.use_code(&hosted.code).await.is_ok(), "three were wrong");
    assert_eq!(eve.use_code("3333333333").await, Err(ErrorCode::UnknownCode));
    assert_eq!(eve.use_code("3333333333").await, Err(ErrorCode::RateLimited));
    assert_eq!(eve.use_code(&hosted.code).await, Err(ErrorCode::RateLimited));
    // All of them come from one address.
    let mut another = Person::new(&open, "Another").await;
    assert!(another.use_code(&hosted.code).await.is_ok(), "Eve locks nobody else out");
}
