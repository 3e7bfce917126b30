//! Checks golden and damaged messages against the schemas, as far as these use the language. CI
//! does the same with a validator of other people (`bot-client/typescript/tests/schema.test.mjs`).

use super::mutated::{Refused, refused};
use super::walk::{Sample, lines, messages};
use super::{BYTES, CARD, HASH, LATER_CODE, SIGNATURE, frames, lines as schema_of_lines};
use cardroom_cards::Card;
use serde_json::Value;

/// Every key that this file knows.
const KNOWN: [&str; 17] = [
    "$ref",
    "additionalProperties",
    "anyOf",
    "description",
    "enum",
    "items",
    "maxItems",
    "maxProperties",
    "maximum",
    "minItems",
    "minProperties",
    "minimum",
    "pattern",
    "prefixItems",
    "properties",
    "required",
    "type",
];

/// Returns whether a value fits a part of the schema.
fn fits(value: &Value, schema: &Value, root: &Value) -> bool {
    let known = schema.as_object().unwrap().keys().all(|key| KNOWN.contains(&&**key));
    let keys = || schema.as_object().unwrap().keys().collect::<Vec<_>>();
    assert!(known, "this test does not know all of {:?}", keys());
    if let Some(name) = schema["$ref"].as_str() {
        let part = &root["$defs"][name.trim_start_matches("#/$defs/")];
        assert!(part.is_object(), "{name} is defined");
        return fits(value, part, root);
    }
    let any = schema["anyOf"].as_array();
    any.is_none_or(|parts| parts.iter().any(|part| fits(value, part, root)))
        && schema["enum"].as_array().is_none_or(|words| words.contains(value))
        && has_type(value, schema)
        && in_range(value, schema)
        && schema["pattern"].as_str().is_none_or(|pattern| matches(value, pattern))
        && value.as_array().is_none_or(|items| items_fit(items, schema, root))
        && value.as_object().is_none_or(|_| parts_fit(value, schema, root))
}

fn has_type(value: &Value, schema: &Value) -> bool {
    match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("null") => value.is_null(),
        Some(other) => panic!("a type that this test does not know: {other}"),
        None => true,
    }
}

fn in_range(value: &Value, schema: &Value) -> bool {
    let number = |key: &str| schema[key].as_i64();
    let Some(value) = value.as_i64() else { return !value.is_u64() || number("maximum").is_none() };
    number("minimum").is_none_or(|least| value >= least)
        && number("maximum").is_none_or(|most| value <= most)
}

fn matches(value: &Value, pattern: &str) -> bool {
    let Some(text) = value.as_str() else { return true };
    match pattern {
        CARD => text.parse::<Card>().is_ok_and(|card| card.to_string() == text),
        LATER_CODE => text.strip_prefix("code_").is_some_and(|number| {
            !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
        }),
        HASH => is_hex(text) && text.len() == 64,
        SIGNATURE => is_hex(text) && text.len() == 128,
        BYTES => is_hex(text) && text.len().is_multiple_of(2),
        other => panic!("a pattern that this test does not know: {other}"),
    }
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

fn items_fit(items: &[Value], schema: &Value, root: &Value) -> bool {
    let count = items.len() as u64;
    let prefix = schema["prefixItems"].as_array();
    let pairs = prefix.into_iter().flatten().zip(items);
    schema["minItems"].as_u64().is_none_or(|least| count >= least)
        && schema["maxItems"].as_u64().is_none_or(|most| count <= most)
        && pairs.into_iter().all(|(part, item)| fits(item, part, root))
        && schema.get("items").is_none_or(|part| items.iter().all(|item| fits(item, part, root)))
}

fn parts_fit(value: &Value, schema: &Value, root: &Value) -> bool {
    let parts = value.as_object().unwrap();
    let count = parts.len() as u64;
    let required = schema["required"].as_array().into_iter().flatten();
    let has_all = required.into_iter().all(|name| parts.contains_key(name.as_str().unwrap()));
    let is_closed = schema["additionalProperties"] == false;
    has_all
        && schema["minProperties"].as_u64().is_none_or(|least| count >= least)
        && schema["maxProperties"].as_u64().is_none_or(|most| count <= most)
        && parts.iter().all(|(name, part)| match schema["properties"].get(name) {
            Some(known) => fits(part, known, root),
            None => !is_closed,
        })
}

fn root(of_lines: bool) -> Value {
    let text = if of_lines { schema_of_lines() } else { frames() };
    serde_json::from_str(&text).unwrap()
}

fn all_fit(samples: &[Sample], root: &Value) {
    for Sample { title, value, definition, .. } in samples {
        assert!(fits(value, &root["$defs"][*definition], root), "{title}: {value}");
    }
}

#[test]
fn every_golden_message_and_line_fits_its_schema() {
    all_fit(&messages(), &root(false));
    all_fit(&lines(), &root(true));
}

#[test]
fn a_frame_is_a_list_of_messages_and_a_client_may_send_one_alone() {
    let root = root(false);
    let frame = serde_json::json!({ "anyOf": root["anyOf"] });
    let is_frame = |text: &str| fits(&serde_json::from_str(text).unwrap(), &frame, &root);
    let ping = r#"{"Ping":{"nonce":1}}"#;
    let pong = r#"{"Pong":{"nonce":1,"time_ms":1}}"#;
    assert!(is_frame(ping) && is_frame(&format!("[{ping},{ping}]")) && is_frame("[]"));
    assert!(is_frame(&format!("[{pong}]")));
    assert!(!is_frame(pong) && !is_frame(&format!("[{ping},{pong}]")) && !is_frame("7"));
}

fn all_refused(refused: &[Refused], root: &Value) {
    for Refused { title, value, definition } in refused {
        assert!(!fits(value, &root["$defs"][*definition], root), "{title}: {value}");
    }
}

/// The schema refuses each message that the decoder refuses. Another validator reads the damaged
/// messages from the file that this test writes.
#[test]
fn a_thousand_frames_that_the_decoder_refuses_are_refused_by_the_schema() {
    let (frames, lines) = (refused(false), refused(true));
    assert!(frames.len() >= 1_000 && lines.len() >= 1_000, "{} {}", frames.len(), lines.len());
    all_refused(&frames, &root(false));
    all_refused(&lines, &root(true));
    let line = |schema: &str, refused: &Refused| {
        let Refused { title, value, definition } = refused;
        serde_json::json!({ "schema": schema, "title": title, "definition": definition, "value": value })
            .to_string()
    };
    let frames = frames.iter().map(|refused| line("cardroom.v1", refused));
    let lines = lines.iter().map(|refused| line("lines.v1", refused));
    let text: Vec<String> = frames.chain(lines).collect();
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/refused.jsonl");
    std::fs::write(file, text.join("\n")).unwrap();
}
