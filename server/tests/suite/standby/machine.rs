//! A process of the program on a machine of its own: its addresses, its log, its data directory.
//! The machines of one test have the same key file, and nothing else in common but the database.

use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

/// How long something that must happen may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

const CONFIG: &str = r#"
[server]
standby = true
drain_seconds = 1
[standby]
key_file = "KEY_FILE"
[store]
url = "URL"
[limits]
connections_per_address = 1000
[house_bots]
enabled = false
[log]
filter = "info"
[[tables]]
name = "Duel"
seats = 2
small_blind = 1
big_blind = 2
min_buy_in = 40
max_buy_in = 200
between_hands_ms = 100
run_out_ms = 0
"#;

/// A response, as far as tests look at it.
pub(crate) struct Page {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

pub(crate) struct Machine {
    process: Child,
    folder: PathBuf,
    config: PathBuf,
    pub(crate) public: SocketAddr,
    pub(crate) admin: SocketAddr,
}

impl Machine {
    /// Starts a machine with its files in `folder`, where `change` may edit the configuration.
    pub(crate) fn start_with(
        folder: &Path,
        name: &str,
        url: &str,
        change: impl FnOnce(String) -> String,
    ) -> Self {
        let keys = key_file(folder);
        let folder = folder.join(name);
        fs::create_dir_all(folder.join("data")).unwrap();
        let config = folder.join("cardroom.toml");
        fs::write(&config, change(CONFIG.replace("URL", url).replace("KEY_FILE", &keys))).unwrap();
        let [public, admin] = [(); 2].map(|()| free_address());
        let log = File::create(folder.join("log")).unwrap();
        let process = program(&config, &folder)
            .args(["--listen", &public.to_string(), "--admin-listen", &admin.to_string()])
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        Self { process, folder, config, public, admin }
    }

    pub(crate) fn start(folder: &Path, name: &str, url: &str) -> Self {
        Self::start_with(folder, name, url, |config| config)
    }

    /// Returns everything that it has printed and logged.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap()
    }

    /// Returns a page of one of its addresses; `None` if nothing answers there.
    pub(crate) async fn page(address: SocketAddr, path: &str) -> Option<Page> {
        let asked = async {
            let mut stream = TcpStream::connect(address).await.ok()?;
            let request =
                format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
            stream.write_all(request.as_bytes()).await.ok()?;
            let mut response = String::new();
            stream.read_to_string(&mut response).await.ok()?;
            let (head, body) = response.split_once("\r\n\r\n")?;
            let status = head.split(' ').nth(1)?.parse().ok()?;
            Some(Page { status, head: head.to_lowercase(), body: body.to_owned() })
        };
        timeout(Duration::from_secs(2), asked).await.ok().flatten()
    }

    /// Returns the status of `/readyz`, and its text.
    pub(crate) async fn readiness(&self) -> Option<(u16, String)> {
        let page = Self::page(self.public, "/readyz").await?;
        Some((page.status, page.body))
    }

    /// Returns `/readyz` of the admin address.
    pub(crate) async fn reasons(&self) -> serde_json::Value {
        let page = Self::page(self.admin, "/readyz").await.expect("an answer");
        serde_json::from_str(&page.body).unwrap()
    }

    /// Waits until it is the room, and returns how long that took.
    pub(crate) async fn is_room(&self) -> Duration {
        self.becomes(200, "ready\n").await
    }

    /// Waits until it waits for the room's place.
    pub(crate) async fn waits(&self) {
        self.becomes(503, "standby\n").await;
    }

    async fn becomes(&self, status: u16, text: &str) -> Duration {
        let began = Instant::now();
        while self.readiness().await != Some((status, text.to_owned())) {
            assert!(began.elapsed() < PATIENCE, "it is not {text}: {}", self.log());
            sleep(Duration::from_millis(10)).await;
        }
        began.elapsed()
    }

    /// Waits until this room knows that another process waits for its place.
    pub(crate) async fn is_waited_for(&self) {
        let began = Instant::now();
        while !self.reasons().await["warnings"]
            .as_array()
            .unwrap()
            .iter()
            .all(|warning| warning["reason"] != "standby")
        {
            assert!(began.elapsed() < PATIENCE, "nobody waits: {}", self.log());
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Runs a command on this machine.
    pub(crate) async fn command(&self, arguments: &[&str]) -> Output {
        let mut command = program(&self.config, &self.folder);
        command.args(arguments).stdin(Stdio::null());
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.process.id()).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    }

    /// Stops the process, and returns once each of its threads stands still.
    pub(crate) async fn stop(&self) {
        self.signal(Signal::STOP);
        let tasks = PathBuf::from(format!("/proc/{}/task", self.process.id()));
        let is_stopped = |task: &Path| {
            let stat = fs::read_to_string(task.join("stat")).unwrap_or_default();
            stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        };
        let began = Instant::now();
        while !fs::read_dir(&tasks).unwrap().all(|task| is_stopped(&task.unwrap().path())) {
            assert!(began.elapsed() < PATIENCE, "it does not stop");
            sleep(Duration::from_millis(1)).await;
        }
    }

    /// Waits until the process has ended, and returns its exit code.
    pub(crate) async fn ended(&mut self) -> Option<i32> {
        let began = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.code();
            }
            assert!(began.elapsed() < PATIENCE, "it goes on: {}", self.log());
            sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn program(config: &Path, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.arg("--config").arg(config).arg("--data-dir").arg(folder.join("data"));
    command.env("NO_COLOR", "1");
    command
}

/// Returns the path of the machines' key file, which is made for the first of them.
pub(crate) fn key_file(folder: &Path) -> String {
    let path = folder.join("room.key");
    if !path.exists() {
        let mut make = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        let made = make.args(["keys", "new"]).arg(&path).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    path.to_str().unwrap().to_owned()
}

/// Returns an address that nothing uses at the moment.
fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}
