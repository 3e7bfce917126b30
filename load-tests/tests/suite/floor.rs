//! Runs the floors as the program does, and the room in comparison.

use crate::support;

use serde_json::Value;
use support::{load, server_or_skip, text};

/// Long enough for the system to count some CPU time, in hundredths of a second.
const SHORT: [&str; 6] = ["--rounds", "2", "--seconds", "2", "--warm-up", "0.2"];

fn number(report: &Value, path: &str) -> f64 {
    report.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN)
}

#[test]
fn all_floors_carry_the_traffic_of_a_few_tables() {
    let output = load()
        .args(["floor", "--tables", "3", "--seats", "4", "--frame-bytes", "200", "--json", "-"])
        .args(SHORT)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["traffic"]["frame_bytes"], 200);
    for (floor, kind) in ["tungstenite", "raw", "committed"].into_iter().enumerate() {
        assert_eq!(report["floors"][floor]["kind"], kind);
        for round in 0..2 {
            for figure in ["actions_per_second", "rtt_p50", "rtt_p99"] {
                let path = format!("/floors/{floor}/rounds/{round}/{figure}");
                assert!(number(&report, &path) > 0.0, "{path}: {}", text(&output));
            }
        }
    }
    assert!(String::from_utf8_lossy(&output.stderr).contains("medians of 2 rounds"));
}

#[test]
fn room_and_floors_are_compared_by_the_frames_of_the_room() {
    if server_or_skip("room_and_floors_are_compared_by_the_frames_of_the_room").is_none() {
        return;
    }
    let compare = |bounds: &[&str]| {
        let mut command = load();
        command.args(["ratio", "--tables", "8", "--seats", "3", "--json", "-"]).args(SHORT);
        command.args(bounds).output().unwrap()
    };
    let output = compare(&[
        "--loads=20,50",
        "--cpu-to-tungstenite=1e6",
        "--cpu-to-raw=1e6",
        "--rate-to-raw=0",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let percents: Vec<_> = (0..3).map(|load| &report["loads"][load]["percent"]).collect();
    assert_eq!(percents, [100, 20, 50], "{report}");
    for load in 0..3 {
        assert_eq!(report["loads"][load]["rounds"].as_array().map(Vec::len), Some(2));
        for server in ["room", "tungstenite", "raw"] {
            let path = format!("/loads/{load}/rounds/1/{server}");
            for figure in ["actions_per_second", "waits_per_action", "rtt_p99"] {
                let value = number(&report, &format!("{path}/{figure}"));
                assert!(value > 0.0, "{path}/{figure}: {}", text(&output));
            }
        }
    }
    let of = |load: usize, server: &str, figure: &str| {
        number(&report, &format!("/loads/{load}/rounds/0/{server}/{figure}"))
    };
    let parts = of(0, "room", "user_cpu_per_action") + of(0, "room", "kernel_cpu_per_action");
    assert!((parts / of(0, "room", "cpu_per_action") - 1.0).abs() < 1e-9, "{report}");
    // The floors are offered what the room played, which is less than at saturation.
    let rate = |load, server| of(load, server, "actions_per_second");
    assert!(rate(1, "room") < rate(0, "room") * 0.5, "{report}");
    assert!((0.5..1.5).contains(&(rate(1, "raw") / rate(1, "room"))), "{report}");
    // All players read at least one frame for every action, and few frames are long.
    let frames = number(&report, "/loads/0/rounds/0/traffic/frames_per_1000_actions");
    let bytes = number(&report, "/loads/0/rounds/0/traffic/frame_bytes");
    assert!((1_000.0..4_000.0).contains(&frames) && (5.0..200.0).contains(&bytes), "{report}");

    let output = compare(&["--loads", "--rate-to-raw", "1000"]);
    assert_eq!(output.status.code(), Some(99), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["ratios"][2]["holds"], false);
    assert_eq!(report["loads"].as_array().map(Vec::len), Some(1), "saturation alone");
}
