//! Generates the types of the browser's client, `server/web/src/protocol.ts`, from what the
//! messages' own `Deserialize` requests. The meanings are in `PROTOCOL.md`.
//!
//! `BLESS=1 cargo test -p cardroom-protocol typescript` writes the file again.

use crate::survey::survey;
use cardroom_protocol::message::Message;
use cardroom_protocol::{
    ClientMessage, ErrorCode, MINOR_VERSION, ServerMessage, TableEvent, TournamentEvent,
};
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/web/src/protocol.ts");

const HEAD: &str = "\
// The messages of the Cardroom protocol as they stand in JSON. Written from the Rust types by
// `BLESS=1 cargo test -p cardroom-protocol typescript`: do not edit.

/** A rank of `23456789TJQKA` and a suit of `cdhs`. */
export type Card = string;

/** Bytes as lower-case hex digits. */
export type Hex = string;
";

/// Translates a type of the page to TypeScript. A client may leave optional parts out.
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
        "u8" | "u16" | "u32" | "u64" => "number",
        "card" => "Card",
        "hash32" | "sig64" | "bytes" => "Hex",
        "code" => "ErrorCode",
        "events" if of == "TournamentStep" => "TournamentEvent[]",
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

fn module() -> String {
    let mut out = HEAD.to_owned();
    writeln!(out, "\nexport const MINOR_VERSION = {MINOR_VERSION};").unwrap();
    let codes: Vec<String> =
        ErrorCode::CATALOGUE.iter().map(|(_, word)| format!("  | \"{word}\"")).collect();
    writeln!(out, "\nexport type ErrorCode =\n{}\n  | `code_${{number}}`;", codes.join("\n"))
        .unwrap();
    let survey = survey();
    for (name, fields) in &survey.structs {
        if fields.is_empty() {
            writeln!(out, "\nexport type {name} = Record<string, never>;").unwrap();
            continue;
        }
        writeln!(out, "\nexport interface {name} {{").unwrap();
        for (field, kind) in fields {
            writeln!(out, "  {field}: {};", typescript(kind, name)).unwrap();
        }
        writeln!(out, "}}").unwrap();
    }
    for (name, variants) in &survey.enums {
        write!(out, "\nexport type {name} =").unwrap();
        for (variant, holds) in variants {
            match holds.as_str() {
                "" => write!(out, "\n  | \"{variant}\"").unwrap(),
                holds => {
                    write!(out, "\n  | {{ {variant}: {} }}", typescript(holds, name)).unwrap();
                }
            }
        }
        writeln!(out, ";").unwrap();
    }
    union::<ClientMessage>("ClientMessage", &mut out);
    union::<ServerMessage>("ServerMessage", &mut out);
    union::<TableEvent>("TableEvent", &mut out);
    union::<TournamentEvent>("TournamentEvent", &mut out);
    out
}

#[test]
fn the_types_of_the_browser_are_those_of_the_protocol() {
    let module = module();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &module).expect("the file can be written");
    }
    let found = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        found == module,
        "server/web/src/protocol.ts is stale: BLESS=1 cargo test -p cardroom-protocol typescript"
    );
}
