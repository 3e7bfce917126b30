//! A WebSocket connection without a runtime. Messages go out in one frame and one write. Nothing
//! here waits longer than its caller allows.

use super::greeting::Rejected;
use crate::remote::{Process, Remote};
use bytes::Bytes;
use cardroom_bot::lines::Told;
use cardroom_protocol::codec::Frame;
use cardroom_protocol::limits::MAX_FRAME_BYTES;
use cardroom_protocol::line::{LineFault, MAX_UNREAD_BYTES};
use cardroom_protocol::{ClientMessage, Encoding, ServerMessage};
use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::error::ProtocolError;
use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::StatusCode;
use tungstenite::http::header::{HeaderValue, SEC_WEBSOCKET_PROTOCOL};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, Utf8Bytes, WebSocket};

/// tungstenite zeroes this much on every read, and messages of clients are short.
const READ_BUFFER_BYTES: usize = 1024;
/// A frame that is longer is sent before it grows further.
const LONG_FRAME_BYTES: usize = 16 * 1024;
/// A frame with more messages is sent before it grows further.
const MANY_MESSAGES: usize = 100;
/// How much of a faulty frame is kept for a report.
const RAW_KEPT: usize = 200;

pub(super) struct Line {
    remote: Remote,
    socket: WebSocket<TcpStream>,
    encoding: Encoding,
    frame: Frame,
    messages: usize,
    /// Whether bytes wait until the socket takes them.
    is_unsent: bool,
}

/// A frame from the client.
pub(super) struct Received {
    /// Its messages, or the reason why it is none of the protocol.
    pub(super) read: Result<Vec<ClientMessage>, String>,
    /// The beginning of the frame.
    pub(super) raw: Vec<u8>,
    /// The length of the frame.
    pub(super) bytes: usize,
}

impl Line {
    /// Performs the handshake of a connection. Returns the reason if it fails, with the process.
    pub(super) fn open(
        mut remote: Remote,
        until: Option<Instant>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Self, Rejected> {
        match handshake(&mut remote, until, goes_on) {
            Ok((socket, encoding)) => Ok(Self {
                remote,
                socket,
                encoding,
                frame: Frame::new(encoding),
                messages: 0,
                is_unsent: false,
            }),
            Err(why) => Err((why, remote.into_process())),
        }
    }

    pub(super) fn into_process(self) -> Option<Box<Process>> {
        self.remote.into_process()
    }

    /// Adds a message to the frame that is sent next.
    pub(super) fn push(&mut self, message: &ServerMessage) -> Result<(), Told> {
        if self.frame.len() > LONG_FRAME_BYTES || self.messages >= MANY_MESSAGES {
            self.flush()?;
        }
        self.messages += 1;
        let pushed = self.frame.push(message);
        pushed.map_err(|error| Told::of(LineFault::Closed, error.to_string()))
    }

    pub(super) fn has_messages(&self) -> bool {
        self.messages > 0
    }

    /// Sends the frame, as far as the socket takes it.
    pub(super) fn flush(&mut self) -> Result<(), Told> {
        if self.messages > 0 {
            self.messages = 0;
            self.frame.close();
            let payload = Bytes::copy_from_slice(self.frame.payload());
            self.frame.clear();
            let message = match self.encoding {
                Encoding::Binary => Message::Binary(payload),
                Encoding::Json => Message::Text(Utf8Bytes::try_from(payload).unwrap_or_default()),
            };
            let written = self.socket.write(message);
            self.sent(written)?;
        }
        if self.is_unsent {
            let flushed = self.socket.flush();
            self.sent(flushed)?;
        }
        Ok(())
    }

    /// Judges an attempt to send.
    fn sent(&mut self, sent: Result<(), Error>) -> Result<(), Told> {
        self.is_unsent = match sent {
            Ok(()) => false,
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => true,
            Err(Error::WriteBufferFull(_)) => {
                let detail = "more than 1 MiB waits for it to be read";
                return Err(Told::of(LineFault::Flood, detail));
            }
            Err(_) => return Err(self.remote.gone()),
        };
        Ok(())
    }

    /// Reads a frame that has arrived.
    pub(super) fn read(&mut self) -> Result<Option<Received>, Told> {
        let is_text = self.encoding.is_text();
        loop {
            let payload = match self.socket.read() {
                Ok(Message::Text(text)) if is_text => Bytes::from(text),
                Ok(Message::Binary(payload)) if !is_text => payload,
                Ok(Message::Text(_) | Message::Binary(_)) => {
                    let read = Err("a frame of the wrong kind".to_owned());
                    return Ok(Some(Received { read, raw: Vec::new(), bytes: 0 }));
                }
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => continue,
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(Error::Capacity(_)) => {
                    return Err(Told::of(LineFault::Flood, "a frame of more than 1 MiB"));
                }
                Err(Error::Protocol(error))
                    if error != ProtocolError::ResetWithoutClosingHandshake =>
                {
                    let detail = format!("it broke WebSocket: {error}");
                    return Err(Told::of(LineFault::Closed, detail));
                }
                Ok(Message::Close(_)) | Err(_) => return Err(self.remote.gone()),
            };
            return Ok(Some(self.decoded(&payload)));
        }
    }

    fn decoded(&self, payload: &Bytes) -> Received {
        let decoded = self.encoding.decode::<ClientMessage>(payload, MAX_FRAME_BYTES);
        let read = match decoded {
            Ok(decoded) => match (decoded.unknown, decoded.misnamed.first()) {
                (0, _) => Ok(decoded.messages),
                (_, Some(misnamed)) => Err(format!("there is no message {}", misnamed.name)),
                (_, None) => Err("there is no message with this tag".to_owned()),
            },
            Err(error) => Err(error.to_string()),
        };
        let raw = payload[..payload.len().min(RAW_KEPT)].to_vec();
        Received { read, raw, bytes: payload.len() }
    }

    /// Waits until something can be read, at most this long. Sends what waits meanwhile.
    pub(super) fn wait(&mut self, patience: Duration) -> Result<(), Told> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let ready = self.remote.poll(left, self.is_unsent);
            if ready.can_be_written {
                self.flush()?;
            }
            if ready.can_be_read || left.is_zero() {
                return Ok(());
            }
        }
    }

    pub(super) fn overdue(&mut self, is_bank: bool, used: Duration) -> Told {
        self.remote.overdue(is_bank, used)
    }

    /// Closes the connection, and ends the program.
    pub(super) fn close(&mut self, is_kind: bool) {
        if is_kind {
            // Unread bytes would reset the connection, and the goodbye would be lost.
            while let Ok(Some(_)) = self.read() {}
            let _ = self.socket.close(None);
            let _ = self.socket.flush();
        }
        self.remote.close(is_kind);
    }
}

