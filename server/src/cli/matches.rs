//! `cardroom match`: bots play a seeded match in this process. The library `cardroom-match` plays
//! and reports it. This module checks the command line and writes the files.

mod competition;
mod formats;
mod game;
mod manifest;
mod outputs;
mod players;
mod programs;
mod running;

use self::formats::FormatArguments;
use self::game::GameArguments;
use self::outputs::Outputs;
use self::programs::ProgramArguments;
use self::running::Guests;
use crate::interrupt;
use anyhow::Context as _;
use cardroom_match::carry::StackRule;
use cardroom_match::game::Terms;
use cardroom_match::history::{Histories, histories};
use cardroom_match::html;
use cardroom_match::reduce::Reduction;
use cardroom_match::report::{Report, report};
use cardroom_match::run::{Bot, Early, End, Outcome, Settings, prepare, run, usual_jobs};
use cardroom_match::schedule::Format;
use cardroom_match::session::{Conduct, Stopped};
use cardroom_match::stats::Sequential;
use cardroom_match::text::text;
use cardroom_rules::Library;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The exit code of a match with faults.
const WITH_FAULTS: u8 = 4;
/// The exit code of a command line that cannot be used.
const USAGE: u8 = 2;
/// The most bots of a match.
const MOST_BOTS: usize = 10;

/// The text of `--help` after the options.
const AFTER_HELP: &str = "\
Players: brain:NAME is a brain of this program: caller, dealers-example, maniac, random \
(random-legal), rollout or tight-aggressive (tag). exec:COMMAND is a program that speaks lines on its standard input and output \
(protocol/LINES.md). dir:PATH is a folder whose cardroom-bot.toml says with `run` how to run its \
program, with `build` how to build it before, and with `build_timeout` how long that may take (5m). \
acpc:COMMAND is a program written for the dealer of the Annual Computer Poker Competition: it gets a \
host and a port as its last arguments. It plays no-limit and fixed-limit hold'em. room:COMMAND is a \
program that speaks the room's protocol (protocol/PROTOCOL.md), such as cardroom-bot: it connects to \
CARDROOM_URL and logs in with CARDROOM_TOKEN. room: alone prints both and waits for a program that \
runs already. It then plays each deal once, and --reduce chance is the default where it is known.

Each session starts the programs anew, in process groups that end with the match. A program has \
PATH, LANG and what --env names in its environment, and a HOME and TMPDIR that are thrown away. This \
is no sandbox: a hostile program can keep notes elsewhere on the machine and know a deck again. \
Between bots that do not trust each other, use --seatings one, and --wrap with a sandbox, such as \
--wrap 'bwrap --ro-bind / / --dev /dev --tmpfs /tmp --unshare-all --die-with-parent'.

Faults: after late (over --turn), illegal, malformed (no JSON, an unknown field, a line over 64 KiB), \
wrong_id or unasked, the seat checks, folds where it cannot, or stands pat in a draw. After bank (no \
time left), exited, closed (its input, output or connection), flood (1 MiB unread) or more than \
--faults of the others, it does so at once in every hand of the session. After not_ready the match is \
not played.

A deal is played once in each seating: the players change seats, and cards, button and stacks stay. \
A result is in thousandths of a big blind a hand (mbb), with an interval that contains the true \
rate in 95 of 100 matches.

Exit codes: 0 played without a fault; 4 played, with faults; 1 not played to the end; 2 the command \
line cannot be used; 130 interrupted by Ctrl-C, and the report says so.";

/// The bots, the game, and how sure the result shall be.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Match {
    /// The first bot, such as brain:tight-aggressive
    #[arg(long, value_name = "PLAYER")]
    a: Option<String>,
    /// The second bot
    #[arg(long, value_name = "PLAYER")]
    b: Option<String>,
    /// A bot with a name of your own; may be repeated, up to ten bots
    #[arg(long = "bot", value_name = "NAME=PLAYER")]
    bots: Vec<String>,
    /// Seed of the decks, and of everything else that is random
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Seed that all brains have in every hand, so that equal brains decide alike
    #[arg(long, value_name = "SEED")]
    brain_seed: Option<u64>,
    #[command(flatten)]
    format: FormatArguments,
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    sure: SureArguments,
    #[command(flatten)]
    programs: ProgramArguments,
    #[command(flatten)]
    written: OutputArguments,
}

