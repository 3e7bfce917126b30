//! The programs of a match, as the command line describes them: `exec:COMMAND`, `acpc:COMMAND`,
//! `room:COMMAND`, their limits and their folders.

use super::Usage;
use super::manifest::{self, Manifest};
use super::running::Guests;
use cardroom_bot::program::words;
use cardroom_match::acpc::AcpcEntrant;
use cardroom_match::exec::{Build, ExecEntrant, ExecOptions, Workshop};
use cardroom_match::room::RoomEntrant;
use cardroom_match::run::Bot;
use cardroom_match::seat::{Entrant, Limits};
use clap::Args;
use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What programs may do, and where they run.
#[derive(Debug, Args)]
#[command(next_help_heading = "Programs")]
pub(super) struct ProgramArguments {
    /// Most time for one decision, such as 500ms or 2s
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    turn: Duration,
    /// Most time for all decisions of a session, such as 60s or 5m [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = time)]
    bank: Option<Duration>,
    /// Most time until a program is ready
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    start: Duration,
    /// Faults in a session after which a bot checks or folds in every hand
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) faults: u32,
    /// End the match at the first fault
    #[arg(long)]
    pub(super) strict: bool,
    /// Let programs know the names of all bots, which are p1, p2 and so on otherwise
    #[arg(long)]
    pub(super) names: bool,
    /// Folder of the first bot: each session runs in a copy of it, which is thrown away
    #[arg(long, value_name = "DIR")]
    a_dir: Option<PathBuf>,
    /// Folder of the second bot
    #[arg(long, value_name = "DIR")]
    b_dir: Option<PathBuf>,
    /// Folder of a bot that --bot names; may be repeated
    #[arg(long, value_name = "NAME=DIR")]
    bot_dir: Vec<String>,
    /// Variable of the environment that programs get in addition to PATH, LANG, HOME and TMPDIR;
    /// may be repeated
    #[arg(long, value_name = "NAME")]
    env: Vec<String>,
    /// Most memory of a process, such as 512MiB or 1GiB [default: no limit]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,
    /// Folder for what programs write to standard error, at most 512 KiB a session
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
    /// Command before each program, such as a sandbox with its options
    #[arg(long, value_name = "COMMAND")]
    wrap: Option<String>,
}

impl ProgramArguments {
    pub(super) fn limits(&self) -> Limits {
        Limits { turn: self.turn, bank: self.bank, start: self.start }
    }

    /// Checks what does not depend on a bot.
    pub(super) fn check(&self, names: &[String]) -> Result<(), Usage> {
        for bot_dir in &self.bot_dir {
            let name = bot_dir.split_once('=').map(|(name, _)| name.to_owned());
            let name =
                name.ok_or_else(|| format!("--bot-dir is NAME=DIR, and not \"{bot_dir}\"."))?;
            if !names.contains(&name) {
                return Err(format!("--bot-dir is for a bot of --bot, and \"{name}\" is none."));
            }
        }
        if let Some(logs) = &self.logs {
            fs::create_dir_all(logs).map_err(|error| {
                format!("The folder {} cannot be made: {error}.", logs.display())
            })?;
        }
        Ok(())
    }

    /// Returns the folder of the first or second bot, or of one with a name.
    fn folder(&self, of: Place<'_>) -> Result<Option<PathBuf>, Usage> {
        let folder = match of {
            Place::A => self.a_dir.clone(),
            Place::B => self.b_dir.clone(),
            Place::Named(name) => {
                let pairs = self.bot_dir.iter().filter_map(|text| text.split_once('='));
                let mut folders = pairs.filter(|(of, _)| *of == name).map(|(_, folder)| folder);
                folders.next().map(PathBuf::from)
            }
        };
        match folder {
            Some(folder) if !folder.is_dir() => Err(format!("{} is no folder.", folder.display())),
            folder => Ok(folder),
        }
    }
}

/// Which bot of the command line it is.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    A,
    B,
    Named(&'a str),
}

/// A protocol that programs speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    /// Lines of JSON over its standard input and output.
    Lines,
    /// The protocol of the computer poker competition.
    Acpc,
    /// The room's own protocol over WebSocket.
    Room,
}

impl Protocol {
    pub(super) const ALL: [Self; 3] = [Self::Lines, Self::Acpc, Self::Room];

    /// Returns how a player of this kind begins on the command line.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Self::Lines => "exec:",
            Self::Acpc => "acpc:",
            Self::Room => "room:",
        }
    }
}

/// Makes programs. They share a workshop, which is opened for the first one.
pub(super) struct Programs<'a> {
    arguments: &'a ProgramArguments,
    guests: &'a Guests,
    workshop: OnceCell<Arc<Workshop>>,
}

impl<'a> Programs<'a> {
    pub(super) fn new(arguments: &'a ProgramArguments, guests: &'a Guests) -> Self {
        Self { arguments, guests, workshop: OnceCell::new() }
    }

