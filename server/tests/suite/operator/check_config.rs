//! `--check-config` accepts every configuration that a room opens with, and rejects all others.

use crate::operator::cardroom;
use std::path::Path;

const TABLE: &str = "[[tables]]\nname = \"Mira\"\nsmall_blind = 1\nbig_blind = 2\n\
                     min_buy_in = 40\nmax_buy_in = 200\n";

/// Returns a configuration with one tournament.
fn with(tournament: &str) -> String {
    format!("{TABLE}[[tournaments]]\nname = \"Night\"\n{tournament}\n")
}

/// Returns the output of `--check-config` for a configuration, and that of a room started with it.
fn both(folder: &Path, text: &str) -> [(i32, String, String); 2] {
    let file = folder.join("room.toml");
    std::fs::write(&file, text).unwrap();
    let (file, data) = (file.to_str().unwrap(), folder.join("data"));
    let checked = cardroom(&["--config", file, "--check-config"]);
    // The room cannot listen there, so it ends.
    let started = cardroom(&[
        "serve",
        "--config",
        file,
        "--data-dir",
        data.to_str().unwrap(),
        "--listen",
        "192.0.2.1:9",
        "--admin-listen",
        "127.0.0.1:0",
    ]);
    [checked, started]
}

#[test]
fn what_it_refuses_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    for (wrong, told) in [
        ("structure = \"nightly\"", "tournaments[0].structure: there is no structure \"nightly\""),
        (
            "structure = \"sit-and-go\"\nevery = [\"sun 18:30\"]\ntime_zone = \"Berlin\"",
            "tournaments[0].time_zone: \"Berlin\" is not a time zone",
        ),
        (
            "structure = \"sit-and-go\"\nevery = [\"sunday 18:30\"]",
            "tournaments[0].every[0]: \"sunday 18:30\" is not a date",
        ),
        (
            "structure = \"sit-and-go\"\nleague = \"thursdays\"",
            "tournaments[0].league: there is no league \"thursdays\"",
        ),
        ("structure = \"sit-and-go\"\nhouse_bots = \"x\"", "tournaments[0].house_bots: "),
    ] {
        let [checked, started] = both(folder.path(), &with(wrong));
        assert_eq!((checked.0, &*checked.1), (1, ""), "{wrong}: {}", checked.2);
        assert!(checked.2.contains(told), "{wrong}: {}", checked.2);
        assert_eq!(checked, started, "one decides for both");
    }
    assert!(!folder.path().join("data").exists(), "a room that cannot start makes no database");
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = with("structure = \"nightly\"\nevery = [\"sun 25:00\"]\ntime_zone = \"Berlin\"");
    let [(code, _, error), started] = both(folder.path(), &format!("{wrong}[store]\ngroup = 0\n"));
    assert_eq!((code, &error), (1, &started.2));
    for key in ["store.group", "[0].structure", "[0].every[0]", "[0].time_zone"] {
        assert!(error.contains(key), "{key}: {error}");
    }
    assert!(error.starts_with("cardroom: the configuration has 4 mistakes:\n"), "{error}");
}

#[test]
fn what_it_accepts_gets_as_far_as_listening() {
    let folder = tempfile::tempdir().unwrap();
    let right = "structure = \"nightly-freezeout\"\nevery = [\"sun 18:30\"]\n\
                 time_zone = \"Europe/Berlin\"\nleague = \"house-league\"";
    let [checked, started] = both(folder.path(), &with(right));
    let told = "The configuration is valid. It opens 1 table and schedules 1 tournament.\n";
    assert_eq!(checked, (0, told.to_owned(), String::new()));
    assert!(started.2.contains("cannot listen on 192.0.2.1:9"), "{}", started.2);
}
