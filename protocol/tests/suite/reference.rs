//! The reference half of `PROTOCOL.md`, written from the declarations of the crate.
//!
//! The types, fields, variants and tags come from the [survey](crate::survey), and the text comes
//! from the doc comments in `src`. The rest of the page is written by hand.

use crate::attributes::sources;
use crate::survey::{Parts, survey};
use cardroom_protocol::message::Message;
use cardroom_protocol::requests::Need;
use cardroom_protocol::{ClientMessage, ErrorCode, ServerMessage, TableEvent, TournamentEvent};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::OnceLock;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/PROTOCOL.md");

/// The lines around the generated half.
const BEGIN: &str = "<!-- BEGIN GENERATED from the doc comments in `src`: do not edit. To write it again, \
                     run\n`BLESS=1 cargo test -p cardroom-protocol page`. -->\n";
const END: &str = "<!-- END GENERATED -->\n";

const WIDTH: usize = 100;

/// Returns the page. With `BLESS` set, writes its generated half first.
pub(crate) fn page() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let text = std::fs::read_to_string(PAGE).expect("the page is there");
        if std::env::var_os("BLESS").is_none() {
            return text;
        }
        let blessed = text.replace(generated(&text), &reference());
        std::fs::write(PAGE, &blessed).expect("the page can be written");
        blessed
    })
}

/// The text between the two marks of a page.
pub(crate) fn generated(page: &str) -> &str {
    let (_, after) = page.split_once(BEGIN).expect("the page marks where the reference begins");
    after.split_once(END).expect("the page marks where the reference ends").0
}

/// Writes the reference: every message, event, structure, enumeration and error code.
pub(crate) fn reference() -> String {
    let docs = Docs::read();
    let survey = survey();
    let mut out = String::new();
    let mut messages = BTreeSet::new();
    let mut set = |intro: &str, catalogue: &[(u32, &'static str)]| {
        writeln!(out, "{intro}").unwrap();
        for (tag, name) in catalogue {
            writeln!(out, "\n### {tag} `{name}`").unwrap();
            if let Some(need) = needs(intro, name) {
                writeln!(out, "\n*{need}*").unwrap();
            }
            structure(name, &survey.structs[name], &docs, &mut out);
            messages.insert(*name);
        }
        out.push('\n');
    };
    set(
        "\n## Client messages\n\nA client sends these. The server checks every field. A person who logs in has every\n[scope](#scope), an API token those that it was made with.",
        ClientMessage::CATALOGUE,
    );
    set("## Server messages\n\nThe server sends these.", ServerMessage::CATALOGUE);
    set(
        "## Table events\n\nThe contents of `Step.events`, the same for all viewers. [Following a \
         hand](#following-a-hand)\nsays what each event changes.",
        TableEvent::CATALOGUE,
    );
    set(
        "## Tournament events\n\nThe contents of `TournamentStep.events`, public like those of a \
         table. The fields of an event say\nwhat it changes.",
        TournamentEvent::CATALOGUE,
    );

    out.push_str("## Structures\n\nIn binary, a structure is its fields in this order.\n");
    for (name, fields) in &survey.structs {
        if !messages.contains(name) {
            writeln!(out, "\n### `{name}`").unwrap();
            structure(name, fields, &docs, &mut out);
        }
    }

    out.push_str("\n## Enumerations\n\nIn binary, the index is a varint (u32).\n");
    for (name, variants) in &survey.enums {
        writeln!(out, "\n### `{name}`\n\n{}", wrapped(docs.of(name))).unwrap();
        out.push_str("\n| index | variant | holds | meaning |\n|---|---|---|---|\n");
        for (index, (variant, holds)) in variants.iter().enumerate() {
            let holds = if holds.is_empty() { "–" } else { holds };
            let meaning = docs.cell(&format!("{name}.{variant}"));
            writeln!(out, "| {index} | `{variant}` | {holds} | {meaning} |").unwrap();
        }
    }

    out.push_str(
        "\n## Errors\n\nThe codes of `Refused`, `ActionRefused` and `Goodbye`: a number in binary, \
         a word in JSON. The\nWebSocket close code is the number plus 4000, so 4008 is \
         `slow_client`. Numbers below 20 concern the\nconnection.\n\n| number | word | meaning \
         |\n|---|---|---|\n",
    );
    for (number, word) in ErrorCode::CATALOGUE {
        let meaning = docs.cell(&format!("ErrorCode.{word}"));
        writeln!(out, "| {number} | `{word}` | {meaning} |").unwrap();
    }
    out.push('\n');
    out
}

/// Returns the need of a client message in words; `None` for the messages of other chapters.
fn needs(intro: &str, name: &str) -> Option<&'static str> {
    let chapter = intro.contains("## Client messages");
    let (_, need) = ClientMessage::NEEDS.iter().find(|(known, _)| chapter && *known == name)?;
    Some(match need {
        Need::Nothing => "Anyone may send it.",
        Need::SignIn => "Needs a login.",
        Need::Owner => "Needs a login that is not by API token.",
        Need::Read => "Needs the scope `play` or `read`.",
        Need::Play => "Needs the scope `play`.",
        Need::Direct => "Needs the scope `play` or `floor`.",
        Need::Open => "Needs the scope `floor`, and the role of a host.",
        Need::Floor => "Needs the scope `floor`, and the role of the floor.",
        Need::Leagues => "Needs the scope `leagues`, and the role of the floor.",
        Need::Accounts => "Needs the scope `accounts`, and the role of the floor.",
        Need::Hooks => "Needs the scope `accounts`, and the role of an administrator.",
    })
}

