//! A room with the API, a program that sends requests, and the same calls over a socket.

use crate::support::client::{Client, LONG, open_room};
use cardroom::accounts::NewToken;
use cardroom::config::Config;
use cardroom::store::Scopes;
use cardroom::wiring::OpenRoom;
use cardroom_api::call::{Call, Request, find};
use cardroom_api::exchange::{Exchange, Next, Reply};
use cardroom_api::operations::ROOT;
use cardroom_protocol::client::LoginToken;
use cardroom_protocol::limits::MAX_LABEL_CHARS;
use cardroom_protocol::message::Message as _;
use cardroom_protocol::server::{Role, Scope, ServerMessage};
use cardroom_protocol::{Encoding, RequestId, Secret};
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Opens a room with the API, in which no limit is in the way.
pub(super) async fn open(change: impl FnOnce(&mut Config)) -> OpenRoom {
    open_room(|config| {
        generous(config);
        change(config);
    })
    .await
}

fn generous(config: &mut Config) {
    let api = &mut config.api;
    api.enabled = true;
    api.requests_per_second = 1_000;
    api.request_burst = 1_000;
    api.visitor_requests_per_second = 1_000;
    api.visitor_request_burst = 1_000;
    config.limits.connections_per_address = 1_000;
    config.limits.logins_per_minute = 100_000;
    config.limits.messages_per_second = 10_000;
    config.limits.message_burst = 10_000;
    config.limits.rows_per_hour = 1_000_000;
}

/// Opens an account with this role, and makes a token with these scopes.
pub(super) async fn token(open: &OpenRoom, name: &str, role: Role, scopes: &[Scope]) -> Secret {
    let accounts = &open.room.accounts;
    let password = Secret::from("eight or more");
    if accounts.operations().named(name).await.is_err() {
        accounts.register(name, &password, Ipv4Addr::LOCALHOST.into()).await.unwrap();
    }
    accounts.set_role(name, role).await.unwrap();
    let account = accounts.operations().named(name).await.unwrap().id;
    let scopes: Scopes = scopes.iter().copied().collect();
    // All scopes together are longer than a label may be.
    let label: String = scopes.to_string().chars().take(MAX_LABEL_CHARS).collect();
    let new = NewToken { scopes, ..NewToken::to_play(label.trim_end()) };
    accounts.create_api_token(account, &new).await.unwrap().0
}

/// An answer over HTTP.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: String,
    pub(super) text: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// Returns the code of a problem.
    pub(super) fn code(&self) -> String {
        let kind = self.json()["type"].as_str().unwrap_or_default().to_owned();
        kind.rsplit('/').next().unwrap_or_default().to_owned()
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Sends a request with these headers, and returns the answer.
pub(super) async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str("\r\n");
    request.push_str(body);
    // The room may answer and close before it has read a body that is too large.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(LONG, stream.read_to_end(&mut bytes)).await.unwrap();
    assert!(read.is_ok() || !bytes.is_empty(), "{read:?}");
    let response = String::from_utf8(bytes).unwrap();
    let (head, text) = response.split_once("\r\n\r\n").unwrap();
    let (status, headers) = head.split_once("\r\n").unwrap();
    Answer {
        status: status.split(' ').nth(1).unwrap().parse().unwrap(),
        headers: headers.to_owned(),
        text: text.to_owned(),
    }
}

/// Calls the API, with a token or as a visitor.
pub(super) async fn call(
    open: &OpenRoom,
    token: Option<&Secret>,
    (method, path): (&str, &str),
    body: &Value,
) -> Answer {
    let bearer = token.map(|token| format!("Bearer {}", token.0)).unwrap_or_default();
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(token.map(|_| ("authorization", &*bearer)));
    let body = if method == "POST" { body.to_string() } else { String::new() };
    send(open.address, method, &format!("{ROOT}{path}"), &headers, &body).await
}

/// The same program over a socket.
pub(super) struct Socket(Client);

impl Socket {
    pub(super) async fn new(open: &OpenRoom, token: Option<&Secret>) -> Self {
        let mut client = Client::welcome(open, Encoding::Json).await;
        if let Some(token) = token {
            let login = LoginToken { request: RequestId(1), token: token.clone() };
            client.send([login.into()]).await;
            loop {
                match client.receive().await {
                    ServerMessage::LoggedIn(_) => break,
                    ServerMessage::Refused(refused) => panic!("{refused:?}"),
                    _ => {}
                }
            }
        }
        Self(client)
    }

    /// Sends the messages of a call, and returns what they come to.
    pub(super) async fn call(&mut self, (method, path): (&str, &str), body: &Value) -> Reply {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let path = format!("{ROOT}{path}");
        let body = body.to_string();
        let request = Request { method, path: &path, query, body: body.as_bytes() };
        let call = Call::read(find(method, &path).unwrap(), request, |text| Some(text.to_owned()));
        let mut exchange = match call.and_then(Exchange::new) {
            Ok(exchange) => exchange,
            Err(problem) => return Reply::Problem(Box::new(problem)),
        };
        let Some(first) = exchange.first() else { panic!("the welcome is the answer") };
        self.0.send([first]).await;
        let reply = loop {
            let message = self.0.receive().await;
            let body = message.serialize_body(serde_json::value::Serializer).unwrap();
            match exchange.on(message.name(), &body) {
                Next::Wait => {}
                Next::Send(message) => self.0.send([*message]).await,
                Next::Answer(reply) => break reply,
            }
        };
        // Some answers end with `Done`, which is not that of the next call.
        self.0.ping().await;
        self.0.until_pong().await;
        reply
    }
}

/// Returns an answer over HTTP as what the socket's comes to.
pub(super) fn as_reply(answer: &Answer) -> (u16, Value) {
    (answer.status, answer.json())
}

/// Returns what a reply is over HTTP.
pub(super) fn expected(reply: &Reply) -> (u16, Value) {
    match reply {
        Reply::Done => (204, json!(null)),
        Reply::Body(body) => (200, body.clone()),
        Reply::Problem(problem) => (problem.status, problem.body()),
    }
}
