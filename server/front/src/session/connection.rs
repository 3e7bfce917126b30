//! The task of one connection. It carries bytes between the socket and its
//! [client](Client), which interprets them.

use super::client::Client;
use super::duplex::Duplex;
use bytes::Bytes;
use cardroom_protocol::{Encoding, ErrorCode};
use cardroom_room::limits::{AddressPlace, RoomPlace};
use cardroom_room::outbox::{Ending, Outbox, Violation};
use cardroom_room::room::Room;
use cardroom_room::{metrics, outbox};
use cardroom_rules::Millis;
use futures_util::{FutureExt, Stream};
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::Sleep;
use tokio_rustls::rustls::ServerConnection;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tracing::field::Empty;
use tracing::{Instrument as _, Span};

/// tungstenite zeroes this much on every read and keeps it as long as the connection lasts.
/// Clients' messages are short; a long one takes several reads.
const READ_BUFFER_BYTES: usize = 512;
/// How long an ended connection may take to read its last messages.
const LINGER: Duration = Duration::from_secs(2);

/// A socket whose WebSocket handshake is over.
#[derive(Debug)]
pub struct Accepted {
    pub socket: TcpStream,
    /// The session of a connection over TLS.
    pub tls: Option<Box<ServerConnection>>,
    /// Bytes that arrived behind the handshake.
    pub leftover: Bytes,
    pub encoding: Encoding,
    /// The client's address, as the limits see it.
    pub address: IpAddr,
    /// The places that the connection holds until it ends.
    pub places: Places,
}

/// The limits that a connection counts towards until it ends.
#[derive(Clone, Debug)]
pub struct Places {
    pub room: Arc<RoomPlace>,
    pub address: Arc<AddressPlace>,
}

/// Starts the task of one connection, which serves it until it ends and then deregisters it. The
/// task is one of the room's.
pub fn start(room: Arc<Room>, accepted: Accepted) {
    let connection = Box::new(Connection::new(room, accepted));
    // The login fills in the account. A span takes memory as long as the connection lasts, so there
    // is one only if the log's filter asks for it.
    let span =
        tracing::debug_span!("client", connection = connection.client.id().0, account = Empty);
    connection.begin();
    connection.go_home(span);
}

struct Connection {
    client: Client,
    socket: WebSocketStream<Duplex>,
    outbox: Arc<Outbox>,
    alarm: Pin<Box<Sleep>>,
    /// The places that the connection holds until it ends.
    _places: Places,
}

/// The reason why the task of a connection stops.
enum Stop {
    Ended(Ending),
    Moved,
}

/// An event that wakes the connection.
enum Event {
    Read {
        stamp: Millis,
        /// How many frames arrived that do not end their message.
        fragments: u32,
        /// A message, if one is complete; `None` at the end.
        message: Poll<Option<Result<Message, WsError>>>,
    },
    /// Work that was under way continued.
    Worked,
    Alarm,
    Ended(Ending),
}

