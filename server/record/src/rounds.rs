//! Sealed rounds of verifiable deals, as entries of the room's log. This module does not know what
//! a seal is over.

use crate::ids::TableId;

/// The log of the rounds that were sealed under one key of the room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LogId(pub u64);

impl LogId {
    /// Returns the log of the room's key with these bytes: their first 63 bits, because databases
    /// have signed numbers.
    #[must_use]
    pub fn of(public_key: &[u8; 32]) -> Self {
        let (first, _) = public_key.split_first_chunk().expect("32 bytes are more than 8");
        Self(u64::from_be_bytes(*first) >> 1)
    }
}

/// A round that was sealed: an entry of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedRound {
    pub log: LogId,
    pub table: TableId,
    pub hand: u64,
    /// 0, and one more for each round of the hand that was given up.
    pub round: u8,
    /// How the round ended, as the seal says it.
    pub outcome: u8,
    /// The seat that let the round down.
    pub blame: Option<u8>,
    /// In milliseconds since 1970.
    pub at_ms: u64,
    /// Digest of the seal.
    pub seal: [u8; 32],
}
