//! Hooks, the events that wait for them, and their deliveries.

use super::{Inner, MemoryStore};
use crate::hooks::{EndedAttempt, StoredDelivery, StoredHook, StoredHookEvent, StoredWaiting};
use crate::{HookEvent, HookStore, StoreError};
use async_trait::async_trait;
use std::collections::BTreeMap;

/// The hooks of a room, their events and their deliveries.
#[derive(Clone, Debug, Default)]
pub(super) struct Hooks {
    room: Option<String>,
    /// No id is assigned twice.
    made: u64,
    hooks: BTreeMap<u64, StoredHook>,
    written: u64,
    /// By number, each with its kind.
    events: BTreeMap<u64, (String, StoredHookEvent)>,
    /// By hook and event.
    waiting: BTreeMap<(u64, u64), StoredWaiting>,
    attempted: u64,
    deliveries: Vec<StoredDelivery>,
}

impl Hooks {
    /// Stores an event of a unit, and lets it wait for the hooks that are still there.
    pub(super) fn append(&mut self, event: &HookEvent) {
        self.written += 1;
        let HookEvent { at_ms, kind, subject, hooks } = event;
        let stored = StoredHookEvent { id: self.written, at_ms: *at_ms, subject: subject.clone() };
        self.events.insert(self.written, (kind.clone(), stored));
        for hook in hooks.iter().filter(|hook| self.hooks.contains_key(hook)) {
            self.waiting.insert((*hook, self.written), fresh(self.written, kind, *at_ms));
        }
    }

    fn end_attempt(&mut self, ended: &EndedAttempt) {
        let EndedAttempt { delivery, again, failing_since_ms, off } = ended;
        let Some(hook) = self.hooks.get_mut(&delivery.hook) else { return };
        (hook.failing_since_ms, hook.off) = (*failing_since_ms, off.clone());
        self.attempted += 1;
        self.deliveries.push(StoredDelivery { id: self.attempted, ..delivery.clone() });
        let key = (delivery.hook, delivery.event);
        match (again, self.waiting.get_mut(&key)) {
            (Some((due_ms, failures)), Some(waiting)) => {
                (waiting.due_ms, waiting.failures) = (*due_ms, *failures);
                waiting.attempts = delivery.attempt;
            }
            (Some(_), None) => {}
            (None, _) => drop(self.waiting.remove(&key)),
        }
    }
}

fn fresh(event: u64, kind: &str, at_ms: u64) -> StoredWaiting {
    let kind = kind.to_owned();
    StoredWaiting { event, kind, since_ms: at_ms, due_ms: at_ms, attempts: 0, failures: 0 }
}

impl MemoryStore {
    fn with_hooks<T>(&self, work: impl FnOnce(&mut Hooks) -> T) -> Result<T, StoreError> {
        self.with(|Inner { hooks, .. }| Ok(work(hooks)))
    }
}

#[async_trait]
impl HookStore for MemoryStore {
    async fn add_hook(&self, hook: &StoredHook, name: &str) -> Result<u64, StoreError> {
        self.with_hooks(|all| {
            all.room.get_or_insert_with(|| name.to_owned());
            all.made += 1;
            all.hooks.insert(all.made, StoredHook { id: all.made, ..hook.clone() });
            all.made
        })
    }

    async fn hooks(&self) -> Result<Vec<StoredHook>, StoreError> {
        self.with_hooks(|all| all.hooks.values().cloned().collect())
    }

    async fn change_hook(&self, hook: &StoredHook) -> Result<bool, StoreError> {
        self.with_hooks(|all| match all.hooks.get_mut(&hook.id) {
            Some(known) => {
                *known = StoredHook { made_ms: known.made_ms, ..hook.clone() };
                true
            }
            None => false,
        })
    }

    async fn end_hook(&self, hook: u64) -> Result<bool, StoreError> {
        self.with_hooks(|all| {
            all.waiting.retain(|(of, _), _| *of != hook);
            all.deliveries.retain(|delivery| delivery.hook != hook);
            all.hooks.remove(&hook).is_some()
        })
    }

    async fn hook_room(&self) -> Result<Option<String>, StoreError> {
        self.with_hooks(|all| all.room.clone())
    }

    async fn waiting_events(
        &self,
        hook: u64,
        from: u64,
        at_most: u32,
    ) -> Result<Vec<StoredWaiting>, StoreError> {
        self.settle().await?;
        self.with_hooks(|all| {
            let found = all.waiting.range((hook, from)..=(hook, u64::MAX));
            found.map(|(_, waiting)| waiting.clone()).take(at_most as usize).collect()
        })
    }

    async fn hook_event(&self, event: u64) -> Result<Option<StoredHookEvent>, StoreError> {
        self.with_hooks(|all| all.events.get(&event).map(|(_, event)| event.clone()))
    }

    async fn end_attempts(&self, ended: &[EndedAttempt]) -> Result<(), StoreError> {
        self.with_hooks(|all| ended.iter().for_each(|ended| all.end_attempt(ended)))
    }

    async fn drop_waiting(&self, hook: u64, events: &[u64], others: u64) -> Result<(), StoreError> {
        self.with_hooks(|all| {
            let waited = |event: &&u64| all.waiting.remove(&(hook, **event)).is_some();
            let dropped = events.iter().filter(waited).count() as u64;
            if let Some(hook) = all.hooks.get_mut(&hook) {
                hook.dropped += dropped + others;
            }
        })
    }

    async fn send_again(&self, hook: u64, event: u64, now_ms: u64) -> Result<bool, StoreError> {
        self.with_hooks(|all| {
            let Some((kind, _)) = all.events.get(&event).filter(|_| all.hooks.contains_key(&hook))
            else {
                return false;
            };
            let waiting = all.waiting.entry((hook, event));
            waiting.or_insert_with(|| fresh(event, kind, now_ms)).due_ms = now_ms;
            true
        })
    }

    async fn deliveries(
        &self,
        hook: u64,
        from: u32,
        at_most: u32,
    ) -> Result<(u32, Vec<StoredDelivery>), StoreError> {
        self.with_hooks(|all| {
            let found = all.deliveries.iter().rev().filter(|delivery| delivery.hook == hook);
            let total = u32::try_from(found.clone().count()).unwrap_or(u32::MAX);
            (total, found.skip(from as usize).take(at_most as usize).cloned().collect())
        })
    }

    async fn forget_deliveries(&self, before_ms: u64) -> Result<(), StoreError> {
        self.with_hooks(|all| {
            all.deliveries.retain(|delivery| delivery.at_ms >= before_ms);
            let waiting = &all.waiting;
            let waits = |event: &u64| waiting.keys().any(|(_, waits)| waits == event);
            all.events.retain(|event, (_, stored)| stored.at_ms >= before_ms || waits(event));
        })
    }
}
