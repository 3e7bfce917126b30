//! Compares every message in both encodings with the files in `tests/golden`, byte for byte.
//!
//! `BLESS=1 cargo test -p cardroom-protocol golden` writes the files again. It is allowed only
//! before the version that CHANGELOG calls 1.0, or for new messages.

use crate::samples;
use crate::survey::survey;
use cardroom_protocol::message::Message;
use cardroom_protocol::{ClientMessage, Encoding, ServerMessage, TableEvent, TournamentEvent};
use std::collections::BTreeSet;
use std::fmt::{Debug, Write as _};
use std::path::PathBuf;

const LIMIT: usize = 64 * 1024;

fn path(set: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(set).with_extension("txt")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

pub(crate) fn bytes_of_hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

fn encoded<M: Message>(encoding: Encoding, message: &M) -> Vec<u8> {
    let mut list = Vec::new();
    encoding.append(message, &mut list).unwrap();
    list
}

fn written<M: Message>(set: &str, samples: &[(&str, M)]) -> String {
    let mut text = format!(
        "# {set}: name, tag and what is special; the JSON object; the binary item in hex.\n"
    );
    for (note, message) in samples {
        let between = if note.is_empty() { "" } else { ": " };
        let json = String::from_utf8(encoded(Encoding::Json, message)).unwrap();
        let item = hex(&encoded(Encoding::Binary, message));
        let (name, tag) = (message.name(), message.tag());
        write!(text, "\n{name} {tag}{between}{note}\n{json}\n{item}\n").unwrap();
    }
    text
}

/// A sample as it is in the file.
pub(crate) struct Golden {
    pub(crate) title: String,
    pub(crate) json: String,
    pub(crate) item: Vec<u8>,
}

pub(crate) fn read(set: &str) -> Vec<Golden> {
    let text = std::fs::read_to_string(path(set)).unwrap();
    let blocks = text.split("\n\n").skip(1);
    blocks
        .map(|block| {
            let lines: Vec<&str> = block.lines().collect();
            let &[title, json, item] = lines.as_slice() else { panic!("three lines: {block}") };
            Golden { title: title.to_owned(), json: json.to_owned(), item: bytes_of_hex(item) }
        })
        .collect()
}

fn check<M: Message + Clone + PartialEq + Debug>(set: &str, samples: &[(&str, M)]) {
    let have: BTreeSet<&str> = samples.iter().map(|(_, message)| message.name()).collect();
    let want: BTreeSet<&str> = M::CATALOGUE.iter().map(|(_, name)| *name).collect();
    assert_eq!(have, want, "{set}: every message has a sample");

    let text = written(set, samples);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path(set), &text).unwrap();
    }
    let golden = std::fs::read_to_string(path(set)).unwrap_or_default();
    for (ours, theirs) in text.lines().zip(golden.lines()) {
        assert_eq!(ours, theirs, "{set}: the encoding has changed");
    }
    assert_eq!(text, golden, "{set}: samples were added or taken away");

    // Decode the contents of the file, and not the bytes encoded above.
    for (Golden { title, json, item }, (_, message)) in read(set).iter().zip(samples) {
        for (encoding, frame) in
            [(Encoding::Binary, item.clone()), (Encoding::Json, format!("[{json}]").into())]
        {
            let decoded = encoding.decode::<M>(&frame, LIMIT).unwrap();
            assert_eq!(decoded.messages, std::slice::from_ref(message), "{title} in {encoding:?}");
            assert_eq!(decoded.unknown, 0);
        }
    }
}

#[test]
fn client_messages() {
    check::<ClientMessage>("client", &samples::client());
}

#[test]
fn server_messages() {
    check::<ServerMessage>("server", &samples::server());
}

#[test]
fn table_events() {
    check::<TableEvent>("events", &samples::events());
}

#[test]
fn tournament_events() {
    check::<TournamentEvent>("tournament_events", &samples::tournament_events());
}

/// The samples show every variant of every enum, and every option filled and empty.
#[test]
fn samples_leave_nothing_out() {
    fn json<M: Message>(samples: &[(&str, M)]) -> String {
        let all = samples.iter().flat_map(|(_, message)| encoded(Encoding::Json, message));
        String::from_utf8(all.collect()).unwrap()
    }
    let json = json(&samples::client())
        + &json(&samples::server())
        + &json(&samples::events())
        + &json(&samples::tournament_events());
    let survey = survey();
    for (name, variants) in &survey.enums {
        for (variant, content) in variants {
            let end = if content.is_empty() { "" } else { ":" };
            let spelled = format!("\"{variant}\"{end}");
            assert!(json.contains(&spelled), "no sample has {name}::{variant}");
        }
    }
    for (name, fields) in &survey.structs {
        for (field, _) in fields.iter().filter(|(_, kind)| kind.starts_with("optional ")) {
            let key = format!("\"{field}\":");
            let (empty, filled): (Vec<&str>, Vec<&str>) =
                json.split(&key).skip(1).partition(|after| after.starts_with("null"));
            assert!(!empty.is_empty(), "no sample has {name}.{field} empty");
            assert!(!filled.is_empty(), "no sample has {name}.{field} filled");
        }
    }
}

/// Tags are unique and ascending, so that a free one is easy to see. Names are unique, too.
#[test]
fn tags_and_names_are_unique() {
    fn ascending<M: Message>() {
        assert!(M::CATALOGUE.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let names: BTreeSet<&str> = M::CATALOGUE.iter().map(|(_, name)| *name).collect();
        assert_eq!(names.len(), M::CATALOGUE.len());
    }
    ascending::<ClientMessage>();
    ascending::<ServerMessage>();
    ascending::<TableEvent>();
    ascending::<TournamentEvent>();
}

/// An answer that is missing in `answers.rs` could not be refused if it cannot be encoded.
#[test]
fn an_answer_knows_its_request() {
    for (_, message) in samples::server() {
        let json = String::from_utf8(encoded(Encoding::Json, &message)).unwrap();
        let own = format!("{{\"{}\":{{\"request\":", message.name());
        let request = json.strip_prefix(&own).and_then(|rest| rest.split([',', '}']).next());
        let request = request.map(|id| id.parse::<u32>().unwrap());
        assert_eq!(message.request().map(|id| id.0), request, "{json}");
    }
}
