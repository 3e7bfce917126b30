//! The stream tungstenite works on: it reads from the socket and writes into the outbox, so that
//! its pongs and closes never cut into a frame that a table is writing.

use super::outbox::Outbox;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;

/// The socket's read half with the connection's outbox in place of its write half.
#[derive(Debug)]
pub(super) struct Duplex {
    read: OwnedReadHalf,
    outbox: Arc<Outbox>,
}

impl Duplex {
    pub(super) fn new(read: OwnedReadHalf, outbox: Arc<Outbox>) -> Self {
        Self { read, outbox }
    }

    /// The socket itself, for waiting on it.
    pub(super) fn socket(&self) -> &TcpStream {
        self.read.as_ref()
    }
}

impl AsyncRead for Duplex {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.read).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Duplex {
    /// Takes everything at once: tungstenite writes whole frames here.
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        frames: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.outbox.send_raw(frames);
        Poll::Ready(Ok(frames.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
