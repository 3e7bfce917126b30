//! The program under test, and the server that was built next to it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn load() -> Command {
    Command::new(env!("CARGO_BIN_EXE_cardroom-load"))
}

/// Returns the server that was built into the same directory, if there is one that runs.
fn server() -> Option<PathBuf> {
    let server = Path::new(env!("CARGO_BIN_EXE_cardroom-load")).with_file_name("cardroom");
    let version = Command::new(&server).arg("--version").output().ok()?;
    let is_cardroom = String::from_utf8_lossy(&version.stdout).starts_with("cardroom");
    (version.status.success() && is_cardroom).then_some(server)
}

/// Returns a server, or prints a conspicuous line. If CARDROOM_REQUIRE_SERVER is set, as in CI, a
/// missing server is a failure.
pub(crate) fn server_or_skip(test: &str) -> Option<PathBuf> {
    let server = server();
    if server.is_none() {
        assert!(
            std::env::var_os("CARDROOM_REQUIRE_SERVER").is_none(),
            "{test} needs a server: run `cargo build -p cardroom` first"
        );
        skip(&format!("{test}: no server; run `cargo build -p cardroom` first"));
    }
    server
}

/// Prints a conspicuous line.
pub(crate) fn skip(why: &str) {
    // Not eprintln!, which the test harness swallows when the test passes.
    use std::io::Write as _;
    let _ = std::io::stderr().write_all(format!("SKIPPED {why}\n").as_bytes());
}

/// Returns all output of a program.
pub(crate) fn text(output: &Output) -> String {
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    format!("{}\n--- stdout\n{out}\n--- stderr\n{err}", output.status)
}
