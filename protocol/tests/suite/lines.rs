//! Compares every line of programs with the file in `tests/golden`, byte for byte, and reads lines
//! that break the protocol.
//!
//! `BLESS=1 cargo test -p cardroom-protocol lines` writes the file again.

use crate::line_samples::{from_bot, to_bot};
use crate::survey::survey_of_lines;
use cardroom_protocol::ids::{AskId, MAX_SAFE};
use cardroom_protocol::line::*;
use cardroom_protocol::table::Action;
use std::fmt::Write as _;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/lines.txt");

fn written(line: &ToBot) -> String {
    let mut buffer = Vec::new();
    line.write(&mut buffer).unwrap();
    String::from_utf8(buffer).unwrap()
}

/// Returns the key of a line.
fn key(line: &str) -> &str {
    line.split('"').nth(1).unwrap()
}

/// Returns the file as the samples make it: a title and a line for each.
fn golden() -> String {
    let mut text = "# lines: to a program (→) and from one (←), and what is special.\n".to_owned();
    let mut title = |arrow: char, note: &str, line: &str| {
        let between = if note.is_empty() { "" } else { ": " };
        let name = key(line);
        write!(text, "\n{arrow} {name}{between}{note}\n{}\n", line.trim_end()).unwrap();
    };
    for (note, line) in to_bot() {
        title('→', note, &written(&line));
    }
    for (note, line, _) in from_bot() {
        title('←', note, line);
    }
    text
}

#[test]
fn lines_are_golden() {
    let text = golden();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(GOLDEN, &text).unwrap();
    }
    let found = std::fs::read_to_string(GOLDEN).unwrap_or_default();
    for (ours, theirs) in text.lines().zip(found.lines()) {
        assert_eq!(ours, theirs, "the lines have changed");
    }
    assert_eq!(text, found, "samples were added or taken away");
}

#[test]
fn lines_are_read_as_they_were_written() {
    for (note, line) in to_bot() {
        let text = written(&line);
        assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
        assert_eq!(ToBot::read(text.as_bytes()), Ok(line), "{note}");
    }
    for (note, line, meant) in from_bot() {
        assert_eq!(FromBot::read(line.as_bytes()), Ok(meant), "{note}");
    }
}

/// The samples show every kind of line, every variant, and every option filled and empty.
#[test]
fn samples_leave_nothing_out() {
    let text = golden();
    let survey = survey_of_lines();
    for (kind, _) in &survey.enums["ToBot"] {
        assert!(text.contains(&format!("\n{{\"{kind}\":")), "no sample of {kind}");
    }
    for name in ["Action", "Question"] {
        for (variant, _) in &survey.enums[name] {
            assert!(text.contains(&format!("\"{variant}\"")), "no sample has {name}::{variant}");
        }
    }
    for (field, _) in &survey.structs["AnswerLine"] {
        assert!(text.contains(&format!("\"{field}\":")), "no answer has {field}");
    }
    for name in ["HelloLine", "HandLine", "ActLine", "LineSeat", "LineResult"] {
        let optional = survey.structs[name].iter().filter(|(_, kind)| kind.starts_with("optional"));
        for (field, _) in optional {
            let key = format!("\"{field}\":");
            let after = text.split(&key).skip(1);
            let (empty, filled): (Vec<&str>, Vec<&str>) =
                after.partition(|rest| rest.starts_with("null"));
            assert!(!empty.is_empty() && !filled.is_empty(), "{name}.{field} empty and filled");
        }
    }
}

#[test]
fn lines_that_break_the_protocol_are_malformed() {
    let read = |line: &str| FromBot::read(line.as_bytes());
    for unreadable in [
        "",
        "hello",
        "7",
        "[]",
        r#" [null,7,"Check"]"#,
        "{",
        r#"{"id":7,"action":"Check"} {}"#,
        r#"{"id":7,"action":"Check","why":"a feeling"}"#,
        r#"{"id":7,"action":"check"}"#,
        r#"{"id":7,"action":{"RaiseTo":-5}}"#,
        r#"{"id":7,"action":{"RaiseTo":2.5}}"#,
        r#"{"id":"7","action":"Check"}"#,
        r#"{"id":7,"id":7,"action":"Check"}"#,
        r#"{"id":7,"discard":["1s"]}"#,
        r#"{"id":7,"policy":[["Check"]]}"#,
        r#"{"id":9007199254740992,"action":"Check"}"#,
        r#"{"ready":true}"#,
        r#"{"ready":{"event":true}}"#,
        "\u{feff}{\"id\":7,\"action\":\"Check\"}",
    ] {
        assert!(matches!(read(unreadable), Err(Malformed::Unreadable(_))), "{unreadable}");
    }
    assert!(matches!(FromBot::read(&[b'"', 0xff, b'"']), Err(Malformed::Unreadable(_))));
    for several in [
        "{}",
        r#"{"id":7}"#,
        r#"{"id":7,"action":null}"#,
        r#"{"action":"Check"}"#,
        r#"{"id":7,"action":"Check","discard":[]}"#,
        r#"{"id":7,"ready":{}}"#,
        r#"{"ready":{},"id":7,"action":"Check"}"#,
    ] {
        assert_eq!(read(several), Err(Malformed::NotOneAnswer), "{several}");
    }
    for wrong in ["[]", r#"[["Fold",0.5]]"#, r#"[["Fold",-1],["Call",2]]"#, r#"[["Fold",1e308]]"#] {
        let line = format!(r#"{{"id":7,"policy":{wrong}}}"#);
        assert_eq!(read(&line), Err(Malformed::Policy), "{line}");
    }
    let last = format!(r#"{{"id":{MAX_SAFE},"action":"Check"}}"#);
    let checks = Reply::Action(Action::Check);
    assert_eq!(read(&last), Ok(FromBot::Answer(AskId(MAX_SAFE), checks)));
}

#[test]
fn a_line_has_a_longest_length() {
    let line = r#"{"id":7,"action":"Check"}"#;
    let padded = |length: usize| format!("{line}{}", " ".repeat(length - line.len()));
    assert!(FromBot::read(padded(MAX_LINE_BYTES).as_bytes()).is_ok());
    let over = FromBot::read(padded(MAX_LINE_BYTES + 1).as_bytes());
    assert_eq!(over, Err(Malformed::TooLong));
}
