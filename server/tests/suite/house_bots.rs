//! House bots fill a table, play, and leave their seats to people.

use cardroom::config::{Config, Overrides};
use cardroom::store::MemoryStore;
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::{Swarm, TableChoice, TableId, ThinkTime};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const CONFIG: &str = r#"
[server]
listen = "127.0.0.1:0"
admin_listen = "127.0.0.1:0"
[house_bots]
enabled = true
free_seats = 1
think_min_ms = 1
think_max_ms = 5
[[tables]]
name = "House"
small_blind = 5
big_blind = 10
seats = 4
min_buy_in = 400
max_buy_in = 1000
house_bots = 3
between_hands_ms = 20
run_out_ms = 10
"#;

async fn open(directory: &Path) -> OpenRoom {
    let file = directory.join("cardroom.toml");
    std::fs::write(&file, CONFIG).unwrap();
    let mut flags = Overrides::default();
    flags.set("server.data_dir", directory.join("data").to_string_lossy());
    let config = Config::load(Some(&file), Vec::new(), &flags).unwrap();
    let store = wiring::open_store(&config).await.unwrap();
    wiring::open(&config, store, PrometheusBuilder::new().build_recorder().handle()).await.unwrap()
}

/// Waits until the table has the expected number of players.
async fn wait_for(room: &OpenRoom, what: &str, mut is_so: impl FnMut(u8, u64) -> bool) {
    let table = room.room.registry.tables().remove(0);
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let info = Arc::clone(&table.info.borrow());
        if is_so(info.seated, info.hands_played) {
            return;
        }
        assert!(
            Instant::now() < deadline,
            "{what}: {} seated, {} hands",
            info.seated,
            info.hands_played
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn people(room: &OpenRoom, count: usize) -> cardroom_bot::swarm::SwarmBuilder {
    let table = room.room.registry.tables()[0].id.0;
    Swarm::builder(&format!("ws://{}/ws", room.address))
        .bots(count)
        .name_prefix("person")
        .think_time(ThinkTime::Fixed(Duration::from_millis(80)))
        .tables(TableChoice::Ids(Arc::from([TableId(table)])))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn house_bots_play_and_get_up_for_people() {
    let directory = tempfile::tempdir().unwrap();
    let room = open(directory.path()).await;
    wait_for(&room, "three house bots play", |seated, hands| seated == 3 && hands >= 3).await;

    // Two people come. The first takes the free seat. A bot leaves, so that the second gets a seat.
    // Then another bot leaves, to keep one free.
    let swarm = people(&room, 2).start().await.unwrap();
    let bots = |room: &OpenRoom| room.room.registry.players_online();
    wait_for(&room, "both people sit, with one bot", |seated, _| {
        seated == 3 && swarm.totals().sits >= 2 && bots(&room) == 3
    })
    .await;
    swarm.stop().await;
    wait_for(&room, "the bots come back", |seated, _| seated == 3 && bots(&room) == 3).await;
    room.close(Duration::from_secs(20)).await;
}

/// Opens a room on this store with a table for six and these house bots.
async fn open_on(store: &MemoryStore, house_bots: u8) -> OpenRoom {
    let text = CONFIG
        .replace("seats = 4", "seats = 6")
        .replace("house_bots = 3", &format!("house_bots = {house_bots}"));
    let config = Config::load_text("test", &text, [], &Overrides::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, Arc::new(store.clone()), figures).await.unwrap()
}

/// Runs `life` and then kills everything it started, as if the process had died: no player leaves
/// and no connection is closed.
fn until_the_process_dies(life: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(life);
    runtime.shutdown_timeout(Duration::from_secs(5));
}

#[test]
fn house_bots_come_back_to_their_seats_when_the_process_has_died() {
    let store = MemoryStore::new();
    let online = |room: &OpenRoom| room.room.registry.players_online();
    until_the_process_dies(async {
        let room = open_on(&store, 3).await;
        wait_for(&room, "three house bots play", |seated, hands| seated == 3 && hands >= 1).await;
        let _swarm = people(&room, 2).start().await.unwrap();
        wait_for(&room, "two people with them", |seated, _| seated == 5 && online(&room) == 5)
            .await;
    });
    // One seat is free, as configured, and the people are away.
    until_the_process_dies(async {
        let room = open_on(&store, 3).await;
        wait_for(&room, "all three are back", |seated, _| seated == 5 && online(&room) == 3).await;
    });
}

#[test]
fn house_bots_that_are_too_many_come_back_to_get_up() {
    let store = MemoryStore::new();
    until_the_process_dies(async {
        let room = open_on(&store, 3).await;
        wait_for(&room, "three house bots play", |seated, hands| seated == 3 && hands >= 1).await;
    });
    until_the_process_dies(async {
        let room = open_on(&store, 1).await;
        let online = || room.room.registry.players_online();
        wait_for(&room, "two get up", |seated, _| seated == 1 && online() == 1).await;
    });
}
