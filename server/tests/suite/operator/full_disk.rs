//! A room whose database can no longer grow, in the middle of play. It reports that it is not
//! ready, its log stays short, and it continues when there is space again.

use crate::support::client::Client;
use cardroom_protocol::Encoding;
use cardroom_protocol::server::ServerMessage;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const CONFIG: &str = "\
[limits]
connections_per_address = 1000
logins_per_minute = 100000
guests_per_hour = 1000000
guests_per_network_hour = 1000000
login_timeout_ms = 600000
[house_bots]
think_min_ms = 1
think_max_ms = 20
[log]
filter = \"info\"
[[tables]]
name = \"Full\"
copies = 4
small_blind = 1
big_blind = 2
min_buy_in = 40
max_buy_in = 200
between_hands_ms = 10
run_out_ms = 10
house_bots = 4
";

struct Room {
    process: Child,
    address: SocketAddr,
    admin: SocketAddr,
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Room {
    /// Starts a room that gets an error for a file that cannot grow, instead of being killed.
    fn start(folder: &Path, log: &Path) -> Self {
        let config = folder.join("room.toml");
        std::fs::write(&config, CONFIG).unwrap();
        let mut process = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_cardroom")])
            .arg("--config")
            .arg(&config)
            .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .stderr(File::create(log).unwrap())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut next = |scheme: &str, path: &str| loop {
            let line = lines.next().unwrap().unwrap();
            let url = line.split_whitespace().find_map(|word| word.strip_prefix(scheme));
            if let Some(address) = url.and_then(|url| url.strip_suffix(path)) {
                break address.parse().unwrap();
            }
        };
        let (address, admin) = (next("ws://", "/ws"), next("http://", "/metrics"));
        Self { process, address, admin }
    }

    /// Lets files grow to this many bytes, or without a limit.
    fn limit_files(&self, bytes: Option<u64>) {
        let id = Pid::from_raw(i32::try_from(self.process.id()).unwrap());
        prlimit(id, Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
    }

    fn ready(&self) -> (u16, String) {
        Self::ask(self.address)
    }

    fn ask(address: SocketAddr) -> (u16, String) {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// Waits until the room answers with this status.
    fn becomes(&self, status: u16) -> String {
        let patience = Instant::now() + Duration::from_secs(90);
        loop {
            let (now, body) = self.ready();
            if now == status {
                return body;
            }
            assert!(Instant::now() < patience, "it still answers {now}: {body}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Reads until the room stores again. Returns what the client heard of that.
async fn told_until_it_stores(client: &mut Client) -> Vec<bool> {
    let mut told = Vec::new();
    while told.last() != Some(&false) {
        if let ServerMessage::StoringFails(fails) = client.receive().await {
            told.push(fails.failing);
        }
    }
    told
}

#[test]
fn a_full_disk_is_reported_where_it_is_asked_for_and_does_not_flood_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let room = Room::start(folder.path(), &log);
    assert_eq!(room.becomes(200), "ready\n");
    let lines = || std::fs::read_to_string(&log).unwrap();
    // The bots have sat down and play.
    std::thread::sleep(Duration::from_secs(3));
    let before = lines().lines().count();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let welcome = || runtime.block_on(Client::welcome_at(room.address, Encoding::Json));
    let mut watcher = welcome();

    room.limit_files(Some(4_096));
    assert_eq!(room.becomes(503), "not ready\n");
    let (status, body) = Room::ask(room.admin);
    assert_eq!(status, 503);
    assert!(body.contains("\"database\",\"message\":\"The database does not work: the "), "{body}");
    std::thread::sleep(Duration::from_secs(10));
    assert_eq!(room.ready().0, 503, "it stays so");
    let mut newcomer = welcome();
    let during = lines();
    let during: Vec<&str> = during.lines().skip(before).collect();
    let began = during.iter().filter(|line| line.contains("The store does not work"));
    assert_eq!(began.count(), 1, "{during:#?}");
    assert!(during.len() <= 12, "{} lines: {during:#?}", during.len());

    room.limit_files(None);
    assert_eq!(room.becomes(200), "ready\n");
    let told = |client: &mut Client| runtime.block_on(told_until_it_stores(client));
    assert_eq!(told(&mut watcher), [true, false], "once at each end");
    assert_eq!(told(&mut newcomer), [true, false], "a newcomer is told, too");
    let after = lines();
    let works = after.lines().filter(|line| line.contains("The store works again."));
    assert_eq!(works.count(), 1, "{after}");
}
