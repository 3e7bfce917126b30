//! The audit trail: what the floor ordered at tables, and why.

use crate::ids::{AccountId, TableId};
use std::collections::BTreeMap;

/// A command of the floor that a table carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditRecord {
    /// In milliseconds since 1970.
    pub at_ms: u64,
    pub operator: AccountId,
    pub table: TableId,
    /// The step it led to.
    pub seq: u64,
    /// The command, encoded by its owner.
    pub command: String,
    pub reason: String,
    /// The rule it rests on, as the operator gave it.
    pub rule: Option<String>,
}

/// A page of the audit trail.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AuditTrail {
    /// The number of commands on all pages.
    pub total: u32,
    /// The commands, the latest first, with their operators' names.
    pub entries: Vec<(AuditRecord, String)>,
    /// The names under which the tables are stored.
    pub tables: BTreeMap<TableId, String>,
}
