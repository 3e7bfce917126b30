//! A store in memory, for tests and simulations, and the reference model for the databases. It
//! keeps every promise except durability.

mod accounts;
mod behind_log;
mod deal_log;
mod hands;
mod hooks;
mod hosting;
mod identities;
mod journal;
mod keys;
mod moderation;
mod notes;
mod operations;
mod push;
mod requests;
mod sign_ins;
mod terms;
mod tournaments;

pub use behind_log::{FrameFate, MemorySegments};

use self::deal_log::StoredLogOfDeals;
use super::operations::keeps_token;
use super::push::StoredSubscription;
use super::redo::{Front, StoredLog};
use super::requests::KeyedRequest;
use super::sequence::{Reached, advance};
use super::setups::hash_of;
use super::sign_ins::StoredSignIn;
use super::{
    AccountEdit, AccountSearch, AuditRecord, AuditTrail, ChatSearch, FoundAccounts, FoundChat,
    FoundOperations, FoundReports, Hooked, LedgerAccount, LedgerDifference, LogId, NamedReport,
    PublishedStart, SetupHash, Snapshot, StoreError, StoredAccount, StoredBan, StoredChatLine,
    StoredHand, StoredHostedTable, StoredIdentity, StoredKeyRing, StoredNote, StoredOperation,
    StoredReport, StoredResults, StoredSecondFactor, StoredSetup, StoredStream, StoredToken,
    StoredTournament, StreamId, Transfer, Unit, fold, former_guest, unknown_tournament,
};
use crate::confusable::skeleton;
use crate::ids::{AccountId, TableId, TournamentId};
use cardroom_protocol::server::Role;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The answer to a request; `None` while it is not known.
type Answer = Option<Vec<u8>>;

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
    tournaments_opened: u64,
    results: BTreeMap<TournamentId, StoredResults>,
    published_starts: BTreeMap<TournamentId, PublishedStart>,
    bans: BTreeMap<(AccountId, Option<String>), StoredBan>,
    /// Each with the time at which it was closed.
    hosted: Vec<(StoredHostedTable, Option<u64>)>,
    audit: Vec<AuditRecord>,
    hands: Vec<StoredHand>,
    /// How often links were revoked, by table, hand and seat.
    revoked_links: BTreeMap<(TableId, u64, u8), u64>,
    /// By writer and subject.
    notes: BTreeMap<(AccountId, AccountId), StoredNote>,
    subscriptions: Vec<StoredSubscription>,
    /// The kinds of notice that accounts have turned off.
    push_off: BTreeMap<AccountId, u8>,
    /// Requests with keys, by account and key, and their answers.
    requests: BTreeMap<(AccountId, String), (KeyedRequest, Answer)>,
    operations: Vec<StoredOperation>,
    /// By hash: the account, and when the code expires.
    reset_codes: BTreeMap<[u8; 32], (AccountId, u64)>,
    second_factors: BTreeMap<AccountId, StoredSecondFactor>,
    identities: Vec<StoredIdentity>,
    chat: Vec<StoredChatLine>,
    reports: Vec<StoredReport>,
    sign_ins: Vec<StoredSignIn>,
    /// The codes of known networks, and when each was last seen.
    networks: BTreeMap<AccountId, BTreeMap<[u8; 16], u64>>,
    key_ring: Option<StoredKeyRing>,
    hooks: hooks::Hooks,
    terms: terms::Terms,
    deal_logs: BTreeMap<LogId, StoredLogOfDeals>,
    staging: Staging,
}

/// The failures and copies that tests ask for.
#[derive(Clone, Debug, Default)]
struct Staging {
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
        self.inner.lock().staging.failing_commits = count;
    }

    /// Copies the store after every commit for which `wanted` returns `true`. A copy is the state
    /// that a process killed at that moment would leave. `wanted` gets the number of commits and
    /// the units of the last one.
    pub fn copy_when(&self, wanted: fn(usize, &[Unit]) -> bool) {
        self.inner.lock().staging.copy_when = Some(wanted);
    }

    /// Removes and returns the copies, each a store of its own.
    #[must_use]
    pub fn take_copies(&self) -> Vec<Self> {
        std::mem::take(&mut self.inner.lock().staging.copies)
    }

    /// Returns how many commits were tried.
    #[must_use]
    pub fn commits(&self) -> usize {
        self.inner.lock().staging.commits
    }

    /// Waits until everything that is committed can be read.
    async fn settle(&self) -> Result<(), StoreError> {
        match &self.front {
            Some(front) => front.settle().await,
            None => Ok(()),
        }
    }

    /// Works with everything that is committed.
    /// Reads or changes what is stored, with everything that was committed.
    async fn with_latest<T>(
        &self,
        work: impl FnOnce(&mut Inner) -> Result<T, StoreError> + Send,
    ) -> Result<T, StoreError> {
        self.settle().await?;
        work(&mut self.inner.lock())
    }

    /// Reads or changes what is stored, apart from play that is still in the log alone.
    fn with<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
        work(&mut self.inner.lock())
    }
}

