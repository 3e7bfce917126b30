//! The description, operation by operation.

use super::schemas::{Schemas, Way, without_null};
use super::webhooks::{HEADERS, webhooks};
use cardroom_api::messages::{default_of, names_of};
use cardroom_api::once::{CODES, MOST_CHARS};
use cardroom_api::operations::{
    Answers, Field, In, Kind, List, Method, OPEN_BY_ID, Operation, Sends, all,
};
use cardroom_api::place::{MOST, USUAL};
use cardroom_protocol::requests::Need;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const ABOUT: &str = "\
A poker room for programs. Every operation is a message of the protocol (PROTOCOL.md), with the same \
permissions, refusals and records as over the socket. Amounts are whole chips, money is in cents, \
times are milliseconds since 1970, and seats are numbered from 0. A refusal is a problem (RFC 9457) \
whose type ends in the code of the socket. Clients ignore fields that they do not know.";

/// The statuses of refusals, which any operation may have.
const REFUSALS: [&str; 2] = ["4XX", "5XX"];

/// Returns the whole description.
pub(super) fn document() -> Value {
    let mut schemas = Schemas::new();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in all() {
        let described = describe(operation, &mut schemas);
        let method = operation.method.word().to_lowercase();
        paths.entry(operation.path).or_default().insert(method, described);
    }
    let webhooks = webhooks(&mut schemas);
    let code = schemas.used_as("ErrorCode", Way::Out);
    let mut components = json!(schemas.used);
    components["Problem"] = problem(&code);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Cardroom",
            "version": "1",
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/api/v1" }],
        "paths": paths,
        "webhooks": webhooks,
        "components": {
            "parameters": headers(),
            "securitySchemes": { "token": {
                "type": "http", "scheme": "bearer",
                "description": "An API token of an account, made on the page or with CreateApiToken.",
            } },
            "responses": { "Problem": {
                "description": "A refusal. Nothing changed.",
                "headers": { "Retry-After": {
                    "description": "Seconds to wait before another try, with 429 and 503.",
                    "schema": { "type": "integer", "minimum": 1 },
                } },
                "content": { "application/problem+json": {
                    "schema": { "$ref": "#/components/schemas/Problem" },
                } },
            } },
            "schemas": components,
        },
    })
}

/// Returns the headers of a request to a hook.
fn headers() -> Value {
    let header = |(name, about): (&str, &str)| {
        let schema = json!({ "type": "string" });
        let header = json!({
            "name": name, "in": "header", "required": true, "schema": schema, "description": about,
        });
        (name.to_owned(), header)
    };
    HEADERS.into_iter().map(header).collect::<Map<_, _>>().into()
}

fn problem(code: &str) -> Value {
    let text = |about: &str| json!({ "type": "string", "description": about });
    json!({
        "type": "object",
        "required": ["type", "title", "status", "detail"],
        "properties": {
            "type": text(&format!(
                "/api/v1/problems/ and the code, which is a {code}. Requests with a key also have \
                 the codes {}.",
                CODES.join(" and ")
            )),
            "title": text("The words of the status."),
            "status": { "type": "integer", "minimum": 400, "maximum": 599 },
            "detail": text("The sentence for people."),
            "field": text("The place in the body or the query."),
            "lines": {
                "type": "array",
                "items": { "$ref": "#/components/schemas/RosterProblem" },
                "description": "The mistakes of a roster.",
            },
        },
    })
}

fn describe(operation: &Operation, schemas: &mut Schemas) -> Value {
    let fields = sent(operation, schemas);
    let mut described = json!({
        "operationId": operation.id,
        "summary": operation.summary,
        "description": needed(operation),
        "responses": responses(operation, schemas),
        "security": security(operation),
    });
    let parameters = parameters(operation, &fields, schemas);
    if !parameters.is_empty() {
        described["parameters"] = json!(parameters);
    }
    if let Some(body) = body(operation, &fields, schemas) {
        let is_required = match operation.sends {
            Sends::Command { .. } => true,
            _ => operation.fields.iter().any(|one| one.place == In::Body && one.default.is_none()),
        };
        described["requestBody"] = json!({
            "required": is_required,
            "content": { "application/json": { "schema": body } },
        });
    }
    described
}

