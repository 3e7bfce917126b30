//! Accounts of players at a sign-in provider, as every store keeps them. Both databases
//! use the same statements.

use crate::ids::AccountId;

/// An account's identity at a sign-in provider. A provider has one account for each subject, and an
/// account has one subject at each provider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredIdentity {
    pub issuer: String,
    /// The provider's id of the player.
    pub subject: String,
    pub account: AccountId,
    /// When the two were linked, in milliseconds since 1970.
    pub linked_ms: u64,
}
