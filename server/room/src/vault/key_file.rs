//! The operator's key file, and what is wrapped with it. It opens the key ring of one room, on every
//! machine that has a copy.

use super::{KEY_BYTES, Key, SALT_BYTES, cipher_for};
use crate::store::KeyFileId;
use chacha20poly1305::Nonce;
use chacha20poly1305::aead::{Aead as _, Payload};
use data_encoding::HEXLOWER;
use hkdf::Hkdf;
use sha2::Sha256;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// The purposes of what is derived from a key file. Every other use of it must have another one.
const PURPOSE_OF_WRAPS: &[u8] = b"cardroom: a key of the room in its key ring, v1";
const PURPOSE_OF_IDS: &[u8] = b"cardroom: the id of a key file, v1";

/// The permissions that only others than the owner need.
const OTHERS: u32 = 0o077;

/// The same for a credential of systemd. Its directory is closed to others, and the access list that
/// lets the service's user read the file shows up as the right of a group.
const OTHERS_THAN_THE_SERVICE: u32 = 0o037;

/// A key file, as it was read.
#[derive(Clone)]
pub struct KeyFile {
    path: PathBuf,
    key: Key,
}

/// The reason why a key file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    #[error(
        "{}: {error}. Make a key file with `cardroom keys new`, or copy the one of the other machine.",
        path.display()
    )]
    Read { path: PathBuf, error: io::Error },
    #[error(
        "{}: others than its owner can use this file (mode {mode:o}). Run `chmod 600 {}`. If \
         somebody may have read it, change to another key file with `cardroom keys rotate`.",
        path.display(), path.display()
    )]
    OpenToOthers { path: PathBuf, mode: u32 },
    #[error(
        "{}: a key file has {KEY_BYTES} bytes, and this one has {found}. Copy it again from the \
         other machine. `cardroom keys new` makes a new one.",
        path.display()
    )]
    WrongLength {
        path: PathBuf,
        /// Its length in bytes, or `more`.
        found: String,
    },
    #[error("{}: this file exists, and was left as it is. Choose another name.", path.display())]
    Exists { path: PathBuf },
    #[error("{}: {error}. No key file was made.", path.display())]
    Write { path: PathBuf, error: io::Error },
}

impl std::fmt::Debug for KeyFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "KeyFile({}, {})", self.path.display(), self.name())
    }
}

impl KeyFile {
    /// Makes a file with a new key. Overwrites nothing.
    ///
    /// # Errors
    /// The file exists or cannot be written.
    pub fn create(path: &Path) -> Result<Self, KeyFileError> {
        let key: Key = rand::random();
        let failed = |error| KeyFileError::Write { path: path.to_owned(), error };
        let opened = File::options().write(true).create_new(true).mode(0o600).open(path);
        let mut file = match opened {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(KeyFileError::Exists { path: path.to_owned() });
            }
            opened => opened.map_err(failed)?,
        };
        file.write_all(&key).and_then(|()| file.sync_all()).map_err(failed)?;
        Ok(Self { path: path.to_owned(), key })
    }

    /// Reads a key file.
    ///
    /// # Errors
    /// It cannot be read, is no key file, or somebody else can use it.
    pub fn read(path: &Path) -> Result<Self, KeyFileError> {
        let credentials = std::env::var_os("CREDENTIALS_DIRECTORY");
        let is_credential = credentials.is_some_and(|directory| path.starts_with(directory));
        Self::read_with(path, if is_credential { OTHERS_THAN_THE_SERVICE } else { OTHERS })
    }

    /// Reads a key file that has none of the permissions `others`.
    fn read_with(path: &Path, others: u32) -> Result<Self, KeyFileError> {
        let unread = |error| KeyFileError::Read { path: path.to_owned(), error };
        let file = File::open(path).map_err(unread)?;
        let mode = file.metadata().map_err(unread)?.permissions().mode() & 0o777;
        if mode & others != 0 {
            return Err(KeyFileError::OpenToOthers { path: path.to_owned(), mode });
        }
        let mut bytes = Vec::new();
        file.take(KEY_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unread)?;
        let key = <Key>::try_from(bytes).map_err(|bytes| {
            let found =
                if bytes.len() > KEY_BYTES { "more".to_owned() } else { bytes.len().to_string() };
            KeyFileError::WrongLength { path: path.to_owned(), found }
        })?;
        Ok(Self { path: path.to_owned(), key })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the id that a ring stores. It reveals nothing about the key.
    #[must_use]
    pub fn id(&self) -> KeyFileId {
        let mut id = KeyFileId::default();
        let derived = Hkdf::<Sha256>::new(Some(PURPOSE_OF_IDS), &self.key);
        derived.expand(&[], &mut id).expect("16 bytes are not too many to derive");
        id
    }

    /// Returns the first digits of its id, for people to compare.
    #[must_use]
    pub fn name(&self) -> String {
        name_of(&self.id())
    }

    /// Wraps a key of the room.
    pub(super) fn wrap(&self, name: &str, key: &[u8]) -> Vec<u8> {
        let salt: [u8; SALT_BYTES] = rand::random();
        let cipher = cipher_for(PURPOSE_OF_WRAPS, &self.key, &salt);
        let payload = Payload { msg: key, aad: name.as_bytes() };
        let wrapped = cipher.encrypt(&Nonce::default(), payload);
        let wrapped = wrapped.expect("a key is not too long to encrypt");
        [salt.as_slice(), &wrapped].concat()
    }

    /// Unwraps a key of the room; `None` if it was wrapped with another file or under another name,
    /// or is damaged.
    pub(super) fn unwrap(&self, name: &str, wrapped: &[u8]) -> Option<Vec<u8>> {
        let (salt, wrapped) = wrapped.split_first_chunk::<SALT_BYTES>()?;
        let cipher = cipher_for(PURPOSE_OF_WRAPS, &self.key, salt);
        let payload = Payload { msg: wrapped, aad: name.as_bytes() };
        cipher.decrypt(&Nonce::default(), payload).ok()
    }
}

