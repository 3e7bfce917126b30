//! The load tester and the bots over `wss://`: a server behind a real reverse proxy.

#[path = "../../../server/tests/suite/support/tls_proxy.rs"]
mod tls_proxy;
use crate::support;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use support::{load, server_or_skip, skip, text};
use tls_proxy::{Certificate, TlsProxy};

const CA_FILE: &str = "CARDROOM_CA_FILE";
const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/load.toml");
const TABLES: &str = "[{ name = \"Proxy\", copies = 2, small_blind = 1, big_blind = 2, \
                      min_buy_in = 40, max_buy_in = 200, between_hands_ms = 0, run_out_ms = 0 }]";

/// A server with free tables, which is killed on drop.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> Self {
        let mut process = Command::new(program)
            .args(["--config", CONFIG])
            .env("CARDROOM__TABLES", TABLES)
            .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.map(Result::unwrap).find_map(|line| {
            let mut words = line.split_whitespace().map(str::to_owned);
            words.find(|word| word.starts_with("ws://"))
        });
        let url = url.expect("the server says where it listens");
        let address = url.trim_start_matches("ws://").trim_end_matches("/ws").parse().unwrap();
        Self { process, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_load_tester_and_the_bots_play_over_wss() {
    let Some(program) = server_or_skip("the_load_tester_and_the_bots_play_over_wss") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&program, folder.path());
    let Some(proxy) = TlsProxy::start(server.address, Certificate::Good) else { return };
    let url = proxy.url("localhost");

    let ring = ["ring", "--url", &url, "--tables", "1", "--seats", "3", "--seconds", "2"];
    let played =
        load().args(ring).args(["--quiet"]).env(CA_FILE, proxy.ca_file()).output().unwrap();
    assert!(played.status.success(), "{}", text(&played));
    let [other, _] = proxy.other_ca_files();
    let refused = load().args(ring).env(CA_FILE, &other).output().unwrap();
    assert!(!refused.status.success(), "{}", text(&refused));
    assert!(text(&refused).contains("no CA that is trusted here has signed"), "{}", text(&refused));
    let missing = load().args(ring).env(CA_FILE, "/no/such/file.pem").output().unwrap();
    assert_eq!(missing.status.code(), Some(2), "{}", text(&missing));

    let bot = program.with_file_name("cardroom-bot");
    if !bot.exists() {
        return skip("cardroom-bot over wss: it is not built");
    }
    // Two bots, because a third might sit down after the others have played their
    // hand, and wait forever.
    let bots = ["--url", &url, "--bots", "2", "--hands", "1"];
    let played = Command::new(&bot).args(bots).env(CA_FILE, proxy.ca_file()).output().unwrap();
    assert!(played.status.success(), "{}", text(&played));
    let refused =
        Command::new(&bot).args(bots).args(["--attempts", "1"]).env(CA_FILE, &other).output();
    let refused = refused.unwrap();
    assert!(!refused.status.success(), "{}", text(&refused));
    assert!(text(&refused).contains("no CA that is trusted here has signed"), "{}", text(&refused));
}
