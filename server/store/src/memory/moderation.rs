//! Chat and reports for operators.

use super::MemoryStore;
use crate::{
    ChatSearch, FoundChat, FoundReports, HookEvent, ModerationStore, NamedReport, StoreError,
    StoredChatLine, StoredReport,
};
use async_trait::async_trait;

#[async_trait]
impl ModerationStore for MemoryStore {
    async fn keep_chat(&self, lines: &[StoredChatLine]) -> Result<(), StoreError> {
        self.with(|inner| {
            inner.chat.extend_from_slice(lines);
            Ok(())
        })
    }

    async fn find_chat(&self, search: &ChatSearch) -> Result<FoundChat, StoreError> {
        self.with(|inner| Ok(inner.found_chat(search)))
    }

    async fn forget_chat(&self, before_ms: u64) -> Result<u64, StoreError> {
        self.with(|inner| {
            let before = inner.chat.len();
            inner.chat.retain(|line| line.at_ms >= before_ms);
            Ok((before - inner.chat.len()) as u64)
        })
    }

    async fn file_report(
        &self,
        report: &StoredReport,
        at_most: u32,
        hooked: &(dyn Fn(u64) -> Vec<HookEvent> + Sync),
    ) -> Result<bool, StoreError> {
        self.with(|inner| {
            let is_filed = inner.keep_report(report, at_most);
            if let Some(filed) = inner.reports.last().filter(|_| is_filed) {
                hooked(filed.number).iter().for_each(|event| inner.hooks.append(event));
            }
            Ok(is_filed)
        })
    }

    async fn forget_reports(&self, before_ms: u64) -> Result<u64, StoreError> {
        self.with(|inner| {
            let before = inner.reports.len();
            inner.reports.retain(|report| report.at_ms >= before_ms);
            Ok((before - inner.reports.len()) as u64)
        })
    }

    async fn reports(
        &self,
        open: bool,
        from: u32,
        at_most: u32,
    ) -> Result<FoundReports, StoreError> {
        self.with(|inner| Ok(inner.found_reports(open, from, at_most)))
    }

    async fn report(&self, number: u64) -> Result<Option<NamedReport>, StoreError> {
        self.with(|inner| {
            let found = inner.reports.iter().find(|report| report.number == number);
            Ok(found.map(|report| inner.named_report(report)))
        })
    }
}
