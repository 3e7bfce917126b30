//! Hooks as every store keeps them: who asked for events, what waits for them, and how attempts to
//! send it ended. Units bring the events. This module does not know what an event is.

use crate::StoreError;
use async_trait::async_trait;
use std::fmt;

/// Hooks, the events that wait for them, and their deliveries.
#[async_trait]
pub trait HookStore {
    /// Stores a new hook and returns its id. With the first one, the database gets its name in the
    /// ids of messages.
    async fn add_hook(&self, hook: &StoredHook, name: &str) -> Result<u64, StoreError>;

    /// Returns all hooks, the oldest first.
    async fn hooks(&self) -> Result<Vec<StoredHook>, StoreError>;

    /// Replaces a hook by its id. Returns `false` if there is none.
    async fn change_hook(&self, hook: &StoredHook) -> Result<bool, StoreError>;

    /// Deletes a hook, what waits for it, and its deliveries. Returns `false` if there is none.
    async fn end_hook(&self, hook: u64) -> Result<bool, StoreError>;

    /// Returns the name of this database in ids of messages; `None` before the first hook.
    async fn hook_room(&self) -> Result<Option<String>, StoreError>;

    /// Returns up to `at_most` events that wait for a hook, from this one on. No crash can take
    /// back what this returns.
    async fn waiting_events(
        &self,
        hook: u64,
        from: u64,
        at_most: u32,
    ) -> Result<Vec<StoredWaiting>, StoreError>;

    /// Returns an event by its number.
    async fn hook_event(&self, event: u64) -> Result<Option<StoredHookEvent>, StoreError>;

    /// Stores how attempts ended, in their order, and what follows for the events and the hooks.
    /// All of that is stored, or nothing.
    async fn end_attempts(&self, ended: &[EndedAttempt]) -> Result<(), StoreError>;

    /// Forgets events that wait, because too many do. The hook counts them, and `others` that were
    /// not stored for it.
    async fn drop_waiting(&self, hook: u64, events: &[u64], others: u64) -> Result<(), StoreError>;

    /// Lets an event wait for a hook again. Returns `false` if there is no such event or hook.
    async fn send_again(&self, hook: u64, event: u64, now_ms: u64) -> Result<bool, StoreError>;

    /// Returns a page of the deliveries of a hook, the latest first, and how many there are in all.
    async fn deliveries(
        &self,
        hook: u64,
        from: u32,
        at_most: u32,
    ) -> Result<(u32, Vec<StoredDelivery>), StoreError>;

    /// Deletes deliveries from before this time, and events that wait no longer.
    async fn forget_deliveries(&self, before_ms: u64) -> Result<(), StoreError>;
}

/// A hook, as it is stored. `Debug` does not show its secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredHook {
    pub id: u64,
    /// In milliseconds since 1970.
    pub made_ms: u64,
    /// Address, events and format, encoded by their owner.
    pub terms: String,
    /// Sealed by their owner.
    pub secrets: Vec<u8>,
    /// When the first attempt after the last success failed.
    pub failing_since_ms: Option<u64>,
    /// Why it is off; `None` while it is on.
    pub off: Option<String>,
    /// How many events were dropped, because too many waited.
    pub dropped: u64,
}

impl fmt::Debug for StoredHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("StoredHook");
        debug.field("id", &self.id).field("off", &self.off).finish_non_exhaustive()
    }
}

/// An event that waits for a hook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredWaiting {
    pub event: u64,
    pub kind: String,
    pub since_ms: u64,
    pub due_ms: u64,
    pub attempts: u32,
    pub failures: u32,
}

/// An event that was stored for hooks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredHookEvent {
    /// Its number. It rises with every event.
    pub id: u64,
    pub at_ms: u64,
    pub subject: String,
}

/// One attempt to send an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredDelivery {
    /// 0 until it is stored.
    pub id: u64,
    pub hook: u64,
    pub event: u64,
    pub kind: String,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    pub at_ms: u64,
    pub took_ms: u64,
    /// `None` if there was no answer.
    pub status: Option<u16>,
    /// Why there was no answer.
    pub error: Option<String>,
}

/// The end of an attempt, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedAttempt {
    pub delivery: StoredDelivery,
    /// When the event is due again, and how often it failed; `None` if it waits no longer.
    pub again: Option<(u64, u32)>,
    pub failing_since_ms: Option<u64>,
    /// Why the hook is off now.
    pub off: Option<String>,
}

#[cfg(test)]
mod tests;
