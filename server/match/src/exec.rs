//! The seat of a program that speaks lines: `exec:COMMAND`.
//!
//! A session starts the program anew in a folder of its own and asks it over pipes. The line
//! protocol itself is in [`cardroom_bot::lines`], and the starting and killing of processes in
//! [`cardroom_bot::program`]. None of this is a sandbox: a hostile program can still keep notes
//! elsewhere on the machine.

mod build;
mod folder;
mod launch;
mod log;
mod seat;
mod wire;
mod workshop;

#[cfg(test)]
mod secrecy;
#[cfg(test)]
mod tests;

pub use build::Build;
pub use folder::{FolderError, copy_folder};
pub use workshop::Workshop;

pub(crate) use launch::{Extra, Launched};
pub(crate) use log::Log;
pub(crate) use workshop::Bench;

use crate::seat::{Entrant, Fault, FaultKind, Opening, Seat};
use cardroom_protocol::line::PROTOCOL;
use launch::launch;
use seat::ExecSeat;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A program as a command line names it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ExecOptions {
    /// The name in the names of logs.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// A command before it, such as a sandbox and its arguments.
    pub wrap: Vec<String>,
    /// A folder of which each session gets a copy to run in. Without one, every session runs in
    /// the working directory of the match.
    pub folder: Option<PathBuf>,
    /// How to build the program before its first session, in a copy of the folder.
    pub build: Option<Build>,
    /// Variables of the match's environment that the program gets, too.
    pub env: Vec<String>,
    /// The most address space of each process, in bytes.
    pub memory: Option<u64>,
    /// The folder for what the program writes to standard error.
    pub logs: Option<PathBuf>,
}

impl ExecOptions {
    /// Returns the file of the command: the first word that names one in the folder where the
    /// program runs, such as `mine.py` of `python3 mine.py`.
    #[must_use]
    pub fn file(&self) -> Option<PathBuf> {
        let folder = self.folder.clone().unwrap_or_default();
        self.command.iter().map(|word| folder.join(word)).find(|path| path.is_file())
    }

    /// Returns the SHA-256 of the file of the command, in hexadecimal.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn sha256(&self) -> io::Result<Option<String>> {
        let Some(file) = self.file() else { return Ok(None) };
        let digest = Sha256::digest(fs::read(file)?);
        Ok(Some(digest.iter().map(|byte| format!("{byte:02x}")).collect()))
    }
}

/// A program that a match starts for each session. If its folder says how, the match builds it
/// before the first one.
#[derive(Debug)]
pub(crate) struct Command {
    options: ExecOptions,
    /// The folder in which it was built, which takes the place of its own.
    built: Option<Bench>,
    workshop: Arc<Workshop>,
}

impl Command {
    /// All programs of a match share a workshop.
    pub(crate) fn new(options: ExecOptions, workshop: &Arc<Workshop>) -> Self {
        Self { options, built: None, workshop: Arc::clone(workshop) }
    }

    /// Builds the program, unless there is nothing to build. Returns the SHA-256 of what was made.
    pub(crate) fn build(&mut self, halt: &AtomicBool) -> Result<Option<String>, Fault> {
        let Some(build) = &self.options.build else { return Ok(None) };
        let bench = build::run(build, &self.options, &self.workshop, halt)?;
        let made = ExecOptions { folder: bench.folder(), ..self.options.clone() };
        self.built = Some(bench);
        made.sha256()
            .map_err(|error| not_ready(format!("The built program cannot be read: {error}.")))
    }

    /// Starts the program for a session.
    pub(crate) fn start(
        &self,
        opening: &Opening<'_>,
        extra: Extra<'_>,
    ) -> Result<Launched, StartError> {
        let built = self.built.as_ref().and_then(Bench::folder);
        launch(&self.options, built.as_deref(), &self.workshop, opening, extra)
    }

    /// Returns the program and its arguments, behind the command that wraps it.
    pub(crate) fn words(&self) -> Vec<String> {
        self.options.wrap.iter().chain(&self.options.command).cloned().collect()
    }
}

/// A program that takes part in a match.
#[derive(Debug)]
pub struct ExecEntrant(Command);

impl ExecEntrant {
    /// Makes the entrant. All programs of a match share a workshop.
    #[must_use]
    pub fn new(options: ExecOptions, workshop: &Arc<Workshop>) -> Self {
        Self(Command::new(options, workshop))
    }

    fn start(&self, opening: &Opening<'_>) -> Result<ExecSeat, StartError> {
        let Launched { program, pipes, log, bench } = self.0.start(opening, Extra::default())?;
        Ok(ExecSeat::new(program, wire::Wire::new(pipes, log)?, bench, opening))
    }
}

impl Entrant for ExecEntrant {
    fn prepare(&mut self, halt: &AtomicBool) -> Result<Option<String>, Fault> {
        self.0.build(halt)
    }

    fn processes(&self) -> usize {
        1
    }

    fn command(&self) -> Vec<String> {
        self.0.words()
    }

    fn protocol(&self) -> Option<&'static str> {
        Some(PROTOCOL)
    }

    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        Ok(Box::new(self.start(opening).map_err(|error| not_ready(error.to_string()))?))
    }

    fn may_state_policies(&self) -> bool {
        true
    }
}

fn not_ready(detail: String) -> Fault {
    Fault { kind: FaultKind::NotReady, detail, raw: Vec::new() }
}

/// Why a program cannot be started.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    #[error("The program cannot be started: {0}")]
    Io(#[from] io::Error),
    #[error(transparent)]
    Folder(#[from] FolderError),
}
