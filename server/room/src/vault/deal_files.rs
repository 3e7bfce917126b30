//! The files of verifiable deals beside the room's other keys: the key that signs openings and
//! heads of the log, the last signed head, and former keys with what they signed for the next one.
//! No backup has them. A room whose database is older than its files notices it by them.

use super::files::{ENDING, make_key, write_key};
use super::{KEY_BYTES, Key};
use cardroom_deal::{RoomKey, Secret};
use data_encoding::HEXLOWER;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the key. A restored room must not sign a second opening for a hand.
const DEAL: &str = "deal";

/// A key that the room does not use any more, and its signature of the key that followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormerKey {
    pub key: [u8; 32],
    pub successor: [u8; 32],
    pub signature: [u8; 64],
    /// When the successor was made, in milliseconds since 1970.
    pub until_ms: u64,
}

/// The key of verifiable deals, and those before it.
#[derive(Clone, Debug)]
pub struct DealKeys {
    pub key: RoomKey,
    /// The keys before it, the earliest first.
    pub former: Vec<FormerKey>,
}

fn file_of(directory: &Path, ending: &str) -> PathBuf {
    directory.join(format!("{DEAL}.{ending}"))
}

pub(super) fn key_file(directory: &Path) -> PathBuf {
    file_of(directory, ENDING)
}

fn retired_file(directory: &Path) -> PathBuf {
    file_of(directory, &format!("{ENDING}.retired"))
}

/// Puts the key that signs openings aside, because the database is another one than it has signed
/// for. The next start makes a new key, which the old one signs. Returns `false` if there is none.
///
/// # Errors
/// The file cannot be renamed.
pub fn retire_deal_key(directory: &Path) -> io::Result<bool> {
    match fs::rename(key_file(directory), retired_file(directory)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        renamed => renamed.map(|()| true),
    }
}

/// Reads the key, and makes one if there is none. A key that was put aside signs its successor, and
/// is deleted.
pub(super) fn open(directory: &Path, now_ms: u64) -> io::Result<DealKeys> {
    put_aside_unreadable(directory)?;
    if let Some(old) = read_key(&retired_file(directory))? {
        follow(directory, old, now_ms)?;
    }
    let key = match read_key(&key_file(directory))? {
        Some(key) => key,
        None => make_key(directory, &key_file(directory))?,
    };
    let former = read_former(directory)?;
    Ok(DealKeys { key: RoomKey::new(&Secret::new(key)), former })
}

/// Makes the key that follows an old one. Each step can be repeated after a crash.
fn follow(directory: &Path, old: Key, now_ms: u64) -> io::Result<()> {
    let (path, next) = (key_file(directory), file_of(directory, "next"));
    let is_there = read_key(&path)?;
    let successor = match is_there {
        Some(key) => key,
        None => match read_key(&next)? {
            Some(key) => key,
            None => make_key(directory, &next)?,
        },
    };
    let (old, successor) = (RoomKey::new(&Secret::new(old)), RoomKey::new(&Secret::new(successor)));
    let mut former = read_former(directory)?;
    let line = FormerKey {
        key: old.public(),
        successor: successor.public(),
        signature: old.sign_successor(&successor.public()),
        until_ms: now_ms,
    };
    if !former.iter().any(|it| (it.key, it.successor) == (line.key, line.successor)) {
        former.push(line);
        let (path, text) = former_file(directory, &former);
        replace(directory, &path, text.as_bytes())?;
    }
    if is_there.is_none() {
        // The head is of the log under the old key.
        remove(&file_of(directory, "head"))?;
        fs::rename(next, path)?;
        File::open(directory)?.sync_all()?;
    }
    remove(&retired_file(directory))
}

/// Renames a file of the key that holds none, so that the room can make another one.
fn put_aside_unreadable(directory: &Path) -> io::Result<()> {
    let path = key_file(directory);
    if let Err(error) = read_key(&path) {
        let aside = file_of(directory, &format!("{ENDING}.unreadable"));
        tracing::error!(
            %error,
            "The key of verifiable deals cannot be read. The room makes a new one, which the old one \
             cannot sign: publish it, and say why. The old file is {}.",
            aside.display()
        );
        fs::rename(path, aside)?;
    }
    Ok(())
}

