//! Programs in Python for the tests of players that are programs.

use super::{bot, settings_of};
use crate::brains::BrainKind;
use crate::exec::{ExecOptions, Workshop};
use crate::game::GameChoice;
use crate::run::{Bot, Outcome, Settings};
use crate::schedule::Seatings;
use crate::seat::{Entrant, Limits};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A program under test, in a folder with its code.
pub(crate) struct Script {
    pub(crate) folder: tempfile::TempDir,
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
    let mut settings = settings_of(choice, deals);
    settings.seatings = Seatings::One;
    settings.conduct.limits = Limits { turn, bank: None, start };
    settings.conduct.most_faults = 2;
    settings.conduct.keeps_hands = true;
    settings
}

/// Plays a match of these players.
pub(crate) fn play(settings: &Settings, entrants: Vec<Box<dyn Entrant>>) -> Outcome {
    let names = ["mine", "other", "third"];
    let bots: Vec<Bot> =
        names.into_iter().zip(entrants).map(|(name, entrant)| bot(name, entrant)).collect();
    super::play(settings, &bots)
}

/// Plays a match of a player against a brain that calls.
pub(crate) fn against_caller(settings: &Settings, entrant: impl Entrant + 'static) -> Outcome {
    play(settings, vec![Box::new(entrant), Box::new(BrainKind::Caller)])
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

/// The variable with the file in which a match that is going to be killed leaves its notes.
const DOOMED: &str = "CARDROOM_TEST_DOOMED";

/// Returns the file for the notes of a match that is going to be killed, if this process plays it.
pub(crate) fn notes_of_the_doomed() -> Option<String> {
    std::env::var(DOOMED).ok()
}

/// Runs a test in a process of its own. That test starts a program which notes the number of a
/// child. Then a signal ends the process, and the child must be gone. Returns the folder for the
/// temporary files of the process.
pub(crate) fn kill_a_match(test: &str, signal: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("child");
    let mut doomed = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(DOOMED, &file)
        .env("TMPDIR", place.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let child = process_of(&file);
    // Its own group holds nothing else, as when a terminal sends Ctrl-C.
    let kill = ["-s", signal, &doomed.id().to_string()];
    assert!(Command::new("kill").args(kill).status().unwrap().success());
    doomed.wait().unwrap();
    assert!(is_gone(child), "process {child} is left after {signal}");
    place
}
