//! Rule cases: a table, a script of inputs, and what the rulebook says comes of them.
//!
//! A case is written in the words of a rulebook (`server/engine/cases/README.md` has them all) and
//! played on a real table through its own interface. Nothing here knows how a minimum raise or a
//! side pot comes about: every number is the engine's, and only compared with the one that the case
//! expects. What a case says that is not understood is a failure, never passed over.

mod begin;
mod case;
mod dealt;
mod deck;
mod dispute;
mod divided;
mod events;
mod expect;
mod floor;
mod gestures;
mod keys;
mod misdealt;
mod outcome;
mod positions;
mod rabbit;
mod script;
mod showdown;
mod tournament;

pub use case::Case;

use cardroom_rules::Library;
use case::NO_ID;
use script::Script;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The files of cases of this repository, as `rulebook/kind.toml`, with their texts.
pub const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// The cases of this repository.
///
/// # Errors
/// The first case that could not be read.
pub fn shipped() -> Result<Vec<Case>, UnreadableCases> {
    let mut cases = Vec::new();
    for (file, text) in SHIPPED {
        let unreadable = |why: String| UnreadableCases(format!("{file}: {why}"));
        for case in read(text).map_err(|error| unreadable(error.to_string()))? {
            cases.push(case.map_err(|failure| unreadable(failure.to_string()))?);
        }
    }
    Ok(cases)
}

/// Every kind of case.
pub const KINDS: &[&str] = &[
    "betting",
    "gesture",
    "oot",
    "undercall",
    "correction",
    "potlimit",
    "showdown",
    "oddchip",
    "stud",
    "dealing",
    "button",
    "rabbit",
    "clock",
    "seating",
    "balance",
    "finaltable",
    "late",
    "absent",
    "finish",
    "h4h",
    "colorup",
    "level",
    "deal",
    "dispute",
    "penalty",
];

/// What came of the cases of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// The ids of those that hold.
    pub passed: Vec<String>,
    /// Those that do not.
    pub failed: Vec<Failure>,
    /// The ids of those that were not played because their kind was not asked for, with it.
    pub left_out: Vec<(String, String)>,
}

/// A case that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub case: String,
    /// The step at which it ended, from 1; `None` where it could not begin.
    pub step: Option<usize>,
    /// What the case expects.
    pub expected: String,
    /// What the engine says.
    pub actual: String,
}

/// A file that holds no cases that could be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableCases(String);

/// Why a case does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The engine says something else than the case.
    Differs { expected: String, actual: String },
    /// The case says something nobody understands.
    NotUnderstood(String),
}

impl Trouble {
    pub(crate) fn differs(expected: impl Into<String>, actual: impl Into<String>) -> Self {
        Self::Differs { expected: expected.into(), actual: actual.into() }
    }

    pub(crate) fn unknown(what: &str, word: &str) -> Self {
        Self::NotUnderstood(format!("unknown {what} \"{word}\""))
    }
}

/// The cases of a file.
///
/// # Errors
/// The text is not TOML, or not a list of cases.
pub fn read(text: &str) -> Result<Vec<Result<Case, Failure>>, UnreadableCases> {
    let unreadable = |why: String| UnreadableCases(why.trim().to_owned());
    let mut file: toml::Table =
        toml::from_str(text).map_err(|error| unreadable(error.to_string()))?;
    let schema = file.remove("schema").and_then(|schema| schema.as_integer());
    if schema != Some(1) {
        return Err(unreadable("a file of cases begins with schema = 1".to_owned()));
    }
    let Some(toml::Value::Array(cases)) = file.remove("case") else {
        return Err(unreadable("a file of cases has [[case]] tables".to_owned()));
    };
    if let Some(key) = file.keys().next() {
        return Err(unreadable(format!("unknown key \"{key}\" beside [[case]]")));
    }
    Ok(cases.into_iter().map(Case::read).collect())
}

