//! A store in memory, for tests and simulations, and the reference model for the databases. It
//! keeps every promise except durability.

mod behind_log;

pub use behind_log::{FrameFate, MemorySegments};

use super::operations::{keeps_token, reassigned};
use super::redo::{Front, StoredLog};
use super::sequence::{Reached, advance};
use super::sign_ins::{MOST_A_DAY, StoredSignIn};
use super::{
    AccountEdit, AccountSearch, AuditRecord, AuditTrail, ChatSearch, CheckedTransfers, CodeOf,
    FoundAccounts, FoundChat, FoundHands, FoundHostedTable, FoundNotes, FoundOperations,
    FoundReports, HandSearch, LedgerAccount, LedgerDifference, NamedReport, PastFilter, PastPage,
    SeasonId, SetupHash, Snapshot, Store, StoreError, StoredAccount, StoredBan, StoredChatLine,
    StoredCode, StoredHand, StoredHostedTable, StoredIdentity, StoredNote, StoredOperation,
    StoredReport, StoredResults, StoredSecondFactor, StoredSetup, StoredStream, StoredToken,
    StoredTournament, StreamId, Transfer, Unit, fold, former_guest, unknown_tournament,
};
use crate::confusable::skeleton;
use crate::ids::{AccountId, TableId, TournamentId};
use crate::look::Look;
use cardroom_protocol::server::Role;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A store in memory. Clones share its content.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    inner: Arc<Mutex<Inner>>,
    gate: Option<Arc<dyn Gate>>,
    /// Held during a commit, so that the gate sees one after the other.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// The redo log that takes what is played, if there is one.
    front: Option<Arc<Front>>,
}

/// A hook between a store and its room. It can add the delay of a disk and inject every failure of
/// a disk. A future that never completes stands for a process that is gone.
pub trait Gate: std::fmt::Debug + Send + Sync {
    /// Runs before these units are stored. An error prevents that.
    fn before_commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Runs after these units are stored and before the caller hears of it. An
    /// error hides the success.
    fn after_commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Runs before a stream is read. An error prevents that.
    fn before_load(&self, stream: StreamId) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Runs before the wallets of these accounts are read. An error prevents that.
    fn before_funds<'a>(&'a self, _: &'a [AccountId]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    /// Decides what becomes of a frame, before it is written to the redo log.
    fn before_frame(&self) -> BoxFuture<'_, FrameFate> {
        Box::pin(async { FrameFate::Whole })
    }

    /// Runs after a frame is written and before anybody hears of it.
    fn after_frame(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    /// Runs before frames are projected. An error prevents that.
    fn before_projection(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    /// Runs after units of play are in the database, by a projection or because they are too long
    /// for the log. An error hides the success.
    fn after_projection<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }
}

#[derive(Debug, Default)]
struct Inner {
    log: Option<StoredLog>,
    streams: BTreeMap<StreamId, StoredStream>,
    setups: BTreeMap<SetupHash, StoredSetup>,
    ledger: Ledger,
    accounts: Vec<StoredAccount>,
    /// No id is assigned twice, even after its account is deleted.
    accounts_opened: u64,
    /// Accounts by the skeletons of their names.
    looks: HashMap<String, AccountId>,
    tokens: BTreeMap<[u8; 32], StoredToken>,
    tables: Vec<String>,
    tournaments: Vec<StoredTournament>,
    results: BTreeMap<TournamentId, StoredResults>,
    bans: BTreeMap<(AccountId, Option<String>), StoredBan>,
    /// Each with the time at which it was closed.
    hosted: Vec<(StoredHostedTable, Option<u64>)>,
    audit: Vec<AuditRecord>,
    hands: Vec<StoredHand>,
    /// How often links were revoked, by table, hand and seat.
    revoked_links: BTreeMap<(TableId, u64, u8), u64>,
    /// By writer and subject.
    notes: BTreeMap<(AccountId, AccountId), StoredNote>,
    operations: Vec<StoredOperation>,
    /// By hash: the account, and when the code expires.
    reset_codes: BTreeMap<[u8; 32], (AccountId, u64)>,
    second_factors: BTreeMap<AccountId, StoredSecondFactor>,
    identities: Vec<StoredIdentity>,
    chat: Vec<StoredChatLine>,
    reports: Vec<StoredReport>,
    sign_ins: Vec<StoredSignIn>,
    failing_commits: usize,
    commits: usize,
    copy_when: Option<CopyWhen>,
    copies: Vec<MemoryStore>,
}

/// Decides whether to copy the store after a commit. The arguments are the number of commits so far
/// and the units of the last one.
type CopyWhen = fn(usize, &[Unit]) -> bool;

#[derive(Clone, Debug, Default)]
struct Ledger {
    balances: BTreeMap<String, i64>,
    transfers: BTreeMap<String, Transfer>,
}

impl MemoryStore {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the same store behind a gate. Clones without a gate share the content.
    #[must_use]
    pub fn behind(&self, gate: Arc<dyn Gate>) -> Self {
        let (inner, gate) = (Arc::clone(&self.inner), Some(gate));
        Self { inner, gate, turn: Arc::default(), front: None }
    }

    /// Makes the next commit fail like a failing disk and store nothing.
    pub fn fail_next_commit(&self) {
        self.fail_commits(1);
    }

    /// Makes the next `count` commits fail like a failing disk. The journal retries the units of a
    /// failed group one by one, and each try counts.
    pub fn fail_commits(&self, count: usize) {
        self.inner.lock().failing_commits = count;
    }

    /// Copies the store after every commit for which `wanted` returns `true`. A copy is the state
    /// that a process killed at that moment would leave. `wanted` gets the number of commits and
    /// the units of the last one.
    pub fn copy_when(&self, wanted: fn(usize, &[Unit]) -> bool) {
        self.inner.lock().copy_when = Some(wanted);
    }

    /// Removes and returns the copies, each a store of its own.
    #[must_use]
    pub fn take_copies(&self) -> Vec<Self> {
        std::mem::take(&mut self.inner.lock().copies)
    }

    /// Returns how many commits were tried.
    #[must_use]
    pub fn commits(&self) -> usize {
        self.inner.lock().commits
    }

