//! A room without sockets: sessions in memory, and everything else as in production. It measures
//! how many players one process carries, and what an action costs as the number of tables grows.
//!
//! ```sh
//! cargo run --release -p cardroom --example in_memory -- --tables 42814 --players 307016
//! cargo run --release -p cardroom --example in_memory -- --tables 10,100,1000,3000,10000 --rate 2000
//! ```
//!
//! Each player is a bot of `bot-client` that speaks the binary protocol to its own session. Bots
//! run on separate threads, whose CPU time does not count as the room's. The memory is that of the
//! whole process, bots included.
#![allow(clippy::print_stdout, reason = "a program that prints a table")]

mod hall;
mod heard;
mod process;
mod seat;

use anyhow::Context as _;
use cardroom_bot::ThinkTime;
use clap::Parser;
use hall::{End, Ran};
use std::path::PathBuf;
use std::time::Duration;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Opens a room in this process, fills its tables with players in memory, and
/// prints what that costs.
#[derive(Parser)]
struct Arguments {
    /// Number of tables. Several numbers run one after the other.
    #[arg(long, value_delimiter = ',', default_value = "1000")]
    tables: Vec<u32>,
    /// Number of players, spread over the tables; six at each table by default.
    #[arg(long)]
    players: Option<u32>,
    /// Seats of each table.
    #[arg(long, default_value_t = 9)]
    seats: u8,
    /// How long players think: none, human, milliseconds (250) or a range of them (100..500).
    #[arg(long, default_value = "human")]
    think: ThinkTime,
    /// Actions per second at all tables together, instead of a think time.
    #[arg(long, conflicts_with = "think")]
    rate: Option<f64>,
    /// Seconds of play before anything counts.
    #[arg(long, default_value_t = 20)]
    warm_up: u64,
    /// Seconds of play that count.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Threads of the players.
    #[arg(long, default_value_t = 1)]
    player_threads: usize,
    /// Seed of the players' choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plays without a journal, to see what it costs.
    #[arg(long)]
    without_journal: bool,
    /// Directory for SQLite's files, which are not deleted.
    #[arg(long, value_name = "DIRECTORY", default_value = "target/in-memory")]
    directory: PathBuf,
    /// Ends the process without closing anything, after the seconds that count.
    #[arg(long)]
    crash: bool,
    /// Only opens what a run with --crash left in this directory, and tells how long that took.
    /// --tables and --seats must be the same.
    #[arg(long, value_name = "DIRECTORY", conflicts_with = "crash")]
    reopen: Option<PathBuf>,
}

impl Arguments {
    fn run(&self, tables: u32) -> hall::Run {
        let players = self.players.unwrap_or(6 * tables);
        let think = match self.rate {
            // Most of a table's time goes to the one player who thinks.
            Some(rate) => {
                let each = Duration::from_secs_f64(f64::from(tables) / rate);
                ThinkTime::Uniform { min: each / 2, max: each * 3 / 2 }
            }
            None => self.think,
        };
        hall::Run {
            tables,
            players,
            seats: self.seats,
            think,
            warm_up: Duration::from_secs(self.warm_up),
            time: Duration::from_secs(self.seconds),
            player_threads: self.player_threads.max(1),
            seed: self.seed,
            journal: !self.without_journal,
            directory: match &self.reopen {
                Some(directory) => directory.clone(),
                None => self.directory.join(format!("{}-{tables}", std::process::id())),
            },
            end: match &self.reopen {
                Some(_) => End::Open,
                None if self.crash => End::Crash,
                None => End::Leave,
            },
        }
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if cfg!(debug_assertions) {
        println!("THIS IS A DEBUG BUILD: the figures mean nothing.");
    }
    let mut costs = Vec::new();
    for tables in &arguments.tables {
        let run = arguments.run(*tables);
        anyhow::ensure!(
            u64::from(run.players) <= u64::from(run.tables) * u64::from(run.seats),
            "{} players have no place at {} tables of {}",
            run.players,
            run.tables,
            run.seats
        );
        let ran = hall::run(run).with_context(|| format!("with {tables} tables"))?;
        if let Some(ran) = ran {
            print(&ran);
            costs.extend(ran.room_cpu_per_action());
        }
    }
    let (least, most) = (costs.iter().min(), costs.iter().max());
    if let (Some(least), Some(most), 2..) = (least, most, costs.len()) {
        let ratio = most.as_secs_f64() / least.as_secs_f64();
        println!("\nCPU of the room per action, most to least: {ratio:.2}");
    }
    Ok(())
}

fn print(ran: &Ran) {
    let seconds = ran.time.as_secs_f64();
    let per_second = |count: u64| count as f64 / seconds;
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let kib = |bytes: u64, of: u32| bytes as f64 / 1024.0 / f64::from(of.max(1));
    let cores = |cpu: Duration| cpu.as_secs_f64() / seconds;
    let (tables, players) = (ran.tables, ran.players);
    println!("\n{tables} tables, {players} players, {seconds:.1} s measured");
    println!("  opened in                 {:.1} s", ran.opening.as_secs_f64());
    println!("  everybody seated after    {:.1} s", ran.seating.as_secs_f64());
    println!("  actions a second          {:.0}", per_second(ran.actions));
    println!("  hands a second            {:.0}", per_second(ran.hands));
    if let Some(cost) = ran.room_cpu_per_action() {
        println!(
            "  CPU of the room           {:.2} cores, {cost:.1?} an action",
            cores(ran.room_cpu)
        );
    }
    println!("  CPU of the players        {:.2} cores", cores(ran.player_cpu));
    println!(
        "  memory, tables empty      {:.0} MiB, {:.1} KiB a table",
        mib(ran.memory_open),
        kib(ran.memory_open.saturating_sub(ran.memory_before), tables)
    );
    println!(
        "  memory, in play           {:.0} MiB, {:.1} KiB a table, {:.1} KiB a player, bots included",
        mib(ran.memory_play),
        kib(ran.memory_play.saturating_sub(ran.memory_before), tables),
        kib(ran.memory_play.saturating_sub(ran.memory_before), players)
    );
    for (name, times) in [("action seen", &ran.heard.seen), ("from the moment due", &ran.heard.due)]
    {
        let at = |part: f64| Duration::from_micros(times.value_at_quantile(part));
        println!(
            "  {name:<25} p50 {:.2?}, p99 {:.2?}, p99.9 {:.2?}, at most {:.2?}, of {}",
            at(0.5),
            at(0.99),
            at(0.999),
            at(1.0),
            times.len()
        );
    }
    println!("  refused, out of protocol  {}, {}", ran.heard.refused, ran.heard.errors);
    println!("  chips                     {}", ran.chips);
}
