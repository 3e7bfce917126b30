//! Bans as the floor reads them: from the store, with the operator and the reason.

use crate::director::TournamentOffice;
use crate::ids::AccountId;
use crate::store::{Store, StoreError};
use cardroom_protocol::league::{BanPage, BanRow};
use cardroom_protocol::limits::MAX_BANS_PER_PAGE;
use cardroom_protocol::{RequestId, TimeMs};

/// Returns a page of bans, the earliest to end first.
///
/// # Errors
/// Returns an error if the store fails.
pub async fn ban_page(
    office: &TournamentOffice,
    request: RequestId,
    from: u32,
) -> Result<BanPage, StoreError> {
    let tables = &office.services.tables;
    let mut bans = tables.store.bans(tables.clock.now().0).await?;
    bans.sort_by(|a, b| {
        (a.until_ms, a.account, &a.league).cmp(&(b.until_ms, b.account, &b.league))
    });
    let total = u32::try_from(bans.len()).unwrap_or(u32::MAX);
    let skip = usize::try_from(from).unwrap_or(usize::MAX);
    let mut rows = Vec::new();
    for ban in bans.into_iter().skip(skip).take(MAX_BANS_PER_PAGE) {
        rows.push(BanRow {
            name: name_of(&*tables.store, ban.account).await?,
            league: ban.league,
            until: TimeMs(ban.until_ms),
            at: TimeMs(ban.at_ms),
            operator: name_of(&*tables.store, ban.operator).await?,
            reason: ban.reason,
        });
    }
    Ok(BanPage { request, from, total, bans: rows })
}

async fn name_of(store: &dyn Store, account: AccountId) -> Result<String, StoreError> {
    let stored = store.account(account).await?;
    Ok(stored.map_or_else(|| "somebody".to_owned(), |stored| stored.name))
}
