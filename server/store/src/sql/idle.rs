//! Finds and removes unused guests and accounts, and private tournaments that never began.

use super::{Backend, Connection};
use crate::confusable::skeleton;
use crate::ids::AccountId;
use crate::{StoreError, failed, former_guest, signed, unsigned};
use sqlx::Connection as _;

/// Guests without a token. Their owners cannot come back.
const GUESTS: &str = "
    SELECT id FROM account
    WHERE password_hash IS NULL AND NOT bot AND opened_ms < $1 AND name NOT LIKE '#%'
        AND NOT EXISTS (SELECT 1 FROM token WHERE token.account = account.id)
    ORDER BY opened_ms, id LIMIT $2";

/// Accounts that did nothing but come in on their first day. No operator opened or changed one, and
/// its only transfer is the first grant. The indexes of transfers hold wallets alone, so each
/// condition says once more that it looks for one.
const UNUSED: &str = "
    SELECT id FROM account
    WHERE NOT used AND opened_ms < $1 AND password_hash IS NOT NULL AND NOT bot
        AND role = 'player' AND erased_ms IS NULL
        AND NOT EXISTS (SELECT 1 FROM token WHERE token.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM operation WHERE operation.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM note WHERE note.about = account.id)
        AND NOT EXISTS (SELECT 1 FROM report WHERE report.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM report WHERE report.reporter = account.id)
        AND NOT EXISTS (SELECT 1 FROM chat_line WHERE chat_line.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM ban WHERE ban.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM hosted_table WHERE hosted_table.host = account.id)
        AND NOT EXISTS (SELECT 1 FROM tournament WHERE tournament.announced_by = account.id)
        AND NOT EXISTS (SELECT 1 FROM hand_player WHERE hand_player.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM ledger_transfer
            WHERE from_account = 'wallet:' || CAST(account.id AS TEXT)
                AND from_account >= 'wallet:' AND from_account < 'wallet;')
        AND NOT EXISTS (SELECT 1 FROM ledger_transfer
            WHERE to_account = 'wallet:' || CAST(account.id AS TEXT)
                AND to_account >= 'wallet:' AND to_account < 'wallet;'
                AND ledger_transfer.id <> 'signup:' || CAST(account.id AS TEXT))
    ORDER BY opened_ms, id LIMIT $2";

impl Backend {
    pub(super) async fn read_idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError> {
        self.read_idle(GUESTS, opened_before_ms, at_most).await
    }

    pub(super) async fn read_unused_accounts(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError> {
        self.settle().await?;
        self.note_players().await?;
        self.read_idle(UNUSED, opened_before_ms, at_most).await
    }

    async fn read_idle(
        &self,
        select: &'static str,
        opened_before_ms: u64,
        at_most: u32,
    ) -> Result<Vec<AccountId>, StoreError> {
        let select = sqlx::query_scalar(select);
        let select = select.bind(signed(opened_before_ms)?).bind(i64::from(at_most));
        let ids: Vec<i64> = select.fetch_all(&self.readers).await.map_err(failed)?;
        ids.into_iter().map(|id| unsigned(id).map(AccountId)).collect()
    }

    pub(super) async fn remove_account(&self, id: AccountId) -> Result<bool, StoreError> {
        self.settle().await?;
        let mut lent = self.lend().await?;
        // Otherwise a hand whose players are not noted yet would look like no reference.
        lent.note_everything().await?;
        let done = delete_or_empty(&mut lent.connection, signed(id.0)?).await;
        lent.done(done).map_err(failed)
    }

    pub(super) async fn remove_unplayed_tournaments(
        &self,
        before_ms: u64,
        at_most: u32,
    ) -> Result<u64, StoreError> {
        self.settle().await?;
        let delete = sqlx::query(
            "DELETE FROM tournament WHERE id IN
                 (SELECT id FROM tournament WHERE code IS NOT NULL AND ended_ms < $1
                      AND summary LIKE '%\"began_at\":null%'
                  ORDER BY ended_ms, id LIMIT $2)",
        );
        self.write(delete.bind(signed(before_ms)?).bind(i64::from(at_most))).await
    }
}

/// Returns `true` if the row is gone. A guest that something refers to loses its name and picture,
/// and an account counts as used from then on.
async fn delete_or_empty(connection: &mut Connection, id: i64) -> Result<bool, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let kind = "SELECT password_hash IS NULL FROM account
                WHERE id = $1 AND NOT bot AND (password_hash IS NULL OR NOT used)";
    let is_guest: Option<bool> =
        sqlx::query_scalar(kind).bind(id).fetch_optional(&mut *transaction).await?;
    let Some(is_guest) = is_guest else { return Ok(false) };
    let played = "SELECT EXISTS (SELECT 1 FROM hand_player WHERE account = $1)";
    let played: bool = sqlx::query_scalar(played).bind(id).fetch_one(&mut *transaction).await?;
    if !played && delete(&mut transaction, id).await? {
        transaction.commit().await?;
        return Ok(true);
    }
    if is_guest {
        delete_own(&mut transaction, id).await?;
        let name = former_guest(id);
        let empty = sqlx::query(
            "UPDATE account SET name = $1, folded = $2, skeleton = $3, avatar = NULL, color = NULL
             WHERE id = $4",
        );
        let empty = empty.bind(name.clone()).bind(name.clone()).bind(skeleton(&name)).bind(id);
        empty.execute(&mut *transaction).await?;
    } else {
        let used = sqlx::query("UPDATE account SET used = TRUE WHERE id = $1");
        used.bind(id).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(false)
}

/// Deletes an account with its own rows. Changes nothing and returns `false` if other rows refer to
/// it.
async fn delete(connection: &mut Connection, id: i64) -> Result<bool, sqlx::Error> {
    let mut attempt = connection.begin().await?;
    delete_own(&mut attempt, id).await?;
    let delete = sqlx::query("DELETE FROM account WHERE id = $1");
    match delete.bind(id).execute(&mut *attempt).await {
        Ok(done) => {
            attempt.commit().await?;
            Ok(done.rows_affected() > 0)
        }
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {
            attempt.rollback().await?;
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Deletes what belongs to an account alone.
async fn delete_own(connection: &mut Connection, id: i64) -> Result<(), sqlx::Error> {
    for delete in [
        "DELETE FROM note WHERE account = $1",
        "DELETE FROM identity WHERE account = $1",
        "DELETE FROM push_subscription WHERE account = $1",
        "DELETE FROM push_off WHERE account = $1",
        "DELETE FROM api_request WHERE account = $1",
        "DELETE FROM reset_code WHERE account = $1",
        "DELETE FROM second_factor WHERE account = $1",
        "DELETE FROM sign_in WHERE account = $1",
        "DELETE FROM known_network WHERE account = $1",
    ] {
        sqlx::query(delete).bind(id).execute(&mut *connection).await?;
    }
    Ok(())
}
