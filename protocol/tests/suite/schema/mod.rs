//! The messages and lines as JSON Schema 2020-12, in `protocol/schema`.
//!
//! The types come from the [survey](crate::survey), the text from the doc comments, and what a
//! frame may leave out from the decoder itself. `BLESS=1 cargo test -p cardroom-protocol schema`
//! writes the files again.

mod check;
mod mutated;
mod node;
mod walk;

pub(crate) use node::Node;

use crate::line_page::camel_case;
use crate::reference::Docs;
use crate::survey::{Parts, Survey, survey, survey_of_lines};
use cardroom_protocol::ids::MAX_SAFE;
use cardroom_protocol::limits::MAX_ITEMS_PER_FRAME;
use cardroom_protocol::message::Message;
use cardroom_protocol::{ClientMessage, ErrorCode, ServerMessage, TableEvent, TournamentEvent};
use std::collections::BTreeSet;
use walk::Absent;

pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/schema");

/// The pattern of a card.
const CARD: &str = "^[2-9TJQKA][cdhs]$";
/// The pattern of the code of an error from a later version.
const LATER_CODE: &str = "^code_[0-9]+$";
/// Patterns of bytes: 32, 64 and any number.
const HASH: &str = "^[0-9a-f]{64}$";
const SIGNATURE: &str = "^[0-9a-f]{128}$";
const BYTES: &str = "^([0-9a-f]{2})*$";

/// Compares a file with what it should be. With `BLESS` set, writes it first.
pub(crate) fn is_fresh(name: &str, text: &str) {
    let file = format!("{FOLDER}/{name}");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, text).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == text,
        "protocol/schema/{name} is stale: BLESS=1 cargo test -p cardroom-protocol"
    );
}

fn reference(name: &str) -> Node {
    Node::object([("$ref", Node::text(format!("#/$defs/{name}")))])
}

fn any_of(nodes: Vec<Node>) -> Node {
    Node::object([("anyOf", Node::List(nodes))])
}

fn integer(least: &str, most: u64) -> Node {
    Node::object([
        ("type", Node::text("integer")),
        ("minimum", Node::plain(&least)),
        ("maximum", Node::plain(&most)),
    ])
}

/// Translates a type as the pages spell it.
fn schema(kind: &str, of: &str) -> Node {
    if let Some(inner) = kind.strip_prefix("optional ") {
        return any_of(vec![schema(inner, of), Node::object([("type", Node::text("null"))])]);
    }
    if let Some(inner) = kind.strip_prefix("list of ") {
        return Node::object([("type", Node::text("array")), ("items", schema(inner, of))]);
    }
    if let Some(parts) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
        let parts: Vec<Node> = parts.split(", ").map(|part| schema(part, of)).collect();
        let count = parts.len();
        return Node::object([
            ("type", Node::text("array")),
            ("prefixItems", Node::List(parts)),
            ("minItems", Node::plain(&count)),
            ("maxItems", Node::plain(&count)),
        ]);
    }
    match kind {
        "bool" => Node::object([("type", Node::text("boolean"))]),
        "u8" | "u16" | "u32" | "u64" | "i64" => reference(kind),
        "number" => Node::object([("type", Node::text("number"))]),
        "string" => Node::object([("type", Node::text("string"))]),
        "card" => reference("Card"),
        "code" => reference("ErrorCode"),
        "hash32" => reference("Hash32"),
        "sig64" => reference("Sig64"),
        "bytes" => reference("Bytes"),
        "events" if of == "TournamentStep" => reference("TournamentEvents"),
        "events" if of == "ToBot" => reference("TableEvent"),
        "events" => reference("TableEvents"),
        name => reference(name),
    }
}

/// An object with exactly one of these parts.
fn one_of_parts(parts: impl Iterator<Item = (String, Node)>) -> Node {
    Node::object([
        ("type", Node::text("object")),
        ("minProperties", Node::plain(&1)),
        ("maxProperties", Node::plain(&1)),
        ("properties", Node::Object(parts.collect())),
        ("additionalProperties", Node::plain(&false)),
    ])
}

fn described(docs: &Docs, key: &str, node: Node) -> Node {
    let text = docs.cell(key);
    if text.is_empty() { node } else { node.with("description", Node::text(text)) }
}

