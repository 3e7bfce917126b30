//! An action that is sent again gets the same answer again.

use crate::support::asking::Ask;
use crate::table_actor::room::{Client, Room, call_or_check, setup};
use cardroom::inbox::TableInput;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, RunItOffered, TableEvent};
use cardroom_protocol::{ActionId, ErrorCode};
use cardroom_rules::Millis;
use std::sync::Arc;
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn an_action_sent_twice_counts_once_and_gets_the_same_answer() {
    let mut room = Room::new(3).await;
    let hand =
        |room: &Room| room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?)));
    while hand(&room).is_none() {
        room.settle().await;
    }
    let (account, turn) = hand(&room).unwrap();
    for _ in 0..3 {
        let (turn, action) = (turn.turn, Action::Call);
        room.request(account, Ask::Act { turn, action_id: ActionId(9), action });
    }
    room.settle().await;
    let heard = &room.clients[&account].heard;
    let accepted =
        heard.iter().filter(|message| matches!(message, ServerMessage::ActionAccepted(_))).count();
    let acted = heard.iter().filter_map(|message| match message {
        ServerMessage::Step(step) => Some(&step.events.0),
        _ => None,
    });
    let acted = acted.flatten().filter(|event| matches!(event, TableEvent::Acted(_))).count();
    assert_eq!((accepted, acted), (3, 1));
    let older = Ask::Act { turn: turn.turn, action_id: ActionId(8), action: Action::Call };
    room.request(account, older);
    room.settle().await;
    assert!(room.clients[&account].heard.iter().any(|message| matches!(message,
        ServerMessage::ActionRefused(refused) if refused.code == ErrorCode::StaleActionId)));
}

#[tokio::test(start_paused = true)]
async fn an_action_keeps_its_answer_when_a_later_step_cannot_be_stored() {
    let mut room = Room::new(3).await;
    while !room.clients.values().any(|client| client.turn().is_some()) {
        room.settle().await;
    }
    let (account, turn) =
        room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?))).unwrap();
    let (turn, action_id) = (turn.turn, ActionId(5));
    let act = || Ask::Act { turn, action_id, action: Action::Call };
    room.request(account, act());
    room.settle().await;
    // The next player's action fails. Then the first one is sent again.
    room.store.fail_commits(1);
    room.act(call_or_check).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    room.request(account, act());
    room.settle().await;
    let answers: Vec<bool> = room.clients[&account]
        .heard
        .iter()
        .filter_map(|message| match message {
            ServerMessage::ActionAccepted(accepted) => Some(accepted.action_id == action_id),
            ServerMessage::ActionRefused(_) => Some(false),
            _ => None,
        })
        .collect();
    assert_eq!(answers, [true, true]);
}

