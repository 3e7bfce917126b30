//! Finds and removes unused guests.

use super::{Backend, Connection};
use crate::confusable::skeleton;
use crate::ids::AccountId;
use crate::{StoreError, failed, former_guest, signed, unsigned};
use sqlx::Connection as _;

impl Backend {
    pub(super) async fn read_idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError> {
        let select = sqlx::query_scalar(
            "SELECT id FROM account
             WHERE password_hash IS NULL AND NOT bot AND opened_ms < $1 AND name NOT LIKE '#%'
                 AND NOT EXISTS (SELECT 1 FROM token WHERE token.account = account.id)
             ORDER BY opened_ms, id LIMIT $2",
        );
        let select = select.bind(signed(opened_before_ms)?).bind(i64::from(at_most));
        let ids: Vec<i64> = select.fetch_all(&self.readers).await.map_err(failed)?;
        ids.into_iter().map(|id| unsigned(id).map(AccountId)).collect()
    }

    pub(super) async fn remove_guest(&self, id: AccountId) -> Result<bool, StoreError> {
        self.settle().await?;
        let mut lent = self.lend().await?;
        // Otherwise a hand whose players are not noted yet would look like no reference.
        lent.note_everything().await?;
        let done = delete_or_empty(&mut lent.connection, signed(id.0)?).await;
        lent.done(done).map_err(failed)
    }
}

/// Returns `true` if the row is gone.
async fn delete_or_empty(connection: &mut Connection, id: i64) -> Result<bool, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let guest = "SELECT EXISTS (SELECT 1 FROM account
                 WHERE id = $1 AND password_hash IS NULL AND NOT bot)";
    let is_guest: bool = sqlx::query_scalar(guest).bind(id).fetch_one(&mut *transaction).await?;
    if !is_guest {
        return Ok(false);
    }
    for delete in [
        "DELETE FROM note WHERE account = $1",
        "DELETE FROM identity WHERE account = $1",
        "DELETE FROM push_subscription WHERE account = $1",
        "DELETE FROM push_off WHERE account = $1",
    ] {
        sqlx::query(delete).bind(id).execute(&mut *transaction).await?;
    }
    let played = "SELECT EXISTS (SELECT 1 FROM hand_player WHERE account = $1)";
    let played: bool = sqlx::query_scalar(played).bind(id).fetch_one(&mut *transaction).await?;
    if !played {
        let mut attempt = transaction.begin().await?;
        let delete = "DELETE FROM account WHERE id = $1";
        match sqlx::query(delete).bind(id).execute(&mut *attempt).await {
            Ok(done) => {
                attempt.commit().await?;
                transaction.commit().await?;
                return Ok(done.rows_affected() > 0);
            }
            // Something else refers to it.
            Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {
                attempt.rollback().await?;
            }
            Err(error) => return Err(error),
        }
    }
    let name = former_guest(id);
    let empty = sqlx::query(
        "UPDATE account SET name = $1, folded = $2, skeleton = $3, avatar = NULL, color = NULL
         WHERE id = $4",
    );
    let empty = empty.bind(name.clone()).bind(name.clone()).bind(skeleton(&name)).bind(id);
    empty.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(false)
}
