//! One outbox per connection: a short lock over the socket's write half and the bytes that wait.
//!
//! Whoever has a message for a client writes it to the socket at once when nothing is pending:
//! no task is woken for it. What the socket does not take stays here, and the connection's own
//! task flushes it. Nothing in here ever waits for a client.

use super::Violation;
use crate::limits::TurnAnswers;
use bytes::{Buf, Bytes, BytesMut};
use cardroom_protocol::server::{Goodbye, ServerMessage};
use cardroom_protocol::{Encoding, ErrorCode};
use futures_util::task::AtomicWaker;
use parking_lot::Mutex;
use std::io::{self, IoSlice};
use std::task::{Context, Poll};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame, FrameHeader};

/// A frame's header is never longer when the frame is not masked.
const MAX_HEADER_BYTES: usize = 10;
/// The longest reason a close frame can carry (RFC 6455, 5.5: 125 bytes with the code).
const MAX_CLOSE_REASON_BYTES: usize = 123;
/// What is added to an error's number to make a WebSocket close code.
const CLOSE_CODE_BASE: u16 = 4_000;

/// A frame up to this long is copied together with its header: one short piece costs the system
/// less than two.
const ONE_PIECE_BYTES: usize = 512;

/// Where messages for one connection go.
#[derive(Debug)]
pub struct Outbox {
    encoding: Encoding,
    pending_limit: usize,
    state: Mutex<State>,
    /// Wakes the connection's own task: bytes are pending, or the connection is to end.
    task: AtomicWaker,
    /// The answers that tables wait for from this connection.
    answers: TurnAnswers,
}

#[derive(Debug)]
struct State {
    sink: Sink,
    /// Whole frames, except that the first one may have lost its beginning to the socket.
    pending: BytesMut,
    ending: Option<Ending>,
}

#[derive(Debug)]
enum Sink {
    Socket(OwnedWriteHalf),
    /// Keeps the payloads until they are taken.
    Recording(Recorded),
    Gone,
}

/// The payloads that nobody has taken yet.
#[derive(Debug, Default)]
struct Recorded {
    payloads: Vec<Bytes>,
    bytes: usize,
}

/// How an outbox stands after a flush.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Progress {
    pub(super) drained: bool,
    /// The connection takes no more messages.
    pub(super) ending: Option<Ending>,
}

/// Why a connection takes no more messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The client was told this code, or will be when it reads again.
    Goodbye(ErrorCode),
    /// The client broke WebSocket and was sent this code's close.
    Violation(Violation),
    /// The session ended in good order.
    Normal,
    Broken,
}

impl Outbox {
    /// An outbox that writes to a socket and keeps at most `pending_limit` bytes for it.
    #[must_use]
    pub fn new(encoding: Encoding, socket: OwnedWriteHalf, pending_limit: usize) -> Self {
        Self::with_sink(encoding, Sink::Socket(socket), pending_limit)
    }

    /// An outbox that keeps what it is given, for tests and for runs without sockets.
    #[must_use]
    pub fn recording(encoding: Encoding) -> Self {
        Self::recording_at_most(encoding, usize::MAX)
    }

    /// An outbox that keeps what it is given for a client that [takes](Self::poll_recorded) it:
    /// one that leaves more than `pending_limit` bytes is closed.
    #[must_use]
    pub fn recording_at_most(encoding: Encoding, pending_limit: usize) -> Self {
        Self::with_sink(encoding, Sink::Recording(Recorded::default()), pending_limit)
    }

    fn with_sink(encoding: Encoding, sink: Sink, pending_limit: usize) -> Self {
        let state = State { sink, pending: BytesMut::new(), ending: None };
        Self {
            encoding,
            pending_limit,
            state: Mutex::new(state),
            task: AtomicWaker::new(),
            answers: TurnAnswers::default(),
        }
    }

    /// The answers to turns that are not counted against the connection's message rate.
    #[must_use]
    pub fn answers(&self) -> &TurnAnswers {
        &self.answers
    }

    /// The encoding the connection agreed on.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Sends one frame's payload (as [`Frame::finish`](cardroom_protocol::codec::Frame::finish)
    /// gives it) without ever waiting. A connection with too many bytes pending is closed.
    pub fn send(&self, payload: &[u8]) {
        let kind = if self.encoding.is_text() { Data::Text } else { Data::Binary };
        let (header, length) = frame_header(OpCode::Data(kind), payload.len());
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

    /// Encodes messages into one frame and sends it.
    pub fn send_messages(&self, messages: &[ServerMessage]) {
        match self.encoding.encode(messages) {
            Ok(payload) => self.send(&payload),
            Err(error) => {
                tracing::error!(%error, "could not encode a message");
                self.close(
                    ErrorCode::Internal,
                    "The server failed to write a message. Connect again.",
                );
            }
        }
    }

    /// Encodes one message and sends it.
    pub fn send_message(&self, message: impl Into<ServerMessage>) {
        self.send_messages(&[message.into()]);
    }

    /// Says goodbye and ends the connection. Only the first ending counts.
    pub fn close(&self, code: ErrorCode, message: &str) {
        self.end(&mut self.state.lock(), Ending::Goodbye(code), message);
    }

    /// Ends the connection with a close code of WebSocket, without a goodbye. Only the first
    /// ending counts.
    pub(super) fn fail(&self, violation: Violation, reason: &str) {
        self.end(&mut self.state.lock(), Ending::Violation(violation), reason);
    }

    /// Ends the connection in good order (close code 1000), without a goodbye.
    pub fn finish(&self) {
        self.end(&mut self.state.lock(), Ending::Normal, "");
    }

    /// How the connection ends, once that is known.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.state.lock().ending
    }

