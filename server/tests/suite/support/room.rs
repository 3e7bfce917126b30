//! The program itself with a few tables, and bots that play there over sockets.

use cardroom_bot::brains::RandomLegal;
use cardroom_bot::{BuyIn, Credentials, Settings, Swarm};
use cardroom_protocol::Secret;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const CONFIG: &str = r#"
[store]
synchronous = "normal"
[accounts]
signup_grant = 5000
free_chips = "everywhere"
refill_wait_minutes = 0
[limits]
connections_per_address = 1000
logins_per_minute = 100000
guests_per_hour = 1000000
guests_per_network_hour = 1000000
seats_per_network = 1000000
accounts_per_network_day = 1000000
chat_lines_per_minute = 1000000
openings_per_hour = 1000000
rows_per_hour = 1000000
buy_ins_per_hour = 1000000
exports_per_hour = 1000000
files_per_minute = 1000000
messages_per_second = 1000
message_burst = 1000
[house_bots]
enabled = false
[log]
filter = "warn"
[[tables]]
name = "Kill"
copies = 5
small_blind = 5
big_blind = 10
ante = 1
ante_kind = "each"
min_buy_in = 400
max_buy_in = 1000
between_hands_ms = 0
run_out_ms = 0
rake = { basis_points = 500, cap = 3, no_flop_no_drop = false, account = "house:rake" }
"#;

/// The server's own program, on a port that the system chose. Dropping it kills the process.
pub(crate) struct Server {
    process: Child,
    pub(crate) url: String,
}

impl Server {
    pub(crate) fn start(directory: &Path, url: &str) -> Self {
        Self::start_as(directory, url, |_| {})
    }

    /// Starts the program after `change` was applied to its command.
    pub(crate) fn start_as(directory: &Path, url: &str, change: impl FnOnce(&mut Command)) -> Self {
        let config = directory.join("cardroom.toml");
        std::fs::write(&config, CONFIG).expect("the server runs");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command
            .arg("--config")
            .arg(&config)
            .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir"])
            .arg(directory.join("data"))
            .args(["--set", &format!("store.url={url}")])
            .stdout(Stdio::piped());
        change(&mut command);
        let mut process = command.spawn().expect("the server runs");
        let mut lines = BufReader::new(process.stdout.take().expect("the server runs")).lines();
        let url = loop {
            let line =
                lines.next().expect("the server says where it listens").expect("the server runs");
            if let Some(url) = line.split_whitespace().find(|word| word.starts_with("ws://")) {
                break url.to_owned();
            }
        };
        Self { process, url }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        let address = self.url.trim_start_matches("ws://").trim_end_matches("/ws");
        address.parse().expect("an address")
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.process.try_wait().expect("the server's state").is_none()
    }

    /// Suspends the process until `wake`.
    pub(crate) fn stop(&self) {
        self.signal(Signal::STOP);
    }

    /// Resumes the process after `stop`.
    pub(crate) fn wake(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.process.id()).expect("an id of a process");
        let process = Pid::from_raw(id).expect("the server runs");
        kill_process(process, signal).expect("the server runs");
    }

    /// Kills the process at once, in the middle of anything.
    pub(crate) fn kill(self) {
        drop(self);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().expect("the server runs");
        self.process.wait().expect("the server runs");
    }
}

/// Plays with bots that have the same accounts each time. Drops them in the middle of play
/// after this many actions.
pub(crate) async fn play(url: &str, seed: u64, actions: u64) -> u64 {
    let settings = Settings {
        credentials: Credentials::Password(Secret::from("seven deuce offsuit")),
        name_prefix: "killer".to_owned(),
        buy_in: BuyIn::BigBlinds(60),
        ..Settings::default()
    };
    let swarm = Swarm::builder(url)
        .bots(20)
        .seed(seed)
        .settings(settings)
        .brain(|bot| RandomLegal::new(bot.seed))
        .connect_attempts(1)
        .start()
        .await
        .expect("the server runs");
    let deadline = Instant::now() + Duration::from_secs(120);
    while swarm.totals().actions < actions {
        assert!(Instant::now() < deadline, "the bots do not play: {}", swarm.totals());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let totals = swarm.totals();
    assert_eq!(totals.protocol_errors, 0);
    totals.actions
}
