//! Everything a room stores about an account, for its owner or an operator. The export is one JSON
//! object per line, each with one field that names its kind. It contains no secrets: no password
//! hash, no token, no key.

use crate::accounts::AccountError;
use crate::history::{HistoryError, MOST_IN_A_FILE, Viewer};
use crate::ids::AccountId;
use crate::room::Room;
use crate::store::StoredAccount;
use cardroom_protocol::history::HandFilter;
use cardroom_protocol::server::Role;
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

/// How many transfers are read at once.
const TRANSFERS: u32 = 500;

/// How many operations are read at once.
const OPERATIONS: u32 = 100;

/// The reason why an export ends early.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The reader has gone away.
    #[error("the reader is gone")]
    ReaderGone,
}

/// Writes an account line by line, as fast as the receiver takes the lines. The last line confirms
/// that the export is complete.
///
/// # Errors
/// The store failed, or the receiver is gone.
pub async fn export(
    room: &Room,
    account: StoredAccount,
    lines: Sender<String>,
) -> Result<(), ExportError> {
    let id = account.id;
    let out = Out { lines };
    out.line(json!({ "account": about(room, &account).await? })).await?;
    for token in room.accounts.api_tokens(id).await? {
        let token = json!({
            "label": token.label,
            "scopes": token.scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>(),
            "created_ms": token.created_ms,
            "ends_ms": token.ends_ms,
            "last_used_ms": token.last_used_ms,
            "last_address": token.last_address,
        });
        out.line(json!({ "api_token": token })).await?;
    }
    for known in room.accounts.identities(id).await? {
        let (issuer, subject) = (known.issuer, known.subject);
        let known = json!({ "issuer": issuer, "subject": subject, "linked_ms": known.linked_ms });
        out.line(json!({ "sign_in": known })).await?;
    }
    subscriptions(room, id, &out).await?;
    notes(room, id, &out).await?;
    transfers(room, id, &out).await?;
    operations(room, id, &out).await?;
    let hands = hands(room, id, &out).await?;
    out.line(json!({ "end": { "hands": hands } })).await
}

struct Out {
    lines: Sender<String>,
}

impl Out {
    async fn line(&self, value: Value) -> Result<(), ExportError> {
        self.lines.send(format!("{value}\n")).await.map_err(|_| ExportError::ReaderGone)
    }
}

async fn about(room: &Room, account: &StoredAccount) -> Result<Value, ExportError> {
    let purse = room.accounts.purse(account.id).await?;
    let tickets = purse.tickets().into_iter();
    let tickets = tickets.map(|ticket| json!({ "for": ticket.structure, "worth": ticket.worth.0 }));
    Ok(json!({
        "id": account.id.0,
        "name": account.name,
        "role": format!("{:?}", account.role).to_lowercase(),
        "guest": account.is_guest(),
        "opened_ms": account.opened_ms,
        "last_grant_ms": account.last_grant_ms,
        "avatar": account.look().avatar(),
        "color": account.look().color(),
        "suspended_until_ms": account.suspended_until_ms,
        "muted_until_ms": account.muted_until_ms,
        "second_factor": room.accounts.second_factor(account.id).is_set().await?,
        "wallet": purse.chips().0,
        "on_tables": room.registry.chips_on_tables(account.id).0,
        "tickets": tickets.collect::<Vec<_>>(),
    }))
}

/// Writes the browsers that get notices: the push service of each, without what could reach it.
async fn subscriptions(room: &Room, account: AccountId, out: &Out) -> Result<(), ExportError> {
    let Some(push) = room.push() else { return Ok(()) };
    for known in push.subscriptions(account).await? {
        let (service, language) = (known.service, known.language);
        let known =
            json!({ "service": service, "language": language, "created_ms": known.created_ms });
        out.line(json!({ "notifications": known })).await?;
    }
    Ok(())
}

async fn notes(room: &Room, account: AccountId, out: &Out) -> Result<(), ExportError> {
    let mut from = 0;
    loop {
        let page = room.accounts.notes().page(account, from).await?;
        for note in &page.notes {
            out.line(json!({ "note": note })).await?;
        }
        from += u32::try_from(page.notes.len()).unwrap_or(u32::MAX);
        if page.notes.is_empty() || from >= page.total {
            return Ok(());
        }
    }
}

async fn transfers(room: &Room, account: AccountId, out: &Out) -> Result<(), ExportError> {
    let mut after = String::new();
    loop {
        let page = room.accounts.operations().transfers(account, &after, TRANSFERS).await?;
        for one in &page {
            let (from, to) = (one.from.to_string(), one.to.to_string());
            let (id, chips, at_ms) = (&one.id, one.amount.0, one.at_ms);
            let transfer =
                json!({ "id": id, "from": from, "to": to, "chips": chips, "at_ms": at_ms });
            out.line(json!({ "transfer": transfer })).await?;
        }
        let Some(last) = page.last() else { return Ok(()) };
        after.clone_from(&last.id);
    }
}

/// Writes the operations on the account. The owner does not learn which operators they were.
async fn operations(room: &Room, account: AccountId, out: &Out) -> Result<(), ExportError> {
    let mut from = 0;
    loop {
        let page = room.accounts.operations().log(Some(account), from, OPERATIONS).await?;
        for (one, ..) in &page.operations {
            let operation = json!({ "at_ms": one.at_ms, "done": one.done, "reason": one.reason });
            out.line(json!({ "operation": operation })).await?;
        }
        from += u32::try_from(page.operations.len()).unwrap_or(u32::MAX);
        if page.operations.is_empty() || from >= page.total {
            return Ok(());
        }
    }
}

/// Writes the hands as the account may see them. Returns how many.
async fn hands(room: &Room, account: AccountId, out: &Out) -> Result<u32, ExportError> {
    let Some(histories) = room.histories() else { return Ok(0) };
    let viewer = Viewer { account, role: Role::Player };
    // Hands that end during the export would shift the pages.
    let until = Some(room.clock.now().0.into());
    let filter = HandFilter { until, ..HandFilter::default() };
    let mut from = 0;
    loop {
        let page = histories.latest(viewer, &filter, from, HANDS).await?;
        for record in &page {
            out.line(json!({ "hand": record })).await?;
        }
        let read = u32::try_from(page.len()).unwrap_or(u32::MAX);
        from += read;
        if read < HANDS {
            return Ok(from);
        }
    }
}

/// How many hands are read at once.
const HANDS: u32 = MOST_IN_A_FILE / 4;
