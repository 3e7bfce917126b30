//! The TLS session of a connection, which is the writing end of its outbox and decrypts for the
//! reader. Both ends use the lock of the outbox, for as long as one record takes.

use rustls::ServerConnection;
use std::io::{self, IoSlice, Read as _, Write as _};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;

/// A socket's write half under a TLS session.
pub(super) struct Tls {
    pub(super) half: OwnedWriteHalf,
    session: ServerConnection,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("half", &self.half).finish_non_exhaustive()
    }
}

impl Tls {
    pub(super) fn new(half: OwnedWriteHalf, session: ServerConnection) -> Self {
        Self { half, session }
    }

    /// Moves the session to another half of the same socket.
    pub(super) fn into_parts(self) -> (OwnedWriteHalf, ServerConnection) {
        (self.half, self.session)
    }

    /// Returns `true` if the socket has not accepted everything that was encrypted.
    pub(super) fn owes(&self) -> bool {
        self.session.wants_write()
    }

    /// Encrypts bytes and writes them. Returns how many were encrypted: none while the socket has
    /// not accepted what was encrypted before, so that at most one call's bytes wait inside the
    /// session.
    pub(super) fn try_write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.try_write_pieces(&[IoSlice::new(bytes)])
    }

    /// Does the same with several pieces, in one record if they are short.
    pub(super) fn try_write_pieces(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        self.flush()?;
        let count = self.session.writer().write_vectored(pieces)?;
        match self.flush() {
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
            _ => Ok(count),
        }
    }

    /// Decrypts bytes of the socket, none at its end, and returns as much as fits.
    ///
    /// # Errors
    /// `WouldBlock` if more bytes are needed; any other error ends the connection.
    pub(super) fn decrypt(&mut self, mut bytes: &[u8], into: &mut [u8]) -> io::Result<usize> {
        loop {
            self.session.read_tls(&mut bytes)?;
            let processed = self.session.process_new_packets();
            // An alert, or an answer to a change of keys.
            let flushed = self.flush();
            if let Err(error) = processed {
                return Err(io::Error::new(io::ErrorKind::InvalidData, error));
            }
            match flushed {
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => return Err(error),
                _ if bytes.is_empty() => return self.take_decrypted(into),
                _ => {}
            }
        }
    }

    /// Returns bytes that were decrypted already.
    pub(super) fn take_decrypted(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.session.reader().read(into) {
            // Many clients close the socket without a word. WebSocket has a close of its own, so a
            // stream that was cut is noticed there.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
            read => read,
        }
    }

    /// Announces the end of the stream, if the socket accepts that at once.
    pub(super) fn close(&mut self) {
        self.session.send_close_notify();
        // A client that reads nothing learns of the end from the socket.
        let _ = self.flush();
    }

    fn flush(&mut self) -> io::Result<()> {
        while self.session.wants_write() {
            if self.session.write_tls(&mut Raw(self.half.as_ref()))? == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
        }
        Ok(())
    }
}

/// The socket as rustls writes to it: it never waits.
struct Raw<'a>(&'a TcpStream);

impl io::Write for Raw<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        match pieces {
            // A plain write is cheaper for the system.
            [piece] => self.0.try_write(piece),
            pieces => self.0.try_write_vectored(pieces),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
