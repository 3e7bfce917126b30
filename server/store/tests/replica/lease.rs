//! The lease: a room beats whatever its commits wait for, and a process that waits takes its place
//! only by the rule.

use super::{PATIENCE, TABLE, commit, stored, until_one_waits, waiting};
use crate::pair::{Pair, Which};
use cardroom_store::prelude::*;
use cardroom_store::{
    Followed, Obstacle, PostgresOpening, PostgresStore, Process, Sighting, Standby, StoreError,
    Synchronous,
};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

const TTL_MS: u64 = 3_000;
const BEAT: Duration = Duration::from_secs(1);
/// How long a take-over may take.
const TAKEN_WITHIN: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(250);

fn process(configuration: &str) -> Process {
    Process::this(configuration.to_owned())
}

fn opening(followed: Option<Followed>) -> PostgresOpening {
    let process = process("same");
    PostgresOpening { process, followed, ..PostgresOpening::with(Synchronous::Full) }
}

async fn open(url: &str, followed: Option<Followed>) -> PostgresStore {
    PostgresStore::open_by(url, &opening(followed)).await.expect("a store")
}

fn standby(url: &str, configuration: &str) -> Standby {
    Standby::new(url, process(configuration), TTL_MS).expect("an address")
}

/// Looks until the process may take the lease. Returns how, and after which time.
async fn taken(standby: &mut Standby) -> (Followed, Duration) {
    let began = Instant::now();
    loop {
        let look = standby.look().await;
        if let Some(followed) = look.next {
            return (followed, began.elapsed());
        }
        assert!(began.elapsed() < PATIENCE, "it waits for ever: {look:?}");
        sleep(LOOK_EVERY).await;
    }
}

/// Looks for some time. The process must not get the lease.
async fn watched(standby: &mut Standby, time: Duration) -> Sighting {
    let began = Instant::now();
    loop {
        let look = standby.look().await;
        assert_eq!(look.next, None, "after {:?}", began.elapsed());
        if began.elapsed() >= time {
            return look;
        }
        sleep(LOOK_EVERY).await;
    }
}

async fn run(pair: &Pair, statement: &'static str) {
    sqlx::raw_sql(statement).execute(&mut pair.connect(Which::A).await).await.expect("a statement");
}

#[tokio::test]
async fn the_lease_of_a_room_that_closes_is_free_at_once() {
    let Some(pair) = Pair::start() else { return };
    let url = pair.url(&[Which::A]);
    let room = open(&url, None).await;
    let mut standby = standby(&url, "same");
    let look = watched(&mut standby, 5 * BEAT).await;
    let holder = look.holder.expect("the room beats");
    assert!(look.is_held && holder.beat_age_ms < 3_000, "{holder:?}");
    assert_eq!((look.obstacle, look.warnings.len()), (None, 0));
    let waiting = room.lease().expect("PostgreSQL has one").state().waiting;
    let [one] = &waiting[..] else { panic!("{waiting:?}") };
    assert_eq!((&*one.configuration, &one.obstacle), ("same", &None));
    room.close().await.unwrap();
    let (followed, took) = taken(&mut standby).await;
    assert_eq!(followed, Followed::Free);
    assert!(took < BEAT, "{took:?}");
    standby.withdraw().await;
    let next = open(&url, Some(followed)).await;
    sleep(3 * BEAT / 2).await;
    let state = next.lease().expect("PostgreSQL has one").state();
    assert_eq!((state.waiting, state.followed), (Vec::new(), Some(Followed::Free)));
}

#[tokio::test]
async fn the_clock_of_the_room_goes_on_in_the_next_one() {
    let Some(pair) = Pair::start() else { return };
    let url = pair.url(&[Which::A]);
    let room = open(&url, None).await;
    let lease = room.lease().expect("PostgreSQL has one");
    assert_eq!(lease.time_before(), None);
    lease.carry(|| 4_102_444_800_000);
    sleep(3 * BEAT / 2).await;
    room.close().await.unwrap();
    let next = open(&url, Some(Followed::Free)).await;
    assert_eq!(next.lease().expect("one").time_before(), Some(4_102_444_800_000));
}

#[tokio::test]
async fn a_room_beats_while_its_commits_wait_for_a_replica() {
    let Some(mut pair) = Pair::in_step().await else { return };
    let url = pair.url(&[Which::A]);
    let room = Arc::new(open(&url, None).await);
    commit(&room, 1).await;
    let mut standby = standby(&url, "same");
    pair.crash(Which::B);
    // It locks the row with the epoch for as long as it waits.
    let writer = Arc::clone(&room);
    let wait = tokio::spawn(async move { writer.probe().await });
    until_one_waits(&pair).await;
    watched(&mut standby, 5 * BEAT).await;
    assert!(!wait.is_finished());
    pair.open(Which::B);
    assert_eq!(timeout(PATIENCE, wait).await.unwrap().unwrap(), Ok(()));
}

