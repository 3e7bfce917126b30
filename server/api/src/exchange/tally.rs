//! Games and rulebooks: what the tables and tournaments of the lobby have in common.

use super::{Exchange, Next, Reply};
use serde_json::{Map, Value, json};

impl Exchange {
    /// Adds a part of a list of tables or tournaments to the tally of these fields.
    pub(super) fn on_tally(&mut self, name: &str, body: &Value, fields: &[&str]) -> Next {
        let list = match name {
            "TableList" => "tables",
            "TournamentList" => "tournaments",
            _ => return Next::Wait,
        };
        for row in body[list].as_array().into_iter().flatten() {
            self.tally(row, list, fields);
        }
        if body["last"] == json!(false) {
            return Next::Wait;
        }
        match self.queue.pop_front() {
            Some(message) => Next::Send(Box::new(message)),
            None => {
                let first = |row: &Value| row[fields[0]].as_str().unwrap_or_default().to_owned();
                self.rows.sort_by_key(first);
                Next::Answer(Reply::Body(json!({ "items": self.rows })))
            }
        }
    }

    fn tally(&mut self, found: &Value, list: &str, fields: &[&str]) {
        let is_same = |row: &&mut Value| fields.iter().all(|field| row[*field] == found[*field]);
        if let Some(row) = self.rows.iter_mut().find(is_same) {
            row[list] = json!(row[list].as_u64().unwrap_or(0) + 1);
            return;
        }
        let mut row: Map<String, Value> =
            fields.iter().map(|field| ((*field).to_owned(), found[*field].clone())).collect();
        for name in ["tables", "tournaments"] {
            row.insert(name.to_owned(), json!(u64::from(name == list)));
        }
        self.rows.push(Value::Object(row));
    }
}
