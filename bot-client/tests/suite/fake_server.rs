//! A minimal server on a real socket. It sends only what the test makes it send.

use cardroom_protocol::ClientMessage;
use cardroom_protocol::limits::MAX_FRAME_BYTES;
use cardroom_protocol::server::{ServerMessage, Welcome};
use cardroom_protocol::{Encoding, ErrorCode};
use futures_util::{SinkExt as _, StreamExt as _};
use http::header::SEC_WEBSOCKET_PROTOCOL;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// Longer than anything takes. A test that waits for this has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for clients on its own port.
pub(crate) struct FakeServer {
    listener: TcpListener,
}

/// A connection, as the server sees it.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    encoding: Encoding,
    heard: VecDeque<ClientMessage>,
}

impl FakeServer {
    pub(crate) async fn start() -> Self {
        Self { listener: TcpListener::bind("127.0.0.1:0").await.unwrap() }
    }

    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.listener.local_addr().unwrap())
    }

    /// Accepts the next client, before the WebSocket handshake.
    pub(crate) async fn accept_tcp(&self) -> TcpStream {
        let accepted = tokio::time::timeout(PATIENCE, self.listener.accept()).await;
        accepted.expect("a client comes").unwrap().0
    }

    /// Accepts the next client and answers its hello.
    pub(crate) async fn accept(&self) -> Client {
        let mut client = self.accept_silently().await;
        let ClientMessage::Hello(hello) = client.hear().await else { panic!("no hello") };
        assert!(hello.client.starts_with("cardroom-bot/") || hello.client == "json_bot.py");
        let welcome = Welcome {
            // Before verifiable deals, which these tests do not need.
            minor: 0,
            server: "fake".to_owned(),
            room: "Test room".to_owned(),
            time_ms: 0,
            idle_timeout_ms: 30_000,
            share_links: false,
            pokerstars_text: false,
        };
        client.say(&[welcome.into()]).await;
        client
    }

    /// Accepts the next client without reading its hello.
    pub(crate) async fn accept_silently(&self) -> Client {
        let stream = self.accept_tcp().await;
        let mut offered = None;
        #[expect(clippy::result_large_err, reason = "the type is the library's")]
        let callback = |request: &Request, mut response: Response| {
            let protocol = request.headers()[SEC_WEBSOCKET_PROTOCOL].clone();
            offered = Encoding::from_subprotocol(protocol.to_str().unwrap());
            response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, protocol);
            Ok(response)
        };
        let socket = tokio_tungstenite::accept_hdr_async(stream, callback).await.unwrap();
        Client { socket, encoding: offered.expect("a subprotocol"), heard: VecDeque::new() }
    }
}

impl Client {
    /// Receives the next message.
    pub(crate) async fn hear(&mut self) -> ClientMessage {
        loop {
            if let Some(message) = self.heard.pop_front() {
                return message;
            }
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            let frame = frame.expect("the client says something").expect("a frame").unwrap();
            let payload = payload_of(frame, self.encoding);
            let decoded = self.encoding.decode(&payload, MAX_FRAME_BYTES).unwrap();
            assert_eq!(decoded.unknown, 0);
            self.heard.extend(decoded.messages);
        }
    }

    /// Sends messages in one frame.
    pub(crate) async fn say(&mut self, messages: &[ServerMessage]) {
        let payload = self.encoding.encode(messages).unwrap();
        self.say_raw(&payload).await;
    }

    /// Sends a frame of any content.
    pub(crate) async fn say_raw(&mut self, payload: &[u8]) {
        let frame = if self.encoding.is_text() {
            Message::text(String::from_utf8(payload.to_vec()).unwrap())
        } else {
            Message::binary(payload.to_vec())
        };
        self.socket.send(frame).await.unwrap();
    }

    /// Waits until the client closes the connection.
    pub(crate) async fn wait_for_close(mut self) {
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    /// Closes the connection with the close code of an error.
    pub(crate) async fn close(mut self, code: ErrorCode) {
        let frame = CloseFrame { code: code.close_code().into(), reason: "".into() };
        self.socket.close(Some(frame)).await.unwrap();
        self.wait_for_close().await;
    }

    /// Drops the connection without a message.
    pub(crate) fn cut(self) {
        let stream = self.socket.into_inner();
        // Without a closing handshake the client sees a reset or the end of the stream.
        drop(stream);
    }
}

fn payload_of(frame: Message, encoding: Encoding) -> bytes::Bytes {
    match (frame, encoding.is_text()) {
        (Message::Binary(payload), false) => payload,
        (Message::Text(text), true) => text.into(),
        (frame, _) => panic!("not a frame of {encoding:?}: {frame:?}"),
    }
}