fn structure(name: &str, fields: &Parts, docs: &Docs, absent: &Absent) -> Node {
    let required =
        fields.iter().map(|(field, _)| *field).filter(|field| !absent.may_be(name, field));
    let properties = fields.iter().map(|(field, kind)| {
        let node = described(docs, &format!("{name}.{field}"), schema(kind, name));
        ((*field).to_owned(), node)
    });
    let node = Node::object([("type", Node::text("object"))]);
    described(docs, name, node)
        .with("required", Node::texts(required))
        .with("properties", Node::Object(properties.collect()))
        .with("additionalProperties", Node::plain(&false))
}

fn enumeration(name: &str, variants: &Parts, docs: &Docs) -> Node {
    let words = variants.iter().filter(|(_, holds)| holds.is_empty());
    let words = Node::object([("enum", Node::texts(words.map(|(variant, _)| *variant)))]);
    let holding = variants.iter().filter(|(_, holds)| !holds.is_empty());
    let holding: Vec<_> = holding
        .map(|(variant, holds)| {
            let declared = camel_case(variant);
            let node = described(docs, &format!("{name}.{declared}"), schema(holds, name));
            ((*variant).to_owned(), node)
        })
        .collect();
    let node = match (holding.len(), variants.len()) {
        (0, _) => words,
        (some, all) if some == all => one_of_parts(holding.into_iter()),
        _ => any_of(vec![words, one_of_parts(holding.into_iter())]),
    };
    described(docs, name, node)
}

/// Returns every type of a survey.
fn types(survey: &Survey, docs: &Docs, absent: &Absent) -> Vec<(String, Node)> {
    let structs = survey.structs.iter();
    let structs =
        structs.map(|(name, fields)| ((*name).to_owned(), structure(name, fields, docs, absent)));
    let enums = survey.enums.iter();
    let enums =
        enums.map(|(name, variants)| ((*name).to_owned(), enumeration(name, variants, docs)));
    structs.chain(enums).collect()
}

fn union<M: Message>() -> Node {
    one_of_parts(M::CATALOGUE.iter().map(|(_, name)| ((*name).to_owned(), reference(name))))
}

fn list_of(name: &str) -> Node {
    Node::object([
        ("type", Node::text("array")),
        ("maxItems", Node::plain(&MAX_ITEMS_PER_FRAME)),
        ("items", reference(name)),
    ])
}

fn leaves() -> Vec<(String, Node)> {
    let string = || Node::object([("type", Node::text("string"))]);
    let card = string().with("pattern", Node::text(CARD));
    let words = Node::texts(ErrorCode::CATALOGUE.iter().map(|(_, word)| *word));
    let later = string().with("pattern", Node::text(LATER_CODE));
    let code = any_of(vec![Node::object([("enum", words)]), later]);
    let hex = |pattern| string().with("pattern", Node::text(pattern));
    vec![
        ("u8".to_owned(), integer("0", u8::MAX.into())),
        ("u16".to_owned(), integer("0", u16::MAX.into())),
        ("u32".to_owned(), integer("0", u32::MAX.into())),
        ("u64".to_owned(), integer("0", MAX_SAFE)),
        ("i64".to_owned(), integer(&format!("-{MAX_SAFE}"), MAX_SAFE)),
        ("Card".to_owned(), card.with("description", Node::text("A rank and a suit."))),
        ("ErrorCode".to_owned(), code),
        ("Hash32".to_owned(), hex(HASH).with("description", Node::text("32 bytes in hex digits."))),
        (
            "Sig64".to_owned(),
            hex(SIGNATURE).with("description", Node::text("64 bytes in hex digits.")),
        ),
        ("Bytes".to_owned(), hex(BYTES).with("description", Node::text("Bytes in hex digits."))),
    ]
}

fn document(name: &str, description: &str, roots: &[&str], defs: Vec<(String, Node)>) -> String {
    let id = format!("https://cardroom.example/schemas/{name}.schema.json");
    let roots = roots.iter().map(|root| reference(root)).collect();
    Node::object([
        ("$schema", Node::text("https://json-schema.org/draft/2020-12/schema")),
        ("$id", Node::text(id)),
        ("title", Node::text(name)),
        ("description", Node::text(description)),
        ("anyOf", Node::List(roots)),
        ("$defs", Node::Object(defs)),
    ])
    .pretty()
}

