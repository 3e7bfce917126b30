//! Every scenario of the folder, small and short, and the commands around them.

use crate::support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{load, server_or_skip, text};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

fn run(name: &str, scale: &str, time: &str) -> Command {
    let mut command = load();
    command.arg("run").arg(folder().join(format!("{name}.toml")));
    command.args(["--scale", scale, "--time-scale", time]);
    command
}

/// Runs a scenario of ring games and returns its report. Thresholds for the full size need not hold
/// at this size, and a slow machine may make a limit bind, but nothing may go wrong.
fn report(name: &str, scale: &str, time: &str) -> Option<Value> {
    server_or_skip(&format!("the scenario {name}"))?;
    let file = tempfile::tempdir().unwrap();
    let json = file.path().join("report.json");
    let output = run(name, scale, time).arg("--json").arg(&json).output().unwrap();
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 3 | 99)), "{name}: {}", text(&output));
    let report: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(report["scenario"], *name);
    assert_eq!(report["faults"], serde_json::json!([]), "{}", text(&output));
    assert_eq!(report["chips"]["verdict"], "conserved", "{name}");
    assert!(number(&report, "hands") > 0.0, "{name}: nobody played");
    Some(report)
}

fn number(report: &Value, figure: &str) -> f64 {
    report["figures"][figure].as_f64().unwrap_or(f64::NAN)
}

fn time(report: &Value, latency: &str, part: &str) -> f64 {
    report["latencies"][latency][part].as_f64().unwrap_or(f64::NAN)
}

#[test]
fn a_soak_has_players_observers_browsers_and_the_idle() {
    let Some(report) = report("soak", "0.03", "0.03") else { return };
    assert!(number(&report, "visitors_most") >= 17.0, "{report}");
    // Visitors come, leave after a while, and are replaced.
    assert!(number(&report, "visits") > 17.0, "{report}");
    assert!(number(&report, "server_rss_growth").is_finite(), "{report}");
    assert!(number(&report, "bytes_observed_per_hand") > 0.0, "{report}");
}

#[test]
fn an_hour_has_those_besides_who_come_new_and_who_do_not_read() {
    let Some(report) = report("hour", "0.2", "0.002") else { return };
    assert!(number(&report, "visits") > 100.0, "{report}");
    assert!(number(&report, "readers_stalled") >= 1.0, "{report}");
    assert!(number(&report, "bytes_observed_per_hand") > 0.0, "{report}");
}

#[test]
fn a_table_is_played_out_at_once_or_at_peoples_pace() {
    let Some(fast) = report("saturation", "0.01", "0.1") else { return };
    let Some(people) = report("people", "0.01", "0.25") else { return };
    let rate = |report| number(report, "actions_per_second");
    assert!(rate(&fast) > 10.0 * rate(&people), "{} {}", rate(&fast), rate(&people));
}

#[test]
fn what_the_dealer_plays_is_played_with_its_stacks() {
    let Some(dealers) = report("dealers", "0.1", "0.1") else { return };
    assert_eq!(
        (&dealers["setup"]["seats"], &dealers["setup"]["big_blinds"]),
        (&3.into(), &200.into())
    );
    for (name, betting) in [("match", "no-limit"), ("limit-match", "fixed-limit")] {
        let Some(report) = report(name, "1", "0.1") else { return };
        assert_eq!(
            (&report["setup"]["betting"], &report["setup"]["seats"]),
            (&betting.into(), &2.into())
        );
        // Callers act eight times per hand. The dealer's example player folds now and
        // then, and raises often.
        let actions = number(&report, "actions") / number(&report, "hands");
        // In such a short time, some hands are cut at both ends.
        assert!((6.0..=12.0).contains(&actions), "{name}: {actions} actions a hand");
    }
}

#[test]
fn a_lobby_is_browsed() {
    let Some(report) = report("lobby", "0.02", "0.1") else { return };
    assert_eq!(number(&report, "visitors_most"), 20.0);
    assert!(time(&report, "list_answered", "count") >= 10.0, "{report}");
    assert!(time(&report, "list_answered", "p50") > 0.0, "{report}");
}

#[test]
fn observers_read_what_is_played() {
    // A hand of nine players who think takes two or three seconds, so some end within twelve, even
    // on a slow machine.
    let Some(report) = report("rail", "0.02", "0.3") else { return };
    assert_eq!(number(&report, "visitors_most"), 20.0);
    assert!(number(&report, "bytes_visited_per_second") > 1_000.0, "{report}");
}

