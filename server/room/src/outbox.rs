//! One outbox per connection: a short lock over the socket's write half and the pending bytes.
//!
//! If nothing is pending, the sender of a message writes it to the socket at once, without waking a
//! task. Bytes that the socket does not accept stay here, and the connection's own task flushes
//! them. The messages to a client with several tables always stay until then, so that those of many
//! tables are one write. A message that may wait stays for a moment, so that the next one goes with
//! it. Nothing in here ever waits for a client.

mod late;
mod tls;
mod unwritten;
mod violation;

pub use late::write_late;
pub(crate) use unwritten::unwritten;
pub use violation::{Violation, reason};

use crate::limits::TurnAnswers;
use bytes::{Buf, Bytes, BytesMut};
use cardroom_protocol::codec::Frame as MessageFrame;
use cardroom_protocol::server::{Goodbye, ServerMessage};
use cardroom_protocol::{Encoding, ErrorCode};
use futures_util::task::AtomicWaker;
use parking_lot::Mutex;
use rustls::ServerConnection;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use tls::Tls;
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};

/// The longest header of an unmasked frame.
const MAX_HEADER_BYTES: usize = 10;
/// The longest reason a close frame can carry (RFC 6455, 5.5: 125 bytes with the code).
const MAX_CLOSE_REASON_BYTES: usize = 123;
/// Added to an error's number to make a WebSocket close code.
const CLOSE_CODE_BASE: u16 = 4_000;

/// A frame up to this long is copied together with its header, because one short write is cheaper
/// for the system than a vectored one.
const ONE_PIECE_BYTES: usize = 512;
/// How much of an encrypted stream is read at once. Messages of clients are short.
const TLS_READ_BYTES: usize = 2_048;
/// Messages do not wait for others any longer when they are this long together.
const MOST_LATE_BYTES: usize = 4_096;

/// The queue of messages to one connection.
#[derive(Debug)]
pub struct Outbox {
    encoding: Encoding,
    pending_limit: usize,
    state: Mutex<State>,
    /// Wakes the connection's own task if bytes are pending or the connection must end.
    task: AtomicWaker,
    /// The answers that tables wait for from this connection.
    answers: TurnAnswers,
    /// Whether a person can see the client.
    visible: AtomicBool,
}

#[derive(Debug)]
struct State {
    sink: Sink,
    /// Messages wait for the connection's task.
    gathers: bool,
    /// Whole frames, except that the socket may have accepted the beginning of the first one.
    pending: BytesMut,
    /// When the pending bytes are written, if they only wait for more.
    late: Option<Instant>,
    ending: Option<Ending>,
}

#[derive(Debug)]
enum Sink {
    Socket(OwnedWriteHalf),
    Tls(Box<Tls>),
    /// Keeps the payloads until they are taken.
    Recording(Recorded),
    Gone,
}

/// The payloads that were not taken yet.
#[derive(Debug, Default)]
struct Recorded {
    payloads: Vec<Bytes>,
    bytes: usize,
}

/// The state of an outbox after a flush.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub drained: bool,
    /// Set if the connection takes no more messages.
    pub ending: Option<Ending>,
}

/// The reason why a connection takes no more messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The client gets a goodbye with this code.
    Goodbye(ErrorCode),
    /// The client broke WebSocket and gets the close code of this violation.
    Violation(Violation),
    Normal,
    Broken,
}

impl Outbox {
    /// Creates an outbox that writes to a socket and buffers at most `pending_limit` bytes.
    #[must_use]
    pub fn new(encoding: Encoding, socket: OwnedWriteHalf, pending_limit: usize) -> Self {
        Self::with_sink(encoding, Sink::Socket(socket), pending_limit)
    }

    /// Creates an outbox that writes to a socket through a TLS session whose handshake is over.
    #[must_use]
    pub fn over_tls(
        encoding: Encoding,
        socket: OwnedWriteHalf,
        session: ServerConnection,
        pending_limit: usize,
    ) -> Self {
        let tls = Box::new(Tls::new(socket, session));
        Self::with_sink(encoding, Sink::Tls(tls), pending_limit)
    }

    /// Creates an outbox that records its payloads, for tests and for runs without sockets.
    #[must_use]
    pub fn recording(encoding: Encoding) -> Self {
        Self::recording_at_most(encoding, usize::MAX)
    }

