//! Where an account has signed in before: networks, which the store has as codes, and browsers that
//! show the mark of a token. Both can be checked before a password is hashed. Guesses of strangers
//! do not make the owner wait there.

use super::backing::Backing;
use super::guesses::{Guesser, KnownPlace};
use super::operations::NO_PASSWORD;
use super::{AccountError, DAY_MS, tokens};
use crate::ids::AccountId;
use crate::network::Subscriber;
use crate::store::{KnownNetwork, StoredAccount};
use crate::vault::Vault;
use cardroom_protocol::Secret;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

/// The most networks of one account.
const MOST_NETWORKS: u32 = 16;
/// How many networks are known to be stored today.
const MOST_NOTED: usize = 50_000;

/// Where a sign-in comes from.
#[derive(Clone, Copy, Debug)]
pub struct Caller<'a> {
    pub address: IpAddr,
    /// The mark of a token that the account got in the same browser.
    pub browser: Option<&'a Secret>,
}

impl From<IpAddr> for Caller<'_> {
    fn from(address: IpAddr) -> Self {
        Self { address, browser: None }
    }
}

/// The networks that were stored lately, with the days since 1970. A sign-in from one of them need
/// not be stored again on the same day.
#[derive(Default)]
struct Noted(Mutex<HashMap<(AccountId, [u8; 16]), u64>>);

impl Noted {
    fn is_new(&self, network: (AccountId, [u8; 16]), day: u64) -> bool {
        let mut noted = self.0.lock();
        if noted.len() >= MOST_NOTED {
            noted.clear();
        }
        noted.insert(network, day) != Some(day)
    }

    fn forget(&self, network: (AccountId, [u8; 16])) {
        self.0.lock().remove(&network);
    }
}

/// The networks from which accounts have signed in.
pub struct Networks {
    backing: Backing,
    /// Has the keys of the codes of networks and of marks.
    vault: Arc<Vault>,
    noted: Noted,
    /// For how many days a network is known; 0 for none at all.
    days: u64,
}

impl Networks {
    pub(super) fn new(backing: Backing, vault: Arc<Vault>, days: u64) -> Self {
        Self { backing, vault, noted: Noted::default(), days }
    }

    /// Returns who guesses the password of an account; a stranger if the store fails.
    pub(super) async fn guesser(&self, account: Option<AccountId>, caller: Caller<'_>) -> Guesser {
        let Caller { address, browser } = caller;
        // A name that nobody has takes as long as others.
        let account = account.unwrap_or(AccountId(0));
        let mark = browser.and_then(|mark| tokens::browser(&self.vault, account, mark));
        let known = match mark {
            Some(mark) => Some(KnownPlace::Browser(mark)),
            None => self.knows(account, address).await,
        };
        Guesser { address, known }
    }

    async fn knows(&self, account: AccountId, address: IpAddr) -> Option<KnownPlace> {
        let network = Subscriber::of(address);
        let seen = self.backing.store.network_seen(account, self.code_of(account, network)).await;
        let seen_ms = seen.map_err(|error| self.backing.failed(&error)).ok()??;
        (seen_ms >= self.begin_ms()).then_some(KnownPlace::Network(network))
    }

    /// Stores the network that an account with a password signed in from. A failure does not affect
    /// the sign-in.
    pub(super) async fn note(&self, account: &StoredAccount, address: IpAddr) {
        let has_password = account.password_hash.as_deref().is_some_and(|hash| hash != NO_PASSWORD);
        if !has_password || self.days == 0 {
            return;
        }
        let (account, last_ms) = (account.id, self.backing.now_ms());
        let code = self.code_of(account, Subscriber::of(address));
        if !self.noted.is_new((account, code), last_ms / DAY_MS) {
            return;
        }
        let network = KnownNetwork { account, code, last_ms };
        if let Err(error) = self.backing.store.keep_network(&network, MOST_NETWORKS).await {
            self.noted.forget((account, code));
            tracing::warn!(%error, %account, "could not note the network of a sign-in");
        }
    }

    /// Deletes the networks from which accounts have not signed in for long. Returns how many.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_old(&self) -> Result<u64, AccountError> {
        let forgotten = self.backing.store.forget_networks(self.begin_ms()).await;
        forgotten.map_err(|error| self.backing.failed(&error))
    }

    fn begin_ms(&self) -> u64 {
        match self.days {
            // Rows that were stored before the setting changed do not count.
            0 => i64::MAX.unsigned_abs(),
            days => self.backing.days_ago_ms(days),
        }
    }

    fn code_of(&self, account: AccountId, network: Subscriber) -> [u8; 16] {
        let bytes = match network.address() {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets().to_vec(),
        };
        self.vault.network_code(account, &bytes)
    }
}
