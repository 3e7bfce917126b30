//! After Ctrl-C or SIGTERM a run ends in an orderly way, reports what it has, and exits with 128
//! plus the signal's number.
#![cfg(target_os = "linux")]
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_run_that_is_interrupted_reports_and_exits_with_the_signal() {
    for (signal, number, status) in [("-INT", 2, 130), ("-TERM", 15, 143)] {
        let process = Command::new(env!("CARGO_BIN_EXE_cardroom-load"))
            .args(["floor", "--tables", "2", "--seats", "3", "--seconds", "60", "--quiet"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_for_handler(&process, number);
        let killed = Command::new("kill").args([signal, &process.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let output = process.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(status), "{text}");
        assert!(text.contains("interrupted: the run was cut short"), "{text}");
    }
}

/// Waits until the process handles a signal itself.
fn wait_for_handler(process: &Child, signal: u32) {
    let started = Instant::now();
    loop {
        let file = format!("/proc/{}/status", process.id());
        let status = std::fs::read_to_string(file).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        let caught = u64::from_str_radix(caught.trim(), 16).unwrap();
        if caught & (1 << (signal - 1)) != 0 {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "no handler: {status}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
