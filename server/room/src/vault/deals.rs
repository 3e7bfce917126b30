//! Secrets of verifiable deals: the key that signs openings, the secret in the seeds of packs, and
//! seeds that are sealed until they may be opened.

use super::files::{ENDING, make_key};
use super::{KEY_BYTES, Key, Place, SALT_BYTES, Vault, cipher_for, of};
use crate::ids::TableId;
use cardroom_deal::{RoomKey, Secret};
use cardroom_rules::HandNo;
use chacha20poly1305::Nonce;
use chacha20poly1305::aead::{Aead as _, Payload};
use hkdf::Hkdf;
use sha2::Sha256;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The purposes of the derived values. Every other use of the archive key must have another one.
const PURPOSE_OF_PACKS: &[u8] = b"cardroom: the packs of one round, v1";
const PURPOSE_OF_SEEDS: &[u8] = b"cardroom: the seeds of one round, v1";

/// The name of the key that signs openings. It is in no backup: a restored room must not sign a
/// second opening for a hand.
const DEAL: &str = "deal";

impl Vault {
    /// Returns the key that signs openings. Creates it at the first use.
    ///
    /// # Errors
    /// Its file cannot be read or written.
    pub fn deal_key(&self) -> io::Result<RoomKey> {
        let key = match &self.place {
            Place::Nowhere => self.archive,
            Place::Directory(directory) => match read_deal_key(directory)? {
                Some(key) => key,
                None => make_key(directory, &file_of(directory))?,
            },
            Place::Ring(key) => *key,
        };
        Ok(RoomKey::new(&Secret::new(key)))
    }

    /// Returns the secret that keeps the randomness of the system out of published seeds.
    #[must_use]
    pub fn pack_secret(&self) -> Secret {
        let mut secret = Key::default();
        let derived = Hkdf::<Sha256>::new(None, &self.archive);
        derived.expand(PURPOSE_OF_PACKS, &mut secret).expect("32 bytes are not too many to derive");
        Secret::new(secret)
    }

    /// Seals the seeds of a round.
    #[must_use]
    pub fn seal_seeds(&self, table: TableId, hand: HandNo, seeds: &[Secret]) -> Vec<u8> {
        let salt: [u8; SALT_BYTES] = rand::random();
        let (of, plain) = (of(table, hand), seeds.iter().flat_map(|seed| *seed.open()));
        let plain: Vec<u8> = plain.collect();
        let cipher = cipher_for(PURPOSE_OF_SEEDS, &self.archive, &salt);
        let sealed = cipher.encrypt(&Nonce::default(), Payload { msg: &plain, aad: &of });
        [salt.as_slice(), &sealed.expect("a few seeds are not too long to encrypt")].concat()
    }

    /// Unseals the seeds of a round, one after the other; `None` if they were sealed with another
    /// key or for another hand, or are damaged.
    #[must_use]
    pub fn unseal_seeds(&self, table: TableId, hand: HandNo, sealed: &[u8]) -> Option<Vec<u8>> {
        let (salt, sealed) = sealed.split_first_chunk::<SALT_BYTES>()?;
        let of = of(table, hand);
        let cipher = cipher_for(PURPOSE_OF_SEEDS, &self.archive, salt);
        cipher.decrypt(&Nonce::default(), Payload { msg: sealed, aad: &of }).ok()
    }
}

/// Puts the key that signs openings aside, because the database is another one than it has signed
/// for. The next start makes a new key. Returns `false` if there is none.
///
/// # Errors
/// The file cannot be renamed.
pub fn retire_deal_key(directory: &Path) -> io::Result<bool> {
    let retired = directory.join(format!("{DEAL}.{ENDING}.retired"));
    match fs::rename(file_of(directory), retired) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        renamed => renamed.map(|()| true),
    }
}

pub(super) fn file_of(directory: &Path) -> PathBuf {
    directory.join(format!("{DEAL}.{ENDING}"))
}

/// Reads the key that signs openings; `None` if there is none.
pub(super) fn read_deal_key(directory: &Path) -> io::Result<Option<Key>> {
    let path = file_of(directory);
    match fs::read(&path) {
        // The room crashed while it created the key, and signed nothing with it.
        Ok(bytes) if bytes.len() < KEY_BYTES => Ok(None),
        Ok(bytes) => Key::try_from(bytes).map(Some).map_err(|_| {
            let text = format!("{} is no key of {KEY_BYTES} bytes", path.display());
            io::Error::new(io::ErrorKind::InvalidData, text)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_come_back_in_their_own_hand_alone() {
        let (vault, table, hand) = (Vault::in_memory(), TableId(7), HandNo(12));
        let seeds = [Secret::new([1; 32]), Secret::new([2; 32])];
        let mut sealed = vault.seal_seeds(table, hand, &seeds);
        let plain = vault.unseal_seeds(table, hand, &sealed);
        assert_eq!(plain, Some([[1; 32], [2; 32]].concat()));
        assert_eq!(vault.unseal_seeds(table, HandNo(13), &sealed), None);
        assert_eq!(Vault::in_memory().unseal_seeds(table, hand, &sealed), None);
        sealed[20] ^= 1;
        assert_eq!(vault.unseal_seeds(table, hand, &sealed), None);
    }

    #[test]
    fn the_key_of_deals_stays_as_long_as_its_file() {
        let directory = tempfile::tempdir().unwrap();
        let key = || Vault::open(directory.path()).unwrap().deal_key().unwrap().public();
        let first = key();
        assert_eq!(key(), first);
        assert!(retire_deal_key(directory.path()).unwrap());
        assert!(!retire_deal_key(directory.path()).unwrap(), "there is none any more");
        assert_ne!(key(), first);
        fs::write(file_of(directory.path()), [0; 40]).unwrap();
        assert!(Vault::open(directory.path()).unwrap().deal_key().is_err());
    }
}
