//! What all requests of the process share: the listed hosts, the limit on connections, the runtime
//! on which they run, and the network.

use crate::destination::{AddressError, check_address};
use crate::hosts::Hosts;
use crate::network::{Network, System};
use crate::{HttpClient, MAX_CONNECTIONS, UnusableCa, tls};
use http::Uri;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

/// The settings of everything that the process sends over HTTP.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Settings {
    /// A PEM file with CAs to trust in addition to those of the system.
    pub ca_file: Option<PathBuf>,
    /// The hosts that requests may go to even if they are on a private network or have no TLS.
    pub allow: Vec<String>,
}

/// The way out of the process over HTTP. Cheap to clone; the clones share their connections.
#[derive(Clone)]
pub struct Outgoing {
    ca_file: Option<PathBuf>,
    listed: Hosts,
    pub(crate) connections: Arc<Semaphore>,
    pub(crate) runtime: Handle,
    pub(crate) network: Arc<dyn Network>,
}

impl Outgoing {
    /// Opens the way out. Requests run on `runtime`, whoever makes them.
    #[must_use]
    pub fn new(settings: Settings, runtime: Handle) -> Self {
        Self::over(settings, runtime, Arc::new(System))
    }

    /// Opens a way out over a network of the caller, for tests.
    #[must_use]
    pub fn over(settings: Settings, runtime: Handle, network: Arc<dyn Network>) -> Self {
        Self {
            listed: Hosts::new(&settings.allow),
            ca_file: settings.ca_file,
            connections: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            runtime,
            network,
        }
    }

    /// Returns a way out with this many connections of its own. Its requests take none from those
    /// of other purposes.
    #[must_use]
    pub fn with_connections(&self, connections: usize) -> Self {
        Self { connections: Arc::new(Semaphore::new(connections)), ..self.clone() }
    }

    /// Returns a client that trusts the CAs of the system, those of the settings, and those in
    /// another PEM file.
    ///
    /// # Errors
    /// There is no CA to trust, or one in a file cannot be used.
    pub fn client(&self, ca_file: Option<&Path>) -> Result<HttpClient, UnusableCa> {
        let files = self.ca_file.iter().cloned().chain(ca_file.map(Path::to_owned));
        let tls = tls::connector(&files.collect::<Vec<_>>())?;
        Ok(HttpClient::new(self.clone(), tls, self.listed.clone()))
    }

    /// Checks an address that an operator asks the room to send to. Its host is resolved, and its
    /// addresses are checked, only when a request goes there.
    ///
    /// # Errors
    /// Nothing would ever be sent to the address.
    pub fn check(&self, address: &str) -> Result<Uri, AddressError> {
        check_address(address, &self.listed)
    }
}

impl std::fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outgoing").field("listed", &self.listed).finish_non_exhaustive()
    }
}