#[tokio::test]
async fn the_session_of_a_dead_room_whose_commit_waits_is_ended_and_nothing_is_believed() {
    let Some(mut pair) = Pair::in_step().await else { return };
    let url = pair.url(&[Which::A]);
    let room = Arc::new(open(&url, None).await);
    commit(&room, 1).await;
    let mut standby = standby(&url, "same");
    watched(&mut standby, BEAT).await;
    pair.crash(Which::B);
    let wait = waiting(&pair, &room, 2).await;
    let lost = until_one_waits(&pair).await;
    // The process is gone, and its session in the server waits on.
    wait.abort();
    let _ = wait.await;
    drop(room);
    let (followed, took) = taken(&mut standby).await;
    assert_eq!(followed, Followed::Ended);
    assert!(took < TAKEN_WITHIN, "{took:?}");
    let mut next = pin!(open(&url, Some(followed)));
    let early = timeout(2 * BEAT, next.as_mut()).await;
    assert!(early.is_err(), "nothing is read before the replica is back");
    assert_ne!(until_one_waits(&pair).await, lost);
    pair.open(Which::B);
    let next = timeout(PATIENCE, next).await.unwrap();
    assert_eq!(stored(&next).await, [1, 2]);
}

#[tokio::test]
async fn a_room_that_was_taken_over_notices_at_its_next_beat() {
    let Some(pair) = Pair::start() else { return };
    let url = pair.url(&[Which::A]);
    let room = open(&url, None).await;
    commit(&room, 1).await;
    run(
        &pair,
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted",
    )
    .await;
    let next = open(&url, Some(Followed::Ended)).await;
    let lost = timeout(2 * BEAT, room.lost()).await;
    assert_eq!(lost.expect("it notices without a commit"), StoreError::TakenOver);
    let late = room.load_stream(TABLE).await.unwrap_err();
    assert_eq!(late, StoreError::TakenOver);
    commit(&next, 2).await;
}

#[tokio::test]
async fn after_a_restart_of_the_database_the_room_comes_back_first_even_if_nobody_plays() {
    let Some(mut pair) = Pair::start() else { return };
    let url = pair.url(&[Which::A]);
    let room = open(&url, None).await;
    let mut standby = standby(&url, "same");
    watched(&mut standby, BEAT).await;
    pair.crash(Which::A);
    let look = watched(&mut standby, Duration::ZERO).await;
    assert!(matches!(look.obstacle, Some(Obstacle::Database(_))), "{look:?}");
    pair.open(Which::A);
    let look = watched(&mut standby, 8 * BEAT).await;
    assert!(look.is_held && look.obstacle.is_none(), "{look:?}");
    commit(&room, 1).await;
}

#[tokio::test]
async fn a_room_that_is_gone_after_a_restart_of_the_database_is_followed_after_five_seconds() {
    let Some(mut pair) = Pair::start() else { return };
    let url = pair.url(&[Which::A]);
    let room = open(&url, None).await;
    let mut standby = standby(&url, "same");
    watched(&mut standby, BEAT).await;
    pair.crash(Which::A);
    drop(room);
    watched(&mut standby, Duration::ZERO).await;
    pair.open(Which::A);
    let (followed, took) = taken(&mut standby).await;
    assert_eq!(followed, Followed::Free);
    assert!(took >= 5 * BEAT && took < 7 * BEAT, "{took:?}");
}

#[tokio::test]
async fn what_would_go_wrong_at_a_take_over_is_said_before() {
    let Some(pair) = Pair::start() else { return };
    let url = pair.url(&[Which::A]);
    let room = open(&url, None).await;
    let reasons =
        |look: &Sighting| look.warnings.iter().map(|warning| warning.reason).collect::<Vec<_>>();
    let look = standby(&url, "other").look().await;
    assert_eq!(reasons(&look), ["configuration"]);
    run(
        &pair,
        "CREATE ROLE guest LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO guest;
         GRANT USAGE ON SCHEMA public TO guest",
    )
    .await;
    let look = standby(&url.replace("room@", "guest@"), "same").look().await;
    assert_eq!((reasons(&look), &look.obstacle), (vec!["role"], &None));
    let mut held = standby(&url, "same");
    held.hold_back(Some("The key file does not open the keys.".to_owned()));
    let obstacle = held.look().await.obstacle.expect("an obstacle");
    assert_eq!(
        (obstacle.word(), &*obstacle.to_string()),
        ("key", "The key file does not open the keys.")
    );
    run(
        &pair,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'tomorrow', TRUE, '', 1)",
    )
    .await;
    let mut older = standby(&url, "same");
    let look = older.look().await;
    assert!(matches!(look.obstacle, Some(Obstacle::OlderProgram { found: 9999, .. })), "{look:?}");
    room.close().await.unwrap();
    for process in [&mut older, &mut held] {
        let look = watched(process, BEAT).await;
        assert!(!look.is_held, "it does not take the lease although it is free");
    }
}
