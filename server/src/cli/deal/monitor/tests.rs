//! A monitor of rooms that are honest and of rooms that are not, over sockets.

use super::Monitor;
use crate::cli::deal::{Deal, tests as proofs};
use crate::cli::{Cli, Command};
use crate::config::Config;
use crate::ids::TableId;
use crate::store::prelude::*;
use crate::store::{LogId, MemoryStore, SealedRound, Unit};
use crate::wiring::{self, OpenRoom};
use cardroom_deal::{
    Checkpoint, Log, LogEntry, Outcome, RoomKey, Secret, Tile, TileLevel, entry_bundle,
};
use cardroom_https::{Outgoing, Settings};
use clap::Parser as _;
use data_encoding::HEXLOWER;
use http::Request;
use metrics_exporter_prometheus::PrometheusBuilder;
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;

fn key(byte: u8) -> RoomKey {
    RoomKey::new(&Secret::new([byte; 32]))
}

fn entry(table: u64, hand: u64) -> LogEntry {
    let seal = [u8::try_from(hand % 251).unwrap(); 32];
    LogEntry { table, hand, round: 0, outcome: Outcome::Played, seal }
}

/// A room with a log.
struct Fake {
    key: RoomKey,
    /// The keys before, each with whether it signed the next one.
    former: Vec<(RoomKey, bool)>,
    /// The entries that it signs a head over ...
    signed: Vec<LogEntry>,
    /// ... and those that it serves.
    served: Vec<LogEntry>,
}

impl Fake {
    fn log(&self) -> Log {
        let mut log = Log::new();
        for entry in &self.signed {
            log.append(entry);
        }
        log
    }

    fn page(&self, path: &str) -> Option<Vec<u8>> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let tile = path.strip_prefix("/deal/log/").and_then(Tile::parse);
        Some(match (path, tile) {
            ("/deal/key", _) => {
                let hex = |bytes: &[u8]| HEXLOWER.encode(bytes);
                let mut next = self.key.public();
                let former = self.former.iter().rev().map(|(key, has_signed)| {
                    let signer = if *has_signed { key } else { &self.key };
                    let signature = signer.sign_successor(&next);
                    let former = json!({
                        "key": hex(&key.public()),
                        "successor": hex(&next),
                        "signature": hex(&signature),
                        "until_ms": 7,
                    });
                    next = key.public();
                    former
                });
                let mut former: Vec<_> = former.collect();
                former.reverse();
                let key = hex(&self.key.public());
                json!({"origin": "a room", "key": key, "former": former}).to_string().into_bytes()
            }
            ("/deal/log/checkpoint", _) => {
                let head = self.log().head(self.signed.len() as u64).unwrap();
                Checkpoint::write("a room", &head, &self.key).into_bytes()
            }
            ("/deal/log/consistency", _) => {
                let (from, to) = query.strip_prefix("from=")?.split_once("&to=")?;
                let path = self.log().consistency(from.parse().ok()?, to.parse().ok()?)?;
                let path: Vec<String> = path.iter().map(|hash| HEXLOWER.encode(hash)).collect();
                json!({"from": 0, "to": 0, "path": path}).to_string().into_bytes()
            }
            (_, Some(Tile { level: TileLevel::Entries, index, width })) => {
                let from = usize::try_from(index * 256).unwrap();
                let entries = self.served.get(from..from + usize::from(width))?;
                let entries: Vec<_> = entries.iter().map(LogEntry::encode).collect();
                entry_bundle(entries.iter().map(<[u8; 66]>::as_slice))
            }
            _ => return None,
        })
    }

    async fn answer(fake: Arc<Mutex<Self>>, mut stream: TcpStream) {
        let (mut head, mut buffer) = (Vec::new(), [0; 1024]);
        while !head.ends_with(b"\r\n\r\n") {
            match stream.read(&mut buffer).await {
                Ok(count) if count > 0 => head.extend_from_slice(&buffer[..count]),
                _ => return,
            }
        }
        let head = String::from_utf8(head).unwrap();
        let page = fake.lock().page(head.split(' ').nth(1).unwrap());
        let (status, page) = page.map_or(("404 Not Found", Vec::new()), |page| ("200 OK", page));
        let length = page.len();
        let begin =
            format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
        let _ = stream.write_all(&[begin.as_bytes(), &page].concat()).await;
    }
}

