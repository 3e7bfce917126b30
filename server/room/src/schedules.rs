//! The schedules by which tournaments are announced: those of the configuration, and those that were
//! made while the room was open. A schedule is known by its name, which its tournaments have.

use crate::config::ScheduledTournament;
use crate::store::{Store, StoreError, TermsKind};
use parking_lot::RwLock;
use std::sync::Arc;
use tokio::sync::{Mutex, MutexGuard, Notify};

/// The schedules of the room. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Schedules {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Those of the configuration, then the oldest.
    known: RwLock<Vec<Schedule>>,
    changed: Notify,
    /// Held while a schedule changes, one at a time.
    turn: Mutex<()>,
}

/// One schedule.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Its id in the store; `None` for one of the configuration.
    pub id: Option<u64>,
    pub terms: Arc<ScheduledTournament>,
}

impl Schedules {
    /// Returns the schedules of the configuration.
    #[must_use]
    pub fn of(configured: &[ScheduledTournament]) -> Self {
        let known =
            configured.iter().map(|terms| Schedule { id: None, terms: terms.clone().into() });
        let inner = Inner { known: RwLock::new(known.collect()), ..Inner::default() };
        Self { inner: Arc::new(inner) }
    }

    /// Adds the stored schedules. One that cannot be read, or whose name another one has, is only
    /// logged.
    ///
    /// # Errors
    /// The store failed.
    pub async fn load(&self, store: &dyn Store) -> Result<(), StoreError> {
        for stored in store.terms(TermsKind::Schedule).await? {
            let name = stored.name;
            if self.named(&name).is_some() {
                tracing::error!(name, "a stored schedule has the name of a configured one");
                continue;
            }
            match serde_json::from_str(&stored.terms) {
                Ok(terms) => self.keep(stored.id, terms),
                Err(error) => tracing::error!(name, %error, "a stored schedule cannot be read"),
            }
        }
        Ok(())
    }

    #[must_use]
    pub fn all(&self) -> Vec<Schedule> {
        self.inner.known.read().clone()
    }

    /// Returns the schedule with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Schedule> {
        self.inner.known.read().iter().find(|known| known.terms.name == name).cloned()
    }

    /// Returns a schedule by its id in the store.
    #[must_use]
    pub fn stored(&self, id: u64) -> Option<Schedule> {
        self.inner.known.read().iter().find(|known| known.id == Some(id)).cloned()
    }

    /// Adds a schedule that was stored, or replaces it.
    pub fn keep(&self, id: u64, terms: ScheduledTournament) {
        let schedule = Schedule { id: Some(id), terms: Arc::new(terms) };
        let mut known = self.inner.known.write();
        match known.iter_mut().find(|known| known.id == Some(id)) {
            Some(known) => *known = schedule,
            None => known.push(schedule),
        }
        drop(known);
        self.inner.changed.notify_one();
    }

    /// Forgets a schedule that is stored no more.
    pub fn forget(&self, id: u64) {
        self.inner.known.write().retain(|known| known.id != Some(id));
    }

    /// Waits until a schedule is added or changes.
    pub async fn changed(&self) {
        self.inner.changed.notified().await;
    }

    /// Waits for the turn to change a schedule.
    pub async fn turn(&self) -> MutexGuard<'_, ()> {
        self.inner.turn.lock().await
    }
}
