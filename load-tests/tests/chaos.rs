//! The server is killed as it would be by anybody, and everybody is cut off at once; and a server that does
//! lose what it acknowledged is found out.
//!
//! Needs the server that was built beside the program; without it the tests print `SKIPPED`, or fail where
//! `CARDROOM_REQUIRE_SERVER` is set.

mod support;

use serde_json::Value;
use std::process::{Command, Output};
use support::{load, server_or_skip, text};

fn chaos(kills: u32) -> Command {
    let mut command = load();
    command.args(["chaos", "--tables", "2", "--entrants", "4", "--finish", "5", "--json", "-"]);
    command.args(["--kills", &kills.to_string()]);
    command
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(output)))
}

#[test]
fn killed_in_the_middle_of_hands_a_room_loses_nothing_and_everybody_goes_on() {
    if server_or_skip("killed_in_the_middle_of_hands").is_none() {
        return;
    }
    let output = chaos(3).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report = report(&output);
    let number = |path: &str| report.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    assert!(number("/kills") >= 3, "{report}");
    assert!(number("/returns/same_hand") > 0, "somebody was in a hand: {report}");
    assert!(number("/interrupted_hands") > 0 && number("/acknowledged") > 0, "{report}");
    assert_eq!(number("/returns/elsewhere"), 0, "two tables are never balanced: {report}");
}

#[test]
fn a_room_that_keeps_no_journal_is_found_out() {
    if server_or_skip("a_room_that_keeps_no_journal_is_found_out").is_none() {
        return;
    }
    let output = chaos(2).arg("--server-arg=--set=store.journal=off").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let report = report(&output);
    let faults = report["faults"].to_string();
    assert!(faults.contains("after the restart a view stood at"), "{report}");
    assert!(faults.contains("came back to another place"), "{report}");
}

#[test]
fn nonsense_on_the_command_line_is_refused() {
    let output = load().args(["chaos", "--kills", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
}

#[test]
fn everybody_who_is_cut_off_at_once_is_back_in_the_same_hand() {
    if server_or_skip("everybody_who_is_cut_off_at_once_is_back_in_the_same_hand").is_none() {
        return;
    }
    let mut command = load();
    command.args(["storm", "--bots", "48", "--storms", "2", "--play", "2", "--think", "100..400"]);
    let output = command.args(["--json", "-"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report = report(&output);
    let number = |path: &str| report.pointer(path).and_then(Value::as_u64).unwrap_or(u64::MAX);
    assert_eq!((number("/cut_off"), number("/back/count")), (96, 96), "{report}");
    assert_eq!(number("/returns/elsewhere"), 0, "{report}");
    assert_eq!(number("/timed_out"), 0, "{report}");
    assert!(number("/returns/same_hand") > 0, "{report}");
}
