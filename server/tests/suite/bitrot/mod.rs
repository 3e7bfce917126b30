//! Bytes that change in the files of a closed room. Each change is harmless, or
//! `cardroom journal verify` names the file and the place, and `cardroom journal repair` counts
//! what it drops before it drops anything.

mod flips;
mod repairs;

use crate::support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs a command on the room in this directory.
fn cardroom(directory: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.arg("--data-dir").arg(directory.join("data")).args(arguments);
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().unwrap();
    let text = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (status.success(), text.concat())
}

fn database(directory: &Path) -> PathBuf {
    directory.join("data").join("cardroom.sqlite")
}

fn beside(directory: &Path, ending: &str) -> PathBuf {
    directory.join("data").join(format!("cardroom.sqlite{ending}"))
}
