//! How every rule of every book stands: which cases and tests prove it, which show that it cannot
//! happen here, and what is open. The list is a file beside the cases; this module reads it, checks
//! it against cases and tests, and tells it. It runs none of them.

use crate::cases::{Case, KINDS};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The list of this repository.
pub const SHIPPED: &str = include_str!("../../engine/cases/coverage.toml");

/// How the rules of all books stand.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// One matter each.
    #[serde(rename = "row")]
    pub rows: Vec<Row>,
}

/// One matter, and how it stands.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its number.
    pub id: String,
    /// What it is about.
    pub topic: String,
    /// How a server meets it: letters E, G, T, M, X joined by +, the main one first.
    pub class: String,
    /// The rules of each book that are about it.
    pub rules: BTreeMap<String, Vec<String>>,
    /// The cases that prove it.
    #[serde(default)]
    pub cases: Vec<String>,
    /// The tests that prove it, as `file::name`.
    #[serde(default)]
    pub tests: Vec<String>,
    /// The tests that show it cannot happen, as `file::name`.
    #[serde(default)]
    pub impossible: Vec<String>,
    /// The command that serves it.
    #[serde(default)]
    pub command: Option<String>,
    /// Why it is beyond any server: whoever enters is shown its rules.
    #[serde(default)]
    pub outside: Option<String>,
    /// Whoever enters is shown its rules, whatever else there is.
    #[serde(default)]
    pub house_rules: bool,
    /// What it waits for.
    #[serde(default)]
    pub open: Option<Open>,
}

/// What a row waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Open {
    /// Tournaments.
    Tournaments,
    /// What the floor does besides ruling on a hand.
    Floor,
}

/// How a rule stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// Cases or tests prove it.
    Proven,
    /// Tests show that it cannot happen.
    Impossible,
    /// A command serves it.
    Served,
    /// It is beyond any server, and told to whoever enters.
    Outside,
    /// It is open.
    Open(Open),
}

/// A list that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableCoverage(String);

impl Coverage {
    /// Reads a list.
    ///
    /// # Errors
    /// It is not one; says where and why.
    pub fn read(text: &str) -> Result<Self, UnreadableCoverage> {
        toml::from_str(text)
            .map_err(|error| UnreadableCoverage(error.to_string().trim().to_owned()))
    }

    /// Whether anything is open, in one book where one is named.
    #[must_use]
    pub fn is_open(&self, book: Option<&str>) -> bool {
        let asked = |row: &&Row| book.is_none_or(|book| row.rules.contains_key(book));
        self.rows.iter().filter(asked).any(|row| row.open.is_some())
    }

    /// The books, in the order in which the list names them.
    #[must_use]
    pub fn books(&self) -> Vec<&str> {
        let known = ["tda", "tnpl", "tfpl", "spotlight", "wptapl"];
        let named: BTreeSet<&str> =
            self.rows.iter().flat_map(|row| row.rules.keys()).map(String::as_str).collect();
        let others = named.iter().copied().filter(|book| !known.contains(book));
        known.into_iter().filter(|book| named.contains(book)).chain(others).collect()
    }

