//! Rule cases: a table, a script of inputs, and the outcome the rulebook prescribes.
//!
//! A case uses the terms of a rulebook (`server/engine/cases/README.md` lists them all) and runs on
//! a real table through its public interface. This module does not compute minimum raises or side
//! pots. The engine supplies every number, and the case only compares it. Anything in a case that
//! the reader does not understand is a failure and is never skipped.

mod begin;
mod case;
mod case_table;
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
mod seen;
mod showdown;
mod tournament;

pub use case::Case;

use cardroom_rules::Library;
use case::NO_ID;
use script::Script;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The case files of this repository, as `rulebook/kind.toml`, with their texts.
pub const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// Returns the cases of this repository.
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
    "bounty",
    "league",
    "house",
];

/// The results of the cases in one or more files.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Ids of the cases that hold.
    pub passed: Vec<String>,
    pub failed: Vec<Failure>,
    /// Ids and kinds of the cases that were skipped because their kind was not requested.
    pub left_out: Vec<(String, String)>,
}

/// A case that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub case: String,
    /// The step at which it failed, counted from 1. `None` if the case could not begin.
    pub step: Option<usize>,
    pub expected: String,
    pub actual: String,
}

/// The error for a file without readable cases.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableCases(String);

/// Why a case does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The engine's result differs from the case.
    Differs { expected: String, actual: String },
    /// The case contains something that the reader does not understand.
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

/// Reads the cases of a file.
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

/// Plays the cases of a file. If `kinds` is not empty, plays only those kinds. A case that names
/// other books under `also` is also played under each of them.
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

/// Plays a case under its book to the end.
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

/// Runs a step. If the engine panics, the case fails and the other cases still run.
fn guarded<T>(step: impl FnOnce() -> Result<T, Trouble>) -> Result<T, Trouble> {
    catch_unwind(AssertUnwindSafe(step)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason");
        Err(Trouble::differs("a result", format!("{STOPPED}{text}")))
    })
}

/// The prefix of a failure's reason if the engine panicked.
pub const STOPPED: &str = "the engine stopped: ";

impl Report {
    /// Adds the report of another file. A case with an id that is already present is a failure.
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

    /// Iterates over the ids of all cases that could be read.
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

/// Writes every failure, the skipped cases, and a closing line.
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
