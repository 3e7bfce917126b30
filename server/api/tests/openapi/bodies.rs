//! Bodies of events against the schemas that the description has of them.

use super::document::document;
use super::webhooks::body_named;
use cardroom_hooks::examples::{each, event, friday, place};
use cardroom_hooks::{EventKind, Player, Subject, Table, body};
use cardroom_protocol::history::HandRecord;
use serde_json::{Map, Value, json};

/// Returns what does not fit a schema, with its place; `None` if the value fits.
fn misfit(value: &Value, schema: &Value, root: &Value, place: &str) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let part = root.pointer(&reference[1..]).unwrap();
        return misfit(value, part, root, place);
    }
    let fits_one =
        |all: &Vec<Value>| all.iter().any(|one| misfit(value, one, root, place).is_none());
    let refused = [
        (schema["anyOf"].as_array().is_some_and(|all| !fits_one(all)), "no alternative"),
        (schema.get("const").is_some_and(|only| only != value), "another constant"),
        (schema["enum"].as_array().is_some_and(|all| !all.contains(value)), "no such word"),
        (schema.get("type").is_some_and(|kind| !has_type(value, kind)), "another type"),
        (is_out_of_range(value, schema), "out of range"),
    ];
    if let Some((_, why)) = refused.into_iter().find(|(is_refused, _)| *is_refused) {
        return Some(format!("{place}: {why}"));
    }
    match value {
        Value::Object(fields) => misfit_of_fields(fields, schema, root, place),
        Value::Array(items) => items.iter().enumerate().find_map(|(at, item)| {
            schema.get("items").and_then(|part| misfit(item, part, root, &format!("{place}[{at}]")))
        }),
        _ => None,
    }
}

fn misfit_of_fields(
    fields: &Map<String, Value>,
    schema: &Value,
    root: &Value,
    place: &str,
) -> Option<String> {
    let mut required = schema["required"].as_array().into_iter().flatten();
    if let Some(missing) = required.find(|name| !fields.contains_key(name.as_str().unwrap())) {
        return Some(format!("{place}: {missing} is missing"));
    }
    fields.iter().find_map(|(name, field)| {
        let part = schema["properties"].get(name)?;
        misfit(field, part, root, &format!("{place}.{name}"))
    })
}

fn has_type(value: &Value, kind: &Value) -> bool {
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "null" => value.is_null(),
        other => panic!("this test does not know the type {other}"),
    };
    match kind {
        Value::Array(kinds) => kinds.iter().any(|kind| is(kind.as_str().unwrap())),
        kind => is(kind.as_str().unwrap()),
    }
}

fn is_out_of_range(value: &Value, schema: &Value) -> bool {
    let Some(value) = value.as_i64() else { return false };
    schema["minimum"].as_i64().is_some_and(|least| value < least)
        || schema["maximum"].as_i64().is_some_and(|most| value > most)
}

/// Returns the body of an event.
fn written(subject: &Subject) -> Value {
    serde_json::from_str(&body(&event(subject.clone()), "https://poker.example")).unwrap()
}

/// Fails unless the body of an event fits its schema, and returns the body.
fn check(subject: &Subject, root: &Value) -> Value {
    let written = written(subject);
    let misfit = misfit_of(subject.kind(), &written, root);
    assert_eq!(misfit, None, "{}: {written}", subject.kind().name());
    written
}

fn misfit_of(kind: EventKind, body: &Value, root: &Value) -> Option<String> {
    let request = &root["webhooks"][kind.name()]["post"]["requestBody"];
    let schema = &request["content"]["application/json"]["schema"];
    assert!(schema["$ref"].as_str().unwrap().ends_with(&format!("/{}", body_named(kind))));
    misfit(body, schema, root, "")
}

/// Returns the record of a hand as tables add it to an event.
fn record() -> Value {
    let record: HandRecord = serde_json::from_value(json!({
        "table": 3, "hand": 99, "table_name": "Sirius", "table_seats": 6, "tournament": null,
        "rulebook": "online", "hybrid": false, "began_at": 1_798_741_700_000_u64,
        "ended_at": 1_798_741_800_000_u64, "viewer": null, "event": null,
        "seats": [{ "seat": 1, "name": "@everyone", "bot": false, "began_with": 500, "ended_with": 0 }],
        "steps": [], "cards": [{ "seat": 1, "dealt": ["As", "Kd"], "draws": [] }],
    }))
    .unwrap();
    serde_json::to_value(record).unwrap()
}

/// Returns one subject of each kind, with the record of a hand as tables have it.
fn subjects() -> Vec<Subject> {
    let mut subjects = each();
    for subject in &mut subjects {
        if let Subject::HandEnded { record: of_hand, .. } = subject {
            *of_hand = Some(record());
        }
    }
    subjects
}

#[test]
fn the_body_of_every_event_fits_its_schema() {
    let root = document();
    for subject in subjects() {
        check(&subject, &root);
    }
    assert_eq!(root["webhooks"].as_object().unwrap().len(), EventKind::ALL.len());
}

#[test]
fn bodies_without_optional_fields_and_bodies_that_were_cut_fit_their_schemas() {
    let root = document();
    let mut alone = friday();
    alone.league = None;
    let table = || Table { id: 3, name: "Sirius".to_owned() };
    let text = || "x".to_owned();
    check(&Subject::ReportFiled { report: 1, table: None }, &root);
    check(&Subject::Announcement { tournament: None, text: text() }, &root);
    check(&Subject::Resumed { tournament: alone }, &root);
    let (operator, reason) = (text(), text());
    let undone =
        Subject::RulingUndone { tournament: None, table: None, ruling: 1, operator, reason };
    check(&undone, &root);
    check(&Subject::HandEnded { tournament: None, table: table(), hand: 9, record: None }, &root);
    let record = Some(json!({ "steps": vec!["x"; 9_000] }));
    let cut =
        check(&Subject::HandEnded { tournament: None, table: table(), hand: 9, record }, &root);
    assert_eq!(cut["data"]["left_out"], 1);
    let places = (1..=1_000).map(|number| place(number, "@everyone")).collect();
    let cut = check(&Subject::TournamentEnded { tournament: friday(), places }, &root);
    assert!(cut["data"]["left_out"].as_u64() > Some(100));
    let players = vec![Player { name: "🃏".repeat(40), chips: u64::MAX }; 2_000];
    check(&Subject::FinalTable { tournament: friday(), players }, &root);
    check(&Subject::Paused { tournament: friday(), reason: "🃏".repeat(20_000) }, &root);
}

#[test]
fn a_body_without_a_field_or_with_another_type_fits_no_schema() {
    let root = document();
    for subject in subjects() {
        let (kind, whole) = (subject.kind(), written(&subject));
        let mut refused = 0;
        for part in ["", "/data"] {
            for name in whole.pointer(part).unwrap().as_object().unwrap().keys() {
                let mut without = whole.clone();
                without.pointer_mut(part).unwrap().as_object_mut().unwrap().remove(name);
                let mut other = whole.clone();
                other.pointer_mut(part).unwrap()[name] = json!(-0.5);
                for broken in [without, other] {
                    let misfit = misfit_of(kind, &broken, &root);
                    assert!(misfit.is_some(), "{} with a broken {part}/{name}", kind.name());
                    refused += 1;
                }
            }
        }
        assert!(refused >= 10, "{}", kind.name());
        let mut renamed = whole;
        renamed["type"] = json!("tournament.unheard_of");
        assert!(misfit_of(kind, &renamed, &root).is_some());
    }
}
