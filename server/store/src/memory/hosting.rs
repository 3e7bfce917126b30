//! Names of tables, and tables and codes of hosts.

use super::MemoryStore;
use crate::ids::{AccountId, TableId, TournamentId};
use crate::{
    CodeOf, FoundHostedTable, HostingStore, LedgerAccount, StoreError, StoredCode,
    StoredHostedTable, StoredResults,
};
use async_trait::async_trait;

#[async_trait]
impl HostingStore for MemoryStore {
    async fn keep_hosted_table(&self, hosted: &StoredHostedTable) -> Result<(), StoreError> {
        self.with(|inner| {
            let is_same = |(known, _): &(StoredHostedTable, _)| {
                known.table == hosted.table || known.code == hosted.code
            };
            if inner.hosted.iter().any(is_same) {
                let what = format!("private table {}", hosted.table);
                return Err(StoreError::Duplicate { what });
            }
            inner.hosted.push((hosted.clone(), None));
            Ok(())
        })
    }

    async fn change_hosted_table(
        &self,
        table: TableId,
        host: AccountId,
        terms: &str,
    ) -> Result<(), StoreError> {
        self.with(|inner| {
            if let Some((hosted, _)) = inner.hosted.iter_mut().find(|(one, _)| one.table == table) {
                (hosted.host, hosted.terms) = (host, terms.to_owned());
            }
            Ok(())
        })
    }

    async fn end_hosted_table(&self, table: TableId, at_ms: u64) -> Result<bool, StoreError> {
        self.with(|inner| {
            let mut open = inner.hosted.iter_mut().filter(|(_, closed)| closed.is_none());
            let found = open.find(|(hosted, _)| hosted.table == table);
            Ok(found.map(|(_, closed)| *closed = Some(at_ms)).is_some())
        })
    }

    async fn forget_hosted_tables(&self, before_ms: u64, most: u32) -> Result<u64, StoreError> {
        self.with(|inner| {
            let mut forgotten = 0;
            let (balances, audit) = (&inner.ledger.balances, &mut inner.audit);
            inner.hosted.retain(|(hosted, closed)| {
                let account = LedgerAccount::Table(hosted.table).to_string();
                let holds_chips = balances.get(&account).is_some_and(|balance| *balance != 0);
                let is_old = closed.is_some_and(|at| at < before_ms) && !holds_chips;
                let goes = is_old && forgotten < u64::from(most);
                forgotten += u64::from(goes);
                if goes {
                    audit.retain(|record| record.table != hosted.table);
                }
                !goes
            });
            Ok(forgotten)
        })
    }

    async fn forget_unplayed_tournaments(
        &self,
        before_ms: u64,
        most: u32,
    ) -> Result<u64, StoreError> {
        self.with_latest(move |inner| {
            let is_private = |id: &TournamentId| {
                inner.tournaments.iter().any(|known| known.id == *id && known.code.is_some())
            };
            let is_old = |results: &&StoredResults| {
                results.ended_ms < before_ms && results.summary.contains("\"began_at\":null")
            };
            let old =
                inner.results.values().filter(is_old).filter(|old| is_private(&old.tournament));
            let mut old: Vec<_> = old.map(|old| (old.ended_ms, old.tournament)).collect();
            old.sort_unstable();
            old.truncate(most as usize);
            for (_, id) in &old {
                inner.results.remove(id);
                inner.tournaments.retain(|known| known.id != *id);
            }
            Ok(old.len() as u64)
        })
        .await
    }

    async fn hosted_table(&self, table: TableId) -> Result<Option<FoundHostedTable>, StoreError> {
        self.with(|inner| {
            Ok(inner.hosted.iter().find(|(hosted, _)| hosted.table == table).cloned())
        })
    }

    async fn codes(&self) -> Result<Vec<StoredCode>, StoreError> {
        self.with(|inner| {
            let mut hosted: Vec<_> = inner.hosted.iter().collect();
            hosted.sort_by_key(|(hosted, _)| hosted.table);
            let tables = hosted.into_iter().map(|(hosted, closed)| StoredCode {
                of: CodeOf::Table(hosted.table),
                code: hosted.code.clone(),
                is_open: closed.is_none(),
            });
            let tournaments = inner.tournaments.iter().filter_map(|known| {
                Some(StoredCode {
                    of: CodeOf::Tournament(known.id),
                    code: known.code.clone()?,
                    is_open: known.results.is_none(),
                })
            });
            Ok(tables.chain(tournaments).collect())
        })
    }

    async fn replace_code(&self, of: CodeOf, code: &str) -> Result<(), StoreError> {
        self.with(|inner| {
            let is_there = match of {
                CodeOf::Table(table) => {
                    let mut others = inner.hosted.iter().filter(|(known, _)| known.table != table);
                    others.any(|(known, _)| known.code == code)
                }
                CodeOf::Tournament(id) => {
                    let mut others = inner.tournaments.iter().filter(|known| known.id != id);
                    others.any(|known| known.code.as_deref() == Some(code))
                }
            };
            if is_there {
                return Err(StoreError::Duplicate { what: "this code".to_owned() });
            }
            match of {
                CodeOf::Table(table) => {
                    let mut all = inner.hosted.iter_mut();
                    if let Some((known, _)) = all.find(|(known, _)| known.table == table) {
                        known.code = code.to_owned();
                    }
                }
                CodeOf::Tournament(id) => {
                    let mut all = inner.tournaments.iter_mut();
                    if let Some(known) = all.find(|known| known.id == id) {
                        known.code = Some(code.to_owned());
                    }
                }
            }
            Ok(())
        })
    }

    async fn hosted_tables(&self) -> Result<Vec<StoredHostedTable>, StoreError> {
        self.with(|inner| {
            let open = inner.hosted.iter().filter(|(_, closed)| closed.is_none());
            let mut open: Vec<_> = open.map(|(hosted, _)| hosted.clone()).collect();
            open.sort_by_key(|hosted| hosted.table);
            Ok(open)
        })
    }

    async fn table_ids(&self, names: &[String]) -> Result<Vec<TableId>, StoreError> {
        self.with(|inner| Ok(names.iter().map(|name| inner.table_id(name)).collect()))
    }
}
