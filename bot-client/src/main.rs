//! Runs bots against a server and prints how they do. Exits with an error if they met one.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it talks to people")]

mod arguments;
mod results;
mod token;

use anyhow::Context as _;
use arguments::{Arguments, Command, ExecArguments, HostArguments, TournamentArguments};
use cardroom_bot::connection::{Endpoint, EndpointError};
use cardroom_bot::counters::Totals;
use cardroom_bot::standings::Standings;
use cardroom_bot::swarm::{Summary, SwarmBuilder};
use cardroom_bot::witness::Witness;
use cardroom_bot::{Outcome, Swarm, verdict};
use cardroom_command_line::reader;
use clap::Parser as _;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The exit status if the command line cannot be used.
const EXIT_USAGE: u8 = 2;
/// The exit status if the bots could not go on without more chips.
const EXIT_STANDSTILL: u8 = 3;
/// The exit status after Ctrl-C: 128 and the number of SIGINT.
const INTERRUPTED: u8 = 130;

/// Ctrl-C arrived before the bots played.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
struct Interrupted;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Threads that wake each other up cost a single bot more than they bring.
    let mut runtime = match arguments.is_one_bot() {
        true => tokio::runtime::Builder::new_current_thread(),
        false => tokio::runtime::Builder::new_multi_thread(),
    };
    match runtime.enable_all().build() {
        Ok(runtime) => runtime.block_on(play_all(arguments)),
        Err(error) => {
            eprintln!("cardroom-bot: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the command line says. Returns the exit status.
async fn play_all(mut arguments: Arguments) -> ExitCode {
    if let Err(error) = arguments.read_secrets(std::io::stdin().lock()) {
        eprintln!("cardroom-bot: {error}");
        return ExitCode::FAILURE;
    }
    let interrupted = CancellationToken::new();
    tokio::spawn(listen(interrupted.clone()));
    let ended = run(arguments, &interrupted).await;
    if ended.as_ref().is_err_and(|error| reader::is_gone(error.as_ref())) {
        return ExitCode::from(reader::STATUS);
    }
    if let Err(error) = &ended
        && !error.is::<Interrupted>()
    {
        eprintln!("cardroom-bot: {error:#}");
    }
    if interrupted.is_cancelled() {
        return ExitCode::from(INTERRUPTED);
    }
    ended.unwrap_or_else(|error| {
        let usage = error.downcast_ref().is_some_and(EndpointError::is_usage);
        if usage { ExitCode::from(EXIT_USAGE) } else { ExitCode::FAILURE }
    })
}

/// Requests an orderly end at the first Ctrl-C, and exits at the second.
async fn listen(interrupted: CancellationToken) {
    // If signals cannot be received, the default applies: Ctrl-C ends the program.
    while tokio::signal::ctrl_c().await.is_ok() {
        if interrupted.is_cancelled() {
            std::process::exit(INTERRUPTED.into());
        }
        interrupted.cancel();
    }
}

/// Awaits `work` unless Ctrl-C arrives first.
async fn unless_interrupted<T, E: Into<anyhow::Error>>(
    interrupted: &CancellationToken,
    work: impl Future<Output = Result<T, E>>,
) -> anyhow::Result<T> {
    tokio::select! {
        done = work => done.map_err(Into::into),
        () = interrupted.cancelled() => Err(Interrupted.into()),
    }
}

async fn run(arguments: Arguments, interrupted: &CancellationToken) -> anyhow::Result<ExitCode> {
    cardroom_command_line::logging::start("warn")?;
    let success = match arguments.command {
        Some(Command::Tournament(arguments)) => play_tournament(arguments, interrupted).await?,
        Some(Command::Host(arguments)) => return host_table(arguments, interrupted).await,
        Some(Command::Exec(arguments)) => return run_programs(arguments, interrupted).await,
        Some(Command::Token(arguments)) => {
            let lines = unless_interrupted(interrupted, arguments.run()).await?;
            lines.iter().for_each(|line| println!("{line}"));
            true
        }
        Some(Command::Documents(documents)) => {
            documents.write::<Arguments>(&mut std::io::stdout().lock())?;
            true
        }
        None => {
            return Ok(exit_code(&play(arguments.swarm(), interrupted).await?));
        }
    };
    Ok(if success { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the exit status after ring games.
fn exit_code(summary: &Summary) -> ExitCode {
    match (summary.is_success(), &summary.standstill) {
        (true, _) => ExitCode::SUCCESS,
        (false, Some(_)) => ExitCode::from(EXIT_STANDSTILL),
        (false, None) => ExitCode::FAILURE,
    }
}

/// Plays until all bots have ended, and prints a summary.
async fn play(swarm: SwarmBuilder, interrupted: &CancellationToken) -> anyhow::Result<Summary> {
    let swarm = unless_interrupted(interrupted, swarm.start()).await;
    let summary = watch(swarm.context("cannot start the bots")?, interrupted).await;
    println!("{}", report(&summary));
    Ok(summary)
}

/// Opens a private table, plays there, and closes it.
async fn host_table(
    arguments: HostArguments,
    interrupted: &CancellationToken,
) -> anyhow::Result<ExitCode> {
    let table = unless_interrupted(interrupted, arguments.open()).await;
    let table = table.context("cannot host a table")?;
    println!("table {} is open; its code is {}", table.table, table.code);
    let summary = play(arguments.swarm(&table.code), interrupted).await;
    table.close().await.context("the table stays open until nobody sits there")?;
    Ok(exit_code(&summary?))
}

/// Plays with programs, and ends them.
async fn run_programs(
    arguments: ExecArguments,
    interrupted: &CancellationToken,
) -> anyhow::Result<ExitCode> {
    let programs = arguments.programs().context("cannot start programs")?;
    let summary = play(arguments.swarm(&programs), interrupted).await;
    programs.ended().await;
    Ok(exit_code(&summary?))
}

/// Plays a tournament and prints its results. Returns whether they are correct.
async fn play_tournament(
    arguments: TournamentArguments,
    interrupted: &CancellationToken,
) -> anyhow::Result<bool> {
    let (url, encoding) = arguments.server();
    let endpoint = unless_interrupted(interrupted, Endpoint::resolve(&url)).await?;
    let which = arguments.which();
    let like = arguments.witness_like.clone();
    let witness = match arguments.witness {
        true => {
            let found = Witness::find(&endpoint, encoding, &which, like.as_deref());
            Some(unless_interrupted(interrupted, found).await?)
        }
        false => None,
    };
    let terms = witness.as_ref().map(Witness::terms);
    let watching = witness.map(|witness| tokio::spawn(witness.watch()));
    let code = arguments.code();
    let summary = play(arguments.swarm(terms.as_ref()), interrupted).await?;
    if interrupted.is_cancelled() {
        return Ok(false);
    }
    let Some(result) = summary.results.first() else {
        println!("no bot has played");
        return Ok(false);
    };
    let read = Standings::read_final(&endpoint, encoding, result.tournament, code.as_deref());
    let standings = unless_interrupted(interrupted, read).await?;
    println!("{}", results::table(&standings, &summary.results));
    let seen = match watching {
        Some(watching) => {
            let seen = unless_interrupted(interrupted, watching).await;
            Some(seen.context("the witness ended")??)
        }
        None => None,
    };
    if let Some(seen) = &seen {
        println!("{seen}");
    }
    let problems = verdict::problems(&summary, &standings, seen.as_ref());
    for problem in &problems {
        println!("wrong: {problem}");
    }
    if problems.is_empty() {
        println!("ok");
    }
    Ok(problems.is_empty())
}

/// Prints a line per second until all bots have ended. The first Ctrl-C makes them leave their
/// seats, and the second one ends the program.
async fn watch(mut swarm: Swarm, interrupted: &CancellationToken) -> Summary {
    let mut second = tokio::time::interval(Duration::from_secs(1));
    let mut before = swarm.totals();
    let mut outcomes = Vec::new();
    loop {
        tokio::select! {
            outcome = swarm.next_outcome() => match outcome {
                Some(outcome) => outcomes.push(outcome),
                None => return swarm.summary(outcomes),
            },
            _ = second.tick() => {
                let now = swarm.totals();
                eprintln!("{}", progress(&swarm, now, now - before));
                before = now;
            }
            () = interrupted.cancelled(), if !swarm.stop_token().is_cancelled() => {
                eprintln!("stopping: the bots leave their seats");
                swarm.stop_token().cancel();
            }
        }
    }
}

fn progress(swarm: &Swarm, now: Totals, last_second: Totals) -> String {
    format!(
        "{:>5} s  {}  {:>7} hands ({:>5}/s)  {:>8} actions ({:>6}/s)  {} refused  {} lost  {} errors",
        swarm.time().as_secs(),
        count_bots(swarm.running()),
        now.hands_joined,
        last_second.hands_joined,
        now.actions,
        last_second.actions,
        now.actions_refused,
        now.disconnects,
        now.protocol_errors,
    )
}

fn count_bots(count: usize) -> String {
    format!("{count:>6} bot{}", if count == 1 { " " } else { "s" })
}

/// Lists refusals, and suggests what to do about a limit per address.
fn refusals(summary: &Summary) -> String {
    if summary.refusals.is_empty() {
        return String::new();
    }
    let reasons: Vec<_> =
        summary.refusals.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    let limited = |reason: &String| reason.contains("429") || reason.contains("rate_limited");
    let hint = if summary.refusals.keys().any(limited) {
        "; a room limits what one address may do: for many bots start it with config/load.toml"
    } else {
        ""
    };
    format!("\nturned away: {}{hint}", reasons.join(", "))
}

/// Lists what limits of the room refused bots that were let in.
fn limits(summary: &Summary) -> String {
    let inside =
        summary.limits.iter().filter(|(reason, _)| !summary.refusals.contains_key(*reason));
    let reasons: Vec<_> = inside.map(|(reason, count)| format!("{count} {reason}")).collect();
    if reasons.is_empty() {
        return String::new();
    }
    format!("\nrefused by a limit of the room: {}", reasons.join(", "))
}

/// Formats the additional counts of a tournament, if one was played.
fn entries(totals: &Totals) -> String {
    if totals.entries == 0 {
        return String::new();
    }
    format!(
        "\nentries {} (late {}, over {}), moves {}, hands not dealt {}, big blinds twice {}, cut {}",
        totals.entries,
        totals.late_entries,
        totals.entries_over,
        totals.moves,
        totals.hands_not_dealt,
        totals.big_blinds_twice,
        totals.drops,
    )
}

/// Lists what each brain has won.
fn winnings(summary: &Summary) -> String {
    let lines = summary.winnings.iter().map(|(brain, won)| format!("\n{brain}: {won}"));
    lines.collect()
}

/// Says why the bots could not go on, if that is so, and what helps.
fn standstill(summary: &Summary) -> String {
    summary.standstill.as_ref().map_or_else(String::new, |why| {
        format!(
            "\nThe bots could not go on: some have no chips, and the room gives none: {why} Start \
             the room with config/load.toml, where a bot without chips gets more at once."
        )
    })
}

fn report(summary: &Summary) -> String {
    let bots = summary.outcomes.len();
    let totals = &summary.totals;
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for outcome in &summary.outcomes {
        *ends.entry(Outcome::to_string(outcome)).or_default() += 1;
    }
    let ends: Vec<_> = ends.into_iter().map(|(end, count)| format!("{count} {end}")).collect();
    let seconds = summary.time.as_secs_f64();
    let entries = entries(totals);
    let (winnings, standstill) = (winnings(summary), standstill(summary));
    format!(
        "{} in {seconds:.1} s: {}{}{}\n{totals}{entries}\n{:.1} hands/s, {:.1} actions/s, {:.1} KiB/s received{winnings}{standstill}",
        count_bots(bots).trim(),
        ends.join(", "),
        refusals(summary),
        limits(summary),
        totals.hands_joined as f64 / seconds,
        summary.totals.actions as f64 / seconds,
        summary.totals.bytes_received as f64 / seconds / 1024.0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_bot::winnings::Winnings;

    fn summary(bots: usize, refusals: &[(&str, u64)]) -> Summary {
        let refusals = refusals.iter().map(|&(reason, count)| (reason.to_owned(), count)).collect();
        // Another player was dealt in first.
        let totals = Totals { hands: 0, hands_joined: 2, hands_played: 3, ..Totals::default() };
        let outcomes = vec![Outcome::HandsPlayed; bots];
        let results = Vec::new();
        let (time, limits) = (Duration::from_secs(1), BTreeMap::new());
        let (winnings, standstill) = (BTreeMap::new(), None);
        Summary { totals, time, outcomes, results, winnings, standstill, refusals, limits }
    }

    #[test]
    fn one_bot_is_one_bot_and_hands_count_whoever_was_dealt_in_first() {
        let text = report(&summary(1, &[]));
        assert!(text.starts_with("1 bot in 1.0 s: 1 played its hands\nhands 2 (3 bot"), "{text}");
        assert!(text.contains("2.0 hands/s"), "{text}");
        let text = report(&summary(2, &[]));
        assert!(text.starts_with("2 bots in") && text.contains("hands 2 (3 bot"), "{text}");
    }

    #[test]
    fn a_brain_s_winnings_and_a_standstill_are_told() {
        let mut summary = summary(2, &[]);
        let mut won = Winnings::default();
        won.add(5, cardroom_protocol::Chips(10));
        summary.winnings.insert("Caller", won);
        assert!(report(&summary).ends_with("\nCaller: +500 mbb a hand over 1 hand"));
        assert_eq!(exit_code(&summary), ExitCode::SUCCESS);
        summary.standstill = Some("No chips are due yet.".to_owned());
        let text = report(&summary);
        assert!(text.contains("the room gives none: No chips are due yet. Start"), "{text}");
        assert_eq!(exit_code(&summary), ExitCode::from(EXIT_STANDSTILL));
    }

    #[test]
    fn limits_by_address_come_with_what_to_do() {
        let text = report(&summary(40, &[("HTTP 429 Too Many Requests", 8)]));
        assert!(text.contains("turned away: 8 HTTP 429"), "{text}");
        assert!(text.contains("config/load.toml"), "{text}");
        assert!(!report(&summary(1, &[("login name_taken", 1)])).contains("load.toml"));
        let mut summary = summary(40, &[("login rate_limited", 8)]);
        assert!(!report(&summary).contains("by a limit"), "it was turned away");
        summary.limits.insert("login rate_limited".to_owned(), 8);
        summary.limits.insert("action busy".to_owned(), 3);
        let text = report(&summary);
        assert!(text.contains("refused by a limit of the room: 3 action busy\n"), "{text}");
    }
}
