//! The only way out of a room over HTTP: requests to sign-in providers, certificate authorities,
//! push services, witnesses and hooks.
//!
//! All requests share an [`Outgoing`]: the hosts that the operator listed, and a limit on
//! connections. Each purpose has an [`HttpClient`] of it. A request has a connection of its own
//! and is limited in size and time:
//!
//! - A host is resolved once. The connection goes to the very addresses that were checked, and they
//!   must be on the public internet unless the host is listed.
//! - A connection uses TLS unless the host is listed.
//! - Redirects are not followed.
//! - Requests run on the runtime that the caller named, so that none runs on a thread of play.
#![forbid(unsafe_code)]

mod client;
mod destination;
mod error;
mod hosts;
mod metered;
mod network;
mod outgoing;
mod public;
mod tls;

pub use client::{Answered, HttpClient};
pub use destination::{AddressError, is_reachable_address};
pub use error::{HttpError, UnusableCa};
pub use network::{Network, Pending, Socket};
pub use outgoing::{Outgoing, Settings};
pub use public::is_public;
pub use tls::check_ca_file;

use std::time::Duration;

/// The most bytes of a response, its head included. Metadata and keys of the large sign-in
/// providers have a few kilobytes, a chain of certificates has ten.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024;

/// How many connections the process has at once, apart from those that a purpose has of its own.
pub const MAX_CONNECTIONS: usize = 8;

/// The time from the lookup of the host to the end of the TLS handshake.
pub const CONNECT_TIME: Duration = Duration::from_secs(5);

/// The time from the lookup of the host to the last byte of the response. A request waits as long
/// for one of the connections before that.
pub const WHOLE_TIME: Duration = Duration::from_secs(10);
