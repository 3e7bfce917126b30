//! Several generators produce one report, and one that dies fails the run.

use crate::support;

use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::{load, server_or_skip, text};

fn ring(tables: &str, seconds: &str) -> Command {
    let mut command = load();
    command.args(["ring", "--tables", tables, "--seats", "3", "--seconds", seconds]);
    command.args(["--warm-up", "0.5", "--think", "5..20", "--generators", "3", "--json", "-"]);
    command
}

#[test]
fn several_generators_make_one_report() {
    if server_or_skip("several_generators_make_one_report").is_none() {
        return;
    }
    let output = ring("5", "2").args(["--observers", "1", "--quiet"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |path: &str| report.pointer(path).and_then(Value::as_f64).unwrap_or(f64::NAN);
    assert_eq!(report["setup"]["generators"], 3);
    assert_eq!(report["chips"]["verdict"], "conserved", "{report}");
    assert_eq!(number("/chips/granted"), 15.0 * 1e9, "every bot is in the books once");
    // The times cover the tables of all generators, not just of one.
    let (own, seen, observed) = (
        number("/latencies/action_rtt/count"),
        number("/latencies/action_seen/count"),
        number("/latencies/action_observed/count"),
    );
    assert!((seen / own - 2.0).abs() < 0.2 && (observed / own - 1.0).abs() < 0.2, "{report}");
    assert!((number("/figures/actions") / own - 1.0).abs() < 0.2, "{report}");
    assert_eq!(number("/latencies/login/count"), 15.0);
    assert!(number("/latencies/generator_lag/count") > 300.0, "three timers rang: {report}");
    assert!(number("/figures/generator_cpu_cores") > 0.0 && number("/series/0/seconds") > 0.0);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("measuring "), "it was to be quiet: {said}");
}

#[test]
fn a_generator_that_dies_fails_the_run() {
    if server_or_skip("a_generator_that_dies_fails_the_run").is_none() {
        return;
    }
    let run = ring("3", "60").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let generators = wait_for_generators(&run, 3);
    // Long enough for all generators to play.
    std::thread::sleep(Duration::from_secs(2));
    kill(&generators[1]);
    let begin = Instant::now();
    let output = run.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(55), "it does not wait for the end of the run");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("ended in the middle of the run"), "{said}");
    for process in &generators {
        assert!(!std::path::Path::new("/proc").join(process).exists(), "{process} is left");
    }
}

/// Waits for this number of generator processes, and returns their ids.
fn wait_for_generators(run: &Child, count: usize) -> Vec<String> {
    let is_generator = |process: &&str| {
        let command = std::fs::read_to_string(format!("/proc/{process}/cmdline"));
        command.is_ok_and(|command| command.split('\0').nth(1) == Some("generator"))
    };
    let begin = Instant::now();
    loop {
        // A process's children are listed per thread, so all threads are queried.
        let tasks = std::fs::read_dir(format!("/proc/{}/task", run.id())).unwrap();
        let texts = tasks
            .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok());
        let all = texts.collect::<Vec<_>>().join(" ");
        let found: Vec<_> =
            all.split_whitespace().filter(is_generator).map(str::to_owned).collect();
        if found.len() == count {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "there are: {all}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn kill(process: &str) {
    let killed = Command::new("kill").args(["-KILL", process]).status().unwrap();
    assert!(killed.success(), "{process} could not be killed");
}
