//! The log of sealed rounds on two servers.

use super::{PATIENCE, Pair, TABLE, Which, step, store_of};
use cardroom_store::ids::TableId;
use cardroom_store::prelude::*;
use cardroom_store::{LogId, LogStep, RoundCount, SealedRound, Unit};
use tokio::time::timeout;

const LOG: LogId = LogId(9);

fn sealing(seq: u64, rounds: std::ops::Range<u8>) -> Unit {
    let round = |round| SealedRound {
        log: LOG,
        table: TableId(1),
        hand: seq,
        round,
        outcome: 2,
        blame: (round > 0).then_some(round),
        at_ms: 7,
        seal: [round; 32],
    };
    Unit { sealed: rounds.map(round).collect(), ..step(seq) }
}

#[tokio::test]
async fn the_replica_has_the_log_that_was_signed_before_it_was_promoted() {
    let Some(mut pair) = Pair::in_step().await else { return };
    let store = store_of(&pair).await;
    store.commit(&[sealing(1, 0..3), step(2), sealing(3, 0..2)]).await.unwrap();
    store.commit(&[sealing(4, 0..1)]).await.unwrap();
    assert_eq!(store.log_size(LOG).await.unwrap(), 6);
    let counts = [(None, 3), (Some(1), 2)].map(|(blame, rounds)| RoundCount {
        day: 0,
        table: TableId(1),
        outcome: 2,
        blame,
        rounds,
    });
    let step = LogStep {
        size: 6,
        checkpoint: "a head".to_owned(),
        tiles: vec![(0, 0, vec![5; 192])],
        counts: counts.to_vec(),
    };
    store.advance_log(LOG, &step).await.unwrap();
    let entries = store.log_entries(LOG, 0, 10).await.unwrap();
    pair.crash(Which::A);
    pair.promote(Which::B);
    // The first call notices that the connection is lost.
    let _ = store.load_stream(TABLE).await;
    let size = timeout(PATIENCE, async {
        loop {
            if let Ok(size) = store.log_size(LOG).await {
                return size;
            }
        }
    });
    assert_eq!(size.await.expect("an answer"), 6);
    assert_eq!(store.log_entries(LOG, 0, 10).await.unwrap(), entries);
    assert_eq!(entries[4], sealing(3, 1..2).sealed[0]);
    assert_eq!(store.log_head(LOG).await.unwrap(), Some((6, "a head".to_owned())));
    assert_eq!(store.log_tile(LOG, 0, 0).await.unwrap(), Some(vec![5; 192]));
    assert_eq!(store.log_counts(LOG, 0).await.unwrap(), counts);
}