#[tokio::test(start_paused = true)]
async fn who_left_is_answered_again_and_counts_anew_in_the_next_sitting() {
    let mut room = Room::new(2).await;
    while room.clients[&1].next_action == 1 {
        room.act(call_or_check).await;
    }
    let turn = room.clients[&1].heard.iter().find_map(|message| match message {
        ServerMessage::YourTurn(turn) => Some(turn.turn),
        _ => None,
    });
    let (turn, action_id) = (turn.unwrap(), ActionId(1));
    room.request(1, Ask::Leave);
    let left = |message: &ServerMessage| matches!(message, ServerMessage::LeftTable(_));
    while !room.clients[&1].heard.iter().any(left) {
        // The room acts for a player who is leaving.
        let asks = |message: &ServerMessage| matches!(message, ServerMessage::YourTurn(_));
        room.settle().await;
        room.clients.get_mut(&1).unwrap().heard.retain(|message| !asks(message));
        room.act(call_or_check).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    // The answer was lost on its way.
    room.clients.get_mut(&1).unwrap().heard.clear();
    room.request(1, Ask::Act { turn, action_id, action: Action::Call });
    room.settle().await;
    let heard = &room.clients[&1].heard;
    assert!(matches!(&heard[..], [ServerMessage::ActionAccepted(_)]), "{heard:?}");

    let mut room = room.restart().await;
    room.clients.insert(1, Client::new(1, 91));
    room.request(1, Ask::Act { turn, action_id, action: Action::Call });
    room.settle().await;
    let heard = &room.clients[&1].heard;
    assert!(matches!(&heard[..], [ServerMessage::ActionAccepted(_)]), "{heard:?}");

    room.clients.insert(2, Client { next_action: 1_000, ..Client::new(2, 92) });
    let viewer = room.clients[&2].viewer.clone();
    room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    room.clients.insert(1, Client::new(1, 93));
    room.sit(1, 10_000);
    room.play(3).await;
    let is_refused = |message: &&ServerMessage| matches!(message, ServerMessage::ActionRefused(_));
    assert_eq!(room.clients[&1].heard.iter().find(is_refused), None);
}

#[tokio::test(start_paused = true)]
async fn an_action_that_counted_is_answered_again_after_another_was_refused() {
    let mut room = Room::new(2).await;
    while room.clients[&1].next_action == 1 {
        room.act(call_or_check).await;
    }
    let turn = room.clients[&1].heard.iter().find_map(|message| match message {
        ServerMessage::YourTurn(turn) => Some(turn.turn),
        _ => None,
    });
    room.clients.get_mut(&1).unwrap().heard.clear();
    for number in [2, 1] {
        let (turn, action_id) = (turn.unwrap(), ActionId(number));
        room.request(1, Ask::Act { turn, action_id, action: Action::Call });
    }
    room.settle().await;
    let heard = &room.clients[&1].heard;
    let is_answer = |message: &&ServerMessage| {
        matches!(message, ServerMessage::ActionAccepted(_) | ServerMessage::ActionRefused(_))
    };
    let answers: Vec<&ServerMessage> = heard.iter().filter(is_answer).collect();
    let [ServerMessage::ActionRefused(_), ServerMessage::ActionAccepted(again)] = answers[..]
    else {
        panic!("{answers:?}")
    };
    assert_eq!(again.action_id, ActionId(1));
}

/// Returns the offers that an account gets when it reconnects.
async fn offers_to(room: &mut Room, account: u64) -> Vec<TableEvent> {
    let mut client = Client::new(account, account + 100);
    let viewer = client.viewer.clone();
    room.table.try_send(TableInput::Attach { viewer, request: None }).unwrap();
    room.settle().await;
    client.listen();
    let view = client.heard.iter().find_map(|message| match message {
        ServerMessage::TableSnapshot(shot) => Some(&shot.view),
        _ => None,
    });
    view.unwrap().you.clone().unwrap().offers.0
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_is_asked_what_still_waits_for_the_answer() {
    let mut setup = setup();
    let ring = Arc::make_mut(&mut setup.ring);
    (ring.run_it, ring.run_it_ms) = (2, Millis(10_000));
    Arc::make_mut(&mut setup.rulebook).betting.run_it = 2;
    let mut room = Room::with(setup, 2).await;
    let is_asked = |room: &Room| {
        let heard = room.clients[&1].heard.iter();
        let steps = heard.filter_map(|message| match message {
            ServerMessage::Step(step) => Some(&step.events.0),
            _ => None,
        });
        steps.flatten().any(|event| matches!(event, TableEvent::RunItOffered(_)))
    };
    while !is_asked(&room) {
        room.act(|turn| match turn.legal.wager {
            Some(wager) if wager.raise => Action::RaiseTo(wager.max_to),
            Some(wager) => Action::Bet(wager.max_to),
            None => call_or_check(turn),
        })
        .await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_secs(4)).await;
    room.request(1, Ask::RunIt { boards: 2 });
    room.settle().await;
    assert_eq!(offers_to(&mut room, 1).await, [], "it has answered");
    let offers = offers_to(&mut room, 2).await;
    let [TableEvent::RunItOffered(RunItOffered { most: 2, time_ms })] = offers[..] else {
        panic!("{offers:?}")
    };
    assert!((1_000..=6_000).contains(&time_ms), "what is left of ten seconds: {time_ms}");
    room.request(2, Ask::RunIt { boards: 2 });
    room.settle().await;
    assert_eq!(offers_to(&mut room, 2).await, [], "nothing is left to answer");
}