impl Inner {
    fn commit(&mut self, units: &[Unit]) -> Result<(), StoreError> {
        self.staging.commits += 1;
        if self.staging.failing_commits > 0 {
            self.staging.failing_commits -= 1;
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
            for round in &unit.sealed {
                self.deal_logs.entry(round.log).or_default().append(round);
            }
            unit.hooked.iter().for_each(|event| self.hooks.append(event));
            if let Some(snapshot) = &unit.snapshot {
                let stream = self.streams.entry(snapshot.stream).or_default();
                stream.records.retain(|record| record.seq > snapshot.seq);
                stream.snapshot = Some(snapshot.clone());
            }
            if let Some(setup) = unit.snapshot.as_ref().and_then(|it| it.setup.as_ref()) {
                self.setups.entry(*hash_of(setup)).or_insert_with(|| setup.clone());
            }
            for stream in &unit.ended {
                let reached = self.reached(*stream);
                let over = Some(Snapshot::of_the_end(*stream, reached.seq));
                let over = StoredStream { snapshot: over, records: Vec::new() };
                self.streams.insert(*stream, over);
            }
        }
        if self.staging.copy_when.is_some_and(|wanted| wanted(self.staging.commits, units)) {
            self.staging.copies.push(self.copy());
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
            published_starts: self.published_starts.clone(),
            bans: self.bans.clone(),
            hosted: self.hosted.clone(),
            audit: self.audit.clone(),
            hands: self.hands.clone(),
            revoked_links: self.revoked_links.clone(),
            accounts_opened: self.accounts_opened,
            notes: self.notes.clone(),
            subscriptions: self.subscriptions.clone(),
            push_off: self.push_off.clone(),
            requests: self.requests.clone(),
            operations: self.operations.clone(),
            reset_codes: self.reset_codes.clone(),
            second_factors: self.second_factors.clone(),
            identities: self.identities.clone(),
            chat: self.chat.clone(),
            reports: self.reports.clone(),
            sign_ins: self.sign_ins.clone(),
            networks: self.networks.clone(),
            deal_logs: self.deal_logs.clone(),
            hooks: self.hooks.clone(),
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
            self.networks.remove(&id);
            self.forget_subscriptions(id);
            self.requests.retain(|(account, _), _| *account != id);
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

    /// Stores the events for hooks that a new account brings.
    fn tell_of(&mut self, account: AccountId, hooked: Hooked<'_>) {
        let events = hooked.map(|hooked| hooked(account)).unwrap_or_default();
        events.iter().for_each(|event| self.hooks.append(event));
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

    fn forget_account(&mut self, id: AccountId) -> bool {
        let goes = |known: &StoredAccount| known.is_guest() || (!known.used && !known.bot);
        let Some(place) = self.accounts.iter().position(|known| known.id == id && goes(known))
        else {
            return false;
        };
        let is_referred_to = self.is_referred_to(id);
        if is_referred_to && !self.accounts[place].is_guest() {
            self.accounts[place].used = true;
            return false;
        }
        self.notes.retain(|(by, _), _| *by != id);
        self.forget_subscriptions(id);
        self.requests.retain(|(account, _), _| *account != id);
        self.identities.retain(|identity| identity.account != id);
        self.reset_codes.retain(|_, (account, _)| *account != id);
        self.second_factors.remove(&id);
        self.sign_ins.retain(|sign_in| sign_in.account != id);
        self.networks.remove(&id);
        self.looks.remove(&skeleton(&self.accounts[place].name));
        if !is_referred_to {
            self.accounts.remove(place);
            return true;
        }
        let account = &mut self.accounts[place];
        (account.name, account.look) = (former_guest(id), None);
        self.looks.insert(skeleton(&account.name), id);
        false
    }

    /// Returns `true` if hands, notes of others or anything else refers to an account.
    fn is_referred_to(&self, id: AccountId) -> bool {
        self.hands.iter().any(|hand| hand.players.iter().any(|(who, _)| *who == id))
            || self.notes.keys().any(|(_, about)| *about == id)
            || self.tournaments.iter().any(|known| known.announced_by == Some(id))
            || self.hosted.iter().any(|(hosted, _)| hosted.host == id)
            || self.bans.values().any(|ban| ban.account == id || ban.operator == id)
            || self.audit.iter().any(|record| record.operator == id)
            || self.tokens.values().any(|token| token.account == id)
            || self.chat.iter().any(|line| line.account == id)
            || self.reports.iter().any(|one| one.account == id || one.reporter == id)
            || self.operations.iter().any(|one| one.account == id || one.operator == Some(id))
    }

    /// Returns `true` for an account that did nothing but come in on its first day.
    fn is_unused(&self, account: &StoredAccount) -> bool {
        let wallet = LedgerAccount::Wallet(account.id);
        let is_first_grant = |id: &str| id == format!("signup:{}", account.id);
        let mut transfers = self.ledger.transfers.values();
        let has_others = transfers.any(|transfer| {
            (transfer.from == wallet || transfer.to == wallet) && !is_first_grant(&transfer.id)
        });
        let is_person = account.password_hash.is_some() && !account.bot;
        let counts = is_person && account.role == Role::Player && account.erased_ms.is_none();
        counts && !account.used && !has_others && !self.is_referred_to(account.id)
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
        let names = self.tables.iter().zip(1..).map(|(name, id)| (TableId(id), name.clone()));
        AuditTrail { total, entries: named.collect(), tables: names.collect() }
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
