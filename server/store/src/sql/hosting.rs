//! Private tables: their terms, hosts and codes, and whether they are closed.

use super::{Backend, Connection, Row, insert_for_id, list_of_names};
use crate::HostingStore;
use crate::ids::{AccountId, TableId, TournamentId};
use crate::{
    CodeOf, FoundHostedTable, StoreError, StoredCode, StoredHostedTable, duplicate_or_failed,
    failed, signed, unsigned,
};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};
use std::collections::HashMap;

#[async_trait]
impl HostingStore for Backend {
    async fn keep_hosted_table(&self, hosted: &StoredHostedTable) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO hosted_table (table_id, code, host, terms, opened_ms)
             VALUES ($1, $2, $3, $4, $5)",
        );
        let insert = insert
            .bind(signed(hosted.table.0)?)
            .bind(&hosted.code)
            .bind(signed(hosted.host.0)?)
            .bind(&hosted.terms)
            .bind(signed(hosted.opened_ms)?);
        let mut lent = self.lend().await?;
        let done = insert.execute(&mut lent.connection).await;
        let what = || format!("private table {}", hosted.table);
        lent.done(done).map(|_| ()).map_err(duplicate_or_failed(what))
    }

    async fn change_hosted_table(
        &self,
        table: TableId,
        host: AccountId,
        terms: &str,
    ) -> Result<(), StoreError> {
        let update =
            sqlx::query("UPDATE hosted_table SET host = $1, terms = $2 WHERE table_id = $3");
        let update = update.bind(signed(host.0)?).bind(terms).bind(signed(table.0)?);
        let mut lent = self.lend().await?;
        let done = update.execute(&mut lent.connection).await;
        lent.done(done).map(|_| ()).map_err(failed)
    }

    async fn end_hosted_table(&self, table: TableId, at_ms: u64) -> Result<bool, StoreError> {
        let update = sqlx::query(
            "UPDATE hosted_table SET closed_ms = $1 WHERE table_id = $2 AND closed_ms IS NULL",
        );
        let update = update.bind(signed(at_ms)?).bind(signed(table.0)?);
        let mut lent = self.lend().await?;
        let done = update.execute(&mut lent.connection).await;
        Ok(lent.done(done).map_err(failed)?.rows_affected() > 0)
    }

    async fn forget_hosted_tables(&self, before_ms: u64, most: u32) -> Result<u64, StoreError> {
        let mut lent = self.lend().await?;
        let (before, most) = (signed(before_ms)?, i64::from(most));
        let done = delete_closed(&mut lent.connection, before, most).await;
        lent.done(done).map_err(failed)
    }

    async fn forget_unplayed_tournaments(
        &self,
        before_ms: u64,
        most: u32,
    ) -> Result<u64, StoreError> {
        self.remove_unplayed_tournaments(before_ms, most).await
    }

    async fn hosted_table(&self, table: TableId) -> Result<Option<FoundHostedTable>, StoreError> {
        let row = sqlx::query("SELECT * FROM hosted_table WHERE table_id = $1");
        let row = row.bind(signed(table.0)?).fetch_optional(&self.readers).await.map_err(failed)?;
        let Some(row) = row else { return Ok(None) };
        let closed: Option<i64> = row.try_get("closed_ms").map_err(failed)?;
        Ok(Some((hosted(&row)?, closed.map(unsigned).transpose()?)))
    }

    async fn hosted_tables(&self) -> Result<Vec<StoredHostedTable>, StoreError> {
        let rows =
            sqlx::query("SELECT * FROM hosted_table WHERE closed_ms IS NULL ORDER BY table_id");
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        rows.iter().map(hosted).collect()
    }

    async fn codes(&self) -> Result<Vec<StoredCode>, StoreError> {
        let mut codes = Vec::new();
        for (of_id, query) in [
            (
                (|id| CodeOf::Table(TableId(id))) as fn(u64) -> CodeOf,
                "SELECT table_id AS id, code, closed_ms IS NULL AS is_open FROM hosted_table
                 ORDER BY table_id",
            ),
            (
                |id| CodeOf::Tournament(TournamentId(id)),
                "SELECT id, code, results IS NULL AS is_open FROM tournament
                 WHERE code IS NOT NULL ORDER BY id",
            ),
        ] {
            for row in sqlx::query(query).fetch_all(&self.readers).await.map_err(failed)? {
                codes.push(StoredCode {
                    of: of_id(unsigned(row.try_get("id").map_err(failed)?)?),
                    code: row.try_get("code").map_err(failed)?,
                    is_open: row.try_get("is_open").map_err(failed)?,
                });
            }
        }
        Ok(codes)
    }

    async fn replace_code(&self, of: CodeOf, code: &str) -> Result<(), StoreError> {
        let (update, id) = match of {
            CodeOf::Table(table) => {
                ("UPDATE hosted_table SET code = $1 WHERE table_id = $2", table.0)
            }
            CodeOf::Tournament(tournament) => {
                ("UPDATE tournament SET code = $1 WHERE id = $2", tournament.0)
            }
        };
        let update = sqlx::query(update).bind(code).bind(signed(id)?);
        let mut lent = self.lend().await?;
        let done = update.execute(&mut lent.connection).await;
        lent.done(done).map(|_| ()).map_err(duplicate_or_failed(|| "this code".to_owned()))
    }

    async fn table_ids(&self, names: &[String]) -> Result<Vec<TableId>, StoreError> {
        let mut lent = self.lend().await?;
        let ids = find_or_open_tables(&mut lent.connection, names).await;
        let ids = lent.done(ids).map_err(failed)?;
        ids.into_iter().map(|id| unsigned(id).map(TableId)).collect()
    }
}