    /// What is wrong with the list: rows without a standing or with one that is not theirs, cases
    /// that do not exist, are never played or do not carry a rule of the row, tests that are not in
    /// the file they are named with, rules that are told to nobody. `source` gives the text of a file
    /// of the repository, `told` the numbers of the rules that a book has whoever enters be shown.
    pub fn faults(
        &self,
        cases: &[Case],
        source: impl Fn(&str) -> Option<String>,
        told: impl Fn(&str) -> Vec<String>,
    ) -> Vec<String> {
        let by_id: BTreeMap<&str, &Case> =
            cases.iter().map(|case| (case.id.as_str(), case)).collect();
        let mut faults = Vec::new();
        let mut seen = BTreeSet::new();
        for row in &self.rows {
            if !seen.insert(&row.id) {
                faults.push(format!("{} is there twice", row.id));
            }
            row.own_faults(&mut faults);
            for id in &row.cases {
                match by_id.get(id.as_str()) {
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
                if !exists(test, &source) {
                    faults.push(format!("{}: there is no test {test}", row.id));
                }
            }
        }
        faults
    }

    /// Every rule of every book, or of one: how it stands and what proves it; then the counts.
    #[must_use]
    pub fn told(&self, only: Option<&str>) -> String {
        let mut told = String::new();
        let books = self.books();
        for book in books.into_iter().filter(|book| only.is_none_or(|only| only == *book)) {
            let mut counts: BTreeMap<Standing, usize> = BTreeMap::new();
            let mut rules: Vec<(&str, Vec<&Row>)> = Vec::new();
            for row in &self.rows {
                for rule in row.rules.get(book).into_iter().flatten() {
                    match rules.iter_mut().find(|(known, _)| known == rule) {
                        Some((_, rows)) => rows.push(row),
                        None => rules.push((rule, vec![row])),
                    }
                }
            }
            rules.sort_by_cached_key(|(rule, _)| in_order(rule));
            for (rule, rows) in &rules {
                // A rule about several matters is as open as the most open of them.
                let standing = rows.iter().map(|row| row.standing()).max();
                *counts.entry(standing.unwrap_or(Standing::Open(Open::Floor))).or_default() += 1;
                for row in rows {
                    let line = row.told();
                    writeln!(told, "{book} {rule:8} {line}").expect("a text can be written to");
                }
            }
            let counts: Vec<String> = counts
                .iter()
                .map(|(standing, count)| format!("{count} {}", standing.word()))
                .collect();
            let sum = format!("{book}: {} rules: {}", rules.len(), counts.join(", "));
            writeln!(told, "{sum}\n").expect("a text can be written to");
        }
        let open = self.rows.iter().filter(|row| row.open.is_some()).count();
        told + &format!("{} rows, {open} open", self.rows.len())
    }
}

impl Row {
    /// How it stands; what is open is open whatever else there is.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match self {
            Self { open: Some(open), .. } => Standing::Open(*open),
            Self { cases, tests, .. } if !cases.is_empty() || !tests.is_empty() => Standing::Proven,
            Self { impossible, .. } if !impossible.is_empty() => Standing::Impossible,
            Self { command: Some(_), .. } => Standing::Served,
            _ => Standing::Outside,
        }
    }

    fn own_faults(&self, faults: &mut Vec<String>) {
        let mut fault = |what: &str| faults.push(format!("{}: {what}", self.id));
        let shown = !self.cases.is_empty() || !self.tests.is_empty() || !self.impossible.is_empty();
        let told = self.house_rules || self.outside.is_some();
        let answered = shown || told || self.command.is_some() || self.open.is_some();
        if !answered {
            fault("nothing says how it stands");
        }
        if self.outside.is_some() && !self.class.starts_with('X') {
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
        let rules = self.rules.get(&case.book).map_or(&[][..], Vec::as_slice);
        let carried = rules.iter().any(|rule| case.rules.iter().any(|shown| is_part(shown, rule)));
        if !carried {
            faults.push(format!("{}: {} carries none of its rules", self.id, case.id));
        }
    }

    /// The matter, and what proves it.
    fn told(&self) -> String {
        let mut parts = vec![format!("{} {}", self.id, self.topic)];
        match self.standing() {
            Standing::Open(_) => parts.push(self.standing().word().to_owned()),
            Standing::Outside => parts.extend(self.outside.clone()),
            Standing::Proven | Standing::Impossible | Standing::Served => {}
        }
        if !self.cases.is_empty() {
            parts.push(format!("cases {}", self.cases.join(", ")));
        }
        if !self.tests.is_empty() {
            parts.push(format!("tests {}", self.tests.join(", ")));
        }
        if !self.impossible.is_empty() {
            parts.push(format!("cannot happen: {}", self.impossible.join(", ")));
        }
        if let Some(command) = &self.command {
            parts.push(format!("served by {command}"));
        }
        if self.house_rules || self.outside.is_some() {
            parts.push("shown to whoever enters".to_owned());
        }
        parts.join(" | ")
    }
}

impl Standing {
    /// In words, for counts.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Impossible => "cannot happen",
            Self::Served => "served by a command",
            Self::Outside => "told to whoever enters",
            Self::Open(Open::Tournaments) => "open until tournaments",
            Self::Open(Open::Floor) => "open until the floor",
        }
    }
}

/// Whether two rule ids are the same, or one is the whole of which the other is a clause: 20 and
/// 20-A.
fn is_part(one: &str, other: &str) -> bool {
    let clause_of = |whole: &str, part: &str| {
        part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('-'))
    };
    one == other || clause_of(one, other) || clause_of(other, one)
}

/// Rule ids as a reader orders them: numbers by their value, letters by the alphabet.
fn in_order(rule: &str) -> Vec<(u64, String)> {
    let parts = rule.split(['-', ' ']).map(|part| {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let (number, rest) = part.split_at(digits);
        (number.parse().unwrap_or(u64::MAX), rest.to_owned())
    });
    parts.collect()
}

