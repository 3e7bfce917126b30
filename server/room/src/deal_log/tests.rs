//! The log over a store in memory: growth, what its readers get, lost ends, and witnesses.

use super::{DealLog, PublicTable, Witness, check_logs};
use crate::ids::{TableId, TournamentId};
use crate::store::prelude::*;
use crate::store::{
    LogId, MemoryStore, Record, SealedRound, Store, StoredHand, StoredTournament, StreamId, Unit,
};
use crate::vault::{KeyFile, Keys, Vault, note_deal_head};
use bytes::Bytes;
use cardroom_deal::{
    Checkpoint, LogEntry, RoomKey, Secret, TreeHead, Vkey, extends, is_included, is_successor,
};
use cardroom_https::{HttpClient, Outgoing, Settings};
use data_encoding::BASE64;
use parking_lot::Mutex;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;

const STREAM: StreamId = StreamId::Deal(TableId(3));

fn client() -> HttpClient {
    let outgoing = Outgoing::new(Settings::default(), Handle::current());
    outgoing.client(None).unwrap().reaching_this_machine()
}

fn round(log: LogId, hand: u64) -> SealedRound {
    let (outcome, blame) = if hand.is_multiple_of(10) { (2, Some(4)) } else { (0, None) };
    let seal = [u8::try_from(hand % 251).unwrap(); 32];
    let (table, at_ms) = (TableId(3), hand * 3_600_000);
    SealedRound { log, table, hand, round: 0, outcome, blame, at_ms, seal }
}

/// Commits rounds of these hands, as a table does.
async fn seal(store: &dyn Store, log: LogId, hands: std::ops::Range<u64>) {
    let unit = |hand| Unit {
        records: vec![Record { stream: STREAM, seq: hand, payload: Bytes::from_static(b"x") }],
        sealed: vec![round(log, hand)],
        ..Unit::default()
    };
    store.commit_play(&hands.map(unit).collect::<Vec<_>>()).await.unwrap();
}

struct House {
    store: Arc<dyn Store>,
    keys: tempfile::TempDir,
}

impl House {
    fn new() -> Self {
        Self { store: Arc::new(MemoryStore::new()), keys: tempfile::tempdir().unwrap() }
    }

    fn keys(&self) -> &Path {
        self.keys.path()
    }

    async fn open_with(&self, witnesses: Vec<Witness>) -> DealLog {
        let vault = Arc::new(Vault::open(self.keys()).unwrap());
        DealLog::open("a room", &vault, &self.store, witnesses, 7).await.unwrap()
    }

    async fn open(&self) -> DealLog {
        self.open_with(Vec::new()).await
    }

    async fn seal(&self, log: &DealLog, hands: std::ops::Range<u64>) {
        seal(self.store.as_ref(), LogId::of(&log.key().public()), hands).await;
    }
}

fn head(log: &DealLog) -> TreeHead {
    let text = log.checkpoint().unwrap();
    let checkpoint = Checkpoint::parse(&text).unwrap();
    assert!(checkpoint.is_signed_by(&log.key().public()));
    assert_eq!(checkpoint.origin, &**log.origin());
    checkpoint.head
}

#[tokio::test]
async fn a_head_is_over_everything_that_is_stored_and_extends_the_one_before() {
    let house = House::new();
    let log = house.open().await;
    assert_eq!(head(&log).size, 0);
    let mut last = 1;
    for next in [2, 3, 250, 700, 701] {
        let before = head(&log);
        house.seal(&log, last..next).await;
        assert_eq!(head(&log), before, "nothing is signed yet");
        log.advance().await.unwrap();
        let now = head(&log);
        assert_eq!(now.size, next - 1);
        let proof = log.consistency(before.size, now.size).await.unwrap().unwrap();
        assert!(extends(before, now, &proof.path), "{before:?} {now:?}");
        last = next;
    }
    assert_eq!(log.consistency(0, 701).await.unwrap(), None);
    let checked = check_logs(house.store.as_ref()).await.unwrap();
    assert_eq!((checked.entries, checked.wrong), (700, Vec::new()));
    // The next life of the room goes on with the same log.
    let again = house.open().await;
    assert_eq!(head(&again), head(&log));
    house.seal(&again, 701..800).await;
    again.advance().await.unwrap();
    assert_eq!(head(&again).size, 799);
}

