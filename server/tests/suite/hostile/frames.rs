//! Frames that are not part of the protocol.

use crate::support::client::{Client, hello, open_room, settled};
use cardroom_protocol::client::Ping;
use cardroom_protocol::server::Refused;
use cardroom_protocol::{Encoding, ErrorCode, RequestId, ServerMessage};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// Close codes of WebSocket itself (RFC 6455, 7.4.1).
const PROTOCOL_ERROR: u16 = 1002;
const INVALID_PAYLOAD: u16 = 1007;
const TOO_BIG: u16 = 1009;

/// Sends each frame over its own connection. Returns the error code for each, and checks that
/// a bystander notices nothing.
async fn answers(encoding: Encoding, frames: Vec<Message>) -> Vec<ErrorCode> {
    let open = open_room(|_| {}).await;
    let (mut bystander, _) = Client::guest(&open, "Bystander").await;
    let before = settled(&open, 1).await;
    let mut codes = Vec::new();
    for frame in frames {
        let mut client = Client::welcome(&open, encoding).await;
        client.send_raw(frame).await;
        codes.push(client.goodbye().await);
        bystander.ping().await;
    }
    assert_eq!(settled(&open, 1).await, before);
    codes
}

#[tokio::test]
async fn binary_frames_that_do_not_decode_are_malformed() {
    let ping =
        Encoding::Binary.encode(&[Ping { nonce: 7 }.into()] as &[cardroom_protocol::ClientMessage]);
    let ping = ping.unwrap();
    assert_eq!(&ping[..], [2, 1, 7]);
    let many: Vec<u8> = ping.iter().copied().cycle().take(ping.len() * 257).collect();
    let frames: [&[u8]; 8] = [
        &[2],                                  // a tag without a length
        &[2, 1],                               // a length without a body
        &[2, 2, 7],                            // a body that ends early
        &[2, 2, 7, 0],                         // a byte too many
        &[2, 0],                               // an empty body where there must be one
        &[0xff, 0xff, 0xff, 0xff, 0xff, 1, 0], // a tag of more than 32 bits
        &[11, 6, 1, 252, 255, 255, 255, 255],  // a name of four gigabytes
        &many,                                 // more items than the limit
    ];
    let frames: Vec<_> = frames.iter().map(|frame| Message::binary(frame.to_vec())).collect();
    let count = frames.len();
    assert_eq!(answers(Encoding::Binary, frames).await, vec![ErrorCode::Malformed; count]);
}

#[tokio::test]
async fn json_frames_that_do_not_decode_are_malformed() {
    let frames = [
        "[",
        "{}",
        "7",
        "[7]",
        "[{}]",
        r#"[{"Ping":{}}]"#,
        r#"[{"Ping":{"nonce":-1}}]"#,
        r#"[{"Ping":{"nonce":4294967296}}]"#,
        r#"[{"Ping":{"nonce":1},"Hello":{}}]"#,
        r#"[{"Ping":{"nonce":1}}] x"#,
        r#"[{"Sit":{"request":1,"table":1,"seat":null,"buy_in":9007199254740992,"wait_for_big_blind":true}}]"#,
    ];
    let frames: Vec<_> = frames.iter().map(|&frame| Message::text(frame)).collect();
    let count = frames.len();
    assert_eq!(answers(Encoding::Json, frames).await, vec![ErrorCode::Malformed; count]);
}

#[tokio::test]
async fn brackets_nested_without_end_are_malformed_and_harmless() {
    let deep = "[".repeat(16_000);
    assert_eq!(answers(Encoding::Json, vec![Message::text(deep)]).await, [ErrorCode::Malformed]);
}

/// Sends an invalid WebSocket frame. Returns the close code of its connection, and checks that
/// a bystander notices nothing.
async fn closed(encoding: Encoding, frame: Message) -> u16 {
    let open = open_room(|_| {}).await;
    let (mut bystander, _) = Client::guest(&open, "Bystander").await;
    let before = settled(&open, 1).await;
    let mut client = Client::welcome(&open, encoding).await;
    client.send_raw(frame).await;
    let code = client.closed().await;
    bystander.ping().await;
    assert_eq!(settled(&open, 1).await, before);
    code
}

