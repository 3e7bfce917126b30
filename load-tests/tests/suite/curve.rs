//! The cost curves, small and short. The tests check the output, not the values.

use crate::support;

use serde_json::Value;
use support::{load, server_or_skip, text};

#[test]
fn every_size_is_told() {
    if server_or_skip("every_size_is_told").is_none() {
        return;
    }
    let small =
        "curve --tables 2,4 --idle 0,20 --busy 2 --load 40 --rounds 1 --seconds 2 --warm-up 0.5";
    let mut command = load();
    command.args(small.split(' ')).args(["--quiet", "--json", "-"]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (curve, sizes) in [("tables", [2, 4]), ("idle", [0, 20])] {
        let points = report[curve].as_array().unwrap();
        let found: Vec<u64> = points.iter().map(|point| point["size"].as_u64().unwrap()).collect();
        assert_eq!(found, sizes);
        for point in points {
            assert!(point["actions_per_second"].as_f64().unwrap() > 0.0, "{point}");
            assert!(point["cpu_per_action"].as_f64().unwrap() > 0.0, "{point}");
            assert!(point["server_rss"].as_f64().unwrap() > 0.0, "{point}");
        }
    }
    assert!(text(&output).contains("idle connections beside 2 tables"), "{}", text(&output));
}

#[test]
fn it_is_measured_of_a_room_of_its_own_alone() {
    let output = load().args(["curve", "--url", "ws://127.0.0.1:9/ws"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let nowhere = ["curve", "--json", "/nowhere/curve.json"];
    let output = load().args(nowhere).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("cannot write /nowhere/curve.json"), "{}", text(&output));
}