/// How sure the result shall be.
#[derive(Debug, Args)]
#[command(next_help_heading = "How sure")]
struct SureArguments {
    /// Widen the intervals so that all of them are right together (Bonferroni)
    #[arg(long)]
    simultaneous: bool,
    /// Show the result in which all-in hands count by what they were worth when no decision was
    /// left. For the games of --reduce
    #[arg(long)]
    equity: bool,
    /// Take luck out of each result: the same mean, and less spread. For games with blinds and a
    /// board, without discards; --test and --until then look at this result
    #[arg(long, value_enum)]
    reduce: Option<ReductionName>,
    /// Stop as soon as the first bot's rate is at most LOW or at least HIGH mbb a hand, with 5 %
    /// errors of either kind
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    test: Option<String>,
    /// Stop as soon as half the width of the interval is at most this many mbb a hand
    #[arg(long, value_name = "MBB", conflicts_with = "test")]
    until: Option<f64>,
}

/// The files to write, and the number of threads.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct OutputArguments {
    /// File for the report as JSON (cardroom.match.v1), with the scores of each deal
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// File for all hands with all cards (PHH), which `cardroom hands check` replays
    #[arg(long, value_name = "FILE")]
    phh: Option<PathBuf>,
    /// File for all hands as the dealer of the computer poker competition logs them. For no-limit
    /// and fixed-limit hold'em
    #[arg(long, value_name = "FILE")]
    acpc: Option<PathBuf>,
    /// File for one page with the curve of winnings, results by position and by street, and the
    /// largest pots to step through; it needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// Sessions at a time; the result is the same with any number [default: as many as leave a core
    /// for each program, and at least 1]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ReductionName {
    /// The luck of every card dealt
    Chance,
    /// That, and the luck of decisions that a bot draws from probabilities which it states
    Aivat,
}

/// A sentence that says why the command line cannot be used.
type Usage = String;

impl Match {
    /// Plays the match and writes its report. Returns the exit code.
    pub(crate) fn run(
        &self,
        library: &Library,
        out: &mut impl Write,
        error: &mut impl Write,
    ) -> anyhow::Result<ExitCode> {
        let guests = Guests::default();
        let prepared = self.prepare(library, &guests).and_then(|(bots, settings)| {
            let OutputArguments { json, phh, acpc, html, force, .. } = &self.written;
            let paths = [json, phh, acpc, html].map(Option::as_deref);
            Ok((bots, settings, Outputs::open(paths, *force)?))
        });
        let (mut bots, settings, outputs) = match prepared {
            Ok(prepared) => prepared,
            Err(usage) => {
                writeln!(error, "cardroom: {usage}")?;
                return Ok(ExitCode::from(USAGE));
            }
        };
        let jobs = self.jobs(&settings, &bots);
        let halt = &*guests.halt;
        guests.announce(error)?;
        let outcome = interrupt::halt_if_interrupted(halt, || match prepare(&mut bots, halt) {
            Err(stopped @ Stopped::NotReady(_)) => Outcome::stopped(stopped),
            // A match that is interrupted before its first hand has a report, too.
            _ => run(&settings, &bots, jobs, halt),
        });
        let (command, widened) = (command(std::env::args()), self.sure.simultaneous);
        let report = report(&settings, &bots, &outcome, command, widened, jobs);
        if matches!(outcome.end, End::Stopped(Stopped::NotReady(_) | Stopped::Broken { .. })) {
            drop(outputs);
            let reason = report.ended.reason.unwrap_or_default();
            let whose = match &outcome.end {
                End::Stopped(Stopped::NotReady(noted)) => format!(" {}:", bots[noted.entrant].name),
                _ => String::new(),
            };
            writeln!(error, "cardroom: The match was not played.{whose} {reason}")?;
            return Ok(ExitCode::FAILURE);
        }
        let log = self.written.acpc.is_some();
        let log = log.then(|| competition::log(&settings, &outcome.sessions, &bots, error));
        let log = log.transpose()?.unwrap_or_default();
        self.write(outputs, &report, &outcome, &bots, &log, error)?;
        write!(out, "{}", text(&report))?;
        Ok(exit_code(&report))
    }

