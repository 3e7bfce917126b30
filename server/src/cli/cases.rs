//! `cardroom rules check` and `cardroom rules coverage`: plays rule cases, and prints the status of
//! every rule. The casebook defines the meaning of a case and the proof of a rule.

use anyhow::Context as _;
use cardroom_casebook::cases::{self, KINDS, Report};
use cardroom_casebook::coverage::{Coverage, SHIPPED};
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
    /// Rulebook, such as tda-2024 [default: all five books]
    preset: Option<String>,
}

impl Rows {
    /// Prints the status of every rule. Returns `true` if nothing is open.
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<bool> {
        let coverage = Coverage::read(SHIPPED)?;
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
            let rows = Rows { preset: preset.map(str::to_owned) };
            let closed = rows.run(&mut out)?;
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