/// Returns the templates of an operation.
fn templates(operation: &Operation) -> Vec<Value> {
    let read = |template: &str| serde_json::from_str(template).unwrap();
    match operation.sends {
        Sends::Nothing => Vec::new(),
        Sends::Message(template) | Sends::Command { template, .. } | Sends::League(template) => {
            vec![read(template)]
        }
        Sends::Messages(templates) => templates.iter().map(|template| read(template)).collect(),
        Sends::Opening => vec![read(OPEN_BY_ID)],
        Sends::Roster => vec![json!({ "ImportRoster": {
            "tournament": "$tournament", "seq": "$seq", "reason": "$reason", "rule": "$rule",
            "text": "$csv",
        } })],
    }
}

fn sent(operation: &Operation, schemas: &Schemas) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    for template in templates(operation) {
        for (name, body) in template.as_object().unwrap() {
            found.extend(schemas.fields(&schemas.of(name), body));
        }
    }
    if operation.sends == Sends::Roster {
        let text = "The table with a heading. Columns: name, table, seat, apart, check_in, stack.";
        found.insert("csv".to_owned(), json!({ "type": ["string", "null"], "description": text }));
        found.insert("players".to_owned(), players());
    }
    if matches!(operation.sends, Sends::League(_)) {
        let text = "The terms of the league, with the keys of a file in config/leagues: `id`, `name` and \
                    `points` at least. Days are texts such as `2027-01-01`. Without seasons, open one \
                    later.";
        found.insert("terms".to_owned(), json!({ "type": "object", "description": text }));
    }
    if operation.sends == Sends::Opening {
        let text = "Id of a structure of the room, or an object with a whole one, with the keys of a \
                    file in config/tournaments. Such an id is none of the room's structures.";
        found.insert(
            "structure".to_owned(),
            json!({ "type": ["string", "object"], "description": text }),
        );
    }
    found
}

fn players() -> Value {
    let number = json!({ "type": ["integer", "null"], "minimum": 0, "maximum": u32::MAX });
    json!({
        "type": ["array", "null"],
        "description": "The rows of the roster, in place of a table. In a roster, tables and seats count \
                        from 1.",
        "items": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": false,
            "properties": {
                "name": { "type": "string", "description": "Name of the account." },
                "table": number, "seat": number, "stack": number,
                "apart": { "type": "array", "items": { "type": "string" } },
                "check_in": { "type": ["boolean", "null"] },
            },
        },
    })
}

/// Says what an operation needs, from the line of its message.
fn needed(operation: &Operation) -> String {
    let text = match operation.needs() {
        Need::Nothing => "Needs no token.",
        Need::SignIn => "Needs a token.",
        Need::Owner => "Needs an interactive sign-in, so an API token is refused.",
        Need::Read => "Needs the scope `play` or `read`.",
        Need::Play => "Needs the scope `play`.",
        Need::Direct => "Needs the scope `floor` with the role of the floor, or that of the host.",
        Need::Open => "Needs the scope `floor`, and the role of a host or above.",
        Need::Floor => "Needs the scope `floor`, and the role of the floor or above.",
        Need::Leagues => "Needs the scope `leagues`, and the role of the floor or above.",
        Need::Accounts => {
            "Needs the scope `accounts`, and the role of the floor or above. Some orders need an \
             administrator, or an administrator who signs in."
        }
        Need::Hooks => "Needs the scope `accounts`, and the role of an administrator.",
    };
    text.to_owned()
}

fn security(operation: &Operation) -> Value {
    match needed(operation) == "Needs no token." {
        true => json!([{}, { "token": [] }]),
        false => json!([{ "token": [] }]),
    }
}

