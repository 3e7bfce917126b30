//! The unit of one step: everything that is stored together.

use crate::{
    AuditRecord, HookEvent, Record, SealedRound, Snapshot, StoredBan, StoredHand, StoredOperation,
    StoredResults, StreamId, Transfer,
};

/// Everything that is stored together, whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// In the order of their sequence numbers.
    pub records: Vec<Record>,
    /// Transfers that belong to the records.
    pub transfers: Vec<Transfer>,
    /// Replaces the stream's last snapshot. Everything up to its sequence number may be pruned.
    pub snapshot: Option<Snapshot>,
    /// Commands of the floor that led to the records.
    pub audit: Vec<AuditRecord>,
    /// Hands that end with the records.
    pub hands: Vec<StoredHand>,
    /// Streams that end with this unit. Their records and snapshots are not needed any more.
    pub ended: Vec<StreamId>,
    /// New or corrected results of tournaments.
    pub results: Vec<StoredResults>,
    /// New or changed bans.
    pub bans: Vec<StoredBan>,
    /// Operations on accounts that move chips.
    pub operations: Vec<StoredOperation>,
    /// Rounds of verifiable deals that end with the records. They are appended to the room's log.
    pub sealed: Vec<SealedRound>,
    /// Events of the step that other programs ask for.
    pub hooked: Vec<HookEvent>,
}

impl Unit {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // The pattern names every field, so that a new one cannot be forgotten here.
        let Self {
            records,
            transfers,
            snapshot,
            audit,
            hands,
            ended,
            results,
            bans,
            operations,
            sealed,
            hooked,
        } = self;
        records.is_empty()
            && transfers.is_empty()
            && snapshot.is_none()
            && audit.is_empty()
            && hands.is_empty()
            && ended.is_empty()
            && results.is_empty()
            && bans.is_empty()
            && operations.is_empty()
            && sealed.is_empty()
            && hooked.is_empty()
    }

    /// Returns `true` if this holds only records, snapshots, sealed rounds, events for hooks and
    /// hands stored for the first time, as nearly all units do.
    #[must_use]
    pub fn is_play(&self) -> bool {
        let Self { records: _, snapshot: _, ended: _, sealed: _, hooked: _, hands, .. } = self;
        let Self { transfers, audit, results, bans, operations, .. } = self;
        let is_empty = transfers.is_empty()
            && audit.is_empty()
            && results.is_empty()
            && bans.is_empty()
            && operations.is_empty();
        is_empty && hands.iter().all(|hand| !hand.retold)
    }
}
