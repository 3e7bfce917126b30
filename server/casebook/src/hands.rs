//! Real hands: histories in published formats, with the stacks they ended with.
//!
//! Every format is read into one [`Script`]. A script is played on a table of the engine, and the
//! final stacks are compared. [`check`] takes texts and opens no file. It also reads other external
//! data: hands that were compared with each other, counts of hand classes, and the path of the
//! button around real tables.

mod acpc;
mod away;
mod boards;
mod buttons;
mod expected;
mod game;
mod holding;
mod judge;
mod parting;
mod peculiar;
mod phh;
mod replay;
mod report;
mod rig;
mod script;
mod seating;
mod site;
mod tell;
mod vectors;

pub use expected::Expectations;
pub use holding::{Draw, Holding};
pub use parting::{Cards, Parting, Stacks};
pub use peculiar::Peculiarity;
pub use replay::Replay;
pub use report::{Failure, Report};
pub use rig::NoDeck;
pub use script::{Blinds, Made, Move, Player, Script};

use cardroom_rules::Library;
use judge::{Verdict, judge};
use replay::Stopped;

/// Why a record could not become a script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum Unread {
    #[error("the record does not read: {0}")]
    Malformed(String),
    /// It has no result to compare with.
    #[error("nothing to compare with: the record has no final stacks")]
    NoResult,
    /// It needs something that this server does not play.
    #[error("not played in this room: {0}")]
    NotPlayedHere(String),
}

fn not_played_here(why: impl Into<String>) -> Unread {
    Unread::NotPlayedHere(why.into())
}

fn malformed(why: impl Into<String>) -> Unread {
    Unread::Malformed(why.into())
}

#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The path of the file. Its extension gives the format.
    pub path: &'a str,
    pub text: &'a str,
    /// Results of its hands, if a file beside it has them.
    pub expected: Option<&'a Expectations>,
    /// The most boards to deal out when counting how often a hand wins. More would take too long.
    pub most_boards: u64,
}

impl<'a> Source<'a> {
    /// Iterates over the non-empty lines, with their numbers from 1.
    fn lines(self) -> impl Iterator<Item = (usize, &'a str)> {
        (1..).zip(self.text.lines()).filter(|(_, line)| !line.trim().is_empty())
    }
}

/// Checks everything in a text. `listener`, if given, gets every hand that was played, in words.
pub fn check(
    library: &Library,
    source: Source<'_>,
    listener: Option<&mut dyn FnMut(&str)>,
) -> Report {
    let mut check = Check { library, source, listener, report: Report::default() };
    match Format::of(source) {
        Some(Format::Phh { many }) => check.phh(many),
        Some(Format::Acpc) => check.acpc(),
        Some(Format::Site) => check.site(),
        Some(Format::Buttons) => buttons::check(library, source, &mut check.report),
        Some(Format::Comparisons) => vectors::comparisons(source, &mut check.report),
        Some(Format::Counts) => vectors::counts(source, &mut check.report),
        Some(Format::HighClasses) => vectors::high_classes(source, &mut check.report),
        Some(Format::Equities) => {
            vectors::equities(source, source.most_boards, &mut check.report);
        }
        Some(Format::Results) => {}
        None => check.report.leave_out("files in no format that is checked here"),
    }
    check.report
}

enum Format {
    Phh {
        many: bool,
    },
    Acpc,
    Site,
    Buttons,
    Comparisons,
    Counts,
    HighClasses,
    Equities,
    /// Results for the hands of other files.
    Results,
}

impl Format {
    fn of(source: Source<'_>) -> Option<Self> {
        let name = source.path.rsplit('/').next().unwrap_or_default();
        let first = source.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        match name.rsplit('.').next()? {
            "phh" => Some(Self::Phh { many: false }),
            "phhs" => Some(Self::Phh { many: true }),
            "jsonl" => {
                let line: serde_json::Value = serde_json::from_str(first).ok()?;
                let has = |key: &str| line.get(key).is_some();
                if has("hands") && has("rule") {
                    Some(Self::Buttons)
                } else if has("cmp") {
                    Some(Self::Comparisons)
                } else if has("hand_id") && has("streets") {
                    Some(Self::Site)
                } else {
                    Some(Self::Results)
                }
            }
            "json" => {
                let file: serde_json::Value = serde_json::from_str(source.text).ok()?;
                let has = |key: &str| file.get(key).is_some();
                if has("rows") && has("method") {
                    Some(Self::Equities)
                } else if has("high_5card") {
                    Some(Self::Counts)
                } else {
                    None
                }
            }
            "csv" => first.starts_with("class_rank,").then_some(Self::HighClasses),
            _ if source.text.lines().any(acpc::is_hand) => Some(Self::Acpc),
            _ => None,
        }
    }
}

/// A text being checked.
struct Check<'a, 'b> {
    library: &'a Library,
    source: Source<'a>,
    listener: Option<&'b mut dyn FnMut(&str)>,
    report: Report,
}

impl Check<'_, '_> {
    fn phh(&mut self, many: bool) {
        let Source { path, text, expected, .. } = self.source;
        let hands = match phh::hands(text, many) {
            Ok(hands) => hands,
            Err(unread) => return self.report.fail(path, "hands", &unread.to_string()),
        };
        for (key, hand) in hands {
            let name = match key {
                Some(key) => format!("{}/{key}.phh", path.trim_end_matches(".phhs")),
                None => path.to_owned(),
            };
            let truth = expected.and_then(|expected| expected.of_path(&name));
            let script = phh::read(&name, &hand, truth);
            self.judge(&name, script);
        }
    }

    fn acpc(&mut self) {
        let Source { path, text, expected, .. } = self.source;
        let limit = acpc::is_limit(path, text);
        for line in text.lines().filter(|line| acpc::is_hand(line)) {
            let number = acpc::number(line).unwrap_or_default();
            let name = format!("{path} {number}");
            let truth = expected.and_then(|expected| expected.of_number(path, number));
            let script = acpc::read(name.clone(), line, limit, truth);
            self.judge(&name, script);
        }
    }

    fn site(&mut self) {
        let Source { path, expected, .. } = self.source;
        for (number, line) in self.source.lines() {
            let hand: site::SiteHand = match serde_json::from_str(line) {
                Ok(hand) => hand,
                Err(error) => {
                    let place = format!("{path}:{number}");
                    self.report.fail(&place, "a hand", &error.to_string());
                    continue;
                }
            };
            let name = format!("{path}:{number} {} {}", hand.site, hand.hand_id);
            let truth = expected.and_then(|all| all.of_site(&hand.site, &hand.hand_id));
            let script = site::read(&hand, truth);
            self.judge(&name, script);
        }
    }

    fn judge(&mut self, name: &str, script: Result<Script, Unread>) {
        let script = match script {
            Ok(script) => script,
            Err(Unread::NotPlayedHere(why)) => return self.report.leave_out(why),
            Err(unread) => return self.report.fail(name, "a hand", &unread.to_string()),
        };
        match judge(&script, self.library) {
            Verdict::Agrees(replay, peculiar) => {
                self.report.pass(&peculiar);
                if let Some(listener) = &mut self.listener {
                    listener(&tell::hand(&script, &replay));
                }
            }
            Verdict::Parts(stopped) => {
                let Stopped { parting, so_far } = *stopped;
                self.report.fail(name, &script.recorded(), &parting.to_string());
                if let (Some(listener), Some(replay)) = (&mut self.listener, so_far) {
                    listener(&tell::hand(&script, &replay));
                    listener(&format!("  here it parts: {parting}\n"));
                }
            }
        }
    }
}
