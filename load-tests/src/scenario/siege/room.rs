//! The room under siege: a server with its default limits, which trusts a proxy on 127.0.0.1.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

const CONFIG: &str = "\
[server]
trusted_proxies = [\"127.0.0.1\"]
[log]
filter = \"error\"
[house_bots]
enabled = false
[[tables]]
name = \"Lobby\"
copies = 4
small_blind = 1
big_blind = 2
min_buy_in = 40
max_buy_in = 200
";

pub(super) struct Room {
    pub(super) address: SocketAddr,
    folder: TempDir,
    /// Killed on drop.
    _process: Child,
}

impl Room {
    /// Starts a server and waits until it is open.
    pub(super) async fn start(program: &Path) -> Result<Self, String> {
        let text = |error: std::io::Error| format!("the server cannot be started: {error}");
        let folder = tempfile::Builder::new().prefix("cardroom-siege-").tempdir().map_err(text)?;
        let config = folder.path().join("room.toml");
        std::fs::write(&config, CONFIG).map_err(text)?;
        let mut process = Command::new(program)
            .arg("--config")
            .arg(&config)
            .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir"])
            .arg(folder.path().join("data"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .map_err(text)?;
        let output = process.stdout.take().ok_or("the server has no output")?;
        let mut lines = BufReader::new(output).lines();
        let ended = || "the server ended while it was starting".to_owned();
        let address = loop {
            let line = lines.next_line().await.map_err(text)?.ok_or_else(ended)?;
            let mut words = line.split_whitespace();
            let url = words.find_map(|word| word.strip_prefix("ws://")?.strip_suffix("/ws"));
            if let Some(address) = url.and_then(|url| url.parse().ok()) {
                break address;
            }
        };
        // The server must not wait for somebody to read what it prints.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { address, folder, _process: process })
    }

    /// Returns the size of all files of the room.
    pub(super) fn bytes(&self) -> u64 {
        fn of(folder: &Path) -> u64 {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let size = |entry: std::fs::DirEntry| match entry.metadata() {
                Ok(about) if about.is_dir() => of(&entry.path()),
                Ok(about) => about.len(),
                Err(_) => 0,
            };
            entries.map(size).sum()
        }
        of(&self.folder.path().join("data"))
    }
}
