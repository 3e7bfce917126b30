//! The log in front of a store in memory: what holds after crashes, power cuts and failures of the
//! disk at any moment.

use super::super::{
    FrameFate, Gate, LedgerAccount, MemorySegments, MemoryStore, Record, Snapshot, StoreError,
    StoredSetup, StreamId, Transfer, Unit,
};
use crate::ids::{AccountId, TableId};
use crate::prelude::*;
use bytes::Bytes;
use cardroom_rules::Chips;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use proptest::prelude::*;
use std::sync::Arc;
use tokio::sync::Semaphore;

const ONE: StreamId = StreamId::Table(TableId(1));
const TWO: StreamId = StreamId::Table(TableId(2));
const SEGMENT: usize = 2_048;

fn step(seq: u64, payload: usize) -> Unit {
    let payload = Bytes::from(vec![7; payload]);
    let record = Record { stream: ONE, seq, payload };
    Unit { records: vec![record], ..Unit::default() }
}

/// Returns a step with a snapshot under a setup. Its state is the setup, too.
fn under(stream: StreamId, seq: u64, setup: &str) -> Unit {
    let payload = Bytes::from(setup.to_owned());
    let record = Record { stream, seq, payload: Bytes::new() };
    let snapshot = Some(Snapshot { stream, seq, payload, setup: Some(StoredSetup::new(setup)) });
    Unit { records: vec![record], snapshot, ..Unit::default() }
}

/// Returns the setup of a stream's snapshot.
async fn setup_of(store: &MemoryStore, stream: StreamId) -> Option<String> {
    let snapshot = store.load_stream(stream).await.unwrap().snapshot?;
    let setup = snapshot.setup?.text().to_owned();
    assert_eq!(snapshot.payload, setup);
    Some(setup)
}

/// Returns how often the segments hold this text.
fn times(segments: &MemorySegments, text: &str) -> usize {
    let bytes = segments.bytes().unwrap_or_default().concat();
    bytes.windows(text.len()).filter(|part| *part == text.as_bytes()).count()
}

fn grant(id: u64) -> Transfer {
    Transfer {
        id: id.to_string(),
        from: LedgerAccount::Bank,
        to: LedgerAccount::Wallet(AccountId(1)),
        amount: Chips(5),
        at_ms: 1,
    }
}

/// Returns the last record that a store has.
async fn last(store: &MemoryStore) -> u64 {
    let stream = store.load_stream(ONE).await.unwrap();
    let seqs: Vec<u64> = stream.records.iter().map(|record| record.seq).collect();
    if let Some(Snapshot { setup: Some(setup), payload, .. }) = &stream.snapshot {
        assert_eq!(payload, setup.text());
    }
    let behind = stream.snapshot.map_or(0, |snapshot| snapshot.seq);
    assert_eq!(seqs, (behind + 1..=behind + seqs.len() as u64).collect::<Vec<_>>());
    behind + seqs.len() as u64
}

/// A disk that does what a test says.
#[derive(Debug)]
struct Scripted {
    fates: Mutex<Vec<FrameFate>>,
    /// One permit for each projection.
    projections: Semaphore,
    /// How the projections end.
    ends: Mutex<Vec<Result<(), StoreError>>>,
}

impl Scripted {
    fn new(projections: usize) -> Arc<Self> {
        Arc::new(Self {
            fates: Mutex::default(),
            projections: Semaphore::new(projections),
            ends: Mutex::default(),
        })
    }

    fn next(&self, fate: FrameFate) {
        self.fates.lock().push(fate);
    }
}

impl Gate for Scripted {
    fn before_commit<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn after_commit<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn before_load(&self, _: StreamId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn before_frame(&self) -> BoxFuture<'_, FrameFate> {
        Box::pin(async { self.fates.lock().pop().unwrap_or(FrameFate::Whole) })
    }

    fn before_projection(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            self.projections.acquire().await.unwrap().forget();
            Ok(())
        })
    }

    fn after_projection<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { self.ends.lock().pop().unwrap_or(Ok(())) })
    }
}

