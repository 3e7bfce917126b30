//! The coverage of every rule of every book: the cases and tests that prove it under that book, the
//! tests that show it cannot happen on this server, and the open rules. The list is a file beside
//! the cases. This module reads it, checks it against cases and tests, and prints it. It runs none
//! of them.
//!
//! A rule of a book is proven by a case that is played under this book, carries the rule and fails
//! once a setting that cites the rule changes, or by a test that runs under this book. A result
//! under another book proves nothing here. `proof` plays the cases; without it, every case that
//! carries a rule counts.

use crate::cases::{self, Case, KINDS};
use crate::mutate::{self, Known, MutateError};
use crate::proof::Proofs;
use cardroom_rules::Library;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The coverage list of this repository.
pub const SHIPPED: &str = include_str!("../../engine/cases/coverage.toml");

/// The coverage of the rules of all books.
#[derive(Clone, PartialEq, Debug)]
pub struct Coverage {
    pub rows: Vec<Row>,
    /// Other books under which a case also holds, by case id, with the rules that it shows there.
    pub also: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// The books that each test runs under.
    pub tests: BTreeMap<String, Books>,
    /// The rules of each book that no setting carries.
    pub no_setting: BTreeMap<String, Vec<String>>,
    /// The cases, including the books that `also` adds.
    cases: BTreeMap<String, Case>,
    /// The proofs of each book that was played.
    proofs: BTreeMap<String, Proofs>,
}

/// The contents of the list file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    row: Vec<Row>,
    #[serde(default)]
    also: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    tests: BTreeMap<String, Books>,
    #[serde(default)]
    no_setting: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Books {
    /// `"all"`: no setting of a rulebook changes what the test shows.
    All(All),
    Named(Vec<String>),
}

/// The word for all books.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum All {
    All,
}

impl Books {
    fn contains(&self, book: &str) -> bool {
        match self {
            Self::All(All::All) => true,
            Self::Named(books) => books.iter().any(|named| named == book),
        }
    }
}

/// One topic and its coverage.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub id: String,
    pub topic: String,
    /// How a server meets it: the letters E, G, T, M, X joined by +, the main one first.
    pub class: String,
    /// The rules about it, by book.
    pub rules: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub cases: Vec<String>,
    /// Tests that prove it, as `file::name`.
    #[serde(default)]
    pub tests: Vec<String>,
    /// Tests that show it cannot happen, as `file::name`.
    #[serde(default)]
    pub impossible: Vec<String>,
    /// The floor command that serves it.
    #[serde(default)]
    pub command: Option<String>,
    /// Why no server can meet it. Players who enter are shown its rules.
    #[serde(default)]
    pub outside: Option<String>,
    /// Players who enter are shown its rules, even if something else covers them.
    #[serde(default)]
    pub house_rules: bool,
}

/// The coverage of a rule of a book, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// A case that is played under the book and carries the rule.
    Case,
    /// A test that runs under the book.
    Test,
    /// A test that shows it cannot happen.
    Impossible,
    /// A command of the floor.
    Command,
    /// No server can meet it. Players who enter are shown the rule.
    Told,
    Open,
}

/// A rule of a book in a row, and its coverage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<'a> {
    pub row: &'a Row,
    pub book: &'a str,
    pub rule: &'a str,
    pub standing: Standing,
    /// The cases or tests, or the command.
    pub by: Vec<&'a str>,
    /// No setting carries the rule, so its cases count by what they show.
    pub has_no_setting: bool,
}

/// The error for a list that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableCoverage(String);

impl Coverage {
    /// Reads a list about the cases of this repository.
    ///
    /// # Errors
    /// The text is not a valid list. The error says where and why.
    pub fn read(text: &str) -> Result<Self, UnreadableCoverage> {
        let cases = cases::shipped().map_err(|error| UnreadableCoverage(error.to_string()))?;
        Self::of(text, cases)
    }