/// Becomes a WebSocket, in the encoding that the client asks for.
#[expect(clippy::result_large_err, reason = "the type of a refused handshake is tungstenite's")]
fn handshake(
    remote: &mut Remote,
    until: Option<Instant>,
    goes_on: &dyn Fn() -> bool,
) -> Result<(WebSocket<TcpStream>, Encoding), String> {
    let stream = remote.stream().map_err(|error| error.to_string())?;
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_UNREAD_BYTES)
        .max_message_size(Some(MAX_UNREAD_BYTES))
        .max_frame_size(Some(MAX_UNREAD_BYTES));
    let mut agreed = None;
    let agree = |request: &Request, mut response: Response| {
        let encoding = encoding_of(request).ok_or_else(no_subprotocol)?;
        agreed = Some(encoding);
        let name = HeaderValue::from_static(encoding.subprotocol());
        response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, name);
        Ok(response)
    };
    let mut step = tungstenite::accept_hdr_with_config(stream, agree, Some(config));
    loop {
        match step {
            Ok(socket) => {
                let encoding = agreed.ok_or("it asked for no subprotocol")?;
                return Ok((socket, encoding));
            }
            Err(HandshakeError::Failure(error)) => {
                return Err(format!("It did not open a WebSocket: {error}."));
            }
            Err(HandshakeError::Interrupted(rest)) => {
                remote.wait_for_opening(until, goes_on)?;
                step = rest.handshake();
            }
        }
    }
}

/// Returns the first of the client's subprotocols that is one of the protocol.
fn encoding_of(request: &Request) -> Option<Encoding> {
    let lines = request.headers().get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    let offers = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(','));
    offers.map(str::trim).find_map(Encoding::from_subprotocol)
}

fn no_subprotocol() -> ErrorResponse {
    let why = "Offer the WebSocket subprotocol cardroom.v1.bin or cardroom.v1.json.";
    let mut response = ErrorResponse::new(Some(why.to_owned()));
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response
}
