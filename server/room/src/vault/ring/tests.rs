//! The key ring on a store in memory: what is taken over, what two machines share, what is refused.

use super::*;
use crate::entropy::Dealer;
use crate::ids::{AccountId, TableId};
use crate::store::prelude::*;
use crate::store::{MemoryStore, StoredSecondFactor};
use cardroom_engine::Decks;
use cardroom_rules::{DeckKind, HandNo};
use std::os::unix::fs::PermissionsExt as _;
use tempfile::TempDir;

const TABLE: TableId = TableId(7);
const HAND: HandNo = HandNo(12);

fn decks() -> Decks {
    let mut dealer = Dealer::from_seed([9; 32]);
    Decks { deck: dealer.deck(DeckKind::Standard52), reshuffles: Vec::new() }
}

fn names(directory: &Path) -> Vec<String> {
    let Ok(files) = fs::read_dir(directory) else { return Vec::new() };
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A store, a key file, and the directories of two machines.
struct Site {
    store: MemoryStore,
    file: KeyFile,
    directory: TempDir,
}

impl Site {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = KeyFile::create(&directory.path().join("room.key")).unwrap();
        Self { store: MemoryStore::new(), file, directory }
    }

    fn machine(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    async fn open(&self, machine: &str) -> Result<Vault, KeysError> {
        Vault::open_ring(&self.store, &self.file, &self.machine(machine)).await
    }

    async fn ring(&self) -> StoredKeyRing {
        self.store.key_ring().await.unwrap().unwrap()
    }

    async fn in_ring(&self) -> Vec<String> {
        self.ring().await.keys.into_keys().collect()
    }

    /// Stores something that the archive key has sealed.
    async fn store_sealed(&self) {
        let factor = StoredSecondFactor {
            account: AccountId(1),
            sealed: vec![1],
            confirmed: true,
            last_step: 0,
            recovery: Vec::new(),
        };
        assert!(self.store.set_second_factor(None, &factor).await.unwrap());
    }
}

#[tokio::test]
async fn another_machine_opens_what_the_first_one_sealed() {
    let site = Site::new();
    let first = site.open("a").await.unwrap();
    let sealed = first.seal(TABLE, HAND, &decks());
    let ended = first.seal_ended(TABLE, HAND, b"As Kd");
    let factor = first.seal_factor(AccountId(1), b"secret");
    let code = first.seal_code("K7QX2M9RTA");
    assert_eq!(site.in_ring().await, ["archive", "deal", "room-1", "vapid"]);

    let second = site.open("b").await.unwrap();
    assert_eq!(second.unseal(TABLE, HAND, &sealed), Some(decks()));
    assert_eq!(second.unseal_ended(TABLE, HAND, &ended).as_deref(), Some(&b"As Kd"[..]));
    assert_eq!(second.unseal_factor(AccountId(1), &factor).as_deref(), Some(&b"secret"[..]));
    assert_eq!(second.seal_code("K7QX2M9RTA"), code);
    assert_eq!(second.vapid_key().public_key(), first.vapid_key().public_key());
    let deal = first.deal_keys(0).unwrap().key.public();
    assert_eq!(second.deal_keys(0).unwrap().key.public(), deal, "both machines sign deals alike");
    let reader = Vault::for_reading_from(&site.ring().await, &site.file).unwrap();
    assert_eq!(reader.unseal_ended(TABLE, HAND, &ended).as_deref(), Some(&b"As Kd"[..]));
    // The key of the interrupted hand stays as long as that hand.
    second.forget_unused(&site.store).await.unwrap();
    assert_eq!(site.in_ring().await, ["archive", "deal", "room-1", "room-2", "vapid"]);
    let third = site.open("a").await.unwrap();
    third.forget_unused(&site.store).await.unwrap();
    assert_eq!(site.in_ring().await, ["archive", "deal", "room-3", "vapid"]);
    assert_eq!(site.open("b").await.unwrap().unseal(TABLE, HAND, &sealed), None);
    assert_eq!((names(&site.machine("a")), names(&site.machine("b"))), (vec![], vec![]));
}

#[tokio::test]
async fn the_files_of_a_room_are_taken_over_and_deleted() {
    let site = Site::new();
    let keys = site.machine("a");
    let before = Vault::open(&keys).unwrap();
    let sealed = before.seal(TABLE, HAND, &decks());
    let ended = before.seal_ended(TABLE, HAND, b"As Kd");
    let deal = before.deal_keys(0).unwrap().key.public();
    site.store_sealed().await;
    // A certificate of the room lies beside its keys.
    fs::write(keys.join("example.org.pem"), "certificate").unwrap();
    let vault = site.open("a").await.unwrap();
    assert_eq!(names(&keys), ["example.org.pem"]);
    assert_eq!(vault.unseal(TABLE, HAND, &sealed), Some(decks()));
    assert_eq!(vault.unseal_ended(TABLE, HAND, &ended).as_deref(), Some(&b"As Kd"[..]));
    assert_eq!(vault.vapid_key().public_key(), before.vapid_key().public_key());
    let other = site.open("b").await.unwrap();
    assert_eq!(other.unseal(TABLE, HAND, &sealed), Some(decks()));
    assert_eq!(other.deal_keys(0).unwrap().key.public(), deal, "players know this key");
}

#[tokio::test]
async fn a_ring_of_a_program_that_signed_no_deals_gets_a_key_for_them() {
    let site = Site::new();
    let mut keys = Keys::take_over(&site.machine("a")).unwrap();
    assert!(keys.deals().is_none(), "a room that signs no deals has no such file");
    keys.decks.insert(1, [7; 32]);
    site.store.begin_key_ring(&keys.wrap(&site.file)).await.unwrap();
    assert_eq!(site.in_ring().await, ["archive", "room-1", "vapid"]);
    let first = site.open("a").await.unwrap().deal_keys(0).unwrap().key.public();
    assert_eq!(site.open("b").await.unwrap().deal_keys(0).unwrap().key.public(), first);
    let next = KeyFile::create(&site.directory.path().join("next.key")).unwrap();
    let after = Keys::unwrap(&site.ring().await, &site.file).unwrap().wrap(&next);
    site.store.end_key_ring().await.unwrap();
    site.store.begin_key_ring(&after).await.unwrap();
    let moved = Vault::open_ring(&site.store, &next, &site.machine("b")).await.unwrap();
    assert_eq!(moved.deal_keys(0).unwrap().key.public(), first, "another key file keeps it");
}

#[tokio::test]
async fn a_file_that_is_not_the_rooms_is_left_where_it_is() {
    let site = Site::new();
    let mine = site.open("a").await.unwrap();
    // A machine that was a room of its own before.
    Vault::open(&site.machine("b")).unwrap();
    let before = names(&site.machine("b"));
    let ended = mine.seal_ended(TABLE, HAND, b"As Kd");
    let vault = site.open("b").await.unwrap();
    assert_eq!(vault.unseal_ended(TABLE, HAND, &ended).as_deref(), Some(&b"As Kd"[..]));
    assert_eq!(names(&site.machine("b")), before);
}

#[tokio::test]
async fn a_crash_while_files_are_taken_over_loses_nothing() {
    let site = Site::new();
    let before = Vault::open(&site.machine("a")).unwrap();
    let sealed = before.seal(TABLE, HAND, &decks());
    // The ring was begun, and no file was deleted.
    let keys = Keys::take_over(&site.machine("a")).unwrap();
    site.store.begin_key_ring(&keys.wrap(&site.file)).await.unwrap();
    let vault = site.open("a").await.unwrap();
    assert_eq!(vault.unseal(TABLE, HAND, &sealed), Some(decks()));
    assert_eq!(names(&site.machine("a")), [""; 0]);
}

#[tokio::test]
async fn another_key_file_is_refused_and_changes_nothing() {
    let site = Site::new();
    site.open("a").await.unwrap();
    let before = site.ring().await;
    let other = KeyFile::create(&site.directory.path().join("other.key")).unwrap();
    let opened = Vault::open_ring(&site.store, &other, &site.machine("b")).await;
    let error = opened.unwrap_err().to_string();
    assert!(error.contains("other.key") && error.contains(&site.file.name()), "{error}");
    assert!(error.contains("Copy the key file"), "{error}");
    let could = |path: &Path| could_open(Some(&before), path, &site.machine("b"), true);
    assert_eq!(could(other.path()).unwrap_err().to_string(), error);
    assert!(could(site.file.path()).is_ok());
    fs::set_permissions(other.path(), fs::Permissions::from_mode(0o644)).unwrap();
    assert!(could(other.path()).unwrap_err().to_string().contains("chmod 600"));
    assert_eq!(site.ring().await, before);
    let error = must_have_none(Some(&before)).unwrap_err().to_string();
    assert!(error.contains("standby.key_file") && error.contains(&site.file.name()), "{error}");
    assert!(must_have_none(None).is_ok());
}

#[tokio::test]
async fn a_machine_without_the_rooms_keys_does_not_begin_its_ring() {
    let site = Site::new();
    site.store_sealed().await;
    let error = site.open("b").await.unwrap_err();
    assert!(matches!(error, KeysError::Elsewhere { .. }), "{error}");
    let could = could_open(None, site.file.path(), &site.machine("b"), true).unwrap_err();
    assert_eq!(could.to_string(), error.to_string());
    assert!(could_open(None, site.file.path(), &site.machine("b"), false).is_ok());
    assert_eq!(site.store.key_ring().await.unwrap(), None);
}

#[tokio::test]
async fn keys_change_to_another_file_while_the_room_is_open() {
    let site = Site::new();
    let open = site.open("a").await.unwrap();
    let sealed = open.seal(TABLE, HAND, &decks());
    let next = KeyFile::create(&site.directory.path().join("next.key")).unwrap();
    let after = Keys::unwrap(&site.ring().await, &site.file).unwrap().wrap(&next);
    assert!(Keys::unwrap(&after, &site.file).is_err());
    site.store.end_key_ring().await.unwrap();
    site.store.begin_key_ring(&after).await.unwrap();
    // The open room needs no file any more. A room that opens has the old one still.
    assert_eq!(open.unseal(TABLE, HAND, &sealed), Some(decks()));
    let error = site.open("b").await.unwrap_err();
    assert!(matches!(error, KeysError::OtherFile { .. }), "{error}");
    let late = site.store.add_key(site.file.id(), "room-9", &[1]).await;
    assert_eq!(late, Err(StoreError::OtherKeyFile));
    let opened = Vault::open_ring(&site.store, &next, &site.machine("b")).await.unwrap();
    assert_eq!(opened.unseal(TABLE, HAND, &sealed), Some(decks()));
}

#[tokio::test]
async fn exported_keys_are_the_files_of_a_room_without_a_key_file() {
    let site = Site::new();
    let vault = site.open("a").await.unwrap();
    let sealed = vault.seal(TABLE, HAND, &decks());
    let keys = Keys::unwrap(&site.ring().await, &site.file).unwrap();
    let directory = site.machine("exported");
    keys.export(&directory).unwrap();
    assert_eq!(names(&directory), ["archive.key", "deal.key", "room-1.key", "vapid.key"]);
    let error = keys.export(&directory).unwrap_err();
    assert!(matches!(error, KeysError::Exists { .. }), "{error}");
    let back = Vault::open(&directory).unwrap();
    assert_eq!(back.unseal(TABLE, HAND, &sealed), Some(decks()));
    assert_eq!(back.vapid_key().public_key(), vault.vapid_key().public_key());
}

#[tokio::test]
async fn a_damaged_key_and_a_missing_one_are_named() {
    let site = Site::new();
    site.open("a").await.unwrap();
    let ring = site.ring().await;
    for name in ["archive", "vapid", "deal", "room-1"] {
        let mut damaged = ring.clone();
        damaged.keys.get_mut(name).unwrap()[20] ^= 1;
        let error = Keys::unwrap(&damaged, &site.file).unwrap_err().to_string();
        assert!(error.contains(&format!("\"{name}\"")), "{error}");
    }
    // A key under another key's name is none.
    let mut moved = ring.clone();
    moved.keys.insert("archive".to_owned(), ring.keys["room-1"].clone());
    assert!(Keys::unwrap(&moved, &site.file).is_err());
    let mut missing = ring;
    missing.keys.remove("archive");
    assert!(Keys::unwrap(&missing, &site.file).is_err());
}
