//! Matches of programs, as the command line names them.

use super::play;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, ExitCode};

const FIVE_LINES: &str = r#"
import json, sys
for line in sys.stdin:
    ask = json.loads(line).get("act")
    if ask:
        print(json.dumps({"id": ask["id"], "action": "Check" if ask["legal"]["check"] else "Call"}), flush=True)
"#;

/// Answers the third decision with something else.
const SLIPS: &str = r#"
import json, sys
for line in sys.stdin:
    ask = json.loads(line).get("act")
    if ask:
        print("oops" if ask["id"] == 3 else json.dumps({"id": ask["id"], "action": "Fold"}), flush=True)
"#;

/// Makes a folder with a program, and the options of a bot that runs it. The command line of these
/// tests is split at spaces, so the program is started by a script. `None` if there is no Python.
fn folder(code: &str) -> Option<(tempfile::TempDir, String)> {
    let asked = ["-c", "import sys; print(sys.executable)"];
    let Ok(found) = Command::new("python3").args(asked).output() else {
        eprintln!("SKIPPED: python3 is not installed, and no program played a match");
        return None;
    };
    let python = String::from_utf8(found.stdout).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let start = folder.path().join("start");
    fs::write(folder.path().join("mine.py"), code).unwrap();
    fs::write(&start, format!("#!/bin/sh\nexec {} mine.py\n", python.trim())).unwrap();
    fs::set_permissions(&start, Permissions::from_mode(0o755)).unwrap();
    let options = format!("--a exec:./start --a-dir {}", folder.path().display());
    Some((folder, options))
}

#[test]
fn the_five_lines_play_a_match_and_the_result_has_an_interval() {
    let Some((_folder, mine)) = folder(FIVE_LINES) else { return };
    let options = "--b brain:caller --deals 40 --seed 7 --start 30s --turn 10s";
    let (code, out, error) = play(&format!("{mine} {options} --jobs 2"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{out}");
    // It decides like the caller.
    assert!(out.contains("start") && out.contains("+0 ± 0 mbb"), "{out}");
    assert!(out.contains("faults             none"), "{out}");
}

#[test]
fn faults_are_reported_and_end_a_strict_match() {
    let Some((_folder, mine)) = folder(SLIPS) else { return };
    let options = "--b brain:caller --deals 40 --seed 7 --start 30s --turn 10s";
    let (code, out, _) = play(&format!("{mine} {options}"));
    assert_eq!(code, ExitCode::from(4), "{out}");
    assert!(out.contains("malformed") && out.contains("oops"), "{out}");
    let (code, out, error) = play(&format!("{mine} {options} --strict"));
    assert_eq!(code, ExitCode::FAILURE, "{out} {error}");
}

#[test]
fn a_program_that_is_never_ready_plays_no_match() {
    let Some((_folder, mine)) = folder("raise SystemExit('no cards, please')") else { return };
    let (code, out, error) = play(&format!("{mine} --b brain:caller --deals 40"));
    assert_eq!((code, &*out), (ExitCode::FAILURE, ""));
    assert!(
        error.contains("was not played. start: ") && error.contains("no cards, please"),
        "{error}"
    );
}

#[test]
fn what_is_wrong_with_a_program_is_said_before_the_first_hand() {
    for (arguments, reason) in [
        ("--a exec: --b brain:caller", "There is no command"),
        ("--a exec:'mine --b brain:caller", "A quote is not closed"),
        ("--a exec:mine --a-dir /no/such/folder --b brain:caller", "is no folder"),
        ("--a exec:mine --b brain:caller --bot-dir mine", "NAME=DIR"),
        ("--a exec:mine --b brain:caller --bot-dir you=/", "\"you\" is none"),
        ("--a exec:mine --b brain:caller --logs /dev/null/logs", "cannot be made"),
    ] {
        let (code, out, error) = play(arguments);
        assert_eq!((code, &*out), (ExitCode::from(2), ""), "{arguments}: {error}");
        assert!(error.contains(reason) && error.lines().count() == 1, "{arguments}: {error}");
    }
}
