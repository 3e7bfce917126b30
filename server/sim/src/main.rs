//! `cardroom-sim`: tournaments of any size without a room around them.
#![allow(clippy::print_stdout, reason = "it is a program that reports")]

use cardroom::config::Config;
use cardroom_sim::field::{Field, run};
use clap::{Parser, Subcommand};
use std::time::Instant;

/// Tournaments of any size without a room around them.
#[derive(Parser)]
#[command(name = "cardroom-sim", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
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

fn main() -> anyhow::Result<()> {
    let Command::Field { entrants, late_per_mille, seats, rulebook, seed } =
        Arguments::parse().command;
    let library = Config::default().library()?;
    for entrants in entrants {
        let field = Field { entrants, late_per_mille, seats, seed };
        let start = Instant::now();
        let outcome = run(&field, &library, &rulebook)?;
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
            "  {:.1} s, {each} µs an entry, {} MiB at most so far",
            took.as_secs_f64(),
            peak_mebibytes().unwrap_or(0)
        );
    }
    Ok(())
}

/// The most memory this process has used, where the system says it.
fn peak_mebibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes / 1_024)
}