/// Opens another life of the process on the same disk.
async fn open(store: &MemoryStore, segments: &MemorySegments) -> MemoryStore {
    store.behind_log(segments).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn what_the_log_has_is_projected_soon_and_replayed_after_a_crash() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let store = open(&disk, &segments).await;
    store.commit(&[step(1, 10)]).await.unwrap();
    assert_eq!(last(&disk).await, 0, "nobody waited for the database");
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(last(&disk).await, 1);
    store.commit(&[step(2, 10), step(3, 10)]).await.unwrap();
    drop(store);
    assert_eq!(last(&disk).await, 1);
    assert_eq!(disk.unprojected(&segments), Ok(1));
    let store = open(&disk, &segments).await;
    assert_eq!(last(&disk).await, 3, "it is there before anybody is let in");
    store.commit(&[step(4, 10)]).await.unwrap();
    assert_eq!(last(&store).await, 4, "a reader waits for what it needs");
}

#[tokio::test(start_paused = true)]
async fn readers_who_wait_for_the_projection_go_on_in_their_order() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let store = open(&disk, &segments).await;
    store.commit(&[step(1, 10)]).await.unwrap();
    let read = Arc::new(Mutex::new(Vec::new()));
    let readers = (0..20).map(|reader| {
        let (store, read) = (store.clone(), Arc::clone(&read));
        tokio::spawn(async move {
            store.load_stream(ONE).await.unwrap();
            read.lock().push(reader);
        })
    });
    for reader in readers.collect::<Vec<_>>() {
        reader.await.unwrap();
    }
    // A room from a seed repeats itself only if they do.
    assert_eq!(*read.lock(), (0..20).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn money_waits_for_the_projection_and_is_a_link_of_the_chain() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let store = open(&disk, &segments).await;
    store.commit(&[step(1, 10)]).await.unwrap();
    let unit = Unit { transfers: vec![grant(1)], ..step(2, 10) };
    store.commit(&[unit]).await.unwrap();
    assert_eq!(last(&disk).await, 2, "the database has both, in order");
    store.commit(&[step(3, 10)]).await.unwrap();
    let twice = Unit { transfers: vec![grant(1)], ..step(4, 10) };
    let refused = store.commit(&[twice]).await.unwrap_err();
    assert!(matches!(refused, StoreError::Duplicate { .. }));
    store.commit(&[step(4, 10)]).await.unwrap();
    drop(store);
    let store = open(&disk, &segments).await;
    assert_eq!(last(&store).await, 4);
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn a_failed_sync_is_final_and_the_next_opening_decides() {
    for is_there in [true, false] {
        let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
        let gate = Scripted::new(0);
        let store = open(&disk.behind(gate.clone()), &segments).await;
        store.commit(&[step(1, 10)]).await.unwrap();
        gate.next(FrameFate::FailedSync { is_there });
        let failed = store.commit(&[step(2, 10)]).await.unwrap_err();
        assert!(matches!(failed, StoreError::LogFailed(_)), "{failed}");
        assert_eq!(store.lost().await, failed, "the room hears of it");
        let transfer = Unit { transfers: vec![grant(1)], ..Unit::default() };
        for unit in [step(2, 10), transfer] {
            assert_eq!(store.commit(&[unit]).await.unwrap_err(), failed, "nothing is promised");
        }
        assert_eq!(store.load_stream(ONE).await.unwrap_err(), failed);
        drop(store);
        let store = open(&disk, &segments).await;
        assert_eq!(last(&store).await, 1 + u64::from(is_there));
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_disk_refuses_a_commit_and_the_next_one_takes_its_place() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let gate = Scripted::new(0);
    let store = open(&disk.behind(gate.clone()), &segments).await;
    store.commit(&[step(1, 10)]).await.unwrap();
    gate.next(FrameFate::Full);
    let refused = store.commit(&[step(2, 400)]).await.unwrap_err();
    assert!(refused.to_string().contains("the disk is full"), "{refused}");
    store.commit(&[step(2, 10)]).await.unwrap();
    drop(store);
    assert_eq!(last(&open(&disk, &segments).await).await, 2);
}

#[tokio::test(start_paused = true)]
async fn a_torn_frame_was_never_acknowledged_and_the_next_life_goes_on() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let gate = Scripted::new(0);
    let store = open(&disk.behind(gate.clone()), &segments).await;
    store.commit(&[step(1, 10)]).await.unwrap();
    gate.next(FrameFate::Torn);
    let unit = [step(2, 300)];
    assert!(futures_util::poll!(store.commit(&unit)).is_pending());
    drop(store);
    let store = open(&disk, &segments).await;
    assert_eq!(last(&store).await, 1);
    store.commit(&[step(2, 10)]).await.unwrap();
    drop(store);
    assert_eq!(last(&open(&disk, &segments).await).await, 2);
}

#[tokio::test(start_paused = true)]
async fn a_projection_whose_answer_was_lost_is_not_made_twice() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let gate = Scripted::new(100);
    let store = open(&disk.behind(gate.clone()), &segments).await;
    store.commit(&[step(1, 10)]).await.unwrap();
    let lost = StoreError::Database("the answer was lost".to_owned());
    gate.ends.lock().push(Err(lost.clone()));
    assert_eq!(store.load_streams().await.unwrap_err(), lost);
    let refused = store.commit(&[step(2, 10)]).await.unwrap_err();
    assert!(matches!(refused, StoreError::NotWritten(_)), "until it works: {refused}");
    assert_eq!(last(&store).await, 1);
    store.commit(&[step(2, 10)]).await.unwrap();
    assert_eq!(last(&store).await, 2);
}

