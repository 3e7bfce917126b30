//! One case as it stands in its file: who sits where, what happens, what is expected. What its keys
//! mean for the table is in `begin`; what its steps do is in `script`.

use super::keys::Keys;
use super::{Failure, KINDS, Trouble};
use cardroom_rules::Rulebook;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Table;

/// What a case without an id is called.
pub(super) const NO_ID: &str = "(no id)";

/// The most steps of a case.
const MOST_STEPS: usize = 200;

#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name, of which there is only one.
    pub id: String,
    pub title: String,
    /// Whether it is an example of the book or derived from its rules.
    pub origin: Origin,
    /// The rulebook it is played under.
    pub book: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// Other rulebooks under which it holds, too, and the rules of each that it shows there.
    #[serde(default)]
    pub also: BTreeMap<String, Vec<String>>,
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
    #[serde(default)]
    pub note: String,
    /// The rulebook to play by, where it is not the one that `book` names.
    #[serde(skip)]
    pub(super) rulebook: Option<Arc<Rulebook>>,
    /// The case is played under a book of its list `also`.
    #[serde(skip)]
    under_another: bool,
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
        let id = table.get("id").and_then(toml::Value::as_str).unwrap_or(NO_ID).to_owned();
        table.try_into().map_err(|error: toml::de::Error| Failure {
            case: id,
            step: None,
            expected: "a case".to_owned(),
            actual: error.to_string().trim().to_owned(),
        })
    }

    /// Refuses what no case can be played without, and seats that no table has.
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

    /// Returns the case under a book of its list `also`, with the rules that it shows there.
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

    /// Returns its id, and the book if it is not the case's own.
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
