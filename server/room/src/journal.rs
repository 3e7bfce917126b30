//! The group-commit writers. A writer commits all waiting units together, then answers every
//! caller. While one group is written, the next one gathers. A writer does not know what records
//! mean. It reports transfers to the cashier.
//!
//! Each thread of play has a writer for what its tables play, so that an action needs no other
//! thread. If a commit waits for the disk, the writers take turns, and the one whose turn it is
//! commits what all of them have. Everything else goes through one writer of the room. It also
//! reads wallets, always between two groups, so that chips missing from a wallet it has read arrive
//! with a later group.

mod play;

use self::play::{OfThread, Play};
use crate::cashier::{Cashier, Purse};
use crate::ids::AccountId;
use crate::store::{Funds, Store, StoreError, StoreHealth, Unit, load_funds};
use crate::threads::{ThreadNo, Threads};
use cardroom_planted::{Fault, is_planted};
use metrics::Histogram;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;

/// How often to query a store that failed for what it stored ...
const ASKED: u32 = 10;
/// ... and how long to wait before the next query.
const ASK_AGAIN: Duration = Duration::from_millis(100);

/// How many turns of other tasks may add nothing before a group is written. A message from a socket
/// passes through two tasks, the connection's and the table's.
const IN_VAIN: u32 = 3;
/// The longest time a group gathers.
const GATHERED_FOR: Duration = Duration::from_millis(2);

/// How long after its last attempt a failing store is probed, if there is nothing to store.
const PROBE_AFTER: Duration = Duration::from_secs(5);

/// How many wallets are read together. Further ones are read after the next group.
const READ_TOGETHER: usize = 256;

/// A handle to the writer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Journal {
    queue: mpsc::Sender<Waiting>,
    wallets: mpsc::Sender<Asked>,
    books: Books,
    closing: CancellationToken,
    keeps_records: bool,
    /// The writers of the threads of play.
    of_threads: Arc<[OfThread]>,
    /// The writer of the caller's thread, for play.
    own: Option<OfThread>,
}

/// The reason why a unit was not made durable. Nothing of it was stored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommitError {
    /// The store refused this unit or failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the journal is closed")]
    Closed,
}

/// Settings of the writer.
#[derive(Clone, Copy, Debug)]
pub struct JournalSettings {
    /// How many units may wait for the writer of the room. Callers with further ones wait for a
    /// place. At the writers of the threads, each table has one unit.
    pub queue: usize,
    /// The most units in one transaction.
    pub group: usize,
    /// `false` drops records and snapshots, for measuring only. Transfers are still stored.
    pub records: bool,
}

impl Default for JournalSettings {
    fn default() -> Self {
        Self { queue: 4_096, group: 1_024, records: true }
    }
}

impl Journal {
    /// Logs that a step could not be stored. Skips an outage of the store, which
    /// the writer logs itself.
    pub(crate) fn explain(&self, error: &CommitError, log: impl FnOnce()) {
        match error {
            CommitError::Store(error) if self.books.health.is_outage(error) => {}
            _ => log(),
        }
    }
}

type Answer = oneshot::Sender<Result<(), CommitError>>;

/// A unit, and the sender for its answer.
#[derive(Debug)]
struct Waiting {
    unit: Unit,
    answer: Answer,
}

/// An account whose wallet is wanted, and the sender for the answer.
#[derive(Debug)]
struct Asked {
    account: AccountId,
    answer: oneshot::Sender<Result<Purse, CommitError>>,
}

impl Journal {
    /// Starts the writer with the default settings.
    pub fn start(store: Arc<dyn Store>, cashier: Cashier) -> (Self, JoinHandle<()>) {
        Self::start_with(store, cashier, JournalSettings::default(), &Threads::none())
    }

