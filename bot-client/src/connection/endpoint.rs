//! The `ws://` or `wss://` addresses of a room, resolved once for all bots.

use super::ConnectionError;
use super::stream::Stream;
#[cfg(feature = "tls")]
use super::tls::Tls;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use http::Uri;
use socket2::SockRef;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream, lookup_host};

/// The environment variable that names a PEM file of CAs to trust in addition to those of the
/// system. It serves servers whose certificate no public CA has signed.
pub const CA_FILE: &str = "CARDROOM_CA_FILE";

/// How long an address of a server may be silent before the next one is tried beside it (RFC 8305).
const NEXT_ADDRESS_AFTER: Duration = Duration::from_millis(250);

/// The servers of a room, with their resolved addresses. Clones share which one answered last.
#[derive(Clone, Debug)]
pub struct Endpoint {
    url: String,
    servers: Arc<[Server]>,
    /// The place of the server that answered last.
    last: Arc<AtomicUsize>,
    receive_buffer: Option<u32>,
    segment_size: Option<u32>,
}

/// A server's URL and its resolved addresses.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) url: String,
    addresses: Vec<SocketAddr>,
    /// The TLS settings of a `wss://` address.
    #[cfg(feature = "tls")]
    tls: Option<Tls>,
}

/// Why bots cannot connect to an address.
#[derive(Debug, thiserror::Error)]
pub enum EndpointError {
    /// The URL does not parse.
    #[error("{url:?} is not a URL: {reason}")]
    NotAUrl {
        /// The URL as given.
        url: String,
        /// The error message of the parser.
        reason: String,
    },
    /// The URL is that of the room's web page.
    #[error("{url:?} is a page to look at; bots connect to {instead}")]
    Http {
        /// The URL as given.
        url: String,
        /// The address for bots on the same server, if it is a Cardroom server.
        instead: String,
    },
    /// The scheme is neither `ws` nor `wss`.
    #[error("{0:?} is no address of a server; write ws:// or wss:// before the host")]
    NotWs(String),
    /// The scheme is `wss`, but the library was built without TLS.
    #[error(
        "{0:?} needs TLS, which this program was built without; build cardroom-bot with its feature \"tls\", which \
         is on by default"
    )]
    NoTls(String),
    /// The host of a `wss` address cannot occur in a certificate.
    #[error("{0:?} is no name or address that a certificate can be for")]
    NoServerName(String),
    /// The file with additional CAs cannot be used.
    #[error("the CA file {}: {reason}", file.display())]
    CaFile {
        /// The path as given.
        file: PathBuf,
        /// Why the file cannot be used.
        reason: String,
    },
    /// There are no CAs to trust, or one of the CA file cannot be used.
    #[error(
        "no CA can be trusted ({0}); install your system's CA certificates, or check {CA_FILE}"
    )]
    NoRoots(String),
    /// The host name cannot be resolved.
    #[error("cannot look up {host}: {error}")]
    Lookup {
        /// The host name that was looked up.
        host: String,
        /// The system's error message.
        error: io::Error,
    },
}

impl EndpointError {
    /// Returns `true` if the address or the settings of this computer are at fault, and not the
    /// network.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        !matches!(self, Self::Lookup { .. })
    }
}

impl Endpoint {
    /// Parses a URL such as `ws://127.0.0.1:7777/ws` or `wss://poker.example/ws`,
    /// and resolves its host. A room on several machines has a list with commas between the URLs,
    /// of which every connection tries one after the other.
    ///
    /// The certificate of a `wss` server must lead to a CA that the system trusts, or to one in the
    /// file that the environment variable [`CA_FILE`] names. This check cannot be turned off.
    ///
    /// # Errors
    /// Fails if the URL is not one of these, the host is unknown, or the CA file cannot be used.
    pub async fn resolve(url: &str) -> Result<Self, EndpointError> {
        let ca_file = std::env::var_os(CA_FILE).filter(|file| !file.is_empty()).map(PathBuf::from);
        Self::resolve_trusting(url, ca_file.as_deref()).await
    }

