//! The room's keys as files of one directory, which only the room's own user can read. A file that
//! is too short was cut off by a crash, and nothing was ever sealed with its key.

use super::{KEY_BYTES, Key};
use cardroom_push::VapidKey;
use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

/// The file of the key for completed hands. It stays as long as they do.
pub(super) const ARCHIVE: &str = "archive.key";

/// The file of the key that signs notices. It stays for ever: all subscriptions are bound to it.
pub(super) const VAPID: &str = "vapid.key";

/// The extension of key files.
pub(super) const ENDING: &str = "key";

/// Creates a directory that only the room's own user can open, unless it exists.
pub(super) fn make_directory(directory: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

pub(super) fn file_of(directory: &Path, number: u64) -> PathBuf {
    directory.join(format!("room-{number}.{ENDING}"))
}

fn number_of(path: &Path) -> Option<u64> {
    let is_key = path.extension().is_some_and(|ending| ending == ENDING);
    path.file_stem()?.to_str()?.strip_prefix("room-")?.parse().ok().filter(|_| is_key)
}

/// Reads the keys of decks, by their numbers.
pub(super) fn read_deck_keys(directory: &Path) -> io::Result<BTreeMap<u64, Key>> {
    let mut keys = BTreeMap::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let Some(number) = number_of(&path) else { continue };
        match <Key>::try_from(fs::read(&path)?) {
            Ok(key) => {
                keys.insert(number, key);
            }
            Err(_) => {
                tracing::warn!(path = %path.display(), "ignored a file of keys/ that is no key");
            }
        }
    }
    Ok(keys)
}

/// Reads the key for completed hands; `None` if there is none, or if it was cut off.
pub(super) fn read_archive_key(directory: &Path) -> io::Result<Option<Key>> {
    Ok(read(&directory.join(ARCHIVE))?.and_then(|bytes| <Key>::try_from(bytes).ok()))
}

/// Reads the key that signs notices; `None` if there is none, or if it was cut off.
pub(super) fn read_vapid_key(directory: &Path) -> io::Result<Option<VapidKey>> {
    let bytes = read(&directory.join(VAPID))?.filter(|bytes| bytes.len() >= KEY_BYTES);
    let key = bytes.map(|bytes| VapidKey::from_bytes(&bytes)).transpose();
    key.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creates a key in a file of its own.
pub(super) fn make_key(directory: &Path, path: &Path) -> io::Result<Key> {
    let key = rand::random::<Key>();
    write_key(directory, path, &key)?;
    Ok(key)
}

/// Writes a key into a file that only the room's own user can read.
pub(super) fn write_key(directory: &Path, path: &Path, key: &[u8]) -> io::Result<()> {
    let mut file =
        File::options().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(key)?;
    file.sync_all()?;
    // The file's name must survive a power failure, too.
    File::open(directory)?.sync_all()
}
