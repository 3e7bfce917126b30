//! `cardroom rules`: prints a rulebook with the rule behind each setting, or the
//! differences between two of them. The rulebooks' crate writes the text; `cases` has the
//! cases and the coverage.

mod mutate;

use super::cases::{Check, Rows};
use crate::config;
use cardroom_rules::{Library, Rulebook, Setting, differences, show, show_differences};
use clap::Subcommand;
use mutate::Mutate;
use std::io::Write;
use std::process::ExitCode;

/// The exit code for an unknown rulebook, the same as for an unknown command.
const NO_SUCH_RULEBOOK: u8 = 2;

/// A command about rulebooks.
#[derive(Debug, Subcommand)]
pub(crate) enum Rules {
    /// Print a rulebook with everything it extends, and the rule behind each setting
    Show {
        /// Rulebook, such as tda-2024
        preset: String,
    },
    /// Print where two rulebooks differ
    Diff {
        /// One rulebook
        a: String,
        /// The other rulebook
        b: String,
    },
    /// Play rule cases; the exit code is 1 if one fails
    Check(Check),
    /// Print what proves each rule; the exit code is 1 while something is open
    Coverage(Rows),
    /// Change each setting that a book cites a rule for, and print what no case notices; the exit
    /// code is 1 if one of these changes is not in the list of known ones
    Mutate(Mutate),
}

impl Rules {
    /// Prints the result to `out`, or to `error` if there is no such rulebook.
    pub(crate) fn run(
        &self,
        library: &Library,
        out: &mut impl Write,
        error: &mut impl Write,
    ) -> anyhow::Result<ExitCode> {
        let text = match self {
            Self::Show { preset } => shown(library, preset),
            Self::Diff { a, b } => compared(library, a, b),
            Self::Check(check) => return Ok(code(check.run(library, out)?)),
            Self::Coverage(rows) => return Ok(code(rows.run(library, out)?)),
            Self::Mutate(mutate) => return mutate.run(library, out, error),
        };
        match text {
            Ok(text) => {
                out.write_all(text.as_bytes())?;
                out.flush()?;
                if let Self::Show { preset } = self {
                    for warning in config::changes_without_effect(library, preset) {
                        writeln!(error, "cardroom: {warning}")?;
                    }
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(unknown) => {
                writeln!(error, "cardroom: {unknown}")?;
                Ok(ExitCode::from(NO_SUCH_RULEBOOK))
            }
        }
    }
}

fn code(holds: bool) -> ExitCode {
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn shown(library: &Library, preset: &str) -> Result<String, UnknownRulebook> {
    let (rulebook, settings) = find(library, preset)?;
    Ok(show(rulebook, settings))
}

fn compared(library: &Library, a: &str, b: &str) -> Result<String, UnknownRulebook> {
    let (a, settings_of_a) = find(library, a)?;
    let (b, settings_of_b) = find(library, b)?;
    Ok(show_differences((a, b), &differences(settings_of_a, settings_of_b)))
}

#[derive(Debug, thiserror::Error)]
#[error("There is no rulebook \"{name}\". There are {known}.")]
struct UnknownRulebook {
    name: String,
    known: String,
}

fn find<'a>(
    library: &'a Library,
    name: &str,
) -> Result<(&'a Rulebook, &'a [Setting]), UnknownRulebook> {
    let found = library.rulebook(name).zip(library.settings(name));
    let (rulebook, settings) = found.ok_or_else(|| {
        let known: Vec<_> = library.rulebooks().map(|rulebook| rulebook.id.as_str()).collect();
        UnknownRulebook { name: name.to_owned(), known: known.join(", ") }
    })?;
    Ok((rulebook, settings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn printed(rules: &Rules) -> (String, String, ExitCode) {
        let library = Config::default().library().unwrap();
        let (mut out, mut error) = (Vec::new(), Vec::new());
        let code = rules.run(&library, &mut out, &mut error).unwrap();
        (String::from_utf8(out).unwrap(), String::from_utf8(error).unwrap(), code)
    }

    #[test]
    fn a_rulebook_is_printed_with_its_rules() {
        let (out, error, code) = printed(&Rules::Show { preset: "wptapl".to_owned() });
        assert!(out.starts_with("wptapl: WPTAPL\n\n"), "{out}");
        let line = out.lines().find(|line| line.starts_with("min_open_postflop_bb ")).unwrap();
        assert_eq!(line.split_whitespace().collect::<Vec<_>>()[1..], ["2", "WPT", "19"]);
        assert_eq!((error.as_str(), code), ("", ExitCode::SUCCESS));
    }

    #[test]
    fn a_book_of_ones_own_is_warned_of_settings_that_change_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let books = folder.path().join("rulebooks");
        std::fs::create_dir(&books).unwrap();
        let text = "extends = \"tnpl\"\nid = \"harbor\"\nname = \"Harbor\"\n\
                    slow_roll = \"barred\"\ncite.slow_roll = \"3\"\n\
                    min_raise = \"double_bet\"\ncite.min_raise = \"4\"\n";
        std::fs::write(books.join("harbor.toml"), text).unwrap();
        let mut config = Config::default();
        config.server.rules_dir = folder.path().to_owned();
        let library = config.library().unwrap();
        let (mut out, mut error) = (Vec::new(), Vec::new());
        let show = Rules::Show { preset: "harbor".to_owned() };
        show.run(&library, &mut out, &mut error).unwrap();
        let says = "cardroom: harbor sets slow_roll: the room only tells it to people, and does the \
                    same under every value.\n";
        assert_eq!(String::from_utf8(error).unwrap(), says);
    }

    #[test]
    fn two_rulebooks_are_compared() {
        let (a, b) = ("tda-2024".to_owned(), "tnpl".to_owned());
        let (out, error, code) = printed(&Rules::Diff { a, b });
        assert!(
            out.contains("\nbare_figure\n    tda-2024  highest_up_to_pot")
                && out.ends_with(" settings differ.\n"),
            "{out}"
        );
        assert_eq!((error.as_str(), code), ("", ExitCode::SUCCESS));
    }

    #[test]
    fn a_rulebook_that_is_not_there_is_answered_with_those_that_are() {
        let (known, hoyle) = ("tnpl".to_owned(), "hoyle".to_owned());
        for rules in [Rules::Show { preset: hoyle.clone() }, Rules::Diff { a: known, b: hoyle }] {
            let (out, error, code) = printed(&rules);
            assert_eq!((out.as_str(), code), ("", ExitCode::from(2)));
            assert_eq!(
                error,
                "cardroom: There is no rulebook \"hoyle\". There are online, spotlight, tda-2024, \
                 tfpl, tnpl, two-minutes, wptapl.\n"
            );
        }
    }
}
