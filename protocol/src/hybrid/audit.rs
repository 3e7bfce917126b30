//! What is kept of every command of the floor at a table.

use crate::ids::{RequestId, Seq, TableId, TimeMs};
use serde::{Deserialize, Serialize};

/// A page of what the floor has commanded at tables: at most 16.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The commands, the latest first.
    pub entries: Vec<AuditEntry>,
}

/// A command of the floor at a table, as it was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditEntry {
    /// When.
    pub at: TimeMs,
    /// The operator's name.
    pub operator: String,
    /// At which table.
    pub table: TableId,
    /// The step it led to.
    pub seq: Seq,
    /// What was ordered: a [`TableCommand`](super::TableCommand) in JSON.
    pub command: String,
    /// Why.
    pub reason: String,
    /// The rule it rests on, as the operator gave it.
    pub rule: Option<String>,
}