/// Returns the first digits of the id of a key file.
pub(super) fn name_of(id: &KeyFileId) -> String {
    HEXLOWER.encode(&id[..4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};

    #[test]
    fn a_new_key_file_is_private_and_overwrites_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("room.key");
        let made = KeyFile::create(&path).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode, fs::read(&path).unwrap().len()), (0o600, 32));
        let read = KeyFile::read(&path).unwrap();
        assert_eq!(read.id(), made.id());
        let before = fs::read(&path).unwrap();
        let error = KeyFile::create(&path).unwrap_err();
        assert!(matches!(error, KeyFileError::Exists { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
        let other = KeyFile::create(&directory.path().join("other.key")).unwrap();
        assert_ne!(other.id(), made.id());
        let printed = format!("{made:?}");
        assert!(!printed.contains(&HEXLOWER.encode(&before)[..16]), "{printed}");
    }

    #[test]
    fn a_file_that_others_can_use_and_one_of_another_length_are_refused_with_what_to_do() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("room.key");
        let refused = |content: &[u8], mode: u32| {
            fs::write(&path, content).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let error = KeyFile::read(&path).unwrap_err().to_string();
            assert!(error.starts_with(&*path.to_string_lossy()), "{error}");
            assert_eq!(fs::read(&path).unwrap(), content, "it is left as it is");
            error
        };
        for mode in [0o640, 0o604, 0o660, 0o601] {
            let error = refused(&[7; 32], mode);
            assert!(error.contains("chmod 600") && error.contains(&format!("{mode:o}")), "{error}");
        }
        assert!(refused(&[7; 31], 0o600).contains("this one has 31"));
        assert!(refused(&[7; 33], 0o600).contains("this one has more"));
        assert!(refused(b"", 0o600).contains("this one has 0"));
        fs::write(&path, [7; 32]).unwrap();
        for (mode, others, is_read) in [
            (0o400, OTHERS, true),
            (0o440, OTHERS, false),
            (0o440, OTHERS_THAN_THE_SERVICE, true),
            (0o460, OTHERS_THAN_THE_SERVICE, false),
            (0o444, OTHERS_THAN_THE_SERVICE, false),
        ] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            assert_eq!(KeyFile::read_with(&path, others).is_ok(), is_read, "{mode:o}");
        }
        let missing = KeyFile::read(&directory.path().join("none")).unwrap_err().to_string();
        assert!(missing.contains("cardroom keys new"), "{missing}");
    }

    #[test]
    fn a_key_is_unwrapped_by_its_own_file_under_its_own_name_alone() {
        let directory = tempfile::tempdir().unwrap();
        let file = KeyFile::create(&directory.path().join("one")).unwrap();
        let other = KeyFile::create(&directory.path().join("two")).unwrap();
        let wrapped = file.wrap("room-3", &[9; 32]);
        assert_eq!(file.unwrap("room-3", &wrapped), Some(vec![9; 32]));
        assert_eq!(file.unwrap("room-4", &wrapped), None);
        assert_eq!(other.unwrap("room-3", &wrapped), None);
        assert!(!wrapped.windows(8).any(|part| part == [9; 8]), "it is not in clear");
        assert_ne!(file.wrap("room-3", &[9; 32]), wrapped, "it looks different each time");
        for place in 0..wrapped.len() {
            let mut changed = wrapped.clone();
            changed[place] ^= 1;
            assert_eq!(file.unwrap("room-3", &changed), None, "byte {place}");
        }
        assert_eq!(file.unwrap("room-3", &wrapped[..10]), None);
    }
}