/// A room that is followed from one state directory.
struct Followed {
    fake: Arc<Mutex<Fake>>,
    address: SocketAddr,
    directory: tempfile::TempDir,
}

impl Followed {
    async fn room(entries: impl Iterator<Item = LogEntry>) -> Self {
        let signed: Vec<LogEntry> = entries.collect();
        let fake = Fake { key: key(1), former: Vec::new(), served: signed.clone(), signed };
        let fake = Arc::new(Mutex::new(fake));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::clone(&fake);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(Fake::answer(Arc::clone(&shared), stream));
            }
        });
        Self { fake, address, directory: tempfile::tempdir().unwrap() }
    }

    /// Changes the entries that the room signs and serves.
    fn change(&self, change: impl FnOnce(&mut Vec<LogEntry>)) {
        let mut fake = self.fake.lock();
        change(&mut fake.signed);
        fake.served = fake.signed.clone();
    }

    async fn look(&self) -> (ExitCode, String) {
        look(self.address, self.directory.path(), &[]).await
    }

    fn evidence(&self) -> String {
        self.directory.path().join("evidence.json").display().to_string()
    }
}

async fn look(address: SocketAddr, state: &Path, more: &[&str]) -> (ExitCode, String) {
    let (url, state) = (format!("http://{address}/"), state.display().to_string());
    let line = ["cardroom", "deal", "monitor", &url, "--state", &state];
    let line = line.iter().chain(more);
    let Some(Command::Deal(Deal::Monitor(monitor))) = Cli::try_parse_from(line).unwrap().command
    else {
        panic!("this is another command");
    };
    let monitor: Monitor = monitor;
    let mut out = Vec::new();
    let code = monitor.run(&mut out).await.unwrap();
    (code, String::from_utf8(out).unwrap())
}

fn hands(hands: std::ops::Range<u64>) -> impl Iterator<Item = LogEntry> {
    hands.flat_map(|hand| [entry(3, hand), entry(5, hand + 900)])
}

#[tokio::test]
async fn a_log_that_grows_is_consistent_from_one_look_to_the_next() {
    let room = Followed::room(hands(1..151)).await;
    let (code, said) = room.look().await;
    assert_eq!(code, ExitCode::SUCCESS, "{said}");
    assert!(said.starts_with("Following a room under the key 8a88e3dd"), "{said}");
    assert!(
        said.contains("300 rounds at 2 tables, 300 of them new: consistent; no round"),
        "{said}"
    );
    assert!(said.contains("  table 5: 150 played, 0 void, 0 given up\n"), "{said}");
    let (code, said) = room.look().await;
    assert_eq!((code, said.lines().count()), (ExitCode::SUCCESS, 2), "nothing is new: {said}");
    for (from, to) in [(151, 152), (152, 257), (257, 400)] {
        room.change(|entries| entries.extend(hands(from..to)));
        let (code, said) = room.look().await;
        assert_eq!(code, ExitCode::SUCCESS, "{said}");
        let new = format!("{} rounds at 2 tables, {} of them new", 2 * (to - 1), 2 * (to - from));
        assert!(said.contains(&new), "{said}");
    }
}

#[tokio::test]
async fn a_log_that_is_cut_by_one_entry_is_reported_and_the_evidence_fails() {
    let room = Followed::room(hands(1..151)).await;
    room.look().await;
    room.change(|entries| entries.truncate(299));
    let (code, said) = room.look().await;
    assert_eq!(code, ExitCode::FAILURE, "{said}");
    assert!(said.starts_with("FRAUD: The log had 300 rounds, and has 299 now"), "{said}");
    let key = HEXLOWER.encode(&key(1).public());
    let (code, said) = proofs::run(&["verify", &room.evidence(), "--key", &key]);
    assert_eq!(code, ExitCode::FAILURE);
    assert!(said.contains("SPLIT"), "{said}");
}

