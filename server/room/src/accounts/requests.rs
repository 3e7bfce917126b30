//! Requests over HTTP that came with a key. The store has their answers sealed, because some have a
//! secret in them, such as a new token.

use super::AccountError;
use super::backing::Backing;
use crate::ids::AccountId;
use crate::store::{Begun, KeyedRequest};
use crate::vault::Vault;
use std::sync::Arc;

/// The requests of all accounts that came with a key.
pub struct KeyedRequests {
    backing: Backing,
    /// Has the keys that seal answers.
    vault: Arc<Vault>,
}

impl KeyedRequests {
    pub(super) fn new(backing: Backing, vault: Arc<Vault>) -> Self {
        Self { backing, vault }
    }

    /// Stores a request before it is carried out, unless its account has sent one with the same key
    /// in the last `known_for_ms`. An account may have `at_most` requests in that time. A known
    /// request comes with its answer, if that is known.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn begin(
        &self,
        (account, key): (AccountId, &str),
        hash: [u8; 32],
        known_for_ms: u64,
        at_most: u32,
    ) -> Result<Begun, AccountError> {
        let (began_ms, key) = (self.backing.now_ms(), key.to_owned());
        let since_ms = began_ms.saturating_sub(known_for_ms);
        let request = KeyedRequest { account, key, hash, began_ms };
        let begun = self.backing.store.begin_request(&request, since_ms, at_most).await;
        let begun = begun.map_err(|error| self.backing.failed(&error))?;
        Ok(match begun {
            Begun::Known { hash, answer } => {
                let open = |sealed: Vec<u8>| self.vault.unseal_answer(account, &sealed);
                Begun::Known { hash, answer: answer.and_then(open) }
            }
            other => other,
        })
    }

    /// Stores the answer of a request. Without an answer, it forgets the request.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn end(
        &self,
        (account, key): (AccountId, &str),
        answer: Option<&[u8]>,
    ) -> Result<(), AccountError> {
        let sealed = answer.map(|plain| self.vault.seal_answer(account, plain));
        let ended = self.backing.store.end_request(account, key, sealed.as_deref()).await;
        ended.map_err(|error| self.backing.failed(&error))
    }

    /// Deletes the requests that began more than a day ago. Returns how many.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_old(&self) -> Result<u64, AccountError> {
        let before_ms = self.backing.days_ago_ms(1);
        let forgotten = self.backing.store.forget_requests(before_ms).await;
        forgotten.map_err(|error| self.backing.failed(&error))
    }
}
