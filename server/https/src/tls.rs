//! The CAs that are trusted: those of the system, and those in files of the operator.

use crate::{HttpError, UnusableCa};
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{CertificateError, ClientConfig};
use rustls_platform_verifier::Verifier;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_rustls::TlsConnector;

/// Returns a connector that trusts the CAs of the system, and those in PEM files.
pub(crate) fn connector(ca_files: &[PathBuf]) -> Result<TlsConnector, UnusableCa> {
    let mut more = Vec::new();
    for file in ca_files {
        more.extend(certificates(file)?);
    }
    let provider = Arc::new(ring::default_provider());
    let no_tls = |error: rustls::Error| UnusableCa::NoRoots(error.to_string());
    let verifier = Verifier::new_with_extra_roots(more, Arc::clone(&provider)).map_err(no_tls)?;
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(no_tls)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Checks that a PEM file holds certificates.
///
/// # Errors
/// It cannot be read, or it holds none.
pub fn check_ca_file(file: &Path) -> Result<(), UnusableCa> {
    certificates(file).map(drop)
}

/// Returns the certificates of a PEM file, at least one.
fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, UnusableCa> {
    let unusable = |reason: String| UnusableCa::File { file: file.to_owned(), reason };
    let read = CertificateDer::pem_file_iter(file).map_err(|error| unusable(error.to_string()))?;
    let found: Vec<_> =
        read.collect::<Result<_, _>>().map_err(|error| unusable(error.to_string()))?;
    if found.is_empty() {
        return Err(unusable("it holds no certificate".to_owned()));
    }
    Ok(found)
}

/// Says what to do about the certificate of a CA itself, as `openssl req -x509` makes it.
pub(crate) fn explained(host: &str, error: io::Error) -> HttpError {
    match error.get_ref().and_then(|inner| inner.downcast_ref()) {
        Some(rustls::Error::InvalidCertificate(CertificateError::Other(reason)))
            if format!("{reason:?}").contains("CaUsedAsEndEntity") =>
        {
            HttpError::IsCa(host.to_owned())
        }
        _ => HttpError::Socket(error),
    }
}
