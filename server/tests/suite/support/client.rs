//! A client that sends whatever a test wants, however wrong, and a room for it.

use cardroom::config::Config;
use cardroom::store::MemoryStore;
use cardroom::wiring::{self, OpenRoom};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{CreateApiToken, Hello, LoginGuest, Ping};
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::server::{Goodbye, LoggedIn, Scope, ServerMessage};
use cardroom_protocol::table::{TableEvent, TableView};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret};
use cardroom_rules::Chips;
use futures_util::{SinkExt, StreamExt};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

/// The timeout, longer than anything takes.
pub(crate) const LONG: Duration = Duration::from_secs(20);

/// Opens a room with `change` applied to its configuration, on addresses that the system chose.
pub(crate) async fn open_room(change: impl FnOnce(&mut Config)) -> OpenRoom {
    let settings = r#"
        [server]
        listen = "127.0.0.1:0"
        admin_listen = "127.0.0.1:0"
        drain_seconds = 1
        [limits]
        seats_per_network = 1000
        [deal]
        verifiable = false
        [house_bots]
        enabled = false
        [[tables]]
        name = "Test"
        small_blind = 1
        big_blind = 2
        min_buy_in = 40
        max_buy_in = 200
    "#;
    let mut config = Config::load_text("test", settings, [], &Default::default()).unwrap();
    change(&mut config);
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, Arc::new(MemoryStore::new()), figures).await.unwrap()
}

/// Everything that a hostile client must not change.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Witness {
    connections: usize,
    players: usize,
    seated: usize,
    on_tables: Chips,
}

