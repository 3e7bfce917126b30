//! The key ring, which SQLite does not store: whoever has the file has the machine's disk, where the
//! keys are files beside it.

use super::SqliteStore;
use crate::{KeyFileId, KeyStore, StoreError, StoredKeyRing};
use async_trait::async_trait;

#[async_trait]
impl KeyStore for SqliteStore {
    async fn key_ring(&self) -> Result<Option<StoredKeyRing>, StoreError> {
        Ok(None)
    }

    async fn begin_key_ring(&self, _: &StoredKeyRing) -> Result<(), StoreError> {
        Err(StoreError::NoKeyRing)
    }

    async fn add_key(&self, _: KeyFileId, _: &str, _: &[u8]) -> Result<(), StoreError> {
        Err(StoreError::NoKeyRing)
    }

    async fn delete_keys(&self, _: &[String]) -> Result<(), StoreError> {
        Err(StoreError::NoKeyRing)
    }

    async fn end_key_ring(&self) -> Result<(), StoreError> {
        Err(StoreError::NoKeyRing)
    }

    async fn has_sealed(&self) -> Result<bool, StoreError> {
        Err(StoreError::NoKeyRing)
    }
}