#[tokio::test(start_paused = true)]
async fn a_commit_waits_for_the_projection_before_it_reuses_a_segment() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let gate = Scripted::new(0);
    let store = open(&disk.behind(gate.clone()), &segments).await;
    // Three frames of 600 bytes fill a segment.
    for seq in 1..=9 {
        store.commit(&[step(seq, 600)]).await.unwrap();
    }
    let unit = [step(10, 600)];
    let mut waits = Box::pin(store.commit(&unit));
    for _ in 0..100 {
        assert!(futures_util::poll!(&mut waits).is_pending());
        tokio::task::yield_now().await;
    }
    gate.projections.add_permits(1);
    waits.await.unwrap();
    drop(store);
    assert_eq!(disk.unprojected(&segments), Ok(1));
    assert_eq!(last(&open(&disk, &segments).await).await, 10);
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_from_before_the_end_of_its_stream_never_gets_into_the_log() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let store = open(&disk.behind(Scripted::new(0)), &segments).await;
    store.commit(&[step(1, 10), step(2, 10)]).await.unwrap();
    store.commit(&[Unit { ended: vec![ONE], ..Unit::default() }]).await.unwrap();
    let snapshot = Snapshot { stream: ONE, seq: 1, payload: Bytes::new(), setup: None };
    let late = Unit { snapshot: Some(snapshot), ..Unit::default() };
    let refused = store.commit(&[late]).await;
    assert_eq!(refused, Err(StoreError::OutOfOrder { stream: ONE, expected: 3, found: 1 }));
    store.commit(&[step(3, 10)]).await.unwrap();
    drop(store);
    assert_eq!(last(&open(&disk, &segments).await).await, 3);
}

#[tokio::test(start_paused = true)]
async fn a_frame_longer_than_a_segment_goes_to_the_database() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let store = open(&disk, &segments).await;
    store.commit(&[step(1, 10)]).await.unwrap();
    store.commit(&[step(2, 2 * SEGMENT)]).await.unwrap();
    assert_eq!(last(&disk).await, 2);
    store.commit(&[step(3, 10)]).await.unwrap();
    drop(store);
    assert_eq!(last(&open(&disk, &segments).await).await, 3);
}