    /// Waits until everything that is committed can be read.
    async fn settle(&self) -> Result<(), StoreError> {
        match &self.front {
            Some(front) => front.settle().await,
            None => Ok(()),
        }
    }

    /// Works with everything that is committed.
    fn with_latest<'a, T: Send + 'a>(
        &'a self,
        work: impl FnOnce(&mut Inner) -> Result<T, StoreError> + Send + 'a,
    ) -> BoxFuture<'a, Result<T, StoreError>> {
        Box::pin(async move {
            self.settle().await?;
            work(&mut self.inner.lock())
        })
    }

    fn with<'a, T: Send + 'a>(
        &'a self,
        work: impl FnOnce(&mut Inner) -> T + Send + 'a,
    ) -> BoxFuture<'a, T> {
        Box::pin(async move { work(&mut self.inner.lock()) })
    }
}

impl Inner {
    fn commit(&mut self, units: &[Unit]) -> Result<(), StoreError> {
        self.commits += 1;
        if self.failing_commits > 0 {
            self.failing_commits -= 1;
            return Err(StoreError::Database("this commit was told to fail".to_owned()));
        }
        advance(units, |stream| self.reached(stream))?;
        for results in units.iter().flat_map(|unit| &unit.results) {
            let is_known = |known: &StoredTournament| known.id == results.tournament;
            if !self.tournaments.iter().any(is_known) {
                return Err(unknown_tournament(results.tournament));
            }
        }
        let transfers: Vec<_> = units.iter().flat_map(|unit| &unit.transfers).collect();
        self.ledger.apply_all(&transfers)?;
        for unit in units {
            for record in &unit.records {
                self.streams.entry(record.stream).or_default().records.push(record.clone());
            }
            self.audit.extend(unit.audit.iter().cloned());
            self.operations.extend(unit.operations.iter().cloned());
            for ban in &unit.bans {
                self.bans.insert((ban.account, ban.league.clone()), ban.clone());
            }
            for results in &unit.results {
                let mut all = self.tournaments.iter_mut();
                if let Some(ended) = all.find(|known| known.id == results.tournament) {
                    ended.results = Some(results.results.clone());
                }
                self.results.insert(results.tournament, results.clone());
            }
            for hand in &unit.hands {
                let is_same =
                    |stored: &StoredHand| (stored.table, stored.hand) == (hand.table, hand.hand);
                match self.hands.iter_mut().find(|stored| is_same(stored)) {
                    Some(stored) if hand.retold => stored.record.clone_from(&hand.record),
                    Some(_) => {}
                    None => self.hands.push(StoredHand { retold: false, ..hand.clone() }),
                }
            }
            if let Some(snapshot) = &unit.snapshot {
                let stream = self.streams.entry(snapshot.stream).or_default();
                stream.records.retain(|record| record.seq > snapshot.seq);
                stream.snapshot = Some(snapshot.clone());
            }
            if let Some(setup) = unit.snapshot.as_ref().and_then(|it| it.setup.as_ref()) {
                self.setups.entry(*setup.hash()).or_insert_with(|| setup.clone());
            }
            for stream in &unit.ended {
                let reached = self.reached(*stream);
                let over = Some(Snapshot::of_the_end(*stream, reached.seq));
                let over = StoredStream { snapshot: over, records: Vec::new() };
                self.streams.insert(*stream, over);
            }
        }
        if self.copy_when.is_some_and(|wanted| wanted(self.commits, units)) {
            self.copies.push(self.copy());
        }
        Ok(())
    }

    fn copy(&self) -> MemoryStore {
        let copy = Self {
            streams: self.streams.clone(),
            setups: self.setups.clone(),
            ledger: self.ledger.clone(),
            accounts: self.accounts.clone(),
            tokens: self.tokens.clone(),
            tables: self.tables.clone(),
            tournaments: self.tournaments.clone(),
            results: self.results.clone(),
            bans: self.bans.clone(),
            hosted: self.hosted.clone(),
            audit: self.audit.clone(),
            hands: self.hands.clone(),
            revoked_links: self.revoked_links.clone(),
            accounts_opened: self.accounts_opened,
            notes: self.notes.clone(),
            operations: self.operations.clone(),
            reset_codes: self.reset_codes.clone(),
            second_factors: self.second_factors.clone(),
            identities: self.identities.clone(),
            chat: self.chat.clone(),
            reports: self.reports.clone(),
            sign_ins: self.sign_ins.clone(),
            ..Self::default()
        };
        MemoryStore { inner: Arc::new(Mutex::new(copy)), ..MemoryStore::default() }
    }

    fn reached(&self, stream: StreamId) -> Reached {
        let Some(stream) = self.streams.get(&stream) else { return Reached::default() };
        let snapshot = stream.snapshot.as_ref().map_or(0, |snapshot| snapshot.seq);
        Reached { seq: stream.records.last().map_or(snapshot, |record| record.seq), snapshot }
    }

    fn operate(
        &mut self,
        edit: &AccountEdit,
        operation: &StoredOperation,
    ) -> Result<(), StoreError> {
        let id = operation.account;
        match edit {
            AccountEdit::Rename(name) | AccountEdit::Erase { pseudonym: name, .. } => {
                self.rename(id, name)?;
            }
            AccountEdit::Role(role) => self.change(id, |account| account.role = *role),
            AccountEdit::Suspend(until) => {
                self.change(id, |account| account.suspended_until_ms = *until);
            }
            AccountEdit::Mute(until) => self.change(id, |account| account.muted_until_ms = *until),
            AccountEdit::ResetCode { hash, expires_ms } => {
                self.reset_codes.retain(|_, (account, _)| *account != id);
                self.reset_codes.insert(*hash, (id, *expires_ms));
            }
            AccountEdit::EndSecondFactor => {
                self.second_factors.remove(&id);
            }
            AccountEdit::EndIdentities => {
                self.identities.retain(|identity| identity.account != id);
            }
            AccountEdit::SettleReport(number, at_ms) => {
                let mut reports = self.reports.iter_mut();
                if let Some(report) = reports.find(|report| report.number == *number) {
                    report.settled_ms = Some(*at_ms);
                    report.outcome.clone_from(&operation.reason);
                }
            }
            AccountEdit::EndTokens | AccountEdit::EndToken(_) | AccountEdit::Nothing => {}
        }
        self.tokens.retain(|_, token| token.account != id || keeps_token(edit, token));
        if let AccountEdit::Erase { at_ms, .. } = edit {
            self.reset_codes.retain(|_, (account, _)| *account != id);
            self.second_factors.remove(&id);
            self.identities.retain(|identity| identity.account != id);
            self.notes.retain(|(writer, about), _| *writer != id && *about != id);
            self.chat.retain(|line| line.account != id);
            self.sign_ins.retain(|sign_in| sign_in.account != id);
            self.change(id, |account| {
                account.password_hash = None;
                account.role = Role::Player;
                account.look = None;
                (account.suspended_until_ms, account.muted_until_ms) = (None, None);
                account.erased_ms = Some(*at_ms);
            });
        }
        self.operations.push(operation.clone());
        Ok(())
    }