    /// Reads a list about these cases.
    ///
    /// # Errors
    /// The text is not a valid list. The error says where and why.
    pub fn of(text: &str, cases: Vec<Case>) -> Result<Self, UnreadableCoverage> {
        let list: List = toml::from_str(text)
            .map_err(|error| UnreadableCoverage(error.to_string().trim().to_owned()))?;
        let List { row: rows, also, tests, no_setting } = list;
        let mut by_id = BTreeMap::new();
        for mut case in cases {
            for (book, rules) in also.get(&case.id).into_iter().flatten() {
                case.also.entry(book.clone()).or_default().extend(rules.iter().cloned());
            }
            by_id.insert(case.id.clone(), case);
        }
        let proofs = BTreeMap::new();
        Ok(Self { rows, also, tests, no_setting, cases: by_id, proofs })
    }

    /// Plays the cases of each book under changed settings. From then on a case counts only for the
    /// rules that it proves.
    ///
    /// # Errors
    /// The library lacks a book of the list.
    pub fn prove(&mut self, library: &Library) -> Result<(), MutateError> {
        let books: Vec<String> = self.books().into_iter().map(str::to_owned).collect();
        let known = Known::read(mutate::SHIPPED)?;
        for book in books {
            let cases: Vec<Case> = self.cases_under(&book).collect();
            let proofs = Proofs::of(library, file_of(&book), &cases, &known)?;
            self.proofs.insert(book, proofs);
        }
        Ok(())
    }

    /// Returns the proofs of a book, once its cases were played.
    #[must_use]
    pub fn proofs(&self, book: &str) -> Option<&Proofs> {
        self.proofs.get(book)
    }

