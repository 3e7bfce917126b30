//! Chat and reports of players, as every store keeps them. Both databases use the same statements.

use crate::ids::{AccountId, TableId};

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
