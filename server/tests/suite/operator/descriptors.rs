//! A process that may not open enough files: it does not start, or if the limit is lowered later, it
//! refuses players and still answers its operator.

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const CONFIG: &str = "\
[limits]
connections = 500
connections_per_address = 1000
handshake_timeout_ms = 60000
[house_bots]
enabled = false
[[tables]]
name = \"Full\"
small_blind = 1
big_blind = 2
min_buy_in = 40
max_buy_in = 200
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

/// Returns the command that opens a room whose process may open this many files.
fn command(folder: &Path, files: u32) -> Command {
    let config = folder.join("room.toml");
    std::fs::write(&config, CONFIG).unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit -n {files}; exec \"$@\""), "sh"])
        .arg(env!("CARGO_BIN_EXE_cardroom"))
        .arg("--config")
        .arg(&config)
        .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir"])
        .arg(folder.join("data"))
        .stdout(Stdio::piped());
    command
}

impl Room {
    fn start(folder: &Path, log: &Path) -> Self {
        let mut process =
            command(folder, 1_024).stderr(File::create(log).unwrap()).spawn().unwrap();
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

    fn limit_files(&self, files: u64) {
        let id = Pid::from_raw(i32::try_from(self.process.id()).unwrap());
        let limit = Rlimit { current: Some(files), maximum: Some(1_024) };
        prlimit(id, Resource::Nofile, limit).unwrap();
    }
}

/// Returns the status of a page; `None` if the connection is dropped.
fn status(address: SocketAddr, path: &str) -> Option<u16> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.split(' ').nth(1)?.parse().ok()
}

/// Waits until a page has this status.
fn becomes(address: SocketAddr, path: &str, expected: u16) {
    let patience = Instant::now() + Duration::from_secs(60);
    while status(address, path) != Some(expected) {
        assert!(Instant::now() < patience, "{path} is not {expected}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_room_does_not_start_if_it_could_not_have_its_connections() {
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path(), 400).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    for part in ["limits.connections is 500", "only 400 files", "at most 240", "to 660"] {
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
fn a_process_out_of_descriptors_still_answers_its_operator_and_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let room = Room::start(folder.path(), &log);
    let said = |text: &str| {
        let log = std::fs::read_to_string(&log).unwrap();
        log.lines().filter(|line| line.contains(text)).count()
    };
    becomes(room.address, "/readyz", 200);

    // Strangers take all descriptors that they can get.
    room.limit_files(200);
    let strangers: Vec<TcpStream> =
        (0..150).map(|_| TcpStream::connect(room.address).unwrap()).collect();
    becomes(room.address, "/version", 503);
    for _ in 0..20 {
        assert_eq!(status(room.admin, "/metrics"), Some(200));
    }
    // Those who were refused first have a second to say what they want.
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(status(room.address, "/readyz"), Some(200));
    assert_eq!(status(room.admin, "/readyz"), Some(200));
    assert_eq!(said("may hardly open another file"), 1);

    // Now not even a connection can be accepted.
    room.limit_files(10);
    let waiting = TcpStream::connect(room.admin).unwrap();
    let other = TcpStream::connect(room.address).unwrap();
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(said("a connection could not be accepted"), 1);
    drop((waiting, other, strangers));
    room.limit_files(1_024);
    becomes(room.address, "/version", 200);
}
