//! The room's keys in a key ring: in the room's database, wrapped with the operator's key file. Two
//! machines that have the file can open the same room. This module knows no database.

use super::deal_files::{self, DealKeys, FormerKey};
use super::deals::{self, InRing};
use super::files::{self, ARCHIVE, VAPID, file_of};
use super::key_file::{KeyFile, KeyFileError, name_of};
use super::{Key, Place, Vault};
use crate::store::{KeyStore, StoreError, StoredKeyRing};
use cardroom_deal::{RoomKey, Secret};
use cardroom_push::VapidKey;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The names of the lasting keys in a ring.
const ARCHIVE_KEY: &str = "archive";
const VAPID_KEY: &str = "vapid";
const DEAL_KEY: &str = "deal";

/// The beginning of the name of a key of decks. Its number follows.
const DECK_KEY: &str = "room-";

/// The reason why the room's keys cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    #[error("standby.key_file: {0}")]
    File(#[from] KeyFileError),
    /// The ring was wrapped with another file.
    #[error(
        "standby.key_file: {} is the key file {found}, and the keys of this room are wrapped with \
         {wanted}. Nothing was changed. Copy the key file of the machine on which the room runs.",
        path.display()
    )]
    OtherFile { path: PathBuf, found: String, wanted: String },
    /// The ring has keys, and the configuration names no file.
    #[error(
        "The keys of this room are in its database, wrapped with the key file {wanted}. Name that \
         file in standby.key_file, or write the keys into files with `cardroom keys export`."
    )]
    NoFile { wanted: String },
    /// The room has sealed things with keys that are not here.
    #[error(
        "{} has no {ARCHIVE}, and this database has been used with one. Start the room with \
         standby.key_file on the machine that has the keys, which puts them into the database. If \
         they are lost, start it here once without standby.key_file, which makes new ones.",
        directory.display()
    )]
    Elsewhere { directory: PathBuf },
    #[error(
        "The key \"{name}\" in the database is damaged. Restore the table room_key from a backup."
    )]
    Damaged { name: String },
    #[error("{}: {error}", path.display())]
    Directory { path: PathBuf, error: io::Error },
    #[error("{}: this file exists, and nothing was overwritten. Name an empty directory.", path.display())]
    Exists { path: PathBuf },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The keys of a room, unwrapped.
pub struct Keys {
    decks: BTreeMap<u64, Key>,
    archive: Key,
    vapid: VapidKey,
    /// The keys that sign deals. Rings of older programs lack them.
    deals: DealsInRing,
}

/// The keys of a ring that sign deals: the last one, and those before it, each of which signs its
/// successor. The first one is `deal` in the ring. The others have a number and the time at which
/// they were made in their names, such as `deal-2-1764497000000`.
#[derive(Clone, Default)]
pub(super) struct DealsInRing(BTreeMap<(u64, u64), Key>);

impl DealsInRing {
    /// Returns the last key with those before it; `None` if there is none.
    pub(super) fn keys(&self) -> Option<DealKeys> {
        let key = |key: &Key| RoomKey::new(&Secret::new(*key));
        let pairs = self.0.values().zip(self.0.iter().skip(1));
        let former = pairs.map(|(old, ((_, until_ms), next))| {
            let (old, successor) = (key(old), key(next).public());
            let signature = old.sign_successor(&successor);
            FormerKey { key: old.public(), successor, signature, until_ms: *until_ms }
        });
        let (_, last) = self.0.last_key_value()?;
        Some(DealKeys { key: key(last), former: former.collect() })
    }

    /// Makes the key that follows, and its name.
    pub(super) fn next(&self, now_ms: u64) -> (String, Key) {
        let number = self.0.last_key_value().map_or(1, |((number, _), _)| number + 1);
        (name_of_deal_key(number, now_ms), rand::random())
    }

    pub(super) fn insert(&mut self, name: &str, key: Key) {
        if let Some(of) = number_of_deal_key(name) {
            self.0.insert(of, key);
        }
    }

    fn named(&self) -> impl Iterator<Item = (String, Vec<u8>)> {
        self.0.iter().map(|((number, ms), key)| (name_of_deal_key(*number, *ms), key.to_vec()))
    }
}

fn name_of_deal_key(number: u64, since_ms: u64) -> String {
    if number == 1 { DEAL_KEY.to_owned() } else { format!("{DEAL_KEY}-{number}-{since_ms}") }
}

/// Returns the number of a key of deals, and the time at which it was made.
fn number_of_deal_key(name: &str) -> Option<(u64, u64)> {
    if name == DEAL_KEY {
        return Some((1, 0));
    }
    let (number, since_ms) = name.strip_prefix(DEAL_KEY)?.strip_prefix('-')?.split_once('-')?;
    Some((number.parse().ok()?, since_ms.parse().ok()?))
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Keys({} of decks)", self.decks.len())
    }
}

