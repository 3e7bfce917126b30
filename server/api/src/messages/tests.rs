//! Every template, form and field.

use super::*;
use crate::call::{Call, Request, find};
use crate::operations::{In, Kind, Method, ROOT, all};
use crate::template::SENT;
use std::collections::BTreeSet;

/// Returns a value of a field that is not in its schema alone, by its name.
fn sample(name: &str, kind: Kind) -> Value {
    match (name, kind) {
        ("accounts", _) => json!([{ "name": "Ada", "role": "Player" }]),
        ("scopes", _) => json!(["Read"]),
        ("events", _) => json!(["tournament.ended"]),
        ("terms", _) => json!({ "id": "some", "name": "Some" }),
        ("every", _) => json!(["sat 20:00"]),
        ("leagues" | "tournaments", _) => json!([]),
        ("format", _) => json!("Standard"),
        ("proposal", _) => json!("ChipChop"),
        ("which", _) => json!("Staff"),
        ("csv", _) => json!("name\nAda\n"),
        (
            "open_seats" | "past" | "open" | "self_run" | "of_age" | "accept" | "bots_allowed"
            | "verifiable",
            _,
        ) => {
            json!(true)
        }
        ("opens_minutes_before" | "starts_in_minutes", _) => json!(60),
        ("seq" | "tournament" | "table" | "hand" | "starts_at" | "ends_at" | "for_winner", _) => {
            json!(7)
        }
        (_, Kind::Number) => json!(7),
        _ => json!("some"),
    }
}

/// Returns a value of a field of a command, by its kind.
fn of_command(field: &Value) -> Value {
    match field["kind"].as_str().unwrap() {
        "pick" if field["from"] == json!("leagues") => json!("club"),
        "pick" | "number" | "time" | "points" => json!(7),
        "text" if field["name"] == json!("role") => json!("Floor"),
        "text" | "player" | "season" => json!("some"),
        "check" => json!(true),
        "choice" => field["options"][0]["typed"].clone(),
        "entries" => json!([1, 2]),
        "parts" => json!([{ "entry": 1, "chips": 2 }]),
        "lots" => json!([{ "Text": "x" }, { "Entry": 1 }]),
        "levels" => json!([{ "Break": { "seconds": 60, "new_unit": null } }]),
        "option" => json!({ "RaiseTo": 400 }),
        other => panic!("{other}"),
    }
}

fn decoded(text: &str) -> Option<String> {
    Some(text.replace("%20", " "))
}

/// Returns the call of an operation with a sample of every value, and with these fields.
fn call(operation: &crate::operations::Operation, more: &Map<String, Value>) -> Call {
    let mut path = format!("{ROOT}{}", operation.path);
    let (mut query, mut body) = (Vec::new(), more.clone());
    for field in operation.fields.iter().filter(|field| field.name != "players") {
        let value = sample(field.name, field.kind);
        let plain = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match field.place {
            In::Path => path = path.replace(&format!("{{{}}}", field.name), &plain),
            In::Query => query.push(format!("{}={plain}", field.name)),
            In::Body => drop(body.insert(field.name.to_owned(), value)),
        }
    }
    let (query, body) = (query.join("&"), Value::Object(body).to_string());
    let method = operation.method.word();
    let request = Request { method, path: &path, query: &query, body: body.as_bytes() };
    Call::read(find(method, &path).unwrap(), request, decoded).unwrap()
}

#[test]
fn every_operation_sends_messages_that_decode_and_the_list_of_them_is_complete() {
    let mut sent: BTreeSet<String> =
        ["ImportRoster", "OpenTournamentWith"].map(str::to_owned).into();
    for operation in all().filter(|one| !matches!(one.sends, Sends::Command { .. })) {
        let found = messages(&call(operation, &Map::new()), 5);
        let found = found.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", operation.id));
        for message in &found {
            use cardroom_protocol::message::Message as _;
            sent.insert(message.name().to_owned());
            assert!(message.asked().is_some(), "{}", operation.id);
        }
        assert_eq!(found.is_empty(), operation.sends == Sends::Nothing, "{}", operation.id);
    }
    sent.extend(["DirectTable", "DirectLeague", "Administer"].map(str::to_owned));
    assert_eq!(sent, SENT.iter().map(|name| (*name).to_owned()).collect());
}

