//! A client that works with bytes: it sends the bytes of a case and describes the answers.
//!
//! Answers are separated by commas: `Pong 7` is a message of Cardroom's protocol, `pong` and
//! `close` are WebSocket frames, `426 …` is an HTTP status. An answer without `close` means that
//! the connection stayed open. To check that, each case ends with its own ping, which must be
//! answered.

use crate::conformance::case::{Case, Edit, Sent};
use crate::conformance::frame::{self, Frame, shown};
use crate::conformance::rooms::Rooms;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::Encoding;
use cardroom_protocol::client::{Hello, Ping};
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::message::Message as _;
use cardroom_protocol::server::ServerMessage;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Longer than any answer takes.
const LONG: Duration = Duration::from_secs(20);
/// The number of the ping that ends each case.
const LAST: u32 = 999;
/// The example key of RFC 6455 (1.3), and its answer.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPT: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// Plays a case and describes the answers.
pub(crate) async fn play(case: &Case, rooms: &Rooms) -> String {
    let address = rooms.address(case.on);
    let played = async {
        match &case.sent {
            Sent::Frames { encoding, frames, piece } => {
                over_frames(address, *encoding, frames, *piece).await
            }
            Sent::Request(edits) => over_http(address, edits).await,
        }
    };
    tokio::time::timeout(LONG, played).await.unwrap_or_else(|_| "no answer".to_owned())
}

/// A connection after the handshake.
struct Wire {
    stream: TcpStream,
    encoding: Encoding,
}

/// A frame from the server, or the end.
enum Back {
    Frame {
        opcode: u8,
        payload: Vec<u8>,
    },
    /// The connection ended, by the end of the stream or by a reset.
    End {
        in_order: bool,
    },
}

async fn over_frames(
    address: SocketAddr,
    encoding: Encoding,
    frames: &[Frame],
    piece: Option<usize>,
) -> String {
    let mut wire = Wire::open(address, encoding).await;
    let bytes = frames.iter().flat_map(Frame::bytes).collect::<Vec<_>>();
    for piece in bytes.chunks(piece.unwrap_or(usize::MAX)) {
        // The server may have closed already.
        let _ = wire.stream.write_all(piece).await;
        tokio::task::yield_now().await;
    }
    let last = wire.message(&[Ping { nonce: LAST }.into()]);
    let _ = wire.stream.write_all(&last.bytes()).await;

    let mut answers: Vec<String> = Vec::new();
    loop {
        let answer = match wire.read().await {
            Back::End { in_order: true } => "the end without a close".to_owned(),
            Back::End { in_order: false } => "a reset".to_owned(),
            Back::Frame { opcode, payload } => match wire.in_words(opcode, &payload) {
                Some(answer) => answer,
                None => break,
            },
        };
        let is_last =
            !answer.starts_with(|c: char| c.is_uppercase()) && !answer.starts_with("pong");
        let again = format!("{answer} …");
        match answers.last_mut() {
            Some(before) if *before == again => {}
            Some(before) if *before == answer => *before = again,
            _ => answers.push(answer),
        }
        if is_last {
            answers.extend(wire.finish().await);
            break;
        }
    }
    if answers.is_empty() { "nothing".to_owned() } else { answers.join(", ") }
}

impl Wire {
    /// Opens a connection and sends the hello.
    async fn open(address: SocketAddr, encoding: Encoding) -> Self {
        let protocol = [("Sec-WebSocket-Protocol", encoding.subprotocol())];
        let edits = protocol.map(|(name, value)| Edit::With(name, value));
        let (stream, head) = ask(address, &edits).await;
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        let mut wire = Self { stream, encoding };
        let hello = Hello { minor: 0, client: "conformance/1".to_owned() };
        let hello = wire.message(&[hello.into()]);
        wire.stream.write_all(&hello.bytes()).await.unwrap();
        let Back::Frame { opcode, payload } = wire.read().await else { panic!("no welcome") };
        assert_eq!(wire.in_words(opcode, &payload).as_deref(), Some("Welcome"));
        wire
    }

    fn message(&self, messages: &[ClientMessage]) -> Frame {
        let payload = self.encoding.encode(messages).unwrap();
        frame::frame(if self.encoding.is_text() { 1 } else { 2 }, payload)
    }

    /// Reads the next frame. It must be one that a server may send: whole, unmasked
    /// and without reserved bits.
    async fn read(&mut self) -> Back {
        match self.try_read().await {
            Ok((opcode, payload)) => Back::Frame { opcode, payload },
            Err(error) => Back::End { in_order: error.kind() == std::io::ErrorKind::UnexpectedEof },
        }
    }

