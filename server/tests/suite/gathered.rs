//! Events that wait for the next ones (`server.gather_ms`), and players who do not wait for them.

use crate::support::client::{Client, open_room};
use cardroom_protocol::client::{Act, Observe, Sit};
use cardroom_protocol::server::{ServerMessage, YourTurn};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Chips, Encoding, RequestId, TableId};
use std::time::{Duration, Instant};

/// The longest that a room lets events wait.
const GATHER: Duration = Duration::from_secs(1);

async fn turn_of(client: &mut Client) -> YourTurn {
    loop {
        if let ServerMessage::YourTurn(turn) = client.receive().await {
            return turn;
        }
    }
}

/// Reads to the end of a hand.
async fn hears_of_the_end(client: &mut Client) {
    let ends = |event: &TableEvent| matches!(event, TableEvent::HandEnded(_));
    loop {
        match client.receive().await {
            ServerMessage::Step(step) if step.events.0.iter().any(ends) => return,
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_end_of_a_hand_waits_for_nothing_on_its_way_to_its_players() {
    let open = open_room(|config| {
        config.server.gather_ms = u64::try_from(GATHER.as_millis()).unwrap();
        let table = &mut config.tables[0];
        (table.seats, table.between_hands_ms) = (2, 60_000);
    })
    .await;
    let table = TableId(open.room.registry.tables()[0].id.0);
    let mut watcher = Client::welcome(&open, Encoding::Binary).await;
    watcher.send([Observe { request: RequestId(1), table }.into()]).await;
    watcher.observing(1).await;
    let mut players = Vec::new();
    for (name, seat) in [("Ann", 0), ("Bob", 1)] {
        let (mut client, _) = Client::guest(&open, name).await;
        let (request, buy_in, seat) = (RequestId(2), Chips(100), Some(seat));
        let sit = Sit { request, table, seat, buy_in, wait_for_big_blind: false };
        client.send([sit.into()]).await;
        while !matches!(client.receive().await, ServerMessage::Seated(_)) {}
        players.push(client);
    }
    let [ann, bob] = &mut players[..] else { panic!("there are two") };
    let (turn, first, other) = tokio::select! {
        turn = turn_of(ann) => (turn, ann, bob),
        turn = turn_of(bob) => (turn, bob, ann),
    };
    let (turn, action_id, action) = (turn.turn, ActionId(1), Action::Fold);
    first.send([Act { table, turn, action_id, action }.into()]).await;
    let folded = Instant::now();
    hears_of_the_end(other).await;
    let waited = folded.elapsed();
    assert!(waited < GATHER / 2, "the winner heard of it after {waited:?}");
    let watched = tokio::time::timeout(GATHER / 20, hears_of_the_end(&mut watcher)).await;
    assert!(watched.is_err(), "a watcher gets it with the next events");
    hears_of_the_end(&mut watcher).await;
    drop((watcher, players));
    open.close(Duration::from_secs(1)).await;
}
