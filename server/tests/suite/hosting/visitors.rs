//! Entering by a link: watch first, then log in, sit down and play, all over one connection.

use crate::hosting::tournaments;
use crate::support::client::{Client, LONG};
use crate::support::house::{Person, open, terms};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Act, Login, LoginGuest, LoginToken, Observe, Register, Sit};
use cardroom_protocol::hosting::UseInvitation;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::Action;
use cardroom_protocol::tournament::{EnterTournament, WatchTournament};
use cardroom_protocol::{ActionId, Chips, Encoding, RequestId, Secret, TableId};

/// Reads on until `found` accepts a message.
async fn until<T>(
    client: &mut Client,
    what: &str,
    mut found: impl FnMut(ServerMessage) -> Option<T>,
) -> T {
    let reached = async {
        loop {
            if let Some(found) = found(client.receive().await) {
                return found;
            }
        }
    };
    tokio::time::timeout(LONG, reached).await.unwrap_or_else(|_| panic!("{what} does not come"))
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

/// Sits down at the watched table and waits for cards and a turn.
async fn sit_and_play(friend: &mut Client, table: TableId, buy_in: u64) {
    let buy_in = Chips(buy_in);
    let request = RequestId(9);
    let sit = Sit { request, table, seat: None, buy_in, wait_for_big_blind: false };
    friend.send([sit.into()]).await;
    let (mut cards, mut turn) = (false, false);
    let both = |message| {
        match message {
            ServerMessage::HoleCards(own) => cards |= own.cards.len() == 2,
            ServerMessage::YourTurn(own) => turn |= own.table == table,
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
        (cards && turn).then_some(())
    };
    until(friend, "a hand with own cards and an own turn", both).await;
}

/// Returns every way to log in, and creates the accounts that they need.
async fn ways(open: &cardroom::wiring::OpenRoom) -> [ClientMessage; 4] {
    let (request, password) = (RequestId(3), || Secret::from("a long password"));
    let bob = Person::with_password(open.address, "Bob").await;
    let carl = Person::with_password(open.address, "Carl").await;
    let token = carl.logged_in.resume_token.unwrap();
    drop(bob.client);
    [
        LoginGuest { request, nickname: Some("Friend".to_owned()) }.into(),
        Register { request, name: "Dora".to_owned(), password: password() }.into(),
        Login { request, name: "Bob".to_owned(), password: password(), browser: None }.into(),
        LoginToken { request, token }.into(),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_who_logs_in_at_a_table_and_sits_down_is_dealt_in() {
    let open = open(|_| {}).await;
    for (round, way) in ways(&open).await.into_iter().enumerate() {
        let mut ada = Person::new(&open, &format!("Ada {round}")).await;
        let hosted = ada.host(terms()).await.unwrap();
        ada.sit(hosted.table, 500).await.unwrap();
        let hosting = tokio::spawn(call(ada.client));

        let mut friend = Client::welcome(&open, Encoding::Binary).await;
        let invitation = UseInvitation { request: RequestId(1), code: hosted.code.clone() };
        let observe = Observe { request: RequestId(2), table: hosted.table };
        friend.send([invitation.into(), observe.into()]).await;
        let watches = |message| matches!(message, ServerMessage::Done(_)).then_some(());
        until(&mut friend, "the answer", watches).await;
        friend.send([way]).await;
        let arrived = |message| matches!(message, ServerMessage::LoggedIn(_)).then_some(());
        until(&mut friend, "the login", arrived).await;
        let view = |message| match message {
            ServerMessage::TableSnapshot(shot) => Some(shot.view),
            _ => None,
        };
        let view = until(&mut friend, "the view of the account", view).await;
        assert!(view.you.is_none(), "no seat yet");
        sit_and_play(&mut friend, hosted.table, 500).await;
        hosting.abort();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_who_logs_in_at_a_public_table_in_one_frame_with_all_the_rest_is_dealt_in() {
    let open = open(|_| {}).await;
    let table = open.room.registry.tables().into_iter().next().unwrap().id;
    let table = TableId(table.0);
    let mut ada = Person::new(&open, "Ada").await;
    ada.sit(table, 100).await.unwrap();
    let waiting = tokio::spawn(call(ada.client));
    let mut friend = Client::welcome(&open, Encoding::Json).await;
    let observe = Observe { request: RequestId(2), table };
    let login = LoginGuest { request: RequestId(3), nickname: None };
    friend.send([observe.into(), login.into()]).await;
    sit_and_play(&mut friend, table, 100).await;
    waiting.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_of_a_tournament_who_logs_in_sees_it_as_the_account() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let hosted = tournaments::host(&mut ada, tournaments::terms()).await.unwrap();
    let tournament = hosted.tournament;
    // Bob has entered, and returns by the link.
    let mut bob = Person::new(&open, "Bob").await;
    tournaments::use_code(&mut bob, &hosted.code).await.unwrap();
    tournaments::enter(&mut bob, tournament).await.unwrap();
    let token = bob.logged_in.resume_token.clone().unwrap();
    drop(bob);

    let mut friend = Client::welcome(&open, Encoding::Binary).await;
    let invitation = UseInvitation { request: RequestId(1), code: hosted.code.clone() };
    let watch = WatchTournament { request: RequestId(2), tournament, on: true };
    friend.send([invitation.into(), watch.into()]).await;
    let view = |message| match message {
        ServerMessage::TournamentSnapshot(shot) => Some(shot.view),
        _ => None,
    };
    assert!(until(&mut friend, "the view", view).await.you.is_none());
    friend.send([LoginToken { request: RequestId(3), token }.into()]).await;
    assert!(until(&mut friend, "the view of the account", view).await.you.is_some());

    // A guest who was a visitor enters and is listed.
    let mut guest = Client::welcome(&open, Encoding::Binary).await;
    let invitation = UseInvitation { request: RequestId(1), code: hosted.code.clone() };
    let watch = WatchTournament { request: RequestId(2), tournament, on: true };
    let login = LoginGuest { request: RequestId(3), nickname: None };
    let enter = EnterTournament { request: RequestId(4), tournament, of_age: false };
    guest.send([invitation.into(), watch.into(), login.into(), enter.into()]).await;
    let entered = |message| matches!(message, ServerMessage::Entered(_)).then_some(());
    until(&mut guest, "the entry", entered).await;
}
