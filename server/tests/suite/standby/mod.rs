//! Two processes and one room, on a real PostgreSQL: a process that waits takes the room's place
//! when the other one dies, stands still, closes or hands over, and hands in progress go on.

mod duel;
mod keys;
mod machine;
mod replica;

use crate::support::Postgres;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{ActionId, ErrorCode};
use duel::{Duel, Moment, act, passive};
use machine::{Machine, PATIENCE};
use rustix::process::Signal;
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// The most time from the death of a process until the other one is ready. A debug build on a busy
/// machine is several times slower than the second that a room may take.
const AFTER_A_DEATH: Duration = Duration::from_secs(10);
/// The most time from the moment at which a process stands still.
const AFTER_A_STOP: Duration = Duration::from_secs(15);

/// Asks a process whether it is ready, until it is gone. Returns the words of its answers.
async fn words_of(address: SocketAddr) -> Vec<String> {
    let mut words = Vec::new();
    while let Some(page) = Machine::page(address, "/readyz").await {
        words.push(page.body.trim().to_owned());
    }
    words
}

/// Two machines, of which the first is the room.
struct Room {
    folder: TempDir,
    database: Postgres,
    first: Machine,
    second: Machine,
}

impl Room {
    async fn open() -> Option<Self> {
        Self::open_with(|config| config).await
    }

    /// Opens a room whose second machine has another configuration.
    async fn open_with(change: impl FnOnce(String) -> String) -> Option<Self> {
        let database = Postgres::database().await?;
        let folder = tempfile::tempdir().unwrap();
        let first = Machine::start(folder.path(), "first", &database.url());
        first.is_room().await;
        let second = Machine::start_with(folder.path(), "second", &database.url(), change);
        second.waits().await;
        first.is_waited_for().await;
        Some(Self { folder, database, first, second })
    }

    /// Begins a hand in which one action was acknowledged.
    async fn in_hand(&self) -> (Duel, Moment) {
        let mut duel = Duel::begin(self.first.public).await;
        duel.dealt().await;
        duel.call().await;
        let moment = duel.moment().await.expect("the hand goes on");
        (duel, moment)
    }

    /// Plays the hand to its end at the second machine. Everything in it is as it was.
    async fn goes_on(&self, duel: &mut Duel, before: &Moment) {
        let after = duel.moment().await.expect("the hand goes on");
        assert_eq!(after, *before, "cards, chips and acknowledged actions are as they were");
        let ids: Vec<ActionId> = duel.players.iter().map(|player| player.acknowledged).collect();
        assert_eq!(after.last_action_ids, ids, "every acknowledged action counted once");
        let board = duel.finish(before.hand).await;
        assert_eq!(board.len(), 5, "the same deck has all cards of the board");
        assert!(board.starts_with(&before.board), "{board:?}");
        let chips: u64 = duel.dealt().await.chips.iter().map(|(stack, bet)| stack + bet).sum();
        assert_eq!(chips, 400, "no chip is lost or doubled");
    }

