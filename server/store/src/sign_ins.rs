//! The addresses that accounts signed in from, as every store keeps them: as codes,
//! never in the clear.

use crate::ids::AccountId;

/// One address of one account on one day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSignIn {
    pub account: AccountId,
    /// Days since 1970, in UTC.
    pub day: u32,
    /// The code of the IPv4 address or IPv6 /64 on this day ([`Vault::address_code`]).
    ///
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
