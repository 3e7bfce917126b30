//! Operations of operators on accounts, and second factors.

use super::accounts::account_of;
use super::{Backend, Connection, Query, Row, append_hooked};
use crate::OperationStore;
use crate::confusable::skeleton;
use crate::hands::{HandHashes, players_out};
use crate::ids::AccountId;
use crate::ledger::transfer_of;
use crate::operations::{
    AccountEdit, AccountSearch, FoundAccounts, FoundOperations, StoredSecondFactor, hashes_in,
    hashes_out, pattern, reassigned,
};
use crate::{
    HookEvent, LedgerAccount, StoreError, StoredHand, StoredOperation, Transfer,
    duplicate_or_failed, failed, fold, role_str, signed, unsigned,
};
use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Connection as _, Row as _};

#[async_trait]
impl OperationStore for Backend {
    async fn find_accounts(&self, search: &AccountSearch) -> Result<FoundAccounts, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        find_accounts(&mut reader, search).await
    }

    async fn operate_and_tell(
        &self,
        edit: &AccountEdit,
        operation: &StoredOperation,
        hooked: &[HookEvent],
    ) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = operate(&mut lent.connection, edit, operation, hooked).await;
        lent.kept(done)
    }

    async fn operations(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> Result<FoundOperations, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        read_operations(&mut reader, account, from, at_most).await
    }

    async fn reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
    ) -> Result<Option<AccountId>, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        read_reset_code(&mut reader, hash, now_ms).await
    }

    async fn use_reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
        password_hash: &str,
    ) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let done = use_reset_code(&mut lent.connection, hash, now_ms, password_hash).await;
        lent.kept(done)
    }

    async fn second_factor(
        &self,
        account: AccountId,
    ) -> Result<Option<StoredSecondFactor>, StoreError> {
        let mut reader = self.readers.acquire().await.map_err(failed)?;
        read_second_factor(&mut reader, account).await
    }

    async fn set_second_factor(
        &self,
        before: Option<&StoredSecondFactor>,
        now: &StoredSecondFactor,
    ) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let done = write_second_factor(&mut lent.connection, before, now).await;
        lent.kept(done)
    }

    async fn delete_second_factor(&self, account: AccountId) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let done = delete_second_factor(&mut lent.connection, account).await;
        lent.kept(done)
    }

    async fn reassign_hand(
        &self,
        hand: &StoredHand,
        from: AccountId,
        to: AccountId,
    ) -> Result<(), StoreError> {
        self.settle().await?;
        let mut lent = self.lend().await?;
        let done = reassign_hand(&mut lent.connection, hand, from, to).await;
        lent.kept(done)
    }

    async fn move_notes(&self, from: AccountId, to: AccountId) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = move_notes(&mut lent.connection, from, to).await;
        lent.kept(done)
    }
}

/// Changes an account and notes the operation, in one transaction.
pub(crate) async fn operate(
    connection: &mut Connection,
    edit: &AccountEdit,
    operation: &StoredOperation,
    hooked: &[HookEvent],
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    write_edit(&mut transaction, signed(operation.account.0)?, edit).await?;
    if let AccountEdit::SettleReport(report, at_ms) = edit {
        settle_report(&mut transaction, *report, *at_ms, &operation.reason).await?;
    }
    write_operation(&mut transaction, operation).await?;
    append_hooked(&mut transaction, hooked).await?;
    transaction.commit().await.map_err(failed)
}

/// Notes an operation, in the transaction that carries it out.
pub(crate) async fn write_operation(
    connection: &mut Connection,
    operation: &StoredOperation,
) -> Result<(), StoreError> {
    let insert = sqlx::query(
        "INSERT INTO operation (at_ms, operator, account, done, reason)
         VALUES ($1, $2, $3, $4, $5)",
    );
    let insert = insert
        .bind(signed(operation.at_ms)?)
        .bind(operation.operator.map(|operator| signed(operator.0)).transpose()?)
        .bind(signed(operation.account.0)?)
        .bind(&operation.done)
        .bind(&operation.reason);
    insert.execute(connection).await.map(|_| ()).map_err(failed)
}

