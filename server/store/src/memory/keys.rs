//! The key ring.

use super::MemoryStore;
use crate::{KeyFileId, KeyStore, StoreError, StoredKeyRing};
use async_trait::async_trait;

#[async_trait]
impl KeyStore for MemoryStore {
    async fn key_ring(&self) -> Result<Option<StoredKeyRing>, StoreError> {
        self.with(|inner| Ok(inner.key_ring.clone()))
    }

    async fn begin_key_ring(&self, ring: &StoredKeyRing) -> Result<(), StoreError> {
        self.with(|inner| {
            if inner.key_ring.is_some() {
                return Err(StoreError::Duplicate { what: "the key ring".to_owned() });
            }
            inner.key_ring = Some(ring.clone());
            Ok(())
        })
    }

    async fn add_key(
        &self,
        opened_by: KeyFileId,
        name: &str,
        wrapped: &[u8],
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            let ring = inner.key_ring.as_mut().filter(|ring| ring.opened_by == opened_by);
            let ring = ring.ok_or(StoreError::OtherKeyFile)?;
            if ring.keys.contains_key(name) {
                return Err(StoreError::Duplicate { what: format!("the key {name}") });
            }
            ring.keys.insert(name.to_owned(), wrapped.to_vec());
            Ok(())
        })
    }

    async fn delete_keys(&self, names: &[String]) -> Result<(), StoreError> {
        self.with(|inner| {
            if let Some(ring) = &mut inner.key_ring {
                ring.keys.retain(|name, _| !names.contains(name));
            }
            Ok(())
        })
    }

    async fn end_key_ring(&self) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.key_ring = None;
            Ok(())
        })
    }

    async fn has_sealed(&self) -> Result<bool, StoreError> {
        self.with(|inner| {
            let has_codes = inner.tournaments.iter().any(|tournament| tournament.code.is_some());
            let has_factors = !inner.second_factors.is_empty();
            Ok(has_codes || has_factors || !inner.hands.is_empty() || !inner.hosted.is_empty())
        })
    }
}