    /// Makes the bot of a command, which speaks one of the protocols. Without a command, the folder
    /// of the bot says how it is run.
    pub(super) fn bot(
        &self,
        protocol: Protocol,
        command: &str,
        place: Place<'_>,
    ) -> Result<Bot, Usage> {
        let folder = self.arguments.folder(place)?;
        if protocol == Protocol::Room && command.is_empty() && folder.is_none() {
            return self.guests.bot(place);
        }
        let manifest = folder.as_deref().map(Manifest::read).transpose()?.flatten();
        let Manifest { build, run } = manifest.unwrap_or_default();
        let run = if command.trim().is_empty() { run } else { Some(command.to_owned()) };
        let run = match (run, &folder) {
            (Some(run), _) => run,
            (None, None) => command.to_owned(),
            (None, Some(folder)) => return Err(no_run(folder)),
        };
        let bot = self.program(protocol, &run, folder, build, place)?;
        Ok(Bot { player: format!("{}{command}", protocol.prefix()), ..bot })
    }

    /// Makes the bot of a folder with a `cardroom-bot.toml`.
    pub(super) fn of_folder(&self, folder: &str, place: Place<'_>) -> Result<Bot, Usage> {
        if self.arguments.folder(place)?.is_some() {
            return Err(format!("dir:{folder} names the folder of its bot already."));
        }
        let path = PathBuf::from(folder);
        if !path.is_dir() {
            return Err(format!("{folder} is no folder."));
        }
        let Manifest { build, run } = Manifest::read(&path)?.unwrap_or_default();
        let run = run.ok_or_else(|| no_run(&path))?;
        let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
        let own = whole.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = match place {
            Place::Named(name) => name.to_owned(),
            Place::A | Place::B => own.unwrap_or_else(|| "bot".to_owned()),
        };
        let bot = self.program(Protocol::Lines, &run, Some(path), build, Place::Named(&name))?;
        Ok(Bot { player: format!("dir:{folder}"), ..bot })
    }

    fn program(
        &self,
        protocol: Protocol,
        command: &str,
        folder: Option<PathBuf>,
        build: Option<Build>,
        place: Place<'_>,
    ) -> Result<Bot, Usage> {
        let split = |text: &str| words(text).map_err(|error| format!("\"{text}\": {error}"));
        let options = ExecOptions {
            name: String::new(),
            command: split(command)?,
            wrap: self.arguments.wrap.as_deref().map(split).transpose()?.unwrap_or_default(),
            folder,
            build,
            env: self.arguments.env.clone(),
            memory: self.arguments.memory,
            logs: self.arguments.logs.clone(),
        };
        let file = options.file().unwrap_or_else(|| PathBuf::from(&options.command[0]));
        let stem = file.file_stem().unwrap_or(file.as_os_str());
        let name = match place {
            Place::Named(name) => name.to_owned(),
            Place::A | Place::B => stem.to_string_lossy().into_owned(),
        };
        let sha256 = options
            .sha256()
            .map_err(|error| format!("{} cannot be read: {error}.", file.display()))?;
        let options = ExecOptions { name: name.clone(), ..options };
        let workshop = self.workshop()?;
        let entrant: Box<dyn Entrant> = match protocol {
            Protocol::Lines => Box::new(ExecEntrant::new(options, workshop)),
            Protocol::Acpc => Box::new(AcpcEntrant::new(options, workshop)),
            Protocol::Room => Box::new(RoomEntrant::of_command(options, workshop)),
        };
        Ok(Bot { name, player: format!("{}{command}", protocol.prefix()), sha256, entrant })
    }

    fn workshop(&self) -> Result<&Arc<Workshop>, Usage> {
        if self.workshop.get().is_none() {
            let opened = Workshop::open();
            let opened = opened.map_err(|error| format!("No program can be started: {error}."))?;
            let _ = self.workshop.set(opened);
        }
        self.workshop.get().ok_or_else(|| "No program can be started.".to_owned())
    }
}

/// Says what is missing in a folder whose bot cannot be run.
fn no_run(folder: &Path) -> Usage {
    let folder = folder.display();
    format!("{folder} has no {} that says with `run` how to run the bot.", manifest::FILE)
}

/// Parses a time such as `500ms`, `2s` or `5m`.
pub(super) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("s", 1_000), ("m", 60_000)];
    amount(text, &units)
        .map(Duration::from_millis)
        .ok_or_else(|| "Write a time such as 500ms, 2s or 5m.".to_owned())
}

/// Parses a number of bytes such as `512MiB`.
fn bytes(text: &str) -> Result<u64, String> {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
    amount(text, &units).ok_or_else(|| "Write a size such as 512MiB or 1GiB.".to_owned())
}

/// Parses a number above 0 with one of the units.
fn amount(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let (number, factor) =
        units.iter().find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, *factor)))?;
    number.parse::<u64>().ok()?.checked_mul(factor).filter(|amount| *amount > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(time("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        for wrong in ["", "2", "s", "0s", "-1s", "1h", "99999999999999999m"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }
}
