//! The verifier in Python, `bot-client/examples/verify_deal.py`, comes to the same results. It
//! shares no code with this crate.

use crate::files::{folder, object, proofs, room_key};
use crate::mutations::{changed, leaves, of_each_kind};
use crate::room::{Choices, GAMES, play};
use cardroom_deal::{Document, Known, verify_session};
use serde_json::Value;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const VERIFIER: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../bot-client/examples/verify_deal.py");

/// Runs the verifier over some files. Returns its exit code and a result for each file.
pub(crate) fn verify(arguments: &[&str], files: &[PathBuf]) -> (i32, Vec<Value>) {
    let output = Command::new("python3")
        .arg(VERIFIER)
        .args(arguments)
        .arg("--json")
        .args(files)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let results: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(results.len(), files.len());
    (output.status.code().unwrap(), results)
}

/// Returns the folder of the vectors, if it and Python are here. Otherwise says what is missing.
fn ready() -> Option<PathBuf> {
    folder().filter(|_| is_here())
}

/// Returns `true` if Python is here. Otherwise says that it is missing.
pub(crate) fn is_here() -> bool {
    let version = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    let is_here = version.is_ok_and(|status| status.success());
    if !is_here {
        let mut terminal = stderr();
        writeln!(terminal, "SKIPPED: there is no python3 here").unwrap();
    }
    is_here
}

fn key(folder: &Path) -> String {
    object(&folder.join("room_key.json"))["key"].as_str().unwrap().to_owned()
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    proofs(folder).into_iter().map(|(name, _)| folder.join(name)).collect()
}

#[test]
fn python_verifies_every_proof() {
    let Some(folder) = ready() else { return };
    let (code, results) = verify(&["--key", &key(&folder)], &paths(&folder));
    assert_eq!(code, 0, "{results:?}");
    assert!(results.iter().all(|result| result["ok"] == true));
}

#[test]
fn python_finds_every_fraud_with_its_code() {
    let Some(folder) = ready() else { return };
    let frauds = paths(&folder.join("frauds"));
    let (code, results) = verify(&["--key", &key(&folder)], &frauds);
    assert_eq!(code, 1);
    for (file, result) in frauds.iter().zip(&results) {
        assert_eq!(result["code"], object(file)["code"], "{result}");
    }
}

#[test]
fn python_and_rust_name_the_same_fault_of_a_changed_proof() {
    let Some(folder) = ready() else { return };
    let known = Known { keys: vec![room_key(&folder)], ..Known::default() };
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed-proofs");
    fs::create_dir_all(&target).unwrap();
    let (mut files, mut expected) = (Vec::new(), Vec::new());
    for name in ["stud_community.json", "triple_draw_reshuffled.json"] {
        let whole = object(&folder.join(name));
        let mut found = Vec::new();
        leaves(&whole, "", &mut found);
        for at in of_each_kind(&found) {
            let mut other = whole.clone();
            let value = other.pointer_mut(at).unwrap();
            *value = changed(value);
            let bytes = serde_json::to_vec(&other).unwrap();
            let fault = Document::read(&bytes).ok().map(|(document, _)| match document {
                Document::Proofs(proofs) => verify_session(&proofs, &known).unwrap_err().code,
                Document::History(_) => panic!("{name} is a proof"),
            });
            let file = target.join(format!("{}.json", files.len()));
            fs::write(&file, bytes).unwrap();
            files.push(file);
            expected.push((at.clone(), fault));
        }
    }
    let (_, results) = verify(&["--key", &key(&folder)], &files);
    for ((at, fault), result) in expected.iter().zip(&results) {
        let named = fault.map_or(Value::Null, |code| Value::from(code.name()));
        assert_eq!(result.get("code").unwrap_or(&Value::Null), &named, "{at}: {result}");
    }
    assert!(expected.len() > 100, "{}", expected.len());
}

#[test]
fn python_names_the_line_of_what_is_no_proof() {
    if ready().is_none() {
        return;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-proof.json");
    for (text, line) in [
        ("{\n\"format\": \"cardroom-deal-1\",\n\"more\": 1}".to_owned(), 3),
        ("{\n\"format\": }".to_owned(), 2),
        ("[".repeat(500_000), 1),
        (" ".repeat(2 << 20), 1),
    ] {
        fs::write(&file, text).unwrap();
        let (code, results) = verify(&[], std::slice::from_ref(&file));
        assert_eq!((code, &results[0]["line"]), (2, &Value::from(line)), "{results:?}");
    }
}

#[test]
fn python_verifies_proofs_of_random_hands() {
    if ready().is_none() {
        return;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("made-proofs");
    fs::create_dir_all(&target).unwrap();
    let mut files = Vec::new();
    for seed in 0..6 {
        for game in GAMES {
            let played = play(game, &mut Choices(seed));
            let own = played.seats.first().copied();
            for (viewer, audited) in [(None, true), (None, false), (own, false)] {
                let file = target.join(format!("{}.json", files.len()));
                fs::write(&file, played.proof(viewer, audited)).unwrap();
                files.push(file);
            }
        }
    }
    let (code, results) = verify(&[], &files);
    let failed: Vec<&Value> = results.iter().filter(|result| result["ok"] != true).collect();
    assert_eq!(code, 0, "{failed:?}");
}
