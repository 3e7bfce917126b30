//! Objects in a request that the room reads as it reads a file of its configuration: whole
//! structures and leagues. They are sent as TOML.

use crate::problem::Problem;
use serde_json::{Map, Value};

/// Writes an object as a file. `what` names it for people, and `place` is its field in the request.
pub(crate) fn text(
    object: &Map<String, Value>,
    what: &str,
    place: &str,
) -> Result<String, Problem> {
    toml::to_string(&table(object, what, place)?).map_err(|error| {
        let detail = format!("The field `{place}` is wrong: {error}.");
        Problem::of_field(place, detail)
    })
}

/// Returns an object as a table. A key with `null` is left out, as a file would leave it out.
fn table(object: &Map<String, Value>, what: &str, place: &str) -> Result<toml::Table, Problem> {
    let present = object.iter().filter(|(_, value)| !value.is_null());
    let entry = |(key, found): (&String, &Value)| {
        Ok((key.clone(), value(found, what, &format!("{place}.{key}"))?))
    };
    present.map(entry).collect()
}

fn value(found: &Value, what: &str, place: &str) -> Result<toml::Value, Problem> {
    let wrong = |which: &str| {
        let detail = format!("The field `{place}` is wrong: a {what} has no {which} here.");
        Problem::of_field(place, detail)
    };
    Ok(match found {
        Value::Null => return Err(wrong("null")),
        Value::Bool(flag) => toml::Value::Boolean(*flag),
        Value::String(text) => toml::Value::String(text.clone()),
        Value::Number(number) => match number.as_i64() {
            Some(number) => toml::Value::Integer(number),
            None => return Err(wrong("number but whole ones below 2^63")),
        },
        Value::Array(all) => {
            let each = all.iter().enumerate();
            let each = each.map(|(index, one)| value(one, what, &format!("{place}[{index}]")));
            toml::Value::Array(each.collect::<Result<_, _>>()?)
        }
        Value::Object(parts) => toml::Value::Table(table(parts, what, place)?),
    })
}
