//! A tournament to open: by the id of a structure of the room, or with a whole structure, which the
//! room reads as it reads a file.

use crate::file;
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
            let file = file::text(structure, "structure", STRUCTURE)?;
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