impl Keys {
    /// Unwraps the keys of a ring.
    ///
    /// # Errors
    /// It was wrapped with another file, or is damaged.
    pub fn unwrap(ring: &StoredKeyRing, file: &KeyFile) -> Result<Self, KeysError> {
        opens(ring, file)?;
        let mut decks = BTreeMap::new();
        for (name, wrapped) in &ring.keys {
            let number = name.strip_prefix(DECK_KEY).and_then(|number| number.parse().ok());
            let Some(number) = number else { continue };
            let key = file.unwrap(name, wrapped).and_then(|key| <Key>::try_from(key).ok());
            decks.insert(number, key.ok_or_else(|| damaged(name))?);
        }
        let lasting = |name: &str| {
            let wrapped = ring.keys.get(name);
            wrapped.and_then(|wrapped| file.unwrap(name, wrapped)).ok_or_else(|| damaged(name))
        };
        let key = |name: &str| <Key>::try_from(lasting(name)?).map_err(|_| damaged(name));
        let vapid = VapidKey::from_bytes(&lasting(VAPID_KEY)?).map_err(|_| damaged(VAPID_KEY))?;
        let mut deals = DealsInRing::default();
        for name in ring.keys.keys().filter(|name| number_of_deal_key(name).is_some()) {
            deals.insert(name, key(name)?);
        }
        Ok(Self { decks, archive: key(ARCHIVE_KEY)?, vapid, deals })
    }

    /// Wraps the keys with a file.
    #[must_use]
    pub fn wrap(&self, file: &KeyFile) -> StoredKeyRing {
        let wrap = |(name, key): (String, Vec<u8>)| {
            let wrapped = file.wrap(&name, &key);
            (name, wrapped)
        };
        StoredKeyRing { opened_by: file.id(), keys: self.named().into_iter().map(wrap).collect() }
    }

    /// Returns the key that signs deals, and those before it; `None` if there is none yet.
    #[must_use]
    pub fn deals(&self) -> Option<DealKeys> {
        self.deals.keys()
    }

    /// Returns how many keys of decks there are.
    #[must_use]
    pub fn of_decks(&self) -> usize {
        self.decks.len()
    }

    /// Reads the files of a directory, and makes those of the lasting keys that are missing.
    fn take_over(directory: &Path) -> io::Result<Self> {
        Ok(Self {
            decks: if directory.is_dir() {
                files::read_deck_keys(directory)?
            } else {
                BTreeMap::new()
            },
            archive: files::read_archive_key(directory)?.unwrap_or_else(rand::random),
            vapid: files::read_vapid_key(directory)?.unwrap_or_else(VapidKey::generate),
            deals: DealsInRing(
                deals::read_deal_key(directory)?.into_iter().map(|key| ((1, 0), key)).collect(),
            ),
        })
    }

    /// Writes the keys as files of a directory, as a room without a key file has them.
    ///
    /// # Errors
    /// A file with the name of a key exists, or one cannot be written.
    pub fn export(&self, directory: &Path) -> Result<(), KeysError> {
        let failed = |error| KeysError::Directory { path: directory.to_owned(), error };
        files::make_directory(directory).map_err(failed)?;
        let mut all = self.files(directory);
        let former = self.deals.keys().map(|keys| keys.former).unwrap_or_default();
        if !former.is_empty() {
            let (path, text) = deal_files::former_file(directory, &former);
            all.push((path, text.into_bytes()));
        }
        if let Some((path, _)) = all.iter().find(|(path, _)| path.symlink_metadata().is_ok()) {
            return Err(KeysError::Exists { path: path.clone() });
        }
        for (path, key) in all {
            files::write_key(directory, &path, &key).map_err(failed)?;
        }
        Ok(())
    }

