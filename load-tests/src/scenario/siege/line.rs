//! One connection of a stranger or an honest player, which may come from another network.

use cardroom_protocol::client::Hello;
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::{ClientMessage, Encoding, MINOR_VERSION, ServerMessage};
use futures_util::{SinkExt as _, StreamExt as _};
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// How long an answer may take before the line is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where a connection comes from.
#[derive(Clone, Debug)]
pub(super) enum From {
    /// This loopback address.
    Address(IpAddr),
    /// The trusted proxy, which reports another address.
    Proxy(String),
}

pub(super) struct Line {
    socket: WebSocketStream<TcpStream>,
    inbox: VecDeque<ServerMessage>,
}

impl Line {
    /// Connects and says hello.
    pub(super) async fn open(room: SocketAddr, from: From) -> Result<Self, String> {
        let opened = tokio::time::timeout(PATIENCE, Self::shake_hands(room, from)).await;
        let mut line = opened.map_err(|_| "no connection in time".to_owned())??;
        let hello = Hello { minor: MINOR_VERSION, client: "cardroom-siege".to_owned() };
        line.ask(hello.into(), |message| {
            matches!(message, ServerMessage::Welcome(_)).then_some(())
        })
        .await?;
        Ok(line)
    }

    async fn shake_hands(room: SocketAddr, from: From) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("connect: {error}");
        let request = format!("ws://{room}/ws").into_client_request();
        let mut request = request.map_err(|error| failed(&error))?;
        let mut set = |name: &'static str, value: &str| {
            let value = value.parse().map_err(|error| failed(&error))?;
            request.headers_mut().insert(name, value);
            Ok::<_, String>(())
        };
        set("sec-websocket-protocol", Encoding::Binary.subprotocol())?;
        let socket = TcpSocket::new_v4().map_err(|error| failed(&error))?;
        match from {
            From::Address(address) => {
                socket.bind((address, 0).into()).map_err(|error| failed(&error))?;
            }
            From::Proxy(address) => set("x-forwarded-for", &address)?,
        }
        let stream = socket.connect(room).await.map_err(|error| failed(&error))?;
        stream.set_nodelay(true).map_err(|error| failed(&error))?;
        let shaken = tokio_tungstenite::client_async(request, stream).await;
        let (socket, _) = shaken.map_err(|error| failed(&error))?;
        Ok(Self { socket, inbox: VecDeque::new() })
    }

    /// Sends a request and waits for its answer. A refusal or a goodbye is an error with its code.
    pub(super) async fn ask<T>(
        &mut self,
        request: ClientMessage,
        answer: impl Fn(&ServerMessage) -> Option<T>,
    ) -> Result<T, String> {
        let frame = Encoding::Binary.encode(&[request]).map_err(|error| error.to_string())?;
        self.socket.send(Message::Binary(frame)).await.map_err(|error| error.to_string())?;
        loop {
            let message = self.receive().await?;
            if let Some(answer) = answer(&message) {
                return Ok(answer);
            }
            match message {
                ServerMessage::Refused(refused) => return Err(format!("{:?}", refused.code)),
                ServerMessage::TermsRefused(_) => return Err("TermsRefused".to_owned()),
                ServerMessage::Goodbye(goodbye) => return Err(format!("{:?}", goodbye.code)),
                _ => {}
            }
        }
    }

    async fn receive(&mut self) -> Result<ServerMessage, String> {
        while self.inbox.is_empty() {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            let frame = frame.map_err(|_| "no answer in time".to_owned())?;
            match frame.ok_or("the connection ended")?.map_err(|error| error.to_string())? {
                Message::Binary(payload) => {
                    let decoded = Encoding::Binary.decode(&payload, MAX_SERVER_FRAME_BYTES);
                    self.inbox.extend(decoded.map_err(|error| error.to_string())?.messages);
                }
                Message::Close(_) => return Err("the connection ended".to_owned()),
                _ => {}
            }
        }
        self.inbox.pop_front().ok_or_else(|| "the connection ended".to_owned())
    }
}
