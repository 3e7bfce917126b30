//! The stored record of the floor's commands at tables.

use crate::ids::{RequestId, Seq, TableId, TimeMs};
use serde::{Deserialize, Serialize};

/// A page of the floor's commands at tables, at most 16.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The commands, the latest first.
    pub entries: Vec<AuditEntry>,
}

/// A command of the floor at a table, as it was carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Time of the command.
    pub at: TimeMs,
    /// Name of the operator.
    pub operator: String,
    /// Id of the table.
    pub table: TableId,
    /// The step that the command led to.
    pub seq: Seq,
    /// The command: a [`TableCommand`](crate::hybrid::TableCommand) in JSON.
    pub command: String,
    /// The reason that the operator gave.
    pub reason: String,
    /// The rule that the operator cited.
    pub rule: Option<String>,
    /// Name of the table, such as "Canopus" or "Nightly · table 3".
    pub table_name: String,
}