async fn write_edit(
    connection: &mut Connection,
    account: i64,
    edit: &AccountEdit,
) -> Result<(), StoreError> {
    let edited = match edit {
        AccountEdit::Nothing | AccountEdit::SettleReport(..) => return Ok(()),
        AccountEdit::Rename(name) => {
            let update = sqlx::query(
                "UPDATE account SET name = $1, folded = $2, skeleton = $3 WHERE id = $4",
            );
            let update = update.bind(name).bind(fold(name)).bind(skeleton(name));
            let renamed = update.bind(account).execute(connection).await;
            let renamed = renamed.map(|_| ());
            return renamed.map_err(duplicate_or_failed(|| format!("account \"{name}\"")));
        }
        AccountEdit::Role(role) => {
            let update = sqlx::query("UPDATE account SET role = $1 WHERE id = $2");
            update.bind(role_str(*role)).bind(account).execute(connection).await
        }
        AccountEdit::Suspend(until_ms) => {
            let update = sqlx::query("UPDATE account SET suspended_until_ms = $1 WHERE id = $2");
            let update = update.bind(until_ms.map(signed).transpose()?).bind(account);
            update.execute(connection).await
        }
        AccountEdit::Mute(until_ms) => {
            let update = sqlx::query("UPDATE account SET muted_until_ms = $1 WHERE id = $2");
            let update = update.bind(until_ms.map(signed).transpose()?).bind(account);
            update.execute(connection).await
        }
        AccountEdit::ResetCode { hash, expires_ms } => {
            let delete = sqlx::query("DELETE FROM reset_code WHERE account = $1");
            delete.bind(account).execute(&mut *connection).await.map_err(failed)?;
            let insert = sqlx::query(
                "INSERT INTO reset_code (hash, account, expires_ms) VALUES ($1, $2, $3)",
            );
            let insert = insert.bind(hash.to_vec()).bind(account);
            insert.bind(signed(*expires_ms)?).execute(connection).await
        }
        AccountEdit::EndTokens => {
            let delete = sqlx::query("DELETE FROM token WHERE account = $1");
            delete.bind(account).execute(connection).await
        }
        AccountEdit::EndToken(hash) => {
            let delete = sqlx::query("DELETE FROM token WHERE hash = $1");
            delete.bind(hash.to_vec()).execute(connection).await
        }
        AccountEdit::EndSecondFactor => {
            let delete = sqlx::query("DELETE FROM second_factor WHERE account = $1");
            delete.bind(account).execute(connection).await
        }
        AccountEdit::EndIdentities => {
            let delete = sqlx::query("DELETE FROM identity WHERE account = $1");
            delete.bind(account).execute(connection).await
        }
        AccountEdit::Erase { pseudonym, at_ms } => {
            return erase(connection, account, pseudonym, *at_ms).await;
        }
    };
    edited.map(|_| ()).map_err(failed)
}

async fn settle_report(
    connection: &mut Connection,
    report: u64,
    at_ms: u64,
    outcome: &str,
) -> Result<(), StoreError> {
    let update = sqlx::query("UPDATE report SET settled_ms = $1, outcome = $2 WHERE id = $3");
    let update = update.bind(signed(at_ms)?).bind(outcome).bind(signed(report)?);
    update.execute(connection).await.map(|_| ()).map_err(failed)
}

async fn erase(
    connection: &mut Connection,
    account: i64,
    pseudonym: &str,
    at_ms: u64,
) -> Result<(), StoreError> {
    for delete in [
        "DELETE FROM token WHERE account = $1",
        "DELETE FROM reset_code WHERE account = $1",
        "DELETE FROM second_factor WHERE account = $1",
        "DELETE FROM identity WHERE account = $1",
        "DELETE FROM note WHERE account = $1 OR about = $1",
        "DELETE FROM chat_line WHERE account = $1",
        "DELETE FROM sign_in WHERE account = $1",
        "DELETE FROM known_network WHERE account = $1",
        "DELETE FROM push_subscription WHERE account = $1",
        "DELETE FROM push_off WHERE account = $1",
        "DELETE FROM api_request WHERE account = $1",
    ] {
        sqlx::query(delete).bind(account).execute(&mut *connection).await.map_err(failed)?;
    }
    let update = sqlx::query(
        "UPDATE account SET name = $1, folded = $2, skeleton = $3, password_hash = NULL,
             role = 'player', avatar = NULL, color = NULL, suspended_until_ms = NULL,
             muted_until_ms = NULL, erased_ms = $4
         WHERE id = $5",
    );
    let update = update.bind(pseudonym).bind(fold(pseudonym)).bind(skeleton(pseudonym));
    let update = update.bind(signed(at_ms)?).bind(account);
    let erased = update.execute(connection).await.map(|_| ());
    erased.map_err(duplicate_or_failed(|| format!("account \"{pseudonym}\"")))
}

