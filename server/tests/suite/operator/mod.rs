//! The program's messages to its operator: about a configuration, an account, a database, a disk.
mod check_config;
mod commands;
mod descriptors;
mod full_disk;
mod interrupted;
mod logs;
mod notifications;

use std::process::{Command, Output};

/// Runs the program to its end. Returns its exit code, standard output and standard error.
fn cardroom(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(arguments)
        .env_remove("CARDROOM_CONFIG")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}
