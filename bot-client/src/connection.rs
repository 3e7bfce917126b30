//! One WebSocket connection: frames in and out, in either encoding.
//!
//! Logins, tables and reconnects are the job of other modules (`drive` reconnects). Buffers are
//! small, because a process has thousands of connections and tungstenite zero-fills its read
//! buffer on each read.

mod endpoint;
mod stream;
#[cfg(feature = "tls")]
mod tls;

pub use endpoint::{CA_FILE, Endpoint, EndpointError};

use crate::notices::is_limit;
use bytes::Bytes;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::Hello;
use cardroom_protocol::codec::{DecodeError, Decoded, EncodeError};
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::server::{ServerMessage, Welcome};
use cardroom_protocol::{Encoding, ErrorCode, MINOR_VERSION};
use endpoint::Server;
use futures_util::{SinkExt as _, StreamExt as _};
use http::HeaderValue;
use http::header::SEC_WEBSOCKET_PROTOCOL;
use std::net::IpAddr;
use std::time::Duration;
use stream::Stream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

/// The time limit for TCP, the WebSocket handshake and the hello together.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);
/// The same limit for one of several servers. A frozen one accepts a connection and says nothing.
const OPEN_TIMEOUT_EACH: Duration = Duration::from_secs(2);
/// How long the kernel may refuse a frame before the connection counts as lost.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the server may be silent while a caller waits for an answer. A slow disk or a password
/// takes far less, and a dead line would be silent for ever.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// The size of the key that masks the payload of a client's frame.
const MASK_BYTES: usize = 4;

/// The name of this program in the hello.
pub const CLIENT_NAME: &str = concat!("cardroom-bot/", env!("CARGO_PKG_VERSION"));

/// An open connection. The server has answered the hello.
#[derive(Debug)]
pub struct Connection {
    socket: WebSocketStream<Stream>,
    encoding: Encoding,
    /// The place of the server among those of the endpoint.
    place: usize,
    welcome: Welcome,
}

/// Why a connection cannot be opened or used any more.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The TCP socket failed.
    #[error("the connection failed: {0}")]
    Socket(#[from] std::io::Error),
    /// The TLS handshake failed.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The WebSocket layer failed.
    #[error("the WebSocket failed: {0}")]
    WebSocket(#[from] Box<tungstenite::Error>),
    /// The server took too long.
    #[error("no answer in time")]
    TimedOut,
    /// The server closed the connection; the code is the close frame's.
    #[error("the server closed the connection ({0:?})")]
    Closed(Option<u16>),
    /// The server refused the hello.
    #[error("the server refused the connection: {code}: {message}")]
    Refused {
        /// The reason for programs.
        code: ErrorCode,
        /// The reason for people.
        message: String,
    },
    /// The server did not agree to the subprotocol.
    #[error("the server does not speak {0}")]
    NoSubprotocol(&'static str),
    /// The first answer was not a welcome.
    #[error("the server did not answer the hello")]
    NoWelcome,
    /// A received frame does not decode.
    #[error("a frame does not decode: {0}")]
    Decode(#[from] DecodeError),
    /// A text frame arrived on a binary connection, or the reverse.
    #[error("a frame of the wrong kind")]
    WrongFrameKind,
    /// A message cannot be encoded.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// Why the TLS handshake with a server failed.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// No CA that is trusted here signed the certificate.
    #[error(
        "no CA that is trusted here has signed the certificate of {host}; if it is your own, name its CA in {CA_FILE}"
    )]
    UnknownCa {
        /// The server's name or address, as the URL has it.
        host: String,
    },
    /// The certificate is for other names.
    #[error("the certificate is not for {host}; connect by a name that it is for")]
    WrongName {
        /// The server's name or address, as the URL has it.
        host: String,
    },
    /// The server shows the certificate of a CA itself, as `openssl req -x509` makes it.
    #[error(
        "the certificate of {host} is that of a CA, as \"openssl req -x509\" makes it, and not a server's; make it again with -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:{host} (IP: for an address), and name it in {CA_FILE}"
    )]
    IsCa {
        /// The server's name or address, as the URL has it.
        host: String,
    },
    /// The certificate has expired, or is not valid yet.
    #[error(
        "the certificate of {host} is not valid at this time; look at its dates and at this clock"
    )]
    WrongTime {
        /// The server's name or address, as the URL has it.
        host: String,
    },
    /// Any other failure, such as a server that does not speak TLS.
    #[error("TLS with {host} failed: {error}")]
    Handshake {
        /// The server's name or address, as the URL has it.
        host: String,
        /// The error of the TLS library or of the socket.
        error: std::io::Error,
    },
}

