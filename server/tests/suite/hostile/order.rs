//! Messages that come too early, or twice.

use crate::support::client::{Client, guest, hello, open_room, settled};
use cardroom_protocol::client::{
    Act, ChangePassword, Chat, ListTables, Login, LoginGuest, LoginToken, Logout, Observe, Refill,
    Register, Sit, WatchLobby,
};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::Action;
use cardroom_protocol::{
    ActionId, Chips, Encoding, ErrorCode, RequestId, Secret, TableId, TurnToken,
};
use futures_util::StreamExt;
use tokio_tungstenite::tungstenite::Message;

fn sit(request: u32, table: u64) -> cardroom_protocol::ClientMessage {
    Sit {
        request: RequestId(request),
        table: TableId(table),
        seat: None,
        buy_in: Chips(100),
        wait_for_big_blind: false,
    }
    .into()
}

#[tokio::test]
async fn nothing_comes_before_the_hello() {
    let open = open_room(|_| {}).await;
    for encoding in Encoding::ALL {
        let mut client = Client::connect(&open, encoding).await;
        client.send([guest("Early")]).await;
        assert_eq!(client.goodbye().await, ErrorCode::HelloExpected);
    }
    assert_eq!(open.room.registry.players_online(), 0, "the login was not looked at");
}

#[tokio::test]
async fn there_is_one_hello() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Json).await;
    client.send([hello()]).await;
    assert_eq!(client.goodbye().await, ErrorCode::HelloExpected);
}

#[tokio::test]
async fn a_visitor_may_look_but_not_play() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    client.send([sit(1, 1)]).await;
    assert_eq!(client.refused(1).await, ErrorCode::NotLoggedIn);
    client.send([Refill { request: RequestId(2) }.into()]).await;
    assert_eq!(client.refused(2).await, ErrorCode::NotLoggedIn);
    let chat = Chat { request: RequestId(3), table: TableId(1), text: "hi".to_owned() };
    client.send([chat.into()]).await;
    assert_eq!(client.refused(3).await, ErrorCode::NotLoggedIn);
    let act =
        Act { table: TableId(1), turn: TurnToken(1), action_id: ActionId(9), action: Action::Fold };
    client.send([act.into()]).await;
    let ServerMessage::ActionRefused(refused) = client.receive().await else { panic!() };
    assert_eq!((refused.code, refused.action_id), (ErrorCode::NotLoggedIn, ActionId(9)));
    assert_eq!(refused.legal, None);

    let list = ListTables { request: RequestId(4), filter: Default::default() };
    client.send([list.into()]).await;
    let ServerMessage::TableList(list) = client.receive().await else { panic!() };
    assert_eq!((list.request, list.tables.len(), list.last), (RequestId(4), 1, true));
    let table = list.tables[0].table;
    client.send([Observe { request: RequestId(5), table }.into()]).await;
    client.observing(5).await;
    assert_eq!(open.room.registry.stacks_by_table().len(), 0);
}

#[tokio::test]
async fn what_is_sent_behind_a_login_waits_for_it_and_is_answered_in_order() {
    let open = open_room(|_| {}).await;
    let mut client = Client::connect(&open, Encoding::Binary).await;
    let register = Register {
        request: RequestId(1),
        name: "Ann".to_owned(),
        password: Secret::from("correct horse"),
    };
    let again = LoginGuest { request: RequestId(2), nickname: None };
    let list = ListTables { request: RequestId(4), filter: Default::default() };
    client.send([hello(), register.into(), again.into(), sit(3, 999), list.into()]).await;
    assert!(matches!(client.receive().await, ServerMessage::Welcome(_)));
    let ServerMessage::LoggedIn(ann) = client.receive().await else { panic!() };
    assert_eq!((ann.request, &*ann.name, ann.tables.len()), (RequestId(1), "Ann", 0));
    assert_eq!(client.refused(2).await, ErrorCode::AlreadyLoggedIn);
    assert_eq!(client.refused(3).await, ErrorCode::UnknownTable);
    let ServerMessage::TableList(list) = client.receive().await else { panic!() };
    assert_eq!(list.request, RequestId(4));
}

#[tokio::test]
async fn a_new_login_replaces_the_old_connection_and_not_the_other_way_round() {
    let open = open_room(|_| {}).await;
    let (first, ann) = Client::guest(&open, "Ann").await;
    let mut second = Client::welcome(&open, Encoding::Json).await;
    let token = ann.resume_token.unwrap();
    second.send([LoginToken { request: RequestId(1), token }.into()]).await;
    let ServerMessage::LoggedIn(again) = second.receive().await else { panic!() };
    assert_eq!(again.account, ann.account);
    assert_eq!(first.goodbye().await, ErrorCode::Replaced);
    settled(&open, 1).await;
    second.ping().await;
    assert_eq!(open.room.registry.players_online(), 1);
}