#[tokio::test]
async fn every_round_is_shown_to_be_in_the_log() {
    let house = House::new();
    let log = house.open().await;
    let id = LogId::of(&log.key().public());
    house.seal(&log, 1..300).await;
    assert!(log.inclusions(TableId(3), 7).await.unwrap().is_empty(), "no head is over it");
    log.advance().await.unwrap();
    let head = head(&log);
    for hand in [1, 2, 255, 256, 257, 299] {
        let found = log.inclusions(TableId(3), hand).await.unwrap();
        let stored = round(id, hand);
        let entry = LogEntry {
            table: 3,
            hand,
            round: 0,
            outcome: cardroom_deal::Outcome::of(stored.outcome).unwrap(),
            seal: stored.seal,
        };
        let inclusion = &found[&0];
        assert_eq!(inclusion.index, hand - 1);
        assert!(is_included(&entry.leaf(), inclusion.index, &inclusion.path, &head), "{hand}");
    }
}

#[tokio::test]
async fn tiles_have_what_the_head_is_over_and_nothing_else() {
    let house = House::new();
    let log = house.open().await;
    house.seal(&log, 1..301).await;
    log.advance().await.unwrap();
    house.seal(&log, 301..303).await;
    for (path, length) in [
        ("tile/entries/000", Some((256 * 68, true))),
        ("tile/entries/001.p/44", Some((44 * 68, false))),
        ("tile/entries/001.p/45", None),
        ("tile/0/000", Some((256 * 32, true))),
        ("tile/0/001.p/7", Some((7 * 32, false))),
        ("tile/0/001.p/45", None),
        ("tile/1/000.p/1", Some((32, false))),
        ("tile/1/000.p/2", None),
        ("tile/63/000.p/1", None),
        ("tile/0/x999/x999/x999/x999/x999/x999/999", None),
        ("tile/0/1", None),
    ] {
        let found = log.tile_at(path).await.unwrap();
        assert_eq!(found.map(|(bytes, full)| (bytes.len(), full)), length, "{path}");
    }
}