/// Plays the cases of a file, those of `kinds` only where some are named. A case that names other
/// books under `also` is played under each of them, too.
///
/// # Errors
/// The text is not TOML, or not a list of cases.
pub fn run(text: &str, library: &Library, kinds: &[&str]) -> Result<Report, UnreadableCases> {
    let mut report = Report::default();
    for case in read(text)? {
        report.add(match case {
            Ok(case) => report_of(&case, library, kinds),
            Err(failure) => Report { failed: vec![failure], ..Report::default() },
        });
    }
    Ok(report)
}

fn report_of(case: &Case, library: &Library, kinds: &[&str]) -> Report {
    let mut report = Report::default();
    if !kinds.is_empty() && !kinds.contains(&case.kind.as_str()) {
        report.left_out.push((case.id.clone(), case.kind.clone()));
        return report;
    }
    let others = case.also.keys().filter_map(|book| case.under(book));
    for case in std::iter::once(case.clone()).chain(others) {
        match play(&case, library) {
            Ok(()) => report.passed.push(case.name()),
            Err(failure) => report.failed.push(failure),
        }
    }
    report
}

/// Plays a case under its book to its end.
///
/// # Errors
/// The step that does not hold.
pub fn play(case: &Case, library: &Library) -> Result<(), Failure> {
    let begun = case.check().map_err(|trouble| (None, trouble));
    let played = begun.and_then(|()| {
        if tournament::plays(case) {
            tournament::play(case, library)
        } else {
            Script::play(case, library)
        }
    });
    played.map_err(|(step, trouble)| case.failure(step, trouble))
}

/// Runs a step. If the engine stops over it, that is what came of the case, and others are played
/// on.
fn guarded<T>(step: impl FnOnce() -> Result<T, Trouble>) -> Result<T, Trouble> {
    catch_unwind(AssertUnwindSafe(step)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason");
        Err(Trouble::differs("a result", format!("{STOPPED}{text}")))
    })
}

/// What a failure says of a case over which the engine stopped, before the reason.
pub const STOPPED: &str = "the engine stopped: ";

impl Report {
    /// Adds the report of another file. A case whose id is there already is a failure.
    pub fn add(&mut self, other: Self) {
        let ids: Vec<String> = other.names().map(str::to_owned).collect();
        let known: BTreeSet<&str> = self.names().collect();
        let again: Vec<String> = ids.into_iter().filter(|id| known.contains(id.as_str())).collect();
        self.passed.extend(other.passed);
        self.failed.extend(other.failed);
        self.left_out.extend(other.left_out);
        self.failed.extend(again.into_iter().map(|case| Failure {
            case,
            step: None,
            expected: "an id that no other case has".to_owned(),
            actual: "another case with it".to_owned(),
        }));
    }

    /// The ids of all cases, without those that could not be read.
    fn names(&self) -> impl Iterator<Item = &str> {
        let left_out = self.left_out.iter().map(|(id, _)| id);
        let failed = self.failed.iter().map(|failure| &failure.case).filter(|id| *id != NO_ID);
        self.passed.iter().chain(failed).chain(left_out).map(String::as_str)
    }

    #[must_use]
    pub fn holds(&self) -> bool {
        self.failed.is_empty()
    }
}

/// Every failure, what was left out, and a closing line.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failed {
            writeln!(f, "{failure}")?;
        }
        let mut kinds: Vec<&str> = self.left_out.iter().map(|(_, kind)| kind.as_str()).collect();
        kinds.sort_unstable();
        for kind in kinds.chunk_by(|one, other| one == other) {
            writeln!(f, "not played: {} of kind {}", kind.len(), kind[0])?;
        }
        write!(f, "{} passed, {} failed", self.passed.len(), self.failed.len())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.case)?;
        if let Some(step) = self.step {
            write!(f, ", step {step}")?;
        }
        write!(f, ": expected {}, got {}", self.expected, self.actual)
    }
}

#[cfg(test)]
mod tests;
