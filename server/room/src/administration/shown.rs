//! Views of accounts for operators.

use super::OperationError;
use crate::ids::TableId;
use crate::room::Room;
use crate::store::{AccountSearch, FoundOperations, StoredAccount, Which};
use cardroom_protocol::TimeMs;
use cardroom_protocol::administration::{
    AccountKind, AccountPage, AccountRow, AccountShown, FindAccounts, GetAccount, ListOperations,
    Operation, OperationPage, SeatedAt,
};
use cardroom_protocol::limits::{MAX_ACCOUNTS_PER_PAGE, MAX_NAME_CHARS, MAX_OPERATIONS_PER_PAGE};
use std::sync::Arc;

/// Returns a page of accounts.
pub(super) async fn page(room: &Room, body: FindAccounts) -> Result<AccountPage, OperationError> {
    let FindAccounts { request, text, which, from } = body;
    if text.chars().count() > MAX_NAME_CHARS {
        // No name contains a longer text.
        return Ok(AccountPage { request, from, total: 0, accounts: Vec::new() });
    }
    let which = match which {
        AccountKind::Any => Which::Any,
        AccountKind::Registered => Which::Registered,
        AccountKind::Guest => Which::Guest,
        AccountKind::Staff => Which::Staff,
        AccountKind::Suspended => Which::Suspended,
    };
    let at_most = u32::try_from(MAX_ACCOUNTS_PER_PAGE).unwrap_or(u32::MAX);
    let search = AccountSearch { text, which, now_ms: room.clock.now().0, from, at_most };
    let found = room.accounts.operations().find(&search).await?;
    let accounts = found.accounts.iter().map(|account| row(room, account)).collect();
    Ok(AccountPage { request, from, total: found.total, accounts })
}

pub(super) async fn account(room: &Room, body: GetAccount) -> Result<AccountShown, OperationError> {
    let stored = room.accounts.operations().named(&body.account).await?;
    let id = stored.id;
    let purse = room.accounts.purse(id).await?;
    let registry = &room.registry;
    Ok(AccountShown {
        request: body.request,
        account: row(room, &stored),
        wallet: purse.chips().0.into(),
        on_tables: registry.chips_on_tables(id).0.into(),
        second_factor: room.accounts.second_factor(id).is_set().await?,
        linked: !room.accounts.identities(id).await?.is_empty(),
        tables: registry.seats(id).iter().map(|table| seated_at(room, *table)).collect(),
        tournaments: registry.entries(id).iter().map(|tournament| tournament.0.into()).collect(),
        tokens: room.accounts.api_tokens(id).await?,
        locked_until: room.accounts.operations().locked_until(&stored.name).map(TimeMs),
    })
}

/// Returns a table by the name that the page and the floor use.
fn seated_at(room: &Room, table: TableId) -> SeatedAt {
    let handle = room.registry.table(table);
    let info = handle.map(|handle| Arc::clone(&handle.info.borrow()));
    let tournament = info.as_ref().and_then(|info| info.tournament);
    // A table that is just closing has no name any more.
    let name = info.map_or_else(|| format!("table {}", table.0), |info| info.name.clone());
    SeatedAt { table: table.0.into(), name, tournament }
}

/// Returns a page of operations.
pub(super) async fn operations(
    room: &Room,
    body: ListOperations,
) -> Result<OperationPage, OperationError> {
    let ListOperations { request, account, from } = body;
    let account = match account {
        Some(name) => Some(room.accounts.operations().named(&name).await?.id),
        None => None,
    };
    let at_most = u32::try_from(MAX_OPERATIONS_PER_PAGE).unwrap_or(u32::MAX);
    let FoundOperations { total, operations } =
        room.accounts.operations().log(account, from, at_most).await?;
    let operations = operations.into_iter().map(|(stored, operator, account)| Operation {
        at: TimeMs(stored.at_ms),
        operator,
        account,
        done: stored.done,
        reason: stored.reason,
    });
    Ok(OperationPage { request, from, total, operations: operations.collect() })
}

fn row(room: &Room, account: &StoredAccount) -> AccountRow {
    let now = room.clock.now().0;
    let if_later = |end: Option<u64>| end.filter(|end| *end > now).map(TimeMs);
    AccountRow {
        id: account.id.to_string(),
        name: account.name.clone(),
        role: account.role,
        guest: account.is_guest(),
        bot: account.bot,
        online: room.registry.live(account.id).is_some(),
        opened_at: (account.opened_ms > 0).then_some(TimeMs(account.opened_ms)),
        suspended_until: if_later(account.suspended_until_ms),
        muted_until: if_later(account.muted_until_ms),
        erased_at: account.erased_ms.map(TimeMs),
    }
}
