//! Runs the program against a server, if one was built next to it, and without one.

use crate::support;

use serde_json::Value;
use std::process::Command;
use support::{load, server_or_skip, text};

fn tiny_ring() -> Command {
    let mut command = load();
    command.args(["ring", "--tables", "2", "--seats", "3", "--seconds", "2", "--warm-up", "0.5"]);
    command.args(["--json", "-"]);
    command
}

#[test]
fn a_tiny_ring_is_played_measured_and_every_chip_is_there() {
    if server_or_skip("a_tiny_ring_is_played_measured_and_every_chip_is_there").is_none() {
        return;
    }
    let output = tiny_ring()
        .args(["--observers", "1", "--threshold", "hands>=1", "--threshold", "protocol_errors==0"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |path: &str| report.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN);
    assert_eq!(report["schema"], "cardroom-load/1");
    assert_eq!(report["chips"]["verdict"], "conserved");
    assert_eq!(number("/chips/granted"), 6.0 * 1e9);
    assert_eq!(number("/chips/still_seated"), 0.0);
    assert_eq!(number("/chips/ledger/wallets"), 6.0 * 1e9);
    assert_eq!(number("/chips/wallets_inferred"), 0.0);
    for path in [
        "/figures/hands",
        "/figures/actions_per_second",
        "/figures/bytes_received_per_hand",
        "/figures/bytes_sent_per_hand",
        "/figures/bytes_observed_per_hand",
        "/figures/server_rss",
        "/figures/generator_cpu_share",
        "/latencies/action_rtt/p99.9",
        "/latencies/action_seen/count",
        "/latencies/action_seen_raw/p50",
        "/latencies/action_to_turn/p50",
        "/latencies/action_to_turn_raw/p50",
        "/latencies/server_lag/count",
        "/figures/bytes_per_hand_and_player",
        "/figures/bytes_per_action",
        "/latencies/action_observed/count",
        "/latencies/login/count",
    ] {
        assert!(number(path) > 0.0, "{path} is {}", number(path));
    }
    let (p50, max) = (number("/latencies/action_rtt/p50"), number("/latencies/action_rtt/max"));
    assert!(p50 > 10e-6 && p50 <= max && max < 60.0, "{p50} {max}");
    // Each action is seen by its actor and by the two other players.
    let (own, seen) =
        (number("/latencies/action_rtt/count"), number("/latencies/action_seen/count"));
    assert!((seen / own - 2.0).abs() < 0.1, "{seen} of {own}");
    // The next player reads its turn together with the step. Every action follows another one,
    // except the first in a hand.
    let turns = number("/latencies/action_to_turn/count");
    assert!(turns > own * 0.4 && turns < own, "{turns} of {own}");
    assert!(number("/latencies/action_to_turn_raw/p50") <= number("/latencies/action_to_turn/p50"));
    let both = (number("/figures/bytes_received_per_hand")
        + number("/figures/bytes_sent_per_hand"))
        / number("/figures/bytes_per_hand_and_player");
    assert!((both - 3.0).abs() < 1e-6, "{both}");
    let seconds = number("/figures/measured_seconds");
    assert!(seconds >= 2.0, "{seconds}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("chips conserved"));
}

#[test]
fn a_ring_is_measured_until_a_hand_has_ended() {
    if server_or_skip("a_ring_is_measured_until_a_hand_has_ended").is_none() {
        return;
    }
    let mut ring = load();
    ring.args(["ring", "--tables", "1", "--seats", "2", "--think", "1000", "--json", "-"]);
    let output = ring.args(["--seconds", "0.2", "--warm-up", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    // No bot acts before a second has passed, and a hand is over in a few seconds.
    let seconds = report["figures"]["measured_seconds"].as_f64().unwrap();
    assert!(seconds > 0.5 && report["figures"]["hands"].as_f64().unwrap() > 0.0, "{report}");
}

#[test]
fn who_is_cut_off_comes_back_to_the_table_and_loses_no_action() {
    if server_or_skip("who_is_cut_off_comes_back_to_the_table_and_loses_no_action").is_none() {
        return;
    }
    // On a busy machine, too, all players must be seated between two cuts.
    let output = load()
        .args(["ring", "--tables", "2", "--seats", "3", "--seconds", "5", "--json", "-"])
        .args(["--warm-up", "0.5", "--drop-every", "2", "--think", "5..20"])
        .args(["--threshold", "actions_unanswered==0"])
        .args(["--threshold", "resume:max<10s", "--threshold", "connections_cut>=6"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["latencies"]["resume"]["p50"].as_f64().unwrap() > 0.0, "{report}");
    assert_eq!(report["chips"]["verdict"], "conserved");
}

#[test]
fn how_it_went_is_there_second_by_second() {
    if server_or_skip("how_it_went_is_there_second_by_second").is_none() {
        return;
    }
    let output = tiny_ring().output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    // About one entry for each second. A busy machine may divide them differently.
    let series = report["series"].as_array().unwrap();
    let actions = series.iter().filter_map(|moment| moment["actions_per_second"].as_f64());
    assert!(!series.is_empty() && actions.sum::<f64>() > 0.0, "{report}");
}

#[test]
fn a_broken_threshold_has_an_exit_code_of_its_own() {
    if server_or_skip("a_broken_threshold_has_an_exit_code_of_its_own").is_none() {
        return;
    }
    let output = tiny_ring()
        .args(["--encoding", "json", "--brain", "caller", "--threshold", "action_rtt:p50<1us"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(99), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["conclusion"], "thresholds_broken");
    assert_eq!(report["thresholds"][0]["holds"], false);
    assert_eq!(report["setup"]["encoding"], "cardroom.v1.json");
}

#[test]
fn a_server_that_cannot_use_its_arguments_is_told_with_its_own_words() {
    if server_or_skip("a_server_that_cannot_use_its_arguments_is_told_with_its_own_words").is_none()
    {
        return;
    }
    let output = tiny_ring().arg("--server-arg=--set=store.synchronus=normal").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("synchronus"), "{}", text(&output));
}

#[test]
fn without_a_server_it_says_what_to_build() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("cardroom-load");
    std::fs::copy(env!("CARGO_BIN_EXE_cardroom-load"), &program).unwrap();
    let output = Command::new(&program).args(["ring", "--tables", "1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("`cargo build --release -p cardroom`"), "{said}");
}

#[test]
fn what_cannot_be_meant_is_a_usage_error() {
    for line in [
        &["ring", "--url", "ws://cards.example.org/ws"][..],
        &["ring", "--threshold", "latency:p99<5ms"],
        &["ring", "--threshold", "action_rtt:p99<5"],
        &["ring", "--seats", "1"],
        &["ring", "--url", "http://127.0.0.1:9/"],
        &["ring", "--json", "/nowhere/report.json"],
        &["tournament", "--rulebooks", "hoyle"],
        &["tournament", "--url", "ws://127.0.0.1:7777/ws"],
        &["tournament", "--json", "report.json"],
        &["storm", "--threshold", "hands_per_second>=500"],
        &["chaos", "--clock-library", "libfaketime.so.1"],
        &["triangle"],
    ] {
        let output = load().args(line).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line:?}: {}", text(&output));
    }
}

#[test]
fn a_server_that_is_not_there_is_named_once() {
    // No process listens on a port that was just freed.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("ws://{}/ws", listener.local_addr().unwrap());
    drop(listener);
    let output = load().args(["ring", "--tables", "1", "--url", &url]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.matches(&url).count(), 1, "{said}");
    assert_eq!(said.matches("refused").count(), 1, "{said}");
    assert!(!said.contains("the server starts"), "{said}");
}

#[test]
fn the_readme_explains_every_figure() {
    let readme = include_str!("../../README.md");
    let output = load().arg("figures").output().unwrap();
    let list = String::from_utf8(output.stdout).unwrap();
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let missing: Vec<_> = names.filter(|name| !readme.contains(&format!("`{name}`"))).collect();
    assert_eq!(missing, Vec::<&str>::new());
    assert!(list.lines().count() > 30);
}