    /// Resolves like [`resolve`](Self::resolve), but with the given CA file instead of the one
    /// that the environment names.
    ///
    /// # Errors
    /// Fails as [`resolve`](Self::resolve) does.
    pub async fn resolve_trusting(
        url: &str,
        ca_file: Option<&Path>,
    ) -> Result<Self, EndpointError> {
        let mut servers = Vec::new();
        for one in url.split(',') {
            servers.push(Server::resolve(one.trim(), ca_file).await?);
        }
        Ok(Self {
            url: url.to_owned(),
            servers: servers.into(),
            last: Arc::default(),
            receive_buffer: None,
            segment_size: None,
        })
    }

    /// Returns the servers with their places, beginning with the one that answered last.
    pub(super) fn in_turn(&self) -> impl ExactSizeIterator<Item = (usize, &Server)> {
        let (first, count) = (self.last.load(Ordering::Relaxed), self.servers.len());
        (0..count)
            .map(move |turn| (first + turn) % count)
            .map(|place| (place, &self.servers[place]))
    }

    /// Notes that a server has answered a hello.
    pub(super) fn let_in(&self, place: usize) {
        self.last.store(place, Ordering::Relaxed);
    }

    /// Notes that a server no longer answers. Connections begin with the next one, unless another
    /// one has let a client in since.
    pub(super) fn pass_over(&self, place: usize) {
        let next = (place + 1) % self.servers.len();
        let _ = self.last.compare_exchange(place, next, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Returns the URL as given.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Limits the receive buffer of connections to about this size, so that the server soon notices
    /// a client that does not read.
    #[must_use]
    pub fn with_receive_buffer(self, bytes: u32) -> Self {
        Self { receive_buffer: Some(bytes), ..self }
    }

    /// Limits the size of packets to this client. Loopback packets are 64 KiB long, and the kernel
    /// then buffers megabytes that a client has not read.
    #[must_use]
    pub fn with_segment_size(self, bytes: u32) -> Self {
        Self { segment_size: Some(bytes), ..self }
    }

    async fn dial(&self, address: SocketAddr, source: Option<IpAddr>) -> io::Result<TcpStream> {
        self.socket(address, source)?.connect(address).await
    }

    /// Makes a socket that is ready to connect to an address.
    fn socket(&self, address: SocketAddr, source: Option<IpAddr>) -> io::Result<TcpSocket> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        if let Some(bytes) = self.receive_buffer {
            // Set before connecting, because TCP negotiates the window then.
            socket.set_recv_buffer_size(bytes)?;
        }
        if let Some(bytes) = self.segment_size {
            SockRef::from(&socket).set_tcp_mss(bytes)?;
        }
        if let Some(source) = source.filter(|source| source.is_ipv4() == address.is_ipv4()) {
            // The remote address and port distinguish connections, so local ports may be shared.
            socket.set_reuseaddr(true)?;
            socket.bind((source, 0).into())?;
        }
        Ok(socket)
    }
}

impl Server {
    async fn resolve(url: &str, ca_file: Option<&Path>) -> Result<Self, EndpointError> {
        let not_a_url = |reason: String| EndpointError::NotAUrl { url: url.to_owned(), reason };
        let uri: Uri =
            url.parse().map_err(|error: http::uri::InvalidUri| not_a_url(error.to_string()))?;
        let is_secure = match (uri.scheme_str(), uri.authority()) {
            (Some("ws"), _) => false,
            (Some("wss"), _) => true,
            (Some(page @ ("http" | "https")), Some(authority)) => {
                let scheme = if page == "https" { "wss" } else { "ws" };
                let instead = format!("{scheme}://{authority}/ws");
                return Err(EndpointError::Http { url: url.to_owned(), instead });
            }
            _ => return Err(EndpointError::NotWs(url.to_owned())),
        };
        let host = uri.host().ok_or_else(|| not_a_url("it names no host".to_owned()))?;
        // An IPv6 address has brackets in a URL, and none in a lookup.
        let name = host.trim_start_matches('[').trim_end_matches(']');
        #[cfg(feature = "tls")]
        let tls = is_secure.then(|| Tls::new(name, ca_file)).transpose()?;
        #[cfg(not(feature = "tls"))]
        if is_secure {
            let _ = ca_file;
            return Err(EndpointError::NoTls(url.to_owned()));
        }
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        let lookup = |error| EndpointError::Lookup { host: host.to_owned(), error };
        let found = lookup_host((name, port)).await.map_err(lookup)?;
        let addresses: Vec<_> = found.collect();
        if addresses.is_empty() {
            return Err(lookup(io::ErrorKind::NotFound.into()));
        }
        Ok(Self {
            url: url.to_owned(),
            addresses,
            #[cfg(feature = "tls")]
            tls,
        })
    }

