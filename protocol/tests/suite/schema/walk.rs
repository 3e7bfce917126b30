//! Golden frames beside their types: which field of which structure stands where, and which of
//! them the decoder lets a frame leave out.

use crate::golden;
use crate::line_samples;
use crate::survey::Survey;
use cardroom_protocol::line::{FromBot, ToBot};
use cardroom_protocol::message::Message;
use cardroom_protocol::{ClientMessage, Encoding, ServerMessage, TableEvent, TournamentEvent};
use serde_json::Value;
use std::collections::BTreeSet;

const LIMIT: usize = 1024 * 1024;

/// Whether the decoder takes the JSON of a message or a line.
pub(crate) type Reads = fn(&Value) -> bool;

/// A golden message or line, with what reads it and its definition in the schema.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) title: String,
    pub(crate) value: Value,
    pub(crate) reads: Reads,
    pub(crate) definition: &'static str,
}

fn reads<M: Message>(value: &Value) -> bool {
    let frame = format!("[{value}]");
    let decoded = Encoding::Json.decode::<M>(frame.as_bytes(), LIMIT);
    decoded.is_ok_and(|decoded| decoded.unknown == 0)
}

/// Returns every golden message and event.
pub(crate) fn messages() -> Vec<Sample> {
    let sets: [(&str, Reads, &'static str); 4] = [
        ("client", reads::<ClientMessage>, "ClientMessage"),
        ("server", reads::<ServerMessage>, "ServerMessage"),
        ("events", reads::<TableEvent>, "TableEvent"),
        ("tournament_events", reads::<TournamentEvent>, "TournamentEvent"),
    ];
    let of_set = |(set, reads, definition): (&str, Reads, &'static str)| {
        golden::read(set).into_iter().map(move |golden| Sample {
            title: golden.title,
            value: serde_json::from_str(&golden.json).unwrap(),
            reads,
            definition,
        })
    };
    sets.into_iter().flat_map(of_set).collect()
}

/// Returns every golden line.
pub(crate) fn lines() -> Vec<Sample> {
    let to = line_samples::to_bot().into_iter().map(|(note, line)| {
        let mut text = Vec::new();
        line.write(&mut text).unwrap();
        Sample {
            title: format!("to a program: {note}"),
            value: serde_json::from_slice(&text).unwrap(),
            reads: |value| ToBot::read(value.to_string().as_bytes()).is_ok(),
            definition: "ToBot",
        }
    });
    let from = line_samples::from_bot().into_iter().map(|(note, line, _)| Sample {
        title: format!("from a program: {note}"),
        value: serde_json::from_str(line).unwrap(),
        reads: |value| FromBot::read(value.to_string().as_bytes()).is_ok(),
        definition: "FromBot",
    });
    to.chain(from).collect()
}

/// A field somewhere in a sample.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) structure: String,
    pub(crate) field: String,
    /// The JSON pointer of the structure.
    pub(crate) pointer: String,
}

/// Lists the fields in a value of this type.
pub(crate) fn places(
    survey: &Survey,
    value: &Value,
    kind: &str,
    pointer: &str,
    out: &mut Vec<Place>,
) {
    if let Some(inner) = kind.strip_prefix("optional ") {
        if !value.is_null() {
            places(survey, value, inner, pointer, out);
        }
    } else if let Some(inner) = kind.strip_prefix("list of ") {
        for (place, item) in value.as_array().into_iter().flatten().enumerate() {
            places(survey, item, inner, &format!("{pointer}/{place}"), out);
        }
    } else if kind == "events" {
        let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for (place, event) in list.iter().enumerate() {
            let at =
                if value.is_array() { format!("{pointer}/{place}") } else { pointer.to_owned() };
            message(survey, event, &at, out);
        }
    } else if let Some(fields) = survey.structs.get(kind) {
        for (field, kind) in fields {
            if let Some(inner) = value.get(field) {
                out.push(Place {
                    structure: structure_name(survey, fields),
                    field: (*field).to_owned(),
                    pointer: pointer.to_owned(),
                });
                places(survey, inner, kind, &format!("{pointer}/{field}"), out);
            }
        }
    } else if let Some(variants) = survey.enums.get(kind) {
        for (variant, holds) in variants.iter().filter(|(_, holds)| !holds.is_empty()) {
            if let Some(inner) = value.get(variant) {
                places(survey, inner, holds, &format!("{pointer}/{variant}"), out);
            }
        }
    }
}

fn structure_name(survey: &Survey, fields: &crate::survey::Parts) -> String {
    let found = survey.structs.iter().find(|(_, known)| std::ptr::eq(*known, fields));
    found.map_or_else(String::new, |(name, _)| (*name).to_owned())
}

/// Lists the fields in a message, which is an object with its name as the only key.
pub(crate) fn message(survey: &Survey, value: &Value, pointer: &str, out: &mut Vec<Place>) {
    for (name, body) in value.as_object().into_iter().flatten() {
        places(survey, body, name, &format!("{pointer}/{name}"), out);
    }
}

/// Returns a sample without the field at a place.
pub(crate) fn without(value: &Value, place: &Place) -> Value {
    let mut less = value.clone();
    let owner = less.pointer_mut(&place.pointer).and_then(Value::as_object_mut);
    owner.expect("a structure is an object").remove(&place.field);
    less
}

/// The fields that the decoder does not miss.
pub(crate) struct Absent(BTreeSet<(String, String)>);

impl Absent {
    pub(crate) fn of_messages(survey: &Survey) -> Self {
        Self::found(&messages(), |value, out| message(survey, value, "", out))
    }

    pub(crate) fn of_lines(survey: &Survey) -> Self {
        Self::found(&lines(), |value, out| {
            let root = if value.get("id").is_some() || value.get("ready").is_some() {
                "AnswerLine"
            } else {
                "ToBot"
            };
            places(survey, value, root, "", out);
        })
    }

    fn found(samples: &[Sample], list: impl Fn(&Value, &mut Vec<Place>)) -> Self {
        let mut found = BTreeSet::new();
        for sample in samples {
            let mut all = Vec::new();
            list(&sample.value, &mut all);
            for place in all {
                let key = (place.structure.clone(), place.field.clone());
                if !found.contains(&key) && (sample.reads)(&without(&sample.value, &place)) {
                    found.insert(key);
                }
            }
        }
        Self(found)
    }

    pub(crate) fn may_be(&self, structure: &str, field: &str) -> bool {
        self.0.contains(&(structure.to_owned(), field.to_owned()))
    }
}