#[tokio::test(start_paused = true)]
async fn a_closed_store_needs_no_log_and_refuses_one_that_goes_on() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let store = open(&disk, &segments).await;
    store.commit(&[step(1, 10)]).await.unwrap();
    store.close().await.unwrap();
    drop(store);
    let closed = segments.bytes();
    segments.set_bytes(None);
    assert_eq!(last(&open(&disk, &segments).await).await, 1);
    segments.set_bytes(closed);
    let old = disk.copied();
    let store = open(&disk, &segments).await;
    store.commit(&[step(2, 10)]).await.unwrap();
    drop(store);
    let refused = old.behind_log(&segments).await.unwrap_err();
    assert!(refused.to_string().contains("goes on behind commit 1"), "{refused}");
    segments.set_bytes(None);
    let refused = disk.behind_log(&segments).await.unwrap_err();
    assert!(refused.to_string().contains("a segment file is missing"), "{refused}");
}

#[tokio::test(start_paused = true)]
async fn a_log_of_another_database_is_not_used() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    open(&disk, &segments).await.commit(&[step(1, 10)]).await.unwrap();
    let refused = MemoryStore::new().behind_log(&segments).await.unwrap_err();
    assert!(refused.to_string().contains("another database"), "{refused}");
}

#[tokio::test(start_paused = true)]
async fn whole_frames_behind_a_damaged_one_are_refused_unless_a_power_cut_explains_them() {
    for is_durable in [true, false] {
        let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, is_durable));
        let store = open(&disk.behind(Scripted::new(0)), &segments).await;
        for seq in 1..=5 {
            store.commit(&[step(seq, 100)]).await.unwrap();
        }
        drop(store);
        let mut bytes = segments.bytes().unwrap();
        // A frame takes 160 bytes, so this is in the third one.
        bytes[0][2 * 160 + 60] ^= 1;
        segments.set_bytes(Some(bytes));
        let refused = disk.behind_log(&segments).await.unwrap_err().to_string();
        assert!(refused.contains("frame 3 is damaged or missing at byte 320 of the file -redo0"));
        assert!(refused.contains("2 whole frames follow it, up to frame 5"), "{refused}");
        segments.restart_machine();
        match disk.behind_log(&segments).await {
            Ok(store) => {
                assert!(!is_durable);
                assert_eq!(last(&store).await, 2);
                store.commit(&[step(3, 10)]).await.unwrap();
                drop(store);
                // Remains of the lost frames are not found again.
                assert_eq!(last(&open(&disk, &segments).await).await, 3);
            }
            Err(refused) => assert!(is_durable, "{refused}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_text_of_a_setup_is_in_the_log_once_and_read_from_an_earlier_frame() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let store = open(&disk.behind(Scripted::new(0)), &segments).await;
    for seq in 1..=3 {
        store.commit(&[under(ONE, seq, "hold'em"), under(TWO, seq, "hold'em")]).await.unwrap();
    }
    store.commit(&[under(TWO, 4, "stud")]).await.unwrap();
    // Once as a setup, and once as the state of each snapshot.
    assert_eq!((times(&segments, "hold'em"), times(&segments, "stud")), (7, 2));
    drop(store);
    assert_eq!(disk.unprojected(&segments), Ok(4));
    let store = open(&disk, &segments).await;
    assert_eq!(setup_of(&store, ONE).await.unwrap(), "hold'em");
    assert_eq!(setup_of(&store, TWO).await.unwrap(), "stud");
    let before = times(&segments, "stud");
    store.commit(&[under(ONE, 4, "stud")]).await.unwrap();
    assert_eq!(times(&segments, "stud"), before + 1, "the state alone");
    drop(store);
    assert_eq!(setup_of(&open(&disk, &segments).await, ONE).await.unwrap(), "stud");
}

#[tokio::test(start_paused = true)]
async fn a_setup_outlives_the_snapshot_that_brought_it_as_long_as_the_log_may_name_it() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let gate = Scripted::new(0);
    let store = open(&disk.behind(gate.clone()), &segments).await;
    store.commit(&[under(ONE, 1, "hold'em")]).await.unwrap();
    store.commit(&[under(ONE, 2, "stud")]).await.unwrap();
    gate.projections.add_permits(1);
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    store.commit(&[under(TWO, 1, "hold'em")]).await.unwrap();
    drop(store);
    assert_eq!(disk.unprojected(&segments), Ok(1));
    let store = open(&disk, &segments).await;
    assert_eq!(setup_of(&store, TWO).await.unwrap(), "hold'em");
    store.commit(&[under(TWO, 2, "stud")]).await.unwrap();
    drop(store);
    // Nothing is under it after the replay, so the opening deletes it and the log has it again.
    let store = open(&disk.behind(Scripted::new(1)), &segments).await;
    store.commit(&[under(ONE, 3, "hold'em")]).await.unwrap();
    drop(store);
    let store = open(&disk, &segments).await;
    assert_eq!(setup_of(&store, ONE).await.unwrap(), "hold'em");
    assert_eq!(setup_of(&store, TWO).await.unwrap(), "stud");
}

