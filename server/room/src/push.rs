//! Notices to players who do not see the page. Tables and tournaments say what happened, without
//! waiting; the office's own task does the rest. What is sent to whom is decided in `cardroom-push`,
//! without a runtime.

mod sending;

use crate::accounts::AccountError;
use crate::config::PushSettings;
use crate::ids::AccountId;
use crate::metrics::PUSH_DROPPED;
use crate::store::{Store, StoreError, StoredSubscription};
use cardroom_https::{HttpClient, Outgoing};
use cardroom_protocol::RequestId;
use cardroom_protocol::push::{PushKinds, PushOffered, PushSubscription};
use cardroom_push::{Endpoint, Kinds, Reach, VapidKey};
pub use cardroom_push::{Kind, Notice};
use data_encoding::BASE64URL_NOPAD;
use parking_lot::RwLock;
pub(crate) use sending::now_ms;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::sync::mpsc;

/// The most browsers of one account that get notices.
pub const MAX_BROWSERS: u32 = 10;
/// How many notices may wait for the office's task.
const INBOX: usize = 256;
/// The longest tag of a language.
const MAX_LANGUAGE_BYTES: usize = 8;

/// Knows which players see the page.
pub trait Sight: Debug + Send + Sync {
    /// Returns `true` if the account is connected and its page is visible.
    fn sees_the_page(&self, account: AccountId) -> bool;
}

/// The room's office for notices. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PushOffice {
    inner: Option<Arc<Inner>>,
}

#[derive(Debug)]
struct Inner {
    key: VapidKey,
    contact: Option<String>,
    reach: Reach,
    http: HttpClient,
    /// Whether the last request reached no push service. Only the first of them is logged at WARN.
    is_cut_off: AtomicBool,
    store: Arc<dyn Store>,
    sight: Arc<dyn Sight>,
    /// The accounts that have a subscription, so that a turn of any other one costs nothing.
    subscribers: RwLock<BTreeSet<AccountId>>,
    notices: mpsc::Sender<Notice>,
}

/// A browser that gets notices, without what could reach it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Browser {
    /// The origin of its push service.
    pub service: String,
    /// The language of the page.
    pub language: String,
    /// When it subscribed, in milliseconds since 1970.
    pub created_ms: u64,
}

impl PushOffice {
    /// Returns the office of a room that sends no notices.
    #[must_use]
    pub fn closed() -> Self {
        Self { inner: None }
    }

    /// Opens the office and starts its task, which ends with the last clone of the office. `contact`
    /// is where push services reach the operator. The office stays closed if the system has no CAs:
    /// then no push service can be reached, and the room needs none.
    ///
    /// # Errors
    /// The store failed.
    pub async fn open(
        settings: &PushSettings,
        contact: Option<String>,
        key: VapidKey,
        store: Arc<dyn Store>,
        sight: Arc<dyn Sight>,
        outgoing: &Outgoing,
    ) -> Result<Self, StoreError> {
        if !settings.enabled {
            return Ok(Self::closed());
        }
        let subscribers = store.subscribers().await?.into_iter().collect();
        let http = match outgoing.client(None) {
            // Players name the addresses.
            Ok(http) => http.for_strangers(),
            Err(error) => {
                tracing::warn!(%error, "the room sends no notifications");
                return Ok(Self::closed());
            }
        };
        let (http, reach) = match settings.loopback_services {
            true => (http.reaching_this_machine(), Reach::Loopback),
            false => (http, Reach::Public),
        };
        let (notices, inbox) = mpsc::channel(INBOX);
        let inner = Arc::new(Inner {
            key,
            contact,
            reach,
            http,
            is_cut_off: AtomicBool::new(false),
            store,
            sight,
            subscribers: RwLock::new(subscribers),
            notices,
        });
        tokio::spawn(sending::run(Arc::downgrade(&inner), inbox));
        Ok(Self { inner: Some(inner) })
    }

    /// Tells a player something, if they do not see the page. Never waits: if too many notices wait
    /// already, this one is dropped.
    pub fn tell(&self, account: AccountId, kind: Kind, id: u64, name: &str, until_ms: u64) {
        let Some(inner) = self.inner.as_ref().filter(|inner| inner.is_subscriber(account)) else {
            return;
        };
        if inner.sight.sees_the_page(account) {
            return;
        }
        let notice = Notice { account: account.0, kind, id, name: name.to_owned(), until_ms };
        if inner.notices.try_send(notice).is_err() {
            metrics::counter!(PUSH_DROPPED).increment(1);
        }
    }

    /// Returns what the room offers an account.
    ///
    /// # Errors
    /// The store failed.
    pub async fn offer(
        &self,
        account: AccountId,
        request: RequestId,
    ) -> Result<PushOffered, AccountError> {
        let Some(inner) = &self.inner else {
            let kinds = kinds_of(Kinds::default());
            return Ok(PushOffered { request, key: None, kinds, browsers: 0 });
        };
        let off = inner.store.push_off(account).await.map_err(|error| failed(&error))?;
        let browsers =
            inner.store.subscriptions(account).await.map_err(|error| failed(&error))?.len();
        Ok(PushOffered {
            request,
            key: Some(inner.key.public_key()),
            kinds: kinds_of(Kinds(off)),
            browsers: u8::try_from(browsers).unwrap_or(u8::MAX),
        })
    }