impl ConnectionError {
    /// Returns `true` if the server broke the protocol. A network failure or a limit of the server
    /// is no protocol error.
    #[must_use]
    pub fn is_protocol_error(&self) -> bool {
        match self {
            Self::Decode(_)
            | Self::WrongFrameKind
            | Self::NoWelcome
            | Self::NoSubprotocol(_)
            | Self::Encode(_) => true,
            Self::WebSocket(error) => {
                // A socket that closes without a closing handshake is a network failure.
                use tungstenite::error::ProtocolError;
                !matches!(
                    **error,
                    tungstenite::Error::Protocol(
                        ProtocolError::ResetWithoutClosingHandshake
                            | ProtocolError::SendAfterClosing
                            | ProtocolError::HandshakeIncomplete
                    )
                ) && matches!(
                    **error,
                    tungstenite::Error::Protocol(_)
                        | tungstenite::Error::Capacity(_)
                        | tungstenite::Error::Utf8(_)
                )
            }
            _ => false,
        }
    }
}

impl ConnectionError {
    /// Returns `true` if a limit of the server refused the connection.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        use http::StatusCode;
        match self {
            Self::Refused { code, .. } => is_limit(*code),
            Self::WebSocket(error) => matches!(
                &**error,
                tungstenite::Error::Http(response) if matches!(
                    response.status(),
                    StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
                )
            ),
            _ => false,
        }
    }

    /// Returns `true` if the server said that another machine takes the room over.
    #[must_use]
    pub fn is_move(&self) -> bool {
        match self {
            Self::Closed(code) => *code == Some(ErrorCode::Moved.close_code()),
            Self::Refused { code, .. } => *code == ErrorCode::Moved,
            _ => false,
        }
    }

    /// Returns the reason in a few words if the server answered and refused the connection.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        match self {
            Self::Refused { code, .. } => Some(format!("hello {code}")),
            Self::WebSocket(error) => match &**error {
                tungstenite::Error::Http(response) => Some(format!("HTTP {}", response.status())),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Returns the size of an unmasked frame with its header (RFC 6455, section 5.2).
#[must_use]
pub fn frame_bytes(payload: usize) -> usize {
    payload
        + match payload {
            0..=125 => 2,
            126..=0xffff => 4,
            _ => 10,
        }
}

impl From<tungstenite::Error> for ConnectionError {
    fn from(error: tungstenite::Error) -> Self {
        match error {
            tungstenite::Error::Io(error) => Self::Socket(error),
            tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed => {
                Self::Closed(None)
            }
            error => Self::WebSocket(Box::new(error)),
        }
    }
}

impl Connection {
    /// Connects and exchanges hellos. `source` is the local address to connect from. A process with
    /// more connections than ports needs several addresses. Of several servers, the first that
    /// lets the client in is taken.
    ///
    /// # Errors
    /// Fails if no server can be reached, speaks the encoding, and takes the hello.
    pub async fn open(
        endpoint: &Endpoint,
        encoding: Encoding,
        source: Option<IpAddr>,
    ) -> Result<Self, ConnectionError> {
        let servers = endpoint.in_turn();
        let limit = if servers.len() == 1 { OPEN_TIMEOUT } else { OPEN_TIMEOUT_EACH };
        let mut failure: Option<ConnectionError> = None;
        for (place, server) in servers {
            let opened = Self::open_at(server, endpoint, encoding, source);
            let error = match tokio::time::timeout(limit, opened).await {
                Ok(Ok(connection)) => {
                    endpoint.let_in(place);
                    return Ok(Self { place, ..connection });
                }
                Ok(Err(error)) => error,
                Err(_) => ConnectionError::TimedOut,
            };
            // A server that says why says more than one that is gone.
            let tells_more = failure
                .as_ref()
                .is_none_or(|before| before.refusal().is_none() && error.refusal().is_some());
            if tells_more {
                failure = Some(error);
            }
        }
        Err(failure.unwrap_or(ConnectionError::TimedOut))
    }

    async fn open_at(
        server: &Server,
        endpoint: &Endpoint,
        encoding: Encoding,
        source: Option<IpAddr>,
    ) -> Result<Self, ConnectionError> {
        let stream = server.connect(endpoint, source).await?;
        let mut request = server.url.as_str().into_client_request()?;
        let subprotocol = encoding.subprotocol();
        request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(subprotocol));
        let config = WebSocketConfig::default()
            .read_buffer_size(1024)
            .write_buffer_size(256)
            .max_write_buffer_size(64 * 1024)
            .max_message_size(Some(MAX_SERVER_FRAME_BYTES))
            .max_frame_size(Some(MAX_SERVER_FRAME_BYTES));
        let (socket, response) =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        let agreed = response.headers().get(SEC_WEBSOCKET_PROTOCOL);
        if agreed.is_none_or(|agreed| agreed.as_bytes() != subprotocol.as_bytes()) {
            return Err(ConnectionError::NoSubprotocol(subprotocol));
        }
        let welcome = Welcome {
            minor: 0,
            server: String::new(),
            room: String::new(),
            time_ms: 0,
            idle_timeout_ms: 0,
            share_links: false,
            pokerstars_text: false,
        };
        let mut connection = Self { socket, encoding, place: 0, welcome };
        connection.welcome = connection.say_hello().await?;
        Ok(connection)
    }

    async fn say_hello(&mut self) -> Result<Welcome, ConnectionError> {
        let hello = Hello { minor: MINOR_VERSION, client: CLIENT_NAME.to_owned() };
        self.send(&[hello.into()]).await?;
        match self.receive().await?.messages.into_iter().next() {
            Some(ServerMessage::Welcome(welcome)) => Ok(welcome),
            Some(ServerMessage::Goodbye(goodbye)) => {
                Err(ConnectionError::Refused { code: goodbye.code, message: goodbye.message })
            }
            Some(ServerMessage::Refused(refused)) => {
                Err(ConnectionError::Refused { code: refused.code, message: refused.message })
            }
            _ => Err(ConnectionError::NoWelcome),
        }
    }

    /// Notes that the server no longer answers, so that the next connection begins with another
    /// server of the endpoint if there is one.
    pub fn give_up(&self, endpoint: &Endpoint) {
        endpoint.pass_over(self.place);
    }

    /// Returns the server's answer to the hello.
    #[must_use]
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// Sends messages as one frame and flushes it. Returns the size of the frame on the wire.
    ///
    /// # Errors
    /// Fails if the connection is lost, or if an integer is too large to send.
    pub async fn send(&mut self, messages: &[ClientMessage]) -> Result<usize, ConnectionError> {
        let payload = self.encoding.encode(messages)?;
        let bytes = frame_bytes(payload.len()) + MASK_BYTES;
        let message = if self.encoding.is_text() {
            let text = Utf8Bytes::try_from(payload).map_err(tungstenite::Error::from)?;
            Message::Text(text)
        } else {
            Message::Binary(payload)
        };
        tokio::time::timeout(SEND_TIMEOUT, self.socket.send(message))
            .await
            .map_err(|_| ConnectionError::TimedOut)??;
        Ok(bytes)
    }

    /// Receives the messages of the next frame. Cancel safe.
    ///
    /// # Errors
    /// Fails if the connection is lost or if a frame does not decode.
    pub async fn receive(&mut self) -> Result<Decoded<ServerMessage>, ConnectionError> {
        let payload = self.receive_payload().await?;
        self.decode(&payload)
    }

    /// Receives like [`receive`](Self::receive), for a caller that waits for the answer to a
    /// request. Nothing at all for half a minute counts as a lost connection.
    ///
    /// # Errors
    /// Fails if the connection is lost or silent, or if a frame does not decode.
    pub async fn receive_in_time(&mut self) -> Result<Decoded<ServerMessage>, ConnectionError> {
        let received = tokio::time::timeout(ANSWER_TIMEOUT, self.receive()).await;
        received.map_err(|_| ConnectionError::TimedOut)?
    }

    /// Receives the payload of the next frame without decoding it. Cancel safe.
    ///
    /// # Errors
    /// Fails if the connection is lost.
    pub async fn receive_payload(&mut self) -> Result<Bytes, ConnectionError> {
        loop {
            let message = self.socket.next().await.ok_or(ConnectionError::Closed(None))??;
            match message {
                Message::Binary(payload) if !self.encoding.is_text() => return Ok(payload),
                Message::Text(text) if self.encoding.is_text() => return Ok(text.into()),
                Message::Binary(_) | Message::Text(_) => {
                    return Err(ConnectionError::WrongFrameKind);
                }
                Message::Close(frame) => {
                    return Err(ConnectionError::Closed(frame.map(|frame| frame.code.into())));
                }
                // tungstenite answers pings itself on the next read or write.
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// Decodes the messages of a payload.
    ///
    /// # Errors
    /// Fails if the payload is not a valid frame.
    pub fn decode(&self, payload: &[u8]) -> Result<Decoded<ServerMessage>, ConnectionError> {
        Ok(self.encoding.decode(payload, MAX_SERVER_FRAME_BYTES)?)
    }

    /// Closes the connection with a WebSocket close, and waits at most a second
    /// for the server's answer.
    pub async fn close(mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(1), self.socket.close(None)).await;
    }
}
