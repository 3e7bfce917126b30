//! Thousands of real hands, replayed to the stacks they ended with. The data is beside the
//! repository in `../shared/hands`. Without it each test reports that it was skipped.
use crate::hands_room::library;

use cardroom_casebook::hands::{Expectations, Peculiarity, Report, Source, check};
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// Returns the files of a data folder in order. If the folder is missing, says
/// so and returns `None`.
fn files(folder: &str) -> Option<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/hands").join(folder);
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { break };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    if files.is_empty() {
        say(&format!("SKIPPED: {} is not there", root.display()));
        return None;
    }
    files.sort();
    Some(files)
}

/// Writes a line directly to the terminal, because the test harness hides the
/// output of passing tests.
fn say(line: &str) {
    writeln!(stderr(), "{line}").expect("standard error is open");
}

fn check_all(folder: &str) -> Option<Report> {
    let files = files(folder)?;
    let library = library();
    let expected = files.iter().find(|path| path.ends_with("expected.jsonl"));
    let expected =
        expected.map(|path| Expectations::parse(&fs::read_to_string(path).unwrap()).unwrap());
    let mut report = Report::default();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let source = Source {
            path: path.to_str().unwrap(),
            text: &text,
            expected: expected.as_ref(),
            most_boards: 2_000,
        };
        report.absorb(check(&library, source, None));
    }
    say(&format!("{folder}:\n{report}"));
    Some(report)
}

/// Returns the peculiarities by which hands agree, with the number of hands.
fn peculiar(report: &Report) -> Vec<(Peculiarity, usize)> {
    report.peculiar.iter().map(|(peculiarity, count)| (*peculiarity, *count)).collect()
}

#[test]
fn hands_in_the_poker_hand_history_format() {
    let Some(report) = check_all("phh") else { return };
    assert_eq!(report.failed, []);
    assert_eq!(peculiar(&report), [(Peculiarity::EffectiveRaise, 1)]);
    assert!(report.left_out.is_empty() && report.passed > 6_000);
}

#[test]
fn logs_of_the_computer_poker_competition() {
    let Some(report) = check_all("acpc") else { return };
    assert_eq!(report.failed, []);
    assert_eq!(peculiar(&report), []);
    assert!(report.passed > 2_400);
}

#[test]
fn hands_of_poker_sites() {
    let Some(report) = check_all("site-hands") else { return };
    assert_eq!(report.failed, []);
    assert!(report.passed > 2_600);
    let by_other_rules = peculiar(&report).iter().map(|(_, count)| count).sum::<usize>();
    assert!(by_other_rules < 20, "peculiar hands are few");
    assert!(report.left_out.is_empty());
}

#[test]
fn the_buttons_way_around_the_table() {
    let Some(report) = check_all("button-sequences") else { return };
    assert_eq!(report.failed, []);
    assert!(report.left_out.is_empty() && report.passed > 1_100);
}

#[test]
fn hands_compared_and_counted() {
    let Some(report) = check_all("eval") else { return };
    assert_eq!(report.failed, []);
    assert!(report.passed > 12_000);
}
