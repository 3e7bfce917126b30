//! Bots behind a line that stalls, loses one direction, or is cut. No turn is lost for it, and no
//! action counts twice.
use crate::support;

use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom_bot::brains::Caller;
use cardroom_bot::swarm::Swarm;
use cardroom_bot::{BuyIn, DeadLine, Settings, TableChoice, ThinkTime};
use cardroom_protocol::TableId;
use std::time::{Duration, Instant};
use support::bad_line::{BadLine, Stall};
use support::client::LONG;
use support::house::open_on;

fn bots(url: &str, number: usize, dead_line: DeadLine) -> cardroom_bot::swarm::SwarmBuilder {
    let settings = Settings {
        tables: TableChoice::Ids([TableId(1)].into()),
        buy_in: BuyIn::Max,
        think_time: ThinkTime::Fixed(Duration::from_millis(40)),
        dead_line: Some(dead_line),
        ..Settings::default()
    };
    // Connections here are too short to reset the wait before the next one.
    let longest = Duration::from_millis(100);
    let builder = Swarm::builder(url).settings(settings).first_bot(number).bots(1);
    let builder = builder.longest_wait(longest);
    // Callers do not go broke in a few dozen hands.
    builder.seed(3).brain(|_| Caller)
}

/// Plays heads-up. The line of one bot fails again and again, each time in the next way.
async fn plays_on(faults: &[Option<Stall>], dead_line: DeadLine) {
    let store = MemoryStore::new();
    let room = open_on(&store, |config| config.tables[0].between_hands_ms = 20).await;
    let line = BadLine::before(room.address).await;
    let direct = format!("ws://{}/ws", room.address);
    let swarm = bots(&line.url(), 0, dead_line).start().await.unwrap();
    let other = bots(&direct, 1, dead_line).start().await.unwrap();
    let wait = async |what: &str, until: &dyn Fn() -> bool| {
        let deadline = Instant::now() + LONG;
        while !until() {
            let totals = (swarm.totals(), other.totals());
            assert!(Instant::now() < deadline, "{what}: {} / {}", totals.0, totals.1);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    for fault in faults {
        let acted = swarm.totals().actions_accepted;
        wait("they do not play", &|| swarm.totals().actions_accepted > acted + 5).await;
        let before = swarm.totals().reconnects;
        match fault {
            Some(stall) => line.stall(*stall),
            None => line.cut(),
        }
        let stalled = Instant::now();
        wait("the line is not replaced", &|| swarm.totals().reconnects > before).await;
        let bound = dead_line.answer.max(dead_line.quiet) + 2 * dead_line.ping;
        assert!(stalled.elapsed() < bound + Duration::from_secs(5), "{:?}", stalled.elapsed());
    }
    let acted = swarm.totals().actions_accepted;
    wait("they do not play on", &|| swarm.totals().actions_accepted > acted + 5).await;
    // A player who leaves in the middle of a hand has its turn taken.
    let totals = [swarm.totals(), other.totals()];
    for totals in totals {
        assert_eq!(totals.timeouts, 0, "no turn was lost: {totals}");
        assert_eq!((totals.actions_refused, totals.actions_late), (0, 0), "{totals}");
        assert_eq!(totals.protocol_errors, 0, "{totals}");
    }
    let _ = (swarm.stop().await, other.stop().await);
    room.close(Duration::from_secs(20)).await;
    assert!(store.ledger_audit().await.unwrap().is_empty());
}

const FAULTS: [Option<Stall>; 4] =
    [Some(Stall::Both), Some(Stall::FromRoom), Some(Stall::ToRoom), None];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_turn_is_lost_on_a_line_that_fails_again_and_again() {
    let times = DeadLine {
        answer: Duration::from_millis(150),
        quiet: Duration::from_millis(300),
        idle: Duration::from_millis(900),
        ping: Duration::from_millis(200),
    };
    plays_on(&FAULTS.repeat(4), times).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_times_of_the_library_are_short_enough_for_a_turn() {
    plays_on(&FAULTS[..3], DeadLine::default()).await;
}
