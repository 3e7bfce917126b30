//! `cardroom rules check`: reads files of rule cases, has them played on the engine, and says what
//! came of it. What a case says and what it is compared with is up to the casebook.

use anyhow::Context as _;
use cardroom_casebook::cases::{KINDS, Report, run};
use cardroom_rules::Library;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Which cases to check.
#[derive(Debug, Args)]
pub(crate) struct RuleCases {
    /// Files of rule cases, in the format of server/engine/cases/README.md.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Only cases of these kinds, such as betting,gesture; every kind when left out.
    #[arg(long, value_delimiter = ',', value_name = "KINDS")]
    pub(crate) kinds: Vec<String>,
}

impl RuleCases {
    /// Plays the cases and prints the report; true when all of them hold.
    ///
    /// # Errors
    /// There is no such kind, or a file cannot be read or is no list of cases.
    pub(crate) fn run(&self, library: &Library, out: &mut impl Write) -> anyhow::Result<bool> {
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.trim()).collect();
        if let Some(unknown) = kinds.iter().find(|kind| !KINDS.iter().any(|(is, _)| is == *kind)) {
            let known: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
            anyhow::bail!("there is no kind \"{unknown}\"; there are {}", known.join(", "));
        }
        let mut report = Report::default();
        for file in &self.files {
            let name = || file.display().to_string();
            let text = fs::read_to_string(file).with_context(name)?;
            report.add(run(&text, library, &kinds).with_context(name)?);
        }
        writeln!(out, "{report}")?;
        Ok(report.holds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom::config::Config;
    use std::path::Path;

    const CASE: &str = r#"
        [[case]]
        id = "house-open"
        title = "The least bet on the flop is the big blind"
        origin = "derived"
        book = "tda"
        rules = ["IA-47"]
        cite = "house"
        kind = "betting"
        class = "E"
        verdict = "clear"
        assumed = []
        game = { sb=50, bb=100, street="flop", pot=300 }
        table = { button = 2 }
        seats = [ {seat=1, stack=5000}, {seat=2, stack=5000} ]
        steps = [ { op="expect", to_act=1, min_bet=MINIMUM } ]
        note = ""
    "#;

    fn checked(minimum: &str, kinds: &[&str]) -> (String, anyhow::Result<bool>) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cases.toml");
        let text = format!("schema = 1\n{}", CASE.replace("MINIMUM", minimum));
        fs::write(&file, text).unwrap();
        let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        let cases = RuleCases { files: vec![file], kinds };
        let mut out = Vec::new();
        let held = cases.run(&Config::default().library().unwrap(), &mut out);
        (String::from_utf8(out).unwrap(), held)
    }

    #[test]
    fn a_case_holds_or_the_difference_is_printed() {
        let (out, held) = checked("100", &[]);
        assert_eq!((out.as_str(), held.unwrap()), ("1 passed, 0 failed\n", true));
        let (out, held) = checked("50", &["betting"]);
        assert!(
            out.starts_with("house-open, step 1: expected ")
                && out.ends_with("0 passed, 1 failed\n"),
            "{out}"
        );
        assert!(!held.unwrap());
    }

    #[test]
    fn kinds_leave_cases_out_and_unknown_ones_are_named() {
        let (out, held) = checked("50", &["gesture"]);
        assert!(out.ends_with("0 passed, 0 failed\n") && held.unwrap(), "{out}");
        let (_, held) = checked("100", &["bluffing"]);
        assert!(held.unwrap_err().to_string().starts_with("there is no kind \"bluffing\""));
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let files = vec![Path::new("no/such/cases.toml").to_owned()];
        let cases = RuleCases { files, kinds: Vec::new() };
        let error = cases.run(&Config::default().library().unwrap(), &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "no/such/cases.toml");
    }
}
