//! Generates the types of the Python package, `messages.py`, from what the messages' own
//! `Deserialize` requests. The codec of the package reads their annotations.
//!
//! `BLESS=1 cargo test -p cardroom-protocol python` writes the file again.

use crate::reference::Docs;
use crate::survey::{Parts, Survey, survey, survey_of_lines};
use cardroom_protocol::message::Message;
use cardroom_protocol::{
    ClientMessage, ErrorCode, MINOR_VERSION, ServerMessage, TableEvent, TournamentEvent,
};
use std::fmt::Write;

const FILE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../bot-client/python/src/cardroom_bot/messages.py");

const HEAD: &str = "\
# Written from the Rust types by `BLESS=1 cargo test -p cardroom-protocol python`: do not edit.
\"\"\"The messages of the Cardroom protocol and the lines of programs, with all that they hold.

An enumeration is a word, or an object of a class named after the enumeration and the variant.
\"\"\"

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, Union

U8: TypeAlias = int
U16: TypeAlias = int
U32: TypeAlias = int
U64: TypeAlias = int
I64: TypeAlias = int
#: A rank of `23456789TJQKA` and a suit of `cdhs`.
Card: TypeAlias = str
#: A word of `CODES`, or `code_` and a number.
Code: TypeAlias = str
#: 32 bytes, 64 bytes, and bytes of any number, as lower-case hex digits.
Hash32: TypeAlias = str
Sig64: TypeAlias = str
Bytes: TypeAlias = str
";

/// Words that cannot be names in Python.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Translates a type of the page to an annotation.
fn annotation(kind: &str, of: &str) -> String {
    if let Some(inner) = kind.strip_prefix("optional ") {
        return format!("{} | None", annotation(inner, of));
    }
    if let Some(inner) = kind.strip_prefix("list of ") {
        return format!("list[{}]", annotation(inner, of));
    }
    if let Some(inner) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
        let parts: Vec<String> = inner.split(", ").map(|part| annotation(part, of)).collect();
        return format!("tuple[{}]", parts.join(", "));
    }
    match kind {
        "bool" => "bool",
        "u8" => "U8",
        "u16" => "U16",
        "u32" => "U32",
        "u64" => "U64",
        "i64" => "I64",
        "number" => "float",
        "string" => "str",
        "card" => "Card",
        "code" => "Code",
        "hash32" => "Hash32",
        "sig64" => "Sig64",
        "bytes" => "Bytes",
        "events" if of == "TournamentStep" => "list[TournamentEvent]",
        "events" => "list[TableEvent]",
        name => name,
    }
    .to_owned()
}

/// Returns the name of a field in Python.
fn field_name(field: &str) -> String {
    if KEYWORDS.contains(&field) { format!("{field}_") } else { field.to_owned() }
}

/// Returns the name of the class of a variant: `ActionBet`, or `QuestionRunIt` for `run_it`.
fn class_of(name: &str, variant: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    variant.split('_').map(capital).fold(name.to_owned(), |name, part| name + &part)
}

