//! Requests over HTTP that came with a key, as every store keeps them.

use crate::StoreError;
use crate::ids::AccountId;
use async_trait::async_trait;

/// Requests that have begun, each with its answer as soon as that is known.
#[async_trait]
pub trait RequestStore {
    /// Stores a request before it is carried out, unless its account has sent one with the same key
    /// since `since_ms`. An account may have `at_most` requests since then.
    async fn begin_request(
        &self,
        request: &KeyedRequest,
        since_ms: u64,
        at_most: u32,
    ) -> Result<Begun, StoreError>;

    /// Stores the answer of a request. Without an answer, it forgets the request.
    async fn end_request(
        &self,
        account: AccountId,
        key: &str,
        answer: Option<&[u8]>,
    ) -> Result<(), StoreError>;

    /// Deletes the requests that began before a time. Returns how many there were.
    async fn forget_requests(&self, before_ms: u64) -> Result<u64, StoreError>;
}

/// A request that begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyedRequest {
    pub account: AccountId,
    /// The key, which is the client's own.
    pub key: String,
    /// The hash of everything in the request that its effect follows from.
    pub hash: [u8; 32],
    /// In milliseconds since 1970.
    pub began_ms: u64,
}

/// The state of a key when a request with it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Begun {
    /// The key was unused, so the request is stored.
    New,
    /// A request with this key has begun before.
    Known { hash: Vec<u8>, answer: Option<Vec<u8>> },
    /// The account has as many requests as it may.
    TooMany,
}
