//! Lookups and connections: those of the system, or a test's own.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};

/// A byte stream to another server.
pub trait Socket: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Socket for T {}

/// Something that a [`Network`] will have done.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send + 'a>>;

/// Resolves hosts and opens connections.
pub trait Network: Send + Sync {
    /// Returns the addresses of a host.
    fn resolve<'a>(&'a self, host: &'a str, port: u16) -> Pending<'a, Vec<SocketAddr>>;

    /// Opens a connection to an address.
    fn connect(&self, address: SocketAddr) -> Pending<'_, Box<dyn Socket>>;
}

/// The network of this machine.
pub(crate) struct System;

impl Network for System {
    fn resolve<'a>(&'a self, host: &'a str, port: u16) -> Pending<'a, Vec<SocketAddr>> {
        Box::pin(async move { Ok(lookup_host((host, port)).await?.collect()) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, Box<dyn Socket>> {
        Box::pin(async move {
            let socket = TcpStream::connect(address).await?;
            Ok(Box::new(socket) as Box<dyn Socket>)
        })
    }
}