    fn write(
        &self,
        outputs: Outputs<4>,
        report: &Report,
        outcome: &Outcome,
        bots: &[Bot],
        log: &str,
        error: &mut impl Write,
    ) -> anyhow::Result<()> {
        let json = match &self.written.json {
            Some(_) => serde_json::to_string(report).context("The report is no JSON")? + "\n",
            None => String::new(),
        };
        let html = match &self.written.html {
            Some(_) => html::page(report, outcome, bots),
            None => String::new(),
        };
        let histories = match &self.written.phh {
            Some(_) => histories(&outcome.sessions, bots),
            None => Histories::default(),
        };
        for (reason, hands) in &histories.left_out {
            writeln!(error, "cardroom: {hands} hands are not in the history: {reason}.")?;
        }
        outputs.write([&json, &histories.text, log, &html])
    }

    /// Checks everything that can be checked before the first hand.
    fn prepare(&self, library: &Library, guests: &Guests) -> Result<(Vec<Bot>, Settings), Usage> {
        let (a, b) = (self.a.as_deref(), self.b.as_deref());
        let bots = players::bots(a, b, &self.bots, &self.programs, guests)?;
        if !(2..=MOST_BOTS).contains(&bots.len()) {
            let count = bots.len();
            return Err(format!("A match has 2 to {MOST_BOTS} bots, and these are {count}."));
        }
        let of_hands = [
            (self.sure.equity, "--equity"),
            (self.sure.reduce.is_some(), "--reduce"),
            (self.sure.test.is_some(), "--test"),
            (self.sure.until.is_some(), "--until"),
            (self.written.acpc.is_some(), "--acpc"),
        ];
        let (tournament, terms) = match self.format.tournament(library, bots.len(), &of_hands)? {
            Some((tournament, terms)) => (Some(tournament), terms),
            None => (None, self.game.terms(library)?),
        };
        let (format, stacks) = (self.format.format()?, self.format.stacks());
        let seats = if format == Format::Table { bots.len() } else { 2 };
        if tournament.is_none() {
            terms.check_seats(seats)?;
            competition::check(&terms, &bots, stacks, self.written.acpc.is_some())?;
        } else {
            competition::check_tournament(&bots)?;
        }
        let runs = running::check(&bots, format, self.format.seatings)?;
        let seatings = self.format.seatings(seats, runs)?;
        let decks = self.format.decks(&terms)?;
        let (deals, sessions) = (self.format.deals(decks.as_ref())?, self.format.sessions);
        if stacks == StackRule::Carry && self.sure.equity {
            return Err("--equity has no meaning with --stacks carry: the players go on with the \
                        chips that they won, and not with what an all-in hand was worth."
                .to_owned());
        }
        if self.written.jobs == Some(0) {
            return Err("--jobs is at least 1.".to_owned());
        }
        let by_default = running::reduction(runs && tournament.is_none(), &terms);
        let reduction = self.sure.reduction(by_default, &terms, &bots)?;
        let early = self.early(bots.len())?;
        let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
        self.programs.check(&names)?;
        let conduct = Conduct {
            terms,
            tournament,
            stacks,
            decks,
            seed: self.seed,
            brain_seed: self.brain_seed,
            limits: self.programs.limits(),
            most_faults: self.programs.faults,
            is_strict: self.programs.strict,
            shows_names: self.programs.names,
            keeps_hands: self.written.phh.is_some() || self.written.acpc.is_some(),
            keeps_largest: if self.written.html.is_some() { html::LARGEST } else { 0 },
            finds_luck: reduction.is_some() || self.sure.equity,
            uses_policies: reduction == Some(Reduction::Aivat),
        };
        let counts_equity = self.sure.equity;
        let settings = Settings {
            conduct,
            format,
            seatings,
            deals,
            sessions,
            early,
            reduction,
            counts_equity,
        };
        Ok((bots, settings))
    }

