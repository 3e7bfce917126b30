//! The setups of tables. A setup is stored once, and snapshots name it by its hash, which the store
//! computes.

use std::sync::{Arc, OnceLock};

/// The SHA-256 of a setup's text.
pub type SetupHash = [u8; 32];

/// The setup of a table, encoded by its owner. Clones share the text.
#[derive(Clone, Debug)]
pub struct StoredSetup(pub Arc<SetupText>);

/// The text of a setup, and its hash from the first time a store needed it.
#[derive(Debug)]
pub struct SetupText {
    text: Box<str>,
    hash: OnceLock<SetupHash>,
}

impl StoredSetup {
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(Arc::new(SetupText { text: text.into(), hash: OnceLock::new() }))
    }

    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the hash of the text. Computes it only for the first clone that is asked.
    pub fn hash_with(&self, hash: impl FnOnce(&str) -> SetupHash) -> &SetupHash {
        self.0.hash.get_or_init(|| hash(self.text()))
    }
}

impl PartialEq for StoredSetup {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.text() == other.text()
    }
}

impl Eq for StoredSetup {}
