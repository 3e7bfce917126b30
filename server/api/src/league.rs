//! A league in a request, as an object with the keys of a league's file.

use crate::file;
use crate::problem::Problem;
use crate::template::build;
use cardroom_protocol::ClientMessage;
use serde_json::{Map, Value, json};

/// The field with the terms.
const TERMS: &str = "terms";
/// The id of the league in the address, and of a league in its terms.
const LEAGUE: &str = "league";
const ID: &str = "id";

/// Returns the message of a template that has the file of a league. The id in the address is that of
/// the terms, where the address has one.
pub(crate) fn message(
    template: &str,
    values: &Map<String, Value>,
) -> Result<ClientMessage, Problem> {
    let Some(Value::Object(terms)) = values.get(TERMS) else {
        let text = "Send an object with the terms of a league.";
        return Err(Problem::of_field(TERMS, text));
    };
    let mut terms = terms.clone();
    if let Some(league) = values.get(LEAGUE) {
        let known = terms.entry(ID).or_insert_with(|| league.clone());
        if known != league {
            let text = "A league keeps its id. End it, then make another one.";
            return Err(Problem::of_field("terms.id", text));
        }
    }
    let mut values = values.clone();
    values.insert(TERMS.to_owned(), json!(file::text(&terms, "league", TERMS)?));
    let template = serde_json::from_str(template).expect("a test reads every template");
    build(&template, &values, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::league::LeagueChange;

    const REPLACE: &str =
        r#"{"ChangeLeague": {"reason": "$reason", "change": {"Replace": "$terms"}}}"#;

    fn replaced(values: &Value) -> Result<String, Problem> {
        match message(REPLACE, values.as_object().unwrap())? {
            ClientMessage::ChangeLeague(body) => match body.change {
                LeagueChange::Replace(file) => Ok(file),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn terms_are_a_file_with_the_id_of_the_address() {
        let season = json!({ "id": "one", "name": "One", "from": "2027-01-01" });
        for terms in [
            json!({ "name": "Club", "best_nights": 3, "seasons": [season], "rulebook": null }),
            json!({ "id": "club", "name": "Club", "best_nights": 3, "seasons": [season] }),
        ] {
            let file = replaced(&json!({ "league": "club", "terms": terms, "reason": "r" }));
            let expected = "id = \"club\"\nname = \"Club\"\nbest_nights = 3\n\
                            [[seasons]]\nid = \"one\"\nname = \"One\"\nfrom = \"2027-01-01\"\n";
            let read = |text: &str| toml::from_str::<toml::Table>(text).unwrap();
            assert_eq!(read(&file.unwrap()), read(expected));
        }
    }

    #[test]
    fn wrong_terms_are_named_by_their_place() {
        for (terms, field) in [
            (json!({ "id": "other" }), "terms.id"),
            (json!({ "best_nights": u64::MAX }), "terms.best_nights"),
            (json!({ "seasons": [null] }), "terms.seasons[0]"),
            (json!("id = \"club\""), "terms"),
        ] {
            let values = json!({ "league": "club", "terms": terms, "reason": "r" });
            assert_eq!(replaced(&values).unwrap_err().field.as_deref(), Some(field), "{terms}");
        }
    }
}