#[test]
fn an_idle_sea_comes_and_goes_and_comes_again() {
    let Some(report) = report("idle", "0.01", "0.1") else { return };
    assert_eq!(number(&report, "visitors_most"), 100.0);
    assert!(number(&report, "visits") >= 50.0, "those of the warm-up had left: {report}");
    assert!(number(&report, "server_rss_per_visitor").is_finite(), "{report}");
}

#[test]
fn who_does_not_read_is_closed_and_nobody_waits() {
    let Some(report) = report("slow", "0.2", "0.5") else { return };
    assert!(number(&report, "visitors_most") >= 10.0, "{report}");
    assert!(number(&report, "readers_stalled") >= 10.0, "{report}");
    assert_eq!(number(&report, "readers_closed_share"), 1.0, "{report}");
    assert!(
        time(&report, "reader_closed", "min") > 0.2,
        "it was asked for more than once: {report}"
    );
}

#[test]
fn more_logins_than_can_be_are_counted_as_dropped() {
    // As many logins per second as at full size, with far fewer places.
    let Some(report) = report("logins", "0.1", "0.1") else { return };
    assert!(number(&report, "visits") > 0.0, "{report}");
    assert!(number(&report, "visits_dropped").is_finite(), "{report}");
    assert!(time(&report, "visit_entered", "p99") >= time(&report, "visit_entered", "p50"));
}

#[test]
fn a_mixed_day_has_everybody() {
    // People need half a minute for a hand of nine. At nine tables some hands end in this time.
    let Some(report) = report("mixed", "0.06", "0.3") else { return };
    assert!(number(&report, "visitors_most") > 10.0, "{report}");
    assert!(number(&report, "visits") > 10.0, "{report}");
}

#[test]
fn a_storm_is_played_from_its_file() {
    if server_or_skip("a_storm_is_played_from_its_file").is_none() {
        return;
    }
    let output = run("storm", "0.01", "1").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("30 bots at tables of 6"), "{said}");
    assert!(said.contains("everybody came back"), "{said}");
}

#[test]
fn two_runs_are_compared() {
    if server_or_skip("two_runs_are_compared").is_none() {
        return;
    }
    let file = tempfile::tempdir().unwrap();
    let [before, after] = ["before.json", "after.json"].map(|name| file.path().join(name));
    for json in [&before, &after] {
        let output = run("saturation", "0.01", "0.05").arg("--json").arg(json).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    }
    let compare = |ratio: &str| -> Output {
        load().arg("compare").args([&before, &after]).args(["--ratio", ratio]).output().unwrap()
    };
    let loose = compare("server_cpu_per_action<1000");
    assert_eq!(loose.status.code(), Some(0), "{}", text(&loose));
    let said = String::from_utf8_lossy(&loose.stdout).into_owned();
    assert!(said.contains("saturation → saturation") && said.contains("action_rtt:p99"), "{said}");
    assert_eq!(compare("server_cpu_per_action>1000").status.code(), Some(99));
    assert_eq!(compare("no_such_figure<1").status.code(), Some(2));
    let nothing = load().args(["compare", "/nowhere/a.json", "/nowhere/b.json"]).output().unwrap();
    assert_eq!(nothing.status.code(), Some(2), "{}", text(&nothing));
}

#[test]
fn scenarios_are_listed_and_wrong_ones_refused_with_their_line() {
    let output = load().arg("scenarios").arg(folder()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for name in [
        "soak",
        "hour",
        "tournament",
        "lobby",
        "rail",
        "idle",
        "people",
        "storm",
        "slow",
        "logins",
        "mixed",
        "match",
        "limit-match",
    ] {
        assert!(said.lines().any(|line| line.starts_with(name)), "{name} is missing in\n{said}");
    }
    let file = tempfile::tempdir().unwrap();
    let path = file.path().join("wrong.toml");
    std::fs::write(&path, "about = \"It.\"\n[ring]\ntabels = 3\n").unwrap();
    let output = load().arg("run").arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("line 3") && said.contains("tabels"), "{said}");
    for (section, range) in [
        ("[ring]\nseconds = -1.0\n", "0 to a week"),
        ("[ring]\nseats = 11\n", "2 to 10"),
        ("[tournament]\nlate_percent = 150\n", "0 to 90"),
        ("[storm]\nconnects_per_second = 0\n", "1 to 1000000"),
    ] {
        std::fs::write(&path, format!("about = \"It.\"\n{section}")).unwrap();
        let output = load().arg("run").arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("line 3") && said.contains(range), "{said}");
    }
    // A file cannot put load on another machine's server.
    let remote = ["--url", "ws://cards.example.org/ws"];
    let output = load().arg("run").arg(folder().join("soak.toml")).args(remote).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
}