pub(crate) async fn find_accounts(
    connection: &mut Connection,
    search: &AccountSearch,
) -> Result<FoundAccounts, StoreError> {
    // Every condition mentions the time, so that its parameter is always bound.
    let condition =
        format!("folded LIKE $1 ESCAPE '\\' AND $2 >= 0 AND {}", search.which.condition());
    let count = format!("SELECT COUNT(*) FROM account WHERE {condition}");
    let count = sqlx::query_scalar(AssertSqlSafe(count)).bind(pattern(&search.text));
    let count = count.bind(signed(search.now_ms)?);
    let total: i64 = count.fetch_one(&mut *connection).await.map_err(failed)?;
    let page =
        format!("SELECT * FROM account WHERE {condition} ORDER BY folded LIMIT $3 OFFSET $4");
    let page = sqlx::query(AssertSqlSafe(page)).bind(pattern(&search.text));
    let page = page.bind(signed(search.now_ms)?);
    let page = page.bind(i64::from(search.at_most)).bind(i64::from(search.from));
    let rows = page.fetch_all(connection).await.map_err(failed)?;
    let accounts = rows.iter().map(account_of).collect::<Result<_, _>>()?;
    Ok(FoundAccounts { total: u32::try_from(total).unwrap_or(u32::MAX), accounts })
}

pub(crate) async fn read_operations(
    connection: &mut Connection,
    account: Option<AccountId>,
    from: u32,
    at_most: u32,
) -> Result<FoundOperations, StoreError> {
    let account = account.map(|account| signed(account.0)).transpose()?;
    let mut count = Query::new("SELECT COUNT(*) FROM operation WHERE TRUE");
    let mut page = Query::new(
        "SELECT operation.*, operators.name AS operator_name, accounts.name AS account_name
         FROM operation JOIN account AS accounts ON accounts.id = operation.account
         LEFT JOIN account AS operators ON operators.id = operation.operator
         WHERE TRUE",
    );
    if let Some(account) = account {
        for query in [&mut count, &mut page] {
            query.push(" AND operation.account = ").push_bind(account);
        }
    }
    let total: i64 =
        count.build_query_scalar().fetch_one(&mut *connection).await.map_err(failed)?;
    page.push(" ORDER BY operation.id DESC LIMIT ").push_bind(i64::from(at_most));
    page.push(" OFFSET ").push_bind(i64::from(from));
    let rows = page.build().fetch_all(connection).await.map_err(failed)?;
    let operations = rows.iter().map(operation_of).collect::<Result<_, _>>()?;
    Ok(FoundOperations { total: u32::try_from(total).unwrap_or(u32::MAX), operations })
}

fn operation_of(row: &Row) -> Result<(StoredOperation, Option<String>, String), StoreError> {
    let operator: Option<i64> = row.try_get("operator").map_err(failed)?;
    let operation = StoredOperation {
        at_ms: unsigned(row.try_get("at_ms").map_err(failed)?)?,
        operator: operator.map(unsigned).transpose()?.map(AccountId),
        account: AccountId(unsigned(row.try_get("account").map_err(failed)?)?),
        done: row.try_get("done").map_err(failed)?,
        reason: row.try_get("reason").map_err(failed)?,
    };
    let operator = row.try_get("operator_name").map_err(failed)?;
    Ok((operation, operator, row.try_get("account_name").map_err(failed)?))
}

pub(crate) async fn read_wallet_transfers(
    connection: &mut Connection,
    account: AccountId,
    after: &str,
    at_most: u32,
) -> Result<Vec<Transfer>, StoreError> {
    // The indexes hold wallets alone, so each half says once more that it looks for one.
    let rows = sqlx::query_as(
        "SELECT id, from_account, to_account, amount, at_ms FROM ledger_transfer
         WHERE from_account = $2 AND id > $1
             AND from_account >= 'wallet:' AND from_account < 'wallet;'
         UNION ALL
         SELECT id, from_account, to_account, amount, at_ms FROM ledger_transfer
         WHERE to_account = $2 AND id > $1
             AND to_account >= 'wallet:' AND to_account < 'wallet;'
         ORDER BY id LIMIT $3",
    );
    let wallet = LedgerAccount::Wallet(account).to_string();
    let rows = rows.bind(after).bind(wallet).bind(i64::from(at_most));
    let rows = rows.fetch_all(connection).await.map_err(failed)?;
    rows.into_iter().map(transfer_of).collect()
}

/// Returns the account that a code belongs to, unless the code has expired.
pub(crate) async fn read_reset_code(
    connection: &mut Connection,
    hash: [u8; 32],
    now_ms: u64,
) -> Result<Option<AccountId>, StoreError> {
    let read =
        sqlx::query_scalar("SELECT account FROM reset_code WHERE hash = $1 AND expires_ms > $2");
    let read = read.bind(hash.to_vec()).bind(signed(now_ms)?);
    let account: Option<i64> = read.fetch_optional(connection).await.map_err(failed)?;
    account.map(unsigned).transpose().map(|account| account.map(AccountId))
}

