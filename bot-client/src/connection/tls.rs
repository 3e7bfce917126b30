//! TLS with a server: the certificates to trust, and clear errors for those that are not trusted.

use super::TlsError;
use super::endpoint::EndpointError;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, OtherError};
use rustls_platform_verifier::Verifier;
use std::io;
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// The TLS settings for one server, and the name that its certificate must contain.
#[derive(Clone)]
pub(super) struct Tls {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl Tls {
    /// Makes the settings for `host`, whose certificate must lead to a CA of the
    /// system or of `ca_file`.
    pub(super) fn new(host: &str, ca_file: Option<&Path>) -> Result<Self, EndpointError> {
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| EndpointError::NoServerName(host.to_owned()))?;
        let more = ca_file.map(certificates).transpose()?.unwrap_or_default();
        let provider = Arc::new(ring::default_provider());
        let no_tls = |error: rustls::Error| EndpointError::NoRoots(error.to_string());
        let verifier =
            Verifier::new_with_extra_roots(more, Arc::clone(&provider)).map_err(no_tls)?;
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(no_tls)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { connector: TlsConnector::from(Arc::new(config)), name })
    }

    /// Performs the TLS handshake on a connected socket.
    pub(super) async fn connect(
        &self,
        socket: TcpStream,
    ) -> Result<TlsStream<TcpStream>, TlsError> {
        let agreed = self.connector.connect(self.name.clone(), socket).await;
        agreed.map_err(|error| self.explained(error))
    }

    fn explained(&self, error: io::Error) -> TlsError {
        let host = self.name.to_str().into_owned();
        let certificate = match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(rustls::Error::InvalidCertificate(certificate)) => certificate,
            _ => return TlsError::Handshake { host, error },
        };
        match certificate {
            // A bad signature means that an unknown CA has the same name as a trusted one.
            CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                TlsError::UnknownCa { host }
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                TlsError::WrongName { host }
            }
            CertificateError::Expired
            | CertificateError::ExpiredContext { .. }
            | CertificateError::NotValidYet
            | CertificateError::NotValidYetContext { .. } => TlsError::WrongTime { host },
            CertificateError::Other(reason) if is_of_a_ca(reason) => TlsError::IsCa { host },
            _ => TlsError::Handshake { host, error },
        }
    }
}

/// Returns `true` if a certificate was refused because it is that of a CA. This error is one of
/// rustls-webpki, which this crate does not name.
fn is_of_a_ca(reason: &OtherError) -> bool {
    format!("{reason:?}").contains("CaUsedAsEndEntity")
}

/// Reads the certificates of a PEM file, at least one.
fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, EndpointError> {
    let unusable = |reason: String| EndpointError::CaFile { file: file.to_owned(), reason };
    let read = CertificateDer::pem_file_iter(file).map_err(|error| unusable(error.to_string()))?;
    let found: Vec<_> =
        read.collect::<Result<_, _>>().map_err(|error| unusable(error.to_string()))?;
    if found.is_empty() {
        return Err(unusable("it holds no certificate in PEM".to_owned()));
    }
    Ok(found)
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("name", &self.name).finish_non_exhaustive()
    }
}
