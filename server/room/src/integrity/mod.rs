//! Integrity reports of a room. Hands are read during play, a page at a time, and counted by
//! `cardroom_history::integrity`. This module also stores the addresses that accounts sign
//! in from, as codes.
//!
//! Only the floor and administrators read a report. It is based on what everyone at a table saw, so
//! it shows the floor nothing that `ListHands` would not.

use crate::config::IntegritySettings;
use crate::history::{HistoryError, Viewer, public_record};
use crate::ids::AccountId;
use crate::network::{Site, Subscriber};
use crate::store::{HandSearch, Store, StoreError, StoredHand, StoredSignIn};
use crate::vault::Vault;
use cardroom_history::integrity::{Addresses, Report, Tally};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::integrity::{GetIntegrityReport, IntegrityReport};
use cardroom_protocol::limits::{
    MAX_INTEGRITY_HANDS, MAX_INTEGRITY_PAIRS, MAX_INTEGRITY_PAIRS_PER_PAGE,
};
use cardroom_protocol::server::Role;
use cardroom_protocol::{RequestId, TimeMs};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;

/// How many hands are read at once.
const HANDS_AT_ONCE: u32 = 250;
/// The most pairs of one count: about 50 MB. A room with more pairs is counted in part.
const MOST_PAIRS: usize = 50_000;
/// The most sign-ins of one count, the latest ones.
const MOST_SIGN_INS: u32 = 200_000;
/// A report is recounted for its first page, but not more often than this.
const FRESH_MS: u64 = 10_000;
/// The oldest report that still serves later pages.
const KEPT_MS: u64 = 10 * 60 * 1_000;
/// How many stored sign-ins of a day are remembered. For others the store is queried again.
const MOST_KNOWN: usize = 65_536;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// Decodes a stored hand, with the cards that the reader may see.
pub type ReadHand = Arc<dyn Fn(&StoredHand) -> Option<HandRecord> + Send + Sync>;

/// A count of a store's hands.
#[derive(Debug)]
pub struct Counted {
    pub report: Report,
    /// There are more hands or pairs than were counted.
    pub partial: bool,
}

/// Integrity reports. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Integrity {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Arc<dyn Store>,
    vault: Arc<Vault>,
    settings: IntegritySettings,
    /// The latest report. Locked while one is counted, to leave the store and the
    /// threads to the tables.
    latest: tokio::sync::Mutex<Option<Latest>>,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Latest {
    since: Option<TimeMs>,
    until: Option<TimeMs>,
    at_ms: u64,
    counted: Counted,
}

/// The sign-ins of a day that are known to be stored.
#[derive(Default, Debug)]
struct Known {
    day: u32,
    codes: HashSet<(AccountId, [u8; 16])>,
}

impl Integrity {
    /// Creates reports from a store, with the keys of a vault.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, vault: Arc<Vault>, settings: IntegritySettings) -> Self {
        let (latest, known) = (tokio::sync::Mutex::default(), Mutex::default());
        Self { inner: Arc::new(Inner { store, vault, settings, latest, known }) }
    }

    /// Returns a page of the report. The caller fills in the request id. `may_count` is called
    /// before hands are counted.
    ///
    /// # Errors
    /// The viewer is not on the floor, asks too often, or the store failed.
    pub async fn page(
        &self,
        viewer: Viewer,
        asked: &GetIntegrityReport,
        now_ms: u64,
        may_count: impl FnOnce() -> bool,
    ) -> Result<IntegrityReport, HistoryError> {
        if viewer.role < Role::Floor {
            return Err(HistoryError::NoReport);
        }
        let mut latest = self.inner.latest.lock().await;
        let most_age = if asked.from == 0 { FRESH_MS } else { KEPT_MS };
        let is_it = |latest: &Latest| {
            (latest.since, latest.until) == (asked.since, asked.until)
                && now_ms.saturating_sub(latest.at_ms) <= most_age
        };
        if !latest.as_ref().is_some_and(is_it) {
            if !may_count() {
                return Err(HistoryError::TooOften);
            }
            let store = Arc::clone(&self.inner.store);
            let (since, until) = (asked.since, asked.until);
            let counted = count(store, since, until, Arc::new(public_record)).await?;
            *latest = Some(Latest { since, until, at_ms: now_ms, counted });
        }
        let player = match &asked.player {
            None => None,
            // A name without an account is in no pair.
            Some(name) => {
                let account = self.inner.store.account_by_name(name).await?;
                Some(account.map_or(u64::MAX, |account| account.id.0))
            }
        };
        let counted = &latest.as_ref().ok_or(HistoryError::Internal)?.counted;
        Ok(page_of(counted, player, asked.from))
    }

    /// Stores the address that an account signed in from, as codes. A failure does
    /// not affect the sign-in.
    pub async fn note_sign_in(&self, account: AccountId, from: IpAddr, now_ms: u64) {
        let from = from.to_canonical();
        // A loopback address is this machine, a proxy on it or a house bot, and tells
        // nothing about a network.
        if self.inner.settings.addresses_days == 0 || from.is_loopback() {
            return;
        }
        let day = day_of(now_ms);
        let code = |address: IpAddr| {
            let bytes = match address {
                IpAddr::V4(address) => address.octets().to_vec(),
                IpAddr::V6(address) => address.octets().to_vec(),
            };
            self.inner.vault.address_code(day, &bytes)
        };
        let address = code(Subscriber::of(from).address());
        let network = code(Site::of(from).address());
        if !self.inner.known.lock().is_new(day, account, address) {
            return;
        }
        let sign_in = StoredSignIn { account, day, address, network };
        if let Err(error) = self.inner.store.keep_sign_in(&sign_in).await {
            self.inner.known.lock().codes.remove(&(account, address));
            tracing::warn!(%error, %account, "could not note the address of a sign-in");
        }
    }

    /// Deletes the codes of addresses that are older than the operator's limit.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_old(&self, now_ms: u64) -> Result<u64, StoreError> {
        let today = day_of(now_ms);
        let before = match self.inner.settings.addresses_days {
            0 => u32::MAX,
            days => today.saturating_sub(days - 1),
        };
        self.inner.store.forget_sign_ins(before).await
    }
}