    /// Returns the faults of the `no_setting` list: rules that it lacks, and rules that a setting
    /// carries.
    #[must_use]
    pub fn no_setting_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (book, proofs) in &self.proofs {
            let listed: BTreeSet<&str> = self.of_no_setting(book).collect();
            let shown: BTreeSet<&str> =
                self.rows.iter().flat_map(|row| self.shown_rules(row, book)).collect();
            let without: BTreeSet<&str> =
                shown.into_iter().filter(|rule| proofs.has_no_setting(rule)).collect();
            let lacks = without.difference(&listed);
            faults.extend(lacks.map(|rule| format!("no_setting: {book} lacks {rule}")));
            let carried = listed.difference(&without);
            faults.extend(carried.map(|rule| {
                format!("no_setting: {book} {rule} has a setting, or no case shows it")
            }));
        }
        faults
    }

    fn of_no_setting<'a>(&'a self, book: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.no_setting.get(book).into_iter().flatten().map(String::as_str)
    }

    /// Returns the rules of a row that a case of the row carries under a book.
    fn shown_rules<'a>(&'a self, row: &'a Row, book: &str) -> Vec<&'a str> {
        let carried = |rule: &&str| row.cases.iter().any(|id| self.carries(id, book, rule));
        let rules = row.rules.get(book).into_iter().flatten().map(String::as_str);
        rules.filter(carried).collect()
    }

    /// Returns `true` if a case is played under a book and carries a rule of it.
    fn carries(&self, id: &str, book: &str, rule: &str) -> bool {
        let case = self.cases.get(id);
        case.is_some_and(|case| rules_under(case, book).iter().any(|shown| is_part(shown, rule)))
    }

    /// Returns the cases that are played under a book: its own, and those of other
    /// books that hold there.
    pub fn cases_under(&self, book: &str) -> impl Iterator<Item = Case> {
        self.cases.values().filter_map(move |case| {
            if case.book == book { Some(case.clone()) } else { case.under(book) }
        })
    }

    /// Returns every rule of every book, by row, with its coverage.
    #[must_use]
    pub fn answers(&self) -> Vec<Answer<'_>> {
        let mut answers = Vec::new();
        for row in &self.rows {
            for (book, rules) in &row.rules {
                answers.extend(rules.iter().map(|rule| self.answer(row, book, rule)));
            }
        }
        answers
    }

    fn answer<'a>(&'a self, row: &'a Row, book: &'a str, rule: &'a str) -> Answer<'a> {
        let proofs = self.proofs.get(book);
        let has_no_setting = proofs.is_some_and(|proofs| proofs.has_no_setting(rule));
        let shows = |id: &&str| {
            let counts = proofs.is_none_or(|proofs| proofs.proves(id, rule));
            counts && self.carries(id, book, rule)
        };
        let runs = |test: &&str| self.tests.get(*test).is_some_and(|books| books.contains(book));
        let list = |names: &'a [String]| names.iter().map(String::as_str);
        let cases: Vec<&str> = list(&row.cases).filter(shows).collect();
        let tests: Vec<&str> = list(&row.tests).filter(runs).collect();
        let impossible: Vec<&str> = list(&row.impossible).filter(runs).collect();
        let told = row.outside.is_some() || row.house_rules;
        let (standing, by) = if !cases.is_empty() {
            (Standing::Case, cases)
        } else if !tests.is_empty() {
            (Standing::Test, tests)
        } else if !impossible.is_empty() {
            (Standing::Impossible, impossible)
        } else if let Some(command) = row.command.as_deref().filter(|_| row.is_mainly('T')) {
            (Standing::Command, vec![command])
        } else if told && row.is_mainly('X') {
            (Standing::Told, row.outside.as_deref().into_iter().collect())
        } else {
            (Standing::Open, Vec::new())
        };
        Answer { row, book, rule, standing, by, has_no_setting }
    }

    /// Returns `true` if a rule is open, in any book or only in `book`.
    #[must_use]
    pub fn is_open(&self, book: Option<&str>) -> bool {
        self.answers().iter().any(|answer| {
            answer.standing == Standing::Open && book.is_none_or(|book| book == answer.book)
        })
    }

    /// Returns the books, in the order of the list.
    #[must_use]
    pub fn books(&self) -> Vec<&str> {
        let known = ["tda", "tnpl", "tfpl", "spotlight", "wptapl"];
        let named: BTreeSet<&str> =
            self.rows.iter().flat_map(|row| row.rules.keys()).map(String::as_str).collect();
        let others = named.iter().copied().filter(|book| !known.contains(book));
        known.into_iter().filter(|book| named.contains(book)).chain(others).collect()
    }

    /// Returns the faults of the list:
    ///
    /// - rows without any coverage
    /// - cases that do not exist, are never played, or do not carry a rule of the row
    /// - tests that are not in the named file, or do not name the books that the
    ///   list gives for them
    /// - rules that must be shown to players but are not
    ///
    /// `source` returns the text of a file of the repository. `told` returns the rules of a book
    /// that are shown to players who enter.
    pub fn faults(
        &self,
        source: impl Fn(&str) -> Option<String>,
        told: impl Fn(&str) -> Vec<String>,
    ) -> Vec<String> {
        let mut faults = Vec::new();
        let mut seen = BTreeSet::new();
        for row in &self.rows {
            if !seen.insert(&row.id) {
                faults.push(format!("{} is there twice", row.id));
            }
            row.own_faults(&mut faults);
            for id in &row.cases {
                match self.cases.get(id) {
                    None => faults.push(format!("{}: there is no case {id}", row.id)),
                    Some(case) => row.case_faults(case, &mut faults),
                }
            }
            if row.house_rules || row.outside.is_some() {
                for (book, rules) in &row.rules {
                    let told = told(book);
                    let untold = rules.iter().filter(|rule| !told.contains(rule));
                    faults.extend(
                        untold.map(|rule| format!("{}: {book} {rule} is told to nobody", row.id)),
                    );
                }
            }
            for test in row.tests.iter().chain(&row.impossible) {
                if !self.tests.contains_key(test) {
                    faults.push(format!("{}: nothing says what {test} runs under", row.id));
                }
            }
        }
        self.also_faults(&mut faults);
        for (test, books) in &self.tests {
            faults.extend(test_fault(test, books, &source).map(|what| format!("{test}: {what}")));
            let of_a_row = |row: &Row| row.tests.contains(test) || row.impossible.contains(test);
            if !self.rows.iter().any(of_a_row) {
                faults.push(format!("{test}: no row names it"));
            }
        }
        faults
    }

    /// Adds the faults of the `also` lists.
    fn also_faults(&self, faults: &mut Vec<String>) {
        let rules_of = |book: &str| {
            let rows = self.rows.iter().filter_map(|row| row.rules.get(book));
            rows.flatten().collect::<BTreeSet<_>>()
        };
        for id in self.also.keys().filter(|id| !self.cases.contains_key(*id)) {
            faults.push(format!("also: there is no case {id}"));
        }
        for case in self.cases.values() {
            let id = &case.id;
            for (book, rules) in &case.also {
                if *book == case.book {
                    faults.push(format!("also: {id} is a case of {book}"));
                }
                let known = rules_of(book);
                let is_known = |rule: &String| known.iter().any(|known| is_part(rule, known));
                if let Some(rule) = rules.iter().find(|rule| !is_known(rule)) {
                    faults.push(format!("also: {id}: {book} has no rule {rule}"));
                }
                if rules.is_empty() {
                    faults.push(format!("also: {id} shows no rule of {book}"));
                }
            }
        }
    }

    /// Returns a text with the coverage of every rule, of all books or only one,
    /// followed by the counts.
    #[must_use]
    pub fn told(&self, only: Option<&str>) -> String {
        let mut told = String::new();
        let mut answers = self.answers();
        answers.sort_by_cached_key(|answer| in_order(answer.rule));
        let mut open = 0;
        for book in self.books().into_iter().filter(|book| only.is_none_or(|only| only == *book)) {
            // A rule about several topics is as open as the most open of them.
            let mut rules: BTreeMap<&str, Standing> = BTreeMap::new();
            for answer in answers.iter().filter(|answer| answer.book == book) {
                let standing = rules.entry(answer.rule).or_insert(answer.standing);
                *standing = (*standing).max(answer.standing);
                open += usize::from(answer.standing == Standing::Open);
                writeln!(told, "{}", answer.told()).expect("a text can be written to");
            }
            let mut counts: BTreeMap<Standing, usize> = BTreeMap::new();
            for standing in rules.values() {
                *counts.entry(*standing).or_default() += 1;
            }
            let counts: Vec<String> = counts
                .iter()
                .map(|(standing, count)| format!("{count} {}", standing.word()))
                .collect();
            let sum = format!("{book}: {} rules: {}", rules.len(), counts.join(", "));
            writeln!(told, "{sum}\n").expect("a text can be written to");
        }
        told + &format!("{} rows, {open} rules of books open", self.rows.len())
    }
}

