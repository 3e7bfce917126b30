//! The shape of the types on the wire, as their own `Deserialize` reports it.

use crate::invent::{Choices, Invent};
use cardroom_protocol::line::{AnswerLine, ToBot};
use cardroom_protocol::message::Message;
use cardroom_protocol::{ClientMessage, ServerMessage, TableEvent, TournamentEvent};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The parts of one struct or enum: field and type, or variant and the type of its content.
pub(crate) type Parts = Vec<(&'static str, String)>;

/// Every struct and enum that any message contains.
#[derive(Debug)]
pub(crate) struct Survey {
    pub(crate) structs: BTreeMap<&'static str, Parts>,
    pub(crate) enums: BTreeMap<&'static str, Parts>,
}

/// Surveys all messages. Types are spelled as on the page: `bool`, `u8` to `u64`, `string`,
/// `card`, `code`, `hash32`, `sig64`, `bytes`, `events`, or the name of a struct or enum, with
/// `optional` and `list of`
/// before one of those.
pub(crate) fn survey() -> Survey {
    both(|walk| {
        walk.visit::<ClientMessage>();
        walk.visit::<ServerMessage>();
        walk.visit::<TableEvent>();
        walk.visit::<TournamentEvent>();
    })
}

/// Surveys the lines of programs. They exist in JSON only, but spell their types alike. `number` is
/// a number with a fraction, and `[…, …]` a list of these types.
pub(crate) fn survey_of_lines() -> Survey {
    let mut survey = both(|walk| {
        walk.visit_type::<ToBot>();
        walk.visit_type::<AnswerLine>();
    });
    // The line `event` holds an event itself, which leaves no trace of its type.
    let lines = survey.enums.get_mut("ToBot").expect("lines to a program are an enum");
    let event = lines.iter_mut().find(|(kind, _)| *kind == "event").expect("an event is a line");
    assert_eq!(std::mem::replace(&mut event.1, "events".to_owned()), "");
    survey
}

/// Surveys what is visited, in both encodings.
fn both(visit: fn(&mut Walk)) -> Survey {
    let [binary, text] = [walk(false, visit), walk(true, visit)];
    let merge = |binary: BTreeMap<&'static str, Parts>, text: &BTreeMap<&'static str, Parts>| {
        let join = |(name, parts): (&'static str, Parts)| {
            let others = text[name].clone();
            assert_eq!(parts.len(), others.len(), "{name} differs between the encodings");
            let parts = parts.into_iter().zip(others);
            (name, parts.map(|((part, ours), (_, theirs))| (part, leaf(&ours, &theirs))).collect())
        };
        binary.into_iter().map(join).collect()
    };
    Survey {
        structs: merge(binary.structs, &text.structs),
        enums: merge(binary.enums, &text.enums),
    }
}

/// Returns the type of a part, from the requests of both encodings. Only leaves differ.
fn leaf(binary: &str, text: &str) -> String {
    if binary == text {
        return binary.to_owned();
    }
    if binary == "events" {
        return binary.to_owned();
    }
    let raw = |count: usize| format!("[{}]", vec!["u8"; count].join(", "));
    for (bytes, name) in [(raw(32), "hash32"), (raw(64), "sig64"), ("list of u8".into(), "bytes")] {
        let prefix = binary.strip_suffix(bytes.as_str());
        if let Some(prefix) = prefix.filter(|prefix| text == format!("{prefix}string")) {
            return format!("{prefix}{name}");
        }
    }
    let prefix = binary.rfind(' ').map_or(0, |at| at + 1);
    match (&binary[prefix..], text.strip_prefix(&binary[..prefix])) {
        ("u8", Some("string")) => format!("{}card", &binary[..prefix]),
        ("u16", Some("string")) => format!("{}code", &binary[..prefix]),
        _ => panic!("a part is {binary} in binary and {text} in text"),
    }
}

fn walk(human_readable: bool, visit: fn(&mut Walk)) -> Survey {
    let mut walk = Walk { human_readable, ..Walk::default() };
    // Each round shows the next variant of every enum. Enums may be nested, as in a
    // remedy of the deal.
    for _ in 0..128 {
        visit(&mut walk);
    }
    for (name, (seen, variants)) in &walk.variants {
        assert!(seen >= variants, "{name}: more variants than rounds");
    }
    let Walk { mut parts, structs, .. } = walk;
    let structs = structs.into_iter().map(|name| (name, parts.remove(name).unwrap_or_default()));
    Survey { structs: structs.collect(), enums: parts }
}

#[derive(Default)]
struct Walk {
    human_readable: bool,
    structs: Vec<&'static str>,
    parts: BTreeMap<&'static str, Parts>,
    variants: BTreeMap<&'static str, (usize, usize)>,
    /// The types of the open parts, from the outside in.
    open: Vec<String>,
}

impl Walk {
    fn visit<M: Message>(&mut self) {
        for (tag, name) in M::CATALOGUE {
            self.enter();
            M::deserialize_tagged(*tag, Invent(self))
                .expect("the tag is from the catalogue")
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let structure = self.open.pop();
            assert_eq!(structure.as_deref(), Some(*name), "a message is a struct of its own name");
        }
    }

    fn visit_type<T: DeserializeOwned>(&mut self) {
        self.enter();
        T::deserialize(Invent(self)).unwrap_or_else(|error| panic!("{error}"));
        self.open.pop();
    }

    fn write(&mut self, text: &str) {
        self.open.last_mut().expect("inside a part").push_str(text);
    }
}

impl Choices for Walk {
    fn human_readable(&self) -> bool {
        self.human_readable
    }

    fn boolean(&mut self) -> bool {
        self.write("bool");
        false
    }

    fn integer(&mut self, bits: u32) -> u64 {
        self.write(&format!("u{bits}"));
        0
    }

    fn signed(&mut self) -> i64 {
        self.write("i64");
        0
    }

    fn number(&mut self) -> f64 {
        self.write("number");
        1.0
    }

    fn tuple(&mut self, text: &'static str) {
        self.write(text);
    }

    fn string(&mut self) -> String {
        self.write("string");
        // A card can be read from this, too.
        "As".to_owned()
    }

    fn some(&mut self) -> bool {
        self.write("optional ");
        true
    }

    fn length(&mut self) -> usize {
        let open = self.open.last_mut().expect("inside a part");
        if open != "events" {
            open.push_str("list of ");
        }
        1
    }

    fn event(&mut self) -> &'static str {
        "Resumed"
    }

    fn variant(&mut self, of: &'static str, variants: &'static [&'static str]) -> usize {
        self.write(of);
        let (seen, count) = self.variants.entry(of).or_insert((0, variants.len()));
        *seen += 1;
        (*seen - 1) % *count
    }

    fn structure(&mut self, name: &'static str) {
        self.write(name);
        if !self.structs.contains(&name) {
            self.structs.push(name);
        }
    }

    fn items(&mut self) {
        self.write("events");
    }

    fn enter(&mut self) {
        self.open.push(String::new());
    }

    fn leave(&mut self, owner: &'static str, part: &'static str) {
        let written = self.open.pop().expect("every part that ends began");
        if owner.is_empty() {
            return;
        }
        let parts = self.parts.entry(owner).or_default();
        match parts.iter().find(|(known, _)| *known == part) {
            Some((_, known)) => assert_eq!(*known, written, "{owner}.{part} has one type"),
            None => parts.push((part, written)),
        }
    }
}
