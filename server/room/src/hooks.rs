//! The room's hooks: which of them ask for an event, and the orders of administrators about them.
//! An event is stored with the step that it is of. Each hook has a task of its own outside of play,
//! which sends the events that wait for it. `cardroom-hooks` decides about that without a runtime.

mod attempt;
mod clerk;
mod orders;
mod sending;
mod terms;

pub use orders::{Asked, HookError, answer, say};

use self::clerk::Clerk;
use self::sending::Order;
use self::terms::Kept;
use crate::ids::AccountId;
use crate::journal::Journal;
use crate::store::{HookEvent, Store, StoreError, StoredHook};
use crate::vault::Vault;
use cardroom_hooks::{Event, EventKind, Hook, Language, Look, MAX_HOOKS, Subject, has_place};
use cardroom_https::{HttpClient, Outgoing};
use parking_lot::RwLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use tokio::sync::{Mutex, Notify, mpsc};
use tokio_util::task::AbortOnDropHandle;

/// The color beside messages for people: the green of the page's tables.
const COLOR: u32 = 0x001f_6f54;
/// How many orders may wait for the task of a hook.
const INBOX: usize = 16;

/// The room's office for hooks. Cheap to clone.
#[derive(Clone, Debug)]
pub struct HookOffice {
    inner: Option<Arc<Inner>>,
}

#[derive(Debug)]
struct Inner {
    store: Arc<dyn Store>,
    journal: Journal,
    vault: Arc<Vault>,
    outgoing: Outgoing,
    /// Set with the first hook, so that a room without hooks needs no CAs.
    http: OnceLock<HttpClient>,
    /// Set with the first end of an attempt.
    clerk: OnceLock<Clerk>,
    look: Look,
    /// The name of the database in ids of messages.
    room: OnceLock<String>,
    hooks: RwLock<Vec<Known>>,
    /// One bit for each kind of event that a hook asks for, so that others cost nothing.
    asked: AtomicU32,
    /// Orders are carried out one after the other.
    turn: Mutex<()>,
}

/// A hook and its task.
#[derive(Debug)]
struct Known {
    hook: Hook,
    state: Arc<State>,
    orders: mpsc::Sender<Order>,
    /// Ends the task with the hook.
    _task: AbortOnDropHandle<()>,
}

/// The state that a task and the office share.
#[derive(Debug, Default)]
struct State {
    /// Events may be new.
    look: Notify,
    waiting: AtomicU64,
    /// Events that were not stored for the hook, because too many wait, and are not counted yet.
    without_place: AtomicU64,
}

impl HookOffice {
    /// Returns the office of a room without hooks.
    #[must_use]
    pub fn closed() -> Self {
        Self { inner: None }
    }

    /// Opens the office and starts a task for each hook. `address` is where links begin.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn open(
        address: Option<String>,
        store: Arc<dyn Store>,
        journal: Journal,
        vault: Arc<Vault>,
        outgoing: &Outgoing,
    ) -> Result<Self, StoreError> {
        let address = address.unwrap_or_default();
        let address = address.trim_end_matches('/').to_owned();
        let inner = Arc::new(Inner {
            store,
            journal,
            vault,
            // A hook has one connection at a time, so a silent one takes none from another, and all
            // of them take none from the rest of the room.
            outgoing: outgoing.with_connections(MAX_HOOKS),
            http: OnceLock::new(),
            clerk: OnceLock::new(),
            look: Look { language: Language::En, color: COLOR, address },
            room: OnceLock::new(),
            hooks: RwLock::default(),
            asked: AtomicU32::new(0),
            turn: Mutex::default(),
        });
        for stored in inner.store.hooks().await? {
            let id = stored.id;
            match inner.kept(stored) {
                Some(kept) => inner.begin(kept).await?,
                None => tracing::error!(hook = id, "the terms or secrets of a hook cannot be read"),
            }
        }
        Ok(Self { inner: Some(inner) })
    }

    /// Returns `true` if a hook asks for events of this kind.
    #[must_use]
    pub fn asks(&self, kind: EventKind) -> bool {
        self.inner
            .as_ref()
            .is_some_and(|inner| inner.asked.load(Ordering::Relaxed) & bit(kind) != 0)
    }

    /// Returns `true` if a hook asks for any event.
    #[must_use]
    pub fn asks_anything(&self) -> bool {
        self.inner.as_ref().is_some_and(|inner| inner.asked.load(Ordering::Relaxed) != 0)
    }

    /// Returns the events that a hook asks for, to be stored with the step that they are of.
    #[must_use]
    pub fn of_step(&self, at_ms: u64, is_private: bool, subjects: Vec<Subject>) -> Vec<HookEvent> {
        let Some(inner) = &self.inner else { return Vec::new() };
        let hooks = inner.hooks.read();
        let stored = subjects.into_iter().filter_map(|subject| {
            let event = Event { sequence: 0, at_ms, is_private, subject };
            let asking = hooks.iter().filter(|known| known.takes(&event));
            let asking: Vec<u64> = asking.map(|known| known.hook.id).collect();
            (!asking.is_empty()).then(|| stored(at_ms, &event.subject, asking))
        });
        stored.collect()
    }

    /// Tells every task that events may be new. Never waits.
    pub fn look(&self) {
        let Some(inner) = &self.inner else { return };
        inner.hooks.read().iter().for_each(|known| known.state.look.notify_one());
    }
}

