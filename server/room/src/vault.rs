//! The room's keys, and decks sealed with them. An interrupted hand continues with its deck,
//! yet the database, its log or a backup reveals no card. This module does not know where
//! sealed decks are stored.
//!
//! Each key is in a file of its own outside the database, or in the key ring of `ring.rs` if the
//! operator has a key file. Every opening of the room creates a new one. An old one is deleted as
//! soon as no hand in progress was sealed with it.

mod codes;
mod deal_files;
mod deals;
mod files;
mod key_file;
mod ring;
mod texts;

pub use crate::store::SealedDecks;
pub use codes::is_sealed_code;
pub use deal_files::{DealKeys, FormerKey, retire_deal_key};
pub use deals::note_deal_head;
pub use key_file::{KeyFile, KeyFileError};
pub use ring::{Keys, KeysError, could_open, must_have_none, opens};
pub use texts::TextPurpose;

use crate::ids::{AccountId, TableId, TournamentId};
use crate::store::{KeyStore, SALT_BYTES};
use cardroom_cards::{Card, DeckOrder};
use cardroom_engine::Decks;
use cardroom_push::VapidKey;
use cardroom_rules::HandNo;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{ChaCha20Poly1305, KeyInit as _, Nonce};
use hkdf::Hkdf;
use parking_lot::Mutex;
use sha2::Sha256;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const KEY_BYTES: usize = 32;

/// The purpose of the derived key. Every other use of a room key must have another purpose.
const PURPOSE: &[u8] = b"cardroom: the decks of one hand, v1";

/// The purpose for the cards of a completed hand.
const PURPOSE_OF_CARDS: &[u8] = b"cardroom: the cards of one hand that is over, v1";

/// The purpose for links to completed hands.
const PURPOSE_OF_LINKS: &[u8] = b"cardroom: a link to one hand that is over, v1";

/// The purpose for the second factor of an account.
const PURPOSE_OF_FACTORS: &[u8] = b"cardroom: the second factor of one account, v1";

/// The purpose for answers to requests of an account.
const PURPOSE_OF_ANSWERS: &[u8] = b"cardroom: an answer to one account, v1";

/// The purpose for the secrets of hooks.
const PURPOSE_OF_HOOKS: &[u8] = b"cardroom: the secrets of one hook, v1";

/// The purpose for addresses from which accounts sign in.
const PURPOSE_OF_ADDRESSES: &[u8] = b"cardroom: an address of one day, v1";

/// The purpose for networks from which an account signs in.
const PURPOSE_OF_NETWORKS: &[u8] = b"cardroom: a network of one account, v1";

/// The purpose for marks of browsers in which an account signs in.
const PURPOSE_OF_BROWSERS: &[u8] = b"cardroom: a browser of one account, v1";

/// The purpose for the seat codes of a tournament.
const PURPOSE_OF_SEATS: &[u8] = b"cardroom: the seat codes of one tournament, v1";

type Key = [u8; KEY_BYTES];

pub struct Vault {
    place: Place,
    newest: u64,
    keys: BTreeMap<u64, Key>,
    /// The key for completed hands.
    archive: Key,
    /// The key that signs notices for browsers.
    vapid: VapidKey,
    /// The keys that have unsealed something since the room opened.
    used: Mutex<BTreeSet<u64>>,
}

/// Where the keys outlive the process.
enum Place {
    /// Nowhere: the room stores nothing, or only reads.
    Nowhere,
    Directory(PathBuf),
    Ring(deals::InRing),
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Vault({} keys)", self.keys.len())
    }
}

impl Vault {
    /// Reads the keys in a directory, and creates a new one for sealing from now on.
    ///
    /// # Errors
    /// The directory cannot be used.
    pub fn open(directory: &Path) -> io::Result<Self> {
        files::make_directory(directory)?;
        let mut keys = files::read_deck_keys(directory)?;
        let newest = keys.last_key_value().map_or(0, |(number, _)| *number) + 1;
        keys.insert(newest, files::make_key(directory, &files::file_of(directory, newest))?);
        let archive = match files::read_archive_key(directory)? {
            Some(key) => key,
            None => files::make_key(directory, &directory.join(files::ARCHIVE))?,
        };
        let vapid = match files::read_vapid_key(directory)? {
            Some(key) => key,
            None => make_vapid_key(directory)?,
        };
        let (place, used) = (Place::Directory(directory.to_owned()), Mutex::default());
        Ok(Self { place, newest, keys, archive, vapid, used })
    }

