//! The stream tungstenite works on. It reads from the socket and writes to the outbox, so that
//! tungstenite's pongs and closes never cut into a frame that a table is writing.

use super::fragments::Fragments;
use cardroom_room::outbox::Outbox;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;

/// The socket's read half, with the connection's outbox as the write half.
#[derive(Debug)]
pub(super) struct Duplex {
    /// `None` if a move to another runtime failed.
    read: Option<OwnedReadHalf>,
    /// Whether the outbox decrypts what the socket reads.
    is_tls: bool,
    outbox: Arc<Outbox>,
    fragments: Fragments,
}

impl Duplex {
    /// Creates the stream. `leftover` was read with the handshake, and tungstenite already has it.
    pub(super) fn new(
        read: OwnedReadHalf,
        is_tls: bool,
        outbox: Arc<Outbox>,
        leftover: &[u8],
    ) -> Self {
        let mut fragments = Fragments::default();
        fragments.read(leftover);
        Self { read: Some(read), is_tls, outbox, fragments }
    }

    /// Reads and drops what the client still sends, until it closes the socket.
    pub(super) async fn drain(&mut self) {
        let Some(read) = &mut self.read else { return };
        let mut scrap = [0; 256];
        while read.read(&mut scrap).await.is_ok_and(|count| count > 0) {}
    }

    /// Registers the socket with the current runtime instead of the one before. The stream ends if
    /// that fails.
    pub(super) fn change_runtime(&mut self) {
        self.read = self.read.take().and_then(|read| self.outbox.change_runtime(read));
    }

    /// Returns how many fragments of messages have begun since the last call.
    pub(super) fn take_fragments(&mut self) -> u32 {
        self.fragments.take()
    }

    /// Returns `true` if a control frame has begun that is longer than allowed.
    pub(super) fn has_long_control(&self) -> bool {
        self.fragments.has_long_control()
    }

    /// Returns `true` if a frame has begun whose length takes more bytes than needed.
    pub(super) fn has_padded_length(&self) -> bool {
        self.fragments.has_padded_length()
    }

    /// Returns the socket itself, for waiting on it; `None` if there is none any more.
    pub(super) fn socket(&self) -> Option<&TcpStream> {
        Some(self.read.as_ref()?.as_ref())
    }
}

impl AsyncRead for Duplex {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let duplex = self.get_mut();
        let Some(read) = &mut duplex.read else { return Poll::Ready(Ok(())) };
        let before = buffer.filled().len();
        if duplex.is_tls {
            ready!(duplex.outbox.poll_read_tls(read, cx, buffer))?;
        } else {
            ready!(Pin::new(read).poll_read(cx, buffer))?;
        }
        duplex.fragments.read(&buffer.filled()[before..]);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Duplex {
    /// Accepts everything at once, because tungstenite writes whole frames here.
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
