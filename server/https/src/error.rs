//! Why a request fails. A message names the host and never the rest of an address, which may hold a
//! secret.

use crate::{CONNECT_TIME, MAX_ANSWER_BYTES, MAX_CONNECTIONS, WHOLE_TIME};
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The address is not one that a request can go to.
    #[error("the address is not one of https:// with a host")]
    NoAddress,
    #[error("the address has a user name or a password")]
    Credentials,
    /// The address has no TLS, and the host is not listed.
    #[error("the address of {0} does not begin with https://, and outgoing.allow does not list it")]
    NotSecure(String),
    /// The host has an address that is not on the public internet, and is not listed.
    #[error(
        "{0} has the address {1}, which is not on the public internet, and outgoing.allow does not \
         list it"
    )]
    NotPublic(String, IpAddr),
    #[error("{0} has no address")]
    NoSuchHost(String),
    /// The server shows the certificate of a CA itself.
    #[error(
        "the certificate of {0} is that of a CA, as \"openssl req -x509\" makes it, and not a \
         server's; make it again with -addext basicConstraints=critical,CA:FALSE -addext \
         subjectAltName=DNS:{0}"
    )]
    IsCa(String),
    #[error("none of the {MAX_CONNECTIONS} connections was free within {} s", WHOLE_TIME.as_secs())]
    NoneFree,
    #[error("no connection within {} s", CONNECT_TIME.as_secs())]
    NotConnected,
    #[error("no answer within {} s", WHOLE_TIME.as_secs())]
    TimedOut,
    #[error("the answer has more than {MAX_ANSWER_BYTES} bytes")]
    TooLong,
    /// The runtime of the requests ends.
    #[error("the process ends")]
    Ended,
    #[error("{0}")]
    Socket(#[from] io::Error),
    /// The response is not HTTP.
    #[error("{0}")]
    Hyper(#[from] hyper::Error),
}

/// Why the client has no usable CA certificates.
#[derive(Debug, thiserror::Error)]
pub enum UnusableCa {
    /// The file with additional CAs cannot be used.
    #[error("the CA file {}: {reason}", file.display())]
    File {
        /// The path as configured.
        file: PathBuf,
        reason: String,
    },
    /// There are no CAs to trust, or one in the file cannot be used.
    #[error("no CA can be trusted: {0}")]
    NoRoots(String),
}