/// Returns the state of the room once it has `connections` connections.
pub(crate) async fn settled(open: &OpenRoom, connections: usize) -> Witness {
    let registry = &open.room.registry;
    let reached = async {
        while registry.connection_count() != connections {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(LONG, reached).await.unwrap_or_else(|_| {
        panic!("{} connections, not {connections}", registry.connection_count());
    });
    let stacks = registry.stacks_by_table();
    Witness {
        connections,
        players: registry.players_online(),
        seated: stacks.values().map(|stacks| stacks.players).sum(),
        on_tables: stacks.values().map(|stacks| stacks.chips).sum(),
    }
}

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
    pub(crate) encoding: Encoding,
    /// All messages since the last hand began, as JSON.
    pub(crate) transcript: String,
    inbox: VecDeque<ServerMessage>,
    next_nonce: u32,
}

/// The HTTP response to a refused handshake.
#[derive(Debug)]
pub(crate) struct NoHandshake {
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// Performs a handshake with these headers.
pub(crate) async fn handshake(
    address: SocketAddr,
    headers: &[(&str, &str)],
) -> Result<(WebSocketStream<TcpStream>, Option<String>), NoHandshake> {
    let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
    for (name, value) in headers {
        let name = http::HeaderName::from_bytes(name.as_bytes()).unwrap();
        request.headers_mut().append(name, value.parse().unwrap());
    }
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    match tokio_tungstenite::client_async(request, stream).await {
        Ok((socket, response)) => {
            let protocol = response.headers().get("sec-websocket-protocol");
            Ok((socket, protocol.map(|protocol| protocol.to_str().unwrap().to_owned())))
        }
        Err(WsError::Http(response)) => Err(NoHandshake {
            status: response.status().as_u16(),
            body: String::from_utf8(response.body().clone().unwrap_or_default()).unwrap(),
        }),
        Err(error) => panic!("{error}"),
    }
}

impl Client {
    /// Opens a connection and performs the handshake, without a hello.
    pub(crate) async fn connect(open: &OpenRoom, encoding: Encoding) -> Self {
        Self::connect_to(open.address, encoding).await
    }

    pub(crate) async fn connect_to(address: SocketAddr, encoding: Encoding) -> Self {
        Self::connect_with(address, encoding, &[]).await
    }

    /// Opens a connection that a proxy forwards from this address.
    pub(crate) async fn connect_from(room: SocketAddr, encoding: Encoding, address: &str) -> Self {
        Self::connect_with(room, encoding, &[("x-forwarded-for", address)]).await
    }

    async fn connect_with(
        address: SocketAddr,
        encoding: Encoding,
        headers: &[(&str, &str)],
    ) -> Self {
        let offer = ("sec-websocket-protocol", encoding.subprotocol());
        let headers: Vec<_> = [offer].into_iter().chain(headers.iter().copied()).collect();
        let (socket, _) = handshake(address, &headers).await.unwrap();
        Self { socket, encoding, transcript: String::new(), inbox: VecDeque::new(), next_nonce: 1 }
    }

    /// Opens a connection and sends the hello.
    pub(crate) async fn welcome(open: &OpenRoom, encoding: Encoding) -> Self {
        Self::welcome_at(open.address, encoding).await
    }

    /// Does the same in a room that may be closing.
    pub(crate) async fn welcome_at(address: SocketAddr, encoding: Encoding) -> Self {
        let mut client = Self::connect_to(address, encoding).await;
        client.send([hello()]).await;
        let welcome = client.receive().await;
        assert!(matches!(welcome, ServerMessage::Welcome(_)), "{welcome:?}");
        client
    }

    /// Logs a guest in.
    pub(crate) async fn guest(open: &OpenRoom, name: &str) -> (Self, LoggedIn) {
        Self::guest_in(open, Encoding::Binary, name).await
    }

    /// Logs a guest in who speaks `encoding`.
    pub(crate) async fn guest_in(
        open: &OpenRoom,
        encoding: Encoding,
        name: &str,
    ) -> (Self, LoggedIn) {
        let mut client = Self::welcome(open, encoding).await;
        client.send([guest(name)]).await;
        match client.receive().await {
            ServerMessage::LoggedIn(logged_in) => (client, logged_in),
            other => panic!("{other:?}"),
        }
    }

    /// Sends messages in one frame.
    pub(crate) async fn send<const N: usize>(&mut self, messages: [ClientMessage; N]) {
        let payload = self.encoding.encode(&messages).unwrap();
        let frame = match self.encoding {
            Encoding::Binary => Message::Binary(payload),
            Encoding::Json => Message::Text(payload.try_into().unwrap()),
        };
        self.send_raw(frame).await;
    }

    /// Sends a raw frame that no honest client would send.
    pub(crate) async fn send_raw(&mut self, frame: Message) {
        self.socket.send(frame).await.unwrap();
    }

    pub(crate) async fn receive(&mut self) -> ServerMessage {
        while self.inbox.is_empty() {
            let frame = tokio::time::timeout(LONG, self.socket.next()).await.expect("an answer");
            let payload = match frame.expect("the connection is open").unwrap() {
                Message::Binary(payload) => payload,
                Message::Text(text) => text.into(),
                Message::Ping(_) | Message::Pong(_) => continue,
                other => panic!("{other:?}"),
            };
            let decoded = self.encoding.decode(&payload, MAX_SERVER_FRAME_BYTES).unwrap();
            assert_eq!(decoded.unknown, 0);
            if decoded.messages.iter().any(starts_a_hand) {
                self.transcript.clear();
            }
            let text = match self.encoding {
                Encoding::Json => payload,
                Encoding::Binary => Encoding::Json.encode(&decoded.messages).unwrap(),
            };
            self.transcript.push_str(std::str::from_utf8(&text).unwrap());
            self.inbox.extend(decoded.messages);
        }
        self.inbox.pop_front().unwrap()
    }

    /// Reads the next message, which must be a refusal.
    pub(crate) async fn refused(&mut self, request: u32) -> ErrorCode {
        match self.receive().await {
            ServerMessage::Refused(refused) => {
                assert_eq!(refused.request, RequestId(request));
                refused.code
            }
            other => panic!("{other:?}"),
        }
    }

    /// Reads the next messages, which must be the view and the answer to a request
    /// to watch a table.
    pub(crate) async fn observing(&mut self, request: u32) -> Box<TableView> {
        let view = match self.receive().await {
            ServerMessage::TableSnapshot(snapshot) => snapshot.view,
            other => panic!("{other:?}"),
        };
        loop {
            match self.receive().await {
                ServerMessage::HostedTerms(_) => {}
                ServerMessage::Done(done) => {
                    assert_eq!(done.request, RequestId(request));
                    return view;
                }
                other => panic!("{other:?}"),
            }
        }
    }

    /// Reads to the end, which must be a goodbye with the matching close code.
    pub(crate) async fn goodbye(mut self) -> ErrorCode {
        let Goodbye { code, message } = loop {
            if let ServerMessage::Goodbye(goodbye) = self.receive().await {
                break goodbye;
            }
        };
        assert!(!message.is_empty());
        assert!(self.inbox.is_empty(), "nothing follows a goodbye");
        let close = tokio::time::timeout(LONG, self.socket.next()).await.expect("a close frame");
        match close {
            Some(Ok(Message::Close(Some(frame)))) => {
                assert_eq!(u16::from(frame.code), 4_000 + code.number());
            }
            other => panic!("{other:?}"),
        }
        code
    }

    /// Reads to the goodbye without looking at the messages before it. The room waits only two
    /// seconds for a client that has much to read.
    pub(crate) async fn goodbye_at_last(mut self) -> ErrorCode {
        let mut last = None;
        let close = loop {
            let frame = tokio::time::timeout(LONG, self.socket.next()).await.expect("a frame");
            match frame.expect("the connection is open").unwrap() {
                Message::Binary(payload) => last = Some(payload),
                Message::Close(Some(frame)) => break frame,
                other => panic!("{other:?}"),
            }
        };
        let last = last.expect("a message before the close frame");
        let decoded = self.encoding.decode(&last, MAX_SERVER_FRAME_BYTES).unwrap();
        let Some(ServerMessage::Goodbye(goodbye)) = decoded.messages.last() else {
            panic!("{:?}", decoded.messages)
        };
        assert_eq!(u16::from(close.code), 4_000 + goodbye.code.number());
        goodbye.code
    }

    /// Reads the next frame, which must be a close with a reason and without a goodbye before
    /// it. Returns its code.
    pub(crate) async fn closed(mut self) -> u16 {
        let close = tokio::time::timeout(LONG, self.socket.next()).await.expect("a close frame");
        match close {
            Some(Ok(Message::Close(Some(frame)))) => {
                assert!(!frame.reason.is_empty());
                frame.code.into()
            }
            other => panic!("{other:?}"),
        }
    }

    /// Sends a ping and waits for its pong, ignoring everything before it.
    pub(crate) async fn ping(&mut self) {
        self.until_pong().await;
    }

    /// Sends a ping, and returns the messages before its pong.
    pub(crate) async fn until_pong(&mut self) -> Vec<ServerMessage> {
        let nonce = self.next_nonce;
        self.next_nonce += 1;
        self.send([Ping { nonce }.into()]).await;
        let mut messages = Vec::new();
        loop {
            match self.receive().await {
                ServerMessage::Pong(pong) => {
                    assert_eq!(pong.nonce, nonce);
                    return messages;
                }
                other => messages.push(other),
            }
        }
    }
}

fn starts_a_hand(message: &ServerMessage) -> bool {
    let ServerMessage::Step(step) = message else { return false };
    step.events.0.iter().any(|event| matches!(event, TableEvent::HandStarted(_)))
}

pub(crate) fn hello() -> ClientMessage {
    Hello { minor: 0, client: "hostile/1".to_owned() }.into()
}

pub(crate) fn guest(name: &str) -> ClientMessage {
    LoginGuest { request: RequestId(1), nickname: Some(name.to_owned()) }.into()
}

/// Asks for the API token of a bot. An account with a password proves itself with it.
pub(crate) fn play_token(request: RequestId, label: &str, password: Option<&str>) -> ClientMessage {
    CreateApiToken {
        request,
        label: label.to_owned(),
        scopes: [Scope::Play].into_iter().collect(),
        ends_at: None,
        password: password.map(Secret::from),
        code: None,
    }
    .into()
}

/// Requests a page, and returns status and body.
pub(crate) async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    get_with(address, path, &[]).await
}

/// Requests a page with these headers, and returns status and body.
pub(crate) async fn get_with(
    address: SocketAddr,
    path: &str,
    headers: &[(&str, &str)],
) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}
