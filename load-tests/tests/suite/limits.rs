//! A run that meets a limit of the server says so and refuses to call its figures a measurement.

use crate::support;

use serde_json::Value;
use support::{load, server_or_skip, text};

/// Plays a short ring with these arguments. Returns the exit code, the report and all output.
fn ring(arguments: &[&str]) -> (Option<i32>, Value, String) {
    let output = load()
        .args(["ring", "--seconds", "2", "--warm-up", "0.5", "--json", "-"])
        .args(arguments)
        .output()
        .unwrap();
    let report = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code(), report, text(&output))
}

#[test]
fn a_limit_that_players_meet_is_noticed() {
    if server_or_skip("a_limit_that_players_meet_is_noticed").is_none() {
        return;
    }
    // The last of 32 players must try again for some two seconds, in which a slow machine lets the
    // others in.
    let (code, report, all) = ring(&[
        "--tables=4",
        "--seats=8",
        "--think=20..200",
        "--server-arg=--set=limits.logins_per_minute=31",
        "--threshold",
        "refused_by_limits==0",
    ]);
    assert_eq!(code, Some(3), "{all}");
    assert_eq!(report["conclusion"], "limit_bound", "{all}");
    let refused = report["figures"]["refused_by_limits"].as_f64().unwrap();
    assert!(refused > 0.0, "{all}");
    for by in ["/limits/clients/login rate_limited", "/limits/server/logins rate_limited"] {
        assert_eq!(report.pointer(by).and_then(Value::as_f64), Some(refused), "{by}: {all}");
    }
    assert_eq!(report["thresholds"][0]["holds"], false, "{all}");
    assert_eq!(report["faults"], serde_json::json!([]), "a limit alone is no fault: {all}");
    assert!(all.contains("LIMIT:  a limit of the server bound"), "{all}");
    assert!(all.contains("so this is no measurement"), "{all}");
}

#[test]
fn a_limit_that_no_client_can_see_is_noticed() {
    if server_or_skip("a_limit_that_no_client_can_see_is_noticed").is_none() {
        return;
    }
    // Only the pings that measure the event loop come faster, and a ping over the rate is dropped
    // without an answer.
    let (code, report, all) = ring(&[
        "--tables=2",
        "--think=20..40",
        "--server-arg=--set=limits.messages_per_second=10",
        "--server-arg=--set=limits.message_burst=20",
    ]);
    assert_eq!(code, Some(3), "{all}");
    assert_eq!(report["limits"]["clients"], serde_json::json!({}), "{all}");
    assert!(report["limits"]["server"]["messages over the rate"].as_u64().unwrap() > 0, "{all}");
}

#[test]
fn a_comparison_takes_no_figure_from_a_run_that_met_a_limit() {
    if server_or_skip("a_comparison_takes_no_figure_from_a_run_that_met_a_limit").is_none() {
        return;
    }
    let output = load()
        .args(["ratio", "--tables=4", "--seats=8", "--loads", "--rounds=1", "--seconds=1"])
        .args(["--warm-up=0.2", "--json=-", "--server-arg=--set=limits.logins_per_minute=31"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["loads"][0]["rounds"], serde_json::json!([]), "{report}");
    assert!(report["loads"][0]["why"].as_str().unwrap().contains("limit"), "{report}");
    assert!(report["ratios"][0]["median"].is_null(), "{report}");
}

#[test]
fn with_the_settings_for_load_tests_no_limit_binds() {
    if server_or_skip("with_the_settings_for_load_tests_no_limit_binds").is_none() {
        return;
    }
    let (code, report, all) = ring(&["--tables=2", "--brain=caller", "--observers=1"]);
    assert_eq!(code, Some(0), "{all}");
    assert_eq!(report["limits"], serde_json::json!({ "clients": {}, "server": {} }), "{all}");
    assert_eq!(report["figures"]["limits_counted_by_server"], 0.0, "{all}");
}
