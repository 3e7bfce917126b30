//! A room on several threads of play: connections that follow their players to the thread of a
//! table, and connections with tables of all threads.

use crate::support::client::open_room;
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::{Settings, Swarm};
use std::time::Duration;

const THREADS: usize = 3;
const TABLES: usize = 6;
/// Enough hands for every bot to have acted often at its table.
const HANDS: u64 = 120;
/// Much more than that takes beside other tests.
const MOST: Duration = Duration::from_secs(60);

/// Plays with two bots at each table, which share connections for this many tables.
async fn play(tables_per_connection: usize) {
    let open = open_room(|config| {
        config.server.play_threads = THREADS;
        config.limits.messages_per_second = 10_000;
        config.limits.message_burst = 10_000;
        config.limits.logins_per_minute = 1_000;
        let table = &mut config.tables[0];
        (table.copies, table.seats) = (u32::try_from(TABLES).unwrap(), 2);
        (table.between_hands_ms, table.run_out_ms) = (0, 0);
    })
    .await;
    let settings = Settings { tables_per_connection, ..Settings::default() };
    let swarm = Swarm::builder(&format!("ws://{}/ws", open.address))
        .bots(2 * TABLES)
        .seed(1)
        .settings(settings)
        .brain(|bot| RandomLegal::new(bot.seed))
        .start()
        .await
        .unwrap();
    let played = async {
        while open.room.totals.hands() < HANDS {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let played = tokio::time::timeout(MOST, played).await;
    assert!(played.is_ok(), "{} hands, {}", open.room.totals.hands(), swarm.totals());
    let totals = swarm.stop().await.totals;
    assert_eq!((totals.protocol_errors, totals.disconnects), (0, 0), "{totals}");
    open.close(Duration::from_secs(1)).await;
}

#[tokio::test]
async fn connections_follow_their_players() {
    play(1).await;
}

#[tokio::test]
async fn a_connection_has_tables_on_all_threads() {
    play(TABLES).await;
}
