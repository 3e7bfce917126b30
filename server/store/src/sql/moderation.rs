//! Chat and reports of players.

use super::{Backend, Connection, Query, Row, append_hooked};
use crate::ModerationStore;
use crate::ids::{AccountId, TableId};
use crate::moderation::{
    ChatSearch, FoundChat, FoundReports, NamedReport, StoredChatLine, StoredReport,
};
use crate::operations::pattern;
use crate::{HookEvent, StoreError, failed, signed, unsigned};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};

#[async_trait]
impl ModerationStore for Backend {
    async fn keep_chat(&self, lines: &[StoredChatLine]) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = write_chat(&mut lent.connection, lines).await;
        lent.kept(done)
    }

    async fn find_chat(&self, search: &ChatSearch) -> Result<FoundChat, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        read_chat(&mut reader, search).await
    }

    async fn forget_chat(&self, before_ms: u64) -> Result<u64, StoreError> {
        let mut lent = self.lend().await?;
        let done = delete_chat(&mut lent.connection, before_ms).await;
        lent.kept(done)
    }

    async fn file_report(
        &self,
        report: &StoredReport,
        at_most: u32,
        hooked: &(dyn Fn(u64) -> Vec<HookEvent> + Sync),
    ) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let done = write_report(&mut lent.connection, report, at_most, hooked).await;
        lent.kept(done)
    }

    async fn forget_reports(&self, before_ms: u64) -> Result<u64, StoreError> {
        let delete = sqlx::query("DELETE FROM report WHERE at_ms < $1");
        self.write(delete.bind(signed(before_ms)?)).await
    }

    async fn reports(
        &self,
        open: bool,
        from: u32,
        at_most: u32,
    ) -> Result<FoundReports, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        read_reports(&mut reader, open, from, at_most).await
    }

    async fn report(&self, number: u64) -> Result<Option<NamedReport>, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        read_report(&mut reader, number).await
    }
}

