//! The log of the room's verifiable deals: the signed heads of the list of all sealed rounds, and
//! proofs about them. Units append the entries. This module reads what is stored, so that it signs
//! nothing that a crash could lose. No table waits for it.

mod check;
mod keep;
mod open;
mod pages;
mod read;
#[cfg(test)]
mod tests;
mod witnesses;

pub use check::{CheckedLogs, check_logs};
pub use open::LogError;
pub use pages::{ConsistencyPage, CountsPage, KeyPage, PublicTable};
pub use read::Consistency;
pub use witnesses::Witness;

use crate::ids::TableId;
use crate::store::{LogId, Store};
use crate::vault::{FormerKey, Vault};
use cardroom_deal::{Edge, RoomKey};
use parking_lot::RwLock;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::{Mutex, watch};

/// The log of the room's deals. Cheap to clone.
#[derive(Clone)]
pub struct DealLog(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    vault: Arc<Vault>,
    key: RoomKey,
    former: Vec<FormerKey>,
    /// The name of the log.
    origin: Arc<str>,
    id: LogId,
    witnesses: Vec<Witness>,
    growth: Mutex<Growth>,
    /// The last signed head. It is stored before it is here.
    head: watch::Sender<Option<Head>>,
    /// The cosignatures of the last head, by the place of the witness.
    cosigned: RwLock<Cosigned>,
    /// Tables of the log that are not open any more. Nothing about them changes.
    gone: parking_lot::Mutex<BTreeMap<TableId, Option<PublicTable>>>,
}

/// A head of the log with its signature.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Head {
    size: u64,
    text: Arc<str>,
}

/// Lines with which witnesses cosigned the head of this size.
#[derive(Default)]
struct Cosigned {
    size: u64,
    lines: Vec<Option<String>>,
}

/// How far the log is signed.
#[derive(Default)]
struct Growth {
    /// The edge of the log at its last stored head; `None` before it is read, and after a failure.
    edge: Option<Edge>,
    /// A head that is stored, and not yet noted beside the keys.
    unnoted: Option<Head>,
}

impl std::fmt::Debug for DealLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DealLog").field("origin", &self.0.origin).finish_non_exhaustive()
    }
}

impl DealLog {
    /// Returns the name of the log.
    #[must_use]
    pub fn origin(&self) -> &Arc<str> {
        &self.0.origin
    }

    /// Returns the key that signs openings and heads.
    #[must_use]
    pub fn key(&self) -> &RoomKey {
        &self.0.key
    }

    /// Returns the keys before it, the earliest first.
    #[must_use]
    pub fn former(&self) -> &[FormerKey] {
        &self.0.former
    }

    /// Returns the witnesses that are asked to cosign heads.
    #[must_use]
    pub fn witnesses(&self) -> &[Witness] {
        &self.0.witnesses
    }
}
