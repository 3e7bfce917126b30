//! TLS to the database: a clear error for a connection that cannot be encrypted as `sslmode`
//! requires. sqlx handles TLS, with rustls and the CAs of the system and of `sslrootcert`.

use super::super::{StoreError, failed};
use rustls::CertificateError;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::io;

/// The reason why no encrypted connection to the database can be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TlsError {
    /// The server only accepts connections without TLS.
    #[error(
        "The database server at {host} offers no TLS, and sslmode asks for it. Set \"ssl = on\" in its \
         postgresql.conf, or remove sslmode from store.url if its network is yours alone."
    )]
    NotOffered {
        /// The host of `store.url`.
        host: String,
    },
    /// No trusted CA signed its certificate.
    #[error(
        "No trusted CA has signed the certificate of the database server at {host}. Name the file of \
         its CA in store.url: sslrootcert=/path/to/ca.pem."
    )]
    UnknownCa {
        /// The host of `store.url`.
        host: String,
    },
    /// Its certificate is for other names.
    #[error(
        "The certificate of the database server is not for the name {host}. Use a name of the \
         certificate as the host of store.url, or issue one that has this name."
    )]
    WrongName {
        /// The host of `store.url`.
        host: String,
    },
    /// It shows the certificate of a CA itself.
    #[error(
        "The certificate of the database server at {host} is that of a CA, as \"openssl req -x509\" \
         makes it, and not a server's. Make it again with -addext \
         basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:{host}."
    )]
    IsCa {
        /// The host of `store.url`.
        host: String,
    },
    /// Its certificate is not valid at this time.
    #[error(
        "The certificate of the database server at {host} has expired or is not valid yet. Renew it, \
         and check the clocks of both machines."
    )]
    WrongTime {
        /// The host of `store.url`.
        host: String,
    },
    /// A file of certificates or keys cannot be read.
    #[error(
        "A certificate or key of store.url cannot be read: {reason}. Check the paths in sslrootcert, \
         sslcert and sslkey, and who may read these files."
    )]
    File {
        /// The error of the system.
        reason: String,
    },
    /// The handshake failed for another reason.
    #[error("The database server at {host} and the room could not agree on TLS: {reason}.")]
    Handshake {
        /// The host of `store.url`.
        host: String,
        /// The error of rustls.
        reason: String,
    },
}

/// Turns a failed attempt to connect into an error that explains what to do about it.
pub(super) fn not_connected(error: sqlx::Error, options: &PgConnectOptions) -> StoreError {
    let host = options.get_host().to_owned();
    let is_verified = matches!(options.get_ssl_mode(), PgSslMode::VerifyCa | PgSslMode::VerifyFull);
    match error {
        sqlx::Error::Io(error) => {
            if let Some(reason) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
                return explained(host, reason).into();
            }
            // Network connections involve no files. A missing socket is a file,
            // but has no certificates.
            let is_file =
                matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied);
            if is_verified && is_file && options.get_socket().is_none() {
                return TlsError::File { reason: error.to_string() }.into();
            }
            failed(sqlx::Error::Io(error))
        }
        sqlx::Error::Tls(error) => match error.downcast_ref() {
            Some(reason) => explained(host, reason).into(),
            None if error.to_string().contains("does not support TLS") => {
                TlsError::NotOffered { host }.into()
            }
            None => TlsError::File { reason: error.to_string() }.into(),
        },
        error => failed(error),
    }
}

fn explained(host: String, error: &rustls::Error) -> TlsError {
    let rustls::Error::InvalidCertificate(certificate) = error else {
        return TlsError::Handshake { host, reason: error.to_string() };
    };
    match certificate {
        // A CA of the same name with another key is another CA.
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
        CertificateError::Other(reason) if format!("{reason:?}").contains("CaUsedAsEndEntity") => {
            TlsError::IsCa { host }
        }
        _ => TlsError::Handshake { host, reason: error.to_string() },
    }
}
