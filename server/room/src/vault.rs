//! The room's keys, and decks sealed with them. An interrupted hand continues with its deck,
//! yet the database, its log or a backup reveals no card. This module does not know where
//! sealed decks are stored.
//!
//! Each key is in a file of its own outside the database. Every opening of the room creates a new
//! one. An old one is deleted as soon as no hand in progress was sealed with it.

mod codes;
mod deals;
mod texts;

pub use crate::store::SealedDecks;
pub use codes::is_sealed_code;
pub use deals::retire_deal_key;
pub use texts::TextPurpose;

use crate::ids::{AccountId, TableId};
use crate::store::SALT_BYTES;
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
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
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

/// The purpose for addresses from which accounts sign in.
const PURPOSE_OF_ADDRESSES: &[u8] = b"cardroom: an address of one day, v1";

/// The purpose for networks from which an account signs in.
const PURPOSE_OF_NETWORKS: &[u8] = b"cardroom: a network of one account, v1";

/// The purpose for marks of browsers in which an account signs in.
const PURPOSE_OF_BROWSERS: &[u8] = b"cardroom: a browser of one account, v1";

/// The file of the key for completed hands. It stays as long as they do.
const ARCHIVE: &str = "archive.key";

/// The file of the key that signs notices. It stays for ever: all subscriptions are bound to it.
const VAPID: &str = "vapid.key";

/// The extension of key files.
const ENDING: &str = "key";

type Key = [u8; KEY_BYTES];

