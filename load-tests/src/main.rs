//! Load-tests a Cardroom server and reports what it sustained: `cardroom-load ring --tables 200`.
//!
//! It links the bot library and the protocol, but never the server, which it runs
//! as an operator would.
#![forbid(unsafe_code)]

mod scenario;

mod target;

mod admin;
mod server_process;

mod chips;
mod compare;
mod crowd;
mod floor;
mod generator;
mod limits;
mod observers;
mod postgres;
mod pulse;
mod receiver;
mod recorder;
mod sounding;

mod figures;
mod process_stats;
mod report;
mod system;
mod thresholds;

mod progress;

use anyhow::Context as _;
use cardroom_command_line::documents::Documents;
use cardroom_command_line::reader;
use clap::{Parser, Subcommand};
use compare::{CompareArguments, CompareError};
use report::{Conclusion, Report};
use scenario::chaos::{self, ChaosArguments};
use scenario::curve::{self, CurveArguments};
use scenario::deal::pauses::PauseArguments;
use scenario::deal::{self, DealArguments};
use scenario::file::{Plays, ScenarioFile};
use scenario::floor::{self as floors, FloorArguments};
use scenario::ratio::{self, RatioArguments};
use scenario::ring::{self, Beside, RingArguments};
use scenario::run::{self, RunArguments};
use scenario::siege::{self, SiegeArguments};
use scenario::storm::{self, StormArguments};
use scenario::targets::{self, TargetsArguments};
use scenario::tournament::{self, Played, TournamentArguments};
use scenario::walls::{self, WallsArguments};
use scenario::{Concluded, ScenarioError};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};
use thresholds::Threshold;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The command line cannot be used.
const EXIT_USAGE: u8 = 2;
/// The exit code after Ctrl-C: 128 and the number of SIGINT.
const INTERRUPTED: u8 = 130;
/// The exit code after SIGTERM: 128 and its number.
const TERMINATED: u8 = 143;

/// The exit code for the signal that arrived; 0 if none did.
static ENDED_BY_SIGNAL: AtomicU8 = AtomicU8::new(0);

/// The text of `--help` after the options.
const AFTER_HELP: &str = "\
Environment:
  CARDROOM_CA_FILE  PEM file with further trusted CAs, for wss:// addresses
  RUST_LOG          Log lines to write, such as debug [default: error]
  NO_COLOR          Any value turns colors off

Exit codes: 0 all is well; 1 something happened that must not, such as a lost chip; 2 the command \
line cannot be used; 3 a limit of the server bound, so the figures are no measurement; 99 a \
threshold does not hold; 130 interrupted by Ctrl-C; 143 ended by SIGTERM.";

/// Load-test a Cardroom server, and report what it sustained
#[derive(Parser)]
#[command(name = "cardroom-load", version, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    scenario: Scenario,
    #[command(flatten)]
    output: OutputArguments,
}

#[derive(Subcommand)]
enum Scenario {
    /// Play ring games at identical full tables, as many hands as the server can deal
    Ring(Box<RingArguments>),
    /// Play a tournament of a thousand bots under each rulebook to its winner, and check everything
    Tournament(Box<TournamentArguments>),
    /// Kill the server again and again in the middle of play, and check that nothing is lost
    Chaos(Box<ChaosArguments>),
    /// Cut every connection at once in the middle of hands, and measure how fast players are back
    Storm(Box<StormArguments>),
    /// Have strangers on many networks take what a room lets them, and measure what others notice
    Siege(SiegeArguments),
    /// Measure the traffic of poker hands without the poker: what the transport alone sustains
    Floor(FloorArguments),
    /// Compare the room with the floors, in turns: how close it comes to the cost of its transport
    Ratio(Box<RatioArguments>),
    /// Measure what verifiable deals cost, in turns: off, without contributors, and with all
    Deal(DealArguments),
    /// Measure whether hands begin later with verifiable deals, over a long line
    DealPauses(PauseArguments),
    /// Measure what hooks and walls cost a room that plays, in turns: without them and with them
    Walls(WallsArguments),
    /// Measure every performance target of the server, and say whether it is reached
    Targets(Box<TargetsArguments>),
    /// Measure what an action costs as tables and idle connections grow
    Curve(Box<CurveArguments>),
    /// Serve a floor; `floor` and `ratio` start this
    #[command(hide = true)]
    FloorServer {
        kind: floor::Kind,
        #[command(flatten)]
        traffic: floor::Traffic,
        /// Directory for what is committed
        #[arg(long, value_name = "DIR")]
        commits_in: PathBuf,
    },
    /// Generate load; a run with several generators starts this
    #[command(hide = true)]
    Generator,
    /// Play scenarios from files, one after the other
    Run(RunArguments),
    /// List the scenarios in a folder
    Scenarios {
        /// The folder
        #[arg(default_value = "load-tests/scenarios")]
        folder: PathBuf,
    },
    /// Compare two reports that --json wrote, and check their ratios
    Compare(CompareArguments),
    /// List the figures that reports and thresholds name
    Figures,
    #[command(flatten)]
    Documents(Documents),
}

