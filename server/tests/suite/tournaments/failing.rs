//! A tournament on a disk that regularly fails a commit. No instruction and no report of a table is
//! lost, and the tournament reaches its winner.

use crate::tournaments::crash::{PLAYERS, assert_all_is_there, play};
use crate::tournaments::winners::{announced, open_room};
use cardroom::store::{Gate, MemoryStore, StoreError, StreamId, Unit};
use cardroom_bot::TournamentId;
use cardroom_rules::{Format, Shares};
use futures_util::future::BoxFuture;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One of this many commits fails.
const FAILS: usize = 11;

#[derive(Debug, Default)]
struct BadDisk {
    commits: AtomicUsize,
    failed: AtomicUsize,
}

impl Gate for BadDisk {
    fn before_commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let plays = |id: &StreamId| matches!(id, StreamId::Table(_) | StreamId::Tournament(_));
            let mut records = units.iter().flat_map(|unit| &unit.records);
            if !records.any(|record| plays(&record.stream)) {
                return Ok(());
            }
            if !self.commits.fetch_add(1, Ordering::Relaxed).is_multiple_of(FAILS) {
                return Ok(());
            }
            self.failed.fetch_add(1, Ordering::Relaxed);
            Err(StoreError::Database("the disk is bad".to_owned()))
        })
    }

    fn after_commit<'a>(&'a self, _: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn before_load(&self, _: StreamId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_comes_to_its_winner_on_a_disk_that_fails_again_and_again() {
    let store = MemoryStore::new();
    let disk = Arc::new(BadDisk::default());
    let room = open_room(Arc::new(store.behind(Arc::clone(&disk) as _))).await;
    let handle = announced(&room, 0, |structure| {
        structure.format = Format::SitAndGo;
        structure.entry.max_entrants = u32::try_from(PLAYERS).unwrap();
        // Small tables mean much moving and breaking.
        structure.seats = 4;
        structure.entry.re_entries = 0;
        structure.entry.late_levels = None;
        structure.prizes.shares = Shares::Curve { paid_basis_points: 3_000, least_percent: 120 };
    })
    .await;
    let tournament = TournamentId(handle.id.0);
    let summary = play(&room, tournament).await;
    assert!(summary.is_success(), "{} {:?}", summary.totals, summary.outcomes);
    drop(handle);
    assert_all_is_there(room, &store, tournament).await;
    // A short tournament commits about 180 times.
    assert!(disk.failed.load(Ordering::Relaxed) > 10, "{disk:?}");
}
