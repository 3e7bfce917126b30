//! The start of a seat's program: its folders, its limits, its environment and its log.

use super::log::Log;
use super::workshop::{Bench, Workshop};
use super::{ExecOptions, StartError};
use crate::seat::Opening;
use cardroom_bot::program::{Environment, Launch, Pipes, Program};
use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;

/// The most files that a program may have open.
const OPEN_FILES: u64 = 256;
/// The variables that every program gets, as far as they are set here.
const PASSED_ON: [&str; 2] = ["PATH", "LANG"];

/// Additions of a kind of player to the command and the environment of its program.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Extra<'a> {
    pub(crate) arguments: &'a [String],
    pub(crate) variables: &'a [(&'a str, String)],
}

/// A program that was started. Dropping the parts in this order kills it before its folders go.
pub(crate) struct Launched {
    pub(crate) program: Program,
    pub(crate) pipes: Pipes,
    pub(crate) log: Log,
    pub(crate) bench: Bench,
}

/// Returns the variables of the match's environment that a program gets.
pub(super) fn passed_on(options: &ExecOptions, more: &[&str]) -> Vec<(OsString, OsString)> {
    let names = PASSED_ON.iter().chain(more).copied();
    let names = names.chain(options.env.iter().map(String::as_str));
    names.filter_map(|name| Some((name.into(), std::env::var_os(name)?))).collect()
}

/// Starts the program of a seat for a session, in a copy of the folder in which it was built, or of
/// its own.
pub(super) fn launch(
    options: &ExecOptions,
    built: Option<&Path>,
    workshop: &Workshop,
    opening: &Opening<'_>,
    extra: Extra<'_>,
) -> Result<Launched, StartError> {
    let bench = workshop.bench(built.or(options.folder.as_deref()))?;
    let log = Log::open(options.logs.as_deref(), &options.name, opening)?;
    let mut variables = passed_on(options, &[]);
    variables.push(("HOME".into(), bench.home().into()));
    variables.push(("TMPDIR".into(), bench.tmp().into()));
    let added = extra.variables.iter();
    variables.extend(added.map(|(name, value)| (OsString::from(name), OsString::from(value))));
    let words = options.wrap.iter().chain(&options.command).chain(extra.arguments);
    let command: Vec<String> = words.cloned().collect();
    let folder = bench.folder();
    let (program, pipes) = Program::start(
        workshop.guard(),
        Launch {
            command: &command,
            folder: folder.as_deref(),
            environment: Environment::Only(variables),
            memory: options.memory,
            files: Some(OPEN_FILES),
            stderr: Stdio::piped(),
        },
    )?;
    Ok(Launched { program, pipes, log, bench })
}
