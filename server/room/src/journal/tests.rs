//! Tests of what is committed together, in which order, and by whom.

use super::*;
use crate::ids::{AccountId, TableId};
use crate::store::prelude::*;
use crate::store::{Gate, LedgerAccount, MemoryStore, Record, Snapshot, StreamId, Transfer};
use crate::threads::PlayThreads;
use bytes::Bytes;
use cardroom_rules::Chips;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all};
use tokio::sync::Semaphore;

fn record(table: u64, seq: u64) -> Unit {
    let stream = StreamId::Table(TableId(table));
    let payload = Bytes::from_static(b"check");
    Unit { records: vec![Record { stream, seq, payload }], ..Unit::default() }
}

fn grant(id: &str) -> Transfer {
    Transfer {
        id: id.to_owned(),
        from: LedgerAccount::Bank,
        to: LedgerAccount::Wallet(AccountId(1)),
        amount: Chips(5),
        at_ms: 1,
    }
}

/// A unit that the room's writer takes in any case.
fn paid(table: u64, seq: u64) -> Unit {
    Unit { transfers: vec![grant(&format!("{table}-{seq}"))], ..record(table, seq) }
}

async fn stored(store: &MemoryStore, table: u64) -> usize {
    let stream = StreamId::Table(TableId(table));
    store.load_stream(stream).await.unwrap().records.len()
}

#[tokio::test]
async fn what_waits_is_stored_in_groups_and_everybody_is_answered() {
    let store = MemoryStore::new();
    let settings = JournalSettings { queue: 1_000, group: 64, records: true };
    let (journal, _task) = Journal::start_with(
        Arc::new(store.clone()),
        Cashier::default(),
        settings,
        &Threads::none(),
    );
    let commits = (1..=200).map(|table| journal.commit(paid(table, 1)));
    assert!(join_all(commits).await.iter().all(Result::is_ok));
    let commits = store.commits();
    assert!((4..=8).contains(&commits), "200 units in {commits} groups of at most 64");
    assert_eq!(stored(&store, 200).await, 1);
}

#[tokio::test(start_paused = true)]
async fn a_group_gathers_who_is_ready_and_waits_for_nobody_else() {
    let store = MemoryStore::new();
    let (journal, _task) = Journal::start(Arc::new(store.clone()), Cashier::default());
    // Each task needs this many turns before it commits.
    let tasks = (1..=20).map(|table| {
        let journal = journal.clone();
        tokio::spawn(async move {
            for _ in 1..table {
                tokio::task::yield_now().await;
            }
            journal.commit(paid(table, 1)).await
        })
    });
    let results = join_all(tasks.collect::<Vec<_>>()).await;
    assert!(results.into_iter().all(|result| result.unwrap().is_ok()));
    assert_eq!(store.commits(), 1);
    // A single unit is written at once.
    let before = tokio::time::Instant::now();
    journal.commit(record(1, 2)).await.unwrap();
    assert_eq!((store.commits(), before.elapsed()), (2, Duration::ZERO));
}

/// A store whose commits wait for permission.
#[derive(Debug)]
struct Slow {
    asks: Semaphore,
    may: Semaphore,
}

impl Gate for Slow {
    fn before_commit<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async {
            self.asks.add_permits(1);
            self.may.acquire().await.unwrap().forget();
            Ok(())
        })
    }

    fn after_commit<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn before_load(&self, _: StreamId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test]
