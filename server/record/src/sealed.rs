//! The decks of a hand in progress, sealed by the room. This module cannot open them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The length of the salt of sealed decks.
pub const SALT_BYTES: usize = 16;

/// The decks of a hand, unreadable without the room's key.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedDecks {
    /// The number of the room's key.
    pub key: u64,
    /// Makes the derived key unique, so that it is used once.
    pub salt: [u8; SALT_BYTES],
    /// The decks, and 16 bytes that authenticate them.
    pub sealed: Vec<u8>,
}

impl fmt::Debug for SealedDecks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealedDecks({} bytes)", self.sealed.len())
    }
}
