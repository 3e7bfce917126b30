//! The log lines that the room writes.

use crate::support::Server;
use crate::support::client::{Client, guest};
use cardroom_protocol::Encoding;
use std::fs::File;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Runs a room that cannot open, because its port is not on this machine.
fn opens_in_vain(filter: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let Output { status, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["serve", "--listen", "203.0.113.1:1", "--set", "log.filter=debug", "--data-dir"])
        .arg(folder.path())
        .env_remove("CARDROOM_CONFIG")
        .env("RUST_LOG", filter)
        .output()
        .unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

#[test]
fn rust_log_wins_over_the_configuration() {
    let (code, log) = opens_in_vain("");
    assert!(code == Some(1) && log.contains("DEBUG"), "{log}");
    assert!(!log.contains('\u{1b}'), "no colors without a terminal: {log}");
    let (code, log) = opens_in_vain("off");
    assert!(code == Some(1) && log.starts_with("cardroom: "), "{log}");
    let (code, log) = opens_in_vain("a=b=c");
    assert!(code == Some(1) && log.starts_with("cardroom: RUST_LOG is not a filter"), "{log}");
}

#[tokio::test]
async fn a_connections_lines_name_it_and_its_account() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = Server::start_as(folder.path(), "sqlite", |command| {
        command.env("RUST_LOG", "cardroom=debug").stderr(File::create(&log).unwrap());
    });
    let mut client = Client::welcome_at(server.address(), Encoding::Binary).await;
    client.send([guest("Ida")]).await;
    client.ping().await;
    drop(client);
    let started = Instant::now();
    let last = loop {
        let lines = std::fs::read_to_string(&log).unwrap();
        if let Some(line) = lines.lines().find(|line| line.contains("disconnected")) {
            break line.to_owned();
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{lines}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(last.contains("client{connection=") && last.contains(" account="), "{last}");
}
