//! The same for a store in memory and for one in a file, also after that was opened again.

use super::*;
use crate::place::Synchronous;
use crate::prelude::*;
use crate::{HookEvent, MemoryStore, SqliteStore, Unit};

fn hook(terms: &str) -> StoredHook {
    StoredHook {
        id: 0,
        made_ms: 1,
        terms: terms.to_owned(),
        secrets: vec![7],
        failing_since_ms: None,
        off: None,
        dropped: 0,
    }
}

fn told(at_ms: u64, hooks: &[u64]) -> Unit {
    let (kind, subject) = ("tournament.level".to_owned(), format!("level {at_ms}"));
    let event = HookEvent { at_ms, kind, subject, hooks: hooks.to_vec() };
    Unit { hooked: vec![event], ..Unit::default() }
}

fn ended(hook: u64, event: u64, attempt: u32, again: Option<(u64, u32)>) -> EndedAttempt {
    let (kind, error) = ("tournament.level".to_owned(), again.map(|_| "no answer".to_owned()));
    let status = again.is_none().then_some(204);
    let delivery =
        StoredDelivery { id: 0, hook, event, kind, attempt, at_ms: 70, took_ms: 9, status, error };
    EndedAttempt { delivery, again, failing_since_ms: again.map(|_| 70), off: None }
}

async fn waiting(store: &dyn Store, hook: u64) -> Vec<u64> {
    let waiting = store.waiting_events(hook, 0, 100).await.unwrap();
    waiting.iter().map(|waiting| waiting.event).collect()
}

/// Two hooks, the first of which has heard of two of three events.
async fn tells(store: &dyn Store) {
    assert_eq!(store.hook_room().await.unwrap(), None);
    assert_eq!(store.add_hook(&hook("one"), "room").await.unwrap(), 1);
    assert_eq!(store.add_hook(&hook("two"), "other").await.unwrap(), 2);
    assert_eq!(store.hook_room().await.unwrap().as_deref(), Some("room"), "the first name");
    store.commit(&[told(10, &[1, 2]), told(20, &[1])]).await.unwrap();
    store.commit(&[told(30, &[1, 2, 9])]).await.unwrap();
    assert_eq!(waiting(store, 1).await, [1, 2, 3]);
    assert_eq!(waiting(store, 2).await, [1, 3]);
    assert_eq!(waiting(store, 9).await, [0; 0], "there is no such hook");
    let second = store.hook_event(2).await.unwrap().unwrap();
    assert_eq!((second.at_ms, &*second.subject), (20, "level 20"));
    store.end_attempts(&[ended(1, 1, 1, None), ended(1, 2, 1, Some((500, 1)))]).await.unwrap();
    let rest = store.waiting_events(1, 2, 1).await.unwrap();
    assert_eq!((rest[0].event, rest[0].due_ms, rest[0].attempts), (2, 500, 1));
    assert_eq!(store.hooks().await.unwrap()[0].failing_since_ms, Some(70));
    store.end_attempts(&[ended(1, 2, 2, None)]).await.unwrap();
    let (total, latest) = store.deliveries(1, 0, 2).await.unwrap();
    let tried: Vec<_> = latest.iter().map(|it| (it.event, it.attempt, it.status)).collect();
    assert_eq!((total, tried), (3, vec![(2, 2, Some(204)), (2, 1, None)]));
    store.drop_waiting(2, &[1, 77], 5).await.unwrap();
    assert_eq!(store.hooks().await.unwrap()[1].dropped, 6, "77 does not wait");
    assert_eq!(waiting(store, 2).await, [3]);
}

/// Continues after [`tells`].
async fn goes_on(store: &dyn Store) {
    assert_eq!(waiting(store, 1).await, [3]);
    assert!(store.send_again(1, 1, 90).await.unwrap());
    assert!(!store.send_again(1, 77, 90).await.unwrap(), "there is no such event");
    assert!(!store.send_again(9, 1, 90).await.unwrap(), "there is no such hook");
    assert_eq!(waiting(store, 1).await, [1, 3]);
    store.forget_deliveries(25).await.unwrap();
    assert!(store.hook_event(1).await.unwrap().is_some(), "it waits");
    assert!(store.hook_event(2).await.unwrap().is_none());
    let changed = StoredHook { id: 2, off: Some("operator".to_owned()), ..hook("changed") };
    assert!(store.change_hook(&changed).await.unwrap());
    assert!(store.end_hook(1).await.unwrap());
    assert!(!store.end_hook(1).await.unwrap());
    assert_eq!(store.deliveries(1, 0, 9).await.unwrap().0, 0);
    assert_eq!(store.hooks().await.unwrap(), [changed]);
    store.commit(&[told(40, &[1, 2])]).await.unwrap();
    assert_eq!(waiting(store, 1).await, [0; 0], "it has ended");
    assert_eq!(waiting(store, 2).await, [3, 4], "no number is given twice");
}

#[tokio::test]
async fn events_wait_for_their_hooks_in_memory() {
    let store = MemoryStore::default();
    tells(&store).await;
    goes_on(&store).await;
}

#[tokio::test]
async fn events_wait_for_their_hooks_in_a_file_that_is_opened_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("room.sqlite");
    let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
    tells(&store).await;
    store.close().await.unwrap();
    drop(store);
    let store = SqliteStore::open(&path, Synchronous::Normal, 0).await.unwrap();
    goes_on(&store).await;
    store.close().await.unwrap();
}
