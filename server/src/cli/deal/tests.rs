//! `cardroom deal` over the published vectors, in `shared/deal/vectors` beside the repository.
//! Without them each test reports that it was skipped.

use super::{Deal, Proofs};
use crate::cli::{Cli, Command};
use cardroom_deal::Event;
use clap::Parser as _;
use serde_json::Value;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn folder() -> Option<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = above.map(|above| above.join("shared/deal/vectors")).find(|it| it.is_dir());
    if folder.is_none() {
        let mut terminal = stderr();
        writeln!(terminal, "SKIPPED: shared/deal/vectors is not there").unwrap();
    }
    folder
}

/// Runs a command and returns its exit code and what it printed.
pub(super) fn run(arguments: &[&str]) -> (ExitCode, String) {
    let line = ["cardroom", "deal"].iter().chain(arguments);
    let Some(Command::Deal(Deal::Proofs(proofs))) = Cli::try_parse_from(line).unwrap().command
    else {
        panic!("{arguments:?} is another command");
    };
    let deal: Proofs = proofs;
    let mut out = Vec::new();
    let code = deal.run(&mut out).unwrap();
    (code, String::from_utf8(out).unwrap())
}

fn key(folder: &Path) -> String {
    let key: Value =
        serde_json::from_slice(&fs::read(folder.join("room_key.json")).unwrap()).unwrap();
    key["key"].as_str().unwrap().to_owned()
}

fn files(folder: &Path) -> Vec<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_proof = |path: &PathBuf| {
        path.is_file() && !path.ends_with("primitives.json") && !path.ends_with("room_key.json")
    };
    paths.filter(is_proof).map(|path| path.display().to_string()).collect()
}

#[test]
fn every_proof_is_verified_and_every_fraud_fails_with_its_code() {
    let Some(folder) = folder() else { return };
    let key = key(&folder);
    for file in files(&folder) {
        let (code, printed) = run(&["verify", &file, "--key", &key]);
        assert_eq!(code, ExitCode::SUCCESS, "{printed}");
        assert!(printed.contains(": verified\n"), "{printed}");
    }
    for file in files(&folder.join("frauds")) {
        let case: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let (code, printed) = run(&["verify", "--json", "--key", &key, &file]);
        assert_eq!(code, ExitCode::FAILURE, "{printed}");
        let printed: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(printed["code"], case["code"], "{file}: {printed}");
        assert_eq!(printed["ok"], Value::Bool(false));
    }
}

#[test]
fn a_session_says_who_withheld_a_link_and_one_file_may_fail_alone() {
    let Some(folder) = folder() else { return };
    let session = folder.join("session_with_a_lost_round.json").display().to_string();
    let (code, printed) = run(&["session", &session]);
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(printed.contains("hand 3, round 0: given up"), "{printed}");
    assert!(printed.contains("seat 4 withheld its link"), "{printed}");
    assert!(printed.contains("No --key was given."), "{printed}");
    let missing = folder.join("missing.json").display().to_string();
    assert_eq!(run(&["verify", &session, &missing]).0, ExitCode::from(2));
    let fraud = folder.join("frauds/the_drawn_button_is_moved_by_a_seat.json");
    let fraud = fraud.display().to_string();
    assert_eq!(run(&["verify", &missing, &fraud]).0, ExitCode::FAILURE);
}

#[test]
fn a_receipt_and_a_seat_are_compared_with_the_proof() {
    let Some(folder) = folder() else { return };
    let file = folder.join("holdem6.json").display().to_string();
    let coded = |code: &str, arguments: &[&str]| {
        let (exit, printed) = run(&[&["verify", &file], arguments].concat());
        assert_eq!(exit, ExitCode::FAILURE);
        assert!(printed.contains(&format!(": {code}: ")), "{printed}");
    };
    coded("RECEIPT", &["--receipt", &"0".repeat(64)]);
    coded("NOT_MINE", &["--seat", "7"]);
    coded("KEY", &["--key", &"0".repeat(64)]);
    assert_eq!(run(&["verify", &file, "--seat", "3"]).0, ExitCode::SUCCESS);
}

#[test]
fn an_audit_prints_what_was_hidden_and_needs_a_seed() {
    let Some(folder) = folder() else { return };
    let audited = folder.join("audited.json").display().to_string();
    let (code, printed) = run(&["audit", &audited]);
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(printed.contains("seat 3 held 8h Qs"), "{printed}");
    assert!(printed.contains("burned: "), "{printed}");
    let other = folder.join("holdem6.json").display().to_string();
    assert_eq!(run(&["audit", &other]).0, ExitCode::from(2));
}

