//! The leagues that the room knows: those of its configuration, and those that were made while it
//! was open. The latter are stored as files in TOML, read by the same rules.

use crate::config::{LeagueTerms, Leagues};
use crate::store::{Store, StoreError, TermsKind};
use cardroom_rules::Library;
use parking_lot::{Mutex, RwLock};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

/// The leagues of the room. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct LeagueBook {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    all: RwLock<Arc<Leagues>>,
    /// Those that were made while the room was open, by their ids.
    made: Mutex<BTreeMap<String, MadeLeague>>,
    /// Held from reading the nights of a season to storing one that changes its standings.
    standings: Arc<tokio::sync::Mutex<()>>,
}

/// A league that was made while the room was open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeLeague {
    /// Its id in the store.
    pub id: u64,
    /// Its terms in TOML.
    pub file: String,
}

impl LeagueBook {
    /// Returns a book with the leagues of the configuration.
    #[must_use]
    pub fn of(configured: Arc<Leagues>) -> Self {
        let inner = Inner { all: RwLock::new(configured), ..Inner::default() };
        Self { inner: Arc::new(inner) }
    }

    /// Adds the stored leagues. One that cannot be used any more is only logged.
    ///
    /// # Errors
    /// The store failed.
    pub async fn load(&self, store: &dyn Store, library: &Library) -> Result<(), StoreError> {
        for stored in store.terms(TermsKind::League).await? {
            let (id, league) = (stored.id, stored.name);
            if self.contains(&league) {
                tracing::error!(league, "a stored league has the id of a configured one");
                continue;
            }
            match LeagueTerms::made(&stored.terms, library) {
                Ok(terms) => self.keep(terms, MadeLeague { id, file: stored.terms }),
                Err(error) => tracing::error!(league, error, "a stored league cannot be used"),
            }
        }
        Ok(())
    }

    /// Returns a league by its id.
    #[must_use]
    pub fn get(&self, league: &str) -> Option<Arc<LeagueTerms>> {
        self.inner.all.read().get(league).cloned()
    }

    #[must_use]
    pub fn contains(&self, league: &str) -> bool {
        self.inner.all.read().contains_key(league)
    }

    /// Returns all leagues.
    #[must_use]
    pub fn all(&self) -> Arc<Leagues> {
        Arc::clone(&self.inner.all.read())
    }

    /// Returns a league that was made while the room was open.
    #[must_use]
    pub fn made(&self, league: &str) -> Option<MadeLeague> {
        self.inner.made.lock().get(league).cloned()
    }

    /// Returns how many leagues were made while the room was open.
    #[must_use]
    pub fn made_count(&self) -> usize {
        self.inner.made.lock().len()
    }

    /// Adds a league that was stored, or replaces it.
    pub fn keep(&self, terms: LeagueTerms, made: MadeLeague) {
        let id = terms.league.id.clone();
        self.inner.made.lock().insert(id.clone(), made);
        Arc::make_mut(&mut self.inner.all.write()).insert(id, Arc::new(terms));
    }

    /// Forgets a league that is stored no more.
    pub fn forget(&self, league: &str) {
        self.inner.made.lock().remove(league);
        Arc::make_mut(&mut self.inner.all.write()).remove(league);
    }

    /// Waits for the turn to change standings that hooks hear of. The caller holds the guard until
    /// the change is stored, so that the next one begins with it.
    pub async fn standings_turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.inner.standings).lock_owned().await
    }
}
