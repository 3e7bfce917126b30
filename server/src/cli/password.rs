//! Passwords and tokens for commands, from standard input, the environment, or a prompt. They never
//! come from an argument, which every user of the machine can read in the list of processes.

use anyhow::{Context as _, ensure};
use cardroom_protocol::Secret;
use clap::Args;
use std::io::{self, BufRead, IsTerminal as _};

/// How often a prompt asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prompt {
    /// Once, for a password that already exists.
    Once,
    /// Twice, for a new password, because the input is invisible.
    Twice,
}

/// The source of the password.
#[derive(Debug, Args)]
pub(crate) struct PasswordSource {
    /// Read the password from the first line of standard input, and do not ask for it
    #[arg(long)]
    password_stdin: bool,
}

impl PasswordSource {
    /// Returns `true` if the password comes from standard input.
    pub(crate) fn is_typed(&self) -> bool {
        self.password_stdin
    }

    /// Reads the password from standard input if requested, else from the environment variable.
    /// Returns `None` if neither has one.
    pub(crate) fn given(&self, variable: &str) -> anyhow::Result<Option<Secret>> {
        if self.password_stdin {
            return first_line(io::stdin().lock()).map(Some);
        }
        Ok(stored(variable))
    }

    /// Reads the password: from standard input if requested, else from the environment variable,
    /// else from a prompt.
    pub(crate) fn read(&self, variable: &str, prompt: Prompt) -> anyhow::Result<Secret> {
        if self.password_stdin {
            return first_line(io::stdin().lock());
        }
        stored(variable).map_or_else(|| ask(variable, prompt), Ok)
    }
}

/// Returns a secret of the environment; `None` if it is unset or empty.
pub(crate) fn stored(variable: &str) -> Option<Secret> {
    std::env::var(variable).ok().filter(|value| !value.is_empty()).map(Secret)
}

/// Prompts for the code of a second factor; `None` without a terminal.
pub(crate) fn ask_code() -> Option<Secret> {
    if !io::stderr().is_terminal() {
        return None;
    }
    rpassword::prompt_password("Code of your second factor: ").ok().map(Secret)
}

/// Reads a token from the first line of standard input.
pub(crate) fn typed_token() -> anyhow::Result<Secret> {
    first_line(io::stdin().lock())
}

fn first_line(mut input: impl BufRead) -> anyhow::Result<Secret> {
    let mut line = String::new();
    let read = input.read_line(&mut line).context("Standard input cannot be read")?;
    ensure!(read > 0, "Standard input ended before the secret. Write it there, on a line.");
    Ok(Secret(line.trim_end_matches(['\r', '\n']).to_owned()))
}

fn ask(variable: &str, prompt: Prompt) -> anyhow::Result<Secret> {
    let no_terminal = || {
        format!(
            "There is no terminal to ask for the password on. Give --password-stdin, or set {variable}"
        )
    };
    let password = rpassword::prompt_password("Password: ").with_context(no_terminal)?;
    if prompt == Prompt::Twice {
        let again = rpassword::prompt_password("The same again: ").with_context(no_terminal)?;
        ensure!(password == again, "The two passwords differ. Nothing was changed; try again.");
    }
    Ok(Secret(password))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_a_line() {
        assert_eq!(first_line(&b"seven deuce\r\nmore"[..]).unwrap().0, "seven deuce");
        assert_eq!(first_line(&b" with spaces "[..]).unwrap().0, " with spaces ");
        assert!(first_line(&b""[..]).unwrap_err().to_string().contains("ended before"));
    }
}
