//! The log lines that the room writes.

use crate::support::Server;
use crate::support::client::{Client, guest};
use cardroom_protocol::Encoding;
use std::fs::File;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Runs a room that cannot open, because its port is not on this machine.
fn opens_in_vain(filter: &str) -> (Option<i32>, String) {
    opens_in_vain_with(filter, &[])
}

/// Does the same with further arguments.
fn opens_in_vain_with(filter: &str, arguments: &[String]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let Output { status, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["serve", "--listen", "203.0.113.1:1", "--set", "log.filter=debug", "--data-dir"])
        .arg(folder.path())
        .args(arguments)
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

/// Two rulebooks of an operator: one that extends a shipped one, and one in place of a shipped one.
fn own_books(folder: &std::path::Path) -> Vec<String> {
    let books = folder.join("rulebooks");
    std::fs::create_dir(&books).unwrap();
    let harbor = "extends = \"tnpl\"\nid = \"harbor\"\nname = \"Harbor\"\n\
                  slow_roll = \"barred\"\ncite.slow_roll = \"3\"\n\
                  commit_moment = \"in_front\"\ncite.commit_moment = \"5\"\n\
                  min_raise = \"double_bet\"\ncite.min_raise = \"4\"\n";
    std::fs::write(books.join("harbor.toml"), harbor).unwrap();
    let wptapl = include_str!("../../../../config/rulebooks/wptapl.toml");
    let replaced = wptapl.replace("present_at = \"first_card\"", "present_at = \"own_turn\"");
    assert_ne!(replaced, wptapl);
    std::fs::write(books.join("wptapl.toml"), replaced).unwrap();
    vec!["--set".to_owned(), format!("server.rules_dir={}", folder.display())]
}

#[test]
fn a_setting_that_changes_nothing_is_warned_of_when_the_room_starts() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = own_books(folder.path());
    let (_, log) = opens_in_vain_with("", &arguments);
    let warnings = |text: &str| {
        let lines = text.lines().filter(|line| line.contains("under every value"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let logged = warnings(&log);
    assert_eq!(logged.len(), 3, "{log}");
    assert!(logged.iter().all(|line| line.contains(" WARN ")), "{log}");
    for (book, setting, what) in [
        ("harbor", "commit_moment", "only cites the rule for it"),
        ("harbor", "slow_roll", "only tells it to people"),
        ("wptapl", "present_at", "only tells it to people"),
    ] {
        let words = format!("{book} sets {setting}: the room {what}");
        assert_eq!(logged.iter().filter(|line| line.contains(&words)).count(), 1, "{log}");
    }
    // So does a check of the configuration, and a room without such books says nothing.
    let Output { status, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .arg("--check-config")
        .args(&arguments)
        .env_remove("CARDROOM_CONFIG")
        .output()
        .unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert!(status.success() && warnings(&said).len() == 3, "{said}");
    assert_eq!(warnings(&opens_in_vain("").1), Vec::<String>::new());
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
