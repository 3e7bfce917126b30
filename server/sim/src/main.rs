//! `cardroom-sim` plays whole rooms from a seed, and tournaments of any size without a room.
#![allow(clippy::print_stdout, reason = "it is a program that reports")]

use cardroom::config::Config;
use cardroom::interrupt::exit_if_interrupted;
use cardroom::wiring::Rules;
use cardroom_command_line::documents::Documents;
use cardroom_sim::field::{Field, run};
use cardroom_sim::room::Script as RoomScript;
use cardroom_sim::seeds::{Batch, shorten};
use cardroom_sim::standby::{self, Script};
use clap::{Args, Parser, Subcommand};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The allocator of the room itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long to look for a shorter script that fails.
const SHORTENING: Duration = Duration::from_secs(60);

/// How many events before a failure of two machines to print.
const TOLD: usize = 60;

/// The text of `--help` after the options.
const AFTER_HELP: &str = "\
The same seed always plays the same room. A failing seed prints the command that repeats it.

Exit codes: 0 all is well; 1 a seed failed; 2 the command line cannot be used; 130 interrupted by \
Ctrl-C.";

/// Simulate whole rooms from a seed, with failing disks, connections and processes, and tournaments
/// of any size
///
/// Without a command it plays seeds.
#[derive(Parser)]
#[command(name = "cardroom-sim", version, args_conflicts_with_subcommands = true)]
#[command(after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    seeds: SeedArguments,
}

