//! Reads the test data that lies beside the repository, in `../shared/hands`. A clone without that
//! folder still passes: each test says in a visible line that it was skipped.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::io::{Write, stderr};

/// The text of a data file, or `None` after saying so when it is not there.
pub(crate) fn read(name: &str) -> Option<String> {
    let path = path(name);
    match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) => {
            say(&format!("SKIPPED: {path}: {error}"));
            None
        }
    }
}

/// The files of a data folder, in order.
pub(crate) fn files(folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    if files.is_empty() {
        say(&format!("SKIPPED: {} is not there", path(folder)));
    }
    files.sort();
    files
}

fn collect(folder: &str, files: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(path(folder)) else { return };
    for entry in entries {
        let entry = entry.unwrap();
        let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(&name, files);
        } else {
            files.push(name);
        }
    }
}

fn path(name: &str) -> String {
    format!("{}/../../../shared/hands/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Written past the test harness, which keeps the output of passing tests to itself.
pub(crate) fn say(line: &str) {
    writeln!(stderr(), "{line}").expect("standard error is open");
}
