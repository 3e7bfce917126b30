//! One case as its file states it: the seats, the steps, the expected results. `begin` turns its
//! keys into a table, and `script` plays its steps.

use super::keys::Keys;
use super::{Failure, KINDS, Trouble};
use cardroom_rules::Rulebook;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Table;

/// The name of a case without an id.
pub(super) const NO_ID: &str = "(no id)";

const MOST_STEPS: usize = 200;

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Unique among all cases.
    pub id: String,
    pub title: String,
    /// An example from the book, or derived from its rules.
    pub origin: Origin,
    /// The rulebook that the case is played under.
    pub book: String,
    /// The rules that the case shows.
    pub rules: Vec<String>,
    /// Other rulebooks under which the case also holds, with the rules that it shows there.
    #[serde(default)]
    pub also: BTreeMap<String, Vec<String>>,
    /// The passage in the book.
    #[serde(default)]
    pub cite: String,
    /// One of the [`KINDS`](super::KINDS).
    pub kind: String,
    /// How a server meets the rule.
    pub class: Class,
    /// How certain the book is.
    pub verdict: Verdict,
    /// Inputs that the book does not give.
    #[serde(default)]
    pub assumed: Vec<String>,
    /// Variant, structure, blinds, street and pot.
    #[serde(default)]
    pub(crate) game: Table,
    /// Button, blinds and settings of the table.
    #[serde(default)]
    pub(crate) table: Table,
    /// The players in their seats, clockwise.
    #[serde(default)]
    pub(crate) seats: Vec<Table>,
    /// The inputs and the expected results.
    pub(crate) steps: Vec<Table>,
    #[serde(default)]
    pub note: String,
    /// A rulebook that replaces the one named by `book`.
    #[serde(skip)]
    pub(super) rulebook: Option<Arc<Rulebook>>,
    /// The case is played under a book from its `also` list.
    #[serde(skip)]
    under_another: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// An example from the book.
    Book,
    /// Worked out from the book's rules.
    Derived,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Class {
    /// The engine or the director enforces it.
    E,
    /// The table rules on gestures and declarations.
    G,
    /// The floor has a tool for it.
    T,
    /// It cannot happen on this server.
    M,
}

/// How certain the book is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Clear,
    /// The book leaves the answer to the floor.
    Discretion,
    /// The book can be read in two ways.
    Ambiguous,
    /// The book contradicts itself.
    Contradictory,
}

impl Case {
    /// Reads a case from its table in the file.
    pub(super) fn read(table: toml::Value) -> Result<Self, Failure> {
        let id = table.get("id").and_then(toml::Value::as_str).unwrap_or(NO_ID).to_owned();
        table.try_into().map_err(|error: toml::de::Error| Failure {
            case: id,
            step: None,
            expected: "a case".to_owned(),
            actual: error.to_string().trim().to_owned(),
        })
    }

    /// Rejects a case that lacks a required key, or that names a seat no table has.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        let refused = |what: String| Err(Trouble::NotUnderstood(what));
        if !KINDS.contains(&self.kind.as_str()) {
            return Err(Trouble::unknown("kind", &self.kind));
        }
        if self.steps.is_empty() || self.steps.len() > MOST_STEPS {
            let count = self.steps.len();
            return refused(format!("a case has 1 to {MOST_STEPS} steps, not {count}"));
        }
        let mut seats = Vec::new();
        for seat in &self.seats {
            let seat = Keys::require(Keys::of(seat).seat("seat")?, "seat")?;
            if seats.contains(&seat) {
                return refused(format!("two players have seat {}", u32::from(seat.0) + 1));
            }
            seats.push(seat);
        }
        Ok(())
    }

    /// Returns the case under a book from its `also` list, with the rules that it shows there.
    #[must_use]
    pub fn under(&self, book: &str) -> Option<Self> {
        let rules = self.also.get(book)?.clone();
        let (book, also) = (book.to_owned(), BTreeMap::new());
        Some(Self { book, rules, also, under_another: true, ..self.clone() })
    }

    /// Returns the case under a rulebook that is not in the library.
    #[must_use]
    pub fn by(&self, rulebook: Arc<Rulebook>) -> Self {
        Self { rulebook: Some(rulebook), ..self.clone() }
    }

    /// Returns the id, followed by the book if it is not the case's own.
    #[must_use]
    pub fn name(&self) -> String {
        if self.under_another {
            format!("{} under {}", self.id, self.book)
        } else {
            self.id.clone()
        }
    }

    pub(super) fn failure(&self, step: Option<usize>, trouble: Trouble) -> Failure {
        let (expected, actual) = match trouble {
            Trouble::Differs { expected, actual } => (expected, actual),
            Trouble::NotUnderstood(what) => ("a case that can be played".to_owned(), what),
        };
        Failure { case: self.name(), step, expected, actual }
    }
}