#[test]
fn a_file_that_is_no_proof_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.json");
    for (text, line) in [
        ("{\n\"format\": \"cardroom-deal-1\",\n\"more\": 1}".to_owned(), 3),
        ("no JSON".to_owned(), 1),
        (format!("\n\n{}", "[".repeat(500_000)), 3),
        (" ".repeat(2 << 20), 1),
    ] {
        fs::write(&file, text).unwrap();
        let (code, printed) = run(&["verify", &file.display().to_string(), "--json"]);
        assert_eq!(code, ExitCode::from(2), "{printed}");
        let printed: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(printed["line"], line, "{printed}");
    }
}

#[test]
fn a_key_that_is_no_key_is_refused() {
    let refused = Cli::try_parse_from(["cardroom", "deal", "verify", "x", "--key", "12"]);
    assert!(refused.is_err());
}

/// The events of a record are read under the names and fields that the protocol gives them.
#[test]
fn the_events_of_the_protocol_are_read() {
    use cardroom_protocol::hybrid as floor;
    use cardroom_protocol::ids::HandNo;
    use cardroom_protocol::table::{self, TableEvent};
    let card = "As".parse().unwrap();
    let acted = |seat, action| {
        let added = cardroom_protocol::ids::Chips(0);
        TableEvent::Acted(table::Acted { seat, action, added, timed_out: false })
    };
    let words = String::new;
    let told = [
        TableEvent::CardsDealt(table::CardsDealt { each: 2 }),
        TableEvent::UpCardsDealt(table::UpCardsDealt {
            cards: vec![table::UpCard { seat: 1, card }],
        }),
        TableEvent::BoardDealt(table::BoardDealt { board: 0, cards: vec![card] }),
        acted(1, table::Action::Check),
        acted(2, table::Action::Fold),
        TableEvent::HandKilled(floor::HandKilled { seat: 3, reason: words(), rule: words() }),
        TableEvent::FloorOrdered(floor::FloorOrdered {
            operator: words(),
            command: floor::TableCommand::RestoreHand(3),
            reason: words(),
            rule: None,
        }),
        TableEvent::DrawBegan(table::DrawBegan { least: 0, most: 5, replaced: true }),
        TableEvent::Discarded(table::Discarded { seat: 1, count: 4, timed_out: false }),
        TableEvent::Drawn(table::Drawn { seat: 1, count: 4 }),
        TableEvent::Reshuffled(table::Reshuffled { seat: None, cards: 21 }),
        TableEvent::RunItAgreed(table::RunItAgreed { boards: 2 }),
        TableEvent::HandTabled(table::HandTabled { seat: 1, cards: vec![card] }),
        TableEvent::HandMucked(table::HandMucked { seat: 1 }),
        TableEvent::HandVoided(table::HandVoided { hand: HandNo(9), reason: words() }),
        TableEvent::RabbitShown(floor::RabbitShown { cards: vec![card] }),
        TableEvent::CardsShown(table::CardsShown { hand: HandNo(9), seat: 1, cards: vec![card] }),
    ];
    let events = cardroom_protocol::items::Items(told.to_vec());
    let steps = [cardroom_protocol::history::RecordedStep { after_ms: 0, events }];
    let record = serde_json::json!({"table": 7, "hand": 9, "steps": steps, "cards": []});
    let record: cardroom_deal::Record = serde_json::from_value(record).unwrap();
    let expected = [
        Event::CardsDealt { each: 2 },
        Event::UpCardsDealt { cards: vec![(1, card)] },
        Event::BoardDealt { board: 0, cards: vec![card] },
        Event::Folded { seat: 2 },
        Event::Folded { seat: 3 },
        Event::Restored { seat: 3 },
        Event::DrawBegan { least: 0, most: 5, replaced: true },
        Event::Discarded { seat: 1, count: 4 },
        Event::Drawn { seat: 1, count: 4 },
        Event::Reshuffled { seat: None, cards: 21 },
        Event::RunItAgreed { boards: 2 },
        Event::Shown { seat: 1, cards: vec![card] },
        Event::Voided { hand: 9 },
        Event::RabbitShown { cards: vec![card] },
        Event::CardsShown { hand: 9, seat: 1, cards: vec![card] },
    ];
    assert_eq!(record.events, expected);
}