pub(crate) fn structure(name: &str, fields: &Parts, docs: &Docs, out: &mut String) {
    writeln!(out, "\n{}", wrapped(docs.of(name))).unwrap();
    if !fields.is_empty() {
        out.push_str("\n| field | type | meaning |\n|---|---|---|\n");
    }
    for (field, kind) in fields {
        let meaning = docs.cell(&format!("{name}.{field}"));
        writeln!(out, "| `{field}` | {kind} | {meaning} |").unwrap();
    }
}

/// Doc comments by declaration: `Hello`, `Hello.minor`, `Action.Fold`, `ErrorCode.malformed`.
///
/// Paragraphs are separated by empty lines, and links are as [`plain`] leaves them.
pub(crate) struct Docs(BTreeMap<String, String>);

impl Docs {
    pub(crate) fn read() -> Self {
        let mut files = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        let mut docs = Self(BTreeMap::new());
        for file in files {
            docs.take(&std::fs::read_to_string(file).unwrap());
        }
        docs
    }

    /// Takes the comments of one file. It reads lines as rustfmt writes them.
    fn take(&mut self, text: &str) {
        let mut owner = None;
        let mut doc = String::new();
        for line in text.lines() {
            let code = line.trim_start();
            if let Some(comment) = code.strip_prefix("///") {
                match comment.trim() {
                    "" => doc.push_str("\n\n"),
                    words if doc.is_empty() || doc.ends_with('\n') => doc.push_str(words),
                    words => doc.extend([" ", words]),
                }
                continue;
            }
            if code.starts_with("#[") {
                continue;
            }
            let word = |text: &str| -> String {
                text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
            };
            let declared = code.strip_prefix("pub ").unwrap_or(code);
            let of_type =
                ["struct ", "enum "].iter().find_map(|kind| declared.strip_prefix(kind)).map(word);
            let key = match &owner {
                _ if line.starts_with('}') => {
                    owner = None;
                    None
                }
                _ if of_type.is_some() => {
                    owner.clone_from(&of_type);
                    of_type
                }
                _ if code.starts_with(char::is_numeric) => {
                    code.split('"').nth(1).map(|code| format!("ErrorCode.{code}"))
                }
                Some(owner) => Some(format!("{owner}.{}", word(declared.trim_start_matches("r#")))),
                None => None,
            };
            if let Some(key) = key.filter(|_| !doc.is_empty()) {
                let other = self.0.insert(key.clone(), plain(&doc));
                assert!(other.is_none() || key.contains('.'), "two types are called {key}");
            }
            doc.clear();
        }
    }

    pub(crate) fn of(&self, key: &str) -> &str {
        self.0.get(key).unwrap_or_else(|| panic!("{key} has no doc comment"))
    }

    /// A doc comment in a cell of a table.
    pub(crate) fn cell(&self, key: &str) -> String {
        let text = self.of(key).replace("\n\n", " ");
        assert!(!text.contains('|'), "{key} would break its table");
        text
    }
}

/// Turns the links of a doc comment into those of the page: the name of an item becomes code, with
/// dots between its parts, and a link to the limits leads to their section.
fn plain(doc: &str) -> String {
    let mut out = String::new();
    let mut rest = doc;
    while let Some(at) = rest.find(['[', '`']) {
        out.push_str(&rest[..at]);
        let found = &rest[at..];
        if let Some(code) = found.strip_prefix('`') {
            let end = code.find('`').map_or(found.len(), |end| end + 2);
            out.push_str(&found[..end]);
            rest = &found[end..];
            continue;
        }
        let (label, after) = found[1..].split_once(']').expect("a bracket in a comment is closed");
        let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
        match target {
            _ if label.starts_with('`') => out.push_str(&label.replace("::", ".")),
            Some(("crate::limits", _)) => write!(out, "[{label}](#limits)").unwrap(),
            _ => out.push_str(label),
        }
    }
    out + rest
}

/// Breaks the lines of a text.
pub(crate) fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for (index, paragraph) in text.split("\n\n").enumerate() {
        if index > 0 {
            out.push_str("\n\n");
            column = 0;
        }
        for word in paragraph.split_whitespace() {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += width;
        }
    }
    out
}

#[test]
fn comments_are_found_by_declaration() {
    let mut docs = Docs(BTreeMap::new());
    docs.take(
        "messages! {\n    /// A set.\n    pub enum Set {\n        /// Says so.\n        1 => \
         Say,\n    }\n}\n\n/// Says [`Set::Say`](crate::Set::Say) within its\n/// \
         [limits](crate::limits).\n///\n/// Or `[not]`.\n#[derive(Debug)]\npub struct Say {\n    \
         /// The [words].\n    pub r#loud: bool,\n}\n\ncodes! {\n    /// Too loud.\n    7 Loud \
         \"too_loud\",\n}\n",
    );
    let found = |key: &str| docs.0.get(key).map(String::as_str);
    assert_eq!(found("Say"), Some("Says `Set.Say` within its [limits](#limits).\n\nOr `[not]`."));
    assert_eq!(found("Say.loud"), Some("The words."));
    assert_eq!(found("ErrorCode.too_loud"), Some("Too loud."));
    assert_eq!(docs.0.len(), 4, "{:?}", docs.0);
}

#[test]
fn long_lines_are_broken() {
    let text = wrapped(&format!("{} b\n\nc", "a ".repeat(60)));
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
    assert!(text.ends_with("b\n\nc"));
}
