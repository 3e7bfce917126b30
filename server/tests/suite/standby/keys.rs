//! The key file of two machines: another one keeps a process from taking over, and a change under
//! play does not.

use super::Room;
use super::machine::{Machine, PATIENCE, key_file};
use crate::support::Postgres;
use rustix::process::Signal;
use std::fs;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Longer than a process with the right key file needs to take over.
const LONG: Duration = Duration::from_secs(6);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_with_another_key_file_says_so_and_takes_over_only_with_the_right_one() {
    let Some(database) = Postgres::database().await else { return };
    let [folder, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let first = Machine::start(folder.path(), "first", &database.url());
    first.is_room().await;
    let second = Machine::start(elsewhere.path(), "second", &database.url());
    second.waits().await;
    let began = Instant::now();
    loop {
        let said = second.reasons().await;
        let reasons = said["reasons"].as_array().unwrap();
        if let Some(key) = reasons.iter().find(|reason| reason["reason"] == "key") {
            let message = key["message"].as_str().unwrap();
            assert!(message.contains("room.key") && message.contains("wrapped with"), "{message}");
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{said}");
        sleep(Duration::from_millis(50)).await;
    }
    // The room reads once a second who waits.
    let began = Instant::now();
    loop {
        let refused = first.command(&["admin", "hand-over", "--reason", "a test"]).await;
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success());
        if error.contains("wrapped with") {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{error}");
        sleep(Duration::from_millis(200)).await;
    }

    first.signal(Signal::KILL);
    sleep(LONG).await;
    second.waits().await;
    fs::copy(key_file(folder.path()), key_file(elsewhere.path())).unwrap();
    second.is_room().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_goes_on_after_the_key_file_was_changed_under_play() {
    let Some(room) = Room::open().await else { return };
    let (mut duel, before) = room.in_hand().await;
    let next = room.folder.path().join("next.key");
    let path = next.to_str().unwrap();
    for order in [&["keys", "new", path][..], &["keys", "rotate", "--to", path]] {
        let done = room.first.command(order).await;
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    fs::rename(&next, key_file(room.folder.path())).unwrap();
    room.first.signal(Signal::KILL);
    room.second.is_room().await;
    duel.move_to(room.second.public).await;
    room.goes_on(&mut duel, &before).await;
    room.verified().await;
}