#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
struct OutputArguments {
    /// Write the report as JSON into a file, or to standard output with - (the table goes to
    /// standard error then)
    #[arg(long, global = true, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Condition that must hold, such as action_rtt:p99<50ms or hands_per_second>=500; may be
    /// repeated
    #[arg(long = "threshold", global = true, value_name = "THRESHOLD")]
    thresholds: Vec<Threshold>,
    /// Threads of all generators together [default: half of the CPUs; the server has the other
    /// half]
    #[arg(long, global = true, value_name = "N")]
    generator_threads: Option<usize>,
    /// Show no progress
    #[arg(long, global = true)]
    quiet: bool,
}

impl Scenario {
    /// Refuses output options that the scenario would silently ignore.
    fn can_put_out(&self, output: &OutputArguments) -> Result<(), ScenarioError> {
        let (name, reports) = match self {
            // The content of files is checked when they are read.
            Self::Ring(_) | Self::Run(_) => return Ok(()),
            Self::Tournament(_) => ("tournament", false),
            Self::Chaos(_) => ("chaos", true),
            Self::Storm(_) => ("storm", true),
            Self::Siege(_) => ("siege", true),
            Self::Floor(_) => ("floor", true),
            Self::Ratio(_) => ("ratio", true),
            Self::Deal(_) => ("deal", true),
            Self::DealPauses(_) => ("deal-pauses", true),
            Self::Walls(_) => ("walls", true),
            Self::Targets(_) => ("targets", true),
            Self::Curve(_) => ("curve", true),
            Self::Compare(_) => ("compare", true),
            Self::Scenarios { .. } => ("scenarios", false),
            Self::Figures => ("figures", false),
            Self::Documents(_) | Self::FloorServer { .. } | Self::Generator => ("this", false),
        };
        output.fits(name, reports)
    }
}

impl Plays {
    /// Does the same for the game of a file.
    fn can_put_out(&self, output: &OutputArguments) -> Result<(), ScenarioError> {
        let (name, reports) = match self {
            Self::Ring(..) => return Ok(()),
            Self::Tournament(_) => ("a tournament", false),
            Self::Storm(_) => ("a storm", true),
        };
        output.fits(name, reports)
    }
}

impl OutputArguments {
    /// Refuses output options for a scenario without figures, and perhaps without a report.
    fn fits(&self, name: &'static str, has_report: bool) -> Result<(), ScenarioError> {
        if !self.thresholds.is_empty() {
            return Err(ScenarioError::NoFigures(name));
        }
        if self.json.is_some() && !has_report {
            return Err(ScenarioError::NoJson(name));
        }
        Ok(())
    }

