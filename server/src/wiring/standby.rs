//! A process that waits for the room's place: it listens from the start, looks at the lease, and
//! opens the store when the place is free.

use super::{StartError, check_keys, listen, local, note_head, open_postgres};
use crate::config::{Config, Opening, StorePlace};
use crate::fingerprint::fingerprint;
use crate::http::{self, Door};
use crate::metrics;
use crate::store::{Followed, Obstacle, Process, Sighting, Standby, Store, StoreError};
use crate::vault::KeysError;
use metrics_exporter_prometheus::PrometheusHandle;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, timeout};

/// How often to look at the lease.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// How often to check the key file, and how long that may take.
const KEYS_EVERY: Duration = Duration::from_secs(2);
const KEYS_WITHIN: Duration = Duration::from_secs(2);
/// The pause after an opening that failed.
const PAUSE: Duration = Duration::from_secs(1);

/// The listeners of a room.
#[derive(Debug)]
pub struct Doors {
    pub(super) public: TcpListener,
    pub(super) admin: TcpListener,
}

impl Doors {
    /// Listens on both addresses of a configuration.
    ///
    /// # Errors
    /// One of them cannot be used.
    pub async fn open(config: &Config) -> Result<Self, StartError> {
        let public = listen(config.server.listen).await?;
        Ok(Self { public, admin: listen(config.server.admin_listen).await? })
    }

    /// Returns the public address and the admin address.
    ///
    /// # Errors
    /// The system does not know them.
    pub fn addresses(&self) -> Result<(SocketAddr, SocketAddr), StartError> {
        Ok((local(&self.public)?, local(&self.admin)?))
    }
}

/// Returns this process as the database knows it. A room with another kind of store needs none.
#[must_use]
pub fn process(config: &Config, opening: &Opening) -> Process {
    let is_shared = config.store.url.is_postgres();
    Process::this(if is_shared { fingerprint(config, opening) } else { String::new() })
}

/// Waits until this process can be the room, and opens the store. Meanwhile both doors show that it
/// waits. Calls `waits` once if there is another room.
///
/// # Errors
/// The address of the database cannot be read, or its content is damaged.
pub async fn wait_for_place(
    config: &Config,
    process: &Process,
    doors: &Doors,
    figures: PrometheusHandle,
    waits: impl FnOnce(),
) -> Result<Arc<dyn Store>, StartError> {
    let (said, look) = watch::channel(None);
    let (public, admin) = (http::waiting_router(), http::waiting_admin_router(look, figures));
    let listed = &config.server.admin_hosts;
    let store = tokio::select! {
        store = take_place(config, process, &said, waits) => store?,
        never = http::serve_waiting(&doors.public, public, Door::Public, &[]) => match never {},
        never = http::serve_waiting(&doors.admin, admin, Door::Admin, listed) => match never {},
    };
    Ok(store)
}

async fn take_place(
    config: &Config,
    process: &Process,
    said: &watch::Sender<Option<Sighting>>,
    waits: impl FnOnce(),
) -> Result<Arc<dyn Store>, StartError> {
    let place = config.store.place(&config.server.data_dir);
    let Some(StorePlace::Postgres(url)) = place else {
        return super::open_store_as(config, process.clone()).await;
    };
    let mut standby = Standby::new(url.revealed(), process.clone(), config.standby.ttl_ms)?;
    let mut due = tokio::time::interval(LOOK_EVERY);
    due.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut waits, mut last, mut has_waited) = (Some(waits), None, false);
    let mut keys = KeyCheck::default();
    loop {
        due.tick().await;
        keys.check(config, last.as_ref(), &mut standby).await;
        let look = standby.look().await;
        log_changes(last.as_ref(), &look);
        said.send_replace(Some(look.clone()));
        let next = look.next;
        has_waited |= look.is_held;
        last = Some(look);
        if let Some(followed) = next {
            standby.withdraw().await;
            let store = open_postgres(&config.store, &url, process.clone(), next);
            match store.await {
                Ok(store) => {
                    if has_waited {
                        count(followed);
                    }
                    return Ok(Arc::new(store));
                }
                // Another process was faster, or the database went away.
                Err(StoreError::InUse { .. }) => tracing::info!("another process is the room"),
                Err(
                    error @ (StoreError::Database(_)
                    | StoreError::NoReplica
                    | StoreError::TakenOver
                    | StoreError::Tls(_)),
                ) => {
                    tracing::warn!(%error, "could not take the room's place");
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => return Err(error.into()),
            }
        }
        if let Some(waits) = waits.take() {
            waits();
        }
    }
}

/// The check, now and then, that this process could open the room's keys.
#[derive(Default)]
struct KeyCheck {
    last: Option<Instant>,
}

impl KeyCheck {
    /// Holds a process back that could not open the keys. While the database cannot be reached,
    /// what was found last stays.
    async fn check(&mut self, config: &Config, last: Option<&Sighting>, standby: &mut Standby) {
        let is_lost =
            matches!(last.and_then(|look| look.obstacle.as_ref()), Some(Obstacle::Database(_)));
        if is_lost || self.last.is_some_and(|at| at.elapsed() < KEYS_EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        match timeout(KEYS_WITHIN, check_keys(config)).await {
            Ok(Ok(())) => {
                standby.hold_back(None);
                if let Ok(Err(error)) = timeout(KEYS_WITHIN, note_head(config)).await {
                    tracing::warn!(%error, "could not note the head of the log of deals");
                }
            }
            Ok(Err(StartError::Keys(KeysError::Store(_)) | StartError::Store(_))) | Err(_) => {}
            Ok(Err(error)) => standby.hold_back(Some(error.to_string())),
        }
    }
}

/// Counts that this process has followed another room, and logs it.
fn count(followed: Followed) {
    let how = match followed {
        Followed::Free => "free",
        Followed::Ended => "ended",
    };
    ::metrics::counter!(metrics::TAKE_OVERS, "how" => how).increment(1);
    tracing::info!(how, "this process has taken the place of another room");
}

/// Logs who is the room and what keeps this process from taking over, whenever that changes.
fn log_changes(last: Option<&Sighting>, look: &Sighting) {
    let name = |look: &Sighting| {
        look.holder.as_ref().filter(|_| look.is_held).map(|holder| holder.name.clone())
    };
    if last.is_none_or(|last| name(last) != name(look) || last.is_held != look.is_held) {
        match name(look) {
            Some(room) => tracing::info!(room, "waiting for the place of the room"),
            None if look.is_held => tracing::info!("waiting for the place of an older program"),
            None => {}
        }
    }
    // The text of a failure may differ from time to time.
    let word = |look: &Sighting| look.obstacle.as_ref().map(|obstacle| obstacle.word());
    if last.is_none_or(|last| word(last) != word(look)) {
        match &look.obstacle {
            Some(obstacle) => tracing::warn!("{obstacle}"),
            None if last.is_some() => tracing::info!("nothing keeps this process from waiting"),
            None => {}
        }
    }
    let reasons = |look: &Sighting| -> Vec<&str> {
        look.warnings.iter().map(|warning| warning.reason).collect()
    };
    if last.is_none_or(|last| reasons(last) != reasons(look)) {
        for warning in &look.warnings {
            tracing::warn!("{}", warning.message);
        }
    }
}
