//! Notes about players, as every store keeps them.

use crate::StoreError;
use crate::ids::AccountId;
use async_trait::async_trait;
use std::fmt;

/// Players' notes about others.
#[async_trait]
pub trait NoteStore {
    /// Stores a note in place of the previous one. Returns `false` if its
    /// account has `at_most` others.
    async fn set_note(&self, note: &StoredNote, at_most: u32) -> Result<bool, StoreError>;

    /// Deletes the note of an account about another. Returns `false` if there is none.
    async fn delete_note(&self, account: AccountId, about: AccountId) -> Result<bool, StoreError>;

    /// Returns a page of an account's notes, in the order of the names that they are about.
    async fn notes(
        &self,
        account: AccountId,
        from: u32,
        at_most: u32,
    ) -> Result<FoundNotes, StoreError>;
}

/// An account's note about another account.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredNote {
    pub account: AccountId,
    /// The account it is about.
    pub about: AccountId,
    pub text: String,
    /// 0 for no color.
    pub color: u8,
    /// In milliseconds since 1970.
    pub written_ms: u64,
}

impl fmt::Debug for StoredNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only the writer may read the text, so it must not reach a log.
        let mut debug = f.debug_struct("StoredNote");
        debug.field("account", &self.account).field("about", &self.about);
        debug.field("color", &self.color).finish_non_exhaustive()
    }
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundNotes {
    /// The number of notes on all pages.
    pub total: u32,
    /// Each note with the name of the account it is about, in the order of the names.
    pub notes: Vec<(String, StoredNote)>,
}
