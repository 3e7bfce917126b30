//! `cargo quick`, `cargo full`, `cargo bless`, `cargo seed N` and `cargo counts`, which
//! `.cargo/config.toml` makes of this program.
//!
//! The modules decide which commands to run, from texts and paths. This file reads the repository
//! and runs the commands, one after the other, until one fails.
#![forbid(unsafe_code)]

mod bless;
mod counts;
mod full;
mod packages;
mod quick;
mod step;

use packages::Packages;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};
use step::Step;

const USAGE: &str = "\
cargo quick [BASE]   format, lints and quick tests of what changed since it left BASE (main)
cargo full           all tests, with the command of the README
cargo bless          write every file again that tests compare with
cargo seed N         play the room of seed N in the simulator
cargo counts         count what the house is measured by";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // A closed stderr does not change the exit code.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the commands of a task. Returns whether all of them succeeded.
fn run(words: &[&str]) -> Result<bool, String> {
    let root = root();
    let steps = match words {
        ["quick", rest @ ..] if rest.len() < 2 => {
            let changed = changed(&root, rest.first().copied().unwrap_or("main"))?;
            quick::steps(&changed, &packages(&root)?)
        }
        ["full"] => vec![full::step(&read(&root.join("README.md"))?)?],
        ["bless"] => bless::steps(),
        ["seed", seed] => vec![seed_step(seed)?],
        ["counts"] => {
            let folders = Packages::folders(&read(&root.join("Cargo.toml"))?)?;
            let counted = counts::all(&folders)?;
            write!(io::stdout(), "{counted}").map_err(|error| error.to_string())?;
            Vec::new()
        }
        _ => return Err(USAGE.to_owned()),
    };
    for step in &steps {
        step.show(&mut io::stdout()).map_err(|error| error.to_string())?;
        let ended = step.command(&root).status().map_err(|error| format!("{step}: {error}"))?;
        if !ended.success() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the simulator's command for one seed. It is built with optimizations, because a seed
/// plays hundreds of hands.
fn seed_step(seed: &str) -> Result<Step, String> {
    let seed: u64 = seed.parse().map_err(|_| format!("{seed} is not a seed, such as 7"))?;
    let seed = seed.to_string();
    let simulator = ["run", "--release", "-p", "cardroom-sim", "--"];
    Ok(Step::cargo(&simulator).and(&["--seed", &seed, "--seeds", "1"]))
}

/// Returns the root of the repository, two folders above this package.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own).to_owned()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn packages(root: &Path) -> Result<Packages, String> {
    let folders = Packages::folders(&read(&root.join("Cargo.toml"))?)?;
    let mut packages = Packages::default();
    for folder in folders {
        let manifest = read(&root.join(&folder).join("Cargo.toml"))?;
        let has_library = root.join(&folder).join("src/lib.rs").exists();
        packages.add(&folder, &manifest, has_library)?;
    }
    Ok(packages)
}

/// Returns the paths of all files that differ from the commit in which this branch left `base`, new
/// files included. Without such a branch, only what is not committed differs.
fn changed(root: &Path, base: &str) -> Result<Vec<String>, String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(root).output();
        let output = output.map_err(|error| format!("git: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok::<_, String>((output.status.success(), text))
    };
    let (found, commit) = git(&["merge-base", base, "HEAD"])?;
    let since = if found { commit.trim() } else { "HEAD" };
    let (differ, tracked) = git(&["diff", "--name-only", since])?;
    if !differ {
        return Err("git diff failed: is this a checkout?".to_owned());
    }
    let (_, new) = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(tracked.lines().chain(new.lines()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_number() {
        let step = seed_step("7").unwrap().to_string();
        assert_eq!(step, "cargo run --release -p cardroom-sim -- --seed 7 --seeds 1");
        assert!(seed_step("seven").unwrap_err().contains("such as 7"));
    }

    #[test]
    fn every_alias_is_a_task() {
        let config = read(&root().join(".cargo/config.toml")).unwrap();
        let config: toml::Table = config.parse().unwrap();
        for task in ["quick", "full", "bless", "seed", "counts"] {
            let words = format!("run --quiet --package cardroom-everyday -- {task}");
            assert_eq!(config["alias"][task].as_str(), Some(&*words));
            assert!(USAGE.contains(&format!("cargo {task}")));
        }
        assert_eq!(run(&["slow"]), Err(USAGE.to_owned()));
        assert_eq!(run(&["seed"]), Err(USAGE.to_owned()));
    }

    #[test]
    fn the_repository_has_packages_and_a_test_command() {
        let packages = packages(&root()).unwrap();
        let engine = packages.of("server/engine/src/table.rs").unwrap();
        assert_eq!((&*engine.name, engine.has_library), ("cardroom-engine", true));
        assert_eq!(packages.of("server/src/main.rs").unwrap().name, "cardroom");
        assert!(packages.of("config/games/holdem.toml").is_none());
        assert!(full::step(&read(&root().join("README.md")).unwrap()).is_ok());
    }
}
