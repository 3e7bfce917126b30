//! Ctrl-C ends a simulation with status 130.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn seeds_that_are_interrupted_end_with_status_130() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_cardroom-sim"))
        .args(["seeds", "--seeds", "1000000"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_handler(&process);
    let killed = Command::new("kill").args(["-INT", &process.id().to_string()]).status();
    assert!(killed.unwrap().success());
    assert_eq!(process.wait().unwrap().code(), Some(130));
}

/// Waits until the process handles SIGINT itself.
fn wait_for_handler(process: &Child) {
    let started = Instant::now();
    loop {
        let file = format!("/proc/{}/status", process.id());
        let status = std::fs::read_to_string(file).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        if u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0 {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "no handler: {status}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