    async fn try_read(&mut self) -> std::io::Result<(u8, Vec<u8>)> {
        let first = self.stream.read_u8().await?;
        let second = self.stream.read_u8().await?;
        assert_eq!(first & 0xf0, 0x80, "fragments and reserved bits are not for servers like this");
        assert!(second < 0x80, "a server masks nothing");
        let length = match second {
            126 => self.stream.read_u16().await?.into(),
            127 => self.stream.read_u64().await?,
            length => length.into(),
        };
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        self.stream.read_exact(&mut payload).await?;
        Ok((first & 0x0f, payload))
    }

    /// Describes a frame. `None` for the answer to the last ping.
    fn in_words(&self, opcode: u8, payload: &[u8]) -> Option<String> {
        Some(match opcode {
            1 | 2 => {
                assert_eq!(opcode == 1, self.encoding.is_text());
                let decoded =
                    self.encoding.decode::<ServerMessage>(payload, MAX_SERVER_FRAME_BYTES).unwrap();
                let [message] = decoded.messages.try_into().unwrap();
                match message {
                    ServerMessage::Pong(pong) if pong.nonce == LAST => return None,
                    ServerMessage::Pong(pong) => format!("Pong {}", pong.nonce),
                    ServerMessage::Goodbye(goodbye) => format!("Goodbye `{}`", goodbye.code),
                    other => other.name().to_owned(),
                }
            }
            8 => match payload.split_first_chunk() {
                None if payload.is_empty() => "close".to_owned(),
                None => "close with half a code".to_owned(),
                Some((code, reason)) => {
                    assert!(std::str::from_utf8(reason).is_ok() && payload.len() <= 125);
                    format!("close {}", u16::from_be_bytes(*code))
                }
            },
            9 => "ping".to_owned(),
            10 if payload.is_empty() => "pong".to_owned(),
            10 => format!("pong {}", shown(payload)),
            other => format!("opcode {other:#x}"),
        })
    }

    /// Answers a close, and waits until the server ends the connection. Returns an error, if any.
    async fn finish(mut self) -> Option<String> {
        let _ = self.stream.write_all(&frame::raw_close([]).bytes()).await;
        let _ = self.stream.shutdown().await;
        match self.read().await {
            Back::End { in_order: true } => None,
            Back::End { in_order: false } => Some("a reset".to_owned()),
            Back::Frame { opcode, .. } => Some(format!("opcode {opcode:#x} behind the end")),
        }
    }
}

async fn over_http(address: SocketAddr, edits: &[Edit]) -> String {
    let (_, head) = ask(address, edits).await;
    let status = head.split(' ').nth(1).unwrap_or("no status");
    let value = |name: &str| {
        let mut headers = head.lines().skip(1).filter_map(|line| line.split_once(": "));
        headers.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    };
    match status {
        "101" if value("sec-websocket-accept") != Some(ACCEPT) => "101 with a wrong key".to_owned(),
        "101" if value("upgrade") != Some("websocket") => "101 to nothing".to_owned(),
        "101" => format!("101 `{}`", value("sec-websocket-protocol").unwrap_or("no subprotocol")),
        "426" => format!(
            "426 `Sec-WebSocket-Version: {}`, `Upgrade: {}`",
            value("sec-websocket-version").unwrap_or_default(),
            value("upgrade").unwrap_or_default()
        ),
        status => status.to_owned(),
    }
}

/// Sends a good handshake with some changes, and reads the head of the response.
async fn ask(address: SocketAddr, edits: &[Edit]) -> (TcpStream, String) {
    let mut line = "GET /ws HTTP/1.1";
    let host = address.to_string();
    let mut headers = vec![
        ("Host", host.as_str()),
        ("Upgrade", "websocket"),
        ("Connection", "Upgrade"),
        ("Sec-WebSocket-Key", KEY),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Protocol", Encoding::Json.subprotocol()),
    ];
    for edit in edits {
        match *edit {
            Edit::Line(other) => line = other,
            Edit::Without(name) => headers.retain(|header| header.0 != name),
            Edit::With(name, value) => {
                headers.retain(|header| header.0 != name);
                headers.push((name, value));
            }
            Edit::Twice(name, value) => headers.push((name, value)),
        }
    }
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    stream.write_all(format!("{line}\r\n{headers}\r\n").as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => break,
        }
    }
    (stream, String::from_utf8(head).unwrap())
}
