//! Requests of a room to another server, such as a sign-in provider or a certificate authority:
//! HTTP/1.1, one connection each, limited in size and time. They use TLS unless the server is on
//! this machine. Redirects are not followed.
#![forbid(unsafe_code)]

mod public;

pub use public::is_public;

use bytes::Bytes;
use http::header::HOST;
use http::{HeaderValue, Request, Response, Uri};
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig};
use rustls_platform_verifier::Verifier;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::TlsConnector;

/// The most bytes of a response. Metadata and keys of the large sign-in providers have a few
/// kilobytes, a chain of certificates has ten.
const MAX_ANSWER_BYTES: usize = 256 * 1024;

/// The time from the host lookup to the last byte of the response.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The address is neither `https://` nor on this machine.
    #[error("{0} is neither an https:// address nor on this machine")]
    NotSecure(Uri),
    /// The host has an address that is not on the public internet.
    #[error("{0} has the address {1}, which is not on the public internet")]
    NotPublic(String, IpAddr),
    /// The server shows the certificate of a CA itself.
    #[error(
        "the certificate of {0} is that of a CA, as \"openssl req -x509\" makes it, and not a \
         server's; make it again with -addext basicConstraints=critical,CA:FALSE -addext \
         subjectAltName=DNS:{0}"
    )]
    IsCa(String),
    #[error("no answer within {} s", TIMEOUT.as_secs())]
    TimedOut,
    #[error("the answer has more than {MAX_ANSWER_BYTES} bytes")]
    TooLong,
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

/// A response, as it will be.
pub type Answered = Pin<Box<dyn Future<Output = Result<Response<Vec<u8>>, HttpError>> + Send>>;

/// A client with the CAs it trusts. Cheap to clone.
#[derive(Clone)]
pub struct HttpClient {
    tls: TlsConnector,
    public_only: bool,
    for_public_data: bool,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

/// Returns `true` for an address that secrets may be sent to: `https://`, or
/// `http://` on this machine.
#[must_use]
pub fn is_reachable_address(address: &str) -> bool {
    address.parse::<Uri>().is_ok_and(|uri| is_secure(&uri) || is_loopback(&uri))
}

fn is_secure(uri: &Uri) -> bool {
    uri.scheme_str() == Some("https") && uri.host().is_some_and(|host| !host.is_empty())
}

fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().map(name_of).unwrap_or_default();
    let is_here = |address: IpAddr| address.is_loopback();
    uri.scheme_str() == Some("http") && (host == "localhost" || host.parse().is_ok_and(is_here))
}

/// Returns the host for a lookup. A URL has an IPv6 address in brackets, and a
/// lookup takes it without.
fn name_of(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

impl std::fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("HttpClient");
        debug.field("public_only", &self.public_only).finish_non_exhaustive()
    }
}

impl HttpClient {
    /// Creates a client that trusts the CAs of the system, and those in a PEM file.
    ///
    /// # Errors
    /// There is no CA to trust, or one in the file cannot be used.
    pub fn new(ca_file: Option<&Path>) -> Result<Self, UnusableCa> {
        let more = ca_file.map(certificates).transpose()?.unwrap_or_default();
        let provider = Arc::new(ring::default_provider());
        let no_tls = |error: rustls::Error| UnusableCa::NoRoots(error.to_string());
        let verifier =
            Verifier::new_with_extra_roots(more, Arc::clone(&provider)).map_err(no_tls)?;
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(no_tls)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        let tls = TlsConnector::from(Arc::new(config));
        Ok(Self { tls, public_only: false, for_public_data: false })
    }

    /// Restricts the client to `https://` and to hosts whose addresses are all on the public
    /// internet. It connects to the very addresses that it checked.
    #[must_use]
    pub fn public_only(self) -> Self {
        Self { public_only: true, ..self }
    }

    /// Lets the client connect to other machines without TLS, for data that is public and signed.
    #[must_use]
    pub fn for_public_data(self) -> Self {
        Self { for_public_data: true, ..self }
    }