#[tokio::test(start_paused = true)]
async fn a_commit_that_fails_leaves_its_setup_unknown() {
    for is_full in [true, false] {
        let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
        let gate = Scripted::new(100);
        let store = open(&disk.behind(gate.clone()), &segments).await;
        store.commit(&[Unit { transfers: vec![grant(1)], ..Unit::default() }]).await.unwrap();
        if is_full {
            gate.next(FrameFate::Full);
            store.commit(&[under(ONE, 1, "hold'em")]).await.unwrap_err();
        } else {
            let twice = Unit { transfers: vec![grant(1)], ..under(ONE, 1, "hold'em") };
            let refused = store.commit(&[twice]).await.unwrap_err();
            assert!(matches!(refused, StoreError::Duplicate { .. }), "{refused}");
            // A failure of which only the database knows whether it stored anything.
            store.fail_next_commit();
            let failing = Unit { transfers: vec![grant(2)], ..under(ONE, 1, "hold'em") };
            store.commit(&[failing]).await.unwrap_err();
        }
        gate.projections.forget_permits(100);
        store.commit(&[under(ONE, 1, "hold'em")]).await.unwrap();
        drop(store);
        assert_eq!(disk.unprojected(&segments), Ok(1));
        assert_eq!(setup_of(&open(&disk, &segments).await, ONE).await.unwrap(), "hold'em");
    }
}

#[tokio::test(start_paused = true)]
async fn a_setup_that_passed_the_log_by_is_known_to_the_frames_behind_it() {
    let (disk, segments) = (MemoryStore::new(), MemorySegments::new(SEGMENT, true));
    let store = open(&disk.behind(Scripted::new(0)), &segments).await;
    let buy_in = Unit { transfers: vec![grant(1)], ..under(ONE, 1, "hold'em") };
    store.commit(&[buy_in]).await.unwrap();
    store.commit(&[under(TWO, 1, "hold'em")]).await.unwrap();
    assert_eq!(times(&segments, "hold'em"), 1, "the state alone");
    drop(store);
    let copy = disk.copied();
    assert_eq!(setup_of(&open(&disk, &segments).await, TWO).await.unwrap(), "hold'em");
    copy.lose_setups();
    let refused = copy.behind_log(&segments).await.unwrap_err();
    assert!(matches!(refused, StoreError::Damaged(_)), "{refused}");
    assert!(refused.to_string().contains("frame 2 of the redo log names setup"), "{refused}");
}

/// An event between two commits.
#[derive(Clone, Debug)]
enum Event {
    Play {
        payload: usize,
        snapshot: bool,
    },
    Money,
    /// The projection may take place once.
    Project,
    Kill,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        12 => (0_usize..700, any::<bool>())
            .prop_map(|(payload, snapshot)| Event::Play { payload, snapshot }),
        1 => Just(Event::Money),
        2 => Just(Event::Project),
        1 => Just(Event::Kill),
    ];
    proptest::collection::vec(event, 1..60)
}

/// A life of the process, with the units that were acknowledged to it.
struct Lives {
    disk: MemoryStore,
    segments: MemorySegments,
    gate: Arc<Scripted>,
    store: MemoryStore,
    acknowledged: u64,
    transfers: u64,
}

impl Lives {
    async fn begin(is_durable: bool) -> Self {
        let (disk, gate) = (MemoryStore::new(), Scripted::new(0));
        let segments = MemorySegments::new(SEGMENT, is_durable);
        let store = open(&disk.behind(gate.clone()), &segments).await;
        Self { disk, segments, gate, store, acknowledged: 0, transfers: 0 }
    }