#[test]
fn every_command_and_order_is_sent_by_its_name_and_its_fields() {
    for operation in all() {
        let Sends::Command { word, list, .. } = operation.sends else { continue };
        for (form, _) in list.forms() {
            let mut body = Map::from_iter([(word.to_owned(), json!(form.name))]);
            for field in form.fields() {
                for name in names_of(&field) {
                    let value = if name == "seat" { json!(1) } else { of_command(&field) };
                    body.insert(name.to_owned(), value);
                }
            }
            let sent = messages(&call(operation, &body), 0);
            let sent = sent.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", form.name));
            assert_eq!(sent.len(), 1, "{}", form.name);
        }
    }
}

#[test]
fn a_command_without_its_optional_fields_is_sent_too() {
    for operation in all() {
        let Sends::Command { word, list, .. } = operation.sends else { continue };
        for (form, _) in list.forms() {
            let mut body = Map::from_iter([(word.to_owned(), json!(form.name))]);
            for field in form.fields().filter(|field| default_of(field).is_none()) {
                for name in names_of(&field) {
                    let value = if name == "seat" { json!(1) } else { of_command(&field) };
                    body.insert(name.to_owned(), value);
                }
            }
            assert!(messages(&call(operation, &body), 0).is_ok(), "{}", form.name);
        }
    }
}

fn refused(path: &str, body: &Value) -> (String, String) {
    let (path, body) = (format!("{ROOT}{path}"), body.to_string());
    let method = Method::Post.word();
    let request = Request { method, path: &path, query: "", body: body.as_bytes() };
    let call = Call::read(find(method, &path).unwrap(), request, decoded);
    let problem = call.and_then(|call| messages(&call, 0)).unwrap_err();
    assert_eq!(problem.status, 422);
    (problem.field.unwrap(), problem.detail)
}

#[test]
fn a_wrong_value_is_named_by_its_field() {
    let rulings = "/tournaments/7/rulings";
    let with = |more: Value| {
        let mut body = json!({ "seq": 3, "reason": "late" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for (path, body, field) in [
        (rulings, with(json!({ "command": "warn", "entry": "3" })), "entry"),
        (rulings, with(json!({ "command": "warn" })), "entry"),
        (rulings, with(json!({ "command": "warn", "entry": 3, "hands": 1 })), "hands"),
        (rulings, with(json!({ "command": "flog", "entry": 3 })), "command"),
        (rulings, with(json!({ "entry": 3 })), "command"),
        (rulings, with(json!({ "command": "cancel", "refund": "nothing" })), "refund"),
        (rulings, with(json!({ "command": "set-clock", "level": -1, "seconds_left": 5 })), "level"),
        (
            rulings,
            with(
                json!({ "command": "impound", "table": 1, "parts": [{ "entry": 1, "chips": "2" }] }),
            ),
            "parts[0].chips",
        ),
        (rulings, json!({ "command": "pause", "seq": "3", "reason": "late" }), "seq"),
        (rulings, json!({ "command": "pause", "seq": 3, "reason": 4 }), "reason"),
        (rulings, json!({ "command": "pause", "seq": 3 }), "reason"),
        ("/tables/1/commands", with(json!({ "command": "kill", "seat": 300 })), "seat"),
        (
            "/accounts",
            json!({ "accounts": [{ "name": "A", "role": "King" }], "reason": "x" }),
            "accounts[0].role",
        ),
        (
            "/accounts",
            json!({ "accounts": [{ "name": "A", "role": "Player", "age": 1 }], "reason": "x" }),
            "accounts[0].age",
        ),
    ] {
        let (found, detail) = refused(path, &body);
        assert_eq!(found, field, "{body}: {detail}");
    }
}

#[test]
fn a_time_at_a_table_is_in_seconds_and_a_deal_error_is_a_command() {
    let send = |body: Value| {
        let (path, body) = (format!("{ROOT}/tables/4/commands"), body.to_string());
        let request = Request { method: "POST", path: &path, query: "", body: body.as_bytes() };
        let call = Call::read(find("POST", &path).unwrap(), request, decoded).unwrap();
        serde_json::to_value(match messages(&call, 0).unwrap().remove(0) {
            ClientMessage::DirectTable(body) => body.command,
            other => panic!("{other:?}"),
        })
    };
    let explained = |mut body: Value| {
        body["seq"] = json!(1);
        body["reason"] = json!("x");
        body
    };
    let time = send(explained(json!({ "command": "add-time", "seat": 2, "seconds": 30 })));
    assert_eq!(time.unwrap(), json!({ "AddTime": { "seat": 2, "time_ms": 30_000 } }));
    let error = send(explained(json!({ "command": "missing" })));
    assert_eq!(error.unwrap(), json!({ "DealError": { "FouledDeck": "Missing" } }));
}