/// Uses up a code, sets the password and ends all tokens. Returns `false` if the code was
/// used or has expired.
pub(crate) async fn use_reset_code(
    connection: &mut Connection,
    hash: [u8; 32],
    now_ms: u64,
    password_hash: &str,
) -> Result<bool, StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let account = read_reset_code(&mut transaction, hash, now_ms).await?;
    let Some(account) = account else { return Ok(false) };
    let account = signed(account.0)?;
    for delete in
        ["DELETE FROM reset_code WHERE account = $1", "DELETE FROM token WHERE account = $1"]
    {
        sqlx::query(delete).bind(account).execute(&mut *transaction).await.map_err(failed)?;
    }
    let update = sqlx::query("UPDATE account SET password_hash = $1 WHERE id = $2");
    let update = update.bind(password_hash).bind(account);
    update.execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    Ok(true)
}

pub(crate) async fn read_second_factor(
    connection: &mut Connection,
    account: AccountId,
) -> Result<Option<StoredSecondFactor>, StoreError> {
    let read = sqlx::query("SELECT * FROM second_factor WHERE account = $1");
    let row = read.bind(signed(account.0)?).fetch_optional(connection).await;
    let Some(row) = row.map_err(failed)? else { return Ok(None) };
    let recovery: String = row.try_get("recovery").map_err(failed)?;
    Ok(Some(StoredSecondFactor {
        account,
        sealed: row.try_get("sealed").map_err(failed)?,
        confirmed: row.try_get("confirmed").map_err(failed)?,
        last_step: unsigned(row.try_get("last_step").map_err(failed)?)?,
        recovery: hashes_in(&recovery),
    }))
}

/// Replaces the second factor that was read before. Returns `false` if another
/// request changed it meanwhile.
pub(crate) async fn write_second_factor(
    connection: &mut Connection,
    before: Option<&StoredSecondFactor>,
    now: &StoredSecondFactor,
) -> Result<bool, StoreError> {
    let account = signed(now.account.0)?;
    let mut transaction = connection.begin().await.map_err(failed)?;
    let found = read_second_factor(&mut transaction, now.account).await?;
    if found.as_ref() != before {
        return Ok(false);
    }
    let delete = sqlx::query("DELETE FROM second_factor WHERE account = $1");
    delete.bind(account).execute(&mut *transaction).await.map_err(failed)?;
    let insert = sqlx::query(
        "INSERT INTO second_factor (account, sealed, confirmed, last_step, recovery)
         VALUES ($1, $2, $3, $4, $5)",
    );
    let insert = insert
        .bind(account)
        .bind(&now.sealed)
        .bind(now.confirmed)
        .bind(signed(now.last_step)?)
        .bind(hashes_out(&now.recovery));
    insert.execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    Ok(true)
}

/// Moves the part in a hand to another account. The index of players and the hand's list
/// of players change together.
pub(crate) async fn reassign_hand(
    connection: &mut Connection,
    hand: &StoredHand,
    from: AccountId,
    to: AccountId,
) -> Result<(), StoreError> {
    let now = StoredHand { players: reassigned(&hand.players, from, to), ..hand.clone() };
    let players = players_out(&now.players);
    let [was, is] = [hand, &now].map(|hand| HandHashes::of(hand).rest);
    let (table, number) = (signed(hand.table.0)?, signed(hand.hand)?);
    let mut transaction = connection.begin().await.map_err(failed)?;
    // The hash of a hand that was changed stays wrong.
    let update = sqlx::query(
        "UPDATE hand SET players = $1, hash = CASE WHEN hash = $4 THEN $5 ELSE hash END
         WHERE table_id = $2 AND hand_no = $3",
    );
    let update = update.bind(players).bind(table).bind(number).bind(was).bind(is);
    update.execute(&mut *transaction).await.map_err(failed)?;
    let update = sqlx::query(
        "UPDATE hand_player SET account = $1
         WHERE account = $2 AND table_id = $3 AND hand_no = $4",
    );
    let update = update.bind(signed(to.0)?).bind(signed(from.0)?).bind(table).bind(number);
    update.execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)
}

/// Moves the notes that an account wrote to another account. The latter keeps its own notes
/// about the same players.
pub(crate) async fn move_notes(
    connection: &mut Connection,
    from: AccountId,
    to: AccountId,
) -> Result<(), StoreError> {
    let update = sqlx::query(
        "UPDATE note SET account = $1 WHERE account = $2 AND about <> $1
         AND about NOT IN (SELECT about FROM note WHERE account = $1)",
    );
    let update = update.bind(signed(to.0)?).bind(signed(from.0)?);
    update.execute(connection).await.map(|_| ()).map_err(failed)
}

pub(crate) async fn delete_second_factor(
    connection: &mut Connection,
    account: AccountId,
) -> Result<bool, StoreError> {
    let delete = sqlx::query("DELETE FROM second_factor WHERE account = $1");
    let deleted = delete.bind(signed(account.0)?).execute(connection).await;
    deleted.map(|deleted| deleted.rows_affected() > 0).map_err(failed)
}
