//! The floor's commands as `commands.json` declares them, once for the command line, the page, the
//! simulator and the API over HTTP: the fields of each, and its message with the values of the
//! fields filled in.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The commands of each kind.
pub static DECLARED: LazyLock<Declared> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../web/src/floor/commands.json"))
        .expect("a test reads the same file")
});

/// All commands, as the file declares them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Declared {
    /// Fields that several commands have, by name.
    fields: Map<String, Value>,
    pub tournament: Vec<Form>,
    pub table: Vec<Form>,
    pub deal_error: Vec<Form>,
    pub league: Vec<Form>,
}

/// A command. The page uses the other parts of its declaration.
#[derive(Debug, Deserialize)]
pub struct Form {
    pub name: String,
    pub help: String,
    #[serde(default)]
    fields: Vec<Value>,
    /// The message, with `$name` in place of each field.
    command: Value,
}

impl Form {
    /// Returns the fields as objects, each with what it has in common with others.
    pub fn fields(&self) -> impl Iterator<Item = Value> {
        self.fields.iter().map(|field| {
            let like = field.as_str().or_else(|| field["like"].as_str()).unwrap_or_default();
            let mut all = Map::from_iter([("name".to_owned(), json!(like))]);
            let shared = DECLARED.fields.get(like).and_then(Value::as_object);
            let parts = shared.into_iter().chain(field.as_object()).flatten();
            all.extend(parts.map(|(key, part)| (key.clone(), part.clone())));
            Value::Object(all)
        })
    }

    /// Returns the name of the message on the wire.
    ///
    /// # Panics
    /// If the declaration has no message, which a test would notice.
    #[must_use]
    pub fn tag(&self) -> &str {
        let first = self.command.as_object().and_then(|command| command.keys().next());
        self.command.as_str().or(first.map(String::as_str)).expect("a command has a message")
    }

    /// Returns the field that is the only value of the message, such as `seat` of
    /// `{ "KillHand": "$seat" }`.
    #[must_use]
    pub fn only_field(&self) -> Option<&str> {
        self.command.as_object()?.values().next()?.as_str()?.strip_prefix('$')
    }

    /// Returns the message with `$name` in place of each field.
    #[must_use]
    pub fn template(&self) -> &Value {
        &self.command
    }

    /// Returns the message with these values in place of the fields. A field without a value is
    /// `null`.
    #[must_use]
    pub fn filled(&self, values: &Map<String, Value>) -> Value {
        filled(&self.command, values)
    }
}

/// Fills values into a template. `$name` without a value becomes `null`.
pub(crate) fn filled(template: &Value, values: &Map<String, Value>) -> Value {
    match template {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) => values.get(name).cloned().unwrap_or_default(),
            None => template.clone(),
        },
        Value::Object(parts) => {
            parts.iter().map(|(key, part)| (key.clone(), filled(part, values))).collect()
        }
        other => other.clone(),
    }
}
