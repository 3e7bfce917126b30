//! A tournament to open: by the id of a structure of the room, or with a whole structure, which the
//! room reads as it reads a file.

use crate::operations::{OPEN_BY_ID, OPEN_WHOLE};
use crate::problem::Problem;
use crate::template::build;
use cardroom_protocol::ClientMessage;
use serde_json::{Map, Value, json};

/// The field with the structure.
const STRUCTURE: &str = "structure";

/// Returns the message that opens a tournament.
pub(crate) fn message(values: &Map<String, Value>) -> Result<ClientMessage, Problem> {
    let read = |template: &str| serde_json::from_str(template).expect("a test reads it");
    let mut values = values.clone();
    match values.get(STRUCTURE) {
        Some(Value::String(_)) => build(&read(OPEN_BY_ID), &values, &[]),
        Some(Value::Object(structure)) => {
            let file = toml::to_string(&table(structure, STRUCTURE)?).map_err(|error| {
                let detail = format!("The field `{STRUCTURE}` is wrong: {error}.");
                Problem::of_field(STRUCTURE, detail)
            })?;
            values.insert(STRUCTURE.to_owned(), json!(file));
            build(&read(OPEN_WHOLE), &values, &[])
        }
        _ => {
            let text =
                "Send the id of a structure of the room, or an object with a whole structure.";
            Err(Problem::of_field(STRUCTURE, text))
        }
    }
}

/// Returns an object as a table. A key with `null` is left out, as a file would leave it out.
fn table(object: &Map<String, Value>, place: &str) -> Result<toml::Table, Problem> {
    let present = object.iter().filter(|(_, value)| !value.is_null());
    let entry = |(key, found): (&String, &Value)| {
        Ok((key.clone(), value(found, &format!("{place}.{key}"))?))
    };
    present.map(entry).collect()
}

fn value(found: &Value, place: &str) -> Result<toml::Value, Problem> {
    let wrong = |what: &str| {
        let detail = format!("The field `{place}` is wrong: a structure has no {what} here.");
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
            let each = each.map(|(index, one)| value(one, &format!("{place}[{index}]")));
            toml::Value::Array(each.collect::<Result<_, _>>()?)
        }
        Value::Object(parts) => toml::Value::Table(table(parts, place)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(structure: &Value) -> Result<ClientMessage, Problem> {
        let values = json!({
            "structure": structure, "name": null, "starts_at": 7, "self_run": false, "league": null,
        });
        message(values.as_object().unwrap())
    }

    #[test]
    fn an_id_names_a_structure_and_an_object_is_one() {
        match opened(&json!("friday")).unwrap() {
            ClientMessage::OpenTournament(body) => assert_eq!(body.structure, "friday"),
            other => panic!("{other:?}"),
        }
        let whole = json!({
            "id": "friday",
            "next_day": null,
            "entry": { "buy_in": 0, "rebuy": null },
            "levels": { "rows": [{ "blinds": [25, 50] }, { "break": 5 }] },
        });
        let text = match opened(&whole).unwrap() {
            ClientMessage::OpenTournamentWith(body) => body.structure,
            other => panic!("{other:?}"),
        };
        let expected = toml::from_str::<toml::Table>(
            "id = \"friday\"\n[entry]\nbuy_in = 0\n[levels]\n\
             rows = [{ blinds = [25, 50] }, { break = 5 }]\n",
        );
        assert_eq!(toml::from_str::<toml::Table>(&text).unwrap(), expected.unwrap());
    }

    #[test]
    fn a_value_that_no_file_can_have_is_named_by_its_place() {
        for (structure, field) in [
            (json!(5), "structure"),
            (json!(null), "structure"),
            (json!({ "seats": u64::MAX }), "structure.seats"),
            (json!({ "entry": { "buy_in": u64::MAX } }), "structure.entry.buy_in"),
            (json!({ "levels": { "rows": [{}, null] } }), "structure.levels.rows[1]"),
        ] {
            assert_eq!(
                opened(&structure).unwrap_err().field.as_deref(),
                Some(field),
                "{structure}"
            );
        }
    }
}
