//! Without a pause between two hands, the next one begins in the step that ended the last.

use crate::support::asking::Ask;
use crate::table_actor::room::{BROUGHT, Client, Room, TABLE, setup};
use cardroom::store::StreamId;
use cardroom::store::prelude::*;
use cardroom_cards::Card;
use cardroom_engine::TableSetup;
use cardroom_protocol::server::{ServerMessage, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Seq};
use cardroom_rules::Millis;
use std::sync::Arc;
use std::time::Duration;

fn without_pause() -> TableSetup {
    let mut setup = setup();
    Arc::make_mut(&mut setup.ring).between_hands_ms = Millis(0);
    setup
}

/// Returns the player to act.
async fn on_turn(room: &mut Room) -> (u64, YourTurn) {
    for _ in 0..100 {
        room.settle().await;
        let turn = room.clients.iter().find_map(|(who, client)| Some((*who, client.turn()?)));
        if let Some(turn) = turn {
            return turn;
        }
    }
    panic!("nobody is to act");
}

/// Folds for the player to act, which ends the hand of two.
async fn fold(room: &mut Room) {
    let (account, turn) = on_turn(room).await;
    let client = room.clients.get_mut(&account).unwrap();
    let action_id = ActionId(client.next_action);
    client.next_action += 1;
    room.request(account, Ask::Act { turn: turn.turn, action_id, action: Action::Fold });
}

fn ends(message: &ServerMessage) -> Option<Seq> {
    let ServerMessage::Step(step) = message else { return None };
    let ends = step.events.0.iter().any(|event| matches!(event, TableEvent::HandEnded(_)));
    ends.then_some(step.seq)
}

fn begins(message: &ServerMessage) -> Option<Seq> {
    let ServerMessage::Step(step) = message else { return None };
    let begins = step.events.0.iter().any(|event| matches!(event, TableEvent::HandStarted(_)));
    begins.then_some(step.seq)
}

fn hands_begun(client: &Client) -> usize {
    client.heard.iter().filter_map(begins).count()
}

/// Returns the last cards that a player received.
fn cards(client: &Client) -> Option<Vec<Card>> {
    client.heard.iter().rev().find_map(|message| match message {
        ServerMessage::HoleCards(own) => Some(own.cards.clone()),
        ServerMessage::TableSnapshot(shot) => shot.view.you.as_ref().map(|you| you.cards.clone()),
        _ => None,
    })
}

async fn stored(room: &Room) -> u64 {
    let stream = room.store.load_stream(StreamId::Table(TABLE)).await.unwrap();
    let snapshot = stream.snapshot.map_or(0, |snapshot| snapshot.seq);
    stream.records.last().map_or(snapshot, |record| record.seq)
}

/// Returns the chips of the table, and those that the house has taken from it.
async fn chips(room: &Room) -> i64 {
    let balances = room.balances().await;
    balances["table:1"] + balances.get("house:rake").copied().unwrap_or_default()
}

#[tokio::test(start_paused = true)]
async fn one_frame_tells_how_a_hand_ended_and_what_is_dealt_next() {
    let mut room = Room::with(without_pause(), 2).await;
    for hand in 1..=70 {
        fold(&mut room).await;
        room.settle().await;
        for client in room.clients.values() {
            assert_eq!((client.hands_ended(), hands_begun(client)), (hand, hand + 1));
        }
    }
    let mut together = 0;
    for client in room.clients.values() {
        for frame in &client.frames {
            let Some(end) = frame.iter().find_map(ends) else { continue };
            let Some(at) = frame.iter().position(|message| begins(message).is_some()) else {
                continue;
            };
            assert_eq!(begins(&frame[at]), Some(Seq(end.0 + 1)));
            let own = |message: &ServerMessage| matches!(message, ServerMessage::HoleCards(_));
            let place = frame.iter().position(own);
            assert!(place.is_some_and(|place| place > at), "own cards follow: {frame:?}");
            together += 1;
        }
        let seqs = client.heard.iter().filter_map(|message| match message {
            ServerMessage::Step(step) => Some(step.seq.0),
            _ => None,
        });
        let seqs: Vec<u64> = seqs.collect();
        assert!(seqs.windows(2).all(|two| two[0] + 1 == two[1]), "{seqs:?}");
    }
    // Except when the house sweeps its rake, or with a snapshot.
    assert!((2 * 66..2 * 70).contains(&together), "{together}");
    for hand in 1..=70 {
        assert!(room.store.hand(TABLE, hand).await.unwrap().is_some(), "hand {hand} is kept");
    }
    // The stored records lead to the same table.
    let (seq, chips) = (stored(&room).await, chips(&room).await);
    let room = room.restart().await;
    assert!(stored(&room).await > seq, "it has recovered");
    assert_eq!(self::chips(&room).await, chips, "and every chip is there");
}

