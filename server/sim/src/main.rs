//! `cardroom-sim`: a whole room under a seed, and tournaments of any size without a room around them.
#![allow(clippy::print_stdout, reason = "it is a program that reports")]

use cardroom::config::Config;
use cardroom::interrupt::exit_if_interrupted;
use cardroom::wiring::Rules;
use cardroom_command_line::documents::Documents;
use cardroom_sim::field::{Field, run};
use cardroom_sim::room::Script;
use cardroom_sim::seeds::{Batch, shorten};
use clap::{Args, Parser, Subcommand};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// As in the room itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long a shorter script is looked for that fails.
const SHORTENING: Duration = Duration::from_secs(60);

/// A whole room under a seed, and tournaments of any size without a room around them.
#[derive(Parser)]
#[command(name = "cardroom-sim", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    seeds: SeedArguments,
}

#[derive(Args)]
struct SeedArguments {
    /// How many seeds are played, one after the other.
    #[arg(long, default_value_t = 100)]
    seeds: u64,
    /// The first of them. Alone, with nothing left out, it is the only one.
    #[arg(long)]
    seed: Option<u64>,
    /// How many are played at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// With so many that fail it is over; of the first of them the shortest script is looked for.
    #[arg(long, default_value_t = 1)]
    failures: usize,
    /// Says so many of the last things that happened, also where nothing is wrong.
    #[arg(long, default_value_t = 0)]
    tell: usize,
    /// Stops each seed after so many inputs.
    #[arg(long)]
    inputs: Option<u64>,
    /// Lets no fault happen with this number or a larger one.
    #[arg(long)]
    faults_before: Option<u64>,
    /// Leaves out the faults with these numbers.
    #[arg(long, value_delimiter = ',')]
    without: Vec<u64>,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Documents(Documents),
    /// Plays a whole room under one seed after the other, with everything going wrong.
    Seeds(SeedArguments),
    /// Plants one fault after the other into the room, and counts the seeds until it is found.
    #[cfg(feature = "planted")]
    Planted {
        /// By how many seeds each must be found.
        #[arg(long, default_value_t = 1_000)]
        seeds: u64,
        /// The first of them.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many are hunted at the same time.
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// Only faults whose name contains this.
        #[arg(long, default_value = "")]
        only: String,
    },
    /// Plays tournaments to their winner, and says what they cost.
    Field {
        /// How many enter before the start; several sizes are run one after the other.
        #[arg(long, value_delimiter = ',', default_value = "1000,10000")]
        entrants: Vec<u32>,
        /// How many more enter late, in thousandths.
        #[arg(long, default_value_t = 50)]
        late_per_mille: u32,
        /// How many seats a table has.
        #[arg(long, default_value_t = 9)]
        seats: u8,
        /// The rulebook.
        #[arg(long, default_value = "online")]
        rulebook: String,
        /// Where every random number comes from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
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
    let rules = Rules::of(&Config::default())?;
    let script = Script {
        seed: arguments.seed.unwrap_or(1),
        without: arguments.without.iter().copied().collect(),
        faults_before: arguments.faults_before,
        inputs: arguments.inputs,
        tells: arguments.tell,
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

/// The most memory this process has used, where the system says it.
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
