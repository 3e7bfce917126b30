//! Ctrl-C stops the bots in an orderly way, and the program exits with status 130.
#![cfg(unix)]

use crate::fake_server::FakeServer;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::Command;

#[tokio::test]
async fn bots_that_are_interrupted_stop_in_order_with_status_130() {
    for game in [&[][..], &["tournament", "--name", "Major"], &["host"]] {
        let server = FakeServer::start().await;
        let process = Command::new(env!("CARGO_BIN_EXE_cardroom-bot"))
            .args(game)
            .args(["--url", &server.url()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut client = server.accept().await;
        // The server never answers the login.
        client.hear().await;
        let id = process.id().unwrap().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status().await.unwrap();
        assert!(killed.success());
        let output = tokio::time::timeout(Duration::from_secs(30), process.wait_with_output());
        let output = output.await.expect("the program ends").unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{game:?}: {error}");
        assert!(!error.contains("cardroom-bot:"), "no error: {error}");
    }
}
