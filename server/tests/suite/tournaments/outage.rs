//! Many players lose their connections at once. The tournament pauses after the hands in progress,
//! and continues when they are back. One lost connection does not pause it.

use crate::tournaments::people::{Line, Person, people};
use crate::tournaments::winners::{announced, open_room};
use cardroom::store::MemoryStore;
use cardroom_bot::TournamentId;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{TournamentEvent, TournamentState};
use cardroom_rules::Format;
use std::sync::Arc;
use std::time::Duration;

const NAMES: [&str; 8] = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"];

/// Returns whether a message pauses the clock, with the reason, or resumes it.
fn clock(message: &ServerMessage) -> Option<Option<String>> {
    let ServerMessage::TournamentStep(step) = message else { return None };
    step.events.0.iter().find_map(|event| match event {
        TournamentEvent::ClockPaused(paused) => Some(Some(paused.reason.clone())),
        TournamentEvent::ClockResumed(_) => Some(None),
        _ => None,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_waits_for_many_who_lose_their_connections_at_once() {
    let room = open_room(Arc::new(MemoryStore::new())).await;
    let people: [Person; 8] = people(&room, NAMES).await;
    let handle = announced(&room, 0, |structure| {
        structure.format = Format::SitAndGo;
        structure.entry.max_entrants = 8;
        structure.entry.re_entries = 0;
        structure.entry.late_levels = None;
        structure.seats = 4;
    })
    .await;
    let tournament = TournamentId(handle.id.0);
    let mut lines = Vec::new();
    for person in &people {
        let mut line = Line::open(&room, person).await;
        line.enter(tournament).await.unwrap();
        lines.push(line);
    }
    let mut watcher = lines.remove(0);
    watcher.seen(tournament).await;
    // The tournament checks attendance every second.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    // One of eight lost connections pauses nothing. The next message is about three of them.
    lines.truncate(6);
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(handle.info.borrow().state, TournamentState::Running);
    lines.truncate(3);
    let paused = watcher.told(clock).await;
    assert_eq!(paused.as_deref(), Some("Many players have lost their connections."));
    let mut back = Vec::new();
    for person in &people[4..7] {
        back.push(Line::open(&room, person).await);
    }
    assert_eq!(watcher.told(clock).await, None, "it goes on");
    drop((lines, back, watcher));
    drop(handle);
    room.close(Duration::from_secs(5)).await;
}