    fn early(&self, bots: usize) -> Result<Option<Early>, Usage> {
        let early = match (&self.sure.test, self.sure.until) {
            (None, None) => return Ok(None),
            (Some(test), _) => Early::Test(sequential(test)?),
            (None, Some(until)) if until > 0.0 && until.is_finite() => Early::Until(until),
            (None, Some(_)) => return Err("--until is more than 0.".to_owned()),
        };
        if bots != 2 {
            return Err("--test and --until compare two bots.".to_owned());
        }
        if self.format.sessions != 1 {
            return Err("--test and --until look at one life of each bot, and not at the means \
                        of --sessions."
                .to_owned());
        }
        Ok(Some(early))
    }

    fn jobs(&self, settings: &Settings, bots: &[Bot]) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.written.jobs.unwrap_or_else(|| usual_jobs(settings.format, bots, cores()))
    }
}

impl SureArguments {
    /// Returns which luck is taken out of the results, after a check that it is known.
    fn reduction(
        &self,
        by_default: Option<ReductionName>,
        terms: &Terms,
        bots: &[Bot],
    ) -> Result<Option<Reduction>, Usage> {
        let reduction = self.reduce.or(by_default).map(|name| match name {
            ReductionName::Chance => Reduction::Chance,
            ReductionName::Aivat => Reduction::Aivat,
        });
        let reduces = reduction.map(|reduction| format!("--reduce {}", reduction.name()));
        let wanted = reduces.or_else(|| self.equity.then(|| "--equity".to_owned()));
        if let Some(option) = wanted.filter(|_| !terms.knows_value()) {
            return Err(format!(
                "{option} knows what hands are worth in games with blinds and a board, without \
                 discards, and not in {}.",
                terms.name()
            ));
        }
        let none_states = || !bots.iter().any(|bot| bot.entrant.may_state_policies());
        if reduction == Some(Reduction::Aivat) && none_states() {
            return Err("--reduce aivat needs a bot that states the probabilities of its \
                        decisions, and none of these does. Use --reduce chance."
                .to_owned());
        }
        Ok(reduction)
    }
}

fn sequential(test: &str) -> Result<Sequential, Usage> {
    let rates = test.split_once("..").and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    let rates = rates.filter(|(low, high)| low.is_finite() && high.is_finite());
    let (low, high) =
        rates.ok_or_else(|| format!("--test is two rates such as 0..20, and not \"{test}\"."))?;
    if low >= high {
        return Err(format!("--test begins with the lower rate: {low} is not below {high}."));
    }
    Ok(Sequential { low, high })
}

fn exit_code(report: &Report) -> ExitCode {
    match report.ended.how {
        "interrupted" => ExitCode::from(interrupt::STATUS),
        "strict" => ExitCode::FAILURE,
        _ if report.faults.is_empty() => ExitCode::SUCCESS,
        _ => ExitCode::from(WITH_FAULTS),
    }
}

/// Returns the options that decide the result: without files and the number of threads.
fn command(arguments: impl Iterator<Item = String>) -> Vec<String> {
    const WITH_VALUE: [&str; 6] = ["--json", "--phh", "--acpc", "--html", "--jobs", "--logs"];
    let mut kept = Vec::new();
    let mut arguments = arguments.skip(1);
    while let Some(argument) = arguments.next() {
        let name = argument.split('=').next().unwrap_or_default();
        if WITH_VALUE.contains(&name) {
            if name == argument {
                arguments.next();
            }
        } else if argument != "--force" {
            kept.push(argument);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