    /// Creates an outbox that records payloads for a client that [takes](Self::poll_recorded) them.
    /// It closes if the client leaves more than `pending_limit` bytes.
    #[must_use]
    pub fn recording_at_most(encoding: Encoding, pending_limit: usize) -> Self {
        Self::with_sink(encoding, Sink::Recording(Recorded::default()), pending_limit)
    }

    fn with_sink(encoding: Encoding, sink: Sink, pending_limit: usize) -> Self {
        let state =
            State { sink, gathers: false, pending: BytesMut::new(), late: None, ending: None };
        Self {
            encoding,
            pending_limit,
            state: Mutex::new(state),
            task: AtomicWaker::new(),
            answers: TurnAnswers::default(),
            visible: AtomicBool::new(true),
        }
    }

    /// Returns the answers to turns that do not count against the connection's message rate.
    #[must_use]
    pub fn answers(&self) -> &TurnAnswers {
        &self.answers
    }

    /// Notes whether a person can see the client.
    pub fn set_visible(&self, visible: bool) {
        self.visible.store(visible, Ordering::Relaxed);
    }

    /// Returns `true` unless the client said that nobody can see it.
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.visible.load(Ordering::Relaxed)
    }

    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Sends one frame's payload (the result of
    /// [`Frame::finish`](cardroom_protocol::codec::Frame::finish)) without ever waiting. Closes a
    /// connection with too many bytes pending.
    pub fn send(&self, payload: &[u8]) {
        let (header, length) = self.header(payload);
        let mut state = self.state.lock();
        if state.ending.is_some() {
            return;
        }
        if let Sink::Recording(recorded) = &mut state.sink {
            let waiting = recorded.bytes;
            if waiting > 0 && waiting + payload.len() > self.pending_limit {
                self.end(
                    &mut state,
                    Ending::Goodbye(ErrorCode::SlowClient),
                    "The connection is too slow: too many messages wait unread. Connect again.",
                );
                return;
            }
            recorded.push(Bytes::copy_from_slice(payload));
            self.task.wake();
            return;
        }
        self.write(&mut state, &header[..length], payload);
    }

    /// Sends one frame's payload like [`send`](Self::send), but lets it wait for a moment for the
    /// next one, if this is a thread of play.
    pub fn send_soon(self: &Arc<Self>, payload: &[u8]) {
        let Some(delay) = late::delay() else { return self.send(payload) };
        let (header, length) = self.header(payload);
        let mut state = self.state.lock();
        if state.ending.is_some() || !state.sink.is_connected() {
            drop(state);
            return self.send(payload);
        }
        match state.late {
            Some(_) if state.pending.len() + payload.len() < MOST_LATE_BYTES => {
                state.keep(&header[..length], payload);
            }
            None if state.pending.is_empty() => {
                state.keep(&header[..length], payload);
                let due = Instant::now() + delay;
                state.late = Some(due);
                drop(state);
                late::remember(due, self);
            }
            _ => self.write(&mut state, &header[..length], payload),
        }
    }

    /// Writes the bytes that are due at this time, unless they are written already.
    fn write_late(&self, due: Instant) {
        let mut state = self.state.lock();
        if state.late == Some(due) && state.write_pending() {
            self.task.wake();
        }
    }

    fn header(&self, payload: &[u8]) -> ([u8; MAX_HEADER_BYTES], usize) {
        let kind = if self.encoding.is_text() { Data::Text } else { Data::Binary };
        frame_header(OpCode::Data(kind), payload.len())
    }

    /// Encodes messages into one frame and sends it. An answer that cannot be encoded becomes a
    /// refusal of its request, and any other such message is left out.
    pub fn send_messages(&self, messages: &[ServerMessage]) {
        let mut frame = MessageFrame::new(self.encoding);
        for message in messages {
            push_or_refuse(&mut frame, message);
        }
        if !frame.is_empty() {
            self.send(&frame.finish());
        }
    }

    pub fn send_message(&self, message: impl Into<ServerMessage>) {
        self.send_messages(&[message.into()]);
    }

    /// Sends a goodbye and ends the connection. Only the first ending counts.
    pub fn close(&self, code: ErrorCode, message: &str) {
        self.end(&mut self.state.lock(), Ending::Goodbye(code), message);
    }

    /// Ends the connection with a WebSocket close code, without a goodbye. Only
    /// the first ending counts.
    pub fn fail(&self, violation: Violation, reason: &str) {
        self.end(&mut self.state.lock(), Ending::Violation(violation), reason);
    }

    /// Ends the connection in good order (close code 1000), without a goodbye.
    pub fn finish(&self) {
        self.end(&mut self.state.lock(), Ending::Normal, "");
    }

    /// Returns how the connection ends; `None` while it is open.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.state.lock().ending
    }

    /// Sets whether messages wait for the connection's task, which then writes many at once.
    pub fn gather(&self, gathers: bool) {
        self.state.lock().gathers = gathers;
    }

    /// Returns how many bytes wait for the client to read.
    #[must_use]
    pub fn pending(&self) -> usize {
        let state = self.state.lock();
        match &state.sink {
            Sink::Recording(recorded) => recorded.bytes,
            Sink::Socket(_) | Sink::Tls(_) | Sink::Gone => state.pending.len(),
        }
    }

    /// Returns the payloads that a [recording](Self::recording) outbox got since the last call.
    #[must_use]
    pub fn take_recorded(&self) -> Vec<Bytes> {
        match &mut self.state.lock().sink {
            Sink::Recording(recorded) => std::mem::take(recorded).payloads,
            Sink::Socket(_) | Sink::Tls(_) | Sink::Gone => Vec::new(),
        }
    }

    /// Waits until [`take_recorded`](Self::take_recorded) has something or the outbox has ended.
    pub fn poll_recorded(&self, cx: &mut Context<'_>) -> Poll<Vec<Bytes>> {
        self.task.register(cx.waker());
        let payloads = self.take_recorded();
        if payloads.is_empty() && self.ending().is_none() {
            return Poll::Pending;
        }
        Poll::Ready(payloads)
    }

    /// Sends whole WebSocket frames: tungstenite's pongs and closes.
    pub fn send_raw(&self, frames: &[u8]) {
        let mut state = self.state.lock();
        if state.ending.is_none() {
            self.write(&mut state, frames, &[]);
        }
    }

    /// Sends a WebSocket ping; the pong shows that the client is alive.
    pub fn send_ping(&self) {
        let (header, length) = frame_header(OpCode::Control(Control::Ping), 0);
        self.send_raw(&header[..length]);
    }

    /// Writes pending bytes as far as the socket accepts them, and returns the state after that.
    /// Wakes the task when that state may have changed. Only the connection's own task calls this,
    /// always with the same socket.
    pub fn poll_flush(&self, socket: &TcpStream, cx: &mut Context<'_>) -> Progress {
        self.task.register(cx.waker());
        let mut state = self.state.lock();
        state.late = None;
        while !state.pending.is_empty() || state.sink.owes() {
            let State { sink, pending, .. } = &mut *state;
            let written = match sink {
                Sink::Socket(half) => half.try_write(pending),
                Sink::Tls(tls) => tls.try_write(pending),
                Sink::Recording(_) | Sink::Gone => break,
            };
            match written {
                Ok(count) => pending.advance(count),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    match socket.poll_write_ready(cx) {
                        Poll::Ready(Ok(())) => {}
                        Poll::Ready(Err(_)) => state.fail(),
                        Poll::Pending => {
                            return Progress { drained: false, ending: state.ending };
                        }
                    }
                }
                Err(_) => state.fail(),
            }
        }
        // An empty buffer keeps its memory; a connection that caught up should not.
        state.pending = BytesMut::new();
        Progress { drained: true, ending: state.ending }
    }

    /// Reads what the client sent over TLS. The stream ends if the outbox has
    /// [given up](Self::release) its socket. Only the connection's own task calls this, always with
    /// the same socket.
    pub fn poll_read_tls(
        &self,
        socket: &mut OwnedReadHalf,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let into = buffer.initialize_unfilled();
        let mut read = match &mut self.state.lock().sink {
            Sink::Tls(tls) => tls.take_decrypted(into),
            Sink::Socket(_) | Sink::Recording(_) | Sink::Gone => Ok(0),
        };
        while read.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock) {
            let mut bytes = [const { MaybeUninit::uninit() }; TLS_READ_BYTES];
            let mut bytes = ReadBuf::uninit(&mut bytes);
            ready!(Pin::new(&mut *socket).poll_read(cx, &mut bytes))?;
            let mut state = self.state.lock();
            let Sink::Tls(tls) = &mut state.sink else { return Poll::Ready(Ok(())) };
            read = tls.decrypt(bytes.filled(), into);
            if tls.owes() {
                self.task.wake();
            }
        }
        buffer.advance(read?);
        Poll::Ready(Ok(()))
    }

    /// Registers the socket with the current runtime instead of the one before, and returns its
    /// read half again; `None` if that fails, which ends the connection.
    pub fn change_runtime(&self, read: OwnedReadHalf) -> Option<OwnedReadHalf> {
        let mut state = self.state.lock();
        let (write, session) = match std::mem::replace(&mut state.sink, Sink::Gone) {
            Sink::Socket(write) => (write, None),
            Sink::Tls(tls) => {
                let (write, session) = tls.into_parts();
                (write, Some(session))
            }
            Sink::Recording(_) | Sink::Gone => return None,
        };
        let socket = read.reunite(write).ok().and_then(|socket| socket.into_std().ok());
        match socket.map(TcpStream::from_std) {
            Some(Ok(socket)) => {
                let (read, write) = socket.into_split();
                state.sink = match session {
                    None => Sink::Socket(write),
                    Some(session) => Sink::Tls(Box::new(Tls::new(write, session))),
                };
                Some(read)
            }
            failed => {
                tracing::warn!(?failed, "a connection could not be moved to another thread");
                state.fail();
                None
            }
        }
    }

    /// Releases the socket, which signals the end to the client. Tables may hold the outbox
    /// for a while longer.
    pub fn release(&self) {
        let mut state = self.state.lock();
        state.ending.get_or_insert(Ending::Broken);
        if let Sink::Tls(tls) = &mut state.sink {
            tls.close();
        }
        state.sink = Sink::Gone;
        state.pending = BytesMut::new();
    }

    /// Writes a frame in two pieces, unless too much is already pending.
    fn write(&self, state: &mut State, first: &[u8], second: &[u8]) {
        let length = first.len() + second.len();
        let is_stuck = !state.pending.is_empty() && state.late.is_none();
        if is_stuck && state.pending.len() + length > self.pending_limit {
            self.end(
                state,
                Ending::Goodbye(ErrorCode::SlowClient),
                "The connection is too slow: too many messages wait unread. Connect again.",
            );
            return;
        }
        if state.push(first, second) {
            self.task.wake();
        }
    }

    /// Sends the last frames of a connection: the goodbye, if there is one, and the close.
    fn end(&self, state: &mut State, ending: Ending, message: &str) {
        if state.ending.is_some() {
            return;
        }
        state.ending = Some(ending);
        let close_code = match ending {
            Ending::Goodbye(code) => CLOSE_CODE_BASE.saturating_add(code.number()).into(),
            Ending::Violation(violation) => violation.close_code(),
            Ending::Normal | Ending::Broken => CloseCode::Normal,
        };
        if let Ending::Goodbye(code) = ending {
            let goodbye = Goodbye { code, message: message.to_owned() };
            // A goodbye holds no integer that could be too large to encode.
            let payload = self.encoding.encode(&[ServerMessage::from(goodbye)]).unwrap_or_default();
            let (header, length) = self.header(&payload);
            match &mut state.sink {
                Sink::Recording(recorded) => recorded.push(payload),
                Sink::Socket(_) | Sink::Tls(_) | Sink::Gone => {
                    state.push(&header[..length], &payload);
                }
            }
        }
        let close =
            Frame::close(Some(CloseFrame { code: close_code, reason: shortened(message).into() }));
        let (header, length) = frame_header(close.header().opcode, close.payload().len());
        state.push(&header[..length], close.payload());
        self.task.wake();
    }
}

