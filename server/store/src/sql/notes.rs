//! Notes about players.

use super::{Backend, Row};
use crate::NoteStore;
use crate::ids::AccountId;
use crate::notes::{FoundNotes, StoredNote};
use crate::{StoreError, failed, signed, unsigned};
use async_trait::async_trait;
use sqlx::Row as _;

#[async_trait]
impl NoteStore for Backend {
    async fn set_note(&self, note: &StoredNote, at_most: u32) -> Result<bool, StoreError> {
        let insert = sqlx::query(
            "INSERT INTO note (account, about, text, color, written_ms)
             SELECT $1, $2, $3, $4, $5
             WHERE (SELECT COUNT(*) FROM note WHERE account = $1 AND about <> $2) < $6
             ON CONFLICT (account, about) DO UPDATE
             SET text = excluded.text, color = excluded.color, written_ms = excluded.written_ms",
        );
        let insert = insert
            .bind(signed(note.account.0)?)
            .bind(signed(note.about.0)?)
            .bind(&note.text)
            .bind(i64::from(note.color))
            .bind(signed(note.written_ms)?)
            .bind(i64::from(at_most));
        Ok(self.write(insert).await? > 0)
    }

    async fn delete_note(&self, account: AccountId, about: AccountId) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM note WHERE account = $1 AND about = $2");
        Ok(self.write(delete.bind(signed(account.0)?).bind(signed(about.0)?)).await? > 0)
    }

    async fn notes(
        &self,
        account: AccountId,
        from: u32,
        at_most: u32,
    ) -> Result<FoundNotes, StoreError> {
        let mut read = self.moment().await?;
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM note WHERE account = $1");
        let count = count.bind(signed(account.0)?);
        let total: i64 = count.fetch_one(&mut *read).await.map_err(failed)?;
        let page = sqlx::query(concat!(
            "SELECT note.*, account.name AS name FROM note JOIN account ON account.id = note.about
             WHERE note.account = $1 ORDER BY account.folded",
            by_bytes!(),
            " LIMIT $2 OFFSET $3",
        ));
        let page = page.bind(signed(account.0)?).bind(i64::from(at_most)).bind(i64::from(from));
        let rows = page.fetch_all(&mut *read).await.map_err(failed)?;
        let notes = rows.iter().map(note_of).collect::<Result<_, _>>()?;
        Ok(FoundNotes { total: u32::try_from(total).unwrap_or(u32::MAX), notes })
    }
}

fn note_of(row: &Row) -> Result<(String, StoredNote), StoreError> {
    let number = |column: &str| unsigned(row.try_get::<i64, _>(column).map_err(failed)?);
    let color: i64 = row.try_get("color").map_err(failed)?;
    let note = StoredNote {
        account: AccountId(number("account")?),
        about: AccountId(number("about")?),
        text: row.try_get("text").map_err(failed)?,
        color: u8::try_from(color).unwrap_or_default(),
        written_ms: number("written_ms")?,
    };
    Ok((row.try_get("name").map_err(failed)?, note))
}
