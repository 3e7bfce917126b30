//! Limits for each address, account and connection. governor limits rates; this module counts
//! things such as open connections. It only refuses, and the caller decides what follows.

mod shares;
mod tally;
#[cfg(test)]
mod tests;

use crate::config::LimitSettings;
use crate::ids::{AccountId, ConnectionId};
use crate::network::{Site, Subscriber};
use crate::security::{self, Event, Subject};
use cardroom_rules::Millis;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use parking_lot::Mutex;
pub use shares::Shared;
use shares::Shares;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use tally::Tally;

/// How often an account may have its hands counted, which takes longer than any other request.
const STATISTICS_A_MINUTE: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// How many accounts behind one address may all use their full number of wrong codes. More
/// accounts share that total.
const ACCOUNTS_BEHIND_AN_ADDRESS: u32 = 8;

/// The counters of the room. Cheap to clone.
#[derive(Clone)]
pub struct Limits {
    inner: Arc<Inner>,
}

struct Inner {
    messages: Quota,
    most_seats: usize,
    connections: AtomicUsize,
    most_connections: usize,
    per_address: Mutex<HashMap<Subscriber, usize>>,
    most_per_address: usize,
    connects_by_address: DefaultKeyedRateLimiter<Subscriber>,
    logins_by_address: DefaultKeyedRateLimiter<Subscriber>,
    guests: DefaultDirectRateLimiter,
    guests_by_site: DefaultKeyedRateLimiter<Site>,
    accounts: Tally<()>,
    accounts_by_site: Tally<Site>,
    shares: BTreeMap<Shared, Shares>,
    hashes_by_account: DefaultKeyedRateLimiter<AccountId>,
    messages_by_account: DefaultKeyedRateLimiter<AccountId>,
    statistics_by_account: DefaultKeyedRateLimiter<AccountId>,
    refusals_logged: DefaultKeyedRateLimiter<Subscriber>,
    wrong_codes_by_account: Tally<AccountId>,
    /// For visitors, who have no account.
    wrong_codes_by_address: Tally<Subscriber>,
    /// For all accounts of an address together.
    wrong_codes_of_accounts: Tally<Subscriber>,
    wrong_guesses: Tally<Subscriber>,
}

/// The reason why a connection was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAdmitted {
    #[error("The room is full. Try again in a few minutes.")]
    RoomFull,
    /// The process may hardly open another file.
    #[error("The room is full. Try again in a few minutes.")]
    NoDescriptors,
    #[error("Your address has too many connections. Close one first.")]
    AddressFull,
    #[error("Your address connects too often. Wait a moment, then try again.")]
    TooOften,
}

impl NotAdmitted {
    /// Returns the label in metrics.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::RoomFull => "room_full",
            Self::NoDescriptors => "no_descriptors",
            Self::AddressFull => "address_full",
            Self::TooOften => "too_often",
        }
    }
}

/// A connection's place in the room, counted until this is dropped.
#[derive(Debug)]
pub struct RoomPlace {
    limits: Limits,
}

/// A connection's place under its address, counted until this is dropped.
#[derive(Debug)]
pub struct AddressPlace {
    limits: Limits,
    address: Subscriber,
}

pub type MessageRate = DefaultDirectRateLimiter;

/// How many answers one question allows: the answer itself, a repetition after a lost connection,
/// and a few for a turn that takes several gestures.
const ANSWERS_PER_TURN: u32 = 4;
/// The most answers that a connection can have left, at all its tables together.
const MOST_ANSWERS: u32 = 128;

/// The answers that tables wait for on one connection. They do not count against its message rate,
/// because the game limits them: only a table's question allows more.
#[derive(Debug, Default)]
pub struct TurnAnswers(AtomicU32);

