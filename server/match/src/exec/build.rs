//! Builds a program before its first session, in a copy of its folder. The sessions run in copies
//! of what it left there.

use super::launch::passed_on;
use super::log::Log;
use super::wire::{Looked, Wire};
use super::workshop::{Bench, Workshop};
use super::{ExecOptions, StartError, not_ready};
use crate::seat::Fault;
use cardroom_bot::program::{Environment, Launch, Program};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a build looks for an interruption.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// How [`Program::ended`] describes a program that has done its work.
const DONE: &str = "exit code 0";

/// How to build a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// The command and its arguments, which run in a copy of the bot's folder.
    pub command: Vec<String>,
    /// The most that it may take.
    pub timeout: Duration,
}

/// Runs the build. Returns the folder with what it made.
pub(super) fn run(
    build: &Build,
    options: &ExecOptions,
    workshop: &Workshop,
    halt: &AtomicBool,
) -> Result<Bench, Fault> {
    let started = start(build, options, workshop).map_err(|error| not_ready(error.to_string()))?;
    let (bench, mut program, mut wire) = started;
    wire.hang_up();
    let how = match watch(build, &mut program, &mut wire, halt) {
        Some(how) if how == DONE => return Ok(bench),
        Some(how) => format!("The build ended with {how}."),
        None if halt.load(Ordering::Relaxed) => "The build was interrupted.".to_owned(),
        None => format!("The build was not done after {} s.", build.timeout.as_secs_f64()),
    };
    program.kill();
    let last = wire.log.last_lines();
    let last = match last.as_str() {
        "" => "It wrote nothing.".to_owned(),
        last => format!("The last lines of what it wrote:\n{last}"),
    };
    Err(not_ready(format!("{how} {last}")))
}

fn start(
    build: &Build,
    options: &ExecOptions,
    workshop: &Workshop,
) -> Result<(Bench, Program, Wire), StartError> {
    let bench = workshop.bench(options.folder.as_deref())?;
    let log = Log::of_build(options.logs.as_deref(), &options.name)?;
    // Compilers keep what they need in the user's HOME. No card is dealt yet that could be noted.
    let mut variables = passed_on(options, &["HOME"]);
    variables.push(("TMPDIR".into(), bench.tmp().into()));
    let command: Vec<String> = options.wrap.iter().chain(&build.command).cloned().collect();
    let folder = bench.folder();
    let launch = Launch {
        command: &command,
        folder: folder.as_deref(),
        environment: Environment::Only(variables),
        memory: None,
        files: None,
        stderr: Stdio::piped(),
    };
    let (program, pipes) = Program::start(workshop.guard(), launch)?;
    Ok((bench, program, Wire::new(pipes, log)?))
}

/// Waits until the build has ended, and returns how it did. Returns `None` if its time is over, or
/// if the match is interrupted.
fn watch(
    build: &Build,
    program: &mut Program,
    wire: &mut Wire,
    halt: &AtomicBool,
) -> Option<String> {
    let until = Instant::now() + build.timeout;
    let mut is_open = true;
    loop {
        let left = until.saturating_duration_since(Instant::now()).min(LOOK_AGAIN);
        if is_open {
            wire.wait(left);
        }
        is_open = listen(wire) && is_open;
        let patience = if is_open { Duration::ZERO } else { left };
        if let Some(how) = program.ended(patience) {
            listen(wire);
            return Some(how);
        }
        if left.is_zero() || halt.load(Ordering::Relaxed) {
            return None;
        }
    }
}

/// Writes what came to the log. Returns `false` if standard output is closed.
fn listen(wire: &mut Wire) -> bool {
    let mut came = Vec::new();
    let looked = wire.look(|bytes| {
        came.extend_from_slice(bytes);
        true
    });
    wire.log.write(&came);
    matches!(looked, Looked::Came(_))
}
