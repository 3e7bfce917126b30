//! The addresses that accounts signed in from, as every store keeps them: as codes,
//! never in the clear.

use crate::StoreError;
use crate::ids::AccountId;
use async_trait::async_trait;

/// Addresses from which accounts sign in.
#[async_trait]
pub trait SignInStore {
    /// Stores the address that an account signed in from on a day. Does nothing if that is already
    /// stored or the account has 16 others on this day.
    async fn keep_sign_in(&self, sign_in: &StoredSignIn) -> Result<(), StoreError>;

    /// Returns the sign-ins of an inclusive range of days, the latest day first.
    async fn sign_ins(
        &self,
        days: (u32, u32),
        at_most: u32,
    ) -> Result<Vec<StoredSignIn>, StoreError>;

    /// Deletes the sign-ins before a day. Returns how many.
    async fn forget_sign_ins(&self, before_day: u32) -> Result<u64, StoreError>;

    /// Stores a network that an account signed in from, or that it did so again. If the account then
    /// has more than `at_most`, the oldest are deleted.
    async fn keep_network(&self, network: &KnownNetwork, at_most: u32) -> Result<(), StoreError>;

    /// Returns when an account last signed in from a network, in milliseconds since 1970.
    async fn network_seen(
        &self,
        account: AccountId,
        code: [u8; 16],
    ) -> Result<Option<u64>, StoreError>;

    /// Deletes the networks that were last seen before a time. Returns how many.
    async fn forget_networks(&self, before_ms: u64) -> Result<u64, StoreError>;
}

/// A network that an account signed in from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownNetwork {
    pub account: AccountId,
    /// The code of the IPv4 address or IPv6 /64 for this account (`Vault::network_code`).
    pub code: [u8; 16],
    /// In milliseconds since 1970.
    pub last_ms: u64,
}

/// One address of one account on one day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSignIn {
    pub account: AccountId,
    /// Days since 1970, in UTC.
    pub day: u32,
    /// The code of the IPv4 address or IPv6 /64 on this day (`Vault::address_code`).
    pub address: [u8; 16],
    /// The code of the IPv4 address or IPv6 /48 on this day.
    pub network: [u8; 16],
}

/// The most addresses that are stored for one account and day.
pub(super) const MOST_A_DAY: u32 = 16;

/// Decodes a code from its column.
pub(super) fn code_in(bytes: Vec<u8>) -> Result<[u8; 16], super::StoreError> {
    let length = bytes.len();
    bytes.try_into().map_err(|_| {
        super::StoreError::Damaged(format!("the code of an address has {length} bytes"))
    })
}
