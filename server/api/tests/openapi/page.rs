//! The page about the API for people, written from the description.

use cardroom_api::operations::{Operation, all};
use serde_json::Value;

const ABOUT: &str = "\
# The HTTP API

This page is for the person who writes a program or a website beside a room. A test writes it from
[`openapi.json`](openapi.json), which generators of clients read.
[Operating](../server/OPERATING.md#the-http-api) says how to turn the API on, and
[Your club's website in an hour](../server/WEBSITE.md) has commands to begin with.

Every address begins with `/api/v1`. A refusal is a problem (RFC 9457). The room refuses requests with
fields that are not listed. Answers may gain fields.
";

/// The types that bodies of events have in common.
const EVENT_PARTS: [&str; 8] = [
    "EventAccount",
    "EventLeague",
    "EventLinks",
    "EventPlace",
    "EventPlayer",
    "EventStanding",
    "EventTable",
    "EventTournament",
];

const ABOUT_EVENTS: &str = "
## Events for hooks

The room sends these to the addresses of [hooks](../server/OPERATING.md#hooks). A body is
`{\"type\", \"timestamp\", \"data\"}`. `timestamp` is a time by RFC 3339, in UTC. Every `data` has a
`sequence` that rises with each event, and `links` (`EventLinks`). A body that would be too long
loses rows, and `left_out` counts them. [`openapi.json`](openapi.json) has the schema of each body
under `webhooks`.

| `type` | `data` | |
|---|---|---|
";

/// Returns the whole page.
pub(super) fn page(described: &Value) -> String {
    let mut page = ABOUT.to_owned();
    for operation in all() {
        page.push_str(&section(described, operation));
    }
    for name in ["CommandInTournament", "CommandAtTable", "CommandAboutLeague", "OrderAboutAccount"]
    {
        page.push_str(&commands(described, name));
    }
    page.push_str(&events(described));
    page
}

/// Writes the section about events that the room sends to hooks.
fn events(described: &Value) -> String {
    let schemas = &described["components"]["schemas"];
    let of_body = |event: &Value| {
        let schema = &event["post"]["requestBody"]["content"]["application/json"]["schema"];
        let name = schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        schemas[name]["properties"]["data"].clone()
    };
    let mut section = ABOUT_EVENTS.to_owned();
    for (name, event) in described["webhooks"].as_object().unwrap() {
        let (data, about) = (of_body(event), cell(&event["post"]["summary"]));
        section.push_str(&format!("| `{name}` | {} | {about} |\n", short(&data)));
    }
    section.push_str("\n| Part | Fields |\n|---|---|\n");
    let parts = schemas.as_object().unwrap().iter();
    for (name, part) in parts.filter(|(name, _)| EVENT_PARTS.contains(&name.as_str())) {
        section.push_str(&format!("| `{name}` | {} |\n", short(part)));
    }
    section
}

/// Returns the fields of a schema in one cell. Those that every event has are left out.
fn short(schema: &Value) -> String {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let fields = schema["properties"].as_object().into_iter().flatten();
    let own =
        fields.filter(|(name, _)| !["sequence", "links", "left_out"].contains(&name.as_str()));
    let own = own.map(|(name, field)| {
        let mark = if required.iter().any(|known| known == name) { "" } else { "?" };
        let about = cell(&field["description"]);
        let about =
            if about.is_empty() { about } else { format!(" ({})", about.trim_end_matches('.')) };
        format!("`{name}`{mark}: {}{about}", kind(field))
    });
    own.collect::<Vec<_>>().join("; ")
}

fn section(described: &Value, operation: &Operation) -> String {
    let method = operation.method.word();
    let found = &described["paths"][operation.path][method.to_lowercase()];
    let text = |name: &str| found[name].as_str().unwrap();
    let (summary, needs) = (text("summary"), text("description"));
    let mut section = format!("\n## `{method} {}`\n\n{summary}. {needs}\n", operation.path);
    let mut rows = Vec::new();
    for parameter in found["parameters"].as_array().into_iter().flatten() {
        let place = parameter["in"].as_str().unwrap();
        let required = parameter["required"] == true;
        rows.push(row(
            &parameter["name"],
            place,
            required,
            &parameter["schema"],
            &parameter["description"],
        ));
    }
    let body = &found["requestBody"]["content"]["application/json"]["schema"];
    match body["$ref"].as_str() {
        Some(reference) => rows.push(format!("| | body | yes | {} | |\n", of_reference(reference))),
        None => rows.extend(fields(body, "body")),
    }
    if !rows.is_empty() {
        section.push_str("\n| Name | In | Required | Value | |\n|---|---|---|---|---|\n");
        section.push_str(&rows.concat());
    }
    let answer = &found["responses"]["200"]["content"]["application/json"]["schema"];
    let text = match (answer.is_null(), answer["properties"]["items"].is_null()) {
        (true, _) => "Answers 204.".to_owned(),
        (_, false) => format!("Answers {}.", kind(&answer["properties"]["items"])),
        _ => format!("Answers {}.", kind(answer)),
    };
    section.push_str(&format!("\n{text}\n"));
    section
}

fn commands(described: &Value, name: &str) -> String {
    let mut section = format!("\n## `{name}`\n\n| Command | Fields | |\n|---|---|---|\n");
    for command in described["components"]["schemas"][name]["oneOf"].as_array().unwrap() {
        let required = command["required"].as_array().unwrap();
        let named = command["properties"].as_object().unwrap().iter();
        // The command's own name, and what all commands have, is in every one.
        let own = named.filter(|(name, schema)| {
            !schema["const"].is_string() && !["reason", "rule", "seq"].contains(&name.as_str())
        });
        let own = own.map(|(name, schema)| {
            let mark = if required.iter().any(|known| known == name) { "" } else { "?" };
            format!("`{name}`{mark}: {}", kind(schema))
        });
        let own: Vec<_> = own.collect();
        let about = cell(&command["description"]);
        section.push_str(&format!(
            "| `{}` | {} | {about} |\n",
            command["title"].as_str().unwrap().trim_start_matches(name).trim_start(),
            own.join("; ")
        ));
    }
    section
}

fn fields(schema: &Value, place: &str) -> Vec<String> {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let fields = schema["properties"].as_object().into_iter().flatten();
    let fields = fields.map(|(name, field)| {
        row(
            &name.as_str().into(),
            place,
            required.iter().any(|known| known == name),
            field,
            &field["description"],
        )
    });
    fields.collect()
}

fn row(name: &Value, place: &str, required: bool, schema: &Value, about: &Value) -> String {
    let required = if required { "yes" } else { "" };
    format!(
        "| `{}` | {place} | {required} | {} | {} |\n",
        name.as_str().unwrap(),
        kind(schema),
        cell(about)
    )
}

/// Returns a text that stays in its cell of a table.
fn cell(text: &Value) -> String {
    let text = text.as_str().unwrap_or_default();
    text.replace('|', "\\|").replace('<', "&lt;").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns what values a schema allows, in a few words.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return of_reference(reference);
    }
    for alternatives in ["anyOf", "oneOf"] {
        if let Some(all) = schema[alternatives].as_array() {
            return all.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    if let Some(all) = schema["enum"].as_array() {
        return all.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
    }
    let word = |kind: &str| match kind {
        "array" => format!("list of {}", kind_of_items(schema)),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::String(one) => word(one),
        Value::Array(all) => {
            all.iter().map(|one| word(one.as_str().unwrap())).collect::<Vec<_>>().join(" or ")
        }
        _ => schema.get("const").map_or_else(|| "any".to_owned(), |only| format!("`{only}`")),
    }
}

fn kind_of_items(schema: &Value) -> String {
    kind(&schema["items"])
}

fn of_reference(reference: &str) -> String {
    format!("`{}`", reference.rsplit('/').next().unwrap())
}