    /// Reads only the key for completed hands, for programs that only read them; `None`
    /// if there is none.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn for_reading(directory: &Path) -> io::Result<Option<Self>> {
        let archive = files::read_archive_key(directory)?;
        Ok(archive.map(|archive| Self { archive, ..Self::in_memory() }))
    }

    /// Creates a vault whose one key ends with the process, for tests and rooms that store nothing.
    #[must_use]
    pub fn in_memory() -> Self {
        let keys = BTreeMap::from([(1, rand::random())]);
        let (archive, vapid) = (rand::random(), VapidKey::generate());
        let (place, used) = (Place::Nowhere, Mutex::default());
        Self { place, newest: 1, keys, archive, vapid, used }
    }

    /// Creates a vault in memory whose key of deals follows from a seed, for simulations.
    #[must_use]
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self { archive: seed, ..Self::in_memory() }
    }

    /// Returns the key that signs notices.
    #[must_use]
    pub fn vapid_key(&self) -> VapidKey {
        self.vapid.clone()
    }

    /// Seals the hidden part of a completed hand.
    #[must_use]
    pub fn seal_ended(&self, table: TableId, hand: HandNo, plain: &[u8]) -> Vec<u8> {
        let salt: [u8; SALT_BYTES] = rand::random();
        let of = of(table, hand);
        let cipher = cipher_for(PURPOSE_OF_CARDS, &self.archive, &salt);
        let sealed = cipher.encrypt(&Nonce::default(), Payload { msg: plain, aad: &of });
        let sealed = sealed.expect("the cards of a hand are not too long to encrypt");
        [salt.as_slice(), &sealed].concat()
    }

    /// Unseals the hidden part of a completed hand; `None` if it was sealed with another key or for
    /// another hand, or is damaged.
    #[must_use]
    pub fn unseal_ended(&self, table: TableId, hand: HandNo, sealed: &[u8]) -> Option<Vec<u8>> {
        let (salt, sealed) = sealed.split_first_chunk::<SALT_BYTES>()?;
        let of = of(table, hand);
        let cipher = cipher_for(PURPOSE_OF_CARDS, &self.archive, salt);
        cipher.decrypt(&Nonce::default(), Payload { msg: sealed, aad: &of }).ok()
    }

    /// Seals the second factor of an account.
    #[must_use]
    pub fn seal_factor(&self, account: AccountId, plain: &[u8]) -> Vec<u8> {
        self.seal_for(PURPOSE_OF_FACTORS, account, plain)
    }

    /// Unseals the second factor of an account; `None` if it was sealed with another key or for
    /// another account, or is damaged.
    #[must_use]
    pub fn unseal_factor(&self, account: AccountId, sealed: &[u8]) -> Option<Vec<u8>> {
        self.unseal_for(PURPOSE_OF_FACTORS, account, sealed)
    }

    /// Seals an answer to a request of an account, which may have a secret in it.
    #[must_use]
    pub fn seal_answer(&self, account: AccountId, plain: &[u8]) -> Vec<u8> {
        self.seal_for(PURPOSE_OF_ANSWERS, account, plain)
    }

    /// Unseals an answer to a request of an account; `None` if it was sealed with another key or
    /// for another account, or is damaged.
    #[must_use]
    pub fn unseal_answer(&self, account: AccountId, sealed: &[u8]) -> Option<Vec<u8>> {
        self.unseal_for(PURPOSE_OF_ANSWERS, account, sealed)
    }

    fn seal_for(&self, purpose: &[u8], account: AccountId, plain: &[u8]) -> Vec<u8> {
        let salt: [u8; SALT_BYTES] = rand::random();
        let cipher = cipher_for(purpose, &self.archive, &salt);
        let payload = Payload { msg: plain, aad: &account.0.to_le_bytes() };
        let sealed = cipher.encrypt(&Nonce::default(), payload);
        let sealed = sealed.expect("a few megabytes are not too long to encrypt");
        [salt.as_slice(), &sealed].concat()
    }

    fn unseal_for(&self, purpose: &[u8], account: AccountId, sealed: &[u8]) -> Option<Vec<u8>> {
        let (salt, sealed) = sealed.split_first_chunk::<SALT_BYTES>()?;
        let cipher = cipher_for(purpose, &self.archive, salt);
        let payload = Payload { msg: sealed, aad: &account.0.to_le_bytes() };
        cipher.decrypt(&Nonce::default(), payload).ok()
    }

    /// Seals the secrets of a hook.
    #[must_use]
    pub fn seal_hook(&self, plain: &[u8]) -> Vec<u8> {
        let salt: [u8; SALT_BYTES] = rand::random();
        let cipher = cipher_for(PURPOSE_OF_HOOKS, &self.archive, &salt);
        let sealed = cipher.encrypt(&Nonce::default(), Payload { msg: plain, aad: &[] });
        let sealed = sealed.expect("two secrets are not too long to encrypt");
        [salt.as_slice(), &sealed].concat()
    }

    /// Unseals the secrets of a hook; `None` if they were sealed with another key, or are damaged.
    #[must_use]
    pub fn unseal_hook(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (salt, sealed) = sealed.split_first_chunk::<SALT_BYTES>()?;
        let cipher = cipher_for(PURPOSE_OF_HOOKS, &self.archive, salt);
        cipher.decrypt(&Nonce::default(), Payload { msg: sealed, aad: &[] }).ok()
    }

    /// Returns the secret at the end of a link to one player's version of a hand. The room stores
    /// only the generation, which is how often links to it were revoked.
    #[must_use]
    pub fn link_code(&self, table: TableId, hand: HandNo, seat: u8, generation: u64) -> [u8; 16] {
        let mut code = [0; 16];
        let mut of = [of(table, hand), vec![seat]].concat();
        if generation > 0 {
            // Links from before revocation existed have no generation.
            of.extend(generation.to_le_bytes());
        }
        let derived = Hkdf::<Sha256>::new(Some(PURPOSE_OF_LINKS), &self.archive);
        derived.expand(&of, &mut code).expect("16 bytes are not too many to derive");
        code
    }

    /// Returns the secret from which the seat codes of a tournament follow. The room does not
    /// store it.
    #[must_use]
    pub fn seat_secret(&self, tournament: TournamentId) -> [u8; 32] {
        let mut secret = [0; 32];
        let derived = Hkdf::<Sha256>::new(Some(PURPOSE_OF_SEATS), &self.archive);
        let expanded = derived.expand(&tournament.0.to_le_bytes(), &mut secret);
        expanded.expect("32 bytes are not too many to derive");
        secret
    }

    /// Returns the code of an address on one day: HMAC-SHA-256 of day and address, shortened. Equal
    /// addresses have equal codes on the same day only. Without the room's key, a code reveals
    /// nothing about its address.
    #[must_use]
    pub fn address_code(&self, day: u32, address: &[u8]) -> [u8; 16] {
        let mut code = [0; 16];
        let of = [&day.to_le_bytes(), address].concat();
        let derived = Hkdf::<Sha256>::new(Some(PURPOSE_OF_ADDRESSES), &self.archive);
        derived.expand(&of, &mut code).expect("16 bytes are not too many to derive");
        code
    }

    /// Returns the code of a network from which an account signs in. The same network has another
    /// code for each account. Without the room's key, a code reveals nothing about its network.
    #[must_use]
    pub fn network_code(&self, account: AccountId, network: &[u8]) -> [u8; 16] {
        let mut code = [0; 16];
        let of = [&account.0.to_le_bytes(), network].concat();
        let derived = Hkdf::<Sha256>::new(Some(PURPOSE_OF_NETWORKS), &self.archive);
        derived.expand(&of, &mut code).expect("16 bytes are not too many to derive");
        code
    }

    /// Returns what the room adds to the drawn half of a browser's mark.
    #[must_use]
    pub fn browser_mark(&self, account: AccountId, drawn: &[u8]) -> [u8; 8] {
        let mut mark = [0; 8];
        let of = [&account.0.to_le_bytes(), drawn].concat();
        let derived = Hkdf::<Sha256>::new(Some(PURPOSE_OF_BROWSERS), &self.archive);
        derived.expand(&of, &mut mark).expect("8 bytes are not too many to derive");
        mark
    }

    /// Seals the decks of a hand.
    #[must_use]
    pub fn seal(&self, table: TableId, hand: HandNo, decks: &Decks) -> SealedDecks {
        let salt = rand::random();
        let plain = to_bytes(decks);
        let of = of(table, hand);
        let key = self.keys.get(&self.newest).expect("the newest key is one of the keys");
        let sealed =
            cipher(key, &salt).encrypt(&Nonce::default(), Payload { msg: &plain, aad: &of });
        let sealed = sealed.expect("a few decks are not too long to encrypt");
        SealedDecks { key: self.newest, salt, sealed }
    }

    /// Unseals the decks of a hand; `None` if the key is gone, or they are of
    /// another hand or damaged.
    #[must_use]
    pub fn unseal(&self, table: TableId, hand: HandNo, sealed: &SealedDecks) -> Option<Decks> {
        let key = self.keys.get(&sealed.key)?;
        let of = of(table, hand);
        let payload = Payload { msg: sealed.sealed.as_slice(), aad: &of };
        let plain = cipher(key, &sealed.salt).decrypt(&Nonce::default(), payload).ok()?;
        self.used.lock().insert(sealed.key);
        from_bytes(&plain)
    }

    /// Returns what unseals the decks of hands at a table.
    pub fn opens_decks_of(&self, table: TableId) -> impl Fn(HandNo, &SealedDecks) -> Option<Decks> {
        move |hand, sealed| self.unseal(table, hand, sealed)
    }

    /// Deletes every old key that has unsealed nothing, because all hands sealed with it are over.
    /// `store` has the ring, if there is one.
    ///
    /// # Errors
    /// A file or a key of the ring cannot be deleted.
    pub async fn forget_unused(&self, store: &dyn KeyStore) -> Result<(), KeysError> {
        let unused = self.unused();
        match &self.place {
            Place::Nowhere => {}
            Place::Directory(directory) => {
                for path in unused.into_iter().map(|number| files::file_of(directory, number)) {
                    let removed = fs::remove_file(&path);
                    removed.map_err(|error| KeysError::Directory { path, error })?;
                }
            }
            Place::Ring(_) => {
                let names: Vec<_> = unused.into_iter().map(ring::name_of_deck_key).collect();
                store.delete_keys(&names).await?;
            }
        }
        Ok(())
    }

    fn unused(&self) -> Vec<u64> {
        let used = self.used.lock();
        let is_unused = |number: &u64| *number != self.newest && !used.contains(number);
        self.keys.keys().copied().filter(is_unused).collect()
    }
}

