//! `cardroom rules mutate`: changes each setting that a book cites a rule for and plays its cases,
//! to find settings that no case notices. The casebook decides what is changed, and how.

use super::NO_SUCH_RULEBOOK;
use crate::cli::cases::{cases_of, is_own};
use cardroom_casebook::coverage::{self, Coverage};
use cardroom_casebook::mutate::{self, Known, LEAGUES, Noticed};
use cardroom_rules::Library;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The settings to change.
#[derive(Debug, Args)]
pub(crate) struct Mutate {
    /// Rulebook of a league, such as tfpl, or one of your own [default: all leagues]
    #[arg(long, value_name = "RULEBOOK")]
    book: Option<String>,
    /// Cases of a rulebook of your own
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "book")]
    cases: Vec<PathBuf>,
    /// Only settings whose names begin like this, such as clock or oot_fold
    #[arg(long, value_name = "SETTING")]
    setting: Option<String>,
    /// Print every change as JSON
    #[arg(long)]
    json: bool,
}

impl Mutate {
    /// Prints the changes that no case notices. The exit code is 1 if one of them is not in the
    /// list of known ones.
    pub(crate) fn run(
        &self,
        library: &Library,
        out: &mut impl Write,
        error: &mut impl Write,
    ) -> anyhow::Result<ExitCode> {
        let is_known = |book: &&str| LEAGUES.contains(book) || is_own(library, book);
        if let Some(unknown) = self.book.as_deref().filter(|book| !is_known(book)) {
            let known = LEAGUES.join(", ");
            writeln!(error, "cardroom: There is no league \"{unknown}\". There are {known}.")?;
            return Ok(ExitCode::from(NO_SUCH_RULEBOOK));
        }
        let noticed = self.noticed(library)?;
        if let Some(setting) = self.setting.as_deref()
            && noticed.iter().all(|noticed| noticed.settings.is_empty())
        {
            writeln!(error, "cardroom: No book cites a rule for a setting \"{setting}\".")?;
            return Ok(ExitCode::from(NO_SUCH_RULEBOOK));
        }
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &noticed)?;
            writeln!(out)?;
        } else {
            for noticed in &noticed {
                writeln!(out, "{noticed}\n")?;
            }
        }
        let faults: Vec<String> = noticed.iter().flat_map(Noticed::faults).collect();
        for fault in &faults {
            writeln!(error, "cardroom: {fault}")?;
        }
        Ok(super::code(faults.is_empty()))
    }

    fn noticed(&self, library: &Library) -> anyhow::Result<Vec<Noticed>> {
        let only = self.setting.as_deref();
        if let Some(own) = self.book.as_deref().filter(|book| is_own(library, book)) {
            let cases = cases_of(own, &self.cases)?;
            return Ok(vec![mutate::mutate(library, own, &cases, &Known::default(), only)?]);
        }
        let coverage = Coverage::read(coverage::SHIPPED)?;
        let known = Known::read(mutate::SHIPPED)?;
        let asked = |book: &&&str| self.book.as_deref().is_none_or(|asked| asked == **book);
        let mut all = Vec::new();
        for book in LEAGUES.iter().filter(asked) {
            let cases: Vec<_> = coverage.cases_under(book).collect();
            all.push(mutate::mutate(library, book, &cases, &known, only)?);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn printed(book: Option<&str>, setting: &str, json: bool) -> (String, String, ExitCode) {
        let library = Config::default().library().unwrap();
        let (mut out, mut error) = (Vec::new(), Vec::new());
        let (book, setting) = (book.map(str::to_owned), Some(setting.to_owned()));
        let mutate = Mutate { book, cases: Vec::new(), setting, json };
        let code = mutate.run(&library, &mut out, &mut error).unwrap();
        (String::from_utf8(out).unwrap(), String::from_utf8(error).unwrap(), code)
    }

    #[test]
    fn a_setting_that_a_case_notices_is_not_listed() {
        let (out, error, code) = printed(Some("wptapl"), "half_threshold", false);
        assert!(
            out.ends_with(
                "1 settings of its own: 0 unnoticed (0 known); 0 of 1 changes unnoticed\n\n"
            ),
            "{out}"
        );
        assert_eq!((error.as_str(), code), ("", ExitCode::SUCCESS));
        let (out, _, _) = printed(Some("wptapl"), "half_threshold", true);
        assert!(out.contains("\"path\": \"half_threshold\"") && out.contains("\"noticed_by\": \""));
    }

    #[test]
    fn what_is_not_there_is_answered_with_what_is() {
        let (out, error, code) = printed(Some("hoyle"), "", false);
        assert_eq!((out.as_str(), code), ("", ExitCode::from(2)));
        assert!(error.ends_with("There are tnpl, tfpl, spotlight, wptapl.\n"), "{error}");
        let (_, error, code) = printed(Some("tnpl"), "weather", false);
        assert_eq!(code, ExitCode::from(2));
        assert!(error.contains("\"weather\""), "{error}");
    }
}
