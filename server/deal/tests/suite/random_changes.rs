//! Proofs with random changes: this crate and the verifier in Python, which share no code, find the
//! same fault in each.
//!
//! `CARDROOM_CHANGED_PROOFS=5000` sets the number of changed proofs, `CARDROOM_SEED` another seed.

use crate::files::{folder, proofs};
use crate::python::verify;
use crate::room::{Choices, GAMES, play};
use cardroom_deal::{Document, Known, verify_history, verify_session};
use serde_json::Value;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of changed proofs, unless the environment names another one.
const CHANGES: u64 = 400;
/// The number of files for which one process runs.
const AT_ONCE: usize = 250;
/// Parts of a proof that are changed more often than by their length.
const PARTS: [&str; 7] = ["record", "record", "cards", "skips", "tosses", "links", "log"];

/// Returns the code of the fault that this crate finds, or a word.
fn verdict(file: &[u8]) -> String {
    let result = match Document::read(file) {
        Err(_) => return "unreadable".to_owned(),
        Ok((Document::History(history), _)) => verify_history(&history, &[]),
        Ok((Document::Proofs(proofs), asked)) => {
            let known = Known { seat: asked.seat, ..Known::default() };
            verify_session(&proofs, &known).map(drop)
        }
    };
    result.map_or_else(|fraud| fraud.code.name().to_owned(), |()| "verified".to_owned())
}

/// Returns the same for a result of the verifier in Python.
fn told(result: &Value) -> String {
    let code = result["code"].as_str();
    let word = if result["ok"] == true { "verified" } else { "unreadable" };
    code.unwrap_or(word).to_owned()
}

/// Adds the JSON pointers of all values below a value.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Array(entries) => {
            entries.iter().enumerate().map(|(index, entry)| (index.to_string(), entry)).collect()
        }
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), field)).collect(),
        _ => Vec::new(),
    };
    for (name, value) in below {
        let at = format!("{at}/{name}");
        pointers(value, &at, found);
        found.push(at);
    }
}

/// Changes one value of a file.
fn change(whole: &mut Value, choices: &mut Choices) {
    let mut found = Vec::new();
    pointers(whole, "", &mut found);
    let part = PARTS.get(choices.below(PARTS.len() + 3));
    let inside = |at: &&String| part.is_none_or(|part| at.split('/').any(|name| name == *part));
    let pool: Vec<&String> = found.iter().filter(inside).collect();
    let pool = if pool.is_empty() { found.iter().collect() } else { pool };
    if pool.is_empty() {
        return;
    }
    let at = pool[choices.below(pool.len())].clone();
    let (parent, name) = at.rsplit_once('/').unwrap();
    match (choices.below(6), whole.pointer_mut(parent).unwrap()) {
        (0, Value::Array(entries)) => drop(entries.remove(name.parse().unwrap())),
        (0, Value::Object(fields)) => drop(fields.remove(name)),
        (1, Value::Array(entries)) => {
            let index: usize = name.parse().unwrap();
            entries.insert(index, entries[index].clone());
        }
        (2, Value::Array(entries)) => {
            let other = choices.below(entries.len());
            entries.swap(name.parse().unwrap(), other);
        }
        (3, _) => *whole.pointer_mut(&at).unwrap() = Value::Null,
        _ => {
            let value = whole.pointer_mut(&at).unwrap();
            *value = other(value, choices);
        }
    }
}

/// Returns another value of the same kind.
fn other(value: &Value, choices: &mut Choices) -> Value {
    const CARDS: [&str; 5] = ["As", "Kd", "7h", "6c", "2c"];
    match value {
        Value::Bool(yes) => Value::from(!yes),
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            let others = [
                number.wrapping_add(1),
                number.saturating_sub(1),
                choices.below(10) as u64,
                255,
                256,
                1 << 63,
                u64::MAX,
            ];
            Value::from(others[choices.below(others.len())])
        }
        Value::String(text) if text.len() == 2 => Value::from(CARDS[choices.below(CARDS.len())]),
        Value::String(text) if text == "Fold" => Value::from("Check"),
        Value::String(text) if text == "Check" => Value::from("Fold"),
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            if let Some(at) = letters.len().checked_sub(1).map(|last| choices.below(last + 1)) {
                letters[at] = ['0', '1', 'f', 'A', '\n'][choices.below(5)];
            }
            Value::from(letters.into_iter().collect::<String>())
        }
        Value::Array(entries) => entries.iter().rev().cloned().collect(),
        Value::Null | Value::Object(_) => Value::Null,
    }
}

/// Returns proofs, frauds and sessions to change: the published ones, and those of random hands.
fn files() -> Vec<Value> {
    let mut files = Vec::new();
    if let Some(folder) = folder() {
        files.extend(proofs(&folder).into_iter().chain(proofs(&folder.join("frauds"))));
    }
    for seed in 0..4 {
        for game in GAMES {
            let played = play(game, &mut Choices(seed));
            let own = played.seats.first().copied();
            for (viewer, audited) in [(None, true), (None, false), (own, false)] {
                files.push((String::new(), played.proof(viewer, audited).into_bytes()));
            }
        }
    }
    files.iter().map(|(_, file)| serde_json::from_slice(file).unwrap()).collect()
}

fn number(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn python_and_rust_agree_on_proofs_with_random_changes() {
    if !crate::python::is_here() {
        return;
    }
    let files = files();
    let mut choices = Choices(number("CARDROOM_SEED", 1));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-changes");
    fs::create_dir_all(&target).unwrap();
    let (mut paths, mut expected) = (Vec::new(), Vec::new());
    for index in 0..number("CARDROOM_CHANGED_PROOFS", CHANGES) {
        let mut file = files[choices.below(files.len())].clone();
        for _ in 0..=choices.below(3) {
            change(&mut file, &mut choices);
        }
        let bytes = serde_json::to_vec(&file).unwrap();
        let path = target.join(format!("{index}.json"));
        fs::write(&path, &bytes).unwrap();
        paths.push(path);
        expected.push(verdict(&bytes));
    }
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for (paths, expected) in paths.chunks(AT_ONCE).zip(expected.chunks(AT_ONCE)) {
        let (_, results) = verify(&[], paths);
        for ((path, expected), result) in paths.iter().zip(expected).zip(&results) {
            assert_eq!(&told(result), expected, "{}: {result}", path.display());
            *kinds.entry(expected).or_default() += 1;
        }
    }
    // Changes that one kind of fault hides would show nothing about the others.
    assert!(kinds.len() > 12, "{kinds:?}");
}

#[test]
fn an_index_in_the_log_is_read_up_to_64_bits() {
    let Some(folder) = folder().filter(|_| crate::python::is_here()) else { return };
    let file = folder.join("holdem6.json");
    let whole = fs::read_to_string(file).unwrap();
    let index = serde_json::from_str::<Value>(&whole).unwrap()["deal"]["log"]["index"].to_string();
    let named = |index: &str| format!("\"index\":{index}");
    assert!(whole.contains(&named(&index)), "the file has another layout");
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("index.json");
    for (other, word) in [
        ("9223372036854775808", "LOG"),
        ("18446744073709551615", "LOG"),
        ("18446744073709551616", "unreadable"),
        ("-1", "unreadable"),
    ] {
        let changed = whole.replace(&named(&index), &named(other));
        fs::write(&path, &changed).unwrap();
        let (_, results) = verify(&[], std::slice::from_ref(&path));
        assert_eq!(
            (verdict(changed.as_bytes()), told(&results[0])),
            (word.to_owned(), word.to_owned())
        );
    }
}
