//! The log lines that the room writes.

use std::process::{Command, Output};

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