/// The message about the end of a hand comes after the blinds of the next one are posted.
#[tokio::test(start_paused = true)]
async fn what_players_have_is_what_they_had_at_the_end_of_the_hand() {
    let mut setup = without_pause();
    Arc::make_mut(&mut setup.ring).rake = None;
    let mut room = Room::with(setup, 2).await;
    for _ in 0..3 {
        fold(&mut room).await;
        room.settle().await;
        let stacks = room.services.registry.stacks_by_table()[&TABLE];
        assert_eq!((stacks.players, stacks.chips.0), (2, 2 * BROUGHT));
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_asked_before_the_end_of_a_hand_counts_for_the_next() {
    let mut room = Room::with(without_pause(), 2).await;
    let (account, _) = on_turn(&mut room).await;
    fold(&mut room).await;
    // Before the table has processed the fold.
    room.request(3 - account, Ask::SitOut);
    room.settle().await;
    for client in room.clients.values() {
        assert_eq!((client.hands_ended(), hands_begun(client)), (1, 1), "one player has no hand");
    }
}

#[tokio::test(start_paused = true)]
async fn a_pause_between_hands_is_kept() {
    let mut room = Room::new(2).await;
    fold(&mut room).await;
    room.settle().await;
    for client in room.clients.values() {
        assert_eq!((client.hands_ended(), hands_begun(client)), (1, 1));
    }
    on_turn(&mut room).await;
    for client in room.clients.values() {
        assert_eq!(hands_begun(client), 2);
        let both = |frame: &&Vec<ServerMessage>| {
            frame.iter().any(|message| ends(message).is_some())
                && frame.iter().any(|message| begins(message).is_some())
        };
        assert_eq!(client.frames.iter().find(both), None);
    }
}

/// Tests that a hand continues with its cards after its end and the next deal could not be stored,
/// however often that happens.
async fn goes_on_after(failures: usize) {
    let mut room = Room::with(without_pause(), 2).await;
    fold(&mut room).await;
    on_turn(&mut room).await;
    let held: Vec<_> = room.clients.values().map(cards).collect();
    let before = stored(&room).await;
    for _ in 0..failures {
        room.store.fail_commits(1);
        fold(&mut room).await;
        // The table waits before it retries.
        tokio::time::sleep(Duration::from_millis(300)).await;
        room.settle().await;
        assert_eq!(stored(&room).await, before);
        for (client, held) in room.clients.values().zip(&held) {
            assert_eq!((client.hands_ended(), hands_begun(client)), (1, 2), "nobody heard of it");
            assert_eq!(&cards(client), held);
        }
    }
    // They are also the cards of the deck: the hand is played to its end with them.
    while room.clients.values().any(|client| client.hands_ended() < 2) {
        room.act(crate::table_actor::room::call_or_check).await;
    }
    let tabled = room.clients[&1].heard.iter().flat_map(|message| match message {
        ServerMessage::Step(step) => step.events.0.clone(),
        _ => Vec::new(),
    });
    let tabled = tabled.filter_map(|event| match event {
        TableEvent::HandTabled(tabled) => Some(tabled),
        _ => None,
    });
    let tabled: Vec<_> = tabled.collect();
    assert!(!tabled.is_empty(), "the last hand came to a showdown");
    for tabled in tabled {
        assert_eq!(Some(&tabled.cards), held[usize::from(tabled.seat)].as_ref());
    }
}

#[tokio::test(start_paused = true)]
async fn where_both_could_not_be_stored_the_hand_before_goes_on_with_its_cards() {
    goes_on_after(1).await;
}

#[tokio::test(start_paused = true)]
async fn a_hand_has_its_cards_however_often_its_end_could_not_be_stored() {
    goes_on_after(3).await;
}