#[derive(Args)]
struct SeedArguments {
    /// Number of seeds to play, one after the other
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// The first seed [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Number of seeds to play at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Failing seeds after which to stop; the first one's script is made as short as it gets within
    /// a minute
    #[arg(long, value_name = "N", default_value_t = 1)]
    failures: usize,
    /// Number of last events to print even if nothing is wrong
    #[arg(long, value_name = "N", default_value_t = 0)]
    tell: usize,
    /// Inputs after which to stop each seed [default: play to its end]
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,
    /// Inject only faults with numbers below this [default: all]
    #[arg(long, value_name = "N")]
    faults_before: Option<u64>,
    /// Leave out the faults with these numbers, separated by commas
    #[arg(long, value_name = "N", value_delimiter = ',')]
    without: Vec<u64>,
    /// Deal verifiably in two thirds of the rooms
    #[arg(long, conflicts_with = "standby")]
    deals: bool,
    /// Play two machines that take each other's place on one database, instead of whole rooms
    #[arg(long, conflicts_with_all = ["inputs", "faults_before", "without"])]
    standby: bool,
    /// Plant one fault after the other, and count the seeds until it is found
    #[arg(long, requires = "standby")]
    planted: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Play a whole room under one seed after the other, with injected faults
    Seeds(SeedArguments),
    /// Plant one bug after the other into the room, and count the seeds until it is found
    #[cfg(feature = "planted")]
    Planted {
        /// Number of seeds by which each must be found
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        seeds: u64,
        /// The first seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Number of bugs to hunt at the same time
        #[arg(long, value_name = "N", default_value_t = 1)]
        threads: usize,
        /// Only bugs whose name contains this
        #[arg(long, default_value = "")]
        only: String,
    },
    /// Play tournaments to their winner, and print what they cost
    Field {
        /// Numbers of entrants before the start, separated by commas; one tournament each
        #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1000,10000")]
        entrants: Vec<u32>,
        /// Late entrants, in thousandths of the entrants before the start
        #[arg(long, value_name = "N", default_value_t = 50)]
        late_per_mille: u32,
        /// Seats at each table
        #[arg(long, value_name = "N", default_value_t = 9)]
        seats: u8,
        /// Id of the rulebook
        #[arg(long, default_value = "online")]
        rulebook: String,
        /// Seed of everything random
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    #[command(flatten)]
    Documents(Documents),
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    exit_if_interrupted(|| play(arguments))
}

fn play(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command.unwrap_or(Command::Seeds(arguments.seeds)) {
        Command::Documents(documents) => {
            documents.write::<Arguments>(&mut std::io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Seeds(seeds) => play_seeds(&seeds),
        #[cfg(feature = "planted")]
        Command::Planted { seeds, seed, threads, only } => {
            plant_faults(seed, seeds, threads, &only)
        }
        Command::Field { entrants, late_per_mille, seats, rulebook, seed } => {
            play_fields(&entrants, late_per_mille, seats, &rulebook, seed)
        }
    }
}

fn play_seeds(arguments: &SeedArguments) -> anyhow::Result<ExitCode> {
    if arguments.standby {
        return Ok(match arguments.planted {
            true => plant_flaws(arguments),
            false => play_standby(arguments),
        });
    }
    let rules = Rules::of(&Config::default())?;
    let script = RoomScript {
        seed: arguments.seed.unwrap_or(1),
        without: arguments.without.iter().copied().collect(),
        faults_before: arguments.faults_before,
        inputs: arguments.inputs,
        tells: arguments.tell,
        deals: arguments.deals,
    };
    let SeedArguments { seeds, threads, failures, .. } = *arguments;
    let batch = Batch { first: script, seeds, threads, failures };
    let start = Instant::now();
    let report = batch.play(&rules, |failed| {
        println!("seed {} fails: {}", failed.script.seed, failed.why());
    });
    println!("{}", report.summary(start.elapsed()));
    if let Some(first) = report.failed.into_iter().next() {
        println!("{}", shorten(first, &rules, SHORTENING));
        return Ok(ExitCode::FAILURE);
    }
    if !report.short.is_empty() {
        println!("seeds that had less than makes one: {:?}", report.short);
        return Ok(ExitCode::FAILURE);
    }
    if arguments.tell > 0 {
        println!("{}", report.last.tail.join("\n"));
        println!("log hash {:016x}", report.last.log_hash);
    }
    Ok(ExitCode::SUCCESS)
}

fn play_standby(arguments: &SeedArguments) -> ExitCode {
    let SeedArguments { seed, seeds, threads, failures, tell, .. } = *arguments;
    let start = Instant::now();
    let report = standby::play(seed.unwrap_or(1), seeds, threads, failures);
    println!(
        "{} seeds in {:.1} s\n  {}",
        report.seeds,
        start.elapsed().as_secs_f64(),
        report.counts
    );
    for (seed, why) in &report.failed {
        println!("seed {seed} fails: {why}");
    }
    let shown = report.failed.first().map(|(seed, _)| (*seed, TOLD.max(tell)));
    let shown = shown.or((tell > 0).then_some((report.last, tell)));
    if let Some((seed, tell)) = shown {
        let outcome = standby::run(&Script { tells: true, ..Script::of(seed) });
        let from = outcome.tail.len().saturating_sub(tell);
        println!("{}\nlog hash {:016x}", outcome.tail[from..].join("\n"), outcome.log_hash);
    }
    let Some((seed, _)) = report.failed.first() else { return ExitCode::SUCCESS };
    println!("again with: cardroom-sim --standby --seeds 1 --seed {seed} --tell 1000");
    ExitCode::FAILURE
}

fn plant_flaws(arguments: &SeedArguments) -> ExitCode {
    let SeedArguments { seed, seeds, .. } = *arguments;
    let mut missed = false;
    for flaw in standby::planted::FLAWS {
        let what = flaw.text();
        match standby::planted::hunt(flaw, seed.unwrap_or(1), seeds) {
            Some(hit) => println!("{flaw:?}, {what}: found by seed {}\n  {}", hit.seeds, hit.why),
            None => {
                missed = true;
                println!("{flaw:?}, {what}: NOT FOUND by {seeds} seeds");
            }
        }
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

#[cfg(feature = "planted")]
fn plant_faults(first: u64, seeds: u64, threads: usize, only: &str) -> anyhow::Result<ExitCode> {
    use cardroom_sim::planted::{FAULTS, Fault, Hit, hunt, hunt_each};
    let rules = Rules::of(&Config::default())?;
    let is_asked = |fault: &&Fault| format!("{fault:?}").contains(only);
    let asked: Vec<Fault> = FAULTS.iter().filter(is_asked).copied().collect();
    let tell = |fault: Fault, hit: Option<&Hit>| {
        let what = fault.text();
        match hit {
            Some(Hit { seeds, why }) => {
                println!("{fault:?}, {what}: found by seed {seeds}\n  {why}")
            }
            None => println!("{fault:?}, {what}: NOT FOUND by {seeds} seeds"),
        }
    };
    let found = hunt_each(&asked, threads, |fault| hunt(fault, first, seeds, &rules), tell);
    println!("{found} of {} faults found", asked.len());
    Ok(if found == asked.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn play_fields(
    entrants: &[u32],
    late_per_mille: u32,
    seats: u8,
    rulebook: &str,
    seed: u64,
) -> anyhow::Result<ExitCode> {
    let library = Config::default().library()?;
    for &entrants in entrants {
        let field = Field { entrants, late_per_mille, seats, seed };
        let start = Instant::now();
        let outcome = run(&field, &library, rulebook)?;
        let took = start.elapsed();
        let each = took.as_micros() / u128::from(outcome.entries.max(1));
        println!(
            "{} entries, {rulebook}: won by player {} in level {} after {} h {} min on its clock",
            outcome.entries,
            outcome.winner.0,
            outcome.level,
            outcome.clock.0 / 3_600_000,
            outcome.clock.0 / 60_000 % 60,
        );
        println!(
            "  {} hands, {} actions, {} tables opened, {} moves",
            outcome.hands, outcome.actions, outcome.tables, outcome.moves
        );
        println!(
            "  {} re-entries, {} absences, {} rulings, {} disqualified, {} bounties, {} exchanges of chips, \
             {} hands together, {} of them held",
            outcome.re_entries,
            outcome.absences,
            outcome.rulings,
            outcome.disqualified,
            outcome.bounties,
            outcome.exchanges,
            outcome.hands_together,
            outcome.held,
        );
        println!(
            "  {:.1} s, {each} µs an entry, {} MiB at most so far",
            took.as_secs_f64(),
            peak_mebibytes().unwrap_or(0)
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns this process's peak memory, if the system reports it.
fn peak_mebibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes / 1_024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_and_is_completed() {
        assert_eq!(cardroom_command_line::documents::lacking::<Arguments>().unwrap(), [""; 0]);
    }
}