impl Sink {
    /// Returns `true` if there is a socket to write to.
    fn is_connected(&self) -> bool {
        matches!(self, Self::Socket(_) | Self::Tls(_))
    }

    /// Returns `true` if the socket has not accepted everything that was encrypted. It goes before
    /// the pending bytes.
    fn owes(&self) -> bool {
        matches!(self, Self::Tls(tls) if tls.owes())
    }
}

impl Recorded {
    fn push(&mut self, payload: Bytes) {
        self.bytes += payload.len();
        self.payloads.push(payload);
    }
}

impl State {
    /// Writes two pieces to the socket as far as it accepts them, and buffers the rest. Returns
    /// `true` if the connection's task has work to do.
    fn push(&mut self, first: &[u8], second: &[u8]) -> bool {
        if self.late.is_some() {
            self.keep(first, second);
            return self.write_pending();
        }
        let was_pending = !self.pending.is_empty() || self.sink.owes();
        let written = match &mut self.sink {
            Sink::Recording(_) | Sink::Gone => return false,
            _ if self.gathers || !self.pending.is_empty() => Ok(0),
            Sink::Socket(half) => in_one_piece(first, second, |pieces| match pieces {
                [piece] => half.try_write(piece),
                pieces => half.try_write_vectored(pieces),
            }),
            Sink::Tls(tls) => in_one_piece(first, second, |pieces| tls.try_write_pieces(pieces)),
        };
        let written = match written {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            Err(_) => {
                self.fail();
                return true;
            }
        };
        self.keep(
            &first[written.min(first.len())..],
            &second[written.saturating_sub(first.len())..],
        );
        !was_pending && (!self.pending.is_empty() || self.sink.owes())
    }

