//! The messages of a call, made from the templates of its operation.

use crate::call::{Call, missing, unknown};
use crate::league;
use crate::opening;
use crate::operations::{List, Sends};
use crate::problem::Problem;
use crate::roster;
use crate::template::build;
use cardroom_protocol::ClientMessage;
use serde_json::{Map, Value, json};

/// The place of the first row of a page in a template. In a list, it is no field of the operation.
const FROM: &str = "from";

/// Returns the messages of a call, with this many rows before the first one of a page.
///
/// # Errors
/// A field is missing, unknown, or has a wrong value.
pub fn messages(call: &Call, from: u32) -> Result<Vec<ClientMessage>, Problem> {
    let mut values = call.values.clone();
    // The first day of a season has this name, too.
    values.entry(FROM).or_insert_with(|| json!(from));
    let build = |template: &str, values: &Map<String, Value>, forms: &[(&str, &Value)]| {
        let template = serde_json::from_str(template).expect("a test reads every template");
        build(&template, values, forms)
    };
    match call.operation.sends {
        Sends::Nothing => Ok(Vec::new()),
        Sends::Message(template) => Ok(vec![build(template, &values, &[])?]),
        Sends::Messages(templates) => {
            templates.iter().map(|template| build(template, &values, &[])).collect()
        }
        Sends::Command { template, word, list } => {
            let (form, command) = command(call, word, list)?;
            values.insert(word.to_owned(), command);
            Ok(vec![build(template, &values, &[(word, &form)])?])
        }
        Sends::Roster => roster::messages(&values),
        Sends::League(template) => Ok(vec![league::message(template, &values)?]),
        Sends::Opening => Ok(vec![opening::message(&values)?]),
    }
}

fn wrapped(inner: Value, around: Option<&str>) -> Value {
    match around {
        Some(name) => json!({ name: inner }),
        None => inner,
    }
}

/// Returns the template of the command that a body names, and its message.
fn command(call: &Call, word: &str, list: List) -> Result<(Value, Value), Problem> {
    let mut rest = call.rest.clone();
    let name = rest.remove(word).ok_or_else(|| missing(word))?;
    let named = |name: &str| list.forms().find(|(form, _)| form.name == name);
    let found = name.as_str().and_then(named);
    let (form, around) = found.ok_or_else(|| {
        let names: Vec<_> = list.forms().map(|(form, _)| form.name.as_str()).collect();
        Problem::of_field(
            word,
            format!("There is no such {word}. Say one of: {}.", names.join(", ")),
        )
    })?;
    let mut values = call.values.clone();
    for field in form.fields() {
        for (name, value) in values_of(&field, &mut rest)? {
            values.insert(name, value);
        }
    }
    match rest.keys().next() {
        Some(name) => Err(unknown(name)),
        None => {
            let template = wrapped(form.template().clone(), around);
            Ok((template, wrapped(form.filled(&values), around)))
        }
    }
}

/// Returns the names of the values of a field. Some fields of people are two values of the message.
#[must_use]
pub fn names_of(field: &Value) -> Vec<&str> {
    let name = field["name"].as_str().unwrap_or_default();
    match field["kind"].as_str() {
        Some("player") => vec!["seat", name],
        Some("season") => vec!["league", name],
        _ => vec![name],
    }
}

/// Returns the value of a field that may be left out; `None` if it may not.
#[must_use]
pub fn default_of(field: &Value) -> Option<Value> {
    let is_flag = field["flag"] == json!(true);
    match field["kind"].as_str() {
        Some("check") => Some(json!(false)),
        Some("choice") if is_flag => Some(field["options"][0]["typed"].clone()),
        _ if !field["default"].is_null() => Some(field["default"].clone()),
        _ if !field["optional"].is_null() => Some(Value::Null),
        _ => None,
    }
}

/// Takes the values of a field out of the body, as the message has them.
fn values_of(
    field: &Value,
    body: &mut Map<String, Value>,
) -> Result<Vec<(String, Value)>, Problem> {
    let mut found = Vec::new();
    for name in names_of(field) {
        let value = body.remove(name).or_else(|| default_of(field)).ok_or_else(|| missing(name))?;
        let value = match field["kind"].as_str() {
            Some("choice") => chosen(field, name, &value)?,
            Some("number") => times(field, value),
            _ => value,
        };
        found.push((name.to_owned(), value));
    }
    Ok(found)
}

/// Returns the value behind the word of a choice.
fn chosen(field: &Value, name: &str, typed: &Value) -> Result<Value, Problem> {
    let options = field["options"].as_array().map_or(&[][..], Vec::as_slice);
    let found = options.iter().find(|option| option["typed"] == *typed);
    found.map(|option| option["value"].clone()).ok_or_else(|| {
        let words = options.iter().filter_map(|option| option["typed"].as_str());
        let words: Vec<_> = words.collect();
        Problem::of_field(name, format!("Say one of: {}.", words.join(", ")))
    })
}

/// Returns a number in the unit of the message, which may be a part of the field's.
fn times(field: &Value, value: Value) -> Value {
    match (field["times"].as_u64(), value.as_u64()) {
        (Some(times), Some(number)) => json!(number.saturating_mul(times)),
        _ => value,
    }
}

#[cfg(test)]
mod tests;