/// The schema of the frames of `cardroom.v1.json`.
pub(crate) fn frames() -> String {
    let (docs, survey) = (Docs::read(), survey());
    let absent = Absent::of_messages(&survey);
    let client = any_of(vec![list_of("ClientMessage"), reference("ClientMessage")]);
    let mut defs = vec![
        ("ClientFrame".to_owned(), client),
        ("ServerFrame".to_owned(), list_of("ServerMessage")),
        ("ClientMessage".to_owned(), union::<ClientMessage>()),
        ("ServerMessage".to_owned(), union::<ServerMessage>()),
        ("TableEvent".to_owned(), union::<TableEvent>()),
        ("TableEvents".to_owned(), list_of("TableEvent")),
        ("TournamentEvent".to_owned(), union::<TournamentEvent>()),
        ("TournamentEvents".to_owned(), list_of("TournamentEvent")),
    ];
    defs.extend(leaves());
    defs.extend(types(&survey, &docs, &absent));
    let about = "Text frames of `cardroom.v1.json`, in both directions. `PROTOCOL.md` says what the \
                 messages mean, and `#/$defs` has each of them. A client skips messages and events \
                 that a later version adds.";
    document("cardroom.v1", about, &["ClientFrame", "ServerFrame"], defs)
}

/// The schema of the lines of `cardroom.lines.v1`.
pub(crate) fn lines() -> String {
    let (docs, survey) = (Docs::read(), survey_of_lines());
    let absent = Absent::of_lines(&survey);
    let mut defs = vec![
        ("FromBot".to_owned(), from_bot(&survey, &docs)),
        ("TableEvent".to_owned(), union::<TableEvent>()),
        ("TableEvents".to_owned(), list_of("TableEvent")),
    ];
    defs.extend(leaves());
    let own = types(&survey, &docs, &absent).into_iter();
    let own: Vec<_> = own.filter(|(name, _)| name != "AnswerLine").collect();
    let messages = self::survey();
    let of_events = reachable(&messages, TableEvent::CATALOGUE.iter().map(|(_, name)| *name));
    let absent = Absent::of_messages(&messages);
    let others = types(&messages, &docs, &absent).into_iter().filter(|(name, _)| {
        of_events.contains(&**name) && own.iter().all(|(known, _)| known != name)
    });
    defs.extend(others);
    defs.extend(own);
    defs.sort_by(|one, other| one.0.cmp(&other.0));
    let about = "Lines of `cardroom.lines.v1`: `ToBot` to a program, and `FromBot` from one. \
                 `LINES.md` says what they mean.";
    document("lines.v1", about, &["ToBot", "FromBot"], defs)
}

/// Returns the types that these hold, directly or not.
fn reachable<'a>(survey: &'a Survey, from: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = from.collect();
    while let Some(name) = open.pop() {
        if found.insert(name) {
            let parts = survey.structs.get(name).or_else(|| survey.enums.get(name));
            let kinds = parts.into_iter().flatten().map(|(_, kind)| kind.as_str());
            open.extend(kinds.map(|kind| kind.rsplit(' ').next().unwrap_or(kind)));
        }
    }
    found
}

/// A line from a program: `ready` alone, or `id` and one answer. Other fields may be null.
fn from_bot(survey: &Survey, docs: &Docs) -> Node {
    let fields = &survey.structs["AnswerLine"];
    let line = |says: &[&str]| {
        let properties = fields.iter().map(|(field, kind)| {
            let kind = kind.strip_prefix("optional ").unwrap_or(kind);
            let node = if says.contains(field) {
                described(docs, &format!("AnswerLine.{field}"), schema(kind, "AnswerLine"))
            } else {
                Node::object([("type", Node::text("null"))])
            };
            ((*field).to_owned(), node)
        });
        Node::object([
            ("type", Node::text("object")),
            ("required", Node::texts(says.iter().copied())),
            ("properties", Node::Object(properties.collect())),
            ("additionalProperties", Node::plain(&false)),
        ])
    };
    let answers = fields.iter().map(|(field, _)| *field);
    let answers = answers.filter(|field| !["ready", "id"].contains(field));
    let lines =
        std::iter::once(line(&["ready"])).chain(answers.map(|answer| line(&["id", answer])));
    described(docs, "AnswerLine", any_of(lines.collect()))
}

#[test]
fn the_schema_of_frames_is_written_from_the_types() {
    is_fresh("cardroom.v1.schema.json", &frames());
}

#[test]
fn the_schema_of_lines_is_written_from_the_types() {
    is_fresh("lines.v1.schema.json", &lines());
}