impl TurnAnswers {
    /// Notes that a table has asked the player something.
    pub fn asked(&self) {
        let more = |left: u32| Some((left + ANSWERS_PER_TURN).min(MOST_ANSWERS));
        // Never fails, because there is always a next value.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }

    /// Uses up an answer. Returns `false` if none is left, so that the message
    /// counts like any other.
    #[must_use]
    pub fn take(&self) -> bool {
        let less = |left: u32| left.checked_sub(1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }
}

impl Limits {
    #[must_use]
    pub fn new(settings: &LimitSettings) -> Self {
        let per_address = u32::try_from(settings.connections_per_address).unwrap_or(u32::MAX);
        let messages = Quota::per_second(at_least_one(settings.messages_per_second))
            .allow_burst(at_least_one(settings.message_burst));
        // An address may fill all its places, lose them, and fill them again at once. After that it
        // may do so only once a minute.
        let connects = Quota::per_minute(at_least_one(per_address))
            .allow_burst(at_least_one(per_address.saturating_mul(2)));
        let logins = Quota::per_minute(at_least_one(settings.logins_per_minute));
        Self {
            inner: Arc::new(Inner {
                messages,
                most_seats: usize::try_from(settings.seats_per_network).unwrap_or(usize::MAX),
                connections: AtomicUsize::new(0),
                most_connections: match settings.connections {
                    0 => usize::MAX,
                    most => most,
                },
                per_address: Mutex::default(),
                most_per_address: settings.connections_per_address,
                connects_by_address: RateLimiter::keyed(connects),
                logins_by_address: RateLimiter::keyed(logins),
                guests: RateLimiter::direct(Quota::per_hour(at_least_one(
                    settings.guests_per_hour,
                ))),
                guests_by_site: RateLimiter::keyed(Quota::per_hour(at_least_one(
                    settings.guests_per_network_hour,
                ))),
                accounts: Tally::a_day(settings.accounts_per_day),
                accounts_by_site: Tally::a_day(settings.accounts_per_network_day),
                shares: Shared::ALL.map(|shared| (shared, Shares::new(shared, settings))).into(),
                hashes_by_account: RateLimiter::keyed(logins),
                messages_by_account: RateLimiter::keyed(messages),
                statistics_by_account: RateLimiter::keyed(Quota::per_minute(STATISTICS_A_MINUTE)),
                refusals_logged: RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN)),
                wrong_codes_by_account: Tally::a_minute(settings.wrong_codes_per_minute),
                wrong_codes_by_address: Tally::a_minute(settings.wrong_codes_per_minute),
                wrong_codes_of_accounts: Tally::a_minute(
                    settings.wrong_codes_per_minute.saturating_mul(ACCOUNTS_BEHIND_AN_ADDRESS),
                ),
                wrong_guesses: Tally::a_minute(settings.wrong_guesses_per_minute),
            }),
        }
    }

    /// Takes a place in the room for one more connection.
    ///
    /// # Errors
    /// Returns an error if the room is full.
    pub fn enter_room(&self) -> Result<RoomPlace, NotAdmitted> {
        let taken = self.inner.connections.fetch_add(1, Ordering::Relaxed);
        let place = RoomPlace { limits: self.clone() };
        if taken < self.inner.most_connections { Ok(place) } else { Err(NotAdmitted::RoomFull) }
    }

    /// Takes a place for one more connection from an address.
    ///
    /// # Errors
    /// The address has too many connections, or opens them too fast.
    pub fn enter_from(&self, address: IpAddr) -> Result<AddressPlace, NotAdmitted> {
        let place = self.place_for(Subscriber::of(address));
        if place.is_err() {
            self.note_refusal(address, None);
        }
        place
    }

    fn place_for(&self, address: Subscriber) -> Result<AddressPlace, NotAdmitted> {
        let mut counts = self.inner.per_address.lock();
        let count = counts.get(&address).copied().unwrap_or(0);
        if count >= self.inner.most_per_address {
            return Err(NotAdmitted::AddressFull);
        }
        self.inner.connects_by_address.check_key(&address).map_err(|_| NotAdmitted::TooOften)?;
        counts.insert(address, count + 1);
        Ok(AddressPlace { limits: self.clone(), address })
    }

    /// Returns `true` if an address may try one more sign-in.
    #[must_use]
    pub fn allows_login(&self, address: IpAddr) -> bool {
        self.inner.logins_by_address.check_key(&Subscriber::of(address)).is_ok()
    }

    /// Returns `true` if an address may open one more guest. Requests from a network beyond its
    /// limit do not count against the room's limit.
    #[must_use]
    pub fn allows_guest(&self, address: IpAddr) -> bool {
        self.inner.guests_by_site.check_key(&Site::of(address)).is_ok()
            && self.inner.guests.check().is_ok()
    }

    /// Returns `true` if players of an address may open one more account.
    #[must_use]
    pub fn allows_account(&self, address: IpAddr, now: Millis) -> bool {
        let (inner, site) = (&self.inner, Site::of(address));
        inner.accounts_by_site.allow(&site, now).is_ok() && inner.accounts.allow(&(), now).is_ok()
    }

    /// Counts an account that was opened.
    pub fn opened_account(&self, address: IpAddr, now: Millis) {
        self.inner.accounts_by_site.note(Site::of(address), now);
        self.inner.accounts.note((), now);
    }

    /// Returns `true` if an account and the network of its address may have one more share. A
    /// refusal of the account does not count for its network.
    #[must_use]
    pub fn allows(&self, shared: Shared, address: IpAddr, account: AccountId) -> bool {
        let shares = &self.inner.shares[&shared];
        shares.allow_account(account) && shares.allow_network(Site::of(address))
    }

