//! The audit trail: the floor's commands at tables.

use super::{Backend, Row};
use crate::ids::{AccountId, TableId};
use crate::{AuditRecord, AuditTrail, StoreError, failed, signed, unsigned};
use sqlx::Row as _;

impl Backend {
    pub(crate) async fn read_audit(
        &self,
        table: Option<TableId>,
        from: u32,
        at_most: u32,
    ) -> Result<AuditTrail, StoreError> {
        let table = table.map(|table| signed(table.0)).transpose()?;
        let mut read = self.moment().await?;
        let total =
            sqlx::query_scalar("SELECT COUNT(*) FROM audit WHERE $1 IS NULL OR table_id = $1");
        let total: i64 = total.bind(table).fetch_one(&mut *read).await.map_err(failed)?;
        let rows = sqlx::query(
            "SELECT audit.*, account.name AS name FROM audit
             JOIN account ON account.id = audit.operator
             WHERE $1 IS NULL OR table_id = $1
             ORDER BY audit.id DESC LIMIT $2 OFFSET $3",
        );
        let rows = rows.bind(table).bind(i64::from(at_most)).bind(i64::from(from));
        let rows = rows.fetch_all(&mut *read).await.map_err(failed)?;
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        Ok(AuditTrail { total, entries: rows.iter().map(entry_of).collect::<Result<_, _>>()? })
    }
}

fn entry_of(row: &Row) -> Result<(AuditRecord, String), StoreError> {
    let number = |column: &str| unsigned(row.try_get::<i64, _>(column).map_err(failed)?);
    let record = AuditRecord {
        at_ms: number("at_ms")?,
        operator: AccountId(number("operator")?),
        table: TableId(number("table_id")?),
        seq: number("seq")?,
        command: row.try_get("command").map_err(failed)?,
        reason: row.try_get("reason").map_err(failed)?,
        rule: row.try_get("rule").map_err(failed)?,
    };
    Ok((record, row.try_get("name").map_err(failed)?))
}
