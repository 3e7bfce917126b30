//! The audit trail of the floor's commands at tables, page by page. The session checks
//! who may read it.

use super::{AccountError, Accounts};
use crate::ids::TableId;
use cardroom_protocol::hybrid::{AuditEntry, AuditPage};
use cardroom_protocol::limits::MAX_AUDIT_PER_PAGE;
use cardroom_protocol::{RequestId, Seq, TimeMs};

impl Accounts {
    /// Returns a page of the floor's commands at tables, with the operators' names and the tables'
    /// names in the store. The caller fills in the request id.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn audit_page(
        &self,
        table: Option<TableId>,
        from: u32,
    ) -> Result<AuditPage, AccountError> {
        let at_most = u32::try_from(MAX_AUDIT_PER_PAGE).unwrap_or(u32::MAX);
        let trail = self
            .inner
            .backing
            .store
            .audit_trail(table, from, at_most)
            .await
            .map_err(|error| self.failed(&error))?;
        let names = trail.tables;
        let entries = trail.entries.into_iter().map(|(record, operator)| AuditEntry {
            table_name: names.get(&record.table).cloned().unwrap_or_default(),
            at: TimeMs(record.at_ms),
            operator,
            table: record.table.0.into(),
            seq: Seq(record.seq),
            command: record.command,
            reason: record.reason,
            rule: record.rule,
        });
        let request = RequestId(0);
        Ok(AuditPage { request, from, total: trail.total, entries: entries.collect() })
    }
}
