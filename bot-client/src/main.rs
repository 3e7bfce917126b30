//! Runs bots against a server, tells how they fare, and ends with an error when they met one.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it talks to people")]

mod arguments;

use anyhow::Context as _;
use arguments::Arguments;
use cardroom_bot::counters::Totals;
use cardroom_bot::swarm::Summary;
use cardroom_bot::{Outcome, Swarm};
use clap::Parser as _;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let swarm = arguments.swarm().start().await.context("cannot start the bots")?;
    let summary = watch(swarm).await;
    println!("{}", report(&summary));
    Ok(if summary.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints a line a second until all bots have ended. The first Ctrl-C makes them leave their seats,
/// the second one ends the program.
async fn watch(mut swarm: Swarm) -> Summary {
    let mut second = tokio::time::interval(Duration::from_secs(1));
    let mut before = swarm.totals();
    let mut outcomes = Vec::new();
    loop {
        tokio::select! {
            outcome = swarm.next_outcome() => match outcome {
                Some(outcome) => outcomes.push(outcome),
                None => return Summary { totals: swarm.totals(), time: swarm.time(), outcomes },
            },
            _ = second.tick() => {
                let now = swarm.totals();
                eprintln!("{}", progress(&swarm, now, now - before));
                before = now;
            }
            _ = tokio::signal::ctrl_c() => {
                if swarm.stop_token().is_cancelled() {
                    std::process::exit(130);
                }
                eprintln!("stopping: the bots leave their seats");
                swarm.stop_token().cancel();
            }
        }
    }
}

fn progress(swarm: &Swarm, now: Totals, last_second: Totals) -> String {
    format!(
        "{:>5} s  {:>6} bots  {:>7} hands ({:>5}/s)  {:>8} actions ({:>6}/s)  {} refused  {} lost  {} errors",
        swarm.time().as_secs(),
        swarm.running(),
        now.hands,
        last_second.hands,
        now.actions,
        last_second.actions,
        now.actions_refused,
        now.disconnects,
        now.protocol_errors,
    )
}

fn report(summary: &Summary) -> String {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for outcome in &summary.outcomes {
        *ends.entry(Outcome::to_string(outcome)).or_default() += 1;
    }
    let ends: Vec<_> = ends.into_iter().map(|(end, count)| format!("{count} {end}")).collect();
    let seconds = summary.time.as_secs_f64();
    format!(
        "{} bots in {seconds:.1} s: {}\n{}\n{:.1} hands/s, {:.1} actions/s, {:.1} KiB/s received",
        summary.outcomes.len(),
        ends.join(", "),
        summary.totals,
        summary.totals.hands as f64 / seconds,
        summary.totals.actions as f64 / seconds,
        summary.totals.bytes_received as f64 / seconds / 1024.0,
    )
}
