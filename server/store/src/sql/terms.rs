//! Schedules and leagues that were made while the room was open.

use super::{Backend, Connection, Row};
use crate::{StoreError, StoredTerms, TermsKind, TermsStore, failed, signed, unsigned};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};

#[async_trait]
impl TermsStore for Backend {
    async fn add_terms(&self, terms: &StoredTerms) -> Result<u64, StoreError> {
        let mut lent = self.lend().await?;
        let added = add_terms(&mut lent.connection, terms).await;
        lent.kept(added)
    }

    async fn terms(&self, kind: TermsKind) -> Result<Vec<StoredTerms>, StoreError> {
        let select = sqlx::query("SELECT * FROM room_terms WHERE kind = $1 ORDER BY id");
        let rows = select.bind(kind.name()).fetch_all(&self.readers).await;
        rows.map_err(failed)?.iter().map(|row| terms_of(row, kind)).collect()
    }

    async fn change_terms(&self, terms: &StoredTerms) -> Result<bool, StoreError> {
        let update = "UPDATE room_terms SET terms = $1, changed_ms = $2 WHERE id = $3";
        let update = sqlx::query(update).bind(terms.terms.clone());
        let update = update.bind(signed(terms.changed_ms)?).bind(signed(terms.id)?);
        Ok(self.write(update).await? > 0)
    }

    async fn end_terms(&self, id: u64) -> Result<bool, StoreError> {
        let delete = sqlx::query("DELETE FROM room_terms WHERE id = $1").bind(signed(id)?);
        Ok(self.write(delete).await? > 0)
    }
}

async fn add_terms(connection: &mut Connection, terms: &StoredTerms) -> Result<u64, StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let insert = sqlx::query(concat!(
        "INSERT INTO room_terms (kind, name, terms, changed_ms) VALUES ($1, $2, $3, $4)",
        returning_id!(),
    ));
    let insert = insert.bind(terms.kind.name()).bind(&terms.name).bind(&terms.terms);
    let insert = insert.bind(signed(terms.changed_ms)?);
    let id = super::insert_for_id(&mut transaction, insert).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    unsigned(id)
}

fn terms_of(row: &Row, kind: TermsKind) -> Result<StoredTerms, StoreError> {
    let number = |column: &str| unsigned(row.try_get::<i64, _>(column).map_err(failed)?);
    Ok(StoredTerms {
        id: number("id")?,
        kind,
        name: row.try_get("name").map_err(failed)?,
        terms: row.try_get("terms").map_err(failed)?,
        changed_ms: number("changed_ms")?,
    })
}