    /// Returns a function that makes one request and returns its response.
    pub fn caller(&self) -> impl Fn(Request<Vec<u8>>) -> Answered + 'static {
        let client = self.clone();
        move |request| client.send(request)
    }

    /// Makes one request over a connection of its own.
    #[must_use]
    pub fn send(&self, request: Request<Vec<u8>>) -> Answered {
        let client = self.clone();
        Box::pin(async move {
            let answer = tokio::time::timeout(TIMEOUT, client.exchange(request)).await;
            answer.map_err(|_| HttpError::TimedOut)?
        })
    }

    async fn exchange(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, HttpError> {
        let uri = request.uri().clone();
        let stream = self.connect(&uri).await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        let (mut parts, body) = request.into_parts();
        // A request to an origin server has only the path in its first line, and the host in a
        // header.
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        parts.uri = path.parse().unwrap_or_default();
        if let Some(host) = uri.authority()
            && let Ok(host) = HeaderValue::from_str(host.as_str())
        {
            parts.headers.insert(HOST, host);
        }
        let answer = async {
            let answer = sender.send_request(Request::from_parts(parts, body_of(body))).await?;
            let (parts, body) = answer.into_parts();
            let body = Limited::new(body, MAX_ANSWER_BYTES).collect().await;
            let body = body.map_err(|error| match error.downcast::<LengthLimitError>() {
                Ok(_) => HttpError::TooLong,
                Err(error) => HttpError::Socket(io::Error::other(error)),
            })?;
            Ok(Response::from_parts(parts, body.to_bytes().into()))
        };
        let mut answer = std::pin::pin!(answer);
        tokio::select! {
            answer = &mut answer => answer,
            ended = connection => {
                // The response may be complete although the connection has ended.
                ended?;
                answer.await
            }
        }
    }

    async fn connect(&self, uri: &Uri) -> Result<Box<dyn Stream>, HttpError> {
        let not_secure = || HttpError::NotSecure(uri.clone());
        let secure = is_secure(uri);
        let is_plain = uri.scheme_str() == Some("http");
        let may_be_plain = is_loopback(uri) || (self.for_public_data && is_plain);
        if !secure && (self.public_only || !may_be_plain) {
            return Err(not_secure());
        }
        let host = name_of(uri.host().ok_or_else(not_secure)?);
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        let addresses: Vec<SocketAddr> = lookup_host((host, port)).await?.collect();
        let private = addresses.iter().find(|address| !is_public(address.ip()));
        if let Some(private) = private.filter(|_| self.public_only) {
            return Err(HttpError::NotPublic(host.to_owned(), private.ip()));
        }
        let socket = TcpStream::connect(&*addresses).await?;
        if !secure {
            return Ok(Box::new(socket));
        }
        let name = ServerName::try_from(host.to_owned()).map_err(|_| not_secure())?;
        let agreed = self.tls.connect(name, socket).await;
        Ok(Box::new(agreed.map_err(|error| explained(host, error))?))
    }
}

/// Says what to do about the certificate of a CA itself, as `openssl req -x509` makes it.
fn explained(host: &str, error: io::Error) -> HttpError {
    match error.get_ref().and_then(|inner| inner.downcast_ref()) {
        Some(rustls::Error::InvalidCertificate(CertificateError::Other(reason)))
            if format!("{reason:?}").contains("CaUsedAsEndEntity") =>
        {
            HttpError::IsCa(host.to_owned())
        }
        _ => HttpError::Socket(error),
    }
}

fn body_of(bytes: Vec<u8>) -> Full<Bytes> {
    Full::new(Bytes::from(bytes))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_public_client_reaches_neither_this_machine_nor_its_network() {
        let client = HttpClient::new(None).unwrap().public_only();
        let to = |address: &str| Request::post(address).body(Vec::new()).unwrap();
        for address in [
            "https://127.0.0.1:9/",
            "https://localhost/",
            "https://[::1]/",
            "https://10.0.0.1/",
            "https://169.254.169.254/latest/meta-data",
        ] {
            let refused = client.send(to(address)).await.unwrap_err();
            assert!(matches!(refused, HttpError::NotPublic(..)), "{address}: {refused}");
        }
        let refused = client.send(to("http://127.0.0.1:9/")).await.unwrap_err();
        assert!(matches!(refused, HttpError::NotSecure(_)), "{refused}");
    }
}
