//! Each field of a proof is changed, one at a time. No changed proof is verified.

use crate::files::{folder, object, proofs, room_key};
use cardroom_deal::{Document, Known, verify_session};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Fields of the record that the proof says nothing about.
const NOT_COVERED: [&str; 3] = ["after_ms", "added", "timed_out"];

fn is_verified(file: &[u8], known: &Known) -> bool {
    match Document::read(file) {
        Ok((Document::Proofs(proofs), _)) => verify_session(&proofs, known).is_ok(),
        _ => false,
    }
}

/// Returns the JSON pointers of all values that are neither lists nor objects.
pub(crate) fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                leaves(entry, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields.iter().filter(|it| !NOT_COVERED.contains(&it.0.as_str())) {
                leaves(field, &format!("{at}/{name}"), found);
            }
        }
        _ => found.push(at.to_owned()),
    }
}

/// Returns another value of the same kind.
pub(crate) fn changed(value: &Value) -> Value {
    match value {
        Value::Null => Value::from("00".repeat(32)),
        Value::Bool(yes) => Value::from(!yes),
        Value::Number(number) => Value::from(number.as_u64().unwrap() + 1),
        Value::String(text) => {
            let middle = text.len() / 2;
            let is_card = text.len() == 2;
            let other = |from: &str, to: &str| if text == from { to } else { from }.to_owned();
            if is_card {
                return Value::from(other("As", "Kd"));
            }
            if !text.is_char_boundary(middle) || !text.is_char_boundary(middle + 1) {
                return Value::from(format!("{text}x"));
            }
            let digit = if &text[middle..=middle] == "0" { "1" } else { "0" };
            Value::from(format!("{}{digit}{}", &text[..middle], &text[middle + 1..]))
        }
        Value::Array(_) | Value::Object(_) => unreachable!("lists and objects are no leaves"),
    }
}

/// Returns the fields to change: of each kind the first, the last and one between.
pub(crate) fn of_each_kind(found: &[String]) -> Vec<&String> {
    let mut kinds: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    for at in found {
        let kind = at.split('/').filter(|part| !part.bytes().all(|byte| byte.is_ascii_digit()));
        kinds.entry(kind.collect()).or_default().push(at);
    }
    let mut chosen = Vec::new();
    for fields in kinds.values() {
        let mut places = vec![0, fields.len() / 2, fields.len() - 1];
        places.dedup();
        chosen.extend(places.into_iter().map(|place| fields[place]));
    }
    chosen
}

/// Changes fields of a file, one at a time, and returns how many. No change is verified.
fn change_each(folder: &Path, name: &str, all: bool) -> usize {
    let known = Known { keys: vec![room_key(folder)], ..Known::default() };
    let whole = object(&folder.join(name));
    assert!(is_verified(&serde_json::to_vec(&whole).unwrap(), &known), "{name}");
    let mut found = Vec::new();
    leaves(&whole, "", &mut found);
    let chosen = if all { found.iter().collect() } else { of_each_kind(&found) };
    for at in &chosen {
        let mut other = whole.clone();
        let value = other.pointer_mut(at).unwrap();
        *value = changed(value);
        let file = serde_json::to_vec(&other).unwrap();
        assert!(!is_verified(&file, &known), "{name}: {at} is changed");
    }
    chosen.len()
}

#[test]
fn no_proof_with_one_changed_field_is_verified() {
    let Some(folder) = folder() else { return };
    let mut changes = 0;
    for (name, _) in proofs(&folder) {
        changes += change_each(&folder, &name, name == "holdem6.json");
    }
    assert!(changes > 800, "{changes}");
}

#[test]
fn no_session_without_one_of_its_rounds_in_between_is_verified() {
    let Some(folder) = folder() else { return };
    let known = Known { keys: vec![room_key(&folder)], ..Known::default() };
    let whole = object(&folder.join("session_with_a_lost_round.json"));
    let rounds = whole.as_array().unwrap();
    for left_out in 1..rounds.len() - 1 {
        let mut rounds = rounds.clone();
        rounds.remove(left_out);
        let file = serde_json::to_vec(&rounds).unwrap();
        assert!(!is_verified(&file, &known), "without round {left_out}");
    }
    for swapped in 1..rounds.len() {
        let mut rounds = rounds.clone();
        rounds.swap(swapped - 1, swapped);
        assert!(!is_verified(&serde_json::to_vec(&rounds).unwrap(), &known), "swap {swapped}");
    }
}