fn parameters(
    operation: &Operation,
    fields: &BTreeMap<String, Value>,
    schemas: &mut Schemas,
) -> Vec<Value> {
    let mut parameters = Vec::new();
    for field in operation.fields.iter().filter(|field| field.place != In::Body) {
        let found = fields.get(field.name).cloned().unwrap_or_else(|| plain(field));
        let mut schema = schemas.convert(&without_null(found), Way::In);
        let about = schema.as_object_mut().and_then(|schema| schema.remove("description"));
        let place = if field.place == In::Path { "path" } else { "query" };
        let mut described = json!({
            "name": field.name, "in": place, "required": field.default.is_none(), "schema": schema,
        });
        if let Some(about) = about {
            described["description"] = about;
        }
        parameters.push(described);
    }
    if operation.is_list() {
        parameters.push(json!({
            "name": "limit", "in": "query", "description": "The most rows of the page.",
            "schema": { "type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL },
        }));
        parameters.push(json!({
            "name": "after", "in": "query", "schema": { "type": "string" },
            "description": "The `after` of the page before. It stays right while rows are added.",
        }));
    }
    if operation.method != Method::Get {
        parameters.push(key());
    }
    parameters
}

fn key() -> Value {
    json!({
        "name": "Idempotency-Key", "in": "header",
        "description": "A request with the key of an earlier one is not done again. It gets the \
                        stored answer for 24 hours.",
        "schema": {
            "type": "string", "minLength": 1, "maxLength": MOST_CHARS, "pattern": "^[!-~]+$",
        },
    })
}

/// Returns the schema of a value that a command has from the address.
fn plain(field: &Field) -> Value {
    match field.kind {
        Kind::Number => json!({ "$ref": "#/$defs/u64" }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Text | Kind::Json => json!({ "type": "string" }),
    }
}

fn body(
    operation: &Operation,
    fields: &BTreeMap<String, Value>,
    schemas: &mut Schemas,
) -> Option<Value> {
    let own: Vec<_> = operation.fields.iter().filter(|field| field.place == In::Body).collect();
    if operation.method != Method::Post {
        return None;
    }
    let mut common = Fields::default();
    for field in own {
        let schema = schemas.convert(&fields[field.name], Way::In);
        common.add(field.name, schema, field.default.is_none());
    }
    match operation.sends {
        Sends::Command { word, list, .. } => {
            let named = named(list);
            if !schemas.used.contains_key(named) {
                let all = commands(word, list, &common, schemas);
                schemas.used.insert(named.to_owned(), json!({ "oneOf": all }));
            }
            Some(json!({ "$ref": format!("#/components/schemas/{named}") }))
        }
        _ if common.properties.is_empty() => None,
        _ => Some(common.schema()),
    }
}

fn named(list: List) -> &'static str {
    match list {
        List::Tournament => "CommandInTournament",
        List::Table => "CommandAtTable",
        List::League => "CommandAboutLeague",
        List::Account => "OrderAboutAccount",
    }
}

/// The fields of an object.
#[derive(Clone, Default)]
struct Fields {
    properties: Map<String, Value>,
    required: Vec<String>,
}

impl Fields {
    fn add(&mut self, name: &str, schema: Value, is_required: bool) {
        self.properties.insert(name.to_owned(), schema);
        if is_required {
            self.required.push(name.to_owned());
        }
    }

    fn schema(self) -> Value {
        json!({
            "type": "object",
            "required": self.required,
            "properties": self.properties,
            "additionalProperties": false,
        })
    }
}

fn commands(word: &str, list: List, common: &Fields, schemas: &mut Schemas) -> Vec<Value> {
    let message = match list {
        List::Tournament => "TournamentCommand",
        List::Table => "TableCommand",
        List::League => "LeagueCommand",
        List::Account => "AccountOrder",
    };
    let mut all = Vec::new();
    for (form, around) in list.forms() {
        let message = if around.is_some() { "DealError" } else { message };
        let found = schemas.fields(&schemas.of(message), form.template());
        let mut fields = common.clone();
        fields.add(word, json!({ "const": form.name }), true);
        for field in form.fields() {
            for name in names_of(&field) {
                let mut schema = match field["kind"].as_str() {
                    Some("choice") => {
                        let options = field["options"].as_array().unwrap();
                        let words: Vec<_> = options.iter().map(|one| &one["typed"]).collect();
                        json!({ "enum": words })
                    }
                    _ => schemas.convert(&found[name], Way::In),
                };
                // The message has it in another unit.
                if !field["times"].is_null() {
                    schema["description"] = field["help"].clone();
                }
                fields.add(name, schema, default_of(&field).is_none());
            }
        }
        let mut schema = fields.schema();
        // Generators of clients name types by titles, and commands of two lists share a name.
        schema["title"] = json!(format!("{} {}", named(list), form.name));
        schema["description"] = json!(format!("{}.", form.help));
        all.push(schema);
    }
    all
}

fn responses(operation: &Operation, schemas: &mut Schemas) -> Value {
    let mut responses = Map::new();
    let (mut is_done, answer) = answer(operation.answers, schemas);
    if let Some(schema) = answer {
        let mut response = json!({
            "description": "The answer.",
            "content": { "application/json": { "schema": schema } },
        });
        if operation.tagged {
            response["headers"] = json!({ "ETag": { "schema": { "type": "string" } } });
            let text = "The answer is the one that If-None-Match names.";
            responses.insert("304".to_owned(), json!({ "description": text }));
        }
        responses.insert("200".to_owned(), response);
    } else {
        is_done = true;
    }
    if is_done {
        responses.insert("204".to_owned(), json!({ "description": "It was done." }));
    }
    for status in REFUSALS {
        let problem = json!({ "$ref": "#/components/responses/Problem" });
        responses.insert(status.to_owned(), problem);
    }
    Value::Object(responses)
}

/// Returns whether an answer may have no body, and the schema of a body.
fn answer(answers: Answers, schemas: &mut Schemas) -> (bool, Option<Value>) {
    let mut reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{}", schemas.used_as(name, Way::Out)) });
    match answers {
        Answers::Body(names) => {
            let bodies: Vec<_> = names.iter().filter(|name| **name != "Done").collect();
            let body = bodies.first().map(|name| reference(name));
            (bodies.len() < names.len(), body)
        }
        Answers::Part(answer, part) => {
            let schema = schemas.of(answer)["properties"][part].clone();
            (false, Some(schemas.convert(&schema, Way::Out)))
        }
        Answers::Pages { answer, rows, .. } => {
            (false, Some(list(answer, rows, &["request", "from", rows], schemas)))
        }
        Answers::Whole { answer, rows, .. } | Answers::Plain { answer, rows } => {
            (false, Some(list(answer, rows, &[], schemas)))
        }
        Answers::Beside { answer, rows } => {
            // Without the message there are no rows and no other fields.
            let mut schema = list(answer, rows, &[rows], schemas);
            schema["required"] = json!(["items"]);
            schema["properties"].as_object_mut().unwrap().remove("after");
            (false, Some(schema))
        }
        Answers::Tally(fields) => {
            let mut row = Fields::default();
            for name in fields {
                row.add(name, json!({ "type": "string" }), true);
            }
            for name in ["tables", "tournaments"] {
                row.add(name, json!({ "type": "integer", "minimum": 0 }), true);
            }
            let row = json!({
                "type": "object", "required": row.required, "properties": row.properties,
            });
            let items = json!({ "type": "array", "items": row });
            let schema = json!({
                "type": "object", "required": ["items"], "properties": { "items": items },
            });
            (false, Some(schema))
        }
        Answers::Roster => {
            schemas.used_as("RosterProblem", Way::Out);
            let number = json!({ "type": "integer", "minimum": 0 });
            let schema = json!({
                "type": "object",
                "required": ["tournament", "entered"],
                "properties": { "tournament": number, "entered": number },
            });
            (false, Some(schema))
        }
    }
}

/// Returns the schema of a list. Without a list of names to leave out, it has its rows alone.
fn list(answer: &str, rows: &str, leave_out: &[&str], schemas: &mut Schemas) -> Value {
    let message = schemas.of(answer);
    let mut fields = Fields::default();
    for (name, schema) in message["properties"].as_object().unwrap() {
        if leave_out.is_empty() || leave_out.contains(&name.as_str()) {
            continue;
        }
        let is_required = message["required"].as_array().unwrap().contains(&json!(name));
        fields.add(name, schemas.convert(schema, Way::Out), is_required);
    }
    fields.add("items", schemas.convert(&message["properties"][rows], Way::Out), true);
    let text = "The place of the next page. Absent on the last one.";
    fields.add("after", json!({ "type": "string", "description": text }), false);
    json!({ "type": "object", "required": fields.required, "properties": fields.properties })
}
