//! A command line that cannot be used has an exit code of its own.

use std::process::Command;

#[test]
fn an_address_that_is_none_is_a_usage_error() {
    for url in ["http://127.0.0.1:9/", "cards.example.org"] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_cardroom-bot")).args(["--url", url]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(url), "{said}");
    }
}