impl Known {
    /// Returns `true` if an event is stored for the hook.
    fn takes(&self, event: &Event) -> bool {
        if !self.hook.wants(event) {
            return false;
        }
        let waiting = self.state.waiting.load(Ordering::Relaxed);
        let takes = has_place(event.subject.kind(), waiting);
        if !takes {
            self.state.without_place.fetch_add(1, Ordering::Relaxed);
            self.state.look.notify_one();
        }
        takes
    }
}

/// Returns an event as it is stored.
fn stored(at_ms: u64, subject: &Subject, hooks: Vec<u64>) -> HookEvent {
    HookEvent {
        at_ms,
        kind: subject.kind().name().to_owned(),
        subject: serde_json::to_string(subject).expect("an event is nothing but data"),
        hooks,
    }
}

fn bit(kind: EventKind) -> u32 {
    1 << kind as u32
}

impl Inner {
    /// Reads a stored hook; `None` if a newer version wrote its terms, or if the room no longer has
    /// the key that sealed its secrets.
    fn kept(&self, stored: StoredHook) -> Option<Kept> {
        Kept::read(&self.vault, stored)
    }

    /// Starts the task of a hook.
    async fn begin(self: &Arc<Self>, kept: Kept) -> Result<(), StoreError> {
        if self.room.get().is_none()
            && let Some(name) = self.store.hook_room().await?
        {
            let _ = self.room.set(name);
        }
        let (orders, inbox) = mpsc::channel(INBOX);
        let state = Arc::new(State::default());
        let hook = kept.hook.clone();
        let task = sending::start(self, kept, Arc::clone(&state), inbox).await?;
        let known = Known { hook, state, orders, _task: AbortOnDropHandle::new(task) };
        self.hooks.write().push(known);
        self.count();
        Ok(())
    }

    /// Notes the kinds of events that hooks ask for.
    fn count(&self) {
        let hooks = self.hooks.read();
        let kinds = hooks.iter().flat_map(|known| &known.hook.events);
        self.asked.store(kinds.fold(0, |bits, kind| bits | bit(*kind)), Ordering::Relaxed);
    }

    /// Forgets a hook, and ends its task.
    fn end(&self, hook: u64) {
        self.hooks.write().retain(|known| known.hook.id != hook);
        self.count();
    }

    /// Returns the clerk of all hooks.
    fn clerk(&self) -> &Clerk {
        self.clerk.get_or_init(|| Clerk::start(Arc::clone(&self.store)))
    }

    /// Returns the client for all hooks; `None` without a CA to trust.
    fn http(&self) -> Option<&HttpClient> {
        if self.http.get().is_none() {
            match self.outgoing.client(None) {
                Ok(http) => drop(self.http.set(http)),
                Err(error) => tracing::error!(%error, "nothing is sent to hooks"),
            }
        }
        self.http.get()
    }

    /// Returns the way to the task of a hook.
    fn task(&self, hook: u64) -> Option<mpsc::Sender<Order>> {
        let hooks = self.hooks.read();
        let known = hooks.iter().find(|known| known.hook.id == hook);
        known.map(|known| known.orders.clone())
    }
}

/// Returns the account of an order for the log.
fn by(account: Option<AccountId>) -> u64 {
    account.map_or(0, |account| account.0)
}

#[cfg(test)]
mod tests;
