//! A chain of certificates with its key, and what the first certificate says about itself.

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use std::sync::Arc;
use x509_parser::extensions::GeneralName;

/// A certificate that can be shown to clients.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub(crate) key: Arc<CertifiedKey>,
    /// The host names that it is for.
    pub names: Vec<String>,
    /// The serial number, in hexadecimal.
    pub serial: String,
    pub validity: Validity,
}

/// The time in which a certificate is valid, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Validity {
    pub from: i64,
    pub until: i64,
}

/// The reason why texts are no certificate with its key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unusable {
    #[error("the certificate cannot be read: {0}")]
    Certificate(String),
    #[error("the file of the certificate holds none")]
    NoCertificate,
    #[error("the private key cannot be read: {0}")]
    Key(String),
    #[error("the private key is not the key of the certificate")]
    OtherKey,
}

impl Certificate {
    /// Reads a chain, the room's own certificate first, and its private key from PEM.
    ///
    /// # Errors
    /// One of the two cannot be read, or they do not belong together.
    pub fn from_pem(chain: &[u8], key: &[u8]) -> Result<Self, Unusable> {
        let chain = CertificateDer::pem_slice_iter(chain).collect::<Result<Vec<_>, _>>();
        let chain = chain.map_err(|error| Unusable::Certificate(error.to_string()))?;
        let key = PrivateKeyDer::from_pem_slice(key);
        let key = key.map_err(|error| Unusable::Key(error.to_string()))?;
        let own = chain.first().ok_or(Unusable::NoCertificate)?;
        let (names, serial, validity) = read(own)?;
        let key = CertifiedKey::from_der(chain, key, &ring::default_provider());
        let key = key.map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => Unusable::OtherKey,
            error => Unusable::Key(error.to_string()),
        })?;
        Ok(Self { key: Arc::new(key), names, serial, validity })
    }
}

fn read(own: &CertificateDer<'_>) -> Result<(Vec<String>, String, Validity), Unusable> {
    let unreadable = |error: &dyn std::fmt::Display| Unusable::Certificate(error.to_string());
    let (_, own) = x509_parser::parse_x509_certificate(own).map_err(|error| unreadable(&error))?;
    let names = own.subject_alternative_name().map_err(|error| unreadable(&error))?;
    let names = names.map(|names| &names.value.general_names).into_iter().flatten();
    let names = names.filter_map(|name| match name {
        GeneralName::DNSName(name) => Some((*name).to_owned()),
        _ => None,
    });
    let validity = own.validity();
    let validity =
        Validity { from: validity.not_before.timestamp(), until: validity.not_after.timestamp() };
    Ok((names.collect(), own.raw_serial_as_string(), validity))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, KeyPair};

    fn pem() -> (String, String) {
        let mut params = CertificateParams::new(vec!["poker.example".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2026, 1, 1);
        params.not_after = rcgen::date_time_ymd(2026, 4, 1);
        let key = KeyPair::generate().unwrap();
        (params.self_signed(&key).unwrap().pem(), key.serialize_pem())
    }

    #[test]
    fn a_certificate_says_for_whom_and_how_long_it_is() {
        let (chain, key) = pem();
        let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes()).unwrap();
        assert_eq!(certificate.names, ["poker.example"]);
        let day = 86_400;
        assert_eq!(certificate.validity.until - certificate.validity.from, 90 * day);
        assert!(certificate.serial.contains(':'), "{}", certificate.serial);
    }

    #[test]
    fn a_key_of_another_certificate_and_texts_that_are_none_are_refused() {
        let ((chain, key), (_, other)) = (pem(), pem());
        let read =
            |chain: &str, key: &str| Certificate::from_pem(chain.as_bytes(), key.as_bytes()).err();
        assert_eq!(read(&chain, &other), Some(Unusable::OtherKey));
        assert_eq!(read("", &key), Some(Unusable::NoCertificate));
        assert!(matches!(read(&chain, ""), Some(Unusable::Key(_))));
        let damaged = chain.replacen("MII", "MIJ", 1);
        assert!(matches!(read(&damaged, &key), Some(Unusable::Certificate(_))));
    }
}
