//! Generates the types of the client in TypeScript, `protocol.ts` and `line-protocol.ts` in
//! `bot-client/typescript/src`, from what the messages' own `Deserialize` requests. The meanings
//! are in `PROTOCOL.md` and `LINES.md`.
//!
//! `BLESS=1 cargo test -p cardroom-protocol typescript` writes the files again.

use crate::survey::{Parts, survey, survey_of_lines};
use cardroom_protocol::message::Message;
use cardroom_protocol::{
    ClientMessage, ErrorCode, MINOR_VERSION, ServerMessage, TableEvent, TournamentEvent,
};
use std::fmt::Write;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bot-client/typescript/src");

const HEAD: &str = "\
// The messages of the Cardroom protocol as they stand in JSON. Written from the Rust types by
// `BLESS=1 cargo test -p cardroom-protocol typescript`: do not edit.

/** A rank of `23456789TJQKA` and a suit of `cdhs`. */
export type Card = string;

/** Bytes as lower-case hex digits. */
export type Hex = string;
";

const HEAD_OF_LINES: &str = "\
// The lines between a table and a program as they stand in JSON. Written from the Rust types by
// `BLESS=1 cargo test -p cardroom-protocol typescript`: do not edit.
";

/// Translates a type of `PROTOCOL.md` to TypeScript. A client may leave optional parts out.
fn typescript(kind: &str, of: &str) -> String {
    if let Some(inner) = kind.strip_prefix("optional ") {
        return format!("{} | null", typescript(inner, of));
    }
    if let Some(inner) = kind.strip_prefix("list of ") {
        let inner = typescript(inner, of);
        return if inner.contains(' ') { format!("({inner})[]") } else { format!("{inner}[]") };
    }
    match kind {
        "bool" => "boolean",
        "u8" | "u16" | "u32" | "u64" | "i64" => "number",
        "card" => "Card",
        "hash32" | "sig64" | "bytes" => "Hex",
        "code" => "ErrorCode",
        "events" if of == "TournamentStep" => "TournamentEvent[]",
        "events" if of == "ToBot" => "TableEvent",
        "events" => "TableEvent[]",
        name => name,
    }
    .to_owned()
}

/// Writes the set of messages as a union of objects with one key.
fn union<M: Message>(name: &str, out: &mut String) {
    writeln!(out, "\nexport interface {name}Bodies {{").unwrap();
    for (_, message) in M::CATALOGUE {
        writeln!(out, "  {message}: {message};").unwrap();
    }
    let keys = format!("{{ [K in keyof {name}Bodies]: {{ [N in K]: {name}Bodies[K] }} }}");
    writeln!(out, "}}\n\nexport type {name} = {keys}[keyof {name}Bodies];").unwrap();
}

/// Writes a structure as an interface.
fn interface(name: &str, fields: &Parts, out: &mut String) {
    if fields.is_empty() {
        writeln!(out, "\nexport type {name} = Record<string, never>;").unwrap();
        return;
    }
    writeln!(out, "\nexport interface {name} {{").unwrap();
    for (field, kind) in fields {
        writeln!(out, "  {field}: {};", typescript(kind, name)).unwrap();
    }
    writeln!(out, "}}").unwrap();
}

/// Writes an enumeration as a union.
fn alternatives(name: &str, variants: &Parts, out: &mut String) {
    write!(out, "\nexport type {name} =").unwrap();
    for (variant, holds) in variants {
        match holds.as_str() {
            "" => write!(out, "\n  | \"{variant}\"").unwrap(),
            holds => write!(out, "\n  | {{ {variant}: {} }}", typescript(holds, name)).unwrap(),
        }
    }
    writeln!(out, ";").unwrap();
}

fn module() -> String {
    let mut out = HEAD.to_owned();
    writeln!(out, "\nexport const MINOR_VERSION = {MINOR_VERSION};").unwrap();
    let codes: Vec<String> =
        ErrorCode::CATALOGUE.iter().map(|(_, word)| format!("  | \"{word}\"")).collect();
    writeln!(out, "\nexport type ErrorCode =\n{}\n  | `code_${{number}}`;", codes.join("\n"))
        .unwrap();
    let survey = survey();
    for (name, fields) in &survey.structs {
        interface(name, fields, &mut out);
    }
    for (name, variants) in &survey.enums {
        alternatives(name, variants, &mut out);
    }
    union::<ClientMessage>("ClientMessage", &mut out);
    union::<ServerMessage>("ServerMessage", &mut out);
    union::<TableEvent>("TableEvent", &mut out);
    union::<TournamentEvent>("TournamentEvent", &mut out);
    out
}

/// Writes the types of lines that no message has.
fn module_of_lines() -> String {
    let (lines, messages) = (survey_of_lines(), survey());
    let mut types = String::new();
    for (name, fields) in &lines.structs {
        if !messages.structs.contains_key(name) {
            interface(name, fields, &mut types);
        }
    }
    for (name, variants) in &lines.enums {
        if !messages.enums.contains_key(name) {
            alternatives(name, variants, &mut types);
        }
    }
    let known = messages.structs.keys().chain(messages.enums.keys()).copied();
    let has = |name: &&str| types.split(|c: char| !c.is_alphanumeric()).any(|word| word == *name);
    let mut used: Vec<&str> = known.chain(["Card", "TableEvent"]).filter(has).collect();
    used.sort_unstable();
    let mut out = HEAD_OF_LINES.to_owned();
    writeln!(out, "import type {{\n  {},\n}} from \"./protocol.ts\";", used.join(",\n  ")).unwrap();
    out + &types
}

fn is_fresh(name: &str, module: &str) {
    let file = format!("{FOLDER}/{name}");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, module).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == module,
        "bot-client/typescript/src/{name} is stale: BLESS=1 cargo test -p cardroom-protocol \
         typescript"
    );
}

#[test]
fn the_types_of_the_client_are_those_of_the_protocol() {
    is_fresh("protocol.ts", &module());
}

#[test]
fn the_types_of_the_client_are_those_of_the_lines() {
    is_fresh("line-protocol.ts", &module_of_lines());
}