    /// Deletes the files with these keys. A file with another key is left as it is, and logged.
    fn delete_files(&self, directory: &Path) -> io::Result<()> {
        for (path, key) in self.files(directory) {
            match fs::read(&path) {
                Ok(found) if found == key => fs::remove_file(&path)?,
                Ok(_) => tracing::warn!(
                    path = %path.display(),
                    "this key is not the room's, which is in the database, and is not used"
                ),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn files(&self, directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let decks =
            self.decks.iter().map(|(number, key)| (file_of(directory, *number), key.to_vec()));
        let lasting = [
            (directory.join(ARCHIVE), self.archive.to_vec()),
            (directory.join(VAPID), self.vapid.to_bytes().to_vec()),
        ];
        let deal = self.deals.0.last_key_value();
        let deal = deal.map(|(_, key)| (deals::file_of(directory), key.to_vec()));
        decks.chain(lasting).chain(deal).collect()
    }

    fn named(&self) -> Vec<(String, Vec<u8>)> {
        let decks =
            self.decks.iter().map(|(number, key)| (name_of_deck_key(*number), key.to_vec()));
        let lasting = [
            (ARCHIVE_KEY.to_owned(), self.archive.to_vec()),
            (VAPID_KEY.to_owned(), self.vapid.to_bytes().to_vec()),
        ];
        decks.chain(lasting).chain(self.deals.named()).collect()
    }
}

/// Checks that a key file opens the ring.
///
/// # Errors
/// Another file opens it.
pub fn opens(ring: &StoredKeyRing, file: &KeyFile) -> Result<(), KeysError> {
    if ring.opened_by == file.id() {
        return Ok(());
    }
    let (found, wanted) = (file.name(), name_of(&ring.opened_by));
    Err(KeysError::OtherFile { path: file.path().to_owned(), found, wanted })
}

/// Checks that a room could open its keys with the file at `path`, which is read for that, without
/// changing anything. `directory` has the keys that are files today.
///
/// # Errors
/// It could not, and why.
pub fn could_open(
    ring: Option<&StoredKeyRing>,
    path: &Path,
    directory: &Path,
    has_sealed: bool,
) -> Result<(), KeysError> {
    let file = KeyFile::read(path)?;
    match ring {
        Some(ring) => Keys::unwrap(ring, &file).map(|_| ()),
        None => could_begin(directory, has_sealed),
    }
}

/// Checks that a directory has the keys with which the room has sealed something.
fn could_begin(directory: &Path, has_sealed: bool) -> Result<(), KeysError> {
    let failed = |error| KeysError::Directory { path: directory.to_owned(), error };
    let is_here = files::read_archive_key(directory).map_err(failed)?.is_some();
    if has_sealed && !is_here {
        return Err(KeysError::Elsewhere { directory: directory.to_owned() });
    }
    Ok(())
}

/// Returns the error of a room whose configuration names no key file, if it has a ring.
///
/// # Errors
/// It has one.
pub fn must_have_none(ring: Option<&StoredKeyRing>) -> Result<(), KeysError> {
    match ring {
        Some(ring) => Err(KeysError::NoFile { wanted: name_of(&ring.opened_by) }),
        None => Ok(()),
    }
}

impl Vault {
    /// Opens the keys in the room's ring, and adds a new one for sealing from now on. The first
    /// time, puts the keys of a directory into the ring, and then deletes their files.
    ///
    /// # Errors
    /// The file does not open the ring, or the store or the directory cannot be used.
    pub async fn open_ring(
        store: &dyn KeyStore,
        file: &KeyFile,
        directory: &Path,
    ) -> Result<Self, KeysError> {
        let failed = |error| KeysError::Directory { path: directory.to_owned(), error };
        let keys = match store.key_ring().await? {
            Some(ring) => Keys::unwrap(&ring, file)?,
            None => {
                could_begin(directory, store.has_sealed().await?)?;
                let keys = Keys::take_over(directory).map_err(failed)?;
                store.begin_key_ring(&keys.wrap(file)).await?;
                tracing::info!(key_file = file.name(), "put the room's keys into its database");
                keys
            }
        };
        keys.delete_files(directory).map_err(failed)?;
        let Keys { mut decks, archive, vapid, mut deals } = keys;
        let add = async |name: &str| {
            let key: Key = rand::random();
            let added = store.add_key(file.id(), name, &file.wrap(name, &key)).await;
            added.map(|()| key)
        };
        // Both machines sign deals with the same key, so it is made once for the room.
        if deals.0.is_empty() {
            deals.insert(DEAL_KEY, add(DEAL_KEY).await?);
        }
        let newest = decks.last_key_value().map_or(0, |(number, _)| *number) + 1;
        decks.insert(newest, add(&name_of_deck_key(newest)).await?);
        let (file, directory) = (file.clone(), directory.to_owned());
        let place = Place::Ring(InRing { deals: Mutex::new(deals), file, directory });
        Ok(Self { place, newest, keys: decks, archive, vapid, used: Mutex::default() })
    }

    /// Takes only the key for completed hands from a ring, for programs that only read them.
    ///
    /// # Errors
    /// The file does not open the ring.
    pub fn for_reading_from(ring: &StoredKeyRing, file: &KeyFile) -> Result<Self, KeysError> {
        Ok(Self { archive: Keys::unwrap(ring, file)?.archive, ..Self::in_memory() })
    }
}

/// Returns the name of a key of decks in a ring.
pub(super) fn name_of_deck_key(number: u64) -> String {
    format!("{DECK_KEY}{number}")
}

fn damaged(name: &str) -> KeysError {
    KeysError::Damaged { name: name.to_owned() }
}

#[cfg(test)]
mod tests;