    fn rename(&mut self, id: AccountId, name: &str) -> Result<(), StoreError> {
        let alike = self.looks.get(&skeleton(name)).copied();
        let holder = self.account_by_name(name).map(|holder| holder.id).or(alike);
        if holder.is_some_and(|holder| holder != id) {
            return Err(StoreError::Duplicate { what: format!("account \"{name}\"") });
        }
        let mut old_name = String::new();
        self.change(id, |account| {
            old_name = std::mem::replace(&mut account.name, name.to_owned());
        });
        self.looks.remove(&skeleton(&old_name));
        self.looks.insert(skeleton(name), id);
        Ok(())
    }

    fn find_accounts(&self, search: &AccountSearch) -> FoundAccounts {
        let found = self.accounts.iter().filter(|account| search.matches(account));
        let mut found: Vec<&StoredAccount> = found.collect();
        found.sort_by_key(|account| fold(&account.name));
        let page = found.iter().skip(search.from as usize).take(search.at_most as usize);
        let accounts = page.map(|account| (*account).clone()).collect();
        FoundAccounts { total: u32::try_from(found.len()).unwrap_or(u32::MAX), accounts }
    }

    fn name_of(&self, id: AccountId) -> String {
        let mut accounts = self.accounts.iter();
        accounts.find(|account| account.id == id).map(|it| it.name.clone()).unwrap_or_default()
    }

    fn found_chat(&self, search: &ChatSearch) -> FoundChat {
        let found = self.chat.iter().rev().filter(|line| search.matches(line));
        let found: Vec<&StoredChatLine> = found.collect();
        let page = found.iter().skip(search.from as usize).take(search.at_most as usize);
        let lines = page.map(|line| ((*line).clone(), self.name_of(line.account))).collect();
        FoundChat { total: u32::try_from(found.len()).unwrap_or(u32::MAX), lines }
    }

    fn keep_report(&mut self, report: &StoredReport, at_most: u32) -> bool {
        let open =
            |known: &&StoredReport| known.reporter == report.reporter && known.settled_ms.is_none();
        if self.reports.iter().filter(open).count() >= at_most as usize {
            return false;
        }
        let number = self.reports.len() as u64 + 1;
        self.reports.push(StoredReport { number, ..report.clone() });
        true
    }

    fn named_report(&self, report: &StoredReport) -> NamedReport {
        (report.clone(), self.name_of(report.reporter), self.name_of(report.account))
    }

    fn found_reports(&self, open: bool, from: u32, at_most: u32) -> FoundReports {
        let wanted = |report: &&StoredReport| !open || report.settled_ms.is_none();
        let found: Vec<&StoredReport> = self.reports.iter().rev().filter(wanted).collect();
        let page = found.iter().skip(from as usize).take(at_most as usize);
        let reports = page.map(|report| self.named_report(report)).collect();
        FoundReports { total: u32::try_from(found.len()).unwrap_or(u32::MAX), reports }
    }