#[tokio::test]
async fn frames_over_the_limit_are_too_big() {
    let code = closed(Encoding::Binary, Message::binary(vec![0; 16 * 1024 + 1])).await;
    assert_eq!(code, TOO_BIG);
    let code = closed(Encoding::Json, Message::text(" ".repeat(1 << 20))).await;
    assert_eq!(code, TOO_BIG);
}

#[tokio::test]
async fn the_other_kind_of_frame_is_refused() {
    let text = vec![Message::text(r#"[{"Ping":{"nonce":1}}]"#)];
    assert_eq!(answers(Encoding::Binary, text).await, [ErrorCode::WrongFrameKind]);
    let binary = vec![Message::binary(vec![2, 1, 7])];
    assert_eq!(answers(Encoding::Json, binary).await, [ErrorCode::WrongFrameKind]);
}

#[tokio::test]
async fn text_that_is_not_unicode_is_invalid() {
    let frame = Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true);
    assert_eq!(closed(Encoding::Json, Message::Frame(frame)).await, INVALID_PAYLOAD);
}

#[tokio::test]
async fn a_length_that_is_only_claimed_reserves_nothing() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    // A masked binary frame of 2^62 bytes, of which none follow.
    let header = [0x82, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4];
    client.socket.get_mut().write_all(&header).await.unwrap();
    assert_eq!(client.closed().await, TOO_BIG);
    settled(&open, 0).await;
}

#[tokio::test]
async fn fragments_count_together_towards_the_limit() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    let piece =
        |opcode| Message::Frame(Frame::message(vec![0; 9_000], OpCode::Data(opcode), false));
    client.send_raw(piece(Data::Binary)).await;
    client.send_raw(piece(Data::Continue)).await;
    assert_eq!(client.closed().await, TOO_BIG);
}

/// RFC 6455, 5.2.
#[tokio::test]
async fn a_length_in_more_bytes_than_it_needs_is_a_protocol_error() {
    let open = open_room(|_| {}).await;
    for header in [&[0x82, 0xfe, 0, 3][..], &[0x82, 0xff, 0, 0, 0, 0, 0, 0, 0, 3]] {
        let mut client = Client::welcome(&open, Encoding::Binary).await;
        // A ping of the protocol, behind a mask of zeros.
        let frame = [header, &[0, 0, 0, 0, 2, 1, 7]].concat();
        client.socket.get_mut().write_all(&frame).await.unwrap();
        assert_eq!(client.closed().await, PROTOCOL_ERROR);
    }
}

#[tokio::test]
async fn an_empty_frame_says_nothing_and_ends_nothing() {
    let open = open_room(|_| {}).await;
    let mut json = Client::welcome(&open, Encoding::Json).await;
    json.send_raw(Message::text("")).await;
    json.ping().await;
    let mut binary = Client::welcome(&open, Encoding::Binary).await;
    binary.send_raw(Message::binary(Vec::new())).await;
    binary.ping().await;
}

#[tokio::test]
async fn an_unmasked_frame_is_a_protocol_error() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    client.socket.get_mut().write_all(&[0x82, 3, 2, 1, 7]).await.unwrap();
    assert_eq!(client.closed().await, PROTOCOL_ERROR);
}

#[tokio::test]
async fn a_connection_cut_inside_a_frame_leaves_nothing_behind() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    client.socket.get_mut().write_all(&[0x82, 0x83, 1, 2]).await.unwrap();
    drop(client);
    settled(&open, 0).await;
}