fn make_vapid_key(directory: &Path) -> io::Result<VapidKey> {
    let key = VapidKey::generate();
    files::write_key(directory, &directory.join(files::VAPID), &key.to_bytes())?;
    Ok(key)
}

/// Returns a cipher that seals decks once.
fn cipher(key: &Key, salt: &[u8; SALT_BYTES]) -> ChaCha20Poly1305 {
    cipher_for(PURPOSE, key, salt)
}

/// Returns a cipher that seals once, so all ciphers may use the same nonce.
fn cipher_for(purpose: &[u8], key: &Key, salt: &[u8; SALT_BYTES]) -> ChaCha20Poly1305 {
    let mut once = Key::default();
    let derived = Hkdf::<Sha256>::new(Some(salt), key).expand(purpose, &mut once);
    derived.expect("32 bytes are not too many to derive");
    ChaCha20Poly1305::new(&once.into())
}

/// Identifies the hand, so that its decks cannot be used for another one.
fn of(table: TableId, hand: HandNo) -> Vec<u8> {
    [table.0.to_le_bytes(), hand.0.to_le_bytes()].concat()
}

/// Encodes decks: for each a byte for its length, then one byte for each card.
fn to_bytes(decks: &Decks) -> Vec<u8> {
    let all = std::iter::once(&decks.deck).chain(&decks.reshuffles);
    let bytes = all.flat_map(|deck| {
        let length = u8::try_from(deck.len()).expect("a deck has at most 52 cards");
        std::iter::once(length).chain(deck.cards().iter().map(|card| card.index()))
    });
    bytes.collect()
}

