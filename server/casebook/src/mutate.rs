//! The settings of a book that its cases cover. Each setting for which the book itself cites a rule
//! is changed to each other possible value, and the book's cases are played under the changed book.
//! If every case passes, no case notices the change. The possible values come from the rulebook's
//! own format. This module knows no setting by name.

use crate::cases::{self, Case};
use cardroom_rules::rulebook::Use;
use cardroom_rules::{Library, Rulebook};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use toml::{Table, Value};

/// The settings that are known to go unnoticed by all cases, with the reasons.
pub const SHIPPED: &str = include_str!("../../engine/cases/unnoticed.toml");

/// The leagues, by their names in cases.
pub const LEAGUES: &[&str] = &["tnpl", "tfpl", "spotlight", "wptapl"];

/// The book from which leagues differ.
const ROOT: &str = "tda-2024";

/// The changes that the cases of a league notice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Noticed {
    pub book: String,
    /// The number of cases played under each changed book.
    pub cases: usize,
    /// The settings for which the book cites a rule of its own, in the order of the rulebook.
    pub settings: Vec<Setting>,
}

/// A setting that was changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setting {
    /// Its path in the rulebook file.
    pub path: String,
    pub value: String,
    pub tda: String,
    pub changes: Vec<Change>,
    /// The known reason why no case notices a change.
    pub known: Option<Why>,
    /// The values to which the reason applies. Empty means all.
    pub known_values: Vec<String>,
}

/// A change of a setting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    pub value: String,
    /// The first case that fails under it.
    pub noticed_by: Option<String>,
}

/// Settings that are known to go unnoticed.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    #[serde(default)]
    pub setting: Vec<KnownSetting>,
}

/// A setting that is known to go unnoticed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownSetting {
    /// Its path in the rulebook file.
    pub path: String,
    pub books: Vec<String>,
    /// The other values to which no case notices a change. Empty means all.
    #[serde(default)]
    pub values: Vec<String>,
    pub why: Why,
    pub reason: String,
}

/// Why no case notices a setting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The room only cites it, or tells it to people.
    Words,
    /// With the other settings of the book, another value has the same effect.
    Same,
    /// A test outside the cases covers it.
    Elsewhere,
    /// Nothing reads it yet.
    Gap,
}

impl Why {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Same => "same",
            Self::Elsewhere => "elsewhere",
            Self::Gap => "gap",
        }
    }
}

/// Why settings could not be changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MutateError {
    #[error("There is no rulebook \"{0}\".")]
    NoBook(String),
    /// The list of known settings is invalid.
    #[error("{0}")]
    UnreadableList(String),
    /// A case fails under the unchanged book.
    #[error("A case fails under the book as it is: {0}")]
    Fails(String),
    /// The rulebook could not be written or read as TOML.
    #[error("{0}")]
    Format(String),
}

impl Known {
    /// Reads a list of known settings.
    ///
    /// # Errors
    /// The text is not a valid list. The error says where and why.
    pub fn read(text: &str) -> Result<Self, MutateError> {
        toml::from_str(text)
            .map_err(|error| MutateError::UnreadableList(error.to_string().trim().to_owned()))
    }

    fn of(&self, book: &str, path: &str) -> Option<&KnownSetting> {
        let is_it = |setting: &&KnownSetting| {
            setting.path == path && setting.books.iter().any(|named| named == book)
        };
        self.setting.iter().find(is_it)
    }

    /// Returns `true` if other values of a setting are listed to come to the same under the book.
    #[must_use]
    pub fn comes_to_the_same(&self, book: &str, path: &str) -> bool {
        let same = |known: &KnownSetting| known.why == Why::Same && known.values.is_empty();
        self.of(book, path).is_some_and(same)
    }

    /// Returns the listed settings for which the named book cites no rule of its own.
    ///
    /// # Errors
    /// There is no such book.
    pub fn strangers(&self, library: &Library) -> Result<Vec<String>, MutateError> {
        let mut strangers = Vec::new();
        for KnownSetting { path, books, .. } in &self.setting {
            for book in books {
                let unknown = || MutateError::NoBook(book.clone());
                let mut settings = library.settings(book).ok_or_else(unknown)?.iter();
                let is_it = |setting: &cardroom_rules::Setting| {
                    setting.path == *path && !setting.citation.is_inherited()
                };
                if !settings.any(is_it) {
                    strangers.push(format!("{book} {path}"));
                }
            }
        }
        Ok(strangers)
    }
}