    fn keep(&mut self, first: &[u8], second: &[u8]) {
        self.pending.extend_from_slice(first);
        self.pending.extend_from_slice(second);
    }

    /// Writes the bytes that waited for more. Returns `true` if that leaves work for the
    /// connection's task.
    fn write_pending(&mut self) -> bool {
        self.late = None;
        if !self.sink.is_connected() {
            return false;
        }
        if self.gathers {
            return true;
        }
        let written = match &mut self.sink {
            Sink::Socket(half) => half.try_write(&self.pending),
            Sink::Tls(tls) => tls.try_write(&self.pending),
            Sink::Recording(_) | Sink::Gone => return false,
        };
        match written {
            Ok(count) if count == self.pending.len() => {
                self.pending = BytesMut::new();
                return self.sink.owes();
            }
            Ok(count) => self.pending.advance(count),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => self.fail(),
        }
        true
    }

    /// Gives the socket up after an error.
    fn fail(&mut self) {
        self.ending = Some(Ending::Broken);
        self.sink = Sink::Gone;
        self.pending = BytesMut::new();
    }
}

/// Passes two pieces on to be written: as one, unless they are long.
fn in_one_piece(
    first: &[u8],
    second: &[u8],
    write: impl FnOnce(&[IoSlice<'_>]) -> io::Result<usize>,
) -> io::Result<usize> {
    let length = first.len() + second.len();
    let mut piece = [0; ONE_PIECE_BYTES];
    let Some(piece) = piece.get_mut(..length) else {
        return write(&[IoSlice::new(first), IoSlice::new(second)]);
    };
    let (header, payload) = piece.split_at_mut(first.len());
    header.copy_from_slice(first);
    payload.copy_from_slice(second);
    write(&[IoSlice::new(piece)])
}

/// Returns the header of an unmasked, unfragmented frame, and its length.
fn frame_header(opcode: OpCode, payload: usize) -> ([u8; MAX_HEADER_BYTES], usize) {
    let mut bytes = [0; MAX_HEADER_BYTES];
    let mut rest = bytes.as_mut_slice();
    let header = FrameHeader { opcode, ..FrameHeader::default() };
    header
        .format(payload as u64, &mut rest)
        .expect("the header of an unmasked frame has at most ten bytes");
    let left = rest.len();
    (bytes, MAX_HEADER_BYTES - left)
}

/// Adds a message to a frame, or the refusal that takes its place if it cannot be encoded.
pub(crate) fn push_or_refuse(frame: &mut MessageFrame, message: &ServerMessage) {
    if let Err(error) = frame.push(message)
        && let Some(refusal) = unwritten(message, &error)
        && let Err(error) = frame.push(&refusal)
    {
        tracing::error!(%error, "could not encode a refusal");
    }
}

/// Shortens a sentence to fit a close frame.
fn shortened(message: &str) -> &str {
    &message[..message.floor_char_boundary(MAX_CLOSE_REASON_BYTES)]
}

#[cfg(test)]
mod tests;