/// Deletes private tables that closed before a time, with the orders of their hosts.
async fn delete_closed(
    connection: &mut Connection,
    before_ms: i64,
    most: i64,
) -> Result<u64, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let old = sqlx::query_scalar(
        "SELECT table_id FROM hosted_table WHERE closed_ms < $1 AND NOT EXISTS
             (SELECT 1 FROM ledger_account
              WHERE name = 'table:' || CAST(table_id AS TEXT) AND balance <> 0)
         ORDER BY closed_ms, table_id LIMIT $2",
    );
    let old: Vec<i64> = old.bind(before_ms).bind(most).fetch_all(&mut *transaction).await?;
    for table in &old {
        for delete in [
            "DELETE FROM audit WHERE table_id = $1",
            "DELETE FROM hosted_table WHERE table_id = $1",
        ] {
            sqlx::query(delete).bind(table).execute(&mut *transaction).await?;
        }
    }
    transaction.commit().await?;
    Ok(u64::try_from(old.len()).unwrap_or(u64::MAX))
}

fn hosted(row: &Row) -> Result<StoredHostedTable, StoreError> {
    let number = |column: &str| -> Result<u64, StoreError> {
        unsigned(row.try_get::<i64, _>(column).map_err(failed)?)
    };
    Ok(StoredHostedTable {
        table: TableId(number("table_id")?),
        code: row.try_get("code").map_err(failed)?,
        host: AccountId(number("host")?),
        terms: row.try_get("terms").map_err(failed)?,
        opened_ms: number("opened_ms")?,
    })
}

/// Returns the ids of tables with these names, in their order. Opens those that are new.
async fn find_or_open_tables(
    connection: &mut Connection,
    names: &[String],
) -> Result<Vec<i64>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let known = concat!("SELECT name, id FROM room_table WHERE name ", in_list!("$1"));
    let known = sqlx::query_as(known).bind(list_of_names(names)).fetch_all(&mut *transaction);
    let mut known: HashMap<String, i64> = known.await?.into_iter().collect();
    let mut ids = Vec::with_capacity(names.len());
    for name in names {
        let id = match known.get(name) {
            Some(id) => *id,
            None => {
                let insert = concat!("INSERT INTO room_table (name) VALUES ($1)", returning_id!());
                insert_for_id(&mut transaction, sqlx::query(insert).bind(name)).await?
            }
        };
        known.insert(name.clone(), id);
        ids.push(id);
    }
    transaction.commit().await?;
    Ok(ids)
}