#[tokio::test]
async fn a_token_that_comes_late_over_an_older_connection_replaces_nobody() {
    let open = open_room(|_| {}).await;
    let (first, ann) = Client::guest(&open, "Ann").await;
    let token = ann.resume_token.unwrap();
    drop(first);
    settled(&open, 0).await;
    let mut older = Client::welcome(&open, Encoding::Binary).await;
    let mut newer = Client::welcome(&open, Encoding::Binary).await;
    newer.send([LoginToken { request: RequestId(1), token: token.clone() }.into()]).await;
    let ServerMessage::LoggedIn(_) = newer.receive().await else { panic!() };
    // A message that was under way when its player's connection was replaced.
    older.send([LoginToken { request: RequestId(1), token }.into()]).await;
    assert_eq!(older.goodbye().await, ErrorCode::Replaced);
    newer.ping().await;
    assert_eq!(open.room.registry.players_online(), 1);
}

#[tokio::test]
async fn a_logout_is_answered_and_ends_the_token() {
    let open = open_room(|_| {}).await;
    let (mut client, ann) = Client::guest(&open, "Ann").await;
    client.send([Logout { request: RequestId(7) }.into()]).await;
    let ServerMessage::Done(done) = client.receive().await else { panic!() };
    assert_eq!(done.request, RequestId(7));
    match client.socket.next().await {
        Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 1_000),
        other => panic!("{other:?}"),
    }
    settled(&open, 0).await;
    let mut late = Client::welcome(&open, Encoding::Binary).await;
    let token = ann.resume_token.unwrap();
    late.send([LoginToken { request: RequestId(8), token }.into()]).await;
    assert_eq!(late.refused(8).await, ErrorCode::BadToken);
    assert_eq!(open.room.registry.players_online(), 0);
}

#[tokio::test]
async fn passwords_cannot_be_tried_for_long() {
    let open = open_room(|config| config.limits.logins_per_minute = 8).await;
    let login = |request, password: &str| Login {
        request: RequestId(request),
        name: "Boss".to_owned(),
        password: Secret::from(password),
        browser: None,
    };
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    for request in 1..=4 {
        client.send([login(request, "wrong password").into()]).await;
        assert_eq!(client.refused(request).await, ErrorCode::BadCredentials);
    }
    client.send([login(5, "wrong password").into()]).await;
    assert_eq!(client.goodbye().await, ErrorCode::BadCredentials);

    // Another connection does not help: after five wrong guesses for a name, the next one waits.
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    client.send([login(6, "wrong password").into()]).await;
    assert_eq!(client.refused(6).await, ErrorCode::RateLimited);
    // Nor do other names: the address has two tries left, and one more for every 7.5 seconds.
    let mut answers = Vec::new();
    for request in 7..37 {
        let name = format!("Nobody {request}");
        client.send([Login { name, ..login(request, "wrong password") }.into()]).await;
        answers.push(client.refused(request).await);
        if answers.last() == Some(&ErrorCode::RateLimited) {
            break;
        }
    }
    assert_eq!(answers.last(), Some(&ErrorCode::RateLimited));
    assert!(answers.starts_with(&[ErrorCode::BadCredentials; 2]), "{answers:?}");
}

#[tokio::test]
async fn a_wrong_old_password_changes_nothing() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    let register = Register {
        request: RequestId(1),
        name: "Ann".to_owned(),
        password: Secret::from("correct horse"),
    };
    client.send([register.into()]).await;
    client.receive().await;
    let change = |request, old: &str| ChangePassword {
        request: RequestId(request),
        old: Secret::from(old),
        new: Secret::from("battery staple"),
        end_tokens: false,
    };
    client.send([change(2, "wrong password").into(), change(3, "correct horse").into()]).await;
    assert_eq!(client.refused(2).await, ErrorCode::BadCredentials);
    let ServerMessage::Done(done) = client.receive().await else { panic!() };
    assert_eq!(done.request, RequestId(3));
}

#[tokio::test]
async fn asking_for_what_is_so_already_is_refused() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    let watch = |request, on| WatchLobby { request: RequestId(request), on };
    client.send([watch(1, false).into()]).await;
    assert_eq!(client.refused(1).await, ErrorCode::NothingToDo);
    client.send([watch(2, true).into()]).await;
    assert!(matches!(client.receive().await, ServerMessage::TableList(_)));
    client.send([watch(3, true).into()]).await;
    assert_eq!(client.refused(3).await, ErrorCode::NothingToDo);
}