impl Known {
    /// Returns `true` once a day for each address of an account.
    fn is_new(&mut self, day: u32, account: AccountId, address: [u8; 16]) -> bool {
        if self.day != day || self.codes.len() >= MOST_KNOWN {
            *self = Self { day, codes: HashSet::new() };
        }
        self.codes.insert((account, address))
    }
}

/// Returns the number of days since 1970.
fn day_of(ms: u64) -> u32 {
    u32::try_from(ms / DAY_MS).unwrap_or(u32::MAX)
}

fn page_of(counted: &Counted, player: Option<u64>, from: u32) -> IntegrityReport {
    let report = &counted.report;
    let is_asked = |pair: &&cardroom_history::integrity::ReportedPair| {
        player.is_none_or(|player| [pair.payer, pair.receiver].contains(&player))
    };
    let pairs: Vec<_> = report.pairs.iter().filter(is_asked).take(MAX_INTEGRITY_PAIRS).collect();
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let page = pairs.iter().skip(from as usize).take(MAX_INTEGRITY_PAIRS_PER_PAGE);
    IntegrityReport {
        request: RequestId(0),
        from,
        total: number(pairs.len()),
        hands: report.hands,
        players: report.players,
        compared: number(report.pairs.len()),
        partial: counted.partial,
        pairs: page.map(|pair| pair.pair.clone()).collect(),
    }
}

/// Counts the latest 20,000 hands between two times, page by page. Decodes and counts them on
/// threads for blocking work.
///
/// # Errors
/// Returns an error if the store fails.
pub async fn count(
    store: Arc<dyn Store>,
    since: Option<TimeMs>,
    until: Option<TimeMs>,
    read: ReadHand,
) -> Result<Counted, HistoryError> {
    let mut search = HandSearch {
        since_ms: since.map(|time| time.0),
        until_ms: until.map(|time| time.0),
        at_most: HANDS_AT_ONCE,
        ..HandSearch::default()
    };
    let mut tally = Tally::new(MOST_PAIRS);
    let mut partial = false;
    while search.from < MAX_INTEGRITY_HANDS {
        let found = store.find_hands(&search).await?;
        if search.until_ms.is_none() {
            // Hands that end meanwhile would shift the pages.
            search.until_ms = found.hands.first().map(|hand| hand.ended_ms.saturating_add(1));
        }
        partial = found.total > MAX_INTEGRITY_HANDS;
        let is_last = found.hands.len() < HANDS_AT_ONCE as usize;
        let read = Arc::clone(&read);
        let counted = tokio::task::spawn_blocking(move || {
            for stored in &found.hands {
                let players: Vec<(u64, u8)> =
                    stored.players.iter().map(|(account, seat)| (account.0, *seat)).collect();
                if let Some(record) = read(stored) {
                    tally.count(&record, &players);
                }
            }
            tally
        });
        tally = counted.await.map_err(|error| lost(&error))?;
        if is_last {
            break;
        }
        search.from += HANDS_AT_ONCE;
    }
    let days = (
        since.map_or(0, |time| day_of(time.0)),
        until.map_or(u32::MAX, |time| day_of(time.0.saturating_sub(1))),
    );
    let mut addresses = Addresses::new();
    let sign_ins = store.sign_ins(days, MOST_SIGN_INS).await?;
    partial |= sign_ins.len() >= MOST_SIGN_INS as usize;
    for sign_in in sign_ins {
        let of_account = addresses.entry(sign_in.account.0).or_default();
        of_account.add(sign_in.day, sign_in.address, sign_in.network);
    }
    let report = tokio::task::spawn_blocking(move || tally.report(&addresses));
    let report = report.await.map_err(|error| lost(&error))?;
    let partial = partial || report.left_out;
    Ok(Counted { report, partial })
}

fn lost(error: &tokio::task::JoinError) -> HistoryError {
    tracing::error!(%error, "counting an integrity report ended early");
    HistoryError::Internal
}
