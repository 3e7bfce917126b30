//! The description of the API, written from the table of operations and from the types of events
//! for hooks, and compared with the file.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bodies;
mod document;
mod page;
mod schemas;
mod webhooks;

use cardroom_api::forms::{DECLARED, Form};
use cardroom_api::openapi::TEXT;
use cardroom_api::operations::all;
use document::document;
use serde_json::Value;

const FILE: &str = "../../protocol/openapi.json";
const PAGE: &str = "../../protocol/API.md";

#[test]
fn the_file_is_what_the_operations_say() {
    let text = format!("{:#}\n", document());
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(&file, &text).unwrap();
    }
    let stale = "protocol/openapi.json is stale: BLESS=1 cargo test -p cardroom-api --test openapi";
    assert!(TEXT == text, "{stale}");
}

#[test]
fn the_page_is_what_the_operations_say() {
    let text = page::page(&document());
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(&file, &text).unwrap();
    }
    let stale = "protocol/API.md is stale: BLESS=1 cargo test -p cardroom-api --test openapi";
    assert!(std::fs::read_to_string(&file).unwrap() == text, "{stale}");
}

#[test]
fn every_operation_is_described() {
    let described = document();
    for operation in all() {
        let found = &described["paths"][operation.path][operation.method.word().to_lowercase()];
        assert_eq!(found["operationId"], operation.id);
        assert!(found["responses"]["4XX"].is_object(), "{}", operation.id);
    }
}

#[test]
fn every_reference_leads_to_a_schema_and_every_schema_is_referred_to() {
    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(parts) => {
                found.extend(parts.get("$ref").and_then(Value::as_str));
                parts.values().for_each(|part| references(part, found));
            }
            Value::Array(parts) => parts.iter().for_each(|part| references(part, found)),
            _ => {}
        }
    }
    let described = document();
    let mut found = Vec::new();
    references(&described, &mut found);
    for reference in &found {
        let place = reference.strip_prefix('#').unwrap();
        assert!(described.pointer(place).is_some_and(Value::is_object), "{reference}");
    }
    for name in described["components"]["schemas"].as_object().unwrap().keys() {
        let reference = format!("#/components/schemas/{name}");
        assert!(name == "ErrorCode" || found.contains(&&*reference), "nothing has a {name}");
    }
}

#[test]
fn every_command_of_the_floor_is_described() {
    let described = document();
    let commands = |name: &str| {
        let all = &described["components"]["schemas"][name]["oneOf"];
        let titles = all.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap());
        let own = |title: &str| title.strip_prefix(name).map(|own| own.trim_start().to_owned());
        titles.map(|title| own(title).unwrap()).collect::<Vec<_>>()
    };
    let forms = |forms: &[Form]| forms.iter().map(|form| form.name.clone()).collect::<Vec<_>>();
    assert_eq!(commands("CommandInTournament"), forms(&DECLARED.tournament));
    let at_table = [forms(&DECLARED.table), forms(&DECLARED.deal_error)].concat();
    assert_eq!(commands("CommandAtTable"), at_table);
    assert_eq!(commands("CommandAboutLeague"), forms(&DECLARED.league));
}
