//! Manual pages and completion scripts. A program generates them from its own command line, so they
//! always describe that program.

use clap::{Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Commands that write documents to install beside a program.
#[derive(Clone, Debug, Subcommand)]
pub enum Documents {
    /// Print a completion script for a shell
    #[command(long_about = "Print a completion script for a shell.\n\nFor bash, for example: \
        PROGRAM completions bash > ~/.local/share/bash-completion/completions/PROGRAM")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write manual pages into a directory, one for each command
    #[command(long_about = "Write manual pages into a directory, one for each command.\n\n\
        For example: PROGRAM man ~/.local/share/man/man1")]
    Man {
        /// The directory; it is made if it does not exist
        #[arg(value_name = "DIRECTORY")]
        directory: PathBuf,
    },
}

/// Why a document could not be written.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    #[error("the completion script cannot be written")]
    Script(#[source] io::Error),
    #[error("no manual pages can be written to {}: {error}", .directory.display())]
    Pages { directory: PathBuf, error: io::Error },
}

impl Documents {
    /// Writes the documents of the program `C`: a script to `out`, pages into their directory.
    ///
    /// # Errors
    /// The documents cannot be written.
    pub fn write<C: CommandFactory>(&self, out: &mut impl Write) -> Result<(), DocumentError> {
        match self {
            Self::Completions { shell } => {
                let script = script(&C::command(), *shell);
                out.write_all(&script).and_then(|()| out.flush()).map_err(DocumentError::Script)
            }
            Self::Man { directory } => pages(C::command(), directory)
                .map_err(|error| DocumentError::Pages { directory: directory.clone(), error }),
        }
    }
}

fn script(command: &Command, shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    let mut command = command.clone();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    script
}

fn pages(command: Command, directory: &Path) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    clap_mangen::generate_to(command, directory)
}

/// `clap_complete` completes no deeper commands in fish.
const FISH_DEPTH: usize = 4;

/// Generates all documents of the program `C` for tests. Returns what they leave out: commands
/// without a page, and commands that a script does not complete.
///
/// # Errors
/// The documents cannot be written.
pub fn lacking<C: CommandFactory>() -> io::Result<Vec<String>> {
    let mut command = C::command();
    command.build();
    let directory =
        std::env::temp_dir().join(format!("{}-man-{}", command.get_name(), std::process::id()));
    pages(C::command(), &directory)?;
    let mut lacking = Vec::new();
    for path in paths(&command) {
        let page = directory.join(format!("{}.1", path.join("-")));
        if !page.is_file() {
            lacking.push(format!("{} is missing", page.display()));
        }
    }
    fs::remove_dir_all(&directory)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Elvish, Shell::PowerShell] {
        let script = String::from_utf8_lossy(&script(&C::command(), shell)).into_owned();
        let mut words = script.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        for path in paths(&command).iter().skip(1) {
            if shell == Shell::Fish && path.len() > FISH_DEPTH {
                continue;
            }
            let Some(name) = path.last() else { continue };
            if !words.clone().any(|word| word == name) {
                lacking.push(format!("{shell} does not complete {}", path.join(" ")));
            }
        }
        if words.next().is_none() {
            lacking.push(format!("{shell} has an empty script"));
        }
    }
    Ok(lacking)
}

/// Returns the program and its commands, each as the names that lead to it.
fn paths(command: &Command) -> Vec<Vec<String>> {
    let name = command.get_name().to_owned();
    let mut found = vec![vec![name.clone()]];
    let is_shown = |command: &&Command| !command.is_hide_set() && command.get_name() != "help";
    for inner in command.get_subcommands().filter(is_shown) {
        found.extend(paths(inner).into_iter().map(|path| [vec![name.clone()], path].concat()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    #[command(name = "deal")]
    struct Deal {
        #[command(subcommand)]
        _command: Street,
    }

    #[derive(Subcommand)]
    enum Street {
        /// Deals three cards
        Flop,
        #[command(flatten)]
        Documents(Documents),
    }

    #[test]
    fn a_page_is_written_for_each_command_and_a_script_completes_them() {
        let directory = tempfile::tempdir().unwrap();
        let man = Documents::Man { directory: directory.path().join("man1") };
        man.write::<Deal>(&mut Vec::new()).unwrap();
        let page = |name: &str| fs::read_to_string(directory.path().join("man1").join(name));
        assert!(page("deal-flop.1").unwrap().contains("Deals three cards"));
        assert!(page("deal.1").is_ok() && page("deal-man.1").is_ok());
        let mut script = Vec::new();
        Documents::Completions { shell: Shell::Bash }.write::<Deal>(&mut script).unwrap();
        let script = String::from_utf8(script).unwrap();
        assert!(script.contains("deal__subcmd__flop") || script.contains("deal__flop"), "{script}");
        assert_eq!(lacking::<Deal>().unwrap(), [""; 0]);
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let man = Documents::Man { directory: file.path().join("man1") };
        let error = man.write::<Deal>(&mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains("man1"), "{error}");
    }
}
