//! The description of events for hooks, from the types that write their bodies.

use super::schemas::{Schemas, Way};
use cardroom_hooks::{BodySchemas, EventKind, MAX_BODY_BYTES};
use serde_json::{Map, Value, json};

/// The headers of a request to a hook, by Standard Webhooks.
pub(super) const HEADERS: [(&str, &str); 3] = [
    ("webhook-id", "The event. Every attempt to send it has the same id."),
    ("webhook-timestamp", "The time of the attempt, in seconds since 1970."),
    (
        "webhook-signature",
        "Signatures with the secrets of the hook, separated by spaces. Each is `v1,` and an \
         HMAC-SHA-256 in base64 over the id, the timestamp and the body, joined by dots.",
    ),
];

/// Returns the events by their names, and uses the schemas of their bodies.
pub(super) fn webhooks(schemas: &mut Schemas) -> Map<String, Value> {
    let generated = BodySchemas::generate();
    for (name, part) in &generated.parts {
        add(schemas, &part_named(name), renamed(part));
    }
    let mut webhooks = Map::new();
    for (kind, body) in &generated.bodies {
        let mut body = renamed(body);
        if *kind == EventKind::HandEnded {
            let record = &mut body["properties"]["data"]["properties"]["record"];
            let public =
                format!("#/components/schemas/{}", schemas.used_as("HandRecord", Way::Out));
            record["anyOf"] = json!([{ "$ref": public }, { "type": "null" }]);
        }
        let about = body.as_object_mut().and_then(|body| body.remove("description")).unwrap();
        let reference = format!("#/components/schemas/{}", body_named(*kind));
        add(schemas, &body_named(*kind), body);
        webhooks
            .insert(kind.name().to_owned(), json!({ "post": request(*kind, &about, &reference) }));
    }
    webhooks
}

fn request(kind: EventKind, about: &Value, reference: &str) -> Value {
    let header = |(name, _)| json!({ "$ref": format!("#/components/parameters/{name}") });
    let text = format!(
        "The room sends it to each hook that lists `{}`. The body has at most {MAX_BODY_BYTES} bytes.",
        kind.name()
    );
    json!({
        "operationId": format!("on{}", words(kind)),
        "summary": about,
        "description": text,
        "security": [],
        "parameters": HEADERS.into_iter().map(header).collect::<Vec<_>>(),
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": { "$ref": reference } } },
        },
        "responses": {
            "2XX": { "description": "The receiver has it." },
            "410": { "description": "The room turns the hook off." },
        },
    })
}

fn add(schemas: &mut Schemas, name: &str, schema: Value) {
    let known = schemas.used.insert(name.to_owned(), schema);
    assert!(known.is_none(), "two schemas have the name {name}");
}

/// Returns the name of the schema of a body, such as `PlayerOutEvent`.
pub(super) fn body_named(kind: EventKind) -> String {
    format!("{}Event", words(kind))
}

/// Returns the name of a part of bodies. The protocol has other types with these names.
fn part_named(name: &str) -> String {
    format!("Event{name}")
}

/// Returns the name of a kind in one word, such as `TournamentPlayerOut`.
fn words(kind: EventKind) -> String {
    let capital = |word: &str| format!("{}{}", word[..1].to_uppercase(), &word[1..]);
    kind.name().split(['.', '_']).map(capital).collect()
}

/// Returns a schema with references as the description has them, and without formats that JSON
/// Schema does not know.
fn renamed(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(key, value)| {
                let is_width = value.as_str().is_some_and(|word| word.starts_with("uint"));
                !(key.as_str() == "format" && is_width)
            });
            let field = |(key, value): (&String, &Value)| {
                let part = value.as_str().and_then(|text| text.strip_prefix("#/$defs/"));
                let value = match part {
                    Some(part) => json!(format!("#/components/schemas/{}", part_named(part))),
                    None => renamed(value),
                };
                (key.clone(), value)
            };
            Value::Object(fields.map(field).collect())
        }
        Value::Array(all) => all.iter().map(renamed).collect(),
        other => other.clone(),
    }
}