impl Connection {
    fn new(room: Arc<Room>, accepted: Accepted) -> Self {
        let Accepted { socket, tls, leftover, encoding, address, places } = accepted;
        let (read, write) = socket.into_split();
        let (is_tls, limit) = (tls.is_some(), room.bounds.pending_bytes);
        let outbox = Arc::new(match tls {
            None => Outbox::new(encoding, write, limit),
            Some(session) => Outbox::over_tls(encoding, write, *session, limit),
        });
        let duplex = Duplex::new(read, is_tls, Arc::clone(&outbox), &leftover);
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(room.bounds.frame_bytes))
            .max_frame_size(Some(room.bounds.frame_bytes));
        let part = leftover.to_vec();
        let socket = WebSocketStream::from_partially_read(duplex, part, Role::Server, Some(config))
            .now_or_never()
            .expect("without a handshake there is nothing to wait for");
        let client = Client::new(room, Arc::clone(&outbox), address);
        let deadline = client.room().clock.instant(client.deadline());
        Self {
            alarm: Box::pin(tokio::time::sleep_until(deadline)),
            client,
            socket,
            outbox,
            _places: places,
        }
    }

    fn begin(&self) {
        ::metrics::counter!(metrics::CONNECTIONS_ACCEPTED).increment(1);
        ::metrics::gauge!(metrics::CONNECTIONS).increment(1);
        self.client.enter();
    }

    /// Goes on in a new task on the thread of play of its client.
    fn go_home(mut self: Box<Self>, span: Span) {
        let thread = self.client.home().thread();
        let room = self.client.room();
        let (runtime, lifecycle) = (room.threads.runtime(thread), room.lifecycle.clone());
        let deadline = room.clock.instant(self.client.deadline());
        {
            let _runtime = runtime.enter();
            self.socket.get_mut().change_runtime();
            self.alarm = Box::pin(tokio::time::sleep_until(deadline));
        }
        lifecycle.tasks.spawn_on(self.serve().instrument(span), &runtime);
    }

    /// Serves until the connection ends or moves to another thread. An action that changes threads
    /// twice costs much, and a move happens once.
    ///
    /// The state of this future stays in memory as long as the connection lasts, and there are
    /// many. So the final steps are boxed.
    async fn serve(mut self: Box<Self>) {
        match self.run().await {
            Stop::Ended(ending) => Box::pin(self.end(ending)).await,
            Stop::Moved => self.go_home(Span::current()),
        }
    }

    /// Runs the connection until it ends or has to move.
    async fn run(&mut self) -> Stop {
        loop {
            if self.client.home().moves() {
                return Stop::Moved;
            }
            match poll_fn(|cx| self.poll_event(cx)).await {
                Event::Read { stamp, fragments, message } => {
                    // Every frame of a fragmented message counts.
                    (0..fragments).for_each(|_| self.client.noise(stamp));
                    if self.socket.get_ref().has_padded_length() {
                        let reason = "The length of a frame takes more bytes than it needs.";
                        self.outbox.fail(Violation::Protocol, reason);
                        continue;
                    }
                    match message {
                        Poll::Ready(Some(Ok(message))) => self.frame(stamp, message),
                        Poll::Ready(Some(Err(error))) => self.not_a_frame(&error),
                        Poll::Ready(None) => {
                            return Stop::Ended(self.outbox.ending().unwrap_or(Ending::Normal));
                        }
                        Poll::Pending => {}
                    }
                }
                Event::Worked => {}
                Event::Alarm => self.client.tick(),
                Event::Ended(ending) => return Stop::Ended(ending),
            }
        }
    }

    async fn end(&mut self, ending: Ending) {
        let code = match ending {
            Ending::Goodbye(code) => Some(code.as_str()),
            Ending::Violation(violation) => Some(violation.as_str()),
            Ending::Normal | Ending::Broken => None,
        };
        if let Some(code) = code {
            ::metrics::counter!(metrics::GOODBYES, "code" => code).increment(1);
        }
        tracing::debug!(address = %self.client.address(), ?ending, "disconnected");
        self.client.leave().await;
        ::metrics::gauge!(metrics::CONNECTIONS).decrement(1);
        self.linger().await;
    }

    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Event> {
        let Some(socket) = self.socket.get_ref().socket() else {
            return Poll::Ready(Event::Ended(Ending::Broken));
        };
        let progress = self.outbox.poll_flush(socket, cx);
        if let Some(ending) = progress.ending {
            return Poll::Ready(Event::Ended(ending));
        }
        if self.client.poll_work(progress.drained, cx).is_ready() {
            return Poll::Ready(Event::Worked);
        }
        let clock = self.client.room().clock.clone();
        let message = Pin::new(&mut self.socket).poll_next(cx);
        let fragments = self.socket.get_mut().take_fragments();
        if message.is_ready() || fragments > 0 {
            return Poll::Ready(Event::Read { stamp: clock.now(), fragments, message });
        }
        // Every message moves the deadline. The alarm is only reset when it goes off.
        loop {
            ready!(self.alarm.as_mut().poll(cx));
            let deadline = self.client.deadline();
            if deadline <= clock.now() {
                return Poll::Ready(Event::Alarm);
            }
            self.alarm.as_mut().reset(clock.instant(deadline));
        }
    }

    /// Handles a whole WebSocket message, its last byte read at `stamp`.
    fn frame(&mut self, stamp: Millis, message: Message) {
        let is_text = self.outbox.encoding().is_text();
        let payload = match message {
            Message::Text(text) if is_text => Bytes::from(text),
            Message::Binary(payload) if !is_text => payload,
            Message::Text(_) | Message::Binary(_) => {
                let text = "This subprotocol uses the other kind of frame. Send binary frames for binary, text frames for JSON.";
                return self.outbox.close(ErrorCode::WrongFrameKind, text);
            }
            Message::Ping(_) | Message::Pong(_) => return self.client.noise(stamp),
            Message::Close(_) | Message::Frame(_) => return,
        };
        if payload.is_empty() {
            // It carries no message, but reading it costs as much as one.
            return self.client.noise(stamp);
        }
        self.client.take(stamp, &payload);
    }

    /// Closes the connection if the client broke WebSocket. If it is gone,
    /// the stream's end follows.
    fn not_a_frame(&self, error: &WsError) {
        let long_control = WsError::Protocol(ProtocolError::ControlFrameTooBig);
        let error = match error {
            // tungstenite reports that it is too long for a message, which is not the error.
            WsError::Capacity(_) if self.socket.get_ref().has_long_control() => &long_control,
            error => error,
        };
        if let Some(violation) = Violation::of(error) {
            self.outbox.fail(violation, &outbox::reason(error));
        }
    }

    /// Lets the client read its last messages. A socket that is closed with unread bytes in it is
    /// reset, and the goodbye would be lost.
    async fn linger(&mut self) {
        let outbox = &self.outbox;
        let Some(socket) = self.socket.get_ref().socket() else { return };
        let flush = poll_fn(|cx| match outbox.poll_flush(socket, cx).drained {
            true => Poll::Ready(()),
            false => Poll::Pending,
        });
        let flushed = tokio::time::timeout(LINGER, flush).await;
        outbox.release();
        if flushed.is_ok() {
            let _ = tokio::time::timeout(LINGER, self.socket.get_mut().drain()).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_in_memory_for_an_idle_connection_is_small() {
        fn bytes<F: Future>(_: fn(Box<Connection>) -> F) -> usize {
            size_of::<F>()
        }
        let bytes = size_of::<Connection>() + bytes(Connection::serve);
        assert!(bytes <= 856, "the task takes {bytes} bytes");
        assert!(size_of::<Outbox>() < 160, "the outbox takes {} bytes", size_of::<Outbox>());
    }
}
