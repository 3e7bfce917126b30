//! Players' reports about other players, and the chat that operators read.

use super::OperationError;
use crate::accounts::AccountError;
use crate::denied::Denied;
use crate::history::HistoryError;
use crate::ids::{AccountId, TableId};
use crate::room::Room;
use crate::store::{ChatSearch, StoredAccount, StoredReport};
use crate::text::is_line;
use cardroom_hooks::{EventKind, Subject, Table};
use cardroom_protocol::administration::{
    ChatFound, ChatPage, ListReports, Report, ReportPage, ReportPlayer, SearchChat,
};
use cardroom_protocol::limits::{
    MAX_CHAT_CHARS, MAX_CHAT_PER_PAGE, MAX_REASON_CHARS, MAX_REPORTS_PER_PAGE,
};
use cardroom_protocol::{ErrorCode, HandNo, TimeMs};

const MOST_OPEN: u32 = 10;

/// The reason why a report was refused.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The text is missing, too long, or not one line.
    #[error("A report needs one line of 1 to 280 characters.")]
    BadText,
    #[error("You cannot report yourself.")]
    Yourself,
    #[error("Operators have not looked at your last reports yet. Wait until they have.")]
    TooMany,
    #[error(transparent)]
    Hand(#[from] HistoryError),
    /// There is no such player, or the store failed.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl From<ReportError> for Denied {
    fn from(error: ReportError) -> Self {
        let code = match &error {
            ReportError::BadText => ErrorCode::BadText,
            ReportError::Yourself => ErrorCode::NotAllowedNow,
            ReportError::TooMany => ErrorCode::Conflict,
            ReportError::Hand(error) => error.code(),
            ReportError::Account(error) => error.code(),
        };
        Self { code, message: error.to_string() }
    }
}

/// Stores a report of a player about another one.
///
/// # Errors
/// There is no such player or hand, the text is not one line, or the account has
/// too many open reports.
pub async fn report(
    room: &Room,
    reporter: AccountId,
    body: ReportPlayer,
) -> Result<(), ReportError> {
    let ReportPlayer { table, player, hand, text, .. } = body;
    if !is_line(&text, MAX_REASON_CHARS) {
        return Err(ReportError::BadText);
    }
    let account = room.accounts.operations().named(&player).await.map_err(|error| match error {
        AccountError::NoSuchAccount => AccountError::NoSuchPlayer,
        error => error,
    })?;
    if account.id == reporter {
        return Err(ReportError::Yourself);
    }
    let table = TableId(table.0);
    if let Some(hand) = hand {
        let histories = room.histories().ok_or(HistoryError::Internal)?;
        histories.is_stored(table, hand.0).await?;
    }
    let report = StoredReport {
        number: 0,
        at_ms: room.clock.now().0,
        reporter,
        account: account.id,
        table,
        hand: hand.map(|hand| hand.0),
        text,
        settled_ms: None,
        outcome: String::new(),
    };
    let office = room.hooks().filter(|office| office.asks(EventKind::ReportFiled));
    let hooked = |number| match &office {
        Some(office) => office.of_step(report.at_ms, false, filed_for_hooks(room, number, table)),
        None => Vec::new(),
    };
    if room.accounts.operations().keep_report(&report, MOST_OPEN, &hooked).await? {
        if let Some(office) = &office {
            office.look();
        }
        tracing::info!(%reporter, account = %account.id, %table, "a player was reported");
        Ok(())
    } else {
        Err(ReportError::TooMany)
    }
}

/// Returns what a report means to other programs. A private table has no name for them.
fn filed_for_hooks(room: &Room, report: u64, table: TableId) -> Vec<Subject> {
    let handle = room.registry.table(table);
    let public = handle.filter(|handle| !handle.is_private());
    let table = public.map(|handle| Table { id: table.0, name: handle.info.borrow().name.clone() });
    vec![Subject::ReportFiled { report, table }]
}

/// Returns the account that an open report is about.
pub(super) async fn subject(room: &Room, number: u32) -> Result<StoredAccount, OperationError> {
    let found = room.accounts.operations().report(number.into()).await?;
    let (report, ..) = found.ok_or(OperationError::NoSuchReport(number))?;
    if report.settled_ms.is_some() {
        return Err(OperationError::Settled);
    }
    let account = room.accounts.stored(report.account).await?;
    account.ok_or(OperationError::NoSuchReport(number))
}

/// Returns a page of reports.
pub(super) async fn page(room: &Room, body: ListReports) -> Result<ReportPage, OperationError> {
    let ListReports { request, open, from } = body;
    let at_most = u32::try_from(MAX_REPORTS_PER_PAGE).unwrap_or(u32::MAX);
    let found = room.accounts.operations().reports(open, from, at_most).await?;
    let reports = found.reports.into_iter().map(|(report, reporter, player)| Report {
        // No room has four billion reports.
        number: u32::try_from(report.number).unwrap_or(u32::MAX),
        at: TimeMs(report.at_ms),
        reporter,
        player,
        table: report.table.0.into(),
        hand: report.hand.map(HandNo),
        text: report.text,
        settled_at: report.settled_ms.map(TimeMs),
        outcome: report.outcome,
    });
    Ok(ReportPage { request, from, total: found.total, reports: reports.collect() })
}

/// Returns a page of chat.
pub(super) async fn chat(room: &Room, body: SearchChat) -> Result<ChatPage, OperationError> {
    let SearchChat { request, text, account, table, from } = body;
    if text.chars().count() > MAX_CHAT_CHARS {
        // No line contains a longer text.
        return Ok(ChatPage { request, from, total: 0, lines: Vec::new() });
    }
    let account = match account {
        Some(name) => Some(room.accounts.operations().named(&name).await?.id),
        None => None,
    };
    let table = table.map(|table| TableId(table.0));
    let at_most = u32::try_from(MAX_CHAT_PER_PAGE).unwrap_or(u32::MAX);
    let search = ChatSearch { text, account, table, from, at_most };
    let found = room.accounts.operations().chat(&search).await?;
    let lines = found.lines.into_iter().map(|(line, name)| ChatFound {
        at: TimeMs(line.at_ms),
        name,
        table: line.table.0.into(),
        text: line.text,
    });
    Ok(ChatPage { request, from, total: found.total, lines: lines.collect() })
}
