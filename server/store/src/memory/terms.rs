//! Schedules and leagues that were made while the room was open.

use super::MemoryStore;
use crate::{StoreError, StoredTerms, TermsKind, TermsStore};
use async_trait::async_trait;

/// The terms, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    /// No id is assigned twice.
    made: u64,
    all: Vec<StoredTerms>,
}

#[async_trait]
impl TermsStore for MemoryStore {
    async fn add_terms(&self, terms: &StoredTerms) -> Result<u64, StoreError> {
        self.with(|inner| {
            let known = &mut inner.terms;
            if known.all.iter().any(|it| (it.kind, &it.name) == (terms.kind, &terms.name)) {
                return Err(StoreError::Database(format!("{} is there already", terms.name)));
            }
            known.made += 1;
            known.all.push(StoredTerms { id: known.made, ..terms.clone() });
            Ok(known.made)
        })
    }

    async fn terms(&self, kind: TermsKind) -> Result<Vec<StoredTerms>, StoreError> {
        self.with(|inner| {
            Ok(inner.terms.all.iter().filter(|it| it.kind == kind).cloned().collect())
        })
    }

    async fn change_terms(&self, terms: &StoredTerms) -> Result<bool, StoreError> {
        self.with(|inner| {
            let Some(known) = inner.terms.all.iter_mut().find(|it| it.id == terms.id) else {
                return Ok(false);
            };
            known.terms.clone_from(&terms.terms);
            known.changed_ms = terms.changed_ms;
            Ok(true)
        })
    }

    async fn end_terms(&self, id: u64) -> Result<bool, StoreError> {
        self.with(|inner| {
            let before = inner.terms.all.len();
            inner.terms.all.retain(|it| it.id != id);
            Ok(inner.terms.all.len() < before)
        })
    }
}
