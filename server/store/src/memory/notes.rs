//! Players' notes about others.

use super::MemoryStore;
use crate::ids::AccountId;
use crate::{FoundNotes, NoteStore, StoreError, StoredNote, fold};
use async_trait::async_trait;

#[async_trait]
impl NoteStore for MemoryStore {
    async fn set_note(&self, note: &StoredNote, at_most: u32) -> Result<bool, StoreError> {
        self.with(|inner| {
            let key = (note.account, note.about);
            let others =
                inner.notes.keys().filter(|other| other.0 == note.account && **other != key);
            let fits = others.count() < at_most as usize;
            if fits {
                inner.notes.insert(key, note.clone());
            }
            Ok(fits)
        })
    }

    async fn delete_note(&self, account: AccountId, about: AccountId) -> Result<bool, StoreError> {
        self.with(|inner| Ok(inner.notes.remove(&(account, about)).is_some()))
    }

    async fn notes(
        &self,
        account: AccountId,
        from: u32,
        at_most: u32,
    ) -> Result<FoundNotes, StoreError> {
        self.with(|inner| {
            let name_of = |about: AccountId| {
                let known = inner.accounts.iter().find(|stored| stored.id == about);
                known.map(|stored| stored.name.clone())
            };
            let own = inner.notes.values().filter(|note| note.account == account);
            let mut notes: Vec<_> =
                own.filter_map(|note| Some((name_of(note.about)?, note.clone()))).collect();
            notes.sort_by_key(|(name, _)| fold(name));
            let total = u32::try_from(notes.len()).unwrap_or(u32::MAX);
            let page = notes.into_iter().skip(from as usize).take(at_most as usize);
            Ok(FoundNotes { total, notes: page.collect() })
        })
    }
}