    async fn on(&mut self, event: &Event) {
        match event {
            Event::Play { payload, snapshot } => {
                let seq = self.acknowledged + 1;
                let state = under(ONE, seq, ["short", "longer"][payload % 2]).snapshot;
                let snapshot = state.filter(|_| *snapshot);
                self.commit(Unit { snapshot, ..step(seq, *payload) }).await;
                self.acknowledged = seq;
            }
            Event::Money => {
                self.gate.projections.add_permits(1);
                self.transfers += 1;
                self.commit(Unit { transfers: vec![grant(self.transfers)], ..Unit::default() })
                    .await;
            }
            Event::Project => {
                self.gate.projections.add_permits(1);
                tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            }
            Event::Kill => self.reopen().await,
        }
    }

    /// Commits, and lets the projection work if the commit needs that.
    async fn commit(&self, unit: Unit) {
        let unit = [unit];
        let mut commit = Box::pin(self.store.commit(&unit));
        for _ in 0..100 {
            if let std::task::Poll::Ready(done) = futures_util::poll!(&mut commit) {
                return done.unwrap();
            }
            tokio::task::yield_now().await;
        }
        self.gate.projections.add_permits(100);
        commit.await.unwrap();
    }

    async fn reopen(&mut self) {
        self.gate = Scripted::new(100);
        self.store = MemoryStore::new();
        self.store = open(&self.disk.behind(self.gate.clone()), &self.segments).await;
        self.gate.projections.forget_permits(100);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn whenever_the_process_dies_everything_acknowledged_is_there(events in events()) {
        runtime().block_on(async {
            let mut lives = Lives::begin(true).await;
            for event in &events {
                lives.on(event).await;
            }
            lives.reopen().await;
            assert_eq!(last(&lives.disk).await, lives.acknowledged);
            assert_eq!(lives.disk.check_transfers().await.unwrap().count, lives.transfers);
        });
    }

    /// Without syncs, the disk has any mixture of old and new sectors after a power cut.
    #[test]
    fn after_a_power_cut_an_unsynced_log_has_lost_its_end_at_most(
        before in events(),
        lost in proptest::collection::vec(0_usize..500, 1..12),
        kept in proptest::collection::vec(any::<bool>(), SEGMENT * 3 / 512),
        after in events(),
    ) {
        runtime().block_on(async {
            let mut lives = Lives::begin(false).await;
            for event in &before {
                lives.on(event).await;
            }
            lives.gate.projections.add_permits(100);
            let synced = last(&lives.store).await;
            assert_eq!(synced, lives.acknowledged);
            lives.gate.projections.forget_permits(usize::MAX >> 4);
            let old = lives.segments.bytes().unwrap_or_default();
            for &payload in &lost {
                lives.on(&Event::Play { payload, snapshot: false }).await;
            }
            // The projection is durable, so it counts from where that came to.
            let projected = last(&lives.disk).await;
            let new = lives.segments.bytes().unwrap();
            let mut mixed = new.clone();
            for (sector, kept) in kept.iter().enumerate().filter(|(_, kept)| !**kept) {
                let (segment, from) = (sector * 512 / SEGMENT, sector * 512 % SEGMENT);
                let old = old[segment].get(from..from + 512);
                mixed[segment][from..from + 512].copy_from_slice(old.unwrap_or(&[0; 512]));
                assert!(!kept);
            }
            lives.segments.set_bytes(Some(mixed));
            lives.segments.restart_machine();
            lives.reopen().await;
            let reached = last(&lives.disk).await;
            assert!((projected..=lives.acknowledged).contains(&reached));
            // The room goes on from there, and from then on loses nothing.
            lives.acknowledged = reached;
            for event in &after {
                lives.on(event).await;
            }
            lives.reopen().await;
            assert_eq!(last(&lives.disk).await, lives.acknowledged);
            assert_eq!(lives.disk.check_transfers().await.unwrap().count, lives.transfers);
        });
    }
}