    /// Returns `true` if an account may have one more share. The caller counts its network.
    #[must_use]
    pub fn has_share(&self, shared: Shared, account: AccountId) -> bool {
        self.inner.shares[&shared].allow_account(account)
    }

    /// Returns `true` if a network may have one more share.
    #[must_use]
    pub fn network_has_share(&self, shared: Shared, address: IpAddr) -> bool {
        self.inner.shares[&shared].allow_network(Site::of(address))
    }

    /// Returns `true` if a signed-in account may have one more password hashed. It also counts as a
    /// sign-in of the address, so that it cannot be used to get around that limit.
    #[must_use]
    pub fn allows_hash(&self, address: IpAddr, account: AccountId) -> bool {
        self.allows_login(address) && self.inner.hashes_by_account.check_key(&account).is_ok()
    }

    /// Returns `true` if one more code of a private table may be tried, right or wrong. An account
    /// has a count of its own, so that it cannot lock out other accounts behind its address. A
    /// visitor counts for their address.
    #[must_use]
    pub fn allows_code(&self, address: IpAddr, account: Option<AccountId>, now: Millis) -> bool {
        let (inner, address) = (&self.inner, Subscriber::of(address));
        match account {
            Some(account) => {
                inner.wrong_codes_by_account.allow(&account, now).is_ok()
                    && inner.wrong_codes_of_accounts.allow(&address, now).is_ok()
            }
            None => inner.wrong_codes_by_address.allow(&address, now).is_ok(),
        }
    }

    /// Counts a wrong code.
    pub fn wrong_code(&self, address: IpAddr, account: Option<AccountId>, now: Millis) {
        let (inner, address) = (&self.inner, Subscriber::of(address));
        match account {
            Some(account) => {
                inner.wrong_codes_by_account.note(account, now);
                inner.wrong_codes_of_accounts.note(address, now);
            }
            None => inner.wrong_codes_by_address.note(address, now),
        }
    }

    /// Checks that an address may try one more token or link over HTTP, right or wrong.
    ///
    /// # Errors
    /// Too many were wrong; returns how long to wait.
    pub fn allows_guess(&self, address: IpAddr, now: Millis) -> Result<(), Millis> {
        self.inner.wrong_guesses.allow(&Subscriber::of(address), now)
    }

    /// Counts a wrong token or link over HTTP.
    pub fn wrong_guess(&self, address: IpAddr, now: Millis) {
        self.inner.wrong_guesses.note(Subscriber::of(address), now);
    }

    /// Returns how many seats and places in line a network may have at tables of the lobby.
    #[must_use]
    pub fn most_seats(&self) -> usize {
        self.inner.most_seats
    }

    /// Returns `true` if an account may send one more message, over all its connections.
    #[must_use]
    pub fn allows_message(&self, account: AccountId) -> bool {
        self.inner.messages_by_account.check_key(&account).is_ok()
    }

    /// Returns `true` if an account may have its hands counted once more.
    #[must_use]
    pub fn allows_statistics(&self, account: AccountId) -> bool {
        self.inner.statistics_by_account.check_key(&account).is_ok()
    }

    /// Notes in the security log that an address was refused. Every refusal is counted, but at most
    /// one a minute is logged, so that a flood does not fill the disk.
    pub fn note_refusal(&self, address: IpAddr, connection: Option<ConnectionId>) {
        if self.inner.refusals_logged.check_key(&Subscriber::of(address)).is_err() {
            return security::count(Event::AddressRefused);
        }
        let address = Some(address);
        let subject = Subject { address, connection, ..Subject::default() };
        security::note(Event::AddressRefused, &subject);
    }

    /// Creates the message counter of a new connection.
    #[must_use]
    pub fn message_rate(&self) -> MessageRate {
        RateLimiter::direct(self.inner.messages)
    }

    /// Drops inactive addresses and accounts. Call this from time to time.
    pub fn tidy(&self, now: Millis) {
        self.inner.wrong_codes_by_account.tidy(now);
        self.inner.wrong_codes_by_address.tidy(now);
        self.inner.wrong_codes_of_accounts.tidy(now);
        self.inner.wrong_guesses.tidy(now);
        self.inner.connects_by_address.retain_recent();
        self.inner.logins_by_address.retain_recent();
        self.inner.guests_by_site.retain_recent();
        self.inner.accounts_by_site.tidy(now);
        self.inner.shares.values().for_each(Shares::tidy);
        self.inner.hashes_by_account.retain_recent();
        self.inner.messages_by_account.retain_recent();
        self.inner.statistics_by_account.retain_recent();
        self.inner.refusals_logged.retain_recent();
    }
}

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").finish_non_exhaustive()
    }
}

impl Drop for RoomPlace {
    fn drop(&mut self) {
        self.limits.inner.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let mut counts = self.limits.inner.per_address.lock();
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}