/// Returns the first paragraph of a type's documentation.
fn summary(docs: &Docs, name: &str) -> String {
    let text = docs.of(name).split("\n\n").next().unwrap_or_default().replace('\\', "\\\\");
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("one line at least");
        if !line.is_empty() && line.len() + word.len() > 88 {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    let end = if lines.len() > 1 { "\n    " } else { "" };
    format!("    \"\"\"{}{end}\"\"\"", lines.join("\n    "))
}

fn class(name: &str, fields: &Parts, doc: &str, out: &mut String) {
    writeln!(out, "\n\n@dataclass\nclass {name}:\n{doc}").unwrap();
    if !fields.is_empty() {
        out.push('\n');
    }
    for (field, kind) in fields {
        writeln!(out, "    {}: {}", field_name(field), annotation(kind, name)).unwrap();
    }
}

/// Writes the classes of the variants that hold something, and then the enumeration itself.
fn enumeration(name: &str, variants: &Parts, docs: &Docs, out: &mut String, unions: &mut String) {
    let is_plain = variants.iter().all(|(_, holds)| holds.is_empty());
    let head = if is_plain { "Literal" } else { "Union" };
    writeln!(unions, "\n{name}: TypeAlias = {head}[").unwrap();
    for (variant, holds) in variants {
        if is_plain {
            writeln!(unions, "    \"{variant}\",").unwrap();
        } else if holds.is_empty() {
            writeln!(unions, "    Literal[\"{variant}\"],").unwrap();
        } else {
            let of = class_of(name, variant);
            let doc = format!("    \"\"\"`{variant}` of `{name}`.\"\"\"");
            class(&of, &vec![("value", holds.clone())], &doc, out);
            writeln!(unions, "    {of},").unwrap();
        }
    }
    writeln!(unions, "]").unwrap();
    let text = summary(docs, name);
    writeln!(unions, "{}", text.replace("\n    ", "\n").trim_start()).unwrap();
}

/// Writes the table from which the codec reads the variants of enumerations.
fn variants(survey: &Survey, out: &mut String) {
    out.push_str(
        "\n#: The variants of each enumeration, with the classes of those that hold something.\n",
    );
    out.push_str("ENUMS: dict[str, tuple[tuple[str, type | None], ...]] = {\n");
    for (name, variants) in &survey.enums {
        writeln!(out, "    \"{name}\": (").unwrap();
        for (variant, holds) in variants {
            let of = if holds.is_empty() { "None".to_owned() } else { class_of(name, variant) };
            writeln!(out, "        (\"{variant}\", {of}),").unwrap();
        }
        out.push_str("    ),\n");
    }
    out.push_str("}\n");
}

/// Writes a set of messages: a union of their classes, and the classes by tag.
fn set<M: Message>(name: &str, table: &str, out: &mut String) {
    writeln!(out, "\n{name}: TypeAlias = Union[").unwrap();
    for (_, message) in M::CATALOGUE {
        writeln!(out, "    {message},").unwrap();
    }
    writeln!(out, "]\n\n{table}: dict[int, type] = {{").unwrap();
    for (tag, message) in M::CATALOGUE {
        writeln!(out, "    {tag}: {message},").unwrap();
    }
    out.push_str("}\n");
}

/// Returns the survey of messages and lines together. The kinds of lines themselves are a table.
fn both() -> (Survey, Parts) {
    let (mut messages, mut lines) = (survey(), survey_of_lines());
    let kinds = lines.enums.remove("ToBot").expect("lines to a program");
    messages.structs.extend(lines.structs);
    messages.enums.extend(lines.enums);
    (messages, kinds)
}

fn module() -> String {
    let (docs, (survey, lines)) = (Docs::read(), both());
    let mut out = HEAD.to_owned();
    writeln!(out, "\nMINOR_VERSION = {MINOR_VERSION}\n").unwrap();
    out.push_str("#: The words of error codes, by number.\nCODES: dict[int, str] = {\n");
    for (number, word) in ErrorCode::CATALOGUE {
        writeln!(out, "    {number}: \"{word}\",").unwrap();
    }
    out.push_str("}\n");
    for (name, fields) in &survey.structs {
        class(name, fields, &summary(&docs, name), &mut out);
    }
    let mut unions = String::new();
    for (name, variants) in &survey.enums {
        enumeration(name, variants, &docs, &mut out, &mut unions);
    }
    out.push('\n');
    out.push_str(&unions);
    variants(&survey, &mut out);
    set::<ClientMessage>("ClientMessage", "CLIENT_MESSAGES", &mut out);
    set::<ServerMessage>("ServerMessage", "SERVER_MESSAGES", &mut out);
    set::<TableEvent>("TableEvent", "TABLE_EVENTS", &mut out);
    set::<TournamentEvent>("TournamentEvent", "TOURNAMENT_EVENTS", &mut out);
    out.push_str("\n#: The lines to a program, by their keys. An event has no class of its own.\n");
    out.push_str("LINES: dict[str, type] = {\n");
    for (key, line) in &lines {
        if survey.structs.contains_key(line.as_str()) {
            writeln!(out, "    \"{key}\": {line},").unwrap();
        }
    }
    out.push_str("}\n");
    out
}

#[test]
fn the_types_of_the_python_package_are_those_of_the_protocol() {
    let module = module();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &module).expect("the file can be written");
    }
    let found = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        found == module,
        "messages.py is stale: BLESS=1 cargo test -p cardroom-protocol python"
    );
}
