//! `cardroom hands check`: finds files of real hands, checks them against the engine, and reports
//! the results. The casebook defines how they are compared.

use super::export::{Export, Show};
use anyhow::Context as _;
use cardroom_casebook::hands::{Expectations, Report, Source, check};
use cardroom_rules::Library;
use clap::{Args, Subcommand};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file with the results of hands that do not contain them, in the same folder.
const EXPECTED: &str = "expected.jsonl";

/// The number of boards that two hands may see before the flop: enough for all checks.
const MOST_BOARDS: u64 = 2_000_000;

/// A command about hands.
#[derive(Debug, Subcommand)]
pub(crate) enum Hands {
    /// Replay hand histories from elsewhere, and compare the final stacks
    Check(Check),
    /// Write hands of this room into a file
    Export(Export),
    /// Print one hand of this room in sentences
    Show(Show),
}

/// The hands to check.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files, or folders with everything in them: hands (.phh, .phhs, JSON lines of sites, logs of
    /// the computer poker competition), button sequences, and vectors of evaluators
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Results of hands that do not contain them [default: `expected.jsonl` in the folder of a
    /// file or above it]
    #[arg(long, value_name = "FILE")]
    expected: Option<PathBuf>,
    /// Print each hand in sentences
    #[arg(long)]
    verbose: bool,
}

impl Check {
    /// Checks everything and prints the report. Returns `true` if everything agrees.
    pub(crate) fn run(&self, library: &Library, out: &mut impl Write) -> anyhow::Result<bool> {
        let mut results = Results::new(self.expected.as_deref())?;
        let mut report = Report::default();
        for path in self.files()? {
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            let Ok(text) = String::from_utf8(bytes) else { continue };
            let name = path.to_string_lossy();
            let expected = results.of(&path)?;
            let source = Source { path: &name, text: &text, expected, most_boards: MOST_BOARDS };
            let mut told = Ok(());
            let mut tell = |hand: &str| {
                if told.is_ok() {
                    told = out.write_all(hand.as_bytes());
                }
            };
            let listener: Option<&mut dyn FnMut(&str)> =
                if self.verbose { Some(&mut tell) } else { None };
            let of_file = check(library, source, listener);
            told?;
            report.absorb(of_file);
        }
        write!(out, "{report}")?;
        anyhow::ensure!(
            report.passed + report.failed.len() > 0,
            "Nothing was checked: the files contain no hands."
        );
        Ok(report.failed.is_empty())
    }

    /// Returns the named files, and those in the named folders, in order.
    fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.paths {
            collect(path, &mut files)?;
        }
        Ok(files)
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    if !fs::metadata(path).with_context(name)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut inside = Vec::new();
    for entry in fs::read_dir(path).with_context(name)? {
        inside.push(entry.with_context(name)?.path());
    }
    inside.sort();
    inside.iter().try_for_each(|path| collect(path, files))
}

/// The results that lie beside hands. Each file is read once.
struct Results {
    /// The results for all hands, if a file was named.
    named: Option<Expectations>,
    by_file: BTreeMap<PathBuf, Expectations>,
}

impl Results {
    fn new(named: Option<&Path>) -> anyhow::Result<Self> {
        let named = named.map(read_results).transpose()?;
        Ok(Self { named, by_file: BTreeMap::new() })
    }

    /// Returns the results for the hands of a file: the named ones, or those in the nearest folder.
    fn of(&mut self, path: &Path) -> anyhow::Result<Option<&Expectations>> {
        if self.named.is_some() {
            return Ok(self.named.as_ref());
        }
        let beside = path.ancestors().skip(1).map(|folder| folder.join(EXPECTED));
        let Some(nearest) = beside.into_iter().find(|file| file.is_file()) else { return Ok(None) };
        if !self.by_file.contains_key(&nearest) {
            self.by_file.insert(nearest.clone(), read_results(&nearest)?);
        }
        Ok(self.by_file.get(&nearest))
    }
}

fn read_results(path: &Path) -> anyhow::Result<Expectations> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    Expectations::parse(&text).map_err(anyhow::Error::msg).with_context(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    const HAND: &str = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\n\
        min_bet = 10\nstarting_stacks = [100, 100]\n\
        actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'p2 f']\n";

    fn run(folder: &Path, expected: Option<PathBuf>) -> (bool, String) {
        let check = Check { paths: vec![folder.to_owned()], expected, verbose: false };
        let mut out = Vec::new();
        let agrees = check.run(&Config::default().library().unwrap(), &mut out).unwrap();
        (agrees, String::from_utf8(out).unwrap())
    }

    #[test]
    fn hands_are_compared_with_the_file_beside_them_or_the_one_that_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let night = folder.path().join("night");
        fs::create_dir(&night).unwrap();
        fs::write(night.join("1.phh"), HAND).unwrap();
        let line = |stacks: &str| {
            format!("{{\"path\": \"data/night/1.phh\", \"final_stacks\": {stacks}}}\n")
        };
        fs::write(folder.path().join(EXPECTED), line("[105, 95]")).unwrap();
        assert_eq!(run(&night, None), (true, "1 passed, 0 failed\n".to_owned()));

        let named = folder.path().join("other.jsonl");
        fs::write(&named, line("[100, 100]")).unwrap();
        let (agrees, said) = run(&night, Some(named));
        assert!(!agrees && said.ends_with("0 passed, 1 failed\n"), "{said}");
        assert!(said.contains("expected final stacks 100 100"), "{said}");
    }
}
