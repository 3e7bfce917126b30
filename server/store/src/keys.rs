//! The key ring: the room's keys, each wrapped under a key that no store knows.

use crate::StoreError;
use async_trait::async_trait;
use std::collections::BTreeMap;

/// Identifies a file of the operator's that opens a key ring, and reveals nothing about its content.
pub type KeyFileId = [u8; 16];

/// The ring of a room. PostgreSQL stores one if the room has a key file. Other stores have none,
/// because their rooms keep the keys in files.
#[async_trait]
pub trait KeyStore {
    /// Returns the ring; `None` before it was begun.
    async fn key_ring(&self) -> Result<Option<StoredKeyRing>, StoreError>;

    /// Begins the ring, and waits until it is on the disk. Fails with [`StoreError::Duplicate`] if
    /// there is one.
    async fn begin_key_ring(&self, ring: &StoredKeyRing) -> Result<(), StoreError>;

    /// Adds a key that was wrapped with this key file. Fails with [`StoreError::Duplicate`] if the
    /// name is taken, and with [`StoreError::OtherKeyFile`] if another file opens the ring by now.
    async fn add_key(
        &self,
        opened_by: KeyFileId,
        name: &str,
        wrapped: &[u8],
    ) -> Result<(), StoreError>;

    /// Deletes keys by their names. Names that are not in the ring change nothing.
    async fn delete_keys(&self, names: &[String]) -> Result<(), StoreError>;

    /// Deletes the ring with all its keys.
    async fn end_key_ring(&self) -> Result<(), StoreError>;

    /// Returns `true` if something is stored that the room's lasting keys sealed: hands, second
    /// factors, or codes of private tables and tournaments.
    async fn has_sealed(&self) -> Result<bool, StoreError>;
}

/// A ring as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredKeyRing {
    /// The key file that all keys are wrapped with.
    pub opened_by: KeyFileId,
    /// The wrapped keys, by their names.
    pub keys: BTreeMap<String, Vec<u8>>,
}