    /// Connects to an address that answers, and performs the TLS handshake for `wss`.
    pub(super) async fn connect(
        &self,
        endpoint: &Endpoint,
        source: Option<IpAddr>,
    ) -> Result<Stream, ConnectionError> {
        let socket = self.connect_socket(endpoint, source).await?;
        socket.set_nodelay(true)?;
        #[cfg(feature = "tls")]
        if let Some(tls) = &self.tls {
            return Ok(Stream::Tls(Box::new(tls.connect(socket).await?)));
        }
        Ok(Stream::Plain(socket))
    }

    /// Connects to the address that answers first. An address that is silent for a moment gets the
    /// next one as a rival, so that a dead one does not use up the time of the attempt.
    async fn connect_socket(
        &self,
        endpoint: &Endpoint,
        source: Option<IpAddr>,
    ) -> io::Result<TcpStream> {
        let mut addresses = self.addresses.iter();
        let mut attempts = FuturesUnordered::new();
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        loop {
            attempts.extend(addresses.next().map(|address| endpoint.dial(*address, source)));
            let connected = if addresses.len() == 0 {
                attempts.next().await
            } else {
                match tokio::time::timeout(NEXT_ADDRESS_AFTER, attempts.next()).await {
                    Ok(connected) => connected,
                    Err(_) => continue,
                }
            };
            match connected {
                Some(Ok(stream)) => return Ok(stream),
                Some(Err(error)) => last = error,
                None => return Err(last),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn only_ws_and_wss_urls_are_taken() {
        let endpoint = Endpoint::resolve("ws://127.0.0.1:7777/ws").await.unwrap();
        assert_eq!(
            endpoint.servers[0].addresses,
            ["127.0.0.1:7777".parse::<SocketAddr>().unwrap()]
        );
        let v6 = Endpoint::resolve("ws://[::1]/ws").await.unwrap();
        assert_eq!(v6.servers[0].addresses, ["[::1]:80".parse::<SocketAddr>().unwrap()]);
        for url in ["http://127.0.0.1/ws", "https://127.0.0.1/ws", "127.0.0.1:7777", "ftp://a/ws"] {
            assert!(Endpoint::resolve(url).await.is_err(), "{url}");
        }
        for (page, instead) in [
            ("http://127.0.0.1:7777/", "ws://127.0.0.1:7777/ws"),
            ("https://poker.example/#/tables", "wss://poker.example/ws"),
        ] {
            let told = Endpoint::resolve(page).await.unwrap_err().to_string();
            assert!(told.ends_with(&format!("connect to {instead}")), "{told}");
        }
    }

    #[tokio::test]
    async fn several_servers_are_tried_in_turn_from_the_one_that_answered_last() {
        let list = "ws://127.0.0.1:1/ws, ws://127.0.0.1:2/ws,ws://127.0.0.1:3/ws";
        let endpoint = Endpoint::resolve(list).await.unwrap();
        let turns = || endpoint.in_turn().map(|(place, _)| place).collect::<Vec<_>>();
        assert_eq!(turns(), [0, 1, 2]);
        endpoint.clone().let_in(2);
        assert_eq!(turns(), [2, 0, 1]);
        endpoint.clone().pass_over(1);
        assert_eq!(turns(), [2, 0, 1], "another one has let a client in since");
        let urls: Vec<_> = endpoint.in_turn().map(|(_, server)| server.url.as_str()).collect();
        assert_eq!(urls, ["ws://127.0.0.1:3/ws", "ws://127.0.0.1:1/ws", "ws://127.0.0.1:2/ws"]);
        for list in ["ws://127.0.0.1:1/ws,", ",", "ws://127.0.0.1:1/ws,http://127.0.0.1:2/"] {
            assert!(Endpoint::resolve(list).await.is_err(), "{list}");
        }
        endpoint.clone().pass_over(2);
        assert_eq!(turns(), [0, 1, 2]);
    }

    /// Returns an address that takes no more connections: it answers nothing.
    async fn black_hole() -> (TcpListener, Vec<TcpStream>, SocketAddr) {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = socket.listen(1).unwrap();
        let address = listener.local_addr().unwrap();
        let mut waiting = Vec::new();
        // Nothing accepts them, so the kernel drops attempts once its queue is full.
        while let Ok(connected) =
            tokio::time::timeout(2 * NEXT_ADDRESS_AFTER, TcpStream::connect(address)).await
        {
            waiting.push(connected.unwrap());
        }
        (listener, waiting, address)
    }

    #[tokio::test]
    async fn a_dead_address_of_a_name_does_not_hide_a_living_one() {
        let (_listener, _waiting, dead) = black_hole().await;
        let living = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = living.local_addr().unwrap();
        let refusing: SocketAddr = "127.0.0.1:1".parse().unwrap();
        let endpoint = Endpoint::resolve("ws://127.0.0.1/ws").await.unwrap();
        let mut server = Server::resolve("ws://127.0.0.1/ws", None).await.unwrap();
        server.addresses = vec![refusing, dead, address];
        let connected = server.connect_socket(&endpoint, None);
        let connected = tokio::time::timeout(Duration::from_secs(5), connected).await;
        let stream = connected.expect("the dead address is passed over").unwrap();
        assert_eq!(stream.peer_addr().unwrap(), address);
        server.addresses = vec![refusing, refusing];
        let error = server.connect_socket(&endpoint, None).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ConnectionRefused);
    }

    #[cfg(feature = "tls")]
    #[tokio::test]
    async fn wss_has_a_port_of_its_own_and_a_ca_file_must_hold_certificates() {
        let folder = tempfile::tempdir().unwrap();
        let own = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let ca = folder.path().join("ca.pem");
        std::fs::write(&ca, own.cert.pem()).unwrap();
        let resolve = |url: &'static str, file: PathBuf| async move {
            Endpoint::resolve_trusting(url, Some(&file)).await
        };
        let endpoint = resolve("wss://127.0.0.1/ws", ca.clone()).await.unwrap();
        assert_eq!(endpoint.servers[0].addresses, ["127.0.0.1:443".parse::<SocketAddr>().unwrap()]);
        assert!(resolve("wss://[::1]:7777/ws", ca).await.is_ok());

        let empty = folder.path().join("empty.pem");
        std::fs::write(&empty, "no certificate\n").unwrap();
        let broken = folder.path().join("broken.pem");
        std::fs::write(&broken, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
            .unwrap();
        let missing = folder.path().join("missing.pem");
        for (file, is_a_file_error) in [(empty, true), (missing, true), (broken, false)] {
            let error = resolve("wss://127.0.0.1/ws", file).await.unwrap_err();
            assert_eq!(matches!(error, EndpointError::CaFile { .. }), is_a_file_error, "{error}");
            assert!(is_a_file_error || matches!(error, EndpointError::NoRoots(_)), "{error}");
        }
    }

    #[cfg(not(feature = "tls"))]
    #[tokio::test]
    async fn without_tls_a_wss_url_is_refused_with_the_way_to_get_it() {
        let error = Endpoint::resolve("wss://127.0.0.1/ws").await.unwrap_err();
        assert!(matches!(error, EndpointError::NoTls(_)));
        assert!(error.to_string().contains("feature \"tls\""), "{error}");
    }
}
