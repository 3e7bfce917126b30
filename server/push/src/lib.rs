//! Web Push (RFC 8030): what is sent to whom and when, as pure logic, and its encryption (RFC 8291)
//! and signature (RFC 8292).
//!
//! A browser that wants notifications gives the room a [`Subscription`]: an address at the push
//! service of the browser's vendor, and keys that only the browser can decrypt with. The room posts
//! a short notice there. [`plan`] decides which subscriptions get one, [`Queue`] when each is tried,
//! and [`request`] makes the request. The push service sees neither the text nor the table.
//!
//! The crate opens no socket and reads no clock.
#![forbid(unsafe_code)]

mod encryption;
mod endpoint;
mod plan;
mod queue;
mod request;
#[cfg(any(test, feature = "test-service"))]
pub mod test_service;
mod vapid;

pub use encryption::encrypt;
pub use endpoint::{Endpoint, EndpointError, MAX_ENDPOINT_BYTES, Reach};
pub use plan::{Delivery, Kind, Kinds, Notice, Subscription, plan};
pub use queue::{MAX_WAITING, Queue, Settled};
pub use request::{Outcome, request};
pub use vapid::{BadKey, VapidKey};