async fn the_writer_whose_turn_it_is_commits_the_play_of_all_threads() {
    let store = MemoryStore::new();
    let gate = Arc::new(Slow { asks: Semaphore::new(0), may: Semaphore::new(0) });
    let slow = Arc::new(store.behind(Arc::clone(&gate) as _));
    let play = PlayThreads::start(2, Duration::ZERO).unwrap();
    let (settings, threads) = (JournalSettings { group: 16, ..Default::default() }, play.threads());
    let (journal, task) = Journal::start_with(slow, Cashier::default(), settings, &threads);
    let [one, other] = [0, 1].map(|thread| journal.on(threads.all().nth(thread).unwrap()));
    let commit = |table: u64, seq| {
        let own = if table.is_multiple_of(2) { &one } else { &other };
        let mut commit = Box::pin(own.commit(record(table, seq)));
        assert!(commit.as_mut().now_or_never().is_none());
        commit
    };
    let first = commit(1, 1);
    gate.asks.acquire().await.unwrap().forget();
    let meanwhile: Vec<_> = (2..=20).map(|table| commit(table, 1)).collect();
    gate.may.add_permits(3);
    first.await.unwrap();
    assert!(join_all(meanwhile).await.iter().all(Result::is_ok));
    assert_eq!(store.commits(), 3, "the first one, then 16 and 3");
    // A journal that closes stores the units that wait, and no others.
    let under_way = commit(1, 2);
    gate.asks.acquire_many(3).await.unwrap().forget();
    let (last, too) = (commit(2, 2), commit(3, 2));
    journal.close();
    gate.may.add_permits(2);
    let (under_way, last, too, _) = tokio::join!(under_way, last, too, task);
    assert!([under_way, last, too].iter().all(Result::is_ok));
    assert_eq!(one.commit(record(2, 3)).await, Err(CommitError::Closed));
}

#[tokio::test]
async fn a_bad_unit_does_not_fail_its_neighbours() {
    let store = MemoryStore::new();
    let (journal, _task) = Journal::start(Arc::new(store.clone()), Cashier::default());
    let units = [paid(1, 1), paid(2, 7), paid(3, 1)];
    let results = join_all(units.map(|unit| journal.commit(unit))).await;
    let stream = StreamId::Table(TableId(2));
    let error = StoreError::OutOfOrder { stream, expected: 1, found: 7 };
    assert_eq!(results, [Ok(()), Err(CommitError::Store(error)), Ok(())]);
    assert_eq!([stored(&store, 1).await, stored(&store, 2).await], [1, 0]);
}

/// A store that stores everything, but reports that every other commit failed.
#[derive(Debug, Default)]
struct Mute(std::sync::atomic::AtomicUsize);

impl Gate for Mute {
    fn before_commit<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn after_commit<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        let number = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Box::pin(async move {
            match number % 2 {
                0 => Err(StoreError::Database("the line is broken".to_owned())),
                _ => Ok(()),
            }
        })
    }

    fn before_load(&self, _: StreamId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test]
async fn what_is_stored_is_stored_also_when_the_answer_was_lost() {
    let store = MemoryStore::new();
    let (journal, _task) =
        Journal::start(Arc::new(store.behind(Arc::new(Mute::default()))), Cashier::default());
    for seq in 1..=4 {
        assert_eq!(journal.commit(record(1, seq)).await, Ok(()));
    }
    let ends = Unit { ended: vec![StreamId::Table(TableId(1))], ..record(1, 5) };
    assert_eq!(journal.commit(ends).await, Ok(()));
    store.fail_next_commit();
    let failed = journal.commit(record(2, 1)).await.unwrap_err();
    assert!(matches!(failed, CommitError::Store(StoreError::Database(_))), "{failed}");
    journal.commit(record(2, 1)).await.unwrap();
    assert_eq!(stored(&store, 2).await, 1);
}

#[tokio::test]
async fn a_database_that_is_down_fails_a_group_without_trying_every_unit() {
    let store = MemoryStore::new();
    let (journal, _task) = Journal::start(Arc::new(store.clone()), Cashier::default());
    store.fail_commits(1_000);
    let results = join_all((1..=100).map(|table| journal.commit(paid(table, 1)))).await;
    assert!(results.iter().all(Result::is_err));
    assert_eq!(store.commits(), 3, "the group and two units");
    store.fail_commits(0);
    journal.commit(record(1, 1)).await.unwrap();
}

#[tokio::test]
async fn a_failed_commit_alone_is_not_tried_again() {
    let store = MemoryStore::new();
    let (journal, _task) = Journal::start(Arc::new(store.clone()), Cashier::default());
    store.fail_next_commit();
    assert!(matches!(journal.commit(record(1, 1)).await, Err(CommitError::Store(_))));
    assert_eq!((store.commits(), stored(&store, 1).await), (1, 0));
}

