//! Kills the server during play, and cuts all connections at once. Also checks that a server that
//! loses acknowledged actions is detected.
//!
//! The tests need the server that was built next to the program. Without it they print `SKIPPED`,
//! or fail if `CARDROOM_REQUIRE_SERVER` is set.

use crate::support;

use serde_json::Value;
use std::process::{Command, Output};
use support::{load, server_or_skip, skip, text};

fn chaos(kills: u32) -> Command {
    let mut command = chaos_to_the_end(kills);
    command.args(["--finish", "5"]);
    command
}

/// Plays the last sit-and-go to its winner.
fn chaos_to_the_end(kills: u32) -> Command {
    let mut command = load();
    command.args(["chaos", "--tables", "2", "--entrants", "4", "--json", "-"]);
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
fn a_monitor_follows_the_deals_of_a_killed_room_and_reports_a_log_that_was_cut() {
    if server_or_skip("a_monitor_follows_the_deals_of_a_killed_room").is_none() {
        return;
    }
    let output = chaos(2).arg("--deals").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report = report(&output);
    let followed = |name: &str| report["followed"][name].as_f64().unwrap_or(0.0);
    assert!(followed("played") > 0.0 && followed("rounds") >= followed("played"), "{report}");
    assert!(followed("cut_found_after") > 0.0, "{report}");
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
fn a_room_that_is_asked_to_close_interrupts_no_hand_and_everybody_goes_on_in_the_next() {
    if server_or_skip("a_room_that_is_asked_to_close").is_none() {
        return;
    }
    let output = chaos_to_the_end(3).arg("--gently").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report = report(&output);
    let number = |path: &str| report.pointer(path).and_then(Value::as_u64).unwrap_or(u64::MAX);
    assert_eq!((number("/kills"), number("/closed/count")), (3, 3), "{report}");
    assert_eq!((number("/returns/same_hand"), number("/timed_out")), (0, 0), "{report}");
    // Players that did not receive the end of the hand before the room closed receive it
    // from the next one.
    let came_back = number("/returns/between_hands") + number("/returns/hand_over");
    assert!(came_back >= 36, "everybody came back each time: {report}");
    assert!(number("/tournaments_played") >= 1, "{report}");
    assert_eq!(number("/tournaments_cut_short"), 0, "they go on after a restart: {report}");
}

#[test]
fn the_log_at_its_most_verbose_shows_no_card_that_somebody_holds_and_no_password() {
    if server_or_skip("the_log_at_its_most_verbose").is_none() {
        return;
    }
    let output = chaos(3).arg("--server-arg=--set=log.filter=trace").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report = report(&output);
    let number = |path: &str| report.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    assert!(number("/searches") > 10 && number("/logged_bytes") > 5_000, "{report}");
}

/// Needs libfaketime (Debian's package of that name), because a test cannot set
/// the machine's own clock.
#[test]
fn a_wall_clock_that_jumps_changes_nothing() {
    let libraries = ["x86_64", "aarch64"]
        .map(|machine| format!("/usr/lib/{machine}-linux-gnu/faketime/libfaketime.so.1"));
    let library = libraries.iter().find(|library| std::path::Path::new(library).exists());
    if server_or_skip("a_wall_clock_that_jumps_changes_nothing").is_none() {
        return;
    }
    let Some(library) = library else {
        return skip("a_wall_clock_that_jumps_changes_nothing: libfaketime is not here");
    };
    let output = chaos(6).args(["--clock-library", library]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report = report(&output);
    let number = |path: &str| report.pointer(path).and_then(Value::as_u64).unwrap_or(0);
    assert!(number("/clock_jumps") > 0 && number("/returns/same_hand") > 0, "{report}");
    assert_eq!(number("/timed_out"), 0, "{report}");
}

/// Two machines take turns in `.ci/run`, which has a PostgreSQL for them.
#[test]
fn two_machines_need_one_database_that_both_reach() {
    if server_or_skip("two_machines_need_one_database_that_both_reach").is_none() {
        return;
    }
    let output = load().args(["chaos", "--standby"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("--store postgres://"), "{}", text(&output));
    for other in ["--gently", "--data-dir=here"] {
        let output = load().args(["chaos", "--standby", other]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("cannot be used with"), "{}", text(&output));
    }
    let output = load().args(["chaos", "--kill-gap", "0"]).output().unwrap();
    assert!(text(&output).contains("a number of seconds"), "{}", text(&output));
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