/// Changes each setting for which a book cites a rule of its own, and plays the cases under each
/// changed book. `only` limits this to settings whose path begins with it.
///
/// # Errors
/// There is no such book, or a case fails under the unchanged book.
pub fn mutate(
    library: &Library,
    book: &str,
    cases: &[Case],
    known: &Known,
    only: Option<&str>,
) -> Result<Noticed, MutateError> {
    let unknown = || MutateError::NoBook(book.to_owned());
    let league = library.rulebook(book).ok_or_else(unknown)?;
    let (root, settings) =
        library.settings(ROOT).zip(library.settings(book)).ok_or_else(unknown)?;
    for case in cases {
        cases::play(case, library).map_err(|failure| MutateError::Fails(failure.to_string()))?;
    }
    let whole = table_of(league)?;
    let tda = table_of(library.rulebook(ROOT).ok_or_else(unknown)?)?;
    let mut changed = Vec::new();
    let mut found = Vec::new();
    for (setting, of_tda) in settings.iter().zip(root) {
        let path = setting.path.as_str();
        let is_asked = only.is_none_or(|only| path.starts_with(only));
        if setting.citation.is_inherited() || !is_asked {
            continue;
        }
        let listed = known.of(book, path);
        let words = (setting.used != Use::Enforced).then_some(Why::Words);
        let place = found.len();
        for (value, rulebook) in other_values(&whole, &tda, path) {
            changed.push((place, value, Arc::new(rulebook)));
        }
        found.push(Setting {
            path: path.to_owned(),
            value: setting.value.clone(),
            tda: of_tda.value.clone(),
            changes: Vec::new(),
            known: listed.map(|known| known.why).or(words),
            known_values: listed.map_or_else(Vec::new, |known| known.values.clone()),
        });
    }
    let noticed = notice_all(&changed, cases, library);
    for ((place, value, _), noticed_by) in changed.into_iter().zip(noticed) {
        found[place].changes.push(Change { value: as_text(&value), noticed_by });
    }
    Ok(Noticed { book: book.to_owned(), cases: cases.len(), settings: found })
}

/// Returns the first case that notices each changed book.
fn notice_all(
    changed: &[(usize, Value, Arc<Rulebook>)],
    cases: &[Case],
    library: &Library,
) -> Vec<Option<String>> {
    run_all(changed, |(_, _, rulebook)| {
        let fails = |case: &&Case| cases::play(&case.by(rulebook.clone()), library).is_err();
        cases.iter().find(fails).map(Case::name)
    })
}

/// Does the same with each item, on all processors, and returns the results in order.
pub(crate) fn run_all<T: Sync, R: Send>(items: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return done };
            done.push((place, run(item)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut all = BTreeMap::new();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            all.extend(worker.join().expect("a case that panics is a failure of the case"));
        }
    });
    all.into_values().collect()
}

/// Returns the rulebooks that differ from a book in one setting.
pub(crate) fn other_rulebooks(
    library: &Library,
    book: &str,
    path: &str,
) -> Result<Vec<Rulebook>, MutateError> {
    let unknown = |book: &str| MutateError::NoBook(book.to_owned());
    let whole = table_of(library.rulebook(book).ok_or_else(|| unknown(book))?)?;
    let tda = table_of(library.rulebook(ROOT).ok_or_else(|| unknown(ROOT))?)?;
    Ok(other_values(&whole, &tda, path).into_iter().map(|(_, rulebook)| rulebook).collect())
}

fn table_of(rulebook: &Rulebook) -> Result<Table, MutateError> {
    Table::try_from(rulebook).map_err(|error| MutateError::Format(error.to_string()))
}

/// Returns the other values that a setting can have, each with the rulebook that has it. Leaves out
/// values that the rulebook rejects.
fn other_values(whole: &Table, tda: &Table, path: &str) -> Vec<(Value, Rulebook)> {
    let (Some(value), Some(of_tda)) = (at(whole, path), at(tda, path)) else { return Vec::new() };
    let mut values = vec![of_tda.clone()];
    match value {
        Value::Boolean(flag) => values.push(Value::Boolean(!flag)),
        Value::Integer(number) => {
            let near = [number + 1, number - 1, 0, number * 2];
            values.extend(near.into_iter().map(Value::Integer));
        }
        Value::String(_) => {
            values.extend(words(whole, path, &|word| word).into_iter().map(Value::String));
        }
        Value::Array(list) => {
            for place in 0..list.len() {
                let mut shorter = list.clone();
                shorter.remove(place);
                values.push(Value::Array(shorter));
            }
            for word in words(whole, path, &|word| Value::Array(vec![word])) {
                let mut longer = list.clone();
                longer.push(Value::String(word));
                values.push(Value::Array(longer));
            }
        }
        _ => {}
    }
    let mut others: Vec<(Value, Rulebook)> = Vec::new();
    for other in values {
        if other == *value || others.iter().any(|(known, _)| *known == other) {
            continue;
        }
        let rulebook = with(whole, path, other.clone()).try_into::<Rulebook>();
        let valid = rulebook.ok().filter(|rulebook| rulebook.validate().is_ok());
        others.extend(valid.map(|rulebook| (other, rulebook)));
    }
    others
}

