//! `cardroom deal monitor` beside the room. It must find the log of the deals consistent until the
//! end, with every round in it. Then it follows a copy of that log, which loses its last entry, and
//! must report that within one interval.

mod copied;

use super::Run;
use crate::scenario::ScenarioError;
use crate::server_process::ServerProcess;
use copied::CopiedLog;
use serde::Serialize;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

/// How often the monitor looks.
const EVERY: Duration = Duration::from_secs(1);
/// The settings of a room that is followed. It signs a head each second, as often as a room can.
pub(super) const SETTINGS: [&str; 3] = [
    "--set=deal.verifiable=true",
    "--set=deal.checkpoint_ms=1000",
    "--set=limits.files_per_minute=1000000",
];
/// How long after the last round the room may take to sign a head over it.
const SIGNED_WITHIN: Duration = Duration::from_secs(4);
/// How long a look may take.
const LOOK_WITHIN: Duration = Duration::from_secs(60);
/// The first word of a sentence about rounds that are not in the log.
const MISSING: &str = "MISSING";
/// The beginning of a sentence about a room that does not answer.
const UNREACHABLE: &str = "The room cannot be read";

/// The findings of the monitor.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Followed {
    /// Rounds in the log.
    rounds: u64,
    tables: u64,
    played: u64,
    void: u64,
    given_up: u64,
    /// How often the monitor said that it could not read the room.
    unreachable: u64,
    /// Seconds from the cut of the copy until the monitor reported it.
    cut_found_after: Option<f64>,
}

/// A monitor of the room.
pub(super) struct Monitor {
    program: PathBuf,
    /// The address of the room's pages.
    url: String,
    folder: TempDir,
    child: Child,
}

impl Monitor {
    /// Starts to follow the room.
    pub(super) fn start(program: PathBuf, server: &ServerProcess) -> Result<Self, ScenarioError> {
        let folder = tempfile::Builder::new().prefix("cardroom-monitor-").tempdir();
        let folder = folder.map_err(ScenarioError::Monitor)?;
        let url = server.url().replacen("ws", "http", 1).trim_end_matches("/ws").to_owned();
        let state = folder.path().join("state");
        let child = follow(&program, &url, &state, &folder.path().join("said.txt"));
        Ok(Self { program, url, child: child.map_err(ScenarioError::Monitor)?, folder })
    }

    /// Returns what the monitor has said so far.
    fn said(&self) -> String {
        fs::read_to_string(self.folder.path().join("said.txt")).unwrap_or_default()
    }

    fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// Looks once more, after the last round.
    async fn last_look(&self) -> Result<Output, String> {
        let mut command = Command::new(&self.program);
        command.args(["deal", "monitor", &self.url, "--state"]).arg(self.state());
        let output = timeout(LOOK_WITHIN, command.kill_on_drop(true).output()).await;
        let output = output.map_err(|_| "the last look of the monitor does not end".to_owned())?;
        output.map_err(|error| format!("the monitor cannot be started: {error}"))
    }

    /// Lets the monitor follow a copy of the log, and cuts the last entry off. Returns the time
    /// until the monitor has reported it.
    async fn cut(&self, data_dir: &Path) -> Result<Duration, String> {
        let copy = CopiedLog::of(&self.url, data_dir).await?;
        let (state, said) =
            (self.folder.path().join("copy"), self.folder.path().join("copy-said.txt"));
        let child = follow(&self.program, copy.url(), &state, &said);
        let mut child = child.map_err(|error| format!("the monitor cannot be started: {error}"))?;
        let text = || fs::read_to_string(&said).unwrap_or_default();
        let begin = Instant::now();
        while !text().contains(": consistent;") {
            if begin.elapsed() > LOOK_WITHIN {
                return Err(format!("the monitor does not follow the copy: {}", text()));
            }
            sleep(EVERY / 20).await;
        }
        copy.lose_last_entry()?;
        let begin = Instant::now();
        let status = timeout(LOOK_WITHIN, child.wait()).await;
        let took = begin.elapsed();
        let text = text();
        match status {
            Ok(Ok(status)) if status.code() == Some(1) && text.contains("its end was cut off") => {
                Ok(took)
            }
            Ok(Ok(status)) => Err(format!("the monitor ends with {status}: {text}")),
            _ => Err(format!("the monitor does not report a log that was cut: {text}")),
        }
    }
}

