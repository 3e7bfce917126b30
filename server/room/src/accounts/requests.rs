//! Requests over HTTP that came with a key. The store has their answers sealed, because some have a
//! secret in them, such as a new token.

use super::{AccountError, Accounts};
use crate::ids::AccountId;
use crate::store::{Begun, KeyedRequest};

impl Accounts {
    /// Stores a request before it is carried out, unless its account has sent one with the same key
    /// in the last `known_for_ms`. An account may have `at_most` requests in that time. A known
    /// request comes with its answer, if that is known.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn begin_request(
        &self,
        (account, key): (AccountId, &str),
        hash: [u8; 32],
        known_for_ms: u64,
        at_most: u32,
    ) -> Result<Begun, AccountError> {
        let (began_ms, key) = (self.now_ms(), key.to_owned());
        let since_ms = began_ms.saturating_sub(known_for_ms);
        let request = KeyedRequest { account, key, hash, began_ms };
        let begun = self.inner.store.begin_request(&request, since_ms, at_most).await;
        let begun = begun.map_err(|error| self.failed(&error))?;
        Ok(match begun {
            Begun::Known { hash, answer } => {
                let open = |sealed: Vec<u8>| self.inner.vault.unseal_answer(account, &sealed);
                Begun::Known { hash, answer: answer.and_then(open) }
            }
            other => other,
        })
    }

    /// Stores the answer of a request. Without an answer, it forgets the request.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn end_request(
        &self,
        (account, key): (AccountId, &str),
        answer: Option<&[u8]>,
    ) -> Result<(), AccountError> {
        let sealed = answer.map(|plain| self.inner.vault.seal_answer(account, plain));
        let ended = self.inner.store.end_request(account, key, sealed.as_deref()).await;
        ended.map_err(|error| self.failed(&error))
    }

    /// Deletes the requests that began more than a day ago. Returns how many.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_old_requests(&self) -> Result<u64, AccountError> {
        let before_ms = self.now_ms().saturating_sub(super::DAY_MS);
        let forgotten = self.inner.store.forget_requests(before_ms).await;
        forgotten.map_err(|error| self.failed(&error))
    }
}
