//! Sign-in with a provider (OpenID Connect), in rooms that have one. The browser goes to the
//! provider and back over HTTP, as the section *Sign-in with a provider* of `PROTOCOL.md`
//! describes. It returns with a ticket that these messages use.

use crate::ids::{RequestId, Secret};
use serde::{Deserialize, Serialize};

/// Proof that a provider signed a player in. It works for ten minutes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignInTicket {
    /// The ticket, from the address to which the provider sent the browser back.
    pub ticket: Secret,
    /// The verifier, from the answer that began the sign-in. A ticket is useless without it.
    pub verifier: Secret,
}

/// Logs in with the ticket of a sign-in provider. If no account has this sign-in yet, `name` opens
/// one. Answered by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginWithTicket {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The ticket and its verifier.
    pub ticket: SignInTicket,
    /// The name for a new account. Without it, a sign-in that belongs to no account
    /// is refused with `bad_name`.
    pub name: Option<String>,
    /// The six digits of the second factor, or a recovery code, for an account that has one.
    pub code: Option<Secret>,
}

/// Links the account to a sign-in, so that it can log in with a ticket. A guest becomes an account
/// with a name. Refused after a login with an API token. Answered by [`Done`](crate::server::Done);
/// for a guest by [`LoggedIn`](crate::server::LoggedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkSignIn {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The ticket and its verifier.
    pub ticket: SignInTicket,
    /// The account's password. Absent for a guest.
    pub password: Option<Secret>,
    /// The account's new name. Guests only.
    pub name: Option<String>,
}

/// Ends the account's link to a sign-in. Refused after a login with an API
/// token. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnlinkSignIn {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The account's password. Later logins need it.
    pub password: Secret,
}

/// The room offers sign-in with a provider. Sent after the welcome, and again after each login.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignInOffered {
    /// Name of the provider, for people.
    pub provider: String,
    /// Whether the account is linked to a sign-in. False before a login.
    pub linked: bool,
}
