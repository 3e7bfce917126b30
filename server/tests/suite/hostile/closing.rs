//! A room that closes while a hand is in progress. Its players may still lose the connection,
//! return and act. It lets no one else in.

use crate::support::client::{Client, LONG, guest};
use crate::support::playing::{Play, Player};
use cardroom::shutdown::Phase;
use cardroom_protocol::client::{Act, LoginToken, Register};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, TableEvent, TableView};
use cardroom_protocol::{ActionId, Encoding, ErrorCode, RequestId, Secret};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

/// Logs in with a token, and waits for the message that the room is closing. Returns the view of
/// the table with the player's seat.
async fn come_back(client: &mut Client, token: Secret) -> Box<TableView> {
    client.send([LoginToken { request: RequestId(1), token }.into()]).await;
    let (mut view, mut is_told) = (None, false);
    loop {
        if is_told && let Some(view) = view {
            return view;
        }
        match client.receive().await {
            ServerMessage::TableSnapshot(snapshot) => view = Some(snapshot.view),
            ServerMessage::RoomClosing(_) => is_told = true,
            ServerMessage::Goodbye(goodbye) => panic!("{goodbye:?}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn while_the_last_hand_ends_who_plays_may_come_back_and_nobody_else_comes_in() {
    let mut play = Play::begin(&[Encoding::Binary, Encoding::Json], |_| {}).await;
    play.deal().await;
    let (who, before) = play.turn();
    let Play { open, table, mut players, watchers, .. } = play;
    let (room, address) = (Arc::clone(&open.room), open.address);
    let began = Instant::now();
    // Without an action the hand takes longer than the test may.
    let closing = tokio::spawn(open.close(LONG * 2));
    room.lifecycle.reached(Phase::Draining).await;

    for Player { client, .. } in &mut players {
        while !matches!(client.receive().await, ServerMessage::RoomClosing(_)) {}
    }

    let Player { client, token, .. } = players.swap_remove(who);
    drop(client);
    let mut back = Client::welcome_at(address, Encoding::Binary).await;
    let view = come_back(&mut back, token).await;
    let decision = view.you.and_then(|you| you.decision).expect("it is still to act");
    assert_eq!(decision.turn, before.turn, "and nobody acted for it");

    let mut newcomer = Client::welcome_at(address, Encoding::Binary).await;
    newcomer.send([guest("Newcomer")]).await;
    assert_eq!(newcomer.goodbye().await, ErrorCode::ShuttingDown);
    let accounts = room.accounts.clone();
    let (name, password) = ("Newcomer".to_owned(), Secret::from("seven deuce offsuit"));
    let mut newcomer = Client::welcome_at(address, Encoding::Json).await;
    let register = Register { request: RequestId(1), name, password };
    newcomer.send([register.into()]).await;
    assert_eq!(newcomer.goodbye().await, ErrorCode::ShuttingDown);
    let password = Secret::from("seven deuce offsuit");
    assert!(
        accounts
            .login("Newcomer", &password, None, IpAddr::from(Ipv4Addr::LOCALHOST))
            .await
            .is_err(),
        "no account was opened"
    );

    let act = Act { table, turn: decision.turn, action_id: ActionId(1), action: Action::Fold };
    back.send([act.into()]).await;
    let (mut accepted, mut ended) = (false, false);
    while !(accepted && ended) {
        match back.receive().await {
            ServerMessage::ActionAccepted(answer) => accepted = answer.action_id == ActionId(1),
            ServerMessage::Step(step) => {
                ended |=
                    step.events.0.iter().any(|event| matches!(event, TableEvent::HandEnded(_)));
            }
            _ => {}
        }
    }
    assert_eq!(back.goodbye().await, ErrorCode::ShuttingDown);
    for client in players.into_iter().map(|player| player.client).chain(watchers) {
        assert_eq!(client.goodbye().await, ErrorCode::ShuttingDown);
    }
    closing.await.unwrap();
    assert!(began.elapsed() < LONG, "the room closed when the hand was over");
}
