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

/// Makes a folder whose program is there only once it is built. `None` if there is no Python.
fn unbuilt(manifest: &str) -> Option<tempfile::TempDir> {
    let (folder, _) = folder(FIVE_LINES)?;
    let at = |name: &str| folder.path().join(name);
    fs::rename(at("start"), at("start.in")).unwrap();
    fs::write(at("build.sh"), "echo making it; cp start.in start").unwrap();
    fs::write(at("fails.sh"), "echo making it; echo 'no such card' >&2; exit 3").unwrap();
    fs::write(at("sleeps.sh"), "echo thinking; sleep 60").unwrap();
    fs::write(at("cardroom-bot.toml"), manifest).unwrap();
    Some(folder)
}

#[test]
fn a_folder_is_a_bot() {
    let manifest = "build = \"sh build.sh\"\nrun = './start'\nbuild_timeout = '30s'\n";
    let Some(folder) = unbuilt(manifest) else { return };
    let (path, logs) = (folder.path().display(), tempfile::tempdir().unwrap());
    let json = logs.path().join("match.json");
    let options = format!(
        "--b brain:caller --deals 10 --start 30s --turn 10s --logs {} --json {} --force",
        logs.path().display(),
        json.display()
    );
    for mine in [format!("--a dir:{path}"), format!("--a exec: --a-dir {path}")] {
        let (code, out, error) = play(&format!("{mine} {options}"));
        assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{out}");
        assert!(out.contains("10 deals, each played twice"), "{out}");
        let report = fs::read_to_string(&json).unwrap();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        let bot = &report["bots"][0];
        assert!(bot["sha256"].as_str().is_some_and(|digest| digest.len() == 64), "{bot}");
    }
    assert!(!folder.path().join("start").exists(), "it is built in a copy");
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    let built = logs.path().join(format!("{name}-build.log"));
    assert_eq!(fs::read_to_string(built).unwrap(), "making it\n");
}

#[test]
fn a_folder_is_built_for_programs_of_every_protocol() {
    // The program is gone before it connects, so the match shows that the build was run.
    let manifest = "build = \"sh build.sh\"\nrun = './start'\n";
    let Some(folder) = unbuilt(manifest) else { return };
    fs::write(folder.path().join("start.in"), "#!/bin/sh\necho 'dealt me in' >&2; exit 3\n")
        .unwrap();
    for protocol in ["acpc:", "room:"] {
        let mine = format!("--a {protocol} --a-dir {}", folder.path().display());
        let (code, out, error) = play(&format!("{mine} --b brain:caller --deals 10"));
        assert_eq!((code, &*out), (ExitCode::FAILURE, ""), "{error}");
        assert!(error.contains("exit code 3") && error.contains("dealt me in"), "{error}");
    }
}

#[test]
fn a_build_that_fails_or_is_late_is_not_ready() {
    for (manifest, reasons) in [
        (
            "build = 'sh fails.sh'\nrun = './start'",
            ["The build ended with exit code 3.", "\nmaking it\n", "\nno such card\n"],
        ),
        (
            "build = 'sh sleeps.sh'\nrun = './start'\nbuild_timeout = '300ms'",
            ["The build was not done after 0.3 s.", "The last lines", "\nthinking\n"],
        ),
    ] {
        let Some(folder) = unbuilt(manifest) else { return };
        let mine = format!("--bot mine=dir:{} --bot other=brain:caller", folder.path().display());
        let (code, out, error) = play(&format!("{mine} --deals 10"));
        assert_eq!((code, &*out), (ExitCode::FAILURE, ""), "{error}");
        assert!(error.contains("was not played. mine: "), "{error}");
        assert!(reasons.iter().all(|reason| error.contains(reason)), "{error}");
    }
}

#[test]
fn a_program_plays_tournaments_and_starts_anew_in_each() {
    let Some((_folder, mine)) = folder(FIVE_LINES) else { return };
    let logs = tempfile::tempdir().unwrap();
    let options = "--b brain:tag --tournament heads-up-sit-and-go --deals 2 --seed 7 --start 30s";
    let logged = logs.path().display();
    let (code, out, error) = play(&format!("{mine} {options} --turn 10s --logs {logged}"));
    assert_eq!((code, &*error), (ExitCode::SUCCESS, ""), "{out}");
    assert!(out.contains("2 tournaments, each played twice with seats exchanged"), "{out}");
    assert!(out.contains("faults             none"), "{out}");
    assert_eq!(fs::read_dir(logs.path()).unwrap().count(), 4, "a log for each life");
}

#[test]
fn what_is_wrong_with_the_folder_of_a_bot_is_said_before_it_is_built() {
    let Some(folder) = unbuilt("build = 'sh build.sh'") else { return };
    let path = folder.path().display();
    let write = |text: &str| fs::write(folder.path().join("cardroom-bot.toml"), text).unwrap();
    let refused = |mine: &str, reason: &str| {
        let (code, out, error) = play(&format!("{mine} --b brain:caller --deals 10"));
        assert_eq!((code, &*out), (ExitCode::from(2), ""), "{mine}: {error}");
        assert!(error.contains(reason) && error.lines().count() == 1, "{mine}: {error}");
    };
    refused(&format!("--a dir:{path}"), "has no cardroom-bot.toml that says with `run`");
    refused(&format!("--a exec: --a-dir {path}"), "has no cardroom-bot.toml that says with `run`");
    refused("--a dir:/no/such/folder", "/no/such/folder is no folder");
    refused(&format!("--a dir:{path} --a-dir {path}"), "names the folder of its bot already");
    write("run = './start'\nmemory = '1GiB'");
    refused(&format!("--a dir:{path}"), "unknown field `memory`");
    write("run = './start'\nbuild_timeout = 'soon'");
    refused(&format!("--a dir:{path}"), "build_timeout: Write a time");
}