    fn found_operations(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> FoundOperations {
        let about = |one: &&StoredOperation| account.is_none_or(|account| one.account == account);
        let found: Vec<&StoredOperation> = self.operations.iter().rev().filter(about).collect();
        let name = |id: AccountId| {
            let mut accounts = self.accounts.iter();
            accounts.find(|account| account.id == id).map(|account| account.name.clone())
        };
        let page = found.iter().skip(from as usize).take(at_most as usize);
        let named = page.map(|one| {
            let account = name(one.account).unwrap_or_default();
            ((*one).clone(), one.operator.and_then(name), account)
        });
        let operations = named.collect();
        FoundOperations { total: u32::try_from(found.len()).unwrap_or(u32::MAX), operations }
    }

    fn live_reset_code(&self, hash: [u8; 32], now_ms: u64) -> Option<AccountId> {
        let (account, expires_ms) = self.reset_codes.get(&hash)?;
        (*expires_ms > now_ms).then_some(*account)
    }

    fn create_account(&mut self, account: &StoredAccount) -> Result<AccountId, StoreError> {
        let looks = skeleton(&account.name);
        if self.looks.contains_key(&looks) || self.account_by_name(&account.name).is_some() {
            return Err(StoreError::Duplicate { what: format!("account \"{}\"", account.name) });
        }
        self.accounts_opened += 1;
        let id = AccountId(self.accounts_opened);
        self.looks.insert(looks, id);
        self.accounts.push(StoredAccount { id, ..account.clone() });
        Ok(id)
    }

    fn link_identity(&mut self, identity: &StoredIdentity) -> Result<(), StoreError> {
        let is_linked = self.identities.iter().any(|known| {
            let is_same = known.subject == identity.subject || known.account == identity.account;
            known.issuer == identity.issuer && is_same
        });
        if is_linked {
            return Err(StoreError::Duplicate { what: "the identity".to_owned() });
        }
        self.identities.push(identity.clone());
        Ok(())
    }

    fn identity(&self, issuer: &str, subject: &str) -> Option<AccountId> {
        let mut identities = self.identities.iter();
        let found = identities.find(|known| known.issuer == issuer && known.subject == subject);
        found.map(|identity| identity.account)
    }

    fn forget_guest(&mut self, id: AccountId) -> bool {
        let Some(place) = self.accounts.iter().position(|known| known.id == id && known.is_guest())
        else {
            return false;
        };
        self.notes.retain(|(by, _), _| *by != id);
        self.identities.retain(|identity| identity.account != id);
        self.looks.remove(&skeleton(&self.accounts[place].name));
        let is_kept = self.hands.iter().any(|hand| hand.players.iter().any(|(who, _)| *who == id))
            || self.notes.keys().any(|(_, about)| *about == id)
            || self.tournaments.iter().any(|known| known.announced_by == Some(id))
            || self.hosted.iter().any(|(hosted, _)| hosted.host == id)
            || self.bans.values().any(|ban| ban.account == id || ban.operator == id)
            || self.audit.iter().any(|record| record.operator == id);
        if !is_kept {
            self.accounts.remove(place);
            return true;
        }
        let account = &mut self.accounts[place];
        (account.name, account.look) = (former_guest(id), None);
        self.looks.insert(skeleton(&account.name), id);
        false
    }

    fn audit_trail(&self, table: Option<TableId>, from: u32, at_most: u32) -> AuditTrail {
        let of_table = |record: &&AuditRecord| table.is_none_or(|table| record.table == table);
        let found: Vec<&AuditRecord> = self.audit.iter().rev().filter(of_table).collect();
        let page = found.iter().skip(from as usize).take(at_most as usize);
        let named = page.filter_map(|record| {
            let operator = self.accounts.iter().find(|account| account.id == record.operator)?;
            Some(((*record).clone(), operator.name.clone()))
        });
        let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
        AuditTrail { total, entries: named.collect() }
    }

    fn account_by_name(&self, name: &str) -> Option<&StoredAccount> {
        let folded = fold(name);
        self.accounts.iter().find(|account| fold(&account.name) == folded)
    }

    fn change(&mut self, id: AccountId, change: impl FnOnce(&mut StoredAccount)) {
        if let Some(account) = self.accounts.iter_mut().find(|account| account.id == id) {
            change(account);
        }
    }

    fn create_token(&mut self, token: &StoredToken) -> Result<(), StoreError> {
        if self.accounts.iter().all(|account| account.id != token.account) {
            return Err(StoreError::Database(format!("there is no account {}", token.account)));
        }
        let same_label = |other: &StoredToken| {
            token.label.is_some() && other.account == token.account && other.label == token.label
        };
        if self.tokens.contains_key(&token.hash) || self.tokens.values().any(same_label) {
            return Err(StoreError::Duplicate { what: "token".to_owned() });
        }
        self.tokens.insert(token.hash, token.clone());
        Ok(())
    }

    fn table_id(&mut self, name: &str) -> TableId {
        let known = self.tables.iter().position(|table| table == name);
        let place = known.unwrap_or_else(|| {
            self.tables.push(name.to_owned());
            self.tables.len() - 1
        });
        TableId(place as u64 + 1)
    }
}

impl Ledger {
    /// Applies all transfers or none.
    fn apply_all(&mut self, transfers: &[&Transfer]) -> Result<(), StoreError> {
        // Balances of the touched accounts after the transfers so far.
        let mut after: BTreeMap<String, i64> = BTreeMap::new();
        let mut ids = BTreeSet::new();
        for transfer in transfers {
            let id = &transfer.id;
            if self.transfers.contains_key(id) || !ids.insert(id) {
                return Err(StoreError::Duplicate { what: format!("transfer {id}") });
            }
            let (from, to) = (transfer.from.to_string(), transfer.to.to_string());
            let balance = |name: &String| {
                after.get(name).or_else(|| self.balances.get(name)).copied().unwrap_or(0)
            };
            let moved = || -> Option<(i64, i64)> {
                let amount = i64::try_from(transfer.amount.0).ok().filter(|amount| *amount > 0)?;
                let left = balance(&from).checked_sub(amount)?;
                let covered = left >= 0 || transfer.from == LedgerAccount::Bank;
                let arrived = balance(&to).checked_add(amount)?;
                (covered && from != to).then_some((left, arrived))
            };
            let (left, arrived) =
                moved().ok_or_else(|| StoreError::Overdrawn { id: id.clone() })?;
            after.insert(from, left);
            after.insert(to, arrived);
        }
        self.balances.extend(after);
        let transfers = transfers.iter().map(|&transfer| (transfer.id.clone(), transfer.clone()));
        self.transfers.extend(transfers);
        Ok(())
    }

