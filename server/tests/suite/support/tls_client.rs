//! A TLS client that trusts one CA, and a bridge by which clients without TLS reach a room with it.

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// A client of one server, which it calls by a name whatever its address is.
#[derive(Clone)]
pub(crate) struct TlsClient {
    address: SocketAddr,
    name: String,
    config: ClientConfig,
}

impl TlsClient {
    /// Makes a client that trusts this CA, in PEM.
    pub(crate) fn new(address: SocketAddr, name: &str, ca: &str) -> Self {
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(ca.as_bytes()) {
            roots.add(certificate.unwrap()).unwrap();
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        // A resumed session would not show its certificate.
        config.resumption = rustls::client::Resumption::disabled();
        Self { address, name: name.to_owned(), config }
    }

    /// Makes it offer these protocols (ALPN).
    pub(crate) fn offering(mut self, protocols: &[&str]) -> Self {
        self.config.alpn_protocols =
            protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
        self
    }

    pub(crate) async fn connect(&self) -> io::Result<TlsStream<TcpStream>> {
        let socket = TcpStream::connect(self.address).await?;
        let name = ServerName::try_from(self.name.clone()).unwrap();
        TlsConnector::from(Arc::new(self.config.clone())).connect(name, socket).await
    }

    /// Returns the certificate that a new connection gets.
    pub(crate) async fn certificate(&self) -> io::Result<Vec<u8>> {
        let stream = self.connect().await?;
        Ok(stream.get_ref().1.peer_certificates().unwrap()[0].to_vec())
    }

    /// Requests a page, and returns the whole response.
    pub(crate) async fn get(&self, path: &str) -> io::Result<String> {
        let mut stream = self.connect().await?;
        let host = &self.name;
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut response = Vec::new();
        stream.read_to_end(&mut response).await?;
        Ok(String::from_utf8_lossy(&response).into_owned())
    }

    /// Opens a port on this machine that leads to the server through TLS.
    pub(crate) async fn bridge(self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let client = self.clone();
                tokio::spawn(async move {
                    let Ok(mut far) = client.connect().await else { return };
                    let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
                });
            }
        });
        address
    }
}
