//! Python's icalendar reads names that try to break out of their line, and finds them as they are.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom_calendar::{Date, Feed, Uid};
use cardroom_rules::Millis;
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../readers/calendars.py");

/// Names, and what a reader finds.
fn names() -> Vec<(String, String)> {
    let same = |name: &str| (name.to_owned(), name.to_owned());
    let mut names = vec![
        same("Sunday, the big one; 10:00 \\ \"quoted\" 100%"),
        same("\u{202e}txen dna thgir\u{202c} \u{200f}\u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{200e}"),
        same("\\n\\, \\; is written with \\\\"),
        same("line\nEND:VEVENT\nBEGIN:VALARM"),
        ("windows\r\nmac\rnul\u{0}tab\tend".to_owned(), "windows\nmac\nnultabend".to_owned()),
    ];
    for symbol in ["\u{1f0a1}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "é", "e\u{301} "] {
        names.push(same(symbol.repeat(40).trim_end()));
    }
    // Every length of a line around the fold.
    names.extend((55..85).map(|length| same(&"ä b".repeat(length)[..length / 4 * 4])));
    names
}

/// Runs the reader; `None` if this Python has no icalendar.
fn read_elsewhere(file: &Path) -> Option<Value> {
    let python = std::env::var("CARDROOM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import icalendar"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        // Not by a macro: the test harness hides its output when the test passes.
        let line = format!("SKIPPED: {python} has no icalendar (pip; CARDROOM_PYTHON)\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return None;
    }
    let output = Command::new(&python).arg(READER).arg(file).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn another_reader_finds_every_name_as_it_is() {
    let day = |number: usize| Millis(1_800_000_000_000 + 86_400_000 * number as u64);
    let date = |(number, (name, _)): (usize, &(String, String))| Date {
        uid: Uid::of_tournament("https://poker.example", number as u64),
        name: name.clone(),
        about: name.clone(),
        place: name.clone(),
        link: format!("https://poker.example/#/tournament/{number}"),
        starts: day(number),
        ends: day(number) + Millis::seconds(5_400),
        sequence: 3,
        changed: day(0),
        is_canceled: number.is_multiple_of(2),
    };
    let names = names();
    let feed = Feed {
        name: names[0].0.clone(),
        address: Some("https://poker.example/calendar.ics".to_owned()),
        dates: names.iter().enumerate().map(date).collect(),
    };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile.ics");
    std::fs::write(&file, feed.text()).unwrap();
    let Some(read) = read_elsewhere(&file) else { return };
    assert_eq!(read[0]["name"], names[0].1);
    let dates = read[0]["dates"].as_array().unwrap();
    assert_eq!(dates.len(), names.len());
    for (number, ((_, found), date)) in names.iter().zip(dates).enumerate() {
        assert_eq!(date["name"], *found, "{number}");
        assert_eq!(date["about"], *found, "{number}");
        assert_eq!(date["starts"], day(number).0);
        assert_eq!(date["sequence"], 3);
        assert_eq!(date["canceled"], number.is_multiple_of(2));
    }
}