    /// Sends notices of an account to a browser from now on.
    ///
    /// # Errors
    /// The room sends none, the subscription cannot be used, or the store failed.
    pub async fn subscribe(
        &self,
        account: AccountId,
        asked: &PushSubscription,
        now_ms: u64,
    ) -> Result<(), AccountError> {
        let inner = self.inner.as_ref().ok_or(AccountError::NoPush)?;
        let subscription = read(account, asked, inner.reach, now_ms)?;
        inner.store.subscribe(&subscription, MAX_BROWSERS).await.map_err(|error| failed(&error))?;
        inner.subscribers.write().insert(account);
        Ok(())
    }

    /// Sends no more notices of an account to a browser, or to any.
    ///
    /// # Errors
    /// The store failed.
    pub async fn unsubscribe(
        &self,
        account: AccountId,
        endpoint: Option<&str>,
    ) -> Result<(), AccountError> {
        let Some(inner) = &self.inner else { return Ok(()) };
        inner.unsubscribe(account, endpoint).await.map_err(|error| failed(&error))
    }

    /// Sets the kinds of notice that an account gets.
    ///
    /// # Errors
    /// The store failed.
    pub async fn choose(&self, account: AccountId, kinds: PushKinds) -> Result<(), AccountError> {
        let inner = self.inner.as_ref().ok_or(AccountError::NoPush)?;
        let on = [kinds.turn, kinds.table_begins, kinds.seat_free, kinds.tournament_begins];
        let off = Kind::ALL.into_iter().zip(on).filter(|(_, on)| !on);
        let off = off.fold(Kinds::default(), |off, (kind, _)| off.with(kind));
        inner.store.set_push_off(account, off.0).await.map_err(|error| failed(&error))
    }

    /// Returns the browsers of an account, the oldest first.
    ///
    /// # Errors
    /// The store failed.
    pub async fn subscriptions(&self, account: AccountId) -> Result<Vec<Browser>, AccountError> {
        let Some(inner) = &self.inner else { return Ok(Vec::new()) };
        let stored = inner.store.subscriptions(account).await.map_err(|error| failed(&error))?;
        let browser = |stored: StoredSubscription| {
            let service = Endpoint::parse(&stored.endpoint, inner.reach).ok();
            let service = service.map(|endpoint| endpoint.origin()).unwrap_or_default();
            Browser { service, language: stored.language, created_ms: stored.created_ms }
        };
        Ok(stored.into_iter().map(browser).collect())
    }

    /// Moves the subscriptions of a guest to the account that it is merged into.
    ///
    /// # Errors
    /// The store failed.
    pub async fn merge(&self, from: AccountId, to: AccountId) -> Result<(), AccountError> {
        let Some(inner) = &self.inner else { return Ok(()) };
        inner
            .store
            .move_subscriptions(from, to, MAX_BROWSERS)
            .await
            .map_err(|error| failed(&error))?;
        let mut subscribers = inner.subscribers.write();
        if subscribers.remove(&from) {
            subscribers.insert(to);
        }
        Ok(())
    }
}

impl Inner {
    fn is_subscriber(&self, account: AccountId) -> bool {
        self.subscribers.read().contains(&account)
    }

    async fn unsubscribe(
        &self,
        account: AccountId,
        endpoint: Option<&str>,
    ) -> Result<(), StoreError> {
        self.store.unsubscribe(account, endpoint).await?;
        if self.store.subscriptions(account).await?.is_empty() {
            self.subscribers.write().remove(&account);
        }
        Ok(())
    }
}

fn failed(error: &StoreError) -> AccountError {
    tracing::error!(%error, "the store failed a subscription");
    AccountError::Internal
}

/// Reads a subscription as a page sends it.
fn read(
    account: AccountId,
    asked: &PushSubscription,
    reach: Reach,
    now_ms: u64,
) -> Result<StoredSubscription, AccountError> {
    let PushSubscription { endpoint, public_key, auth, language } = asked;
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).ok();
    let public_key = decode(&public_key.0).filter(|key| key.len() == 65);
    let auth = decode(&auth.0).filter(|auth| auth.len() == 16);
    let is_language = !language.is_empty()
        && language.len() <= MAX_LANGUAGE_BYTES
        && language.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    match (Endpoint::parse(&endpoint.0, reach), public_key, auth) {
        (Ok(_), Some(public_key), Some(auth)) if is_language => Ok(StoredSubscription {
            account,
            endpoint: endpoint.0.clone(),
            public_key,
            auth,
            language: language.clone(),
            created_ms: now_ms,
        }),
        _ => Err(AccountError::BadSubscription),
    }
}

fn kinds_of(off: Kinds) -> PushKinds {
    PushKinds {
        turn: !off.has(Kind::Turn),
        table_begins: !off.has(Kind::TableBegins),
        seat_free: !off.has(Kind::SeatFree),
        tournament_begins: !off.has(Kind::TournamentBegins),
    }
}

#[cfg(test)]
mod tests;
