//! A server's program with its files, while it does not run. It can be prepared, run its commands,
//! and start the server repeatedly.

use super::{Launch, Network, Offer, ServerError, ServerProcess, config};
use crate::admin::HttpClient;
use std::ffi::{OsStr, OsString};
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::process::Command;

/// How many lines of its log to show after an error.
const LOG_LINES_SHOWN: usize = 20;
/// Ports below those that the system assigns to connections. Otherwise a client that connects while
/// the server is down could get the server's own port as its source, and connect to itself.
const PORTS: std::ops::Range<u16> = 20_000..32_000;
/// Starts the program with SIGXFSZ ignored. A write beyond the file size limit then fails as on a
/// full disk, instead of killing the process.
const WRITES_MAY_FAIL: &str = r#"trap "" XFSZ; exec "$0" "$@""#;

/// A server's program with its files.
pub(crate) struct Installation {
    program: PathBuf,
    arguments: Vec<OsString>,
    config: PathBuf,
    pub(super) listen: SocketAddr,
    /// Where its players connect, if they speak TLS.
    tls_listen: Option<SocketAddr>,
    admin_listen: SocketAddr,
    pub(super) data_dir: PathBuf,
    log: PathBuf,
    clock: Option<WallClock>,
    network: Option<Arc<Network>>,
    /// Removed on drop, with everything in it.
    _folder: TempDir,
}

impl Installation {
    /// Writes the configuration, with free ports.
    pub(crate) fn prepare(launch: Launch) -> Result<Self, ServerError> {
        let folder = tempfile::Builder::new().prefix("cardroom-load-").tempdir();
        let folder = folder.map_err(ServerError::Files)?;
        let data_dir = launch.data_dir.unwrap_or_else(|| folder.path().join("data"));
        std::fs::create_dir_all(&data_dir).map_err(ServerError::Files)?;
        let [listen, admin_listen, tls_listen] = match &launch.network {
            None => free_addresses().map_err(ServerError::Files)?,
            // No other program is in this network.
            Some(network) => {
                let first = PORTS.start;
                [first, first + 1, first + 2].map(|port| (network.address(), port).into())
            }
        };
        let config = folder.path().join("cardroom.toml");
        let rules = folder.path().join("rules");
        if let Offer::Tournament(announced) | Offer::Both(_, announced) = &launch.offer {
            let structures = rules.join("tournaments");
            std::fs::create_dir_all(&structures).map_err(ServerError::Files)?;
            let file = structures.join(format!("{}.toml", announced.structure));
            std::fs::write(file, &announced.text).map_err(ServerError::Files)?;
        }
        let text = config::text(&launch.offer, &rules, listen, admin_listen, &data_dir)?;
        std::fs::write(&config, text).map_err(ServerError::Files)?;
        Ok(Self {
            program: launch.program,
            arguments: match &launch.tls {
                None => launch.arguments,
                Some(folder) => {
                    let certificate = [
                        ("--tls-cert".into(), folder.join("chain.pem")),
                        ("--tls-key".into(), folder.join("key.pem")),
                    ];
                    let flags = certificate.map(|(flag, file)| [flag, file.into_os_string()]);
                    let listen = format!("--set=server.tls_listen={tls_listen}").into();
                    [launch.arguments, flags.concat(), vec![listen]].concat()
                }
            },
            tls_listen: launch.tls.map(|_| tls_listen),
            config,
            listen,
            admin_listen,
            data_dir,
            log: folder.path().join("server.log"),
            clock: launch
                .clock_library
                .map(|library| WallClock::new(library, folder.path()))
                .transpose()
                .map_err(ServerError::Files)?,
            network: launch.network,
            _folder: folder,
        })
    }

