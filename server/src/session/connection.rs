//! The task of one connection: it carries bytes between the socket and the connection's host, and
//! does what the host says. What may be done when is the host's to know.

mod errands;
mod kept;
mod perform;
mod rosters;
mod tournaments;

use self::errands::{Decision, Errand};
use super::duplex::Duplex;
use super::host::{Host, Input, Output};
use super::outbox::{Ending, Outbox};
use crate::director::DirectorInput;
use crate::ids::{ConnectionId, TournamentId};
use crate::limits::{AddressPlace, MessageRate, RoomPlace};
use crate::lobby::Listing;
use crate::metrics;
use crate::room::Room;
use crate::table::{TableInput, Viewer};
use bytes::Bytes;
use cardroom_protocol::client::ClientMessage;
use cardroom_protocol::server::{Role as AccountRole, ServerMessage};
use cardroom_protocol::{DecodeError, Encoding, ErrorCode};
use cardroom_rules::Millis;
use futures_util::{FutureExt, Stream};
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::Sleep;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

/// tungstenite zeroes this much on every read and keeps it for as long as the connection lasts.
const READ_BUFFER_BYTES: usize = 1_024;
/// How long an ended connection may take to read what it was sent last.
const LINGER: Duration = Duration::from_secs(2);

/// A socket whose WebSocket handshake is over.
#[derive(Debug)]
pub struct Accepted {
    /// The socket.
    pub socket: TcpStream,
    /// What came after the handshake already.
    pub leftover: Bytes,
    /// What was agreed on.
    pub encoding: Encoding,
    /// The client's address, as the limits see it.
    pub address: IpAddr,
    /// What the connection counts towards until it ends.
    pub places: Places,
}

/// What a connection counts towards until it ends.
#[derive(Clone, Debug)]
pub struct Places {
    /// The room's limit.
    pub room: Arc<RoomPlace>,
    /// The address's limit.
    pub address: Arc<AddressPlace>,
}

/// Serves one connection until it ends, and tells everybody who knew of it.
///
/// What is awaited here stays in memory for as long as the connection lasts, and there are many:
/// everything is put together before, and what comes last is boxed.
pub fn serve(room: Arc<Room>, accepted: Accepted) -> impl Future<Output = ()> + Send {
    let mut connection = Connection::new(room, accepted);
    async move {
        let ending = connection.run().await;
        Box::pin(connection.end(ending)).await;
    }
}

struct Connection {
    room: Arc<Room>,
    socket: WebSocketStream<Duplex>,
    outbox: Arc<Outbox>,
    host: Host,
    address: IpAddr,
    id: ConnectionId,
    /// How tables see this connection; knows the player after a login.
    viewer: Viewer,
    /// What the account may do.
    role: AccountRole,
    /// The tournaments this connection watches.
    watched: Vec<TournamentId>,
    /// What has come of a roster that is longer than a message.
    roster: Option<rosters::Begun>,
    rate: MessageRate,
    /// A login or another request about the account that is under way.
    errand: Option<Errand>,
    /// Table lists that are sent as fast as the client reads.
    listings: VecDeque<Listing>,
    alarm: Pin<Box<Sleep>>,
    /// What the connection counts towards until it ends.
    _places: Places,
}

/// What a connection wakes up for.
enum Event {
    Frame(Millis, Option<Result<Message, WsError>>),
    Decided(Decision),
    /// Everything was read, and a table list goes on.
    Drained,
    Alarm,
    Ended(Ending),
}

