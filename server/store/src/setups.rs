//! The setups of tables. A setup is stored once, and snapshots name it by its hash.

use super::{SetupHash, StoreError, StoredSetup, Unit};
use cardroom_record::SetupText;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Weak};

/// The texts in memory, so that tables with equal setups share one.
static TEXTS: LazyLock<Mutex<HashMap<SetupHash, Weak<SetupText>>>> = LazyLock::new(Mutex::default);

/// Returns an equal setup that shares its text with every other one from here.
#[must_use]
pub fn shared_setup(setup: StoredSetup) -> StoredSetup {
    let hash = *hash_of(&setup);
    let mut texts = TEXTS.lock();
    if let Some(known) = texts.get(&hash).and_then(Weak::upgrade) {
        return StoredSetup(known);
    }
    // A weak reference keeps the memory of its text.
    texts.retain(|_, text| text.strong_count() > 0);
    texts.insert(hash, Arc::downgrade(&setup.0));
    setup
}

/// Returns the SHA-256 of a setup's text.
pub(super) fn hash_of(setup: &StoredSetup) -> &SetupHash {
    setup.hash_with(|text| Sha256::digest(text).into())
}

/// Returns the setup with this text if it has this hash.
pub(super) fn checked(hash: &[u8], text: &[u8]) -> Option<StoredSetup> {
    let setup = shared_setup(StoredSetup::new(std::str::from_utf8(text).ok()?));
    (hash_of(&setup) == hash).then_some(setup)
}

/// Returns the setup of each snapshot in these units.
pub(super) fn setups_of(units: &[Unit]) -> impl Iterator<Item = &StoredSetup> {
    units.iter().filter_map(|unit| unit.snapshot.as_ref()?.setup.as_ref())
}

/// Setups by their hashes.
#[derive(Debug, Default)]
pub(crate) struct Setups(HashMap<SetupHash, StoredSetup>);

impl Setups {
    pub(super) fn add(&mut self, setup: StoredSetup) {
        self.0.insert(*hash_of(&setup), setup);
    }

    /// Adds a stored row.
    ///
    /// # Errors
    /// The text does not match the hash.
    pub(super) fn add_row(&mut self, hash: &[u8], text: &[u8]) -> Result<(), StoreError> {
        let wrong = || StoreError::Damaged(format!("setup {}: its hash does not match", hex(hash)));
        self.add(checked(hash, text).ok_or_else(wrong)?);
        Ok(())
    }

    /// Returns the setup with this hash.
    ///
    /// # Errors
    /// It is missing.
    pub(super) fn get(&self, hash: &[u8]) -> Result<StoredSetup, StoreError> {
        let missing = || StoreError::Damaged(format!("setup {} is missing", hex(hash)));
        self.find(hash).ok_or_else(missing)
    }

    pub(super) fn find(&self, hash: &[u8]) -> Option<StoredSetup> {
        self.0.get(<&SetupHash>::try_from(hash).ok()?).cloned()
    }

    pub(super) fn hashes(&self) -> impl Iterator<Item = SetupHash> {
        self.0.keys().copied()
    }
}

impl FromIterator<StoredSetup> for Setups {
    fn from_iter<T: IntoIterator<Item = StoredSetup>>(setups: T) -> Self {
        Self(setups.into_iter().map(|setup| (*hash_of(&setup), setup)).collect())
    }
}

/// Returns the beginning of a hash for a message.
pub(super) fn hex(hash: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(hash.get(..8).unwrap_or(hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_setups_share_their_text_and_a_text_in_use_alone_is_kept() {
        let shared = |text: &str| shared_setup(StoredSetup::new(text));
        let (one, other) = (shared("a setup of one test"), shared("another"));
        let again = shared(&["a setup", "of one test"].join(" "));
        assert!(Arc::ptr_eq(&one.0, &again.0));
        assert_ne!(hash_of(&one), hash_of(&other));
        let hash = *hash_of(&one);
        drop((one, again));
        drop(shared("a third setup of one test"));
        assert!(!TEXTS.lock().contains_key(&hash));
    }

    #[test]
    fn a_setup_that_is_changed_or_missing_is_damage() {
        let setup = StoredSetup::new("{}");
        let hash = hash_of(&setup);
        let mut setups = Setups::default();
        for (hash, text) in [(&hash[..], "{ }"), (&hash[..31], "{}"), (&[], "{}")] {
            let error = setups.add_row(hash, text.as_bytes()).unwrap_err();
            assert!(matches!(error, StoreError::Damaged(_)), "{error}");
        }
        assert!(setups.add_row(hash, &[0xff]).is_err());
        assert!(matches!(setups.get(hash), Err(StoreError::Damaged(_))));
        setups.add_row(hash, b"{}").unwrap();
        assert_eq!(setups.get(hash), Ok(setup.clone()));
    }
}