impl Answer<'_> {
    /// Returns a line with the rule, its standing, the topic and what covers it.
    fn told(&self) -> String {
        let Self { row, book, rule, standing, by, has_no_setting } = self;
        let word = standing.word();
        let mut parts = vec![format!("{book} {rule:8} {word:10} {} {}", row.id, row.topic)];
        if !by.is_empty() {
            parts.push(by.join(", "));
        }
        if *has_no_setting && *standing == Standing::Case {
            parts.push("no setting".to_owned());
        }
        if row.house_rules || row.outside.is_some() {
            parts.push("shown to whoever enters".to_owned());
        }
        parts.join(" | ")
    }
}

impl Row {
    /// Returns `true` for the main letter of the row's class.
    fn is_mainly(&self, letter: char) -> bool {
        self.class.starts_with(letter)
    }

    fn own_faults(&self, faults: &mut Vec<String>) {
        let mut fault = |what: &str| faults.push(format!("{}: {what}", self.id));
        let shown = !self.cases.is_empty() || !self.tests.is_empty() || !self.impossible.is_empty();
        let told = self.house_rules || self.outside.is_some();
        if !shown && !told && self.command.is_none() {
            fault("nothing says how it stands");
        }
        if self.outside.is_some() && !self.is_mainly('X') {
            fault("only class X is beyond any server");
        }
        if !self.impossible.is_empty() && !self.class.contains('M') {
            fault("only class M cannot happen");
        }
        if self.rules.values().all(Vec::is_empty) {
            fault("no book has a rule about it");
        }
    }