fn from_bytes(mut bytes: &[u8]) -> Option<Decks> {
    let mut decks = Vec::new();
    while let Some((length, rest)) = bytes.split_first() {
        let (cards, rest) = rest.split_at_checked(usize::from(*length))?;
        let cards: Option<Vec<Card>> = cards.iter().map(|index| Card::from_index(*index)).collect();
        decks.push(DeckOrder::new(cards?).ok()?);
        bytes = rest;
    }
    let mut decks = decks.into_iter();
    Some(Decks { deck: decks.next()?, reshuffles: decks.collect() })
}

#[cfg(test)]
mod tests {
    use super::files::{VAPID, file_of};
    use super::*;
    use crate::entropy::Dealer;
    use crate::store::MemoryStore;
    use cardroom_rules::DeckKind;

    const TABLE: TableId = TableId(7);
    const HAND: HandNo = HandNo(12);

    fn decks() -> Decks {
        let mut dealer = Dealer::from_seed([9; 32]);
        let mut deck = || dealer.deck(DeckKind::Standard52);
        Decks { deck: deck(), reshuffles: vec![deck(), deck()] }
    }

    #[test]
    fn a_deck_comes_back_in_its_own_hand_alone() {
        let (vault, decks) = (Vault::in_memory(), decks());
        let sealed = vault.seal(TABLE, HAND, &decks);
        assert_eq!(vault.unseal(TABLE, HAND, &sealed), Some(decks.clone()));
        assert_eq!(vault.unseal(TABLE, HandNo(13), &sealed), None);
        assert_eq!(vault.unseal(TableId(8), HAND, &sealed), None);
        assert_eq!(Vault::in_memory().unseal(TABLE, HAND, &sealed), None, "another room's key");
        for place in 0..sealed.sealed.len() {
            let mut changed = sealed.clone();
            changed.sealed[place] ^= 1;
            assert_eq!(vault.unseal(TABLE, HAND, &changed), None, "byte {place}");
        }
        let salted = SealedDecks { salt: [0; SALT_BYTES], ..sealed.clone() };
        assert_eq!(vault.unseal(TABLE, HAND, &salted), None);
        assert_ne!(
            vault.seal(TABLE, HAND, &decks),
            sealed,
            "the same deck looks different each time"
        );
    }

