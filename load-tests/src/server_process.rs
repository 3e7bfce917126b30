//! A local server under test: found, configured, started, awaited and stopped.
//!
//! This program does not link the server. It runs it as an operator would, on
//! a system with signals.

mod config;
mod installation;
mod network;

pub(crate) use config::{Announced, Offer, RingTables};
pub(crate) use installation::Installation;
pub(crate) use network::Network;

use crate::admin::{HttpClient, HttpError};
use crate::process_stats::{self, ProcessUse, Switches};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;
use tokio::process::Child;
use tokio::time::Instant;

/// How long a server may take to become ready.
const READY_WITHIN: Duration = Duration::from_secs(60);
/// How long a server may take to stop.
const STOP_WITHIN: Duration = Duration::from_secs(45);
/// How often to poll a starting server for readiness.
const READY_POLL: Duration = Duration::from_millis(50);

/// The name of the server's program.
const PROGRAM: &str = "cardroom";

#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    /// The directory for its files; `None` for a temporary one.
    pub(crate) data_dir: Option<PathBuf>,
    /// The games to offer.
    pub(crate) offer: Offer,
    /// A folder with chain.pem and key.pem, with which it speaks TLS to its players.
    pub(crate) tls: Option<PathBuf>,
    /// A library that gives the server its own adjustable wall clock. Without one it
    /// uses the machine's clock.
    pub(crate) clock_library: Option<PathBuf>,
    /// The network that it runs in. Without one it runs in that of this machine.
    pub(crate) network: Option<Arc<Network>>,
}

/// A server that is running.
pub(crate) struct ServerProcess {
    child: Child,
    id: u32,
    admin: HttpClient,
    installed: Installation,
}