    /// Starts the server, without waiting until it is ready.
    pub(crate) fn spawn(self) -> Result<ServerProcess, ServerError> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log);
        let output = log.map_err(ServerError::Files)?;
        let errors = output.try_clone().map_err(ServerError::Files)?;
        // The shell executes the program in its own process, so a signal to one reaches the other.
        let mut command = self.command("/bin/sh");
        command
            .arg("-c")
            .arg(WRITES_MAY_FAIL)
            .arg(&self.program)
            .arg("--config")
            .arg(&self.config)
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .kill_on_drop(true);
        if let Some(clock) = &self.clock {
            command.envs(clock.environment());
        }
        // Ctrl-C goes to this program, which then stops the server.
        command.process_group(0);
        let failed = |error| ServerError::Start { program: self.program.clone(), error };
        let child = command.spawn().map_err(failed)?;
        let id = child.id().unwrap_or_default();
        let admin = HttpClient::new(&format!("http://{}", self.admin_listen))?;
        Ok(ServerProcess { child, id, admin, installed: self })
    }

    /// Runs one of the program's commands on its files, with this standard input.
    /// Returns the command's output.
    pub(crate) async fn run(&self, command: &[&str], input: &str) -> Result<String, ServerError> {
        let failed = |error| ServerError::Start { program: self.program.clone(), error };
        // A file as input cannot block either process.
        let mut file = tempfile::tempfile().map_err(ServerError::Files)?;
        file.write_all(input.as_bytes()).map_err(ServerError::Files)?;
        io::Seek::rewind(&mut file).map_err(ServerError::Files)?;
        let output = self
            .command(&self.program)
            .arg("--config")
            .arg(&self.config)
            .args(&self.arguments)
            .args(command)
            .stdin(file)
            .output()
            .await
            .map_err(failed)?;
        let said = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        if output.status.success() {
            return Ok(said);
        }
        Err(ServerError::Command { command: command.join(" "), status: output.status, said })
    }

    /// Makes a command that runs in the server's network.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let Some(network) = &self.network else { return Command::new(program) };
        let [first, rest @ ..] = network.words();
        let mut command = Command::new(first);
        command.args(rest).arg(program);
        command
    }

    /// Returns the network that the server runs in, if it has one of its own.
    pub(super) fn network(&self) -> Option<&Network> {
        self.network.as_deref()
    }

    /// Sets the server's own wall clock, if it has one, to the machine's time plus this number of
    /// seconds. This takes effect immediately, even while the server runs.
    pub(crate) fn set_clock(&self, seconds: i64) -> io::Result<()> {
        self.clock.as_ref().map_or(Ok(()), |clock| clock.set(seconds))
    }

    /// Returns everything that the server has logged.
    pub(crate) fn log(&self) -> io::Result<Vec<u8>> {
        std::fs::read(&self.log)
    }

    pub(crate) fn url(&self) -> String {
        match self.tls_listen {
            None => format!("ws://{}/ws", self.listen),
            Some(address) => format!("wss://localhost:{}/ws", address.port()),
        }
    }

    /// Returns the last lines of the log, to add to a message.
    pub(crate) fn log_tail(&self) -> String {
        let bytes = std::fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let shown = &lines[lines.len().saturating_sub(LOG_LINES_SHOWN)..];
        if shown.is_empty() {
            "; it logged nothing".to_owned()
        } else {
            format!("; it logged:\n  {}", shown.join("\n  "))
        }
    }
}

/// The wall clock of one process. libfaketime reads it from a file. Setting the machine's own
/// clock would need root.
struct WallClock {
    library: PathBuf,
    file: PathBuf,
}

impl WallClock {
    fn new(library: PathBuf, folder: &std::path::Path) -> io::Result<Self> {
        let clock = Self { library, file: folder.join("clock") };
        clock.set(0)?;
        Ok(clock)
    }

    fn set(&self, seconds: i64) -> io::Result<()> {
        // Renamed, so that the library never reads an incomplete file.
        let new = self.file.with_extension("new");
        std::fs::write(&new, format!("{seconds:+}\n"))?;
        std::fs::rename(new, &self.file)
    }

    /// Only the wall clock is faked. The monotonic clock for sleeping stays the machine's, as when
    /// a real wall clock is set.
    fn environment(&self) -> [(&'static str, OsString); 4] {
        [
            ("LD_PRELOAD", self.library.clone().into()),
            ("FAKETIME_TIMESTAMP_FILE", self.file.clone().into()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
            ("FAKETIME_NO_CACHE", "1".into()),
        ]
    }
}

/// Returns three free addresses. If another process takes one before the server does, the server
/// reports it and exits.
fn free_addresses() -> io::Result<[SocketAddr; 3]> {
    let mut bound = Vec::new();
    let size = usize::from(PORTS.end - PORTS.start);
    // Concurrent processes start at different ports.
    let from = usize::try_from(std::process::id()).unwrap_or(0).wrapping_mul(7_919) % size;
    for port in round_from(PORTS, from) {
        if let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            bound.push(listener);
        }
        if let [first, second, third] = &bound[..] {
            return Ok([first.local_addr()?, second.local_addr()?, third.local_addr()?]);
        }
    }
    Err(io::Error::from(io::ErrorKind::AddrInUse))
}

/// Iterates over a range from a place to its end, and then from its beginning.
fn round_from(range: std::ops::Range<u16>, place: usize) -> impl Iterator<Item = u16> {
    range.clone().skip(place).chain(range.take(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_ports_are_not_the_same_and_none_a_client_calls_from() {
        let [first, second, third] = free_addresses().unwrap();
        assert!(first != second && second != third && first != third);
        assert!([first, second, third].iter().all(|address| PORTS.contains(&address.port())));
    }

    #[test]
    fn a_range_goes_round_from_anywhere() {
        let all: Vec<u16> = round_from(1..5, 2).collect();
        assert_eq!(all, [3, 4, 1, 2]);
    }
}