    /// Starts the writers. The task ends when the journal is closed or every handle is gone, after
    /// they have stored all accepted units. `cashier` holds this store's wallets in memory.
    pub fn start_with(
        store: Arc<dyn Store>,
        cashier: Cashier,
        settings: JournalSettings,
        threads: &Threads,
    ) -> (Self, JoinHandle<()>) {
        if !settings.records {
            tracing::warn!(
                "THE JOURNAL IS OFF: hands in progress and stacks do not survive this process; \
                 use this for measuring only"
            );
        }
        let (queue, inbox) = mpsc::channel(settings.queue.max(1));
        let (wallets, asked) = mpsc::channel(READ_TOGETHER);
        let closing = CancellationToken::new();
        let group = settings.group.max(1);
        let books = Books {
            store,
            cashier,
            health: StoreHealth::default(),
            sizes: metrics::histogram!("cardroom_commit_units"),
            times: metrics::histogram!("cardroom_commit_seconds"),
        };
        let mut tasks = JoinSet::new();
        let writer = Writer { books: books.clone(), inbox, asked, group };
        let closed = closing.clone();
        tasks.spawn(async move {
            writer.run(closed.clone()).await;
            // The writers of the threads do not notice that every handle is gone.
            closed.cancel();
        });
        let play = || Play::new(books.clone(), group);
        let shared = books.store.play_waits().then(play);
        let of_threads = threads.all().map(|thread| {
            let writer = OfThread::on(shared.clone().unwrap_or_else(play));
            tasks.spawn_on(writer.clone().write(closing.clone()), &threads.runtime(thread));
            writer
        });
        let of_threads = of_threads.collect();
        let task = tokio::spawn(async move { while tasks.join_next().await.is_some() {} });
        let keeps_records = settings.records;
        (Self { queue, wallets, books, closing, keeps_records, of_threads, own: None }, task)
    }

    /// Returns the same journal for a caller on this thread.
    #[must_use]
    pub fn on(&self, thread: ThreadNo) -> Self {
        Self { own: self.of_threads.get(thread.index()).cloned(), ..self.clone() }
    }

    /// Returns once the unit is durable. If a caller waits for each unit, they are stored in its
    /// order. Dropping this future need not withdraw the unit.
    ///
    /// # Errors
    /// The store refused the unit or failed, or the journal is closed. Nothing of it is stored.
    pub async fn commit(&self, mut unit: Unit) -> Result<(), CommitError> {
        if !self.keeps_records {
            unit.records.clear();
            unit.snapshot = None;
            unit.ended.clear();
            unit.hands.clear();
            if unit.is_empty() {
                return Ok(());
            }
        }
        let own = self.own.as_ref().filter(|_| unit.is_play());
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting { unit, answer };
        match own {
            Some(own) => own.add(waiting)?,
            None => self.queue.send(waiting).await.map_err(|_| CommitError::Closed)?,
        }
        if is_planted(Fault::AnsweredBeforeStored) {
            return Ok(());
        }
        answered.await.unwrap_or(Err(CommitError::Closed))
    }

    /// Returns the purse of an account: its wallet, kept in memory while the purse lives.
    ///
    /// # Errors
    /// The store failed, or the journal is closed.
    pub async fn purse(&self, account: AccountId) -> Result<Purse, CommitError> {
        if let Some(purse) = self.books.cashier.purse(account) {
            return Ok(purse);
        }
        let (answer, answered) = oneshot::channel();
        let asked = self.wallets.send(Asked { account, answer }).await;
        asked.map_err(|_| CommitError::Closed)?;
        answered.await.unwrap_or(Err(CommitError::Closed))
    }

    /// Returns the health of the store.
    #[must_use]
    pub fn health(&self) -> &StoreHealth {
        &self.books.health
    }

    /// Stops accepting units. Those already accepted are still made durable, then
    /// the writer's task ends.
    pub fn close(&self) {
        self.closing.cancel();
    }
}

/// The store, with what follows it in memory.
#[derive(Clone, Debug)]
struct Books {
    store: Arc<dyn Store>,
    cashier: Cashier,
    health: StoreHealth,
    /// The numbers of units that were committed together.
    sizes: Histogram,
    /// The times that commits took, in seconds.
    times: Histogram,
}

