//! A recurring tournament is announced once for each date, as soon as it takes entries, and also
//! over a restart.

use crate::tournaments::people::{Line, people};
use cardroom::config::Config;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::TournamentId;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{ListTournaments, Refund, TournamentCommand};
use cardroom_rules::Millis;
use metrics_exporter_prometheus::PrometheusBuilder;
use std::sync::Arc;
use std::time::{Duration, Instant};

const HOUR: u64 = 3_600_000;

async fn open(store: &Arc<MemoryStore>, date: Millis) -> OpenRoom {
    let minutes = date.0 / 60_000;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
         [house_bots]\nenabled = false\n\
         [[tournaments]]\nname = \"Soon\"\nstructure = \"nightly-freezeout\"\n\
         every = [\"daily {hour:02}:{minute:02}\"]\nopens_minutes_before = 180\n\
         [[tournaments]]\nname = \"Not yet\"\nstructure = \"nightly-freezeout\"\n\
         every = [\"daily {hour:02}:{minute:02}\"]\nopens_minutes_before = 30\n"
    );
    let config = Config::load_text("test", &text, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    let store = Arc::clone(store) as Arc<dyn Store>;
    wiring::open(&config, store, figures).await.unwrap()
}

/// Returns names and starts, after at least `least` were announced and the schedule was checked
/// more than once again.
async fn announced(room: &OpenRoom, least: usize) -> Vec<(String, u64)> {
    let patience = Instant::now() + Duration::from_secs(60);
    while room.room.registry.tournaments().len() < least && Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(Duration::from_secs(6)).await;
    let starts = room.room.registry.tournaments().into_iter().map(|handle| {
        let info = handle.info.borrow();
        (info.name.clone(), info.starts_at.map_or(0, |at| at.0))
    });
    starts.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_date_is_announced_once_when_it_is_time_to_enter() {
    let store = Arc::new(MemoryStore::new());
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = u64::try_from(now.as_millis()).unwrap();
    let date = Millis((now / 60_000) * 60_000 + 2 * HOUR);
    let soon = vec![("Soon".to_owned(), date.0)];
    let room = open(&store, date).await;
    assert_eq!(announced(&room, 1).await, soon);
    room.close(Duration::from_secs(5)).await;
    let room = open(&store, date).await;
    assert_eq!(announced(&room, 1).await, soon, "it is there already");
    // A canceled tournament is not announced again, neither now nor after the next restart.
    let [cleo] = people(&room, ["Cleo"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let event = room.room.registry.tournaments().remove(0);
    let mut line = Line::open(&room, &cleo).await;
    let off = TournamentCommand::Cancel(Refund::Everything);
    line.direct(TournamentId(event.id.0), off).await;
    assert_eq!(announced(&room, 1).await, soon, "it can still be watched");
    assert_eq!(listed(&mut line, false).await, Vec::<String>::new(), "but is over");
    assert_eq!(listed(&mut line, true).await, ["Soon"]);
    drop((line, event));
    room.close(Duration::from_secs(5)).await;
    let room = open(&store, date).await;
    assert_eq!(announced(&room, 0).await, [], "nobody was to play it");
    room.close(Duration::from_secs(5)).await;
}

/// Returns the tournaments that a client sees.
async fn listed(line: &mut Line, past: bool) -> Vec<String> {
    let list = |request| ListTournaments { request, past }.into();
    let list = line.ask(list, |message| match message {
        ServerMessage::TournamentList(list) => Some(list.tournaments.clone()),
        _ => None,
    });
    list.await.unwrap().into_iter().map(|info| info.name).collect()
}
