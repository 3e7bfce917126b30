//! Programs in Python that play whole matches, for the tests of players that connect.

use crate::brains::BrainKind;
use crate::carry::StackRule;
use crate::exec::{ExecOptions, Workshop};
use crate::game::{GameChoice, Terms};
use crate::run::{Bot, Outcome, Settings, run};
use crate::samples;
use crate::schedule::{Format, Seatings};
use crate::seat::{Entrant, FaultKind, Limits};
use crate::session::Conduct;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A program under test, in a folder with its code.
pub(crate) struct Script {
    folder: tempfile::TempDir,
    pub(crate) options: ExecOptions,
    pub(crate) workshop: Arc<Workshop>,
}

impl Script {
    /// Makes a program of Python code. `None` if there is no Python, which is printed.
    pub(crate) fn python(prelude: &str, code: &str) -> Option<Self> {
        // The program itself: `python3` may be a script around it, with variables of its own.
        let asked = ["-c", "import sys; print(sys.executable)"];
        let Ok(found) = Command::new("python3").args(asked).output() else {
            eprintln!("SKIPPED: python3 is not installed, and a program was not tried");
            return None;
        };
        let python = String::from_utf8(found.stdout).unwrap().trim().to_owned();
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bot.py"), format!("{prelude}\n{code}")).unwrap();
        let options = ExecOptions {
            name: "mine".to_owned(),
            command: vec![python, "bot.py".to_owned()],
            folder: Some(folder.path().to_owned()),
            ..ExecOptions::default()
        };
        Some(Self { folder, options, workshop: Workshop::open().unwrap() })
    }

    /// Gives the program the name of a file outside of its copy as its first argument.
    pub(crate) fn with_file(&mut self) -> PathBuf {
        let file = self.folder.path().join("notes");
        self.options.command.push(file.to_str().unwrap().to_owned());
        file
    }
}

/// Returns the settings of a match of two, in which a program has little time.
pub(crate) fn settings(choice: &GameChoice, deals: u32) -> Settings {
    let (turn, start) = (Duration::from_millis(1_500), Duration::from_secs(60));
    let conduct = Conduct {
        terms: Terms::new(samples::library(), samples::library(), choice).unwrap(),
        tournament: None,
        stacks: StackRule::Reset,
        decks: None,
        seed: 7,
        brain_seed: None,
        limits: Limits { turn, bank: None, start },
        most_faults: 2,
        is_strict: false,
        shows_names: false,
        keeps_hands: true,
        keeps_largest: 0,
        finds_luck: false,
        uses_policies: false,
    };
    Settings {
        conduct,
        format: Format::Table,
        seatings: Seatings::One,
        deals,
        sessions: 1,
        early: None,
        reduction: None,
        counts_equity: false,
    }
}

pub(crate) fn bot(name: &str, entrant: Box<dyn Entrant>) -> Bot {
    Bot { name: name.to_owned(), player: name.to_owned(), sha256: None, entrant }
}

/// Plays a match of these players.
pub(crate) fn play(settings: &Settings, entrants: Vec<Box<dyn Entrant>>) -> Outcome {
    let names = ["mine", "other", "third"];
    let bots: Vec<Bot> =
        names.into_iter().zip(entrants).map(|(name, entrant)| bot(name, entrant)).collect();
    run(settings, &bots, 2, &AtomicBool::new(false))
}

/// Plays a match of a player against a brain that calls.
pub(crate) fn against_caller(settings: &Settings, entrant: impl Entrant + 'static) -> Outcome {
    play(settings, vec![Box::new(entrant), Box::new(BrainKind::Caller)])
}

/// Returns the faults of a match, with their details.
pub(crate) fn faults(outcome: &Outcome) -> Vec<(FaultKind, &str)> {
    let noted = outcome.sessions.iter().flat_map(|session| &session.faults);
    noted.map(|noted| (noted.fault.kind, &*noted.fault.detail)).collect()
}

/// Waits for the number of a process that a program wrote into a file.
pub(crate) fn process_of(file: &Path) -> u32 {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        match fs::read_to_string(file).map(|text| text.trim().parse()) {
            Ok(Ok(number)) => return number,
            _ => assert!(Instant::now() < until, "no process wrote {file:?}"),
        }
        sleep(Duration::from_millis(10));
    }
}

/// Returns `true` once a process is gone or only waits to be collected by its parent.
pub(crate) fn is_gone(process: u32) -> bool {
    let until = Instant::now() + Duration::from_secs(5);
    loop {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
        if matches!(state, None | Some('Z' | 'X')) {
            return true;
        }
        if Instant::now() > until {
            return false;
        }
        sleep(Duration::from_millis(10));
    }
}
