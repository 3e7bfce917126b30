//! Rosters: as a table (CSV) or as rows in JSON, sent in as many parts as the socket asks for.

use crate::problem::Problem;
use crate::template::build;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::limits::MAX_ROSTER_PART_CHARS;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The columns of a roster, in the words that the server reads.
const COLUMNS: [&str; 6] = ["name", "table", "seat", "apart", "check_in", "stack"];

/// A player of a roster. Each value is what the column of the table has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    table: Option<u32>,
    seat: Option<u32>,
    /// The names of players to keep at other tables.
    #[serde(default)]
    apart: Vec<String>,
    check_in: Option<bool>,
    stack: Option<u64>,
}

/// Returns the messages of a roster.
pub(crate) fn messages(values: &Map<String, Value>) -> Result<Vec<ClientMessage>, Problem> {
    let text = match (&values["csv"], &values["players"]) {
        (Value::String(text), Value::Null) => text.clone(),
        (Value::Null, players @ Value::Array(_)) => table(players)?,
        (Value::Null, Value::Null) => {
            return Err(Problem::of_field("csv", "Send the roster as `csv` or as `players`."));
        }
        (Value::Null, _) => return Err(Problem::of_field("players", "This has to be a list.")),
        (_, Value::Null) => return Err(Problem::of_field("csv", "This has to be a text.")),
        _ => {
            let text = "Send the roster as `csv` or as `players`, not as both.";
            return Err(Problem::of_field("players", text));
        }
    };
    let template = json!({ "ImportRoster": {
        "tournament": "$tournament", "seq": "$seq", "reason": "$reason", "rule": "$rule",
        "text": "$text", "more": "$more",
    } });
    let parts = parts(&text);
    let count = parts.len();
    let part = |(index, part): (usize, String)| {
        let mut values = values.clone();
        values.insert("text".to_owned(), json!(part));
        values.insert("more".to_owned(), json!(index + 1 < count));
        build(&template, &values, &[])
    };
    parts.into_iter().enumerate().map(part).collect()
}

/// Splits a text into parts that fit into a message, at least one.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = 0;
    for letter in text.chars() {
        if chars == MAX_ROSTER_PART_CHARS {
            parts.push(String::new());
            chars = 0;
        }
        parts.last_mut().expect("there is one at first").push(letter);
        chars += 1;
    }
    parts
}

/// Writes rows as a table.
fn table(players: &Value) -> Result<String, Problem> {
    let rows: Vec<Row> = serde_path_to_error::deserialize(players).map_err(|error| {
        let field = format!("players{}", error.path());
        let detail = format!("The field `{field}` is wrong: {}.", error.inner());
        Problem::of_field(field, detail)
    })?;
    let mut text = COLUMNS.join(",");
    for row in rows {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let check_in = row.check_in.map(|checked| if checked { "yes" } else { "no" }.to_owned());
        let cells = [
            Some(row.name),
            number(row.table.map(u64::from)),
            number(row.seat.map(u64::from)),
            Some(row.apart.join(";")),
            check_in,
            number(row.stack),
        ];
        let cells = cells.map(|cell| quoted(&cell.unwrap_or_default()));
        text.push('\n');
        text.push_str(&cells.join(","));
    }
    text.push('\n');
    Ok(text)
}

/// Quotes a cell if it needs that (RFC 4180, 2).
fn quoted(cell: &str) -> String {
    match cell.contains(['"', ',', '\n', '\r', ';', '\t']) || cell.trim() != cell {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::tournament::ImportRoster;

    fn roster(csv: &Value, players: &Value) -> Result<Vec<ImportRoster>, Problem> {
        let values = json!({
            "tournament": 7, "seq": 1, "reason": "r", "rule": null, "csv": csv, "players": players,
        });
        let messages = messages(values.as_object().unwrap())?;
        let body = |message| match message {
            ClientMessage::ImportRoster(body) => body,
            other => panic!("{other:?}"),
        };
        Ok(messages.into_iter().map(body).collect())
    }

    #[test]
    fn rows_become_a_table_with_quotation_marks_where_they_are_needed() {
        let players = json!([
            { "name": "Ada" },
            { "name": "Bo \"B\", Jr.", "table": 2, "apart": ["Ada", "Cy"], "check_in": true },
        ]);
        let parts = roster(&Value::Null, &players).unwrap();
        let expected = "name,table,seat,apart,check_in,stack\nAda,,,,,\n\
                        \"Bo \"\"B\"\", Jr.\",2,,\"Ada;Cy\",yes,\n";
        assert_eq!(parts[0].text, expected);
        assert!(!parts[0].more);
    }

    #[test]
    fn a_long_roster_comes_in_parts_that_are_the_whole_of_it() {
        let text = "é".repeat(2 * MAX_ROSTER_PART_CHARS + 1);
        let parts = roster(&json!(text), &Value::Null).unwrap();
        let more: Vec<_> = parts.iter().map(|part| part.more).collect();
        assert_eq!(more, [true, true, false]);
        assert_eq!(parts.into_iter().map(|part| part.text).collect::<String>(), text);
    }

    #[test]
    fn a_wrong_row_is_named() {
        let field = |csv, players| roster(&csv, &players).unwrap_err().field.unwrap();
        assert_eq!(field(Value::Null, json!([{ "name": "A" }, { "name": 5 }])), "players[1].name");
        assert_eq!(field(Value::Null, json!([{ "name": "A", "age": 5 }])), "players[0].age");
        assert_eq!(field(Value::Null, Value::Null), "csv");
        assert_eq!(field(json!("x"), json!([])), "players");
        assert_eq!(field(json!(5), Value::Null), "csv");
    }
}