    fn case_faults(&self, case: &Case, faults: &mut Vec<String>) {
        if !KINDS.contains(&case.kind.as_str()) {
            faults.push(format!("{}: {} is never played", self.id, case.id));
        }
        let carried = self.rules.iter().any(|(book, rules)| {
            let shown = rules_under(case, book);
            rules.iter().any(|rule| shown.iter().any(|shown| is_part(shown, rule)))
        });
        if !carried {
            faults.push(format!("{}: {} carries none of its rules", self.id, case.id));
        }
    }
}

/// Returns the rules that a case shows under a book.
fn rules_under<'a>(case: &'a Case, book: &str) -> &'a [String] {
    let rules = if case.book == book { Some(&case.rules) } else { case.also.get(book) };
    rules.map_or(&[], Vec::as_slice)
}

impl Standing {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Case => "case",
            Self::Test => "test",
            Self::Impossible => "impossible",
            Self::Command => "command",
            Self::Told => "told",
            Self::Open => "OPEN",
        }
    }
}

/// Returns the name of the file of a book, which cases call by a shorter one.
fn file_of(book: &str) -> &str {
    if book == "tda" { "tda-2024" } else { book }
}

/// Returns `true` if two rule ids are equal, or if one is a clause of the other, as 20-A is of 20.
pub(crate) fn is_part(one: &str, other: &str) -> bool {
    let clause_of = |whole: &str, part: &str| {
        part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('-'))
    };
    one == other || clause_of(one, other) || clause_of(other, one)
}

/// Returns the sort key of a rule id: numbers by value, letters alphabetically.
fn in_order(rule: &str) -> Vec<(u64, String)> {
    let parts = rule.split(['-', ' ']).map(|part| {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let (number, rest) = part.split_at(digits);
        (number.parse().unwrap_or(u64::MAX), rest.to_owned())
    });
    parts.collect()
}

/// Returns the fault of a listed test: it is missing from its file, or its text does not name a
/// listed book. A test that names no book runs under TDA, or no setting matters to it.
fn test_fault(
    test: &str,
    books: &Books,
    source: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let Some(body) = body_of(test, source) else { return Some("there is no such test".to_owned()) };
    let names = |book: &str| body.contains(book);
    let leagues = ["tnpl", "tfpl", "spotlight", "wptapl"];
    match books {
        Books::All(All::All) => {
            let named = leagues.into_iter().find(|book| names(book))?;
            Some(format!("it names {named}, so that settings matter to it"))
        }
        Books::Named(books) if books.is_empty() => Some("it runs under no book".to_owned()),
        Books::Named(books) => {
            let is_named = |book: &&String| book.as_str() == "tda" || names(book);
            let unnamed = books.iter().find(|book| !is_named(book))?;
            Some(format!("it does not name {unnamed}"))
        }
    }
}