    fn audit(&self) -> Vec<LedgerDifference> {
        let mut sums: BTreeMap<String, i64> = BTreeMap::new();
        for transfer in self.transfers.values() {
            let amount = i64::try_from(transfer.amount.0).expect("it was applied");
            *sums.entry(transfer.from.to_string()).or_default() -= amount;
            *sums.entry(transfer.to.to_string()).or_default() += amount;
        }
        let differences = self.balances.iter().filter_map(|(account, balance)| {
            let transfers = sums.get(account).copied().unwrap_or(0);
            let account = account.clone();
            (*balance != transfers).then_some(LedgerDifference {
                account,
                balance: *balance,
                transfers,
            })
        });
        differences.collect()
    }
}

impl Store for MemoryStore {
    fn close(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            match &self.front {
                Some(front) => front.close().await,
                None => Ok(()),
            }
        })
    }

    fn lost(&self) -> BoxFuture<'_, StoreError> {
        Box::pin(async {
            match &self.front {
                Some(front) => front.failure().await,
                None => std::future::pending().await,
            }
        })
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(|inner| match inner.failing_commits {
            0 => Ok(()),
            _ => Err(StoreError::Database("this commit was told to fail".to_owned())),
        })
    }

    fn commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            if let Some(gate) = &self.gate {
                gate.before_commit(units).await?;
            }
            match &self.front {
                Some(front) => front.commit(units).await?,
                None => self.inner.lock().commit(units)?,
            }
            match &self.gate {
                Some(gate) => gate.after_commit(units).await,
                None => Ok(()),
            }
        })
    }

    fn writes_play_on_the_spot(&self) -> bool {
        self.front.as_ref().is_some_and(|front| front.writes_on_the_spot())
    }

    fn load_streams(&self) -> BoxFuture<'_, Result<Vec<(StreamId, StoredStream)>, StoreError>> {
        self.with_latest(|inner| {
            let open = inner.streams.iter().filter(|(_, stream)| !stream.is_over());
            Ok(open.map(|(id, stream)| (*id, stream.clone())).collect())
        })
    }

    fn load_stream(&self, stream: StreamId) -> BoxFuture<'_, Result<StoredStream, StoreError>> {
        Box::pin(async move {
            if let Some(gate) = &self.gate {
                gate.before_load(stream).await?;
            }
            let settled = self.settle().await;
            let inner = self.inner.lock();
            let open = inner.streams.get(&stream).filter(|stream| !stream.is_over());
            let mut found = open.cloned().unwrap_or_default();
            if let (Some(front), Err(_)) = (&self.front, settled) {
                let position = inner.log.as_ref().map(|log| log.position).unwrap_or_default();
                let ahead = front.ahead_of(position)?;
                ahead.iter().for_each(|unit| found.follow(stream, unit));
            }
            Ok(found)
        })
    }

    fn load_balances(&self) -> BoxFuture<'_, Result<Vec<(String, i64)>, StoreError>> {
        self.with(|inner| Ok(inner.ledger.balances.clone().into_iter().collect()))
    }

    fn load_funds<'a>(
        &'a self,
        accounts: &'a [AccountId],
    ) -> BoxFuture<'a, Result<Vec<(String, i64)>, StoreError>> {
        Box::pin(async move {
            if let Some(gate) = &self.gate {
                gate.before_funds(accounts).await?;
            }
            let inner = self.inner.lock();
            let balances = &inner.ledger.balances;
            let funds = accounts.iter().flat_map(|account| {
                let wallet = LedgerAccount::Wallet(*account).to_string();
                let tickets = format!("ticket:{account}:")..format!("ticket:{account};");
                balances.get_key_value(&wallet).into_iter().chain(balances.range(tickets))
            });
            Ok(funds.map(|(name, balance)| (name.clone(), *balance)).collect())
        })
    }

    fn audit_trail(
        &self,
        table: Option<TableId>,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<AuditTrail, StoreError>> {
        self.with(move |inner| Ok(inner.audit_trail(table, from, at_most)))
    }

    fn find_hands<'a>(
        &'a self,
        search: &'a HandSearch,
    ) -> BoxFuture<'a, Result<FoundHands, StoreError>> {
        self.with_latest(move |inner| {
            let mut found: Vec<&StoredHand> =
                inner.hands.iter().filter(|hand| search.matches(hand)).collect();
            found.sort_by_key(|hand| Reverse((hand.ended_ms, hand.table, hand.hand)));
            let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
            let page = found.into_iter().skip(search.from as usize).take(search.at_most as usize);
            Ok(FoundHands { total, hands: page.cloned().collect() })
        })
    }

    fn hand(
        &self,
        table: TableId,
        hand: u64,
    ) -> BoxFuture<'_, Result<Option<StoredHand>, StoreError>> {
        self.with_latest(move |inner| {
            let mut hands = inner.hands.iter();
            Ok(hands.find(|stored| stored.table == table && stored.hand == hand).cloned())
        })
    }

    fn link_generation(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.with(move |inner| {
            Ok(inner.revoked_links.get(&(table, hand, seat)).copied().unwrap_or_default())
        })
    }

    fn revoke_links(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(move |inner| {
            *inner.revoked_links.entry((table, hand, seat)).or_default() += 1;
            Ok(())
        })
    }

    fn forget_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.with_latest(move |inner| {
            let before = inner.hands.len();
            inner.hands.sort_by_key(|hand| hand.ended_ms);
            let mut left = at_most;
            inner.hands.retain(|hand| {
                let goes =
                    left > 0 && hand.ended_ms < before_ms && !(hand.people && of_programs_alone);
                left -= u32::from(goes);
                !goes
            });
            Ok((before - inner.hands.len()) as u64)
        })
    }

    fn set_note<'a>(
        &'a self,
        note: &'a StoredNote,
        at_most: u32,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.with(move |inner| {
            let key = (note.account, note.about);
            let others =
                inner.notes.keys().filter(|other| other.0 == note.account && **other != key);
            let fits = others.count() < at_most as usize;
            if fits {
                inner.notes.insert(key, note.clone());
            }
            Ok(fits)
        })
    }

    fn delete_note(
        &self,
        account: AccountId,
        about: AccountId,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.with(move |inner| Ok(inner.notes.remove(&(account, about)).is_some()))
    }

    fn notes(
        &self,
        account: AccountId,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundNotes, StoreError>> {
        self.with(move |inner| {
            let name_of = |about: AccountId| {
                let known = inner.accounts.iter().find(|stored| stored.id == about);
                known.map(|stored| stored.name.clone())
            };
            let own = inner.notes.values().filter(|note| note.account == account);
            let mut notes: Vec<_> =
                own.filter_map(|note| Some((name_of(note.about)?, note.clone()))).collect();
            notes.sort_by_key(|(name, _)| fold(name));
            let total = u32::try_from(notes.len()).unwrap_or(u32::MAX);
            let page = notes.into_iter().skip(from as usize).take(at_most as usize);
            Ok(FoundNotes { total, notes: page.collect() })
        })
    }

    fn find_accounts<'a>(
        &'a self,
        search: &'a AccountSearch,
    ) -> BoxFuture<'a, Result<FoundAccounts, StoreError>> {
        self.with(|inner| Ok(inner.find_accounts(search)))
    }

    fn operate<'a>(
        &'a self,
        edit: &'a AccountEdit,
        operation: &'a StoredOperation,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with(|inner| inner.operate(edit, operation))
    }

    fn operations(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundOperations, StoreError>> {
        self.with(move |inner| Ok(inner.found_operations(account, from, at_most)))
    }

    fn reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
    ) -> BoxFuture<'_, Result<Option<AccountId>, StoreError>> {
        self.with(move |inner| Ok(inner.live_reset_code(hash, now_ms)))
    }

    fn use_reset_code<'a>(
        &'a self,
        hash: [u8; 32],
        now_ms: u64,
        password_hash: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.with(move |inner| {
            let Some(id) = inner.live_reset_code(hash, now_ms) else { return Ok(false) };
            inner.reset_codes.retain(|_, (account, _)| *account != id);
            inner.tokens.retain(|_, token| token.account != id);
            inner.change(id, |account| account.password_hash = Some(password_hash.to_owned()));
            Ok(true)
        })
    }

    fn second_factor(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Option<StoredSecondFactor>, StoreError>> {
        self.with(move |inner| Ok(inner.second_factors.get(&account).cloned()))
    }

    fn set_second_factor<'a>(
        &'a self,
        before: Option<&'a StoredSecondFactor>,
        now: &'a StoredSecondFactor,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.with(move |inner| {
            if inner.second_factors.get(&now.account) != before {
                return Ok(false);
            }
            inner.second_factors.insert(now.account, now.clone());
            Ok(true)
        })
    }

    fn delete_second_factor(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.with(move |inner| Ok(inner.second_factors.remove(&account).is_some()))
    }

    fn open_with_identity<'a>(
        &'a self,
        account: &'a StoredAccount,
        identity: &'a StoredIdentity,
    ) -> BoxFuture<'a, Result<AccountId, StoreError>> {
        self.with(|inner| {
            if inner.identity(&identity.issuer, &identity.subject).is_some() {
                return Err(StoreError::Duplicate { what: "the identity".to_owned() });
            }
            let id = inner.create_account(account)?;
            inner.link_identity(&StoredIdentity { account: id, ..identity.clone() })?;
            Ok(id)
        })
    }

    fn link_identity<'a>(
        &'a self,
        identity: &'a StoredIdentity,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with(|inner| inner.link_identity(identity))
    }

    fn identity<'a>(
        &'a self,
        issuer: &'a str,
        subject: &'a str,
    ) -> BoxFuture<'a, Result<Option<AccountId>, StoreError>> {
        self.with(|inner| Ok(inner.identity(issuer, subject)))
    }

    fn identities(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Vec<StoredIdentity>, StoreError>> {
        self.with(move |inner| {
            let of_account = inner.identities.iter().filter(|known| known.account == account);
            let mut found: Vec<_> = of_account.cloned().collect();
            found.sort_by(|one, other| one.issuer.cmp(&other.issuer));
            Ok(found)
        })
    }

    fn unlink_identities(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.with(move |inner| {
            let before = inner.identities.len();
            inner.identities.retain(|known| known.account != account);
            Ok(inner.identities.len() < before)
        })
    }

    fn reassign_hand<'a>(
        &'a self,
        hand: &'a StoredHand,
        from: AccountId,
        to: AccountId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with_latest(move |inner| {
            let same =
                |stored: &&mut StoredHand| (stored.table, stored.hand) == (hand.table, hand.hand);
            if let Some(stored) = inner.hands.iter_mut().find(same) {
                stored.players = reassigned(&stored.players, from, to);
            }
            Ok(())
        })
    }

    fn move_notes(&self, from: AccountId, to: AccountId) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(move |inner| {
            let written: Vec<AccountId> =
                inner.notes.keys().filter(|(writer, _)| *writer == from).map(|key| key.1).collect();
            for about in written.into_iter().filter(|about| *about != to) {
                if !inner.notes.contains_key(&(to, about))
                    && let Some(note) = inner.notes.remove(&(from, about))
                {
                    inner.notes.insert((to, about), StoredNote { account: to, ..note });
                }
            }
            Ok(())
        })
    }

    fn keep_chat<'a>(
        &'a self,
        lines: &'a [StoredChatLine],
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with(|inner| {
            inner.chat.extend_from_slice(lines);
            Ok(())
        })
    }

    fn find_chat<'a>(
        &'a self,
        search: &'a ChatSearch,
    ) -> BoxFuture<'a, Result<FoundChat, StoreError>> {
        self.with(|inner| Ok(inner.found_chat(search)))
    }

    fn forget_chat(&self, before_ms: u64) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.with(move |inner| {
            let before = inner.chat.len();
            inner.chat.retain(|line| line.at_ms >= before_ms);
            Ok((before - inner.chat.len()) as u64)
        })
    }

    fn keep_report<'a>(
        &'a self,
        report: &'a StoredReport,
        at_most: u32,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.with(move |inner| Ok(inner.keep_report(report, at_most)))
    }

    fn reports(
        &self,
        open: bool,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundReports, StoreError>> {
        self.with(move |inner| Ok(inner.found_reports(open, from, at_most)))
    }

    fn report(&self, number: u64) -> BoxFuture<'_, Result<Option<NamedReport>, StoreError>> {
        self.with(move |inner| {
            let found = inner.reports.iter().find(|report| report.number == number);
            Ok(found.map(|report| inner.named_report(report)))
        })
    }

    fn keep_sign_in<'a>(
        &'a self,
        sign_in: &'a StoredSignIn,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with(move |inner| {
            let StoredSignIn { account, day, .. } = *sign_in;
            let is_same_day = |it: &&StoredSignIn| (it.account, it.day) == (account, day);
            let of_day: Vec<_> = inner.sign_ins.iter().filter(is_same_day).collect();
            let is_known = of_day.iter().any(|it| it.address == sign_in.address);
            if !is_known && of_day.len() < MOST_A_DAY as usize {
                inner.sign_ins.push(sign_in.clone());
            }
            Ok(())
        })
    }

    fn sign_ins(
        &self,
        (from_day, to_day): (u32, u32),
        at_most: u32,
    ) -> BoxFuture<'_, Result<Vec<StoredSignIn>, StoreError>> {
        self.with(move |inner| {
            let found = inner.sign_ins.iter().filter(|it| (from_day..=to_day).contains(&it.day));
            let mut found: Vec<_> = found.cloned().collect();
            found.sort_by_key(|it| (Reverse(it.day), it.account, it.address));
            found.truncate(at_most as usize);
            Ok(found)
        })
    }

    fn forget_sign_ins(&self, before_day: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.with(move |inner| {
            let before = inner.sign_ins.len();
            inner.sign_ins.retain(|it| it.day >= before_day);
            Ok((before - inner.sign_ins.len()) as u64)
        })
    }

    fn ledger_audit(&self) -> BoxFuture<'_, Result<Vec<LedgerDifference>, StoreError>> {
        self.with(|inner| Ok(inner.ledger.audit()))
    }

    fn check_transfers(&self) -> BoxFuture<'_, Result<CheckedTransfers, StoreError>> {
        self.with(|inner| {
            let count = inner.ledger.transfers.len() as u64;
            Ok(CheckedTransfers { count, changed: Vec::new() })
        })
    }

    fn create_account<'a>(
        &'a self,
        account: &'a StoredAccount,
    ) -> BoxFuture<'a, Result<AccountId, StoreError>> {
        self.with(|inner| inner.create_account(account))
    }

    fn account(&self, id: AccountId) -> BoxFuture<'_, Result<Option<StoredAccount>, StoreError>> {
        self.with(move |inner| Ok(inner.accounts.iter().find(|account| account.id == id).cloned()))
    }

    fn accounts<'a>(
        &'a self,
        ids: &'a [AccountId],
    ) -> BoxFuture<'a, Result<Vec<StoredAccount>, StoreError>> {
        self.with(|inner| {
            let wanted: BTreeSet<AccountId> = ids.iter().copied().collect();
            let found = inner.accounts.iter().filter(|account| wanted.contains(&account.id));
            Ok(found.cloned().collect())
        })
    }

    fn account_by_name<'a>(
        &'a self,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Option<StoredAccount>, StoreError>> {
        self.with(|inner| Ok(inner.account_by_name(name).cloned()))
    }

    fn replace_password<'a>(
        &'a self,
        id: AccountId,
        hash: &'a str,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with(move |inner| {
            inner.change(id, |account| account.password_hash = Some(hash.to_owned()));
            inner.tokens.retain(|_, token| token.account != id || token.label.is_some());
            Ok(())
        })
    }

    fn upgrade_guest<'a>(
        &'a self,
        id: AccountId,
        name: &'a str,
        hash: &'a str,
        opened_ms: u64,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.with(move |inner| {
            let alike = inner.looks.get(&skeleton(name)).copied();
            let holder = inner.account_by_name(name).map(|holder| holder.id).or(alike);
            if holder.is_some_and(|holder| holder != id) {
                return Err(StoreError::Duplicate { what: format!("account \"{name}\"") });
            }
            let (mut upgraded, mut old_name) = (false, String::new());
            inner.change(id, |account| {
                upgraded = account.is_guest();
                if upgraded {
                    old_name = std::mem::replace(&mut account.name, name.to_owned());
                    account.password_hash = Some(hash.to_owned());
                    account.opened_ms = opened_ms;
                }
            });
            if upgraded {
                inner.looks.remove(&skeleton(&old_name));
                inner.looks.insert(skeleton(name), id);
            }
            Ok(upgraded)
        })
    }

    fn set_role(&self, id: AccountId, role: Role) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(move |inner| {
            inner.change(id, |account| account.role = role);
            Ok(())
        })
    }

    fn set_look(&self, id: AccountId, look: Look) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(move |inner| {
            inner.change(id, |account| account.look = Some(look));
            Ok(())
        })
    }

    fn set_last_grant(&self, id: AccountId, at_ms: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(move |inner| {
            inner.change(id, |account| account.last_grant_ms = at_ms);
            Ok(())
        })
    }

    fn create_token<'a>(&'a self, token: &'a StoredToken) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with(|inner| inner.create_token(token))
    }

    fn token(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<StoredToken>, StoreError>> {
        self.with(move |inner| Ok(inner.tokens.get(&hash).cloned()))
    }

    fn note_token_use(&self, hash: [u8; 32], at_ms: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(move |inner| {
            if let Some(token) = inner.tokens.get_mut(&hash) {
                token.last_used_ms = Some(at_ms);
            }
            Ok(())
        })
    }

    fn api_tokens(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Vec<StoredToken>, StoreError>> {
        self.with(move |inner| {
            let tokens = inner.tokens.values();
            let own = tokens.filter(|token| token.account == account && token.label.is_some());
            let mut own: Vec<StoredToken> = own.cloned().collect();
            own.sort_by(|one, other| one.label.cmp(&other.label));
            Ok(own)
        })
    }

    fn api_token_count(&self, account: AccountId) -> BoxFuture<'_, Result<usize, StoreError>> {
        self.with(move |inner| {
            let tokens = inner.tokens.values();
            Ok(tokens.filter(|token| token.account == account && token.label.is_some()).count())
        })
    }

    fn delete_token(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.with(move |inner| Ok(inner.tokens.remove(&hash).is_some()))
    }

    fn delete_api_token<'a>(
        &'a self,
        account: AccountId,
        label: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.with(move |inner| {
            let before = inner.tokens.len();
            inner.tokens.retain(|_, token| {
                token.account != account || token.label.as_deref() != Some(label)
            });
            Ok(inner.tokens.len() < before)
        })
    }

    fn delete_tokens(
        &self,
        account: AccountId,
        but: Option<[u8; 32]>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(move |inner| {
            inner.tokens.retain(|hash, token| token.account != account || Some(*hash) == but);
            Ok(())
        })
    }

    fn extend_token(
        &self,
        hash: [u8; 32],
        expires_ms: u64,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.with(move |inner| {
            if let Some(token) = inner.tokens.get_mut(&hash) {
                token.expires_ms = Some(expires_ms);
            }
            Ok(())
        })
    }

    fn delete_ended_tokens(&self, now_ms: u64) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.with(move |inner| {
            let before = inner.tokens.len();
            inner.tokens.retain(|_, token| token.expires_ms.is_none_or(|end| end > now_ms));
            Ok((before - inner.tokens.len()) as u64)
        })
    }

    fn create_tournament<'a>(
        &'a self,
        tournament: &'a StoredTournament,
    ) -> BoxFuture<'a, Result<TournamentId, StoreError>> {
        self.with(|inner| {
            let has_code =
                |known: &StoredTournament| known.code.is_some() && known.code == tournament.code;
            if inner.tournaments.iter().any(has_code) {
                let what = "a tournament of this code".to_owned();
                return Err(StoreError::Duplicate { what });
            }
            let id = TournamentId(inner.tournaments.len() as u64 + 1);
            inner.tournaments.push(StoredTournament { id, results: None, ..tournament.clone() });
            Ok(id)
        })
    }

    fn open_tournaments(&self) -> BoxFuture<'_, Result<Vec<StoredTournament>, StoreError>> {
        self.with(|inner| {
            let open = inner.tournaments.iter().filter(|tournament| tournament.results.is_none());
            Ok(open.cloned().collect())
        })
    }

    fn past_tournaments<'a>(
        &'a self,
        filter: &'a PastFilter,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'a, Result<PastPage, StoreError>> {
        self.with(move |inner| {
            let is_meant = |results: &&StoredResults| {
                let of = results.season.as_ref();
                let is = |wanted: &Option<String>, has: Option<&String>| {
                    wanted.is_none() || wanted.as_ref() == has
                };
                is(&filter.league, of.map(|of| &of.league))
                    && is(&filter.season, of.map(|of| &of.season))
            };
            let is_private = |id: &TournamentId| {
                inner.tournaments.iter().any(|known| known.id == *id && known.code.is_some())
            };
            let of_everybody = inner.results.iter().filter(|(id, _)| !is_private(id));
            let mut meant: Vec<&StoredResults> =
                of_everybody.map(|(_, results)| results).filter(is_meant).collect();
            meant.sort_by_key(|results| Reverse((results.ended_ms, results.tournament)));
            let total = u32::try_from(meant.len()).unwrap_or(u32::MAX);
            let page = meant.into_iter().skip(from as usize).take(at_most as usize);
            let summaries = page.map(|results| (results.tournament, results.summary.clone()));
            Ok(PastPage { total, summaries: summaries.collect() })
        })
    }

    fn bans(&self, now_ms: u64) -> BoxFuture<'_, Result<Vec<StoredBan>, StoreError>> {
        self.with(move |inner| {
            let lasting = inner.bans.values().filter(|ban| ban.until_ms > now_ms);
            Ok(lasting.cloned().collect())
        })
    }

    fn season_results<'a>(
        &'a self,
        season: &'a SeasonId,
    ) -> BoxFuture<'a, Result<Vec<StoredResults>, StoreError>> {
        self.with(move |inner| {
            let of_season =
                inner.results.values().filter(|results| results.season.as_ref() == Some(season));
            let mut results: Vec<StoredResults> = of_season.cloned().collect();
            results.sort_by_key(|results| (results.ended_ms, results.tournament));
            Ok(results)
        })
    }

    fn tournament(
        &self,
        id: TournamentId,
    ) -> BoxFuture<'_, Result<Option<StoredTournament>, StoreError>> {
        self.with(move |inner| {
            Ok(inner.tournaments.iter().find(|tournament| tournament.id == id).cloned())
        })
    }

    fn keep_hosted_table<'a>(
        &'a self,
        hosted: &'a StoredHostedTable,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with(move |inner| {
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

    fn end_hosted_table(
        &self,
        table: TableId,
        at_ms: u64,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.with(move |inner| {
            let mut open = inner.hosted.iter_mut().filter(|(_, closed)| closed.is_none());
            let found = open.find(|(hosted, _)| hosted.table == table);
            Ok(found.map(|(_, closed)| *closed = Some(at_ms)).is_some())
        })
    }

    fn hosted_table(
        &self,
        table: TableId,
    ) -> BoxFuture<'_, Result<Option<FoundHostedTable>, StoreError>> {
        self.with(move |inner| {
            Ok(inner.hosted.iter().find(|(hosted, _)| hosted.table == table).cloned())
        })
    }

    fn wallet_transfers<'a>(
        &'a self,
        account: AccountId,
        after: &'a str,
        at_most: u32,
    ) -> BoxFuture<'a, Result<Vec<Transfer>, StoreError>> {
        self.with(move |inner| {
            let wallet = LedgerAccount::Wallet(account);
            let transfers = inner.ledger.transfers.values();
            let own =
                transfers.filter(|one| *one.id > *after && [&one.from, &one.to].contains(&&wallet));
            Ok(own.take(at_most as usize).cloned().collect())
        })
    }

    fn idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>> {
        self.with(move |inner| {
            let has_token = |id| inner.tokens.values().any(|token| token.account == id);
            let idle = inner.accounts.iter().filter(|account| {
                account.is_guest()
                    && account.opened_ms < opened_before_ms
                    && !account.name.starts_with('#')
                    && !has_token(account.id)
            });
            Ok(idle.map(|account| account.id).take(at_most as usize).collect())
        })
    }

    fn forget_guest(&self, id: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.with_latest(move |inner| Ok(inner.forget_guest(id)))
    }

    fn codes(&self) -> BoxFuture<'_, Result<Vec<StoredCode>, StoreError>> {
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

    fn replace_code<'a>(
        &'a self,
        of: CodeOf,
        code: &'a str,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.with(move |inner| {
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

    fn table_transfers(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Transfer>, StoreError>> {
        self.with(move |inner| {
            let place = format!("{}:", LedgerAccount::Table(table));
            let of_table = |transfer: &&Transfer| transfer.id.starts_with(&place);
            Ok(inner.ledger.transfers.values().filter(of_table).cloned().collect())
        })
    }

    fn hosted_tables(&self) -> BoxFuture<'_, Result<Vec<StoredHostedTable>, StoreError>> {
        self.with(|inner| {
            let open = inner.hosted.iter().filter(|(_, closed)| closed.is_none());
            let mut open: Vec<_> = open.map(|(hosted, _)| hosted.clone()).collect();
            open.sort_by_key(|hosted| hosted.table);
            Ok(open)
        })
    }

    fn table_ids<'a>(
        &'a self,
        names: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        self.with(|inner| Ok(names.iter().map(|name| inner.table_id(name)).collect()))
    }
}