#[tokio::test]
async fn closing_stores_what_was_taken_and_takes_no_more() {
    let store = MemoryStore::new();
    let (journal, task) = Journal::start(Arc::new(store.clone()), Cashier::default());
    let mut commits: Vec<_> =
        (1..=50).map(|table| Box::pin(journal.commit(paid(table, 1)))).collect();
    for commit in &mut commits {
        assert!(futures_util::poll!(commit).is_pending());
    }
    journal.close();
    task.await.unwrap();
    assert!(join_all(commits).await.iter().all(Result::is_ok));
    assert_eq!(stored(&store, 50).await, 1);
    assert_eq!(journal.commit(record(51, 1)).await, Err(CommitError::Closed));
}

#[tokio::test]
async fn without_the_journal_transfers_are_stored_and_nothing_else() {
    let store = MemoryStore::new();
    let settings = JournalSettings { records: false, ..JournalSettings::default() };
    let (journal, _task) = Journal::start_with(
        Arc::new(store.clone()),
        Cashier::default(),
        settings,
        &Threads::none(),
    );
    journal.commit(record(1, 1)).await.unwrap();
    assert_eq!(store.commits(), 0);
    let mut unit = record(1, 2);
    unit.transfers.push(grant("grant"));
    let stream = StreamId::Table(TableId(1));
    unit.snapshot = Some(Snapshot { stream, seq: 2, payload: Bytes::new(), setup: None });
    journal.commit(unit).await.unwrap();
    assert_eq!(stored(&store, 1).await, 0);
    assert!(store.load_stream(stream).await.unwrap().snapshot.is_none());
    assert_eq!(store.load_balances().await.unwrap()[1], ("wallet:1".to_owned(), 5));
}

#[tokio::test]
async fn a_wallet_is_read_between_two_groups_and_follows_the_ledger_from_there() {
    let store = MemoryStore::new();
    let cashier = Cashier::default();
    let (journal, _task) = Journal::start(Arc::new(store.clone()), cashier.clone());
    let (ann, unit) =
        (AccountId(1), |id: &str| Unit { transfers: vec![grant(id)], ..Unit::default() });
    journal.commit(unit("before")).await.unwrap();
    assert_eq!(cashier.at_hand(), 0);
    // The wallet is read while groups are under way. Each of the twenty transfers is
    // in it exactly once.
    let commits = (0..20).map(|number| journal.commit(unit(&number.to_string())));
    let (purse, commits) = tokio::join!(journal.purse(ann), join_all(commits.collect::<Vec<_>>()));
    assert!(commits.iter().all(Result::is_ok));
    let purse = purse.unwrap();
    assert_eq!(purse.available(), Chips(105));
    store.fail_next_commit();
    journal.commit(unit("fails")).await.unwrap_err();
    assert_eq!(purse.available(), Chips(105));
    drop(purse);
    journal.commit(unit("nobody is there")).await.unwrap();
    assert_eq!(cashier.at_hand(), 0);
    assert_eq!(journal.purse(ann).await.unwrap().available(), Chips(110));
    assert_eq!(journal.purse(AccountId(2)).await.unwrap().available(), Chips::ZERO);
    journal.close();
    let closed = async { while journal.purse(ann).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(60), closed).await.unwrap();
}

#[tokio::test]
async fn a_damaged_wallet_keeps_nobody_else_out() {
    let store = MemoryStore::new();
    let (journal, _task) = Journal::start(Arc::new(store.clone()), Cashier::default());
    let owner = AccountId(2);
    // Tickets worth five each cannot add up to seven.
    let to = LedgerAccount::Tickets { owner, worth: Chips(5), structure: "major".to_owned() };
    let half = Transfer { to, amount: Chips(7), ..grant("half") };
    let unit = Unit { transfers: vec![grant("whole"), half], ..Unit::default() };
    journal.commit(unit).await.unwrap();
    let purses = join_all([1, 2, 3].map(|account| journal.purse(AccountId(account)))).await;
    let [ann, bob, cas] = &purses[..] else { panic!("three were asked for") };
    assert_eq!(ann.as_ref().unwrap().available(), Chips(5));
    let error = bob.as_ref().unwrap_err();
    assert!(matches!(error, CommitError::Store(StoreError::Damaged(_))), "{error}");
    assert_eq!(cas.as_ref().unwrap().available(), Chips::ZERO);
}
