//! Operations of operators on accounts.

use crate::ids::AccountId;

/// An operation of an operator on an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredOperation {
    /// In milliseconds since 1970.
    pub at_ms: u64,
    /// The operator; `None` for the command line of the machine.
    pub operator: Option<AccountId>,
    pub account: AccountId,
    /// The operation, for people to read.
    pub done: String,
    pub reason: String,
}