    fn json_is_stdout(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    fn threads(&self) -> usize {
        self.generator_threads.unwrap_or(process_stats::cores() / 2).max(1)
    }
}

/// The server's allocator. The floors use it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ended = cardroom_command_line::logging::start("error")
        .map_err(anyhow::Error::from)
        .and_then(|()| run(&arguments));
    let signal = ENDED_BY_SIGNAL.load(Ordering::Relaxed);
    match ended {
        Ok(conclusion) if signal == 0 => conclusion.exit_code(),
        Ok(_) => ExitCode::from(signal),
        Err(error) if reader::is_gone(error.as_ref()) => ExitCode::from(reader::STATUS),
        Err(error) => {
            let usage = error.downcast_ref().is_some_and(ScenarioError::is_usage)
                || error.is::<Unwritable>()
                || error.is::<CompareError>();
            // A closed stderr does not change the exit code.
            let _ = writeln!(std::io::stderr(), "cardroom-load: {error:#}");
            match signal {
                0 if usage => ExitCode::from(EXIT_USAGE),
                0 => ExitCode::FAILURE,
                signal => ExitCode::from(signal),
            }
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<Conclusion> {
    let output = &arguments.output;
    if output.quiet {
        progress::be_quiet();
    }
    arguments.scenario.can_put_out(output)?;
    match &arguments.scenario {
        Scenario::Ring(ring) => {
            check_place(output)?;
            let thresholds = &output.thresholds;
            let beside = Beside { thresholds, ..Beside::default() };
            tell(&play_ring(ring, beside, output)?, output.json.as_deref())
        }
        Scenario::Run(run) => {
            check_place(output)?;
            if run.is_several() && output.json.is_some() {
                return Err(ScenarioError::OneReport.into());
            }
            play_files(&run.scenarios()?, output)
        }
        Scenario::Scenarios { folder } => {
            say(&run::list(folder)?)?;
            Ok(Conclusion::Ok)
        }
        Scenario::Compare(compare) => put_report(&compare.compare()?, output),
        Scenario::Tournament(tournament) => play_tournaments(tournament, output),
        Scenario::Chaos(chaos) => conclude(output, |interrupted| chaos::run(chaos, interrupted)),
        Scenario::Storm(storm) => conclude(output, |interrupted| storm::run(storm, interrupted)),
        Scenario::Siege(siege) => conclude(output, |interrupted| siege::run(siege, interrupted)),
        Scenario::Floor(floor) => conclude(output, |interrupted| floors::run(floor, interrupted)),
        Scenario::Ratio(ratio) => {
            let threads = output.threads();
            conclude(output, |interrupted| ratio::run(ratio, threads, interrupted))
        }
        Scenario::Deal(deal) => {
            let threads = output.threads();
            conclude(output, |interrupted| deal::run(deal, threads, interrupted))
        }
        Scenario::DealPauses(pauses) => {
            conclude(output, |interrupted| deal::pauses::run(pauses, interrupted))
        }
        Scenario::Walls(measured) => {
            let threads = output.threads();
            conclude(output, |interrupted| walls::run(measured, threads, interrupted))
        }
        Scenario::Targets(targets) => {
            let threads = output.threads();
            conclude(output, |interrupted| targets::run(targets, threads, interrupted))
        }
        Scenario::Curve(curve) => {
            let threads = output.threads();
            conclude(output, |interrupted| curve::run(curve, threads, interrupted))
        }
        Scenario::FloorServer { kind, traffic, commits_in } => {
            floor::serve(*kind, *traffic, commits_in)?;
            Ok(Conclusion::Ok)
        }
        Scenario::Generator => {
            generator::serve()?;
            Ok(Conclusion::Ok)
        }
        Scenario::Documents(documents) => {
            documents.write::<Arguments>(&mut std::io::stdout().lock())?;
            Ok(Conclusion::Ok)
        }
        Scenario::Figures => {
            say(&report::text::list_figures())?;
            Ok(Conclusion::Ok)
        }
    }
}

fn say(text: &str) -> anyhow::Result<()> {
    std::io::stdout().write_all(text.as_bytes()).context("cannot write to stdout")
}

/// Writes text beside a report that has stdout for itself.
fn say_aside(text: &str) -> anyhow::Result<()> {
    std::io::stderr().write_all(text.as_bytes()).context("cannot write to stderr")
}

fn play_ring(
    ring: &RingArguments,
    beside: Beside<'_>,
    output: &OutputArguments,
) -> anyhow::Result<Report> {
    let threads = output.threads();
    play(output, |interrupted| ring::run(ring, beside, threads, interrupted))
}

/// Plays one file after the other until an interrupt, and returns the worst result.
fn play_files(files: &[ScenarioFile], output: &OutputArguments) -> anyhow::Result<Conclusion> {
    for ScenarioFile { plays, .. } in files {
        plays.can_put_out(output)?;
    }
    let mut worst = Conclusion::Ok;
    for ScenarioFile { name, about, thresholds, plays } in files {
        if ENDED_BY_SIGNAL.load(Ordering::Relaxed) != 0 {
            break;
        }
        let headline = format!("{name}: {about}\n");
        if output.json_is_stdout() {
            say_aside(&headline)?;
        } else {
            say(&headline)?;
        }
        let ended = match plays {
            Plays::Ring(ring, crowds) => {
                let thresholds: Vec<_> =
                    thresholds.iter().chain(&output.thresholds).cloned().collect();
                let beside =
                    Beside { name: Some(name), crowds, company: None, thresholds: &thresholds };
                tell(&play_ring(ring, beside, output)?, output.json.as_deref())?
            }
            Plays::Tournament(tournament) => play_tournaments(tournament, output)?,
            Plays::Storm(storm) => conclude(output, |interrupted| storm::run(storm, interrupted))?,
        };
        worst = worst.max(ended);
    }
    Ok(worst)
}

/// Checks before a run that its results can be written.
fn check_place(output: &OutputArguments) -> Result<(), Unwritable> {
    let Some(path) = output.json.as_deref().filter(|&json| json != Path::new("-")) else {
        return Ok(());
    };
    check_writable(path).map_err(|error| Unwritable { path: path.to_owned(), error })
}

/// Plays a scenario until its end or an interrupt.
fn play<T, F: Future<Output = Result<T, ScenarioError>>>(
    output: &OutputArguments,
    scenario: impl FnOnce(CancellationToken) -> F,
) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(output.threads())
        .enable_all()
        .build()
        .context("cannot start the runtime")?;
    Ok(runtime.block_on(async {
        let interrupted = CancellationToken::new();
        tokio::spawn(interrupt(interrupted.clone()));
        scenario(interrupted).await
    })?)
}

/// Reports each tournament when it is over.
fn play_tournaments(
    arguments: &TournamentArguments,
    output: &OutputArguments,
) -> anyhow::Result<Conclusion> {
    let mut count = 0;
    let tell = |played: &Played| {
        count += 1;
        writeln!(std::io::stdout(), "{played}")
    };
    let ok = play(output, |interrupted| tournament::run(arguments, interrupted, tell))?;
    let verdict = if ok { "ok" } else { "wrong" };
    say(&format!("{verdict}: {count} tournaments\n"))?;
    Ok(if ok { Conclusion::Ok } else { Conclusion::Faults })
}

/// Plays a scenario and reports its results.
fn conclude<R: Concluded + Serialize + Display, F: Future<Output = Result<R, ScenarioError>>>(
    output: &OutputArguments,
    scenario: impl FnOnce(CancellationToken) -> F,
) -> anyhow::Result<Conclusion> {
    check_place(output)?;
    put_report(&play(output, scenario)?, output)
}

/// Writes a report as text and as JSON.
fn put_report<R: Concluded + Serialize + Display>(
    report: &R,
    output: &OutputArguments,
) -> anyhow::Result<Conclusion> {
    let document = serde_json::to_string_pretty(report).context("cannot write the report")? + "\n";
    put(&report.to_string(), &document, output.json.as_deref())?;
    Ok(report.conclusion())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The report cannot be written to its path.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", .path.display())]
struct Unwritable {
    path: PathBuf,
    error: std::io::Error,
}

/// Checks a path before the run without changing it.
fn check_writable(path: &Path) -> std::io::Result<()> {
    let existed = path.try_exists()?;
    std::fs::OpenOptions::new().append(true).create(true).open(path)?;
    if existed { Ok(()) } else { std::fs::remove_file(path) }
}

/// Requests an orderly end at the first Ctrl-C or SIGTERM, and exits at the second.
async fn interrupt(interrupted: CancellationToken) {
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        // Without handlers the default action ends the program.
        return;
    };
    loop {
        let status = tokio::select! {
            _ = interrupt.recv() => INTERRUPTED,
            _ = terminate.recv() => TERMINATED,
        };
        if interrupted.is_cancelled() {
            std::process::exit(status.into());
        }
        ENDED_BY_SIGNAL.store(status, Ordering::Relaxed);
        interrupted.cancel();
    }
}

fn tell(report: &Report, json: Option<&Path>) -> anyhow::Result<Conclusion> {
    let document = report::json::write(report).context("cannot write the report as JSON")?;
    put(&report::text::write(report), &document, json)?;
    Ok(report.conclusion())
}

/// Writes the text to stdout and the document to its path. If that is stdout, the
/// text goes to stderr.
fn put(text: &str, document: &str, json: Option<&Path>) -> anyhow::Result<()> {
    if json == Some(Path::new("-")) {
        say_aside(text)?;
        return say(document);
    }
    say(text)?;
    json.map_or(Ok(()), |json| write(json, document))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_and_is_completed() {
        assert_eq!(cardroom_command_line::documents::lacking::<Arguments>().unwrap(), [""; 0]);
    }
}