#[tokio::test]
async fn a_log_in_which_one_entry_is_exchanged_is_reported_whether_it_grows_or_not() {
    for growth in [0, 1, 40] {
        let room = Followed::room(hands(1..151)).await;
        room.look().await;
        room.change(|entries| {
            entries[117].seal = [9; 32];
            entries.extend(hands(151..151 + growth));
        });
        let (code, said) = room.look().await;
        assert_eq!(code, ExitCode::FAILURE, "{said}");
        assert!(said.contains("has rewritten its history"), "{said}");
        let key = HEXLOWER.encode(&key(1).public());
        let (_, said) = proofs::run(&["verify", &room.evidence(), "--key", &key]);
        assert!(said.contains("SPLIT"), "{said}");
    }
}

#[tokio::test]
async fn entries_that_are_not_those_of_the_signed_head_are_reported() {
    let room = Followed::room(hands(1..151)).await;
    room.look().await;
    room.change(|entries| entries.extend(hands(151..160)));
    room.fake.lock().served[305].outcome = Outcome::GivenUp;
    let (code, said) = room.look().await;
    assert_eq!(code, ExitCode::FAILURE, "{said}");
    assert!(said.contains("serves other entries"), "{said}");
}

#[tokio::test]
async fn a_round_that_is_left_out_is_named_and_the_monitor_goes_on() {
    let room = Followed::room(hands(1..4).chain(hands(5..6))).await;
    let (code, said) = room.look().await;
    assert_eq!(code, ExitCode::SUCCESS);
    let missing = "MISSING: at table 3, round 0 of hand 3 is followed by round 0 of hand 5.";
    assert!(said.contains(missing), "{said}");
    assert!(said.contains("rounds are missing in 2 places"), "{said}");
}

#[tokio::test]
async fn a_new_key_begins_a_new_log_if_the_old_one_has_signed_it() {
    let room = Followed::room(hands(1..20)).await;
    room.look().await;
    {
        let mut fake = room.fake.lock();
        fake.former = vec![(key(1), true), (key(2), true)];
        fake.key = key(3);
    }
    room.change(|entries| entries.truncate(2));
    let (code, said) = room.look().await;
    assert_eq!(code, ExitCode::SUCCESS, "{said}");
    assert!(said.contains("which the old one has signed"), "{said}");
    assert!(said.contains("2 rounds at 2 tables"), "{said}");

    {
        let mut fake = room.fake.lock();
        (fake.key, fake.former) = (key(4), vec![(key(3), false)]);
    }
    let (code, said) = room.look().await;
    assert_eq!(code, ExitCode::FAILURE);
    assert!(said.contains("which the old one has not signed"), "{said}");
}

#[tokio::test]
async fn a_head_under_another_key_is_no_head() {
    let room = Followed::room(hands(1..20)).await;
    let known = HEXLOWER.encode(&key(2).public());
    let elsewhere = tempfile::tempdir().unwrap();
    let (code, said) = look(room.address, elsewhere.path(), &["--key", &known]).await;
    assert_eq!(code, ExitCode::FAILURE, "{said}");
    assert!(said.contains("which yours has not signed"), "{said}");
}

#[tokio::test]
async fn a_room_that_does_not_answer_is_no_fraud() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let directory = tempfile::tempdir().unwrap();
    let (code, said) = look(address, directory.path(), &[]).await;
    assert_eq!(code, ExitCode::from(2), "{said}");
    assert!(said.starts_with("The room cannot be read: "), "{said}");
}

