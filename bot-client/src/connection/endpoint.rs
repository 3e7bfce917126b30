//! Where a server is: a `ws://` address, looked up once for all bots.

use http::Uri;
use socket2::SockRef;
use std::io;
use std::net::{IpAddr, SocketAddr};
use tokio::net::{TcpSocket, TcpStream, lookup_host};

/// Where a server is.
#[derive(Clone, Debug)]
pub struct Endpoint {
    url: String,
    addresses: Vec<SocketAddr>,
    receive_buffer: Option<u32>,
    segment_size: Option<u32>,
}

/// Not an address a bot can connect to.
#[derive(Debug, thiserror::Error)]
pub enum EndpointError {
    /// It does not parse.
    #[error("{url:?} is not a URL: {reason}")]
    NotAUrl {
        /// What was given.
        url: String,
        /// What the parser says.
        reason: String,
    },
    /// The address of the room's page.
    #[error("{url:?} is a page to look at; bots connect to {instead}")]
    Http {
        /// What was given.
        url: String,
        /// Where the same server takes bots, if it is a Cardroom server.
        instead: String,
    },
    /// The scheme is not `ws`.
    #[error("{0:?}: only ws:// is spoken; put a TLS proxy on this side for wss://")]
    NotWs(String),
    /// The name is not known.
    #[error("cannot look up {host}: {error}")]
    Lookup {
        /// The host's name.
        host: String,
        /// What the system says.
        error: io::Error,
    },
}

impl Endpoint {
    /// Parses a URL such as `ws://127.0.0.1:7777/ws` and looks its host up.
    ///
    /// # Errors
    /// It is not a `ws://` URL, or the host is not known.
    pub async fn resolve(url: &str) -> Result<Self, EndpointError> {
        let not_a_url = |reason: String| EndpointError::NotAUrl { url: url.to_owned(), reason };
        let uri: Uri =
            url.parse().map_err(|error: http::uri::InvalidUri| not_a_url(error.to_string()))?;
        if let (Some("http"), Some(authority)) = (uri.scheme_str(), uri.authority()) {
            let instead = format!("ws://{authority}/ws");
            return Err(EndpointError::Http { url: url.to_owned(), instead });
        }
        if uri.scheme_str() != Some("ws") {
            return Err(EndpointError::NotWs(url.to_owned()));
        }
        let host = uri.host().ok_or_else(|| not_a_url("it names no host".to_owned()))?;
        // An IPv6 address stands in brackets in a URL and without in a lookup.
        let name = host.trim_start_matches('[').trim_end_matches(']');
        let lookup = |error| EndpointError::Lookup { host: host.to_owned(), error };
        let found = lookup_host((name, uri.port_u16().unwrap_or(80))).await.map_err(lookup)?;
        let addresses: Vec<_> = found.collect();
        if addresses.is_empty() {
            return Err(lookup(io::ErrorKind::NotFound.into()));
        }
        Ok(Self { url: url.to_owned(), addresses, receive_buffer: None, segment_size: None })
    }

    /// The URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The same server, whose connections keep no more than about so many bytes unread: a client that
    /// does not read is noticed soon.
    #[must_use]
    pub fn with_receive_buffer(self, bytes: u32) -> Self {
        Self { receive_buffer: Some(bytes), ..self }
    }

    /// The same server, whose packets to this client carry no more than so many bytes. Loopback's carry 64
    /// KiB, for which a kernel keeps megabytes of what a client does not read.
    #[must_use]
    pub fn with_segment_size(self, bytes: u32) -> Self {
        Self { segment_size: Some(bytes), ..self }
    }

    /// Connects to the first address that answers.
    pub(super) async fn connect(&self, source: Option<IpAddr>) -> io::Result<TcpStream> {
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for &address in &self.addresses {
            let connected = match self.socket(address, source) {
                Ok(socket) => socket.connect(address).await,
                Err(error) => Err(error),
            };
            match connected {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// A socket that is ready to connect to an address.
    fn socket(&self, address: SocketAddr, source: Option<IpAddr>) -> io::Result<TcpSocket> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        if let Some(bytes) = self.receive_buffer {
            // Before connecting: the window is agreed on then.
            socket.set_recv_buffer_size(bytes)?;
        }
        if let Some(bytes) = self.segment_size {
            SockRef::from(&socket).set_tcp_mss(bytes)?;
        }
        if let Some(source) = source.filter(|source| source.is_ipv4() == address.is_ipv4()) {
            // Address and port of the other end tell connections apart, so ports may be shared.
            socket.set_reuseaddr(true)?;
            socket.bind((source, 0).into())?;
        }
        Ok(socket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_ws_urls_are_taken() {
        let endpoint = Endpoint::resolve("ws://127.0.0.1:7777/ws").await.unwrap();
        assert_eq!(endpoint.addresses, ["127.0.0.1:7777".parse::<SocketAddr>().unwrap()]);
        let v6 = Endpoint::resolve("ws://[::1]/ws").await.unwrap();
        assert_eq!(v6.addresses, ["[::1]:80".parse::<SocketAddr>().unwrap()]);
        for url in ["wss://127.0.0.1/ws", "http://127.0.0.1/ws", "127.0.0.1:7777"] {
            assert!(Endpoint::resolve(url).await.is_err(), "{url}");
        }
        let page = Endpoint::resolve("http://127.0.0.1:7777/").await.unwrap_err().to_string();
        assert!(page.ends_with("connect to ws://127.0.0.1:7777/ws"), "{page}");
    }
}
