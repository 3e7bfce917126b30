//! The log of sealed rounds as every store keeps it: a list for each key of the room. Units append
//! entries. The room adds the tiles of the tree over them and signs its heads. This module does not
//! know what a seal is over, and computes no hash.

use super::{LogId, SealedRound, StoreError};
use crate::ids::TableId;
use async_trait::async_trait;

/// The entries of the logs, their tiles and their heads.
#[async_trait]
pub trait DealLogStore {
    /// Returns the number of entries of a log. Each of them is durable.
    async fn log_size(&self, log: LogId) -> Result<u64, StoreError>;

    /// Returns up to `at_most` entries of a log from this place on.
    async fn log_entries(
        &self,
        log: LogId,
        from: u64,
        at_most: u32,
    ) -> Result<Vec<SealedRound>, StoreError>;

    /// Returns the rounds of a hand that a log has, with their places.
    async fn log_places(
        &self,
        log: LogId,
        table: TableId,
        hand: u64,
    ) -> Result<Vec<(u8, u64)>, StoreError>;

    /// Returns the hashes of a tile.
    async fn log_tile(
        &self,
        log: LogId,
        level: u8,
        place: u64,
    ) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the last stored head of a log: its size, and the signed text.
    async fn log_head(&self, log: LogId) -> Result<Option<(u64, String)>, StoreError>;

    /// Stores a head with the tiles and counts up to it.
    async fn advance_log(&self, log: LogId, step: &LogStep) -> Result<(), StoreError>;

    /// Returns how rounds ended from a day on, in the order of days and tables.
    async fn log_counts(&self, log: LogId, from_day: u32) -> Result<Vec<RoundCount>, StoreError>;

    /// Returns the last stored heads of all logs. All but one are under former keys of the room.
    async fn log_heads(&self) -> Result<Vec<(LogId, u64, String)>, StoreError>;
}

/// The growth of a log from one head to the next.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LogStep {
    pub size: u64,
    /// The head with its signature.
    pub checkpoint: String,
    /// Tiles that are new or longer than before: level, place and hashes.
    pub tiles: Vec<(u8, u64, Vec<u8>)>,
    /// The rounds since the last head.
    pub counts: Vec<RoundCount>,
}

/// How many rounds of a table ended in one way on one day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RoundCount {
    /// The number of days since 1970.
    pub day: u32,
    pub table: TableId,
    /// How the rounds ended, as their seals say it.
    pub outcome: u8,
    /// The seat that let them down.
    pub blame: Option<u8>,
    pub rounds: u64,
}

/// A seat to blame as a number of the database.
pub(super) fn blame_out(blame: Option<u8>) -> i64 {
    blame.map_or(-1, i64::from)
}

pub(super) fn blame_in(blame: i64) -> Option<u8> {
    u8::try_from(blame).ok()
}
