//! One person and house bots: a permanently open sit-and-go, played to its winner, and over a
//! restart.

use crate::tournaments::winners::{LONG, standings};
use cardroom::config::Config;
use cardroom::inbox::DirectorHandle;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::swarm::SwarmBuilder;
use cardroom_bot::{Credentials, Swarm, TournamentId, TournamentPlan};
use cardroom_protocol::Secret;
use cardroom_protocol::tournament::TournamentState;
use metrics_exporter_prometheus::PrometheusBuilder;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const NAME: &str = "For six";

const STRUCTURE: &str = r#"
id = "quick-six"
name = "Quick six"
rulebook = "online"
game = "holdem"
seats = 6
format = "sit_and_go"
[entry]
buy_in = 9000
fee = 50
starting_stack = 1500
min_entrants = 6
max_entrants = 6
[prizes]
shares.table = [{ from = 2, basis_points = [6500, 3500] }]
[pace]
between_hands_ms = 20
run_out_ms = 10
[levels]
betting = "no_limit"
seconds = 1
rows = [
    { blinds = [10, 20] },
    { blinds = [25, 50] },
    { blinds = [50, 100] },
    { blinds = [100, 200] },
    { blinds = [200, 400] },
    { blinds = [400, 800] },
    { blinds = [800, 1600] },
]
"#;

async fn open(directory: &Path, store: Arc<dyn Store>) -> OpenRoom {
    let rules = directory.join("rules");
    std::fs::create_dir_all(rules.join("tournaments")).unwrap();
    std::fs::write(rules.join("tournaments/quick-six.toml"), STRUCTURE).unwrap();
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\nrules_dir = {rules:?}\n\
         [limits]\nguests_per_hour = 1000000\nguests_per_network_hour = 1000000\n\
         logins_per_minute = 1000\n\
         [house_bots]\nthink_min_ms = 1\nthink_max_ms = 5\n\
         [[tournaments]]\nname = \"{NAME}\"\nstructure = \"quick-six\"\nhouse_bots = 5\n\
         house_bots_after_seconds = 1\n"
    );
    let config = Config::load_text("test", &text, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, store, figures).await.unwrap()
}

/// Returns the tournament that takes entries, once there is one.
async fn open_event(room: &OpenRoom) -> DirectorHandle {
    let deadline = Instant::now() + LONG;
    loop {
        let mut open = room.room.registry.tournaments().into_iter();
        if let Some(handle) = open.find(|handle| handle.info.borrow().open) {
            return handle;
        }
        assert!(Instant::now() < deadline, "none takes entries");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Returns a person who plays it.
fn person(room: &OpenRoom, tournament: TournamentId) -> SwarmBuilder {
    Swarm::builder(&format!("ws://{}/ws", room.address))
        .bots(1)
        .name_prefix("person")
        .credentials(Credentials::Password(Secret("eight or more".to_owned())))
        .brain(|bot| TightAggressive::new(bot.seed))
        .tournament(TournamentPlan::id(tournament))
}

async fn until(handle: &DirectorHandle, what: &str, holds: impl Fn(TournamentState, u16) -> bool) {
    let mut info = handle.info.clone();
    let so = info.wait_for(|info| holds(info.state, info.level));
    tokio::time::timeout(LONG, so).await.expect(what).unwrap();
}

/// Checks that six played, that everything is paid, and that the ledger is consistent.
async fn check(room: &OpenRoom, store: &MemoryStore, tournament: TournamentId) {
    let end = standings(room, tournament).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    assert_eq!((end.info.entries, end.players.len()), (6, 6));
    let prizes: Vec<u64> = end.players.iter().map(|row| row.prize.0).collect();
    assert_eq!(prizes, [35_100, 18_900, 0, 0, 0, 0]);
    let people = end.players.iter().filter(|row| row.name.starts_with("person")).count();
    assert_eq!(people, 1);
    assert!(store.ledger_audit().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_plays_house_bots_to_the_winner_and_the_next_is_open() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(MemoryStore::new());
    let room = open(directory.path(), Arc::clone(&store) as Arc<dyn Store>).await;
    // Two in a row: house bots that lost their money get more from the bank, as all players do.
    let mut last = None;
    for _ in 0..2 {
        let handle = open_event(&room).await;
        let tournament = TournamentId(handle.id.0);
        assert_ne!(last, Some(tournament), "a new one");
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(handle.info.borrow().entries, 0, "house bots do not play among themselves");
        // A new person each time: the buy-in takes nearly all of a newcomer's chips.
        let person = person(&room, tournament).name_prefix(&format!("person {tournament} "));
        let summary = tokio::time::timeout(LONG, person.run()).await.expect("it ends").unwrap();
        assert!(summary.is_success(), "{} {:?}", summary.totals, summary.refusals);
        until(&handle, "it is over", |state, _| state == TournamentState::Finished).await;
        check(&room, &store, tournament).await;
        last = Some(tournament);
    }
    room.close(Duration::from_secs(20)).await;
    let balances = store.load_balances().await.unwrap();
    let of = |prefix: &str| -> i64 {
        let these = balances.iter().filter(|(name, _)| name.starts_with(prefix));
        these.map(|(_, balance)| *balance).sum()
    };
    assert_eq!(of("tournament:"), 0, "both pools are paid out");
    assert_eq!(of("house:fees"), 600);
    assert_eq!(of("wallet:") + 600, -of("bank"), "wallets hold what the bank gave, less the fees");
    assert!(
        -of("bank") > 70_000,
        "five house bots and two people, and what bots got who had lost it"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_waits_sees_when_a_house_bot_joins() {
    let directory = tempfile::tempdir().unwrap();
    let room = open(directory.path(), Arc::new(MemoryStore::new())).await;
    let handle = open_event(&room).await;
    assert_eq!(handle.info.borrow().bot_at, None, "nobody waits");
    let swarm = person(&room, TournamentId(handle.id.0)).start().await.unwrap();
    let mut info = handle.info.clone();
    let shown = info.wait_for(|info| info.bot_at.is_some());
    let shown = tokio::time::timeout(LONG, shown).await.expect("a bot comes").unwrap().clone();
    assert_eq!((shown.entries, shown.level), (1, 0), "the person is alone");
    until(&handle, "it begins", |_, level| level > 0).await;
    let mut info = handle.info.clone();
    let over = info.wait_for(|info| info.bot_at.is_none());
    tokio::time::timeout(LONG, over).await.expect("no more bots come").unwrap();
    swarm.stop().await;
    room.close(Duration::from_millis(1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn house_bots_come_back_to_their_seats_when_the_room_opens_again() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(MemoryStore::new());
    let room = open(directory.path(), Arc::clone(&store) as Arc<dyn Store>).await;
    let handle = open_event(&room).await;
    let tournament = TournamentId(handle.id.0);
    let swarm = person(&room, tournament).seed(5).start().await.unwrap();
    until(&handle, "it begins", |_, level| level > 0).await;
    swarm.stop().await;
    drop(handle);
    room.close(Duration::from_millis(1)).await;

    let room = open(directory.path(), Arc::clone(&store) as Arc<dyn Store>).await;
    let back = room.room.registry.tournaments();
    let handle = back.into_iter().find(|handle| handle.id.0 == tournament.0).unwrap();
    let summary = person(&room, tournament).seed(6).run();
    tokio::time::timeout(LONG, summary).await.expect("it ends").unwrap();
    until(&handle, "it is over", |state, _| state == TournamentState::Finished).await;
    check(&room, &store, tournament).await;
    room.close(Duration::from_secs(20)).await;
}