pub(crate) async fn write_chat(
    connection: &mut Connection,
    lines: &[StoredChatLine],
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    for line in lines {
        let insert = sqlx::query(
            "INSERT INTO chat_line (at_ms, account, table_id, text) VALUES ($1, $2, $3, $4)",
        );
        let insert = insert.bind(signed(line.at_ms)?).bind(signed(line.account.0)?);
        let insert = insert.bind(signed(line.table.0)?).bind(&line.text);
        insert.execute(&mut *transaction).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

pub(crate) async fn read_chat(
    connection: &mut Connection,
    search: &ChatSearch,
) -> Result<FoundChat, StoreError> {
    let mut count = Query::new("SELECT COUNT(*) FROM chat_line WHERE TRUE");
    let mut page = Query::new(
        "SELECT chat_line.*, account.name AS name FROM chat_line
         JOIN account ON account.id = chat_line.account WHERE TRUE",
    );
    for query in [&mut count, &mut page] {
        push_chat_conditions(query, search)?;
    }
    let total: i64 =
        count.build_query_scalar().fetch_one(&mut *connection).await.map_err(failed)?;
    page.push(" ORDER BY chat_line.id DESC LIMIT ").push_bind(i64::from(search.at_most));
    page.push(" OFFSET ").push_bind(i64::from(search.from));
    let rows = page.build().fetch_all(connection).await.map_err(failed)?;
    let line = |row: &Row| {
        let line = StoredChatLine {
            at_ms: number(row, "at_ms")?,
            account: AccountId(number(row, "account")?),
            table: TableId(number(row, "table_id")?),
            text: row.try_get("text").map_err(failed)?,
        };
        Ok((line, row.try_get("name").map_err(failed)?))
    };
    let lines = rows.iter().map(line).collect::<Result<_, StoreError>>()?;
    Ok(FoundChat { total: u32::try_from(total).unwrap_or(u32::MAX), lines })
}

fn push_chat_conditions(query: &mut Query, search: &ChatSearch) -> Result<(), StoreError> {
    if let Some(account) = search.account {
        query.push(" AND chat_line.account = ").push_bind(signed(account.0)?);
    }
    if let Some(table) = search.table {
        query.push(" AND chat_line.table_id = ").push_bind(signed(table.0)?);
    }
    if !search.text.is_empty() {
        query.push(" AND LOWER(chat_line.text) LIKE ").push_bind(pattern(&search.text));
        query.push(" ESCAPE '\\'");
    }
    Ok(())
}

pub(crate) async fn delete_chat(
    connection: &mut Connection,
    before_ms: u64,
) -> Result<u64, StoreError> {
    let delete = sqlx::query("DELETE FROM chat_line WHERE at_ms < $1");
    let deleted = delete.bind(signed(before_ms)?).execute(connection).await;
    deleted.map(|deleted| deleted.rows_affected()).map_err(failed)
}

/// Stores a report. Returns `false` if its reporter has `at_most` open ones.
pub(crate) async fn write_report(
    connection: &mut Connection,
    report: &StoredReport,
    at_most: u32,
    hooked: &(dyn Fn(u64) -> Vec<HookEvent> + Sync),
) -> Result<bool, StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let insert = sqlx::query(
        "INSERT INTO report (at_ms, reporter, account, table_id, hand_no, text, outcome)
         SELECT $1, $2, $3, $4, $5, $6, '' WHERE (SELECT COUNT(*) FROM report
             WHERE reporter = $2 AND settled_ms IS NULL) < $7",
    );
    let insert = insert
        .bind(signed(report.at_ms)?)
        .bind(signed(report.reporter.0)?)
        .bind(signed(report.account.0)?)
        .bind(signed(report.table.0)?)
        .bind(report.hand.map(signed).transpose()?)
        .bind(&report.text)
        .bind(i64::from(at_most));
    let inserted = insert.execute(&mut *transaction).await.map_err(failed)?;
    let is_filed = inserted.rows_affected() > 0;
    if is_filed {
        let number = sqlx::query_scalar("SELECT MAX(id) FROM report");
        let number: i64 = number.fetch_one(&mut *transaction).await.map_err(failed)?;
        append_hooked(&mut transaction, &hooked(unsigned(number)?)).await?;
    }
    transaction.commit().await.map_err(failed)?;
    Ok(is_filed)
}

pub(crate) async fn read_reports(
    connection: &mut Connection,
    open: bool,
    from: u32,
    at_most: u32,
) -> Result<FoundReports, StoreError> {
    let count =
        sqlx::query_scalar("SELECT COUNT(*) FROM report WHERE settled_ms IS NULL OR NOT $1");
    let total: i64 = count.bind(open).fetch_one(&mut *connection).await.map_err(failed)?;
    let page = sqlx::query(
        "SELECT report.*, reporters.name AS reporter_name, accounts.name AS account_name
         FROM report JOIN account AS reporters ON reporters.id = report.reporter
         JOIN account AS accounts ON accounts.id = report.account
         WHERE settled_ms IS NULL OR NOT $1 ORDER BY report.id DESC LIMIT $2 OFFSET $3",
    );
    let page = page.bind(open).bind(i64::from(at_most)).bind(i64::from(from));
    let rows = page.fetch_all(connection).await.map_err(failed)?;
    let reports = rows.iter().map(report_of).collect::<Result<_, _>>()?;
    Ok(FoundReports { total: u32::try_from(total).unwrap_or(u32::MAX), reports })
}

pub(crate) async fn read_report(
    connection: &mut Connection,
    report: u64,
) -> Result<Option<NamedReport>, StoreError> {
    let read = sqlx::query(
        "SELECT report.*, reporters.name AS reporter_name, accounts.name AS account_name
         FROM report JOIN account AS reporters ON reporters.id = report.reporter
         JOIN account AS accounts ON accounts.id = report.account WHERE report.id = $1",
    );
    let row = read.bind(signed(report)?).fetch_optional(connection).await.map_err(failed)?;
    row.as_ref().map(report_of).transpose()
}

fn report_of(row: &Row) -> Result<NamedReport, StoreError> {
    let optional = |column: &str| {
        let number: Option<i64> = row.try_get(column).map_err(failed)?;
        number.map(unsigned).transpose()
    };
    let report = StoredReport {
        number: number(row, "id")?,
        at_ms: number(row, "at_ms")?,
        reporter: AccountId(number(row, "reporter")?),
        account: AccountId(number(row, "account")?),
        table: TableId(number(row, "table_id")?),
        hand: optional("hand_no")?,
        text: row.try_get("text").map_err(failed)?,
        settled_ms: optional("settled_ms")?,
        outcome: row.try_get("outcome").map_err(failed)?,
    };
    let reporter = row.try_get("reporter_name").map_err(failed)?;
    Ok((report, reporter, row.try_get("account_name").map_err(failed)?))
}

fn number(row: &Row, column: &str) -> Result<u64, StoreError> {
    unsigned(row.try_get::<i64, _>(column).map_err(failed)?)
}
