//! Notes about players as every store keeps them.

use crate::ids::AccountId;
use std::fmt;

/// What an account has written down about another.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredNote {
    pub account: AccountId,
    /// Whom it is about.
    pub about: AccountId,
    pub text: String,
    /// A color; 0 for none.
    pub color: u8,
    /// When it was written, in milliseconds since 1970.
    pub written_ms: u64,
}

impl fmt::Debug for StoredNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nobody but the writer reads the text, nor does a log.
        let mut debug = f.debug_struct("StoredNote");
        debug.field("account", &self.account).field("about", &self.about);
        debug.field("color", &self.color).finish_non_exhaustive()
    }
}

/// A page of an account's notes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundNotes {
    /// How many there are on all pages.
    pub total: u32,
    /// The notes, each with the name of the account it is about, in the order of these.
    pub notes: Vec<(String, StoredNote)>,
}
