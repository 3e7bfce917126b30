//! The TLS certificate of a room: from files of the operator or by ACME (RFC 8555), replaced while
//! connections are open, and what the operator reads about it.
//!
//! [`keeper`] decides when a certificate is ordered and renewed, [`watch`] when files are read again,
//! [`notices`] words what happens. None of them knows a socket, a file or a clock. [`desk`] carries
//! their inputs and outputs, and `served` has the certificate that new connections get.

mod acme;
mod chain;
mod challenges;
pub mod desk;
pub mod keeper;
pub mod notices;
mod own;
mod served;
mod stored;
pub mod watch;

pub use chain::{Certificate, Unusable, Validity};
pub use challenges::Challenges;
pub use own::{OwnFiles, UnusableFiles};
pub use served::{Served, Status, server_config};
