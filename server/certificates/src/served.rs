//! The certificate that new connections get. It changes while others are open, which keep theirs.

use crate::chain::Certificate;
use parking_lot::RwLock;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use serde::Serialize;
use std::sync::Arc;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// The certificate of a room, shared by its listener and those who replace it.
#[derive(Default, Debug)]
pub struct Served {
    state: RwLock<State>,
}

#[derive(Default, Debug)]
struct State {
    certificate: Option<Certificate>,
    failures: u64,
    last_failure: Option<String>,
}

/// The state of the certificate, for the operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Status {
    /// The serial number in use; `None` without a certificate.
    pub serial: Option<String>,
    /// The host names of the certificate in use.
    pub names: Vec<String>,
    /// Whole days until it expires, below zero after that.
    pub days_left: Option<i64>,
    /// The same in seconds.
    pub seconds_left: Option<i64>,
    /// Orders and reloads that failed since the start.
    pub failures: u64,
    /// Why the last one failed; `None` after one that did not.
    pub last_failure: Option<String>,
}

impl Served {
    /// Shows this certificate from now on.
    pub fn show(&self, certificate: Certificate) {
        let mut state = self.state.write();
        state.certificate = Some(certificate);
        state.last_failure = None;
    }

    /// Notes that there is no new certificate, and why. The one in use stays.
    pub fn note_failure(&self, why: String) {
        let mut state = self.state.write();
        state.failures += 1;
        state.last_failure = Some(why);
    }

    /// Returns the certificate in use.
    #[must_use]
    pub fn certificate(&self) -> Option<Certificate> {
        self.state.read().certificate.clone()
    }

    /// Returns the state at a time, in seconds since 1970.
    #[must_use]
    pub fn status(&self, now: i64) -> Status {
        let state = self.state.read();
        let certificate = state.certificate.as_ref();
        let seconds_left = certificate.map(|certificate| certificate.validity.until - now);
        Status {
            serial: certificate.map(|certificate| certificate.serial.clone()),
            names: certificate.map(|certificate| certificate.names.clone()).unwrap_or_default(),
            days_left: seconds_left.map(|seconds| seconds.div_euclid(DAY)),
            seconds_left,
            failures: state.failures,
            last_failure: state.last_failure.clone(),
        }
    }
}

impl ResolvesServerCert for Served {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.state.read().certificate.as_ref().map(|certificate| Arc::clone(&certificate.key))
    }
}

/// Returns the settings of a listener that shows this certificate. It speaks HTTP/1.1 only, since
/// that is what a WebSocket begins with.
///
/// # Errors
/// The cryptography of this machine does not work.
pub fn server_config(served: Arc<Served>) -> Result<Arc<ServerConfig>, rustls::Error> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(served);
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    // A phone that comes back resumes its session, and the room stores nothing for that.
    config.ticketer = ring::Ticketer::new()?;
    Ok(Arc::new(config))
}