/// Returns the words that a setting can have, as the rulebook's format lists them when it rejects
/// another one. Empty if any word is allowed.
fn words(whole: &Table, path: &str, in_place: &dyn Fn(Value) -> Value) -> Vec<String> {
    let nonsense = in_place(Value::from("no such word"));
    let Err(error) = with(whole, path, nonsense).try_into::<Rulebook>() else { return Vec::new() };
    let error = error.to_string();
    let Some((_, expected)) = error.split_once("expected ") else { return Vec::new() };
    let expected = expected.lines().next().unwrap_or_default();
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn at<'a>(table: &'a Table, path: &str) -> Option<&'a Value> {
    match path.split_once('.') {
        None => table.get(path),
        Some((first, rest)) => at(table.get(first)?.as_table()?, rest),
    }
}

/// Returns the table with another value at a path.
fn with(table: &Table, path: &str, value: Value) -> Table {
    let mut table = table.clone();
    let (first, rest) = path.split_once('.').map_or((path, None), |(one, two)| (one, Some(two)));
    let inner = table.get(first).and_then(Value::as_table);
    let value = match (rest, inner) {
        (Some(rest), Some(inner)) => Value::Table(with(inner, rest, value)),
        _ => value,
    };
    table.insert(first.to_owned(), value);
    table
}

fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(list) => list.iter().map(as_text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

impl Setting {
    /// Returns the values to which no case notices a change.
    pub fn unnoticed_values(&self) -> impl Iterator<Item = &str> {
        let unnoticed = self.changes.iter().filter(|change| change.noticed_by.is_none());
        unnoticed.map(|change| change.value.as_str())
    }

    /// Returns `true` if cases notice TDA's own value and some other one.
    fn is_noticed(&self) -> bool {
        !self.changes.is_empty() && !self.is_unnoticed()
    }

    /// Returns `true` if no case notices TDA's own value, or no case notices any other value. A
    /// setting for which the other settings leave no other value is noticed together with them.
    #[must_use]
    pub fn is_unnoticed(&self) -> bool {
        let all = self.changes.iter().all(|change| change.noticed_by.is_none());
        !self.changes.is_empty() && all || self.unnoticed_values().any(|value| value == self.tda)
    }
}

impl Noticed {
    /// Returns the settings that no case notices.
    pub fn unnoticed(&self) -> impl Iterator<Item = &Setting> {
        self.settings.iter().filter(|setting| setting.is_unnoticed())
    }

    /// Returns the faults: unlisted changes that no case notices, and listed settings or values
    /// that a case notices.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for setting in &self.settings {
            let (book, path) = (&self.book, &setting.path);
            let unnoticed: Vec<&str> = setting.unnoticed_values().collect();
            let known: Vec<&str> = setting.known_values.iter().map(String::as_str).collect();
            let whole = setting.known.is_some() && known.is_empty();
            let unknown = unnoticed.iter().filter(|value| !whole && !known.contains(value));
            faults.extend(unknown.map(|value| format!("{book}: no case notices {path} = {value}")));
            if whole && setting.is_noticed() {
                faults.push(format!("{book}: a case notices {path}: take it off the list"));
            }
            let noticed = known.iter().filter(|value| !unnoticed.contains(value));
            faults.extend(noticed.map(|value| {
                format!("{book}: a case notices {path} = {value}: take it off the list")
            }));
        }
        faults
    }
}

/// Writes the settings that no case notices, those noticed in part, and a closing line.
impl fmt::Display for Noticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let book = &self.book;
        for setting in &self.settings {
            let Setting { path, value, tda, .. } = setting;
            let values: Vec<&str> = setting.unnoticed_values().collect();
            if values.is_empty() {
                continue;
            }
            let what = if setting.is_unnoticed() { "unnoticed" } else { "in part" };
            let values = values.join(" | ");
            write!(f, "{book} {what:9} {path} = {value} (TDA {tda}): {values}")?;
            match setting.known {
                Some(why) => writeln!(f, " (known: {})", why.word())?,
                None => writeln!(f)?,
            }
        }
        let changes: usize = self.settings.iter().map(|setting| setting.changes.len()).sum();
        let survived: usize =
            self.settings.iter().map(|setting| setting.unnoticed_values().count()).sum();
        let unnoticed = self.unnoticed().count();
        let is_known = |setting: &&Setting| setting.known.is_some();
        let known = self.unnoticed().filter(is_known).count();
        write!(
            f,
            "{book}: {} cases, {} settings of its own: {unnoticed} unnoticed ({known} known); \
             {survived} of {changes} changes unnoticed",
            self.cases,
            self.settings.len(),
        )
    }
}