#[tokio::test]
async fn messages_from_a_later_version_are_passed_over() {
    let open = open_room(|_| {}).await;
    let mut binary = Client::welcome(&open, Encoding::Binary).await;
    binary.send_raw(Message::binary(vec![0xe7, 0x07, 2, 1, 2])).await;
    binary.send([Ping { nonce: 1 }.into()]).await;
    assert!(matches!(binary.receive().await, ServerMessage::Pong(_)), "no other answer");
    let mut json = Client::welcome(&open, Encoding::Json).await;
    json.send_raw(Message::text(r#"[{"Dance":{"wildly":true}}]"#)).await;
    json.ping().await;
}

/// Sends a JSON frame. Returns the refusal that follows.
async fn refusal(client: &mut Client, frame: &str) -> Refused {
    client.send_raw(Message::text(frame)).await;
    match client.receive().await {
        ServerMessage::Refused(refused) => refused,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_unknown_name_is_refused_by_name_and_the_connection_lives() {
    let open = open_room(|_| {}).await;
    let mut client = Client::connect(&open, Encoding::Json).await;
    // Nothing is more likely to be misspelled than the first message.
    let helo = refusal(&mut client, r#"{"Helo":{"minor":0,"client":"x"}}"#).await;
    assert_eq!((helo.request, helo.code), (RequestId(0), ErrorCode::UnknownMessage));
    assert!(helo.message.contains("\u{201c}Helo\u{201d}"), "{}", helo.message);
    client.send([hello()]).await;
    assert!(matches!(client.receive().await, ServerMessage::Welcome(_)));
    let sit = refusal(&mut client, r#"[{"sit":{"request":12,"table":1,"seat":null}}]"#).await;
    assert_eq!((sit.request, sit.code), (RequestId(12), ErrorCode::UnknownMessage));
    assert!(sit.message.contains("\u{201c}sit\u{201d}. Did you mean Sit?"), "{}", sit.message);
    // The other messages of its frame count.
    let mixed = r#"[{"New\n":{"request":5}},{"Ping":{"nonce":3}},{"Newer":{"request":6}}]"#;
    client.send_raw(Message::text(mixed)).await;
    let answers = [client.receive().await, client.receive().await, client.receive().await];
    let [ServerMessage::Pong(_), ServerMessage::Refused(new), ServerMessage::Refused(newer)] =
        answers
    else {
        panic!("{answers:?}");
    };
    assert_eq!((new.request, newer.request), (RequestId(5), RequestId(6)));
    assert!(new.message.contains("\u{201c}New\\n\u{201d}"), "{}", new.message);
    client.ping().await;
}

#[tokio::test]
async fn unknown_names_count_toward_the_rate() {
    let open = open_room(|_| {}).await;
    let mut client = Client::welcome(&open, Encoding::Json).await;
    let names = vec![r#"{"Dance":{"request":9}}"#; 250];
    client.send_raw(Message::text(format!("[{}]", names.join(",")))).await;
    let mut codes = Vec::new();
    let end = loop {
        match client.receive().await {
            ServerMessage::Refused(refused) => codes.push(refused.code),
            ServerMessage::Goodbye(goodbye) => break goodbye.code,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(end, ErrorCode::RateLimited);
    assert_eq!(codes.first(), Some(&ErrorCode::UnknownMessage));
    assert_eq!(codes.iter().filter(|code| **code == ErrorCode::RateLimited).count(), 100);
}

#[tokio::test]
async fn the_goodbye_to_a_wrong_body_names_the_message_and_the_field() {
    let open = open_room(|_| {}).await;
    for (frame, words) in [
        (r#"{"Ping":{"nonse":1}}"#, "Ping: unknown field `nonse`, expected `nonce`"),
        (r#"{"Ping":{}}"#, "Ping: missing field `nonce`"),
        (r#"{"Ping":{"nonce":"1"}}"#, "Ping: invalid type: string \"1\", expected u32"),
        (r#"{"Ping":7}"#, "Ping: invalid type: integer `7`, expected struct Ping"),
        (r#"{"Observe":{"request":1,"tabel":1}}"#, "Observe: unknown field `tabel`"),
    ] {
        let mut client = Client::welcome(&open, Encoding::Json).await;
        client.send_raw(Message::text(frame)).await;
        match client.receive().await {
            ServerMessage::Goodbye(goodbye) => {
                assert_eq!(goodbye.code, ErrorCode::Malformed);
                assert!(goodbye.message.contains(words), "{}", goodbye.message);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_message_may_come_a_byte_at_a_time() {
    let open = open_room(|_| {}).await;
    let mut client = Client::connect(&open, Encoding::Binary).await;
    let payload = Encoding::Binary.encode(&[hello()]).unwrap();
    let mut frame = vec![0x82, 0x80 | u8::try_from(payload.len()).unwrap(), 0, 0, 0, 0];
    frame.extend_from_slice(&payload);
    for byte in frame {
        client.socket.get_mut().write_all(&[byte]).await.unwrap();
        tokio::task::yield_now().await;
    }
    client.receive().await;
    client.ping().await;
}
