//! The server's targets, each measured small and short. The tests check the output, not
//! whether the targets hold.

use crate::support;

use serde_json::Value;
use support::{load, server_or_skip, text};

/// All lines, in parts that measure what they share once, and that are measured beside each other where
/// there are processors for that.
const PARTS: [&str; 3] = [
    "cpu-tungstenite,cpu-raw,rate-raw,bytes,seated-rss,journal,journal-cpu,journal-postgres,idle-rss",
    "match-rate,match-cpu,synced-match-rate,synced-match-cpu,threes-rate,threes-cpu,shared-rate,\
     people,growth,growth-in-memory,dealer-rate,opening,memory-growth,engine,people-in-memory",
    "latency-p50,latency-p99,journal-p50,journal-p99,idle-beside-busy",
];

#[test]
fn every_line_is_measured_or_says_why_not() {
    if server_or_skip("every_line_is_measured_or_says_why_not").is_none() {
        return;
    }
    let unknown = load().args(["targets", "--only", "speed"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2), "{}", text(&unknown));
    let mut all: Vec<&str> = PARTS.iter().flat_map(|part| part.split(',')).collect();
    let said = String::from_utf8_lossy(&unknown.stderr).into_owned();
    let known = said.split("there are ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    let mut known: Vec<&str> = known.split(", ").collect();
    all.sort_unstable();
    known.sort_unstable();
    assert_eq!(all, known);

    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    let mut unmeasured = Vec::new();
    for parts in PARTS.chunks(processors) {
        unmeasured.extend(std::thread::scope(|scope| {
            let parts: Vec<_> = parts.iter().map(|part| scope.spawn(|| measure(part))).collect();
            parts.into_iter().flat_map(|part| part.join().unwrap()).collect::<Vec<_>>()
        }));
    }
    // PostgreSQL was not given; the others are measured by commands of their own.
    let expected = [
        "journal-postgres",
        "growth-in-memory",
        "dealer-rate",
        "opening",
        "memory-growth",
        "engine",
        "people-in-memory",
    ];
    assert_eq!(unmeasured, expected);
}

/// Measures lines small and short, and returns those that were not measured.
fn measure(lines: &str) -> Vec<String> {
    let arguments = ["targets", "--quick", "--quiet", "--json", "-", "--only", lines];
    let output = load().args(arguments).output().unwrap();
    // At this size the bounds are meaningless, but nothing may go wrong.
    assert!(matches!(output.status.code(), Some(0 | 99)), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["faults"], serde_json::json!([]), "{}", text(&output));
    assert_eq!(report["full_size"], false);
    let lines = report["lines"].as_array().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("a twentieth"), "{said}");
    let mut unmeasured = Vec::new();
    for line in lines {
        let name = line["name"].as_str().unwrap();
        let Some(median) = line["median"].as_f64() else {
            assert_eq!(line["verdict"], "not_measured", "{line}");
            assert!(!line["why"].as_str().unwrap().is_empty(), "{line}");
            assert!(said.contains(&format!("NOT MEASURED  {name}")), "{said}");
            unmeasured.push(name.to_owned());
            continue;
        };
        let bound = line["bound"].as_f64().unwrap();
        let holds = if line["at_most"] == true { median <= bound } else { median >= bound };
        assert_eq!(line["verdict"], if holds { "pass" } else { "breach" }, "{line}");
        assert!(median.is_finite() && line["why"].is_null(), "{line}");
    }
    let breached = lines.iter().any(|line| line["verdict"] == "breach");
    assert_eq!(output.status.code(), Some(if breached { 99 } else { 0 }), "{}", text(&output));
    unmeasured
}

#[test]
fn one_line_is_measured_alone() {
    if server_or_skip("one_line_is_measured_alone").is_none() {
        return;
    }
    let output = load().args(["targets", "--quick", "--only", "growth"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 99)), "{}", text(&output));
    let lines: Vec<&str> = said.lines().filter(|line| line.contains(" × (")).collect();
    assert!(lines.len() == 1 && lines[0].contains("growth"), "{said}");
    let remote = ["targets", "--url", "ws://127.0.0.1:9/ws"];
    assert_eq!(load().args(remote).output().unwrap().status.code(), Some(2));
}