    /// How many bytes wait for the client to read.
    #[must_use]
    pub fn pending(&self) -> usize {
        let state = self.state.lock();
        match &state.sink {
            Sink::Recording(recorded) => recorded.bytes,
            Sink::Socket(_) | Sink::Gone => state.pending.len(),
        }
    }

    /// The payloads a [recording](Self::recording) outbox was given since the last call.
    #[must_use]
    pub fn take_recorded(&self) -> Vec<Bytes> {
        match &mut self.state.lock().sink {
            Sink::Recording(recorded) => std::mem::take(recorded).payloads,
            Sink::Socket(_) | Sink::Gone => Vec::new(),
        }
    }

    /// What [`take_recorded`](Self::take_recorded) gives, once there is something; an outbox that
    /// has ended is ready as well.
    pub fn poll_recorded(&self, cx: &mut Context<'_>) -> Poll<Vec<Bytes>> {
        self.task.register(cx.waker());
        let payloads = self.take_recorded();
        if payloads.is_empty() && self.ending().is_none() {
            return Poll::Pending;
        }
        Poll::Ready(payloads)
    }

    /// Sends bytes that are whole WebSocket frames already: tungstenite's pongs and closes.
    pub(super) fn send_raw(&self, frames: &[u8]) {
        let mut state = self.state.lock();
        if state.ending.is_none() {
            self.write(&mut state, frames, &[]);
        }
    }

    /// Sends a WebSocket ping; the pong shows that somebody is there.
    pub(super) fn send_ping(&self) {
        let (header, length) = frame_header(OpCode::Control(Control::Ping), 0);
        self.send_raw(&header[..length]);
    }

    /// Writes what is pending, as far as the socket takes it, and says how things stand. The task
    /// is woken when that may have changed. Called by the connection's own task alone, with the
    /// same socket.
    pub(super) fn poll_flush(&self, socket: &TcpStream, cx: &mut Context<'_>) -> Progress {
        self.task.register(cx.waker());
        let mut state = self.state.lock();
        while !state.pending.is_empty() {
            let State { sink, pending, .. } = &mut *state;
            let Sink::Socket(half) = sink else { break };
            match half.try_write(pending) {
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

    /// Lets go of the socket, which tells the client that nothing follows. Tables may hold the
    /// outbox for a while longer.
    pub(super) fn release(&self) {
        let mut state = self.state.lock();
        state.ending.get_or_insert(Ending::Broken);
        state.sink = Sink::Gone;
        state.pending = BytesMut::new();
    }

    /// Writes a frame, in two pieces, unless too much is pending already.
    fn write(&self, state: &mut State, first: &[u8], second: &[u8]) {
        let length = first.len() + second.len();
        if !state.pending.is_empty() && state.pending.len() + length > self.pending_limit {
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

    /// The last frames of a connection: the goodbye, where there is one, and the close.
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
            let kind = if self.encoding.is_text() { Data::Text } else { Data::Binary };
            let (header, length) = frame_header(OpCode::Data(kind), payload.len());
            match &mut state.sink {
                Sink::Recording(recorded) => recorded.push(payload),
                Sink::Socket(_) | Sink::Gone => {
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

impl Recorded {
    fn push(&mut self, payload: Bytes) {
        self.bytes += payload.len();
        self.payloads.push(payload);
    }
}

impl State {
    /// Writes two pieces to the socket as far as it takes them and keeps the rest. True when the
    /// connection's task has something to do about it.
    fn push(&mut self, first: &[u8], second: &[u8]) -> bool {
        let written = match &self.sink {
            Sink::Socket(_) if !self.pending.is_empty() => 0,
            Sink::Socket(half) => match try_write(half, first, second) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
                Err(_) => {
                    self.fail();
                    return true;
                }
            },
            Sink::Recording(_) | Sink::Gone => return false,
        };
        let was_pending = !self.pending.is_empty();
        self.pending.extend_from_slice(&first[written.min(first.len())..]);
        self.pending.extend_from_slice(&second[written.saturating_sub(first.len())..]);
        !was_pending && !self.pending.is_empty()
    }

    /// The socket is no longer one.
    fn fail(&mut self) {
        self.ending = Some(Ending::Broken);
        self.sink = Sink::Gone;
        self.pending = BytesMut::new();
    }
}

/// Writes two pieces as far as the socket takes them.
fn try_write(half: &OwnedWriteHalf, first: &[u8], second: &[u8]) -> io::Result<usize> {
    let length = first.len() + second.len();
    let mut piece = [0; ONE_PIECE_BYTES];
    let Some(piece) = piece.get_mut(..length) else {
        return half.try_write_vectored(&[IoSlice::new(first), IoSlice::new(second)]);
    };
    let (header, payload) = piece.split_at_mut(first.len());
    header.copy_from_slice(first);
    payload.copy_from_slice(second);
    half.try_write(piece)
}

/// The header of an unmasked, unfragmented frame, and how many of the bytes it takes.
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

/// As much of a sentence as fits a close frame.
fn shortened(message: &str) -> &str {
    &message[..message.floor_char_boundary(MAX_CLOSE_REASON_BYTES)]
}

#[cfg(test)]
mod tests;