struct Writer {
    books: Books,
    inbox: mpsc::Receiver<Waiting>,
    asked: mpsc::Receiver<Asked>,
    group: usize,
}

impl Writer {
    async fn run(mut self, closing: CancellationToken) {
        let mut waiting = Vec::new();
        let mut asked = Vec::new();
        loop {
            tokio::select! {
                biased;
                () = closing.cancelled(), if !self.inbox.is_closed() => {
                    self.inbox.close();
                    continue;
                }
                taken = self.inbox.recv_many(&mut waiting, self.group) => {
                    if taken == 0 {
                        return;
                    }
                    self.gather(&mut waiting).await;
                    self.books.write_group(std::mem::take(&mut waiting), Commits::All).await;
                }
                Some(one) = self.asked.recv() => asked.push(one),
                () = tokio::time::sleep(PROBE_AFTER), if self.books.health.trouble().is_some() => {
                    // The room must notice when the store works again, even if there
                    // is nothing to store.
                    self.books.note(&self.books.store.probe().await);
                }
            }
            while asked.len() < READ_TOGETHER
                && let Ok(another) = self.asked.try_recv()
            {
                asked.push(another);
            }
            if !asked.is_empty() {
                self.read_wallets(std::mem::take(&mut asked)).await;
            }
        }
    }

    /// Reads wallets as the ledger has them now. Nothing is committed meanwhile.
    async fn read_wallets(&self, asked: Vec<Asked>) {
        let accounts: Vec<AccountId> = asked.iter().map(|asked| asked.account).collect();
        match load_funds(self.books.store.as_ref(), &accounts).await {
            Err(StoreError::Damaged(_)) if asked.len() > 1 => {
                // One account is damaged. The other accounts must not be affected.
                for asked in asked {
                    let read = load_funds(self.books.store.as_ref(), &[asked.account]).await;
                    self.open_wallets(vec![asked], &read);
                }
            }
            read => self.open_wallets(asked, &read),
        }
    }

    fn open_wallets(
        &self,
        asked: Vec<Asked>,
        read: &Result<HashMap<AccountId, Funds>, StoreError>,
    ) {
        if let Err(error) = read
            && !self.books.health.failed(error)
        {
            tracing::warn!(%error, "could not read wallets");
        }
        for Asked { account, answer } in asked {
            let funds = read.as_ref().map(|read| read.get(&account).cloned().unwrap_or_default());
            let purse = funds.map(|funds| self.books.cashier.open(account, funds));
            // If the caller is gone, the purse is released with the answer.
            drop(answer.send(purse.map_err(|error| error.clone().into())));
        }
    }

    /// Lets other ready tasks add to the group, because a commit costs the same for one unit as for
    /// ten. If no task is ready, this takes no time. If many are, they would otherwise have waited
    /// for the next commit.
    async fn gather(&mut self, waiting: &mut Vec<Waiting>) {
        // The runtime's clock, so that a paused clock pauses this, too.
        let started = tokio::time::Instant::now();
        let mut in_vain = 0;
        while in_vain < IN_VAIN && waiting.len() < self.group && started.elapsed() < GATHERED_FOR {
            let before = waiting.len();
            tokio::task::yield_now().await;
            while waiting.len() < self.group
                && let Ok(another) = self.inbox.try_recv()
            {
                waiting.push(another);
            }
            in_vain = if waiting.len() == before { in_vain + 1 } else { 0 };
        }
    }
}

/// The units that a writer commits.
#[derive(Clone, Copy)]
enum Commits {
    All,
    /// Only play, on a thread of play.
    Play,
}

