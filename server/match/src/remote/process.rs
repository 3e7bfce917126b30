//! The process of a player that connects to the match. Its output goes to its log.

use crate::exec::{Bench, Command, Extra, Launched, Log};
use crate::seat::{Fault, FaultKind, Opening};
use cardroom_bot::program::Program;
use rustix::event::{PollFd, PollFlags};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::io::{self, ErrorKind, Read};
use std::os::fd::AsFd;
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

/// How much is read from a pipe at a time.
const READ_BYTES: usize = 16 * 1024;
/// The most bytes that one look takes from a pipe, so that it ends.
const LOOK_BYTES: usize = 1024 * 1024;
/// How long a program that closed its pipes may take to end.
const ENDING: Duration = Duration::from_millis(100);

pub(crate) struct Process {
    // Killed before its folders are removed.
    program: Program,
    _bench: Bench,
    /// Open as long as the session lasts.
    _stdin: ChildStdin,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    log: Log,
    buffer: Box<[u8]>,
}

impl Process {
    /// Starts the program of a seat.
    pub(crate) fn start(
        command: &Command,
        opening: &Opening<'_>,
        extra: Extra<'_>,
    ) -> Result<Self, Fault> {
        let launched = command.start(opening, extra);
        let process = launched.and_then(|launched| Ok(Self::new(launched)?));
        process.map_err(|error| {
            let (kind, raw) = (FaultKind::NotReady, Vec::new());
            Fault { kind, detail: error.to_string(), raw }
        })
    }

    fn new(launched: Launched) -> io::Result<Self> {
        let Launched { program, pipes, log, bench } = launched;
        wait_never(&pipes.stdout)?;
        if let Some(stderr) = &pipes.stderr {
            wait_never(stderr)?;
        }
        Ok(Self {
            program,
            _bench: bench,
            _stdin: pipes.stdin,
            stdout: Some(pipes.stdout),
            stderr: pipes.stderr,
            log,
            buffer: vec![0; READ_BYTES].into(),
        })
    }

    /// Returns what can be waited for: that the process prints something.
    pub(crate) fn fds(&self) -> impl Iterator<Item = PollFd<'_>> {
        let stdout = self.stdout.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN));
        stdout.chain(self.stderr.iter().map(|pipe| PollFd::new(pipe, PollFlags::IN)))
    }

    /// Writes what the process has printed to its log.
    pub(crate) fn drain(&mut self) {
        let Self { stdout, stderr, log, buffer, .. } = self;
        drain(stdout, buffer, log);
        drain(stderr, buffer, log);
    }

    /// Waits until the process has ended, at most this long. Returns how it ended, or `None` if it
    /// goes on running.
    pub(crate) fn ended(&mut self, patience: Duration) -> Option<String> {
        self.program.ended(patience)
    }

    /// Returns how the process ended, if it has. `left` is the time that it has. A process whose
    /// pipes are closed gets a moment to end.
    pub(crate) fn has_ended(&mut self, left: Option<Duration>) -> Option<String> {
        let is_silent = self.stdout.is_none() && self.stderr.is_none();
        let patience = if is_silent { left.unwrap_or(ENDING).min(ENDING) } else { Duration::ZERO };
        self.program.ended(patience)
    }

    pub(crate) fn kill(&mut self) {
        self.program.kill();
    }

    /// Kills the process, and returns the last lines that it printed.
    pub(crate) fn last_lines(&mut self) -> String {
        self.kill();
        self.drain();
        self.log.last_lines()
    }
}

fn drain<P: Read>(pipe: &mut Option<P>, buffer: &mut [u8], log: &mut Log) {
    let mut came = 0;
    while came < LOOK_BYTES {
        let Some(open) = pipe else { return };
        match open.read(buffer) {
            Ok(count) if count > 0 => {
                came += count;
                log.write(&buffer[..count]);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return,
            Ok(_) | Err(_) => *pipe = None,
        }
    }
}

fn wait_never(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}
