//! A room that shows two logs: one to the players who were there, and another to everybody who comes
//! later. A monitor that saw the first one notices, and its evidence convinces others.

use super::{Cheat, open_room, play, python_must_refuse};
use cardroom::deal_log::DealLog;
use cardroom_deal::{
    Checkpoint, Code, Document, Log, LogEntry, RoomKey, Tile, TileLevel, entry_bundle, unbundled,
    verify_history,
};
use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::Command;

/// The log that the operator shows instead of the true one.
struct Forked {
    /// The page `/deal/key`, which is the room's.
    key_page: Vec<u8>,
    origin: String,
    key: RoomKey,
    entries: Vec<LogEntry>,
}

impl Forked {
    /// Takes the log of a room, and exchanges the seal of one of its first rounds.
    async fn of(log: &DealLog, key: RoomKey) -> Self {
        let width = u16::try_from(log.size()).unwrap();
        assert!((3..256).contains(&width), "{width} entries");
        let tile = Tile { level: TileLevel::Entries, index: 0, width };
        let bundle = log.tile(tile).await.unwrap().unwrap();
        let entries = unbundled(&bundle).unwrap().into_iter();
        let mut entries: Vec<LogEntry> =
            entries.map(|entry| LogEntry::parse(entry).unwrap()).collect();
        entries[1].seal = [0xEE; 32];
        let key_page = serde_json::to_vec(&log.key_page()).unwrap();
        Self { key_page, origin: log.origin().to_string(), key, entries }
    }

    fn page(&self, path: &str) -> Option<Vec<u8>> {
        let mut log = Log::new();
        for entry in &self.entries {
            log.append(entry);
        }
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let page = match path.strip_prefix("/deal/")? {
            "key" => self.key_page.clone(),
            "log/checkpoint" => {
                let head = log.head(self.entries.len() as u64)?;
                Checkpoint::write(&self.origin, &head, &self.key).into_bytes()
            }
            "log/consistency" => {
                let (from, to) = query.strip_prefix("from=")?.split_once("&to=")?;
                let path = log.consistency(from.parse().ok()?, to.parse().ok()?)?;
                let path: Vec<String> = path.iter().map(|hash| HEXLOWER.encode(hash)).collect();
                json!({ "path": path }).to_string().into_bytes()
            }
            tile => {
                let Tile { width, .. } = Tile::parse(tile.strip_prefix("log/")?)?;
                let entries = self.entries.get(..usize::from(width))?;
                let entries: Vec<_> = entries.iter().map(LogEntry::encode).collect();
                entry_bundle(entries.iter().map(<[u8; 66]>::as_slice))
            }
        };
        Some(page)
    }

    async fn serve(self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let forked = Arc::new(self);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(Arc::clone(&forked), stream));
            }
        });
        address
    }
}

async fn answer(forked: Arc<Forked>, mut stream: TcpStream) {
    let (mut head, mut buffer) = (Vec::new(), [0; 1024]);
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(count) if count > 0 => head.extend_from_slice(&buffer[..count]),
            _ => return,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let page = forked.page(head.split(' ').nth(1).unwrap());
    let (status, page) = page.map_or(("404 Not Found", Vec::new()), |page| ("200 OK", page));
    let length = page.len();
    let begin =
        format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(&[begin.as_bytes(), &page].concat()).await;
}

/// Lets a monitor look once. Returns its exit code and what it printed.
async fn look(address: SocketAddr, state: &Path) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["deal", "monitor", &format!("http://{address}/"), "--state"])
        .arg(state)
        .output()
        .await
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_forks_is_shown_to_be_two_by_a_monitor_that_saw_one_of_them() {
    let (room, key) = open_room().await;
    let folder = tempfile::tempdir().unwrap();
    let log = room.room.deals().unwrap().log().clone();
    let (errors, _) =
        play(room.address, Cheat::Nothing, key.clone(), &folder.path().join("none")).await;
    assert_eq!(errors, 0);
    log.advance().await.unwrap();
    let state = folder.path().join("monitor");
    let (code, said) = look(room.address, &state).await;
    assert_eq!(code, Some(0), "{said}");
    let seen: Value = serde_json::from_slice(&fs::read(state.join("seen.json")).unwrap()).unwrap();

    let forked = Forked::of(&log, key.clone()).await.serve().await;
    // A newcomer finds nothing wrong with the other log: its head has the room's signature.
    let (code, said) = look(forked, &folder.path().join("newcomer")).await;
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = look(forked, &state).await;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("FRAUD: "), "{said}");

    let evidence = state.join("evidence.json");
    let (document, _) = Document::read(&fs::read(&evidence).unwrap()).unwrap();
    let Document::History(history) = document else { panic!("these are two heads") };
    assert_eq!(Value::from(history.old.as_str()), seen["checkpoint"]);
    let fraud = verify_history(&history, &[key.public()]).unwrap_err();
    assert_eq!(fraud.code, Code::Split, "{fraud}");
    if !python_must_refuse(&evidence, Code::Split) {
        eprintln!("SKIPPED: there is no python3 here");
    }
    // The true log still extends what the monitor saw.
    let (code, said) = look(room.address, &state).await;
    assert_eq!(code, Some(0), "{said}");
    room.close(Duration::from_secs(5)).await;
}