impl Books {
    /// Stores a group, or at least its good units, and answers every caller.
    async fn write_group(&self, waiting: Vec<Waiting>, what: Commits) {
        let (units, answers): (Vec<_>, Vec<_>) =
            waiting.into_iter().map(|waiting| (waiting.unit, waiting.answer)).unzip();
        match self.write(&units, what).await {
            Err(error) if units.len() > 1 => {
                tracing::debug!(%error, "a group failed; its units are tried one by one");
                self.write_one_by_one(&units, answers).await;
            }
            result => {
                answers.into_iter().for_each(|waiting| self.answer(waiting, result.clone()));
            }
        }
    }

    /// Retries the units of a failed group one by one, because perhaps only one of them is bad.
    async fn write_one_by_one(&self, units: &[Unit], answers: Vec<Answer>) {
        // A database that fails twice in a row is down, so the rest need not be tried.
        let mut failures_running = 0;
        let mut last_failure = None;
        for (unit, waiting) in units.iter().zip(answers) {
            let result = match &last_failure {
                Some(error) if failures_running >= 2 => Err(StoreError::clone(error)),
                _ => self.write(std::slice::from_ref(unit), Commits::All).await,
            };
            match &result {
                Err(
                    error @ (StoreError::Database(_)
                    | StoreError::Damaged(_)
                    | StoreError::NotWritten(_)
                    | StoreError::LogFailed(_)
                    | StoreError::TakenOver),
                ) => {
                    failures_running += 1;
                    last_failure = Some(error.clone());
                }
                _ => failures_running = 0,
            }
            let passes = is_planted(Fault::FailedUnitPasses);
            self.answer(waiting, if passes { Ok(()) } else { result });
        }
    }

    fn answer(&self, waiting: Answer, result: Result<(), StoreError>) {
        self.note(&result);
        // The receiver is gone if the caller gave up waiting.
        drop(waiting.send(result.map_err(CommitError::from)));
    }

    async fn write(&self, units: &[Unit], what: Commits) -> Result<(), StoreError> {
        #[expect(clippy::cast_precision_loss, reason = "a histogram holds floats")]
        self.sizes.record(units.len() as f64);
        let started = Instant::now();
        let mut result = match what {
            Commits::All => self.store.commit(units).await,
            Commits::Play => self.store.commit_play(units).await,
        };
        if let Err(error @ StoreError::Database(_)) = &result
            && !is_planted(Fault::AnswerBelieved)
            && self.is_stored(units).await
        {
            tracing::warn!(%error, "the store reported that a commit failed, but it is stored");
            result = Ok(());
        }
        self.times.record(started.elapsed());
        if result.is_ok() {
            units.iter().for_each(|unit| self.cashier.enter_in(&unit.transfers));
        }
        result
    }

    /// Counts and logs the result of a unit. An outage is logged only once.
    fn note(&self, result: &Result<(), StoreError>) {
        if result.is_err() {
            metrics::counter!("cardroom_commit_failures_total").increment(1);
        }
        match result {
            Ok(()) => self.health.worked(),
            Err(error) if self.health.failed(error) => {}
            Err(error) => tracing::warn!(%error, "could not store a unit"),
        }
    }

    /// Returns `true` if a group whose commit failed was stored after all, because the
    /// answer was lost. Covers only groups with a record. The owners of other units look up
    /// the ids of their transfers.
    async fn is_stored(&self, units: &[Unit]) -> bool {
        let Some(record) = units.iter().flat_map(|unit| &unit.records).next() else { return false };
        let ends = units.iter().any(|unit| unit.ended.contains(&record.stream));
        for _ in 0..ASKED {
            if let Ok(stream) = self.store.load_stream(record.stream).await {
                let snapshot = stream.snapshot.as_ref().map(|snapshot| snapshot.seq);
                let last = stream.records.last().map(|record| record.seq).or(snapshot);
                // Nothing is left of a stream that has ended.
                return last.map_or(ends && record.seq > 1, |last| last >= record.seq);
            }
            tokio::time::sleep(ASK_AGAIN).await;
        }
        false
    }
}

#[cfg(test)]
mod tests;