/// Why a server cannot be run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerError {
    #[error(
        "There is no server at {}. Build it with `{}`, or name one with --server.",
        .place.display(), .build
    )]
    Missing { place: PathBuf, build: &'static str },
    #[error("Cannot prepare the server's files: {0}")]
    Files(#[source] io::Error),
    #[error("Cannot write the server's configuration: {0}")]
    Config(#[from] toml::ser::Error),
    #[error("Cannot start {}: {error}", .program.display())]
    Start { program: PathBuf, error: io::Error },
    #[error("The server ended while it was starting ({status}){log}")]
    Ended { status: ExitStatus, log: String },
    #[error("The server was not ready after {} s{log}", READY_WITHIN.as_secs())]
    NotReady { log: String },
    #[error("`cardroom {command}` ended with {status}: {said}")]
    Command { command: String, status: ExitStatus, said: String },
    #[error("Cannot make a network of the server's own: {0}")]
    Network(#[source] io::Error),
    #[error(transparent)]
    Http(#[from] HttpError),
}

/// Finds the server's program: the one that was named, or the one next to this program.
pub(crate) fn find(named: Option<&Path>) -> Result<PathBuf, ServerError> {
    let place = match named {
        Some(named) => named.to_owned(),
        None => beside(&std::env::current_exe().map_err(ServerError::Files)?),
    };
    if place.is_file() { Ok(place) } else { Err(missing(place)) }
}

fn beside(own: &Path) -> PathBuf {
    own.with_file_name(PROGRAM)
}

/// Makes a key file, which two machines need that play the same room.
pub(crate) async fn make_key_file(program: &Path, file: &Path) -> Result<(), ServerError> {
    let failed = |error| ServerError::Start { program: program.to_owned(), error };
    let mut make = tokio::process::Command::new(program);
    let output = make.args(["keys", "new"]).arg(file).output().await.map_err(failed)?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(ServerError::Command { command: "keys new".to_owned(), status: output.status, said })
}

/// Reports a missing server. A debug build looks for a debug build, which
/// is useless for measurements.
fn missing(place: PathBuf) -> ServerError {
    let folder = place.parent().and_then(Path::file_name);
    let build = if folder.is_some_and(|folder| folder == "debug") {
        "cargo build -p cardroom` (to measure: `cargo build --release -p cardroom -p cardroom-load"
    } else {
        "cargo build --release -p cardroom"
    };
    ServerError::Missing { place, build }
}

impl ServerProcess {
    /// Starts a server on free ports and waits until it is ready.
    pub(crate) async fn start(launch: Launch) -> Result<Self, ServerError> {
        let mut server = Installation::prepare(launch)?.spawn()?;
        server.wait_until_ready(READY_POLL).await?;
        Ok(server)
    }

    /// Does the same with a server that has an administrator, by name and password.
    pub(crate) async fn start_administered(
        launch: Launch,
        (name, password): (&str, &str),
    ) -> Result<Self, ServerError> {
        let installed = Installation::prepare(launch)?;
        let create = ["admin", "create", name, "--password-stdin"];
        installed.run(&create, &format!("{password}\n")).await?;
        let mut server = installed.spawn()?;
        server.wait_until_ready(READY_POLL).await?;
        Ok(server)
    }

    /// Polls the server at this interval until it is ready.
    pub(crate) async fn wait_until_ready(&mut self, poll: Duration) -> Result<(), ServerError> {
        let public = HttpClient::new(&format!("http://{}", self.installed.listen))?;
        let begin = Instant::now();
        while begin.elapsed() < READY_WITHIN {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(ServerError::Ended { status, log: self.log_tail() });
            }
            if public.is_ok("/readyz").await.unwrap_or(false) {
                return Ok(());
            }
            tokio::time::sleep(poll).await;
        }
        Err(ServerError::NotReady { log: self.log_tail() })
    }

    /// Kills the server without warning, and keeps its files.
    pub(crate) async fn kill(mut self) -> Result<Installation, String> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server had ended by itself ({status}){}", self.log_tail()));
        }
        self.child.kill().await.map_err(|error| format!("it could not be killed: {error}"))?;
        Ok(self.installed)
    }

    /// Stops the process in place, as a debugger or a sleeping machine would, or lets it continue.
    pub(crate) fn freeze(&self, frozen: bool) -> io::Result<()> {
        let signal = if frozen { Signal::STOP } else { Signal::CONT };
        Ok(kill_process(self.pid()?, signal)?)
    }

    /// Runs one of the program's commands on this machine, while the server runs.
    pub(crate) async fn command(&self, command: &[&str]) -> Result<String, ServerError> {
        self.installed.run(command, "").await
    }

    /// Plugs the server's network in or pulls it out. A server in this machine's own has none.
    pub(crate) fn plug(&self, is_plugged: bool) -> io::Result<()> {
        let network = self.installed.network().ok_or(io::ErrorKind::Unsupported)?;
        network.plug(is_plugged)
    }

    /// Waits until the process has ended, and keeps the server's files.
    pub(crate) async fn ended(mut self) -> Result<(ExitStatus, Installation), String> {
        match tokio::time::timeout(STOP_WITHIN, self.child.wait()).await {
            Ok(Ok(status)) => Ok((status, self.installed)),
            Ok(Err(error)) => Err(format!("the server's end could not be awaited: {error}")),
            Err(_) => {
                let seconds = STOP_WITHIN.as_secs();
                Err(format!("the server goes on after {seconds} s{}", self.log_tail()))
            }
        }
    }

    /// Limits the size of each of the server's files, or removes the limit. Writes beyond the limit
    /// fail, as on a full disk.
    pub(crate) fn limit_files(&self, most: Option<u64>) -> io::Result<()> {
        let limit = Rlimit { current: most, maximum: None };
        prlimit(Some(self.pid()?), Resource::Fsize, limit)?;
        Ok(())
    }

    fn pid(&self) -> io::Result<Pid> {
        let pid = i32::try_from(self.id).ok().and_then(Pid::from_raw);
        pid.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    /// Sets the server's wall clock, like [`Installation::set_clock`].
    pub(crate) fn set_clock(&self, seconds: i64) -> io::Result<()> {
        self.installed.set_clock(seconds)
    }

    pub(crate) fn url(&self) -> String {
        self.installed.url()
    }

    pub(crate) fn admin(&self) -> &HttpClient {
        &self.admin
    }

    /// Returns the directory of the server's files.
    pub(crate) fn data_dir(&self) -> &Path {
        &self.installed.data_dir
    }

    /// Returns the server's resource usage so far.
    pub(crate) fn usage(&self) -> Option<ProcessUse> {
        process_stats::process(self.id)
    }

    /// Returns the context switches of the server's threads so far.
    pub(crate) fn switches(&self) -> Option<Switches> {
        process_stats::switches(self.id)
    }

    /// Returns the last lines of the log, to add to a message.
    pub(crate) fn log_tail(&self) -> String {
        self.installed.log_tail()
    }

    /// Stops the server and waits for its end. Returns what went wrong.
    pub(crate) async fn stop(self) -> Result<(), String> {
        self.shut().await.map(drop)
    }

    /// Does the same, and keeps the server's files.
    pub(crate) async fn shut(mut self) -> Result<Installation, String> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(format!("the server had ended by itself ({status}){}", self.log_tail()));
        }
        let asked = self.pid().and_then(|pid| Ok(kill_process(pid, Signal::TERM)?));
        if let Err(error) = asked {
            return Err(format!("the server could not be asked to stop: {error}"));
        }
        match tokio::time::timeout(STOP_WITHIN, self.child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(self.installed),
            Ok(Ok(status)) => Err(format!("the server stopped with {status}{}", self.log_tail())),
            Ok(Err(error)) => Err(format!("the server's end could not be awaited: {error}")),
            Err(_) => {
                // This also reaps the process. It does not matter if it has exited in between.
                let _ = self.child.kill().await;
                let seconds = STOP_WITHIN.as_secs();
                Err(format!("the server did not stop within {seconds} s{}", self.log_tail()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_is_looked_for_beside_this_program() {
        let place = beside(Path::new("/opt/cards/bin/cardroom-load"));
        assert_eq!(place, Path::new("/opt/cards/bin").join(PROGRAM));
    }

    #[test]
    fn a_missing_server_comes_with_what_to_build() {
        let message = |place: &str| find(Some(Path::new(place))).unwrap_err().to_string();
        let release = message("/nowhere/target/release/cardroom");
        assert!(release.contains("There is no server at /nowhere/target/release/cardroom"));
        assert!(release.contains("`cargo build --release -p cardroom`"), "{release}");
        let debug = message("/nowhere/target/debug/cardroom");
        assert!(debug.contains("`cargo build -p cardroom`"), "{debug}");
    }

    fn launch(program: &Path) -> Launch {
        Launch {
            program: program.to_owned(),
            arguments: Vec::new(),
            data_dir: None,
            offer: Offer::Ring(RingTables::new(1, 2)),
            tls: None,
            clock_library: None,
            network: None,
        }
    }

    #[tokio::test]
    async fn a_server_that_ends_at_once_is_told_with_what_it_logged() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("cardroom");
        std::fs::write(&program, "#!/bin/sh\necho no tables today >&2\nexit 3\n").unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let error = ServerProcess::start(launch(&program)).await.err().unwrap().to_string();
        assert!(error.contains("exit status: 3") && error.contains("no tables today"), "{error}");
    }
}