impl Connection {
    fn new(room: Arc<Room>, accepted: Accepted) -> Self {
        let Accepted { socket, leftover, encoding, address, places } = accepted;
        let (read, write) = socket.into_split();
        let outbox = Arc::new(Outbox::new(encoding, write, room.bounds.pending_bytes));
        let duplex = Duplex::new(read, Arc::clone(&outbox));
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(room.bounds.frame_bytes))
            .max_frame_size(Some(room.bounds.frame_bytes));
        let part = leftover.to_vec();
        let socket = WebSocketStream::from_partially_read(duplex, part, Role::Server, Some(config))
            .now_or_never()
            .expect("without a handshake there is nothing to wait for");
        let now = room.clock.now();
        let host = Host::new(now, &room.session);
        let id = room.next_connection();
        let deadline = room.clock.instant(host.deadline(&room.session));
        Self {
            viewer: Viewer { connection: id, outbox: Arc::clone(&outbox), player: None },
            role: AccountRole::Player,
            watched: Vec::new(),
            roster: None,
            rate: room.limits.message_rate(),
            errand: None,
            listings: VecDeque::new(),
            alarm: Box::pin(tokio::time::sleep_until(deadline)),
            room,
            socket,
            outbox,
            host,
            address,
            id,
            _places: places,
        }
    }

    /// Everything until the connection's end, and how it ended.
    async fn run(&mut self) -> Ending {
        ::metrics::counter!(metrics::CONNECTIONS_ACCEPTED).increment(1);
        ::metrics::gauge!(metrics::CONNECTIONS).increment(1);
        self.room.registry.connected(self.id, Arc::clone(&self.outbox));
        loop {
            match poll_fn(|cx| self.poll_event(cx)).await {
                Event::Frame(stamp, Some(Ok(message))) => self.frame(stamp, message),
                Event::Frame(_, Some(Err(error))) => self.not_a_frame(&error),
                Event::Frame(_, None) => return self.outbox.ending().unwrap_or(Ending::Normal),
                Event::Decided(decision) => self.decided(decision),
                Event::Drained => self.send_listing(),
                Event::Alarm => self.feed(self.room.clock.now(), Input::Tick),
                Event::Ended(ending) => return ending,
            }
        }
    }

    async fn end(&mut self, ending: Ending) {
        if let Ending::Goodbye(code) = ending {
            ::metrics::counter!(metrics::GOODBYES, "code" => code.as_str()).increment(1);
        }
        tracing::debug!(connection = self.id.0, address = %self.address, ?ending, "disconnected");
        self.leave().await;
        ::metrics::gauge!(metrics::CONNECTIONS).decrement(1);
        self.linger().await;
    }

    fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Event> {
        let progress = self.outbox.poll_flush(self.socket.get_ref().socket(), cx);
        if let Some(ending) = progress.ending {
            return Poll::Ready(Event::Ended(ending));
        }
        if progress.drained && !self.listings.is_empty() {
            return Poll::Ready(Event::Drained);
        }
        if let Some(errand) = &mut self.errand
            && let Poll::Ready(decision) = Pin::new(errand).poll(cx)
        {
            self.errand = None;
            return Poll::Ready(Event::Decided(decision));
        }
        if let Poll::Ready(frame) = Pin::new(&mut self.socket).poll_next(cx) {
            return Poll::Ready(Event::Frame(self.room.clock.now(), frame));
        }
        // Every message moves the deadline, the alarm only follows when it goes off.
        loop {
            ready!(self.alarm.as_mut().poll(cx));
            let deadline = self.host.deadline(&self.room.session);
            if deadline <= self.room.clock.now() {
                return Poll::Ready(Event::Alarm);
            }
            self.alarm.as_mut().reset(self.room.clock.instant(deadline));
        }
    }

    /// A whole WebSocket message, its last byte read at `stamp`.
    fn frame(&mut self, stamp: Millis, message: Message) {
        let is_text = self.outbox.encoding().is_text();
        let payload = match message {
            Message::Text(text) if is_text => Bytes::from(text),
            Message::Binary(payload) if !is_text => payload,
            Message::Text(_) | Message::Binary(_) => {
                let text = "The subprotocol that was agreed on uses the other kind of frame.";
                return self.outbox.close(ErrorCode::WrongFrameKind, text);
            }
            Message::Ping(_) | Message::Pong(_) => return self.noise(stamp),
            Message::Close(_) | Message::Frame(_) => return,
        };
        let limit = self.room.bounds.frame_bytes;
        let decoded = match self.outbox.encoding().decode::<ClientMessage>(&payload, limit) {
            Ok(decoded) => decoded,
            Err(error @ DecodeError::TooLarge { .. }) => {
                return self.outbox.close(ErrorCode::TooLarge, &error.to_string());
            }
            Err(error) => return self.outbox.close(ErrorCode::Malformed, &error.to_string()),
        };
        ::metrics::counter!(metrics::MESSAGES_READ).increment(decoded.messages.len() as u64);
        if decoded.messages.is_empty() && decoded.unknown == 0 {
            // Nothing was said, but reading it cost as much as something.
            self.noise(stamp);
        }
        for message in decoded.messages {
            let over_rate = self.is_over_rate();
            self.feed(stamp, Input::Message { message, over_rate });
        }
        for _ in 0..decoded.unknown {
            ::metrics::counter!(metrics::MESSAGES_UNKNOWN).increment(1);
            self.noise(stamp);
        }
    }

    fn noise(&mut self, stamp: Millis) {
        let over_rate = self.is_over_rate();
        self.feed(stamp, Input::Noise { over_rate });
    }

    fn is_over_rate(&self) -> bool {
        let account = self.viewer.player.as_ref().map(|player| player.account);
        let allowed = self.rate.check().is_ok()
            && account.is_none_or(|account| self.room.limits.allows_message(account));
        if !allowed {
            ::metrics::counter!(metrics::MESSAGES_OVER_RATE).increment(1);
        }
        !allowed
    }

    /// What came is no WebSocket message, or nothing will come any more.
    fn not_a_frame(&self, error: &WsError) {
        match error {
            WsError::Capacity(CapacityError::MessageTooLong { size, max_size }) => {
                let text = format!("A frame of {size} bytes is over the limit of {max_size}.");
                self.outbox.close(ErrorCode::TooLarge, &text);
            }
            // The client hung up; the stream's end follows.
            WsError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => {}
            WsError::Protocol(_) | WsError::Utf8(_) | WsError::Capacity(_) => {
                self.outbox.close(ErrorCode::Malformed, &error.to_string());
            }
            // The socket is gone; the stream's end follows.
            _ => {}
        }
    }

    /// Tells the host what happened, and does what it says.
    fn feed(&mut self, now: Millis, input: Input) {
        let mut messages = Vec::new();
        for output in self.host.on(now, input, &self.room.session) {
            match output {
                Output::Send(message) => messages.push(message),
                other => {
                    self.send(&mut messages);
                    self.perform(other);
                }
            }
        }
        self.send(&mut messages);
    }

    fn send(&self, messages: &mut Vec<ServerMessage>) {
        if !messages.is_empty() {
            self.outbox.send_messages(messages);
            messages.clear();
        }
    }

    fn decided(&mut self, decision: Decision) {
        let now = self.room.clock.now();
        let input = match decision {
            Decision::Account(result) => Input::AccountDecided(result),
            Decision::Login(Err(denied)) => {
                ::metrics::counter!(metrics::LOGINS, "result" => denied.code.as_str()).increment(1);
                Input::LoginDecided(Err(denied))
            }
            Decision::Login(Ok(login)) => {
                ::metrics::counter!(metrics::LOGINS, "result" => "ok").increment(1);
                Input::LoginDecided(Ok(self.arrive(login)))
            }
        };
        self.feed(now, input);
    }

    /// Tells everybody who knew of the connection that it is gone.
    async fn leave(&mut self) {
        let registry = &self.room.registry;
        registry.disconnected(self.id);
        self.room.lobby.unwatch(self.id);
        let mut tables: Vec<_> = self.host.tables().collect();
        if let Some(player) = &self.viewer.player {
            tables.extend(registry.logged_out(player.account, self.id));
        }
        tables.sort_unstable();
        tables.dedup();
        for table in tables {
            if let Some(handle) = registry.table(table) {
                let _ = handle.send(TableInput::Detach { connection: self.id }).await;
            }
        }
        for tournament in std::mem::take(&mut self.watched) {
            if let Some(handle) = registry.tournament(tournament) {
                let _ = handle.send(DirectorInput::Detach { connection: self.id }).await;
            }
        }
    }

    /// Lets the client read what it was sent last. A socket that is closed with unread bytes in it
    /// is reset, and the goodbye would be lost.
    async fn linger(&mut self) {
        let outbox = &self.outbox;
        let socket = self.socket.get_ref().socket();
        let flush = poll_fn(|cx| match outbox.poll_flush(socket, cx).drained {
            true => Poll::Ready(()),
            false => Poll::Pending,
        });
        let flushed = tokio::time::timeout(LINGER, flush).await;
        outbox.release();
        if flushed.is_ok() {
            let duplex = self.socket.get_mut();
            let mut scrap = [0; 256];
            let drain =
                async { while duplex.read(&mut scrap).await.is_ok_and(|count| count > 0) {} };
            let _ = tokio::time::timeout(LINGER, drain).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_in_memory_for_an_idle_connection_is_small() {
        fn bytes<F: Future>(_: fn(Arc<Room>, Accepted) -> F) -> usize {
            size_of::<F>()
        }
        assert!(bytes(serve) < 768, "the task takes {} bytes", bytes(serve));
        assert!(size_of::<Outbox>() < 160, "the outbox takes {} bytes", size_of::<Outbox>());
    }
}