    /// Checks everything that is stored.
    async fn verified(self) {
        let Self { folder, database, first, second } = self;
        drop((first, second));
        let mut check = Machine::start(folder.path(), "check", &database.url());
        check.is_room().await;
        check.signal(Signal::TERM);
        check.ended().await;
        let verified = check.command(&["journal", "verify"]).await;
        let said = String::from_utf8_lossy(&verified.stdout);
        assert!(verified.status.success(), "{said}{}", String::from_utf8_lossy(&verified.stderr));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_room_goes_on_at_the_other_machine_with_the_same_cards() {
    let Some(mut room) = Room::open().await else { return };
    let (mut duel, before) = room.in_hand().await;
    room.first.signal(Signal::KILL);
    let took = room.second.is_room().await;
    assert!(took < AFTER_A_DEATH, "ready after {took:?}");
    eprintln!("ready {took:?} after the death of the room");
    let metrics = Machine::page(room.second.admin, "/metrics").await.unwrap().body;
    assert!(metrics.contains("cardroom_take_overs_total{how=\"free\"} 1\n"), "{metrics}");
    duel.move_to(room.second.public).await;
    room.goes_on(&mut duel, &before).await;
    assert_eq!(room.first.ended().await, None);
    room.verified().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_room_is_taken_over_and_tells_nobody_anything_when_it_wakes() {
    let Some(mut room) = Room::open().await else { return };
    let (mut duel, before) = room.in_hand().await;
    let (who, decision) = duel.turn().await;
    let stopped = Instant::now();
    room.first.stop().await;
    // It arrives at the sleeper, and is never acknowledged.
    let lost = ActionId(duel.players[who].acknowledged.0 + 1);
    let act = act(&decision, lost, passive(&decision));
    duel.players[who].client.send([act]).await;
    let took = room.second.is_room().await;
    assert!(took < AFTER_A_STOP, "ready after {took:?}");
    eprintln!("ready {took:?} after the room stood still");
    let metrics = Machine::page(room.second.admin, "/metrics").await.unwrap().body;
    assert!(metrics.contains("cardroom_take_overs_total{how=\"ended\"} 1\n"), "{metrics}");
    let old = duel.move_to(room.second.public).await;
    room.goes_on(&mut duel, &before).await;
    sleep(Duration::from_secs(10).saturating_sub(stopped.elapsed())).await;
    let says = tokio::spawn(words_of(room.first.public));
    room.first.signal(Signal::CONT);
    for mut client in old {
        // Nothing but the goodbye comes, or the word that nothing can be stored.
        let code = loop {
            match client.receive().await {
                ServerMessage::Goodbye(goodbye) => break goodbye.code,
                ServerMessage::StoringFails(_) => {}
                other => panic!("the sleeper says {other:?}"),
            }
        };
        assert_eq!(code, cardroom::hand_over::MOVED);
    }
    assert_eq!(room.first.ended().await, Some(1));
    for word in says.await.unwrap() {
        assert!(["doubtful", "closed"].contains(&word.as_str()), "it says {word}");
    }
    let log = room.first.log();
    assert!(log.contains("Another room has taken over the database"), "{log}");
    assert_eq!(room.second.readiness().await.unwrap().0, 200);
    room.verified().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_closes_in_order_goes_on_at_the_other_machine() {
    let Some(mut room) = Room::open().await else { return };
    let (mut duel, before) = room.in_hand().await;
    room.first.signal(Signal::TERM);
    let took = room.second.is_room().await;
    assert!(took < AFTER_A_DEATH, "ready after {took:?}");
    for client in duel.move_to(room.second.public).await {
        assert_eq!(client.goodbye_at_last().await, ErrorCode::ShuttingDown);
    }
    room.goes_on(&mut duel, &before).await;
    assert_eq!(room.first.ended().await, Some(0));
    room.verified().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_is_handed_over_in_the_middle_of_a_hand() {
    let Some(mut room) = Room::open().await else { return };
    let (mut duel, before) = room.in_hand().await;
    let refused = room.first.command(&["admin", "hand-over"]).await;
    assert!(String::from_utf8_lossy(&refused.stderr).contains("Say why with --reason"));
    let order = ["admin", "hand-over", "--reason", "a new version"];
    let elsewhere = room.second.command(&order).await;
    assert!(String::from_utf8_lossy(&elsewhere.stderr).contains("No room is open with"));
    let began = Instant::now();
    let done = room.first.command(&order).await;
    let (out, error) = (done.stdout, String::from_utf8_lossy(&done.stderr).into_owned());
    assert!(done.status.success(), "{error}");
    assert!(String::from_utf8_lossy(&out).contains("takes over"), "{error}");
    room.second.is_room().await;
    eprintln!("ready {:?} after the order to hand over", began.elapsed());
    for client in duel.move_to(room.second.public).await {
        assert_eq!(client.goodbye_at_last().await, cardroom::hand_over::MOVED);
    }
    room.goes_on(&mut duel, &before).await;
    assert_eq!(room.first.ended().await, Some(0));
    let again = room.first.command(&order).await;
    assert!(String::from_utf8_lossy(&again.stderr).contains("No room is open with"));
    room.verified().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_hands_over_to_nobody() {
    let Some(database) = Postgres::database().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let alone = Machine::start(folder.path(), "alone", &database.url());
    alone.is_room().await;
    let refused = alone.command(&["admin", "hand-over", "--reason", "a new version"]).await;
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1));
    assert!(error.contains("No process waits for the room's place"), "{error}");
    assert_eq!(alone.readiness().await, Some((200, "ready\n".to_owned())));
    let said = alone.reasons().await;
    let warnings = said["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|warning| warning["reason"] == "standby"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_that_start_together_one_is_the_room_and_the_other_serves_nobody() {
    let Some(database) = Postgres::database().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let machines =
        ["first", "second"].map(|name| Machine::start(folder.path(), name, &database.url()));
    let began = Instant::now();
    let (room, waiting) = loop {
        let [one, two] = [machines[0].readiness().await, machines[1].readiness().await];
        let status = |page: &Option<(u16, String)>| page.as_ref().map(|(status, _)| *status);
        match (status(&one), status(&two)) {
            (Some(200), Some(200)) => panic!("there are two rooms"),
            (Some(200), Some(503)) => break (&machines[0], &machines[1]),
            (Some(503), Some(200)) => break (&machines[1], &machines[0]),
            _ => sleep(Duration::from_millis(10)).await,
        }
        assert!(began.elapsed() < PATIENCE, "{}{}", machines[0].log(), machines[1].log());
    };
    waiting.waits().await;
    for address in [waiting.public, waiting.admin] {
        let healthy = Machine::page(address, "/healthz").await.unwrap();
        assert_eq!((healthy.status, &*healthy.body), (200, "ok\n"));
    }
    for path in ["/ws", "/", "/version", "/hands/1"] {
        let page = Machine::page(waiting.public, path).await.unwrap();
        assert_eq!(page.status, 503, "{path}");
        assert!(page.head.contains("retry-after: 1\r\n"), "{}", page.head);
    }
    room.is_waited_for().await;
    let said = loop {
        let said = waiting.reasons().await;
        if !said["room"].is_null() {
            break said;
        }
        assert!(began.elapsed() < PATIENCE, "{said}");
    };
    assert_eq!(said["reasons"][0]["reason"], "standby");
    assert_eq!(said["warnings"], serde_json::json!([]), "{said}");
    assert!(said["room"]["beat_age_ms"].as_i64().unwrap() < 3_000, "{said}");
    let metrics = Machine::page(waiting.admin, "/metrics").await.unwrap().body;
    assert!(metrics.contains("cardroom_not_ready{reason=\"standby\"} 1\n"), "{metrics}");
    let metrics = Machine::page(room.admin, "/metrics").await.unwrap().body;
    assert!(metrics.contains("cardroom_waiting_processes 1\n"), "{metrics}");
    assert!(metrics.contains("cardroom_take_overs_total{how=\"free\"} 0\n"), "{metrics}");
    // A process without the flag behaves as ever.
    let alone = |config: String| config.replace("standby = true", "standby = false");
    let mut third = Machine::start_with(folder.path(), "third", &database.url(), alone);
    assert_eq!(third.ended().await, Some(1));
    assert!(third.log().contains("Another room has this database open"), "{}", third.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_machine_with_other_tables_says_what_it_would_void_and_gets_the_room_if_told_to() {
    let change = |config: String| config.replace("run_out_ms = 0", "run_out_ms = 500");
    let Some(mut room) = Room::open_with(change).await else { return };
    let (mut duel, before) = room.in_hand().await;
    let said = room.second.reasons().await;
    let warnings = said["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|warning| warning["reason"] == "configuration"), "{said}");
    let order = ["admin", "hand-over", "--reason", "other tables"];
    let refused = room.first.command(&order).await;
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("would be voided") && error.contains("--anyway"), "{error}");
    assert_eq!(duel.moment().await.as_ref(), Some(&before), "nothing has changed");
    let done = room.first.command(&[&order[..], &["--anyway"]].concat()).await;
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    room.second.is_room().await;
    duel.move_to(room.second.public).await;
    let after = duel.dealt().await;
    assert!(after.hand > before.hand, "the hand is void");
    assert_eq!(after.chips.iter().map(|(stack, bet)| stack + bet).sum::<u64>(), 400);
    assert_eq!(room.first.ended().await, Some(0));
}
