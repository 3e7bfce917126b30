//! A command to run, with its folder and its environment.

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::process::Command;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The folder below the root of the repository; empty for the root.
    folder: &'static str,
    environment: Vec<(&'static str, &'static str)>,
    words: Vec<String>,
}

impl Step {
    /// Makes a command from its words.
    pub(crate) fn of(words: &[&str]) -> Self {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Self { folder: "", environment: Vec::new(), words }
    }

    /// Makes a command of cargo.
    pub(crate) fn cargo(words: &[&str]) -> Self {
        Self::of(&["cargo"]).and(words)
    }

    /// Appends words to the command.
    pub(crate) fn and(mut self, words: &[&str]) -> Self {
        self.words.extend(words.iter().map(|word| (*word).to_owned()));
        self
    }

    /// Runs the command in a folder.
    pub(crate) fn within(self, folder: &'static str) -> Self {
        Self { folder, ..self }
    }

    /// Sets a variable of the environment.
    pub(crate) fn with(mut self, variable: &'static str, value: &'static str) -> Self {
        self.environment.push((variable, value));
        self
    }

    /// Writes the command as one would type it.
    pub(crate) fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "$ {self}")
    }

    pub(crate) fn command(&self, root: &Path) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).current_dir(root.join(self.folder));
        command.envs(self.environment.iter().copied());
        command
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.folder.is_empty() {
            write!(f, "cd {} && ", self.folder)?;
        }
        self.environment.iter().try_for_each(|(name, value)| write!(f, "{name}={value} "))?;
        f.write_str(&self.words.join(" "))
    }
}