/// Starts a monitor that looks again and again.
fn follow(program: &Path, url: &str, state: &Path, said: &Path) -> std::io::Result<Child> {
    let said = File::create(said)?;
    Command::new(program)
        .args(["deal", "monitor", url, "--every"])
        .arg(format!("{}ms", EVERY.as_millis()))
        .arg("--state")
        .arg(state)
        .stdin(Stdio::null())
        .stderr(said.try_clone()?)
        .stdout(said)
        .kill_on_drop(true)
        // Ctrl-C goes to this program, which then stops the monitor.
        .process_group(0)
        .spawn()
}

impl Run<'_> {
    /// Judges what the monitor found while the room was killed, and shows it a log that was cut.
    /// No further round comes,
    /// because all players have left.
    pub(super) async fn end_of_monitor(&mut self, mut monitor: Monitor, server: &ServerProcess) {
        sleep(SIGNED_WITHIN).await;
        match monitor.child.try_wait() {
            Ok(None) => drop(monitor.child.kill().await),
            ended => self.told.fault(format!("the monitor ended ({ended:?}): {}", monitor.said())),
        }
        let said = monitor.said();
        let mut followed = Followed::default();
        match monitor.last_look().await {
            Ok(look) if look.status.success() => {
                followed = Followed::read(&said, &String::from_utf8_lossy(&look.stdout));
            }
            Ok(look) => self.told.fault(format!("the last look of the monitor: {look:?}")),
            Err(fault) => self.told.fault(fault),
        }
        for line in said.lines().filter(|line| line.starts_with(MISSING)) {
            self.told.fault(format!("the monitor: {line}"));
        }
        // Each hand that players saw end is a round of the log.
        let ended = followed.played + followed.void;
        let compared = self.report.inspected.hands;
        if ended < compared {
            let what = format!("the log has {ended} hands, and players saw the end of {compared}");
            self.told.fault(what);
        }
        match monitor.cut(server.data_dir()).await {
            Ok(took) => {
                followed.cut_found_after = Some(took.as_secs_f64());
                // The look itself takes time, too.
                if took > 2 * EVERY {
                    self.told.fault(format!("a log that was cut was reported after {took:?}"));
                }
            }
            Err(fault) => self.told.fault(fault),
        }
        self.report.followed = Some(followed);
    }
}

impl Followed {
    /// Reads what the monitor said, and its last look with the counts of each table.
    fn read(said: &str, last: &str) -> Self {
        let unreachable = said.lines().filter(|line| line.starts_with(UNREACHABLE)).count() as u64;
        let mut read = Self { unreachable, ..Self::default() };
        for counts in last.lines().filter_map(|line| line.strip_prefix("  table ")) {
            let numbers = counts.split([':', ',']).skip(1);
            let numbers = numbers.map(|part| part.trim().split(' ').next()?.parse::<u64>().ok());
            let numbers: Vec<u64> = numbers.flatten().collect();
            if let [played, void, given_up] = numbers[..] {
                read.tables += 1;
                read.played += played;
                read.void += void;
                read.given_up += given_up;
                read.rounds += played + void + given_up;
            }
        }
        read
    }
}

impl std::fmt::Display for Followed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { rounds, tables, played, void, given_up, unreachable, cut_found_after } = self;
        write!(
            f,
            "{rounds} rounds at {tables} tables: {played} played, {void} void, {given_up} given up; \
             unreachable {unreachable} times; a log cut by one entry reported "
        )?;
        match cut_found_after {
            Some(seconds) => write!(f, "after {seconds:.1} s"),
            None => write!(f, "never"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_all_tables_are_added() {
        let said = "Following localhost under the key 00.\nThe room cannot be read: it is gone.\n";
        let last = "7 rounds at 2 tables, 1 of them new: consistent; no round is missing.\n  \
                    table 1: 3 played, 1 void, 0 given up\n  table 2: 2 played, 0 void, 1 given up\n";
        let read = Followed::read(said, last);
        let counts = (read.rounds, read.tables, read.played, read.void, read.given_up);
        assert_eq!(counts, (7, 2, 5, 1, 1));
        assert_eq!(read.unreachable, 1);
        assert!(read.to_string().ends_with("reported never"), "{read}");
    }
}
