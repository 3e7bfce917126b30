//! Refusals of sign-ins, account changes and reports.

use cardroom_protocol::ErrorCode;

/// The reason why a sign-in or a change was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Denied {
    pub code: ErrorCode,
    pub message: String,
}
