//! Python's `websockets`, a third-party client, says hello and reads the lobby.

use crate::conformance::rooms;
use std::process::{Command, Stdio};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/conformance/lobby.py");

/// Returns the first Python that has the module. Debian's package is for Debian's own Python.
fn python() -> Option<&'static str> {
    ["python3", "/usr/bin/python3"].into_iter().find(|python| {
        let mut import = Command::new(python);
        let import = import.args(["-c", "import websockets"]).stderr(Stdio::null()).status();
        import.is_ok_and(|status| status.success())
    })
}

#[tokio::test]
async fn the_websockets_of_python_reads_the_lobby() {
    let Some(python) = python() else {
        let required = std::env::var_os("CARDROOM_TEST_WEBSOCKETS").is_some();
        assert!(!required, "no Python with the module websockets");
        eprintln!("SKIPPED: no Python here has the module websockets (Debian: python3-websockets)");
        return;
    };
    let open = rooms::open(|_| {}).await;
    let output = tokio::process::Command::new(python)
        .args([SCRIPT, &format!("ws://{}/ws", open.address)])
        .kill_on_drop(true)
        .output()
        .await
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}{errors}");
    assert_eq!(printed.trim(), "Cardroom: Test; a dozen pongs; closed with 1000");
}