    #[tokio::test]
    async fn keys_are_private_files_and_old_ones_go_when_no_hand_needs_them() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path().join("keys");
        let sealed = Vault::open(&directory).unwrap().seal(TABLE, HAND, &decks());
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&directory), mode(&file_of(&directory, 1))), (0o700, 0o600));

        let next = Vault::open(&directory).unwrap();
        assert_eq!(next.unseal(TABLE, HAND, &sealed), Some(decks()));
        next.forget_unused(&MemoryStore::new()).await.unwrap();
        assert!(file_of(&directory, 1).exists(), "a hand in progress was sealed with it");

        // Nothing reads the old hands any more.
        let last = Vault::open(&directory).unwrap();
        last.forget_unused(&MemoryStore::new()).await.unwrap();
        let left: Vec<bool> = (1..=3).map(|number| file_of(&directory, number).exists()).collect();
        assert_eq!(left, [false, false, true]);
        assert_eq!(Vault::open(&directory).unwrap().unseal(TABLE, HAND, &sealed), None);
    }

    #[tokio::test]
    async fn the_key_for_notices_is_made_once_and_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(VAPID);
        let first = Vault::open(directory.path()).unwrap().vapid_key();
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600);
        let vault = Vault::open(directory.path()).unwrap();
        vault.forget_unused(&MemoryStore::new()).await.unwrap();
        assert_eq!(vault.vapid_key().public_key(), first.public_key());
        fs::write(&path, b"short").unwrap();
        let other = Vault::open(directory.path()).unwrap().vapid_key();
        assert_ne!(other.public_key(), first.public_key());
        fs::write(&path, [9; 40]).unwrap();
        assert!(Vault::open(directory.path()).is_err(), "it is not replaced");
    }

    #[test]
    fn a_key_that_was_cut_off_is_passed_over() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(file_of(directory.path(), 5), b"short").unwrap();
        let vault = Vault::open(directory.path()).unwrap();
        let sealed = vault.seal(TABLE, HAND, &decks());
        assert_eq!(vault.unseal(TABLE, HAND, &sealed), Some(decks()));
    }

    #[tokio::test]
    async fn cards_of_an_ended_hand_open_after_every_restart_and_for_no_other_hand() {
        let directory = tempfile::tempdir().unwrap();
        let plain = b"As Kd";
        let first = Vault::open(directory.path()).unwrap();
        let sealed = first.seal_ended(TABLE, HAND, plain);
        assert!(!sealed.windows(plain.len()).any(|window| window == plain), "it is sealed");
        let code = first.link_code(TABLE, HAND, 3, 0);
        let address = first.address_code(20_000, b"192.0.2.1");
        let network = first.network_code(AccountId(1), b"192.0.2.1");
        let mark = first.browser_mark(AccountId(1), b"drawn");
        let seats = first.seat_secret(TournamentId(1));
        first.forget_unused(&MemoryStore::new()).await.unwrap();
        drop(first);
        let second = Vault::open(directory.path()).unwrap();
        second.forget_unused(&MemoryStore::new()).await.unwrap();
        let reader = Vault::for_reading(directory.path()).unwrap().unwrap();
        for vault in [&second, &reader] {
            assert_eq!(vault.unseal_ended(TABLE, HAND, &sealed).as_deref(), Some(&plain[..]));
            assert_eq!(vault.unseal_ended(TABLE, HandNo(13), &sealed), None);
            assert_eq!(vault.unseal_ended(TableId(8), HAND, &sealed), None);
            assert_eq!(vault.link_code(TABLE, HAND, 3, 0), code);
            assert_ne!(vault.link_code(TABLE, HAND, 4, 0), code);
            assert_ne!(vault.link_code(TABLE, HAND, 3, 1), code);
            assert_eq!(vault.seat_secret(TournamentId(1)), seats);
            assert_ne!(vault.seat_secret(TournamentId(2)), seats);
            assert_eq!(vault.address_code(20_000, b"192.0.2.1"), address);
            assert_ne!(vault.address_code(20_001, b"192.0.2.1"), address);
            assert_ne!(vault.address_code(20_000, b"192.0.2.2"), address);
            assert_eq!(vault.network_code(AccountId(1), b"192.0.2.1"), network);
            assert_ne!(vault.network_code(AccountId(2), b"192.0.2.1"), network);
            assert_ne!(vault.network_code(AccountId(1), b"192.0.2.2"), network);
            assert_eq!(vault.browser_mark(AccountId(1), b"drawn"), mark);
            assert_ne!(vault.browser_mark(AccountId(2), b"drawn"), mark);
        }
        let mut changed = sealed.clone();
        changed[20] ^= 1;
        assert_eq!(second.unseal_ended(TABLE, HAND, &changed), None);
        assert_eq!(second.unseal_ended(TABLE, HAND, &sealed[..10]), None);
        assert_eq!(Vault::in_memory().unseal_ended(TABLE, HAND, &sealed), None);
        let empty = tempfile::tempdir().unwrap();
        assert!(Vault::for_reading(empty.path()).unwrap().is_none());
    }
}