/// Reads a key; `None` if there is no file, or if the room crashed while it made the key and so
/// signed nothing with it.
pub(super) fn read_key(path: &Path) -> io::Result<Option<Key>> {
    match fs::read(path) {
        Ok(bytes) if bytes.len() < KEY_BYTES => Ok(None),
        Ok(bytes) => Key::try_from(bytes).map(Some).map_err(|_| {
            let text = format!("{} is no key of {KEY_BYTES} bytes", path.display());
            io::Error::new(io::ErrorKind::InvalidData, text)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the file with former keys, and its text.
pub(super) fn former_file(directory: &Path, former: &[FormerKey]) -> (PathBuf, String) {
    (file_of(directory, "former"), former.iter().map(FormerKey::line).collect())
}

/// Reads the last head that the room signed.
pub(super) fn read_head(directory: &Path) -> io::Result<Option<String>> {
    read_text(&file_of(directory, "head"))
}

/// Writes the last head that the room signed.
pub(super) fn write_head(directory: &Path, checkpoint: &str) -> io::Result<()> {
    replace(directory, &file_of(directory, "head"), checkpoint.as_bytes())
}

fn read_text(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Replaces a file with another one. After a crash it is the old one or the new one.
fn replace(directory: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    write_key(directory, Path::new(&new), bytes)?;
    fs::rename(&new, path)?;
    File::open(directory)?.sync_all()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

impl FormerKey {
    /// Returns the key as a line of its file.
    fn line(&self) -> String {
        let hex = |bytes: &[u8]| HEXLOWER.encode(bytes);
        let Self { key, successor, signature, until_ms } = self;
        format!("{} {} {} {until_ms}\n", hex(key), hex(successor), hex(signature))
    }

    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let mut bytes = || HEXLOWER.decode(words.next()?.as_bytes()).ok();
        let key = bytes()?.try_into().ok()?;
        let successor = bytes()?.try_into().ok()?;
        let signature = bytes()?.try_into().ok()?;
        Some(Self { key, successor, signature, until_ms: words.next()?.parse().ok()? })
    }
}

fn read_former(directory: &Path) -> io::Result<Vec<FormerKey>> {
    let text = read_text(&file_of(directory, "former"))?.unwrap_or_default();
    let lines: Option<Vec<FormerKey>> = text.lines().map(FormerKey::parse).collect();
    lines.ok_or_else(|| {
        let text = format!("{} has a line that is none", file_of(directory, "former").display());
        io::Error::new(io::ErrorKind::InvalidData, text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_deal::is_successor;

    #[test]
    fn a_key_stays_until_it_is_put_aside_and_signs_the_next_one() {
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path();
        let open = || open(directory, 7).unwrap();
        let first = open().key.public();
        assert_eq!(open().key.public(), first);
        write_head(directory, "the head of the first log").unwrap();
        assert!(retire_deal_key(directory).unwrap());
        assert!(!retire_deal_key(directory).unwrap(), "there is none any more");

        let DealKeys { key, former } = open();
        let [only] = &former[..] else { panic!("{former:?}") };
        assert_eq!((only.key, only.successor, only.until_ms), (first, key.public(), 7));
        assert!(is_successor(&first, &key.public(), &only.signature));
        assert_eq!(read_head(directory).unwrap(), None, "it was the head of the other log");
        assert!(!retired_file(directory).exists(), "nothing can be signed with it any more");
        assert_eq!(open().former, former);

        assert!(retire_deal_key(directory).unwrap());
        let third = open();
        assert_eq!(third.former.len(), 2);
        assert_eq!(third.former[1].key, key.public());
    }

    #[test]
    fn a_crash_between_two_keys_leaves_one_successor() {
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path();
        let first = open(directory, 7).unwrap().key.public();
        let old = fs::read(key_file(directory)).unwrap();
        retire_deal_key(directory).unwrap();
        let second = open(directory, 8).unwrap();
        // The room died before it deleted the old key ...
        fs::write(retired_file(directory), &old).unwrap();
        let again = open(directory, 9).unwrap();
        assert_eq!((again.key.public(), &again.former), (second.key.public(), &second.former));
        // ... or before it renamed the new one.
        fs::write(retired_file(directory), &old).unwrap();
        fs::rename(key_file(directory), file_of(directory, "next")).unwrap();
        let again = open(directory, 10).unwrap();
        assert_eq!((again.key.public(), &again.former), (second.key.public(), &second.former));
        assert_eq!(again.former[0].key, first);
    }

    #[test]
    fn a_file_that_holds_no_key_is_put_aside() {
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path();
        let first = open(directory, 7).unwrap().key.public();
        fs::write(key_file(directory), [0; 40]).unwrap();
        let second = open(directory, 8).unwrap();
        assert_ne!(second.key.public(), first);
        assert_eq!(second.former, [], "the old key could sign nothing");
        assert!(file_of(directory, "key.unreadable").exists());
    }
}
