//! One case as it stands in its file: who sits where, what happens, what is expected. What its keys
//! mean for the table is in `begin`; what its steps do is in `script`.

use super::{Failure, Trouble};
use serde::Deserialize;
use toml::Table;

/// A rule case.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name, of which there is only one.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Whether it is an example of the book or derived from its rules.
    pub origin: Origin,
    /// The rulebook it is played under.
    pub book: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// Where the book says so.
    #[serde(default)]
    pub cite: String,
    /// What it is about; see [`KINDS`](super::KINDS).
    pub kind: String,
    /// How a server meets the rule: enforced, gesture, tool of the floor, made impossible.
    pub class: Class,
    /// How sure the book is.
    pub verdict: Verdict,
    /// Which of the inputs the book does not give.
    #[serde(default)]
    pub assumed: Vec<String>,
    /// Variant, structure, blinds, street and pot.
    #[serde(default)]
    pub(crate) game: Table,
    /// Button, blinds and settings of the table.
    #[serde(default)]
    pub(crate) table: Table,
    /// Who sits where, clockwise.
    #[serde(default)]
    pub(crate) seats: Vec<Table>,
    /// What happens and what is expected.
    pub(crate) steps: Vec<Table>,
    /// The reasoning.
    #[serde(default)]
    pub note: String,
}

/// Where a case comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// An example of the book.
    Book,
    /// Worked out from its rules.
    Derived,
}

/// How a server meets the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Class {
    /// The engine or the director enforces it.
    E,
    /// Gestures and declarations are ruled on.
    G,
    /// The floor has a tool for it.
    T,
    /// It cannot happen here.
    M,
}

/// How sure the book is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// One answer follows.
    Clear,
    /// It leaves the answer to the floor.
    Discretion,
    /// It can be read in two ways.
    Ambiguous,
    /// It says two things.
    Contradictory,
}

impl Case {
    /// A case from its table in the file.
    pub(super) fn read(table: toml::Value) -> Result<Self, Failure> {
        let id = table.get("id").and_then(toml::Value::as_str).unwrap_or("(no id)").to_owned();
        table.try_into().map_err(|error: toml::de::Error| Failure {
            case: id,
            step: None,
            expected: "a case".to_owned(),
            actual: error.to_string().trim().to_owned(),
        })
    }

    pub(super) fn failure(&self, step: Option<usize>, trouble: Trouble) -> Failure {
        let (expected, actual) = match trouble {
            Trouble::Differs { expected, actual } => (expected, actual),
            Trouble::NotUnderstood(what) => ("a case that can be played".to_owned(), what),
        };
        Failure { case: self.id.clone(), step, expected, actual }
    }
}