/// Returns the text of a test if its file contains it: `fn name` behind an attribute that ends in
/// `test`, or inside `proptest!`.
fn body_of(test: &str, source: impl Fn(&str) -> Option<String>) -> Option<String> {
    let (file, name) = test.split_once("::")?;
    let text = source(file)?;
    let signature = format!("fn {name}(");
    let lines: Vec<&str> = text.lines().collect();
    let place = lines
        .iter()
        .position(|line| line.trim_start().trim_start_matches("async ").starts_with(&signature))?;
    let mut before = lines[..place].iter().rev().map(|line| line.trim_start());
    let is_test = |line: &str| line.starts_with("#[test]") || line.contains("::test");
    if !before.by_ref().take_while(|line| line.starts_with("#[")).any(is_test) {
        return None;
    }
    if lines[place].trim_end().ends_with('}') {
        return Some(lines[place].to_owned());
    }
    // The body ends at a closing brace with the same indentation as the function.
    let indent = lines[place].len() - lines[place].trim_start().len();
    let ends = |line: &&&str| line.trim_end() == format!("{}}}", " ".repeat(indent));
    let length = lines[place..].iter().position(|line| ends(&line))?;
    Some(lines[place..=place + length].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r#"
        [tests]
        "pots.rs::the_odd_chip_goes_left" = ["tda", "tfpl"]
        "pots.rs::no_chip_is_lost" = "all"

        [[row]]
        id = "R1"
        topic = "Odd chips"
        class = "E"
        rules = { tda = ["20-A", "9"], tnpl = ["C8"], tfpl = ["3f-5"] }
        tests = ["pots.rs::the_odd_chip_goes_left"]

        [[row]]
        id = "R2"
        topic = "Chips"
        class = "M"
        rules = { tnpl = ["D1"] }
        impossible = ["pots.rs::no_chip_is_lost"]
    "#;

    const POTS: &str = r#"
        #[test]
        fn the_odd_chip_goes_left() {
            for book in ["tda-2024", "tfpl"] {}
        }
        #[test]
        fn no_chip_is_lost() {}
        fn no_test() {}
    "#;

    const CASE: &str = r#"
        schema = 1
        [[case]]
        id = "x-1"
        title = "An odd chip"
        origin = "derived"
        book = "tda"
        rules = ["20-A"]
        kind = "oddchip"
        class = "E"
        verdict = "clear"
        steps = []
    "#;

    fn faults(text: &str) -> Vec<String> {
        faults_if_told(text, &["20-A", "9", "C8", "3f-5"])
    }

    fn faults_if_told(text: &str, rules: &[&str]) -> Vec<String> {
        let source = |file: &str| (file == "pots.rs").then(|| POTS.to_owned());
        let told = |_: &str| rules.iter().copied().map(str::to_owned).collect();
        coverage(text).faults(source, told)
    }

    fn coverage(text: &str) -> Coverage {
        let cases = cases::read(CASE).unwrap().into_iter().map(Result::unwrap).collect();
        Coverage::of(text, cases).unwrap()
    }

    fn standing(text: &str, book: &str, rule: &str) -> Standing {
        let coverage = coverage(text);
        let answers = coverage.answers();
        let answer = answers.iter().find(|answer| (answer.book, answer.rule) == (book, rule));
        answer.unwrap().standing
    }

    #[test]
    fn a_test_answers_for_the_books_that_it_runs_under() {
        assert_eq!(faults(LIST), [""; 0]);
        assert_eq!(standing(LIST, "tda", "9"), Standing::Test);
        assert_eq!(standing(LIST, "tfpl", "3f-5"), Standing::Test);
        assert_eq!(standing(LIST, "tnpl", "C8"), Standing::Open);
        assert_eq!(standing(LIST, "tnpl", "D1"), Standing::Impossible);
    }

    #[test]
    fn a_case_answers_for_the_rules_that_it_carries_under_a_book() {
        let case = LIST.replace("tests = [", "cases = [\"x-1\"]\ntests = [");
        assert_eq!(standing(&case, "tda", "20-A"), Standing::Case);
        assert_eq!(standing(&case, "tda", "9"), Standing::Test);
        assert_eq!(standing(&case, "tnpl", "C8"), Standing::Open);
        let also = format!("[also]\nx-1 = {{ tnpl = [\"C8\"] }}\n{case}");
        assert_eq!(standing(&also, "tnpl", "C8"), Standing::Case);
        assert_eq!(faults(&also), [""; 0]);
        let names = |book: &str| -> Vec<String> {
            coverage(&also).cases_under(book).map(|case| case.name()).collect()
        };
        assert_eq!(
            (names("tda"), names("tnpl")),
            (vec!["x-1".into()], vec!["x-1 under tnpl".into()])
        );
        let nowhere = also.replace("[\"C8\"] }\n", "[\"C9\"] }\n");
        assert_eq!(faults(&nowhere), ["also: x-1: tnpl has no rule C9"]);
    }

    #[test]
    fn a_command_answers_for_the_floor_and_what_is_told_for_people() {
        let floor = LIST.replace("\"E\"", "\"T+E\"").replace("tests = [", "command = \"Move\"#");
        assert_eq!(standing(&floor, "tnpl", "C8"), Standing::Command);
        let engine = LIST.replace("tests = [", "command = \"Move\"#");
        assert_eq!(standing(&engine, "tnpl", "C8"), Standing::Open);
        let outside = LIST.replace("\"E\"", "\"X\"").replace("tests = [", "outside = \"no\"#");
        assert_eq!(standing(&outside, "tnpl", "C8"), Standing::Told);
    }

    #[test]
    fn a_test_that_is_not_there_is_a_fault() {
        let another = LIST.replace("goes_left", "goes_right");
        let missing = "pots.rs::the_odd_chip_goes_right: there is no such test";
        assert_eq!(faults(&another), [missing]);
        let helper = LIST.replace("the_odd_chip_goes_left", "no_test");
        assert_eq!(faults(&helper), ["pots.rs::no_test: there is no such test"]);
        let elsewhere = LIST.replace("pots.rs::the", "limits.rs::the");
        assert_eq!(faults(&elsewhere).len(), 1);
        let unlisted = LIST.replace("\"pots.rs::no_chip_is_lost\" = \"all\"", "");
        let says = "R2: nothing says what pots.rs::no_chip_is_lost runs under";
        assert_eq!(faults(&unlisted), [says]);
    }

    #[test]
    fn a_test_names_the_books_that_it_runs_under() {
        let more = LIST.replace("[\"tda\", \"tfpl\"]", "[\"tda\", \"tnpl\"]");
        let test = "pots.rs::the_odd_chip_goes_left";
        assert_eq!(faults(&more), [format!("{test}: it does not name tnpl")]);
        let all = LIST.replace("[\"tda\", \"tfpl\"]", "\"all\"");
        let says = format!("{test}: it names tfpl, so that settings matter to it");
        assert_eq!(faults(&all), [says]);
    }

    #[test]
    fn a_rule_that_people_keep_is_told_to_them() {
        let told = LIST.replace("tests = [", "house_rules = true\ntests = [");
        let untold = ["R1: tda 20-A is told to nobody", "R1: tnpl C8 is told to nobody"];
        assert_eq!(faults_if_told(&told, &["9", "3f-5"]), untold);
        assert_eq!(faults(&told), [""; 0]);
    }

    #[test]
    fn a_case_has_to_be_there_and_a_class_has_to_allow_its_standing() {
        let case = LIST.replace("tests = [", "cases = [\"x-2\"]\ntests = [");
        assert_eq!(faults(&case), ["R1: there is no case x-2"]);
        let outside = LIST.replace("tests = [", "outside = \"no\"\ntests = [");
        assert_eq!(faults(&outside), ["R1: only class X is beyond any server"]);
        let impossible = LIST.replace("\"M\"", "\"E\"");
        assert_eq!(faults(&impossible), ["R2: only class M cannot happen"]);
        assert!(Coverage::of(&LIST.replace("topic", "tpoic"), Vec::new()).is_err());
    }

    #[test]
    fn a_clause_belongs_to_its_rule() {
        assert!(is_part("20", "20-A") && is_part("20-A", "20") && is_part("C8", "C8"));
        assert!(!is_part("2", "20") && !is_part("20-A", "20-B"));
    }

    #[test]
    fn rules_are_told_in_order_and_counted() {
        let coverage = coverage(LIST);
        let told = coverage.told(Some("tda"));
        let lines: Vec<&str> = told.lines().collect();
        assert!(lines[0].starts_with("tda 9        test       R1 Odd chips | pots.rs::"), "{told}");
        assert!(lines[1].starts_with("tda 20-A     test "), "{told}");
        assert_eq!(lines[2], "tda: 2 rules: 2 test");
        assert_eq!(lines.last(), Some(&"2 rows, 0 rules of books open"));
        assert!(coverage.is_open(None) && coverage.is_open(Some("tnpl")));
        assert!(!coverage.is_open(Some("tfpl")));
        let tnpl = coverage.told(Some("tnpl"));
        assert!(tnpl.contains("tnpl: 2 rules: 1 impossible, 1 OPEN\n"), "{tnpl}");
    }
}