#[tokio::test]
async fn a_damaged_state_is_refused() {
    let room = Followed::room(hands(1..20)).await;
    room.look().await;
    let file = room.directory.path().join("seen.json");
    let text = std::fs::read_to_string(&file).unwrap().replace("\"size\":38", "\"size\":37");
    std::fs::write(&file, text).unwrap();
    let url = format!("http://{}/", room.address);
    let state = room.directory.path().display().to_string();
    let line = ["cardroom", "deal", "monitor", &url, "--state", &state];
    let Some(Command::Deal(Deal::Monitor(monitor))) = Cli::try_parse_from(line).unwrap().command
    else {
        panic!("this is another command");
    };
    let refused = monitor.run(&mut Vec::new()).await.unwrap_err();
    assert!(refused.to_string().contains("is damaged"), "{refused}");
}

/// Opens a room with a verifiable table, where nobody plays.
async fn real_room(store: &MemoryStore, directory: &Path) -> OpenRoom {
    let text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\ndata_dir = \"{}\"\n\
         [house_bots]\nenabled = false\n[deal]\nverifiable = true\norigin = \"cards.example\"\n\
         [[tables]]\nname = \"Sirius\"\ngame = \"holdem\"\nsmall_blind = 1\nbig_blind = 2\n\
         seats = 6\nmin_buy_in = 40\nmax_buy_in = 200\n",
        directory.display()
    );
    let config = Config::load_text("test", &text, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, Arc::new(store.clone()), figures).await.unwrap()
}

async fn page(address: SocketAddr, path: &str) -> (u16, String) {
    let request = Request::get(format!("http://{address}{path}")).body(Vec::new()).unwrap();
    let outgoing = Outgoing::new(Settings::default(), Handle::current());
    let client = outgoing.client(None).unwrap().reaching_this_machine();
    let answer = client.send(request).await.unwrap();
    let status = answer.status().as_u16();
    (status, String::from_utf8_lossy(answer.body()).into_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pages_of_a_real_room_are_those_that_a_monitor_reads() {
    let (store, directory) = (MemoryStore::new(), tempfile::tempdir().unwrap());
    let open = real_room(&store, directory.path()).await;
    let log = open.room.deals().unwrap().log().clone();
    let id = LogId::of(&log.key().public());
    let sealed = (1..=300).map(|hand| SealedRound {
        log: id,
        table: TableId(1),
        hand,
        round: 0,
        outcome: 0,
        blame: None,
        at_ms: open.room.clock.now().0,
        seal: [7; 32],
    });
    store.commit(&[Unit { sealed: sealed.collect(), ..Unit::default() }]).await.unwrap();
    log.advance().await.unwrap();

    let state = directory.path().join("monitor");
    let (code, said) = look(open.address, &state, &[]).await;
    assert_eq!(code, ExitCode::SUCCESS, "{said}");
    assert!(said.starts_with("Following cards.example under the key"), "{said}");
    assert!(said.contains("300 rounds at 1 tables, 300 of them new: consistent"), "{said}");

    let (status, proof) = page(open.address, "/deal/log/consistency?from=7&to=300").await;
    assert_eq!(status, 200, "{proof}");
    assert!(proof.starts_with("{\"from\":7,\"to\":300,\"path\":[\""), "{proof}");
    let (status, counts) = page(open.address, "/deal/counts").await;
    let counts: Value = serde_json::from_str(&counts).unwrap();
    assert_eq!((status, &counts["size"]), (200, &json!(300)));
    assert_eq!(counts["days"][0]["name"], "Sirius");
    assert_eq!(counts["days"][0]["played"], 300);
    assert_eq!(page(open.address, "/tables/1/deals?from=1").await, (200, "[]".to_owned()));
    for path in [
        "/deal/log/consistency?from=7&to=301",
        "/deal/log/tile/entries/002",
        "/deal/log/tile/entries/001.p/45",
        "/deal/log/tile/0/../../key",
        "/tables/99/deals",
    ] {
        assert_eq!(page(open.address, path).await.0, 404, "{path}");
    }
    assert_eq!(page(open.address, "/deal/log/consistency?from=x&to=1").await.0, 400);
    open.close(std::time::Duration::ZERO).await;
}
