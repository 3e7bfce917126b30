//! Connections that play at many tables.

use crate::support;

use serde_json::Value;
use support::{load, server_or_skip, text};

/// Plays six tables of three over three connections. Returns the exit code, the report and all
/// output.
fn six_tables(arguments: &[&str]) -> (Option<i32>, Value, String) {
    let output = load()
        .args(["ring", "--tables", "6", "--seats", "3", "--tables-per-connection", "6"])
        .args(["--warm-up", "0.5", "--json", "-"])
        .args(arguments)
        .output()
        .unwrap();
    let report = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code(), report, text(&output))
}

#[test]
fn six_tables_over_one_connection_are_played_and_every_chip_is_there() {
    if server_or_skip("six_tables_over_one_connection_are_played_and_every_chip_is_there").is_none()
    {
        return;
    }
    let (code, report, all) = six_tables(&["--brain", "caller", "--seconds", "2"]);
    assert_eq!(code, Some(0), "{all}");
    assert_eq!(report["setup"]["tables_per_connection"], 6);
    assert_eq!(report["chips"]["verdict"], "conserved", "{all}");
    assert_eq!(report["chips"]["granted"].as_f64(), Some(3e9), "three accounts: {all}");
    assert_eq!(report["chips"]["on_tables"], 0, "everyone has left: {all}");
    assert_eq!(report["latencies"]["login"]["count"], 3, "one login for each: {all}");
    assert!(report["figures"]["hands"].as_f64().unwrap() > 0.0, "{all}");
    // Each action is seen by its actor and by the two other players of its table.
    let count = |name: &str| report["latencies"][name]["count"].as_f64().unwrap();
    let seen = count("action_seen") / count("action_rtt");
    assert!((seen - 2.0).abs() < 0.1, "{seen}: {all}");
}

#[test]
fn a_lost_connection_comes_back_to_all_of_its_tables() {
    if server_or_skip("a_lost_connection_comes_back_to_all_of_its_tables").is_none() {
        return;
    }
    // Where the processor is busy, it takes a second to come back to six tables.
    let (_, report, all) = six_tables(&["--drop-every", "3", "--seconds", "6", "--think", "5..20"]);
    let figure = |name: &str| report["figures"][name].as_f64().unwrap();
    assert!(figure("connections_cut") >= 3.0 && figure("reconnects") >= 3.0, "{all}");
    for none in ["protocol_errors", "actions_refused", "actions_unanswered", "connections_lost"] {
        assert_eq!(figure(none), 0.0, "{none}: {all}");
    }
    assert!(report["latencies"]["resume"]["count"].as_f64().unwrap() > 0.0, "{all}");
    assert!(figure("hands") > 0.0, "{all}");
}

#[test]
fn a_connection_that_may_not_play_at_its_tables_is_noticed() {
    if server_or_skip("a_connection_that_may_not_play_at_its_tables_is_noticed").is_none() {
        return;
    }
    let output = load()
        .args(["ring", "--tables", "3", "--seats", "2", "--tables-per-connection", "3"])
        .args(["--seconds", "1", "--warm-up", "0", "--json", "-"])
        .arg("--server-arg=--set=limits.watched_tables=2")
        .output()
        .unwrap();
    // Two bots never get a seat, which is a fault.
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let refused = report["limits"]["clients"]["request too_many_tables"].as_u64();
    assert!(refused.is_some_and(|refused| refused > 0), "{}", text(&output));
}

#[test]
fn a_connection_needs_as_many_tables_as_it_plays_at() {
    let output =
        load().args(["ring", "--tables", "4", "--tables-per-connection", "5"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("more --tables"), "{}", text(&output));
}
