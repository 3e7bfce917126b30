//! The program: reads the command line, starts the runtime, opens the room and waits for a
//! signal to close it.

use crate::cli::{
    self, Admin, Cli, Command, Deal, Depth, Ended, Floor, Hands, Journal, Keys, Ledger, NO_SERVER,
    OpenRoom, Prompt, RoleName, ask_code,
};
use crate::config::{self, Config};
use crate::http::KEPT_BACK;
use crate::interrupt::{self, Interrupted, exit_if_interrupted, unless_interrupted};
use crate::reach::{self, Places, Secured};
use crate::shutdown::Signals;
use crate::store::{Process, StoreError};
use crate::wiring::Doors;
use crate::{logging, metrics, security, wiring};
use anyhow::Context as _;
use cardroom_command_line::reader;
use cardroom_protocol::Encoding;
use cardroom_rules::Library;
use clap::Parser as _;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

/// Signals within this time count as one request to close.
const ONE_REQUEST: Duration = Duration::from_millis(500);

/// Runs the command line of this process, and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(code) => code,
        Err(error) if reader::is_gone(error.as_ref()) => ExitCode::from(reader::STATUS),
        Err(error) if error.is::<Interrupted>() => ExitCode::from(interrupt::STATUS),
        Err(error) => {
            // If standard error is closed, the message cannot be shown at all.
            let _ = writeln!(std::io::stderr(), "cardroom: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the program and returns its exit code, unless it cannot continue.
fn run(cli: &Cli) -> anyhow::Result<ExitCode> {
    if let Some(Command::Floor(floor)) = &cli.command {
        return rule(floor);
    }
    match &cli.command {
        Some(Command::Deal(Deal::Proofs(proofs))) => {
            return exit_if_interrupted(|| proofs.run(&mut std::io::stdout().lock()));
        }
        Some(Command::Deal(Deal::Monitor(monitor))) => {
            return finish(monitor.run(&mut std::io::stdout()));
        }
        _ => {}
    }
    if let Some(Command::RngAudit(audit)) = &cli.command {
        return exit_if_interrupted(|| audit.run(&mut std::io::stdout().lock()));
    }
    if let Some(Command::RngRaw(raw)) = &cli.command {
        exit_if_interrupted(|| raw.run(&mut std::io::stdout().lock()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(Command::Keys(Keys::New { file })) = &cli.command {
        return cli::make_key_file(file, &mut std::io::stdout().lock()).map(|()| ExitCode::SUCCESS);
    }
    if let Some(Command::Documents(documents)) = &cli.command {
        documents.write::<Cli>(&mut std::io::stdout().lock())?;
        return Ok(ExitCode::SUCCESS);
    }
    if cli.check_config {
        let config = cli.settings.read()?;
        let opening = config.opening()?;
        for warning in idle_settings(&opening.library) {
            let mut error = std::io::stderr().lock();
            writeln!(error, "cardroom: {warning}")?;
        }
        if let Some(reason) = config.why_deals_are_not_verifiable() {
            writeln!(std::io::stderr().lock(), "cardroom: {reason}")?;
        }
        let tables = opening.tables.len();
        let tables = counted(tables, "table", "tables");
        let tournaments = counted(config.tournaments.len(), "tournament", "tournaments");
        say(&format!(
            "The configuration is valid. It opens {tables} and schedules {tournaments}.\n"
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    if matches!(cli.command, None | Some(Command::Serve)) && !cli.print_config {
        let config = cli.settings.read()?;
        let opening = config.opening()?;
        let process = wiring::process(&config, &opening);
        let rules = wiring::Rules::from(opening);
        logging::start(&config.log)?;
        for warning in idle_settings(&rules.library) {
            tracing::warn!("{warning}");
        }
        runtime()?.block_on(serve(config, rules, process))?;
        return Ok(ExitCode::SUCCESS);
    }
    let config = cli.settings.load()?;
    if cli.print_config {
        say(&config.to_toml())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(Command::Hands(Hands::Check(check))) = &cli.command {
        let library = config.library()?;
        let agrees = exit_if_interrupted(|| check.run(&library, &mut std::io::stdout().lock()))?;
        return Ok(if agrees { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if let Some(Command::Match(played)) = &cli.command {
        let library = config.library()?;
        let (mut out, mut error) = (std::io::stdout().lock(), std::io::stderr().lock());
        return played.run(&library, &mut out, &mut error);
    }
    if let Some(Command::Rules(rules)) = &cli.command {
        let (mut out, mut error) = (std::io::stdout().lock(), std::io::stderr().lock());
        let library = config.library()?;
        return exit_if_interrupted(|| rules.run(&library, &mut out, &mut error));
    }
    if let Some(code) = keep(&config, cli.command.as_ref())? {
        return Ok(code);
    }
    logging::start(&config.log)?;
    if let Some(Command::Admin(admin)) = &cli.command {
        administer(&config, admin)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Manages accounts. An open room does it itself.
fn administer(config: &Config, admin: &Admin) -> anyhow::Result<()> {
    if let Some(mut room) = OpenRoom::find(config)? {
        return exit_if_interrupted(|| room.run(admin, &mut std::io::stdout().lock()));
    }
    match admin {
        Admin::Create { role, .. } if *role != RoleName::Admin => anyhow::bail!(
            "The room is closed, so it opens accounts of administrators only. Leave --role out, or \
             start the room and try again."
        ),
        Admin::Create { name, password, .. } => {
            let password =
                exit_if_interrupted(|| password.read("CARDROOM_ADMIN_PASSWORD", Prompt::Twice))?;
            finish(wiring::create_admin(config, name, &password))?;
            say(&format!("{name} is an administrator now.\n"))
        }
        Admin::Role { name, role, .. } => {
            finish(wiring::set_role(config, name, (*role).into()))?;
            let role = format!("{role:?}").to_lowercase();
            say(&format!("{name} has the role \"{role}\" from the next login on.\n"))
        }
        _ => Err(cli::closed(&config.server.data_dir)),
    }
}

/// Runs a command on the stored data and returns its exit code; `None` for another command.
fn keep(config: &Config, command: Option<&Command>) -> anyhow::Result<Option<ExitCode>> {
    let out = &mut std::io::stdout().lock();
    let is_well = match command {
        Some(Command::Backup { file }) => finish(cli::make_backup(config, file, out))?,
        Some(Command::Restore { file }) => {
            finish(cli::restore_backup(config, file, out))?;
            true
        }
        Some(Command::Ledger(Ledger::Audit(source))) => {
            finish(source.check(config, Depth::Ledger, out))?
        }
        Some(Command::Hands(Hands::Export(export))) => {
            finish(export.run(config, out))?;
            true
        }
        Some(Command::Hands(Hands::Show(show))) => {
            finish(show.run(config, out))?;
            true
        }
        Some(Command::Integrity(integrity)) => {
            finish(integrity.run(config, out))?;
            true
        }
        Some(Command::Keys(keys)) => finish(keys.run(config, out))?,
        Some(Command::Journal(Journal::Verify(source))) => {
            finish(source.check(config, Depth::Everything, out))?
        }
        Some(Command::Journal(Journal::Repair(repair))) => finish(repair.run(config, out))?,
        Some(Command::League(league)) => {
            finish(league.run(config, out))?;
            true
        }
        Some(Command::Results(results)) => {
            finish(results.run(config, out))?;
            true
        }
        _ => return Ok(None),
    };
    Ok(Some(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

/// Creates the runtime. This is the only place that configures how tasks run.
fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.enable_all().thread_name("cardroom").build().context("The runtime cannot start")
}

/// Runs a command that does not serve to its end, or until Ctrl-C.
fn finish<T, E: Into<anyhow::Error>>(
    work: impl Future<Output = Result<T, E>>,
) -> anyhow::Result<T> {
    let runtime = runtime()?;
    let ended = runtime.block_on(unless_interrupted(work));
    // A thread that still blocks must not delay the exit.
    runtime.shutdown_background();
    ended?.map_err(Into::into)
}

/// Warns of each setting of the operator's rulebooks that does not change what the room does.
fn idle_settings(library: &Library) -> Vec<String> {
    let books = library.rulebooks();
    books.flat_map(|book| config::changes_without_effect(library, &book.id)).collect()
}

async fn serve(config: Config, rules: wiring::Rules, process: Process) -> anyhow::Result<()> {
    raise_open_files(&config)?;
    let mut signals = Signals::listen().context("The room cannot listen to signals")?;
    let figures = metrics::install()?;
    security::begin_counts_at_zero();
    let (store, doors) = if config.server.standby {
        let doors = Doors::open(&config).await?;
        let waits = || greet_waiting(&config, &doors);
        let store = tokio::select! {
            store = wiring::wait_for_place(&config, &process, &doors, figures.clone(), waits) => {
                store?
            }
            signal = signals.next() => {
                tracing::info!(signal, "this process does not wait for the room's place any more");
                return Ok(());
            }
        };
        (store, Some(doors))
    } else {
        (wiring::open_store_as(&config, process).await?, None)
    };
    let vault = wiring::open_vault(&config, store.as_ref()).await?;
    let open = wiring::open_at(&config, rules, store, vault, figures, doors).await?;
    greet(&config, &open)?;

    let signal = tokio::select! {
        signal = signals.next() => signal,
        error = open.lost() => {
            if error == StoreError::TakenOver {
                open.yield_to_next().await;
            }
            return Err(stopped_by(&error));
        }
        () = open.handed_over() => {
            tracing::info!("closing, and another process goes on");
            open.hand_over().await;
            return Ok(());
        }
    };
    let drain = Duration::from_secs(config.server.drain_seconds);
    tracing::info!(
        signal,
        seconds = drain.as_secs(),
        "closing when the hands in progress are over; a second signal closes at once"
    );
    // One request to close may arrive as several signals, to the process and to its group.
    let second = async {
        tokio::time::sleep(ONE_REQUEST).await;
        signals.forget();
        signals.next().await
    };
    tokio::select! {
        () = open.close(drain) => Ok(()),
        signal = second => anyhow::bail!("A second signal ({signal}) closed the room at once."),
    }
}

/// Returns why the room cannot go on, and what to do.
fn stopped_by(error: &StoreError) -> anyhow::Error {
    match error {
        StoreError::TakenOver => anyhow::anyhow!(
            "Another room has taken over the database. Run one room on it at a time."
        ),
        error => anyhow::anyhow!(
            "The room can store nothing any more: {error}. Check the disk, and start the room \
             again. It opens with everything that players were sent."
        ),
    }
}

/// Prints on standard output that another process is the room, and where this one listens.
fn greet_waiting(config: &Config, doors: &Doors) {
    let Ok((public, admin)) = doors.addresses() else { return };
    // Standard output may be closed.
    let _ = say(&format!(
        "{} waits, because another process is the room. It listens on {public}, and http://{admin}/readyz \
         says for whom it waits.\n",
        config.server.name
    ));
}

/// Prints on standard output where to connect, and who can.
fn greet(config: &Config, open: &wiring::OpenRoom) -> anyhow::Result<()> {
    let [binary, json] = Encoding::ALL.map(Encoding::subprotocol);
    let tables = open.room.registry.tables().len();
    say(&format!(
        "{} is open, with {}.\n{}Ctrl-C closes the room when the hands in progress are over.\n",
        config.server.name,
        counted(tables, "table", "tables"),
        places(config, open).lines(&format!("{binary} or {json}")),
    ))
}

fn places(config: &Config, open: &wiring::OpenRoom) -> Places {
    let certificate = open.room.certificate().and_then(|served| served.certificate());
    let secured = open.tls_address.map(|address| {
        let of_certificate = || certificate.as_ref().and_then(|of| of.names.first().cloned());
        let domain = Some(config.server.domain.clone()).filter(|domain| !domain.is_empty());
        let redirect = open.redirect_address.filter(|_| domain.is_some());
        let name = domain.or_else(of_certificate).unwrap_or_else(|| address.ip().to_string());
        Secured { name, listen: address, redirect, is_certified: certificate.is_some() }
    });
    let (listen, admin) = (open.address, open.admin_address);
    Places { listen, admin, secured, own: reach::own_addresses() }
}

/// Files that a room has open beside its connections: the database, listeners, threads, and what is
/// kept back for the operator.
const OTHER_FILES: u64 = KEPT_BACK + 64;

/// Raises the limit of open files, because the usual one of 1,024 is too low.
///
/// # Errors
/// The process may not open as many connections as the configuration allows.
fn raise_open_files(config: &Config) -> anyhow::Result<()> {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => {
            tracing::debug!(limit, "open files");
            enough_files(limit, config.limits.connections)
        }
        Err(error) => {
            tracing::warn!(%error, "could not raise the limit of open files; raise it with ulimit -n");
            Ok(())
        }
    }
}

/// Checks that a process that may open `limit` files can have this many connections.
fn enough_files(limit: u64, connections: usize) -> anyhow::Result<()> {
    let most = limit.saturating_sub(OTHER_FILES);
    let connections = u64::try_from(connections).unwrap_or(u64::MAX);
    anyhow::ensure!(
        connections <= most,
        "limits.connections is {connections}, but this process may open only {limit} files, and \
         needs {OTHER_FILES} for itself. Set limits.connections to at most {most}, or raise the \
         limit of files to {}: with `ulimit -n` in a shell, LimitNOFILE= in a systemd unit, or \
         --ulimit nofile= for a container.",
        connections.saturating_add(OTHER_FILES)
    );
    Ok(())
}

/// Gives a command of the floor to an open room, which may be remote.
fn rule(floor: &Floor) -> anyhow::Result<ExitCode> {
    let mut key = exit_if_interrupted(|| floor.key())?;
    loop {
        let (out, error) = (&mut std::io::stdout(), &mut std::io::stderr());
        match finish(floor.run(key.clone(), out, error))? {
            Ended::With(status) => return Ok(status),
            Ended::NeedsCode => {}
        }
        let Some(code) = exit_if_interrupted(ask_code) else {
            let _ = writeln!(
                std::io::stderr(),
                "cardroom: This account has a second factor. Give its code with --code, or set \
                 CARDROOM_FLOOR_CODE. A token needs no code."
            );
            return Ok(ExitCode::from(NO_SERVER));
        };
        key = key.with_code(code);
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn say(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