/// Whether a test is in the file that it is named with: `fn name` behind an attribute that ends in
/// `test`, or inside `proptest!`.
fn exists(test: &str, source: impl Fn(&str) -> Option<String>) -> bool {
    let Some((file, name)) = test.split_once("::") else { return false };
    let Some(text) = source(file) else { return false };
    let signature = format!("fn {name}(");
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let place =
        lines.iter().position(|line| line.trim_start_matches("async ").starts_with(&signature));
    place.is_some_and(|place| {
        let mut before = lines[..place].iter().rev().take_while(|line| line.starts_with("#["));
        before.any(|line| line.starts_with("#[test]") || line.contains("::test"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = r#"
        [[row]]
        id = "R1"
        topic = "Odd chips"
        class = "E"
        rules = { tda = ["20-A", "9"], tnpl = ["C8"] }
        tests = ["pots.rs::the_odd_chip_goes_left"]
    "#;

    fn faults(text: &str) -> Vec<String> {
        faults_if_told(text, &["20-A", "9", "C8"])
    }

    fn faults_if_told(text: &str, rules: &[&str]) -> Vec<String> {
        let pots = "#[test]\nfn the_odd_chip_goes_left() {}\nfn no_test() {}";
        let source = |file: &str| (file == "pots.rs").then(|| pots.to_owned());
        let told = |_: &str| rules.iter().copied().map(str::to_owned).collect();
        Coverage::read(text).unwrap().faults(&[], source, told)
    }

    #[test]
    fn a_row_says_how_it_stands() {
        assert_eq!(faults(ROW), [""; 0]);
        let nothing = ROW.replace("tests =", "cases = []\n#");
        assert_eq!(faults(&nothing), ["R1: nothing says how it stands"]);
    }

    #[test]
    fn a_test_that_is_not_there_is_a_fault() {
        let another = ROW.replace("goes_left", "goes_right");
        assert_eq!(faults(&another), ["R1: there is no test pots.rs::the_odd_chip_goes_right"]);
        let helper = ROW.replace("the_odd_chip_goes_left", "no_test");
        assert_eq!(faults(&helper).len(), 1, "a function is no test");
        let elsewhere = ROW.replace("pots.rs", "limits.rs");
        assert_eq!(faults(&elsewhere).len(), 1);
    }

    #[test]
    fn a_rule_that_people_keep_is_told_to_them() {
        let told = format!("{ROW}\nhouse_rules = true");
        let untold = ["R1: tda 20-A is told to nobody", "R1: tnpl C8 is told to nobody"];
        assert_eq!(faults_if_told(&told, &["9"]), untold);
        assert_eq!(faults(&told), [""; 0]);
    }

    #[test]
    fn a_case_has_to_be_there_and_a_class_has_to_allow_its_standing() {
        let case = format!("{ROW}\ncases = [\"x-1\"]");
        assert_eq!(faults(&case), ["R1: there is no case x-1"]);
        let outside = ROW.replace("tests =", "outside = \"no\"\n#");
        assert_eq!(faults(&outside), ["R1: only class X is beyond any server"]);
        let impossible = ROW.replace("tests", "impossible");
        assert_eq!(faults(&impossible), ["R1: only class M cannot happen"]);
        assert!(Coverage::read(&ROW.replace("topic", "tpoic")).is_err());
    }

    #[test]
    fn a_clause_belongs_to_its_rule() {
        assert!(is_part("20", "20-A") && is_part("20-A", "20") && is_part("C8", "C8"));
        assert!(!is_part("2", "20") && !is_part("20-A", "20-B"));
    }

    #[test]
    fn rules_are_told_in_order_and_counted() {
        let coverage = Coverage::read(ROW).unwrap();
        let told = coverage.told(Some("tda"));
        let lines: Vec<&str> = told.lines().collect();
        assert!(lines[0].starts_with("tda 9 "), "{told}");
        assert!(lines[1].starts_with("tda 20-A "), "{told}");
        assert_eq!(lines[2], "tda: 2 rules: 2 proven");
        assert_eq!(lines.last(), Some(&"1 rows, 0 open"));
        assert!(!coverage.is_open(None));
        let open = Coverage::read(&format!("{ROW}\nopen = \"floor\"")).unwrap();
        assert!(open.is_open(Some("tnpl")) && !open.is_open(Some("tfpl")));
    }
}
