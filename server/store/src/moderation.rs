//! Chat and reports of players, as every store keeps them.

use crate::ids::{AccountId, TableId};
use crate::{HookEvent, StoreError};
use async_trait::async_trait;

/// Chat and reports for operators.
#[async_trait]
pub trait ModerationStore {
    /// Stores lines of chat.
    async fn keep_chat(&self, lines: &[StoredChatLine]) -> Result<(), StoreError>;

    /// Returns a page of the chat lines that match.
    async fn find_chat(&self, search: &ChatSearch) -> Result<FoundChat, StoreError>;

    /// Deletes chat from before this time. Returns how many lines.
    async fn forget_chat(&self, before_ms: u64) -> Result<u64, StoreError>;

    /// Stores a report. Returns `false` if its reporter has `at_most` open ones.
    async fn keep_report(&self, report: &StoredReport, at_most: u32) -> Result<bool, StoreError> {
        self.file_report(report, at_most, &|_| Vec::new()).await
    }

    /// Does the same, and stores events for hooks in the same transaction. `hooked` gets the number
    /// of the report.
    async fn file_report(
        &self,
        report: &StoredReport,
        at_most: u32,
        hooked: &(dyn Fn(u64) -> Vec<HookEvent> + Sync),
    ) -> Result<bool, StoreError>;

    /// Deletes reports from before this time, settled or not. Returns how many.
    async fn forget_reports(&self, before_ms: u64) -> Result<u64, StoreError>;

    /// Returns a page of reports: all of them, or the open ones.
    async fn reports(
        &self,
        open: bool,
        from: u32,
        at_most: u32,
    ) -> Result<FoundReports, StoreError>;

    /// Returns a report with the current names of its reporter and the reported player.
    async fn report(&self, number: u64) -> Result<Option<NamedReport>, StoreError>;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChatLine {
    /// In milliseconds since 1970.
    pub at_ms: u64,
    pub account: AccountId,
    pub table: TableId,
    pub text: String,
}

/// A search for chat lines. Absent criteria match every line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ChatSearch {
    /// A part of the line, without regard to case.
    pub text: String,
    pub account: Option<AccountId>,
    pub table: Option<TableId>,
    /// How many to skip, the latest first.
    pub from: u32,
    pub at_most: u32,
}

/// A page of chat, the latest first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundChat {
    /// The number of lines on all pages.
    pub total: u32,
    /// Each with the current name of its account.
    pub lines: Vec<(StoredChatLine, String)>,
}

/// A player's report about another player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredReport {
    /// Ignored in a report that is not stored yet.
    pub number: u64,
    /// In milliseconds since 1970.
    pub at_ms: u64,
    pub reporter: AccountId,
    /// The player whom the report is about.
    pub account: AccountId,
    pub table: TableId,
    pub hand: Option<u64>,
    pub text: String,
    /// In milliseconds since 1970; `None` while it is open.
    pub settled_ms: Option<u64>,
    pub outcome: String,
}

/// A report with the current names of its reporter and the reported player.
pub type NamedReport = (StoredReport, String, String);

/// A page of reports, the latest first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundReports {
    /// The number of reports on all pages.
    pub total: u32,
    pub reports: Vec<NamedReport>,
}

impl ChatSearch {
    pub(super) fn matches(&self, line: &StoredChatLine) -> bool {
        self.account.is_none_or(|account| line.account == account)
            && self.table.is_none_or(|table| line.table == table)
            && line.text.to_lowercase().contains(&self.text.to_lowercase())
    }
}