pub struct Vault {
    /// `None` for a room that stores nothing.
    directory: Option<PathBuf>,
    newest: u64,
    keys: BTreeMap<u64, Key>,
    /// The key for completed hands.
    archive: Key,
    /// Signs notices.
    vapid: VapidKey,
    /// The keys that have unsealed something since the room opened.
    used: Mutex<BTreeSet<u64>>,
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
        DirBuilder::new().recursive(true).mode(0o700).create(directory)?;
        let mut keys = BTreeMap::new();
        for entry in fs::read_dir(directory)? {
            let path = entry?.path();
            let Some(number) = number_of(&path) else { continue };
            match <Key>::try_from(fs::read(&path)?) {
                Ok(key) => {
                    keys.insert(number, key);
                }
                // The file is incomplete, because the room crashed while it created the key. It
                // never sealed with it.
                Err(_) => {
                    tracing::warn!(path = %path.display(), "ignored a file of keys/ that is no key");
                }
            }
        }
        let newest = keys.last_key_value().map_or(0, |(number, _)| *number) + 1;
        keys.insert(newest, make_key(directory, &file_of(directory, newest))?);
        let archive = Self::archive_key(directory)?;
        let vapid = vapid_key(directory)?;
        let (directory, used) = (Some(directory.to_owned()), Mutex::default());
        Ok(Self { directory, newest, keys, archive, vapid, used })
    }

    /// Reads only the key for completed hands, for programs that only read them; `None`
    /// if there is none.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn for_reading(directory: &Path) -> io::Result<Option<Self>> {
        let key = match fs::read(directory.join(ARCHIVE)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => <Key>::try_from(read?),
        };
        let Ok(archive) = key else { return Ok(None) };
        let (keys, used) = (BTreeMap::from([(1, rand::random())]), Mutex::default());
        let vapid = VapidKey::generate();
        Ok(Some(Self { directory: None, newest: 1, keys, archive, vapid, used }))
    }

    fn archive_key(directory: &Path) -> io::Result<Key> {
        let path = directory.join(ARCHIVE);
        match fs::read(&path) {
            Ok(bytes) => match <Key>::try_from(bytes) {
                Ok(key) => Ok(key),
                // The room crashed while it created the key, and never sealed with it.
                Err(_) => make_key(directory, &path),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => make_key(directory, &path),
            Err(error) => Err(error),
        }
    }

    /// Creates a vault whose one key ends with the process, for tests and rooms that store nothing.
    #[must_use]
    pub fn in_memory() -> Self {
        let keys = BTreeMap::from([(1, rand::random())]);
        let (archive, vapid) = (rand::random(), VapidKey::generate());
        Self { directory: None, newest: 1, keys, archive, vapid, used: Mutex::default() }
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
        let salt: [u8; SALT_BYTES] = rand::random();
        let cipher = cipher_for(PURPOSE_OF_FACTORS, &self.archive, &salt);
        let payload = Payload { msg: plain, aad: &account.0.to_le_bytes() };
        let sealed = cipher.encrypt(&Nonce::default(), payload);
        let sealed = sealed.expect("the key of a factor is not too long to encrypt");
        [salt.as_slice(), &sealed].concat()
    }

    /// Unseals the second factor of an account; `None` if it was sealed with another key or for
    /// another account, or is damaged.
    #[must_use]
    pub fn unseal_factor(&self, account: AccountId, sealed: &[u8]) -> Option<Vec<u8>> {
        let (salt, sealed) = sealed.split_first_chunk::<SALT_BYTES>()?;
        let cipher = cipher_for(PURPOSE_OF_FACTORS, &self.archive, salt);
        let payload = Payload { msg: sealed, aad: &account.0.to_le_bytes() };
        cipher.decrypt(&Nonce::default(), payload).ok()
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
    ///
    /// # Errors
    /// A file cannot be deleted.
    pub fn forget_unused(&self) -> io::Result<()> {
        let Some(directory) = &self.directory else { return Ok(()) };
        let used = self.used.lock();
        for number in self.keys.keys().filter(|number| !used.contains(number)) {
            if *number != self.newest {
                fs::remove_file(file_of(directory, *number))?;
            }
        }
        Ok(())
    }
}

fn file_of(directory: &Path, number: u64) -> PathBuf {
    directory.join(format!("room-{number}.{ENDING}"))
}

fn number_of(path: &Path) -> Option<u64> {
    let is_key = path.extension().is_some_and(|ending| ending == ENDING);
    path.file_stem()?.to_str()?.strip_prefix("room-")?.parse().ok().filter(|_| is_key)
}

/// Reads the key that signs notices, or creates it.
fn vapid_key(directory: &Path) -> io::Result<VapidKey> {
    let path = directory.join(VAPID);
    match fs::read(&path) {
        // The room crashed while it created the key, and no browser knows it.
        Ok(bytes) if bytes.len() < KEY_BYTES => {}
        Ok(bytes) => {
            let key = VapidKey::from_bytes(&bytes);
            return key.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let key = VapidKey::generate();
    write_key(directory, &path, &key.to_bytes())?;
    Ok(key)
}

/// Creates a key in a file of its own.
fn make_key(directory: &Path, path: &Path) -> io::Result<Key> {
    let key = rand::random::<Key>();
    write_key(directory, path, &key)?;
    Ok(key)
}

/// Writes a key into a file that only the room's own user can read.
fn write_key(directory: &Path, path: &Path, key: &Key) -> io::Result<()> {
    let mut file =
        File::options().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(key)?;
    file.sync_all()?;
    // The file's name must survive a power failure, too.
    File::open(directory)?.sync_all()
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
    use super::*;
    use crate::entropy::Dealer;
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

    #[test]
    fn keys_are_private_files_and_old_ones_go_when_no_hand_needs_them() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path().join("keys");
        let sealed = Vault::open(&directory).unwrap().seal(TABLE, HAND, &decks());
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&directory), mode(&file_of(&directory, 1))), (0o700, 0o600));

        let next = Vault::open(&directory).unwrap();
        assert_eq!(next.unseal(TABLE, HAND, &sealed), Some(decks()));
        next.forget_unused().unwrap();
        assert!(file_of(&directory, 1).exists(), "a hand in progress was sealed with it");

        // Nothing reads the old hands any more.
        let last = Vault::open(&directory).unwrap();
        last.forget_unused().unwrap();
        let left: Vec<bool> = (1..=3).map(|number| file_of(&directory, number).exists()).collect();
        assert_eq!(left, [false, false, true]);
        assert_eq!(Vault::open(&directory).unwrap().unseal(TABLE, HAND, &sealed), None);
    }

    #[test]
    fn the_key_for_notices_is_made_once_and_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(VAPID);
        let first = Vault::open(directory.path()).unwrap().vapid_key();
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600);
        let vault = Vault::open(directory.path()).unwrap();
        vault.forget_unused().unwrap();
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

    #[test]
    fn cards_of_an_ended_hand_open_after_every_restart_and_for_no_other_hand() {
        let directory = tempfile::tempdir().unwrap();
        let plain = b"As Kd";
        let first = Vault::open(directory.path()).unwrap();
        let sealed = first.seal_ended(TABLE, HAND, plain);
        assert!(!sealed.windows(plain.len()).any(|window| window == plain), "it is sealed");
        let code = first.link_code(TABLE, HAND, 3, 0);
        let address = first.address_code(20_000, b"192.0.2.1");
        let network = first.network_code(AccountId(1), b"192.0.2.1");
        let mark = first.browser_mark(AccountId(1), b"drawn");
        first.forget_unused().unwrap();
        drop(first);
        let second = Vault::open(directory.path()).unwrap();
        second.forget_unused().unwrap();
        let reader = Vault::for_reading(directory.path()).unwrap().unwrap();
        for vault in [&second, &reader] {
            assert_eq!(vault.unseal_ended(TABLE, HAND, &sealed).as_deref(), Some(&plain[..]));
            assert_eq!(vault.unseal_ended(TABLE, HandNo(13), &sealed), None);
            assert_eq!(vault.unseal_ended(TableId(8), HAND, &sealed), None);
            assert_eq!(vault.link_code(TABLE, HAND, 3, 0), code);
            assert_ne!(vault.link_code(TABLE, HAND, 4, 0), code);
            assert_ne!(vault.link_code(TABLE, HAND, 3, 1), code);
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
