//! `cardroom rules check` and `cardroom rules coverage`: plays rule cases, and prints the status of
//! every rule. The casebook defines the meaning of a case and the proof of a rule.

use anyhow::Context as _;
use cardroom_casebook::cases::{self, Case, KINDS, Report};
use cardroom_casebook::coverage::{Coverage, SHIPPED};
use cardroom_casebook::page::BOOKS;
use cardroom_casebook::proof;
use cardroom_rules::Library;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// The cases to play.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Only cases of these kinds, such as betting,showdown
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    kinds: Vec<String>,
    /// Files of cases; server/engine/cases/README.md explains the format
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Check {
    /// Plays the cases and prints the report. Returns `true` if all of them pass.
    pub(crate) fn run(&self, library: &Library, out: &mut impl Write) -> anyhow::Result<bool> {
        let known = |kind: &str| KINDS.contains(&kind);
        if let Some(unknown) = self.kinds.iter().find(|kind| !known(kind)) {
            anyhow::bail!(
                "There is no kind \"{unknown}\" of cases. Name some of these with --kinds: {}.",
                KINDS.join(", ")
            );
        }
        let kinds: Vec<&str> = self.kinds.iter().map(String::as_str).collect();
        let mut report = Report::default();
        for file in &self.files {
            let name = || file.display().to_string();
            let text = fs::read_to_string(file).with_context(name)?;
            report.add(cases::run(&text, library, &kinds).with_context(name)?);
        }
        writeln!(out, "{report}")?;
        Ok(report.holds())
    }
}

/// The rules to report on.
#[derive(Debug, Args)]
pub(crate) struct Rows {
    /// Rulebook, such as tda-2024, or one of your own [default: all five books]
    preset: Option<String>,
    /// Cases of a rulebook of your own
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "preset")]
    cases: Vec<PathBuf>,
}

/// Reads the cases of a book from files.
///
/// # Errors
/// A file cannot be read, or a case in it.
pub(crate) fn cases_of(book: &str, files: &[PathBuf]) -> anyhow::Result<Vec<Case>> {
    let mut of_book = Vec::new();
    for file in files {
        let name = || file.display().to_string();
        let text = fs::read_to_string(file).with_context(name)?;
        for case in cases::read(&text).with_context(name)? {
            let case = case.map_err(|failure| anyhow::anyhow!("{}: {failure}", name()))?;
            let is_own = case.book == book;
            of_book.extend(if is_own { Some(case) } else { case.under(book) });
        }
    }
    Ok(of_book)
}

impl Rows {
    /// Prints the status of every rule. Returns `true` if nothing is open.
    pub(crate) fn run(&self, library: &Library, out: &mut impl Write) -> anyhow::Result<bool> {
        if let Some(own) = self.preset.as_deref().filter(|preset| is_own(library, preset)) {
            return self.run_own(own, library, out);
        }
        let mut coverage = Coverage::read(SHIPPED)?;
        coverage.prove(library)?;
        let book = self.preset.as_deref().map(|preset| preset.trim_end_matches("-2024"));
        if let Some(unknown) = book.filter(|book| !coverage.books().contains(book)) {
            anyhow::bail!(
                "There is no rulebook \"{unknown}\" in the list. Name one of these: {}.",
                coverage.books().join(", ")
            );
        }
        writeln!(out, "{}", coverage.told(book))?;
        Ok(!coverage.is_open(book))
    }

    /// Prints the rules that a book of the operator's own cites, and the cases that prove them.
    fn run_own(&self, book: &str, library: &Library, out: &mut impl Write) -> anyhow::Result<bool> {
        let cases = cases_of(book, &self.cases)?;
        let rules = proof::rules_of(library, book, &cases)?;
        for rule in &rules {
            writeln!(out, "{book} {rule}")?;
        }
        let open = rules.iter().filter(|rule| rule.is_open()).count();
        writeln!(out, "{book}: {} rules, {} cases, {open} rules open", rules.len(), cases.len())?;
        Ok(open == 0)
    }
}

/// Returns `true` for a rulebook of the operator's own.
pub(crate) fn is_own(library: &Library, book: &str) -> bool {
    let shipped = BOOKS.iter().any(|shipped| shipped.id == book || shipped.covered == book);
    !shipped && library.rulebook(book).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    const CASE: &str = r#"
        schema = 1
        [[case]]
        id = "house-1"
        title = "The least raise"
        origin = "derived"
        book = "tda"
        rules = ["43-A"]
        kind = "betting"
        class = "E"
        verdict = "clear"
        game = { sb = 50, bb = 100 }
        table = { button = 3 }
        seats = [ { seat = 1 }, { seat = 2 }, { seat = 3 } ]
        steps = [ { op = "expect", to_act = 3, min_raise_to = 200 } ]
    "#;

    fn checked(text: &str, kinds: &[&str]) -> anyhow::Result<(bool, String)> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("house.toml");
        fs::write(&file, text).unwrap();
        let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        let mut out = Vec::new();
        let library = Config::default().library().unwrap();
        let holds = Check { kinds, files: vec![file] }.run(&library, &mut out)?;
        Ok((holds, String::from_utf8(out).unwrap()))
    }

    #[test]
    fn a_league_checks_cases_of_its_own() {
        let (holds, out) = checked(CASE, &[]).unwrap();
        assert!(holds && out == "1 passed, 0 failed\n", "{out}");
        let (holds, out) =
            checked(&CASE.replace("min_raise_to = 200", "min_raise_to = 300"), &[]).unwrap();
        assert!(!holds);
        let says = "house-1, step 1: expected min_raise_to = 300, got min_raise_to = 200\n";
        assert!(out.starts_with(says) && out.ends_with("\n0 passed, 1 failed\n"), "{out}");
    }

    #[test]
    fn only_kinds_that_there_are_can_be_asked_for() {
        let (holds, out) = checked(CASE, &["showdown"]).unwrap();
        assert!(holds && out.ends_with("0 passed, 0 failed\n"), "{out}");
        assert!(checked(CASE, &["cooking"]).unwrap_err().to_string().contains("\"cooking\""));
        assert!(checked("schema = 7", &[]).is_err());
    }

    #[test]
    fn every_rule_of_a_book_is_told_of() {
        let told = |preset: Option<&str>| {
            let mut out = Vec::new();
            let library = Config::default().library().unwrap();
            let rows = Rows { preset: preset.map(str::to_owned), cases: Vec::new() };
            let closed = rows.run(&library, &mut out)?;
            anyhow::Ok((closed, String::from_utf8(out).unwrap()))
        };
        let (closed, out) = told(Some("tda-2024")).unwrap();
        assert!(closed, "nothing of it is open");
        assert!(out.lines().any(|line| line.starts_with("tda 43-A ")), "{out}");
        assert!(!out.contains("\nwptapl "), "{out}");
        assert!(told(None).unwrap().1.contains("\nwptapl "));
        assert!(told(Some("hoyle")).unwrap_err().to_string().contains("spotlight"));
    }
}
