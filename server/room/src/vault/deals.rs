//! Secrets of verifiable deals: the key that signs openings, the secret in the seeds of packs, and
//! seeds that are sealed until they may be opened.

use super::deal_files::{self, DealKeys, retire_deal_key};
use super::ring::DealsInRing;
use super::{Key, KeyFile, KeysError, Place, SALT_BYTES, Vault, cipher_for, files, of};
use crate::ids::TableId;
use crate::store::Store;
use cardroom_deal::{Checkpoint, RoomKey, Secret};
use cardroom_rules::HandNo;
use chacha20poly1305::Nonce;
use chacha20poly1305::aead::{Aead as _, Payload};
use hkdf::Hkdf;
use parking_lot::Mutex;
use sha2::Sha256;
use std::io;
use std::path::{Path, PathBuf};

/// The purposes of the derived values. Every other use of the archive key must have another one.
const PURPOSE_OF_PACKS: &[u8] = b"cardroom: the packs of one round, v1";
const PURPOSE_OF_SEEDS: &[u8] = b"cardroom: the seeds of one round, v1";

/// The key ring of the room's store. The last signed head is in a file of this machine, because it
/// must not go back in time with the database.
pub(super) struct InRing {
    pub(super) deals: Mutex<DealsInRing>,
    pub(super) file: KeyFile,
    /// The directory of files of this machine.
    pub(super) directory: PathBuf,
}

impl Vault {
    /// Returns the key that signs openings, and the keys before it. Creates one at the first use,
    /// and after the last one was put aside.
    ///
    /// # Errors
    /// The files cannot be read or written.
    pub fn deal_keys(&self, now_ms: u64) -> io::Result<DealKeys> {
        let of = |key| DealKeys { key: RoomKey::new(&Secret::new(key)), former: Vec::new() };
        match &self.place {
            Place::Nowhere => Ok(of(self.archive)),
            Place::Directory(directory) => deal_files::open(directory, now_ms),
            Place::Ring(ring) => {
                Ok(ring.deals.lock().keys().expect("a vault with a ring has a key of deals"))
            }
        }
    }

    /// Replaces the key that signs openings with a new one, which the old one signs. `store` has
    /// the ring, if there is one.
    ///
    /// # Errors
    /// The files or the ring cannot be read or written, or the key is in neither.
    pub async fn renew_deal_key(
        &self,
        store: &dyn Store,
        now_ms: u64,
    ) -> Result<DealKeys, KeysError> {
        match &self.place {
            Place::Nowhere => {
                let error = io::ErrorKind::Unsupported.into();
                Err(KeysError::Directory { path: PathBuf::new(), error })
            }
            Place::Directory(directory) => {
                let renewed =
                    retire_deal_key(directory).and_then(|_| deal_files::open(directory, now_ms));
                renewed.map_err(|error| KeysError::Directory { path: directory.clone(), error })
            }
            Place::Ring(ring) => {
                let (name, key) = ring.deals.lock().next(now_ms);
                store.add_key(ring.file.id(), &name, &ring.file.wrap(&name, &key)).await?;
                ring.deals.lock().insert(&name, key);
                self.deal_keys(now_ms)
                    .map_err(|error| KeysError::Directory { path: ring.directory.clone(), error })
            }
        }
    }

    /// Returns the last head of the log of deals that the room signed.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn deal_head(&self) -> io::Result<Option<String>> {
        match &self.place {
            Place::Nowhere => Ok(None),
            Place::Directory(directory) => deal_files::read_head(directory),
            Place::Ring(ring) => deal_files::read_head(&ring.directory),
        }
    }

    /// Notes the last head of the log of deals that the room signed. A database that has lost what
    /// the head is over is noticed by it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn set_deal_head(&self, checkpoint: &str) -> io::Result<()> {
        match &self.place {
            Place::Nowhere => Ok(()),
            Place::Directory(directory) => deal_files::write_head(directory, checkpoint),
            Place::Ring(ring) => {
                files::make_directory(&ring.directory)?;
                deal_files::write_head(&ring.directory, checkpoint)
            }
        }
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

/// Notes a head that another machine signed, if this machine knows none that is longer, so that it
/// notices a database that has lost what the head is over. A head of a key that the ring does not
/// have stays: it shows that the database lost the key.
///
/// # Errors
/// The file cannot be read or written.
pub fn note_deal_head(directory: &Path, keys: &DealKeys, checkpoint: &str) -> io::Result<()> {
    let key = keys.key.public();
    let Ok(next) = Checkpoint::parse(checkpoint) else { return Ok(()) };
    let noted = deal_files::read_head(directory)?;
    let is_older = match noted.as_deref().map(Checkpoint::parse) {
        None | Some(Err(_)) => true,
        Some(Ok(noted)) if noted.is_signed_by(&key) => noted.head.size < next.head.size,
        Some(Ok(noted)) => keys.former.iter().any(|former| noted.is_signed_by(&former.key)),
    };
    if is_older && next.is_signed_by(&key) {
        files::make_directory(directory)?;
        deal_files::write_head(directory, checkpoint)?;
    }
    Ok(())
}

pub(super) fn file_of(directory: &Path) -> PathBuf {
    deal_files::key_file(directory)
}

/// Reads the key that signs openings; `None` if there is none.
pub(super) fn read_deal_key(directory: &Path) -> io::Result<Option<Key>> {
    deal_files::read_key(&file_of(directory))
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
}