#[tokio::test]
async fn rounds_are_counted_by_day_and_by_the_seat_to_blame() {
    let house = House::new();
    let log = house.open().await;
    house.seal(&log, 1..24).await;
    log.advance().await.unwrap();
    house.seal(&log, 24..48).await;
    log.advance().await.unwrap();
    let counts = log.counts(0).await.unwrap();
    let told: Vec<_> = counts.iter().map(|it| (it.day, it.outcome, it.blame, it.rounds)).collect();
    assert_eq!(told, [(0, 0, None, 21), (0, 2, Some(4), 2), (1, 0, None, 22), (1, 2, Some(4), 2)]);
    assert_eq!(log.counts(1).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_database_that_lost_its_end_gets_a_new_key_which_the_old_one_signs() {
    let mut house = House::new();
    let log = house.open().await;
    house.seal(&log, 1..20).await;
    log.advance().await.unwrap();
    let first = log.key().public();
    assert_eq!(&**log.origin(), "a room");

    // An older copy of the database.
    house.store = Arc::new(MemoryStore::new());
    seal(house.store.as_ref(), LogId::of(&first), 1..19).await;
    let log = house.open().await;
    let second = log.key().public();
    let [former] = log.former() else { panic!("{:?}", log.former()) };
    assert_eq!((former.key, former.successor), (first, second));
    assert!(is_successor(&first, &second, &former.signature));
    assert_eq!((&**log.origin(), head(&log).size), ("a room#2", 0));
    house.seal(&log, 19..25).await;
    log.advance().await.unwrap();
    assert_eq!(head(&log).size, 6);
    let again = house.open().await;
    assert_eq!((again.key().public(), &**again.origin()), (second, "a room#2"));

    // A database with as many entries, of which others were signed.
    house.store = Arc::new(MemoryStore::new());
    seal(house.store.as_ref(), LogId::of(&second), 1..20).await;
    let log = house.open().await;
    assert_eq!((log.former().len(), &**log.origin()), (2, "a room#3"));
    assert_eq!(head(&log).size, 0);
}

/// Two machines with one key file and one database.
struct Pair {
    store: Arc<dyn Store>,
    file: KeyFile,
    directory: tempfile::TempDir,
}

impl Pair {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = KeyFile::create(&directory.path().join("room.key")).unwrap();
        Self { store: Arc::new(MemoryStore::new()), file, directory }
    }

    async fn open(&self, machine: &str) -> DealLog {
        let keys = self.directory.path().join(machine);
        let vault = Vault::open_ring(self.store.as_ref(), &self.file, &keys).await.unwrap();
        DealLog::open("a room", &Arc::new(vault), &self.store, Vec::new(), 7).await.unwrap()
    }

    /// Lets a machine that waits for the room's place look at the database.
    async fn wait(&self, machine: &str) {
        let ring = self.store.key_ring().await.unwrap().unwrap();
        let keys = Keys::unwrap(&ring, &self.file).unwrap().deals().unwrap();
        let log = LogId::of(&keys.key.public());
        let (_, head) = self.store.log_head(log).await.unwrap().unwrap();
        note_deal_head(&self.directory.path().join(machine), &keys, &head).unwrap();
    }

    /// Puts an older copy of the database in its place: with these hands and their head, and with
    /// the first of the keys of deals alone if `is_before_the_renewal`.
    async fn go_back(&mut self, hands: u64, is_before_the_renewal: bool) {
        let mut ring = self.store.key_ring().await.unwrap().unwrap();
        let all = Keys::unwrap(&ring, &self.file).unwrap().deals().unwrap();
        let key = if is_before_the_renewal {
            ring.keys.retain(|name, _| !name.starts_with("deal-"));
            all.former[0].key
        } else {
            all.key.public()
        };
        self.store = Arc::new(MemoryStore::new());
        self.store.begin_key_ring(&ring).await.unwrap();
        seal(self.store.as_ref(), LogId::of(&key), 1..hands + 1).await;
    }
}

#[tokio::test]
async fn either_machine_of_a_key_ring_notices_that_the_database_lost_its_end() {
    let mut pair = Pair::new();
    let log = pair.open("a").await;
    let first = log.key().public();
    seal(pair.store.as_ref(), LogId::of(&first), 1..20).await;
    log.advance().await.unwrap();
    pair.wait("b").await;
    // Taking over is no reason for another key.
    let log = pair.open("b").await;
    assert_eq!((log.key().public(), &**log.origin(), head(&log).size), (first, "a room", 19));

    pair.go_back(18, false).await;
    let log = pair.open("b").await;
    let second = log.key().public();
    let [former] = log.former() else { panic!("{:?}", log.former()) };
    assert_eq!((former.key, former.successor, former.until_ms), (first, second, 7));
    assert!(is_successor(&first, &second, &former.signature));
    assert_eq!(head(&log).size, 0);
    seal(pair.store.as_ref(), LogId::of(&second), 19..25).await;
    log.advance().await.unwrap();
    // The other machine has the file of the first key, and finds the second in the ring.
    let log = pair.open("a").await;
    assert_eq!((log.key().public(), log.former().len()), (second, 1));
    assert_eq!(head(&log).size, 6);
}

#[tokio::test]
async fn a_database_that_lost_the_last_key_of_its_ring_does_not_get_the_key_before_back() {
    let mut pair = Pair::new();
    let first = pair.open("a").await.key().public();
    seal(pair.store.as_ref(), LogId::of(&first), 1..20).await;
    pair.open("a").await;
    pair.go_back(5, false).await;
    let second = pair.open("a").await.key().public();
    assert_ne!(second, first);
    pair.wait("b").await;

    pair.go_back(5, true).await;
    let id = LogId::of(&first);
    let text = Checkpoint::write("a room", &TreeHead { size: 0, root: [0; 32] }, &log_key(5));
    let step = crate::store::LogStep { size: 0, checkpoint: text, ..Default::default() };
    pair.store.advance_log(id, &step).await.unwrap();
    for machine in ["a", "b"] {
        let third = pair.open(machine).await;
        let keys: Vec<[u8; 32]> = third.former().iter().map(|former| former.key).collect();
        assert_eq!(keys, [first], "{machine}");
        assert!(![first, second].contains(&third.key().public()), "{machine}");
        pair.go_back(5, true).await;
        pair.store.advance_log(id, &step).await.unwrap();
    }
}

fn log_key(byte: u8) -> RoomKey {
    RoomKey::new(&Secret::new([byte; 32]))
}

#[tokio::test]
async fn what_is_wrong_in_a_stored_log_is_found() {
    let house = House::new();
    let log = house.open().await;
    house.seal(&log, 1..20).await;
    log.advance().await.unwrap();
    let (size, text) = house.store.log_head(LogId::of(&log.key().public())).await.unwrap().unwrap();
    let other: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let id = LogId::of(&log.key().public());
    let step = crate::store::LogStep { size, checkpoint: text, ..Default::default() };
    other.advance_log(id, &step).await.unwrap();
    seal(other.as_ref(), id, 1..19).await;
    let wrong = |wrong: Vec<String>| wrong.join(" ");
    let found = wrong(check_logs(other.as_ref()).await.unwrap().wrong);
    assert!(found.contains("has 18 entries, and a head of 19"), "{found}");
    seal(other.as_ref(), id, 19..20).await;
    let found = wrong(check_logs(other.as_ref()).await.unwrap().wrong);
    assert!(found.contains("tile 0 of level 0"), "{found}");
    let other = Arc::new(MemoryStore::new());
    other.advance_log(id, &step).await.unwrap();
    seal(other.as_ref(), LogId(id.0), 1..10).await;
    let unit = Unit {
        records: vec![Record { stream: STREAM, seq: 10, payload: Bytes::from_static(b"x") }],
        sealed: (20..30).map(|hand| round(id, hand)).collect(),
        ..Unit::default()
    };
    other.commit(&[unit]).await.unwrap();
    let found = wrong(check_logs(other.as_ref()).await.unwrap().wrong);
    assert!(found.contains("are not those of its head"), "{found}");
}

const NAME: &str = "witness.example";

/// A witness: the last head that it cosigned.
struct Small {
    key: RoomKey,
    room: [u8; 32],
    seen: Mutex<TreeHead>,
}

impl Small {
    /// Answers a request as C2SP tlog-witness has it.
    fn answer(&self, body: &str) -> (&'static str, String) {
        let (begin, text) = body.split_once("\n\n").unwrap();
        let mut lines = begin.lines();
        let old: u64 = lines.next().unwrap().strip_prefix("old ").unwrap().parse().unwrap();
        let hash = |line: &str| BASE64.decode(line.as_bytes()).unwrap().try_into().unwrap();
        let proof: Vec<[u8; 32]> = lines.map(hash).collect();
        let checkpoint = Checkpoint::parse(text).unwrap();
        let mut seen = self.seen.lock();
        if !checkpoint.is_signed_by(&self.room) {
            return ("403 Forbidden", String::new());
        }
        if old != seen.size {
            return ("409 Conflict", format!("{}\n", seen.size));
        }
        if !extends(*seen, checkpoint.head, &proof) {
            return ("422 Unprocessable Entity", String::new());
        }
        *seen = checkpoint.head;
        ("200 OK", checkpoint.cosign(NAME, &self.key, 1_700_000_000))
    }

    async fn serve(self: Arc<Self>, mut stream: TcpStream) {
        let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
        let body = loop {
            let count = stream.read(&mut buffer).await.unwrap();
            request.extend_from_slice(&buffer[..count]);
            let text = String::from_utf8_lossy(&request).into_owned();
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            assert!(head.starts_with("POST /w/add-checkpoint "), "{head}");
            let lower = head.to_lowercase();
            let length = lower.split("content-length: ").nth(1).unwrap();
            let length: usize = length.lines().next().unwrap().parse().unwrap();
            if body.len() >= length {
                break body.to_owned();
            }
        };
        let (status, answer) = self.answer(&body);
        let length = answer.len();
        let answer = format!(
            "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{answer}"
        );
        stream.write_all(answer.as_bytes()).await.unwrap();
    }
}

async fn until(mut holds: impl FnMut() -> bool) {
    tokio::time::timeout(Duration::from_secs(20), async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("it happens in time");
}

#[tokio::test]
async fn a_witness_cosigns_heads_and_one_that_does_not_answer_delays_nothing() {
    let house = House::new();
    let key = RoomKey::new(&Secret::new([5; 32]));
    let vkey = Vkey::new(NAME, key.public()).text();
    let (good, silent) = (
        TcpListener::bind("127.0.0.1:0").await.unwrap(),
        TcpListener::bind("127.0.0.1:0").await.unwrap(),
    );
    let url = |listener: &TcpListener| format!("http://{}/w/", listener.local_addr().unwrap());
    let witnesses = [&silent, &good].map(|it| Witness::new(&vkey, &url(it)).unwrap());
    let log = house.open_with(witnesses.to_vec()).await;
    let room = log.key().public();
    // It has seen this log before the room was started.
    house.seal(&log, 1..4).await;
    log.advance().await.unwrap();
    let seen = Mutex::new(head(&log));
    let witness = Arc::new(Small { key: key.clone(), room, seen });
    let small = Arc::clone(&witness);
    tokio::spawn(async move {
        while let Ok((stream, _)) = good.accept().await {
            tokio::spawn(Arc::clone(&small).serve(stream));
        }
    });
    let client = client();
    for place in 0..2 {
        tokio::spawn(log.clone().call(client.clone(), place, Duration::from_millis(1)));
    }
    let verifier = Vkey::parse(&vkey).unwrap();
    for next in [9, 300] {
        house.seal(&log, if next == 9 { 4..9 } else { 9..300 }).await;
        log.advance().await.unwrap();
        assert_eq!(head(&log).size, next - 1, "a new head is served at once");
        let is_cosigned = || {
            let text = log.checkpoint().unwrap();
            verifier.cosignature(&Checkpoint::parse(&text).unwrap(), &text).is_some()
        };
        until(is_cosigned).await;
        assert_eq!(witness.seen.lock().size, next - 1);
        assert_eq!(log.checkpoint().unwrap().matches(NAME).count(), 1);
    }
}

#[tokio::test]
async fn a_witness_that_saw_another_log_does_not_cosign() {
    let house = House::new();
    let key = RoomKey::new(&Secret::new([5; 32]));
    let vkey = Vkey::new(NAME, key.public()).text();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/w", listener.local_addr().unwrap());
    let log = house.open_with(vec![Witness::new(&vkey, &url).unwrap()]).await;
    house.seal(&log, 1..10).await;
    log.advance().await.unwrap();
    let seen = Mutex::new(TreeHead { size: 4, root: [9; 32] });
    let witness = Arc::new(Small { key, room: log.key().public(), seen });
    let calling = log.clone().call(client(), 0, Duration::from_millis(1));
    let calling = tokio::spawn(calling);
    for _ in 0..4 {
        let (stream, _) = listener.accept().await.unwrap();
        Arc::clone(&witness).serve(stream).await;
    }
    assert_eq!(log.checkpoint().unwrap().matches(NAME).count(), 0);
    assert_eq!(witness.seen.lock().size, 4);
    calling.abort();
}

/// A hand of a tournament at a table, as far as its table can be found by it.
fn hand_of(table: TableId, tournament: Option<TournamentId>) -> StoredHand {
    StoredHand {
        table,
        hand: 1,
        tournament,
        game: "holdem".to_owned(),
        ended_ms: 1,
        pot: 0,
        people: true,
        players: Vec::new(),
        record: Bytes::from_static(b"a record"),
        cards: None,
        retold: false,
    }
}

#[tokio::test]
async fn counts_have_the_tables_of_public_tournaments_and_of_no_host() {
    let house = House::new();
    let log = house.open().await;
    let id = LogId::of(&log.key().public());
    let tournament = |name: &str, code: Option<&str>| StoredTournament {
        id: TournamentId(0),
        name: name.to_owned(),
        setup: String::new(),
        announced_ms: 0,
        announced_by: None,
        code: code.map(str::to_owned),
        results: None,
    };
    let public = house.store.create_tournament(&tournament("Sunday", None)).await.unwrap();
    let private = house.store.create_tournament(&tournament("Ours", Some("sealed"))).await.unwrap();
    let unit = Unit {
        sealed: (1..=6).map(|at| SealedRound { table: TableId(at), ..round(id, at) }).collect(),
        hands: vec![
            hand_of(TableId(3), Some(public)),
            hand_of(TableId(4), Some(private)),
            hand_of(TableId(5), None),
        ],
        ..Unit::default()
    };
    house.store.commit_play(&[unit]).await.unwrap();
    log.advance().await.unwrap();
    let table = |name: &str| PublicTable { name: name.to_owned(), tournament: None };
    // Table 1 is in the lobby, and table 2 is a host's.
    let open = [(TableId(1), Some(table("Sirius"))), (TableId(2), None)].into();
    for _ in 0..2 {
        let page = serde_json::to_value(log.counts_page(0, &open).await.unwrap()).unwrap();
        let days = page["days"].as_array().unwrap().iter();
        let told: Vec<_> = days
            .map(|it| (it["table"].clone(), it["name"].clone(), it["tournament"].clone()))
            .collect();
        let null = serde_json::Value::Null;
        assert_eq!(
            told,
            [(1.into(), "Sirius".into(), null), (3.into(), "Sunday".into(), public.0.into())]
        );
    }
    assert_eq!(log.gone_table(TableId(4)).await.unwrap(), None);
    assert_eq!(log.gone_table(TableId(99)).await.unwrap(), None);
}
