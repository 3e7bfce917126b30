//! The keys of a room with a key file, in a real PostgreSQL. Another machine goes on with an
//! interrupted hand, and nothing outside the key file reveals a card, a code or a second factor.

use super::{Room, setup, show_cards};
use crate::support::{Postgres, Server, ordinary, play};
use bytes::Bytes;
use cardroom::ids::{AccountId, TableId};
use cardroom::store::backup::back_up;
use cardroom::store::prelude::*;
use cardroom::store::{
    PostgresKeys, PostgresStore, StorePlace, StoreUrl, StoredAccount, StoredHand,
    StoredHostedTable, StoredSecondFactor, StreamId, Unit,
};
use cardroom::table::TableCore;
use cardroom::vault::{KeyFile, Keys, Vault};
use cardroom_protocol::server::Role;
use cardroom_rules::HandNo;
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

const SECRET: &[u8] = b"a second factor's key";
const CODE: &str = "K7QX2M9RTA";
const ENDED: &[u8] = b"AsKd of a hand that is over";

/// A database, a key file that opens its keys, and the directories of machines.
struct Site {
    database: Postgres,
    directory: TempDir,
}

impl Site {
    /// Creates a site; `None` without PostgreSQL.
    async fn new() -> Option<Self> {
        let database = Postgres::database().await?;
        let directory = tempfile::tempdir().unwrap();
        KeyFile::create(&directory.path().join("room.key")).unwrap();
        Some(Self { database, directory })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn file(&self) -> KeyFile {
        KeyFile::read(&self.path("room.key")).unwrap()
    }

    async fn vault(&self, store: &PostgresStore, machine: &str) -> Arc<Vault> {
        Arc::new(Vault::open_ring(store, &self.file(), &self.path(machine)).await.unwrap())
    }

    /// Closes the room and opens it on another machine.
    async fn move_to(&self, machine: &str, room: &mut Room) {
        room.store.close().await.unwrap();
        let store = self.database.open().await;
        room.vault = self.vault(&store, machine).await;
        room.store = Arc::new(store);
        room.restart(Some(setup())).await;
        room.vault.forget_unused(room.store.as_ref()).await.unwrap();
    }

    /// Returns all that a dump of the database and a backup show, with every binary value decoded.
    async fn dump(&self) -> Vec<Vec<u8>> {
        let find = r#"PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"; exec "$@""#;
        let dump = Command::new("sh")
            .args(["-c", find, "sh", "pg_dump", "-U", "room", "-h"])
            .arg(&self.database.directory)
            .arg(&self.database.name)
            .output()
            .unwrap();
        assert!(dump.status.success(), "{}", String::from_utf8_lossy(&dump.stderr));
        let text = String::from_utf8(dump.stdout).unwrap();
        let values = text.split("\\\\x").skip(1).map(|value| {
            let digits = value.find(|digit: char| !digit.is_ascii_hexdigit());
            let digits = &value[..digits.unwrap_or(value.len())];
            HEXLOWER_PERMISSIVE.decode(&digits.as_bytes()[..digits.len() / 2 * 2]).unwrap()
        });
        let mut contents: Vec<Vec<u8>> = values.collect();
        assert!(contents.len() > 10, "binary values were found");
        contents.push(text.into_bytes());
        let backup = self.path("backup.sqlite");
        let place = StorePlace::Postgres(StoreUrl::from(&*self.database.url()));
        back_up(&place, &backup).await.unwrap();
        contents.push(fs::read(&backup).unwrap());
        fs::remove_file(backup).unwrap();
        contents
    }

    /// Returns the room's keys by the names of their files.
    async fn exported(&self) -> Vec<(String, Vec<u8>)> {
        let keys = PostgresKeys::connect(&self.database.url()).await;
        let ring = keys.unwrap().ring().await.unwrap().unwrap();
        let directory = tempfile::tempdir().unwrap();
        Keys::unwrap(&ring, &self.file()).unwrap().export(directory.path()).unwrap();
        let files = fs::read_dir(&directory).unwrap().map(Result::unwrap);
        let name = |file: &fs::DirEntry| file.file_name().into_string().unwrap();
        let mut keys: Vec<_> =
            files.map(|file| (name(&file), fs::read(file.path()).unwrap())).collect();
        keys.sort();
        keys
    }

    async fn secret_of(&self, name: &str) -> Vec<u8> {
        self.exported().await.into_iter().find(|(found, _)| found == name).unwrap().1
    }

    /// Returns the secrets of the room that `contents` show.
    async fn shown(&self, contents: &[Vec<u8>]) -> Vec<String> {
        let mut secrets = self.exported().await;
        assert!(secrets.len() >= 3, "the keys are known");
        secrets.push(("key file".to_owned(), fs::read(self.path("room.key")).unwrap()));
        for (name, secret) in [("factor", SECRET), ("code", CODE.as_bytes()), ("ended hand", ENDED)]
        {
            secrets.push((name.to_owned(), secret.to_vec()));
        }
        let is_shown = |secret: &[u8]| {
            let hex = HEXLOWER.encode(secret).into_bytes();
            let holds = |content: &Vec<u8>, part: &[u8]| {
                content.windows(part.len()).any(|window| window == part)
            };
            contents.iter().any(|content| holds(content, secret) || holds(content, &hex))
        };
        secrets.into_iter().filter(|(_, secret)| is_shown(secret)).map(|(name, _)| name).collect()
    }
}

/// Stores something of everything that the archive key seals.
async fn store_sealed(store: &dyn Store, vault: &Vault) {
    let account = StoredAccount {
        id: AccountId(0),
        name: "Ann".to_owned(),
        password_hash: None,
        role: Role::Player,
        bot: false,
        last_grant_ms: 0,
        look: None,
        opened_ms: 0,
        suspended_until_ms: None,
        muted_until_ms: None,
        erased_ms: None,
        used: true,
    };
    let account = store.create_account(&account).await.unwrap();
    let factor = StoredSecondFactor {
        account,
        sealed: vault.seal_factor(account, SECRET),
        confirmed: true,
        last_step: 0,
        recovery: Vec::new(),
    };
    assert!(store.set_second_factor(None, &factor).await.unwrap());
    let hosted = StoredHostedTable {
        table: TableId(70),
        code: vault.seal_code(CODE),
        host: account,
        terms: "{}".to_owned(),
        opened_ms: 1,
    };
    store.keep_hosted_table(&hosted).await.unwrap();
    let hand = StoredHand {
        table: TableId(70),
        hand: 1,
        tournament: None,
        game: "texas-hold-em".to_owned(),
        ended_ms: 1,
        pot: 10,
        people: true,
        record: Bytes::new(),
        cards: Some(vault.seal_ended(TableId(70), HandNo(1), ENDED).into()),
        players: Vec::new(),
        retold: false,
    };
    store.commit(&[Unit { hands: vec![hand], ..Unit::default() }]).await.unwrap();
}

/// Opens what [`store_sealed`] stored.
async fn opens_sealed(store: &dyn Store, vault: &Vault) -> bool {
    let factor = store.second_factor(AccountId(1)).await.unwrap().unwrap();
    let (hosted, _) = store.hosted_table(TableId(70)).await.unwrap().unwrap();
    let hand = store.hand(TableId(70), 1).await.unwrap().unwrap();
    let cards = vault.unseal_ended(TableId(70), HandNo(1), &hand.cards.unwrap());
    vault.unseal_factor(AccountId(1), &factor.sealed).as_deref() == Some(SECRET)
        && vault.unseal_code(&hosted.code).as_deref() == Some(CODE)
        && cards.as_deref() == Some(ENDED)
}

#[tokio::test]
async fn a_search_of_a_dump_and_a_backup_during_play_finds_no_secret() {
    let Some(site) = Site::new().await else { return };
    let store = Arc::new(site.database.open().await);
    let vault = site.vault(&store, "a").await;
    store_sealed(store.as_ref(), &vault).await;
    let mut room = Room::opened_on(store, vault, 3).await;
    let mut searched = 0;
    for _ in 0..2 {
        room.deal().await;
        while room.plays() {
            if room.actions.is_multiple_of(4) {
                let contents = site.dump().await;
                assert!(!show_cards(&contents, std::slice::from_ref(room.dealt.last().unwrap())));
                assert_eq!(site.shown(&contents).await, [""; 0]);
                searched += 1;
            }
            room.step().await;
        }
    }
    assert!(searched >= 2, "{searched} searches");
    assert!(opens_sealed(room.store.as_ref(), &room.vault).await, "there was something to find");

    // The search would find them.
    let cards: Vec<u8> = room.dealt[0].deck.cards().iter().map(|card| card.index()).collect();
    let leaks = [cards, site.secret_of("archive.key").await, SECRET.to_vec(), CODE.into()].concat();
    let leak = sqlx::query("INSERT INTO room_key (name, wrapped) VALUES ('leak', $1)");
    leak.bind(&leaks).execute(&mut site.database.connect().await).await.unwrap();
    let contents = site.dump().await;
    assert!(show_cards(&contents, &room.dealt));
    assert_eq!(site.shown(&contents).await, ["archive.key", "factor", "code"]);
}

#[tokio::test]
async fn on_another_machine_the_interrupted_hand_goes_on_with_the_same_deck() {
    let Some(site) = Site::new().await else { return };
    // How the hand ends without an interruption.
    let mut room = Room::new(6).await;
    room.deal().await;
    let mut steps = 0;
    while room.plays() {
        room.step().await;
        steps += 1;
    }
    let expected = (room.stacks(), room.kept());

    let store = Arc::new(site.database.open().await);
    let vault = site.vault(&store, "a").await;
    store_sealed(store.as_ref(), &vault).await;
    let mut room = Room::opened_on(store, vault, 6).await;
    room.deal().await;
    for step in 0..steps {
        let cards = room.hole_cards();
        assert!(cards.iter().any(|cards| cards.len() == 2), "step {step}");
        site.move_to(if step % 2 == 0 { "b" } else { "a" }, &mut room).await;
        assert!(room.plays(), "step {step}");
        assert_eq!(room.hole_cards(), cards, "step {step}");
        room.come_back().await;
        room.step().await;
    }
    assert!(steps > 5 && !room.plays());
    assert_eq!((room.stacks(), room.kept()), expected);
    assert!(opens_sealed(room.store.as_ref(), &room.vault).await);
    // Once it has ended, nothing needs the deck's key.
    site.move_to("b", &mut room).await;
    let keys = site.exported().await;
    assert_eq!(keys.iter().filter(|(name, _)| name.starts_with("room-")).count(), 1, "{keys:?}");
}

/// Runs a command of the program.
fn cardroom(site: &Site, key_file: &str, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["--set", &format!("store.url={}", site.database.url())])
        .args(["--set", &format!("standby.key_file={}", site.path(key_file).display())])
        .arg("--data-dir")
        .arg(site.path("commands"))
        .args(arguments)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

fn start(site: &Site, machine: &str, key_file: &str) -> Server {
    let directory = site.path(machine);
    fs::create_dir_all(&directory).unwrap();
    let key_file = format!("standby.key_file={}", site.path(key_file).display());
    Server::start_as(&directory, &site.database.url(), |command| {
        command.args(["--set", &key_file]);
    })
}

/// Returns the hands that a room had in progress when it ended.
async fn in_progress(site: &Site) -> Vec<(TableId, HandNo)> {
    let store = site.database.open().await;
    let mut hands = Vec::new();
    for (id, stream) in store.load_streams().await.unwrap() {
        let StreamId::Table(table) = id else { panic!("the room holds no tournaments") };
        let core = TableCore::open(table, ordinary::table("any"), None, &stream).unwrap();
        hands.extend(core.table().hand_in_progress().map(|hand| (table, hand)));
    }
    store.close().await.unwrap();
    hands.sort();
    hands
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_goes_on_elsewhere_with_a_key_file_that_changed_under_play() {
    let Some(site) = Site::new().await else { return };
    let (made, said) = cardroom(&site, "room.key", &["keys", "status"]);
    assert!(made && said.contains("are files"), "{said}");
    let next = site.path("next.key");
    let (made, said) = cardroom(&site, "room.key", &["keys", "new", next.to_str().unwrap()]);
    assert!(made && said.contains("standby.key_file"), "{said}");
    let (made, said) = cardroom(&site, "room.key", &["keys", "new", next.to_str().unwrap()]);
    assert!(!made && said.contains("was left as it is"), "{said}");

    let server = start(&site, "a", "room.key");
    play(&server.url, 1, 150).await;
    let (opens, said) = cardroom(&site, "room.key", &["keys", "status"]);
    assert!(opens && said.contains("opens them"), "{said}");
    let (opens, said) = cardroom(&site, "next.key", &["keys", "status"]);
    assert!(!opens && said.contains("next.key"), "{said}");
    let rotate = ["keys", "rotate", "--to", next.to_str().unwrap()];
    let (rotated, said) = cardroom(&site, "room.key", &rotate);
    assert!(rotated && said.contains("needs no restart"), "{said}");
    let (rotated, said) = cardroom(&site, "room.key", &rotate);
    assert!(!rotated && said.contains("standby.key_file"), "{said}");
    play(&server.url, 2, 150).await;
    server.kill();

    let (opened, said) = cardroom(&site, "room.key", &["serve", "--listen", "127.0.0.1:0"]);
    assert!(!opened && said.contains("Copy the key file"), "{said}");
    let without = format!("--data-dir={}", site.path("c").display());
    let output = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["--set", &format!("store.url={}", site.database.url()), &without])
        .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("standby.key_file"), "{said}");

    let interrupted = in_progress(&site).await;
    assert!(!interrupted.is_empty(), "it was killed while people played");
    start(&site, "b", "next.key").kill();
    assert_eq!(in_progress(&site).await, interrupted, "no hand was voided");
    let server = start(&site, "b", "next.key");
    play(&server.url, 3, 150).await;
    server.kill();
    for machine in ["a", "b"] {
        let keys = site.path(machine).join("data").join("keys");
        assert!(!keys.exists() || fs::read_dir(&keys).unwrap().next().is_none(), "{machine}");
    }
    // Back to files.
    let exported = site.path("commands").join("keys");
    let export = ["keys", "export", exported.to_str().unwrap(), "--delete"];
    let (done, said) = cardroom(&site, "next.key", &export);
    assert!(done && said.contains("has no keys any more"), "{said}");
    assert!(exported.join("archive.key").exists());
    let (_, said) = cardroom(&site, "next.key", &["keys", "status"]);
    assert!(said.contains("are files"), "{said}");
}
