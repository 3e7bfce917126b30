//! Connections that the room refuses, and its answers to them.

use crate::support::client::{Client, LONG, get, handshake, open_room, settled};
use cardroom_protocol::{Encoding, ErrorCode};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const OFFER: &str = "sec-websocket-protocol";

#[tokio::test]
async fn a_client_must_offer_a_subprotocol_the_room_speaks() {
    let open = open_room(|_| {}).await;
    for headers in [&[][..], &[(OFFER, "cardroom.v9.bin")], &[(OFFER, "chat, graphql-ws")]] {
        let refusal = handshake(open.address, headers).await.unwrap_err();
        assert_eq!(refusal.status, 400);
        assert!(refusal.body.contains("cardroom.v1.json"), "{}", refusal.body);
    }
    assert_eq!(open.room.registry.connection_count(), 0);
}

#[tokio::test]
async fn the_clients_first_known_subprotocol_is_taken() {
    let open = open_room(|_| {}).await;
    for (offer, taken) in [
        ("cardroom.v1.json, cardroom.v1.bin", "cardroom.v1.json"),
        ("cardroom.v2.bin,cardroom.v1.bin,cardroom.v1.json", "cardroom.v1.bin"),
    ] {
        let (_, protocol) = handshake(open.address, &[(OFFER, offer)]).await.unwrap();
        assert_eq!(protocol.as_deref(), Some(taken));
    }
}

#[tokio::test]
async fn pages_of_other_origins_are_kept_out() {
    let open = open_room(|config| {
        config.server.allowed_origins = vec!["https://club.example".to_owned()];
    })
    .await;
    let offer = (OFFER, Encoding::Json.subprotocol());
    let own = format!("http://{}", open.address);
    for (origin, allowed) in [
        ("https://evil.example", false),
        ("null", false),
        ("https://club.example", true),
        (&*own, true),
    ] {
        let result = handshake(open.address, &[offer, ("origin", origin)]).await;
        assert_eq!(result.as_ref().err().map(|refusal| refusal.status), (!allowed).then_some(403));
    }
}

#[tokio::test]
async fn an_address_has_so_many_places_and_no_more() {
    let open = open_room(|config| config.limits.connections_per_address = 2).await;
    let offer = [(OFFER, Encoding::Binary.subprotocol())];
    let mut first = Client::welcome(&open, Encoding::Binary).await;
    let second = Client::welcome(&open, Encoding::Binary).await;
    let refusal = handshake(open.address, &offer).await.unwrap_err();
    assert_eq!(refusal.status, 429);
    first.ping().await;
    drop(second);
    settled(&open, 1).await;
    // The place is free once the second connection's task has released the socket.
    let again = async {
        while handshake(open.address, &offer).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, again).await.expect("a place that was left is free");
}

#[tokio::test]
async fn behind_a_trusted_proxy_everybody_counts_alone() {
    let open = open_room(|config| {
        config.limits.connections_per_address = 1;
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let offer = (OFFER, Encoding::Binary.subprotocol());
    let from = |address: &'static str| [offer, ("x-forwarded-for", address)];
    let _ann = handshake(open.address, &from("192.0.2.1")).await.unwrap();
    let _bob = handshake(open.address, &from("192.0.2.2")).await.unwrap();
    // The client wrote the left part.
    let refusal = handshake(open.address, &from("192.0.2.3, 192.0.2.1")).await.unwrap_err();
    assert_eq!(refusal.status, 429);
    settled(&open, 2).await;
}

#[tokio::test]
async fn without_a_trusted_proxy_the_header_is_worth_nothing() {
    let open = open_room(|config| config.limits.connections_per_address = 1).await;
    let offer = (OFFER, Encoding::Binary.subprotocol());
    let _ann = handshake(open.address, &[offer, ("x-forwarded-for", "192.0.2.1")]).await.unwrap();
    let second = handshake(open.address, &[offer, ("x-forwarded-for", "192.0.2.2")]).await;
    assert_eq!(second.unwrap_err().status, 429);
}

#[tokio::test]
async fn a_full_room_says_so() {
    let open = open_room(|config| config.limits.connections = 1).await;
    let _ann = Client::welcome(&open, Encoding::Binary).await;
    let offer = [(OFFER, Encoding::Binary.subprotocol())];
    let refusal = handshake(open.address, &offer).await.unwrap_err();
    assert_eq!(refusal.status, 503);
    let (status, body) = get(open.admin_address, "/admin/state").await;
    assert_eq!(status, 200, "the operator can still look");
    assert!(body.contains(r#""connections":1"#), "{body}");
}

#[tokio::test]
async fn a_request_that_never_ends_is_cut_off() {
    let open = open_room(|config| config.limits.handshake_timeout_ms = 200).await;
    for start in ["", "GET /ws HT", "GET /ws HTTP/1.1\r\nhost: x\r\n"] {
        let mut stream = TcpStream::connect(open.address).await.unwrap();
        stream.write_all(start.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        let end = tokio::time::timeout(LONG, stream.read_to_end(&mut rest)).await;
        assert!(end.is_ok(), "still open after {start:?}");
    }
}

#[tokio::test]
async fn a_head_without_end_is_cut_off() {
    let open = open_room(|_| {}).await;
    let mut stream = TcpStream::connect(open.address).await.unwrap();
    let line = format!("x: {}\r\n", "y".repeat(1_000));
    let _ = stream.write_all(b"GET /ws HTTP/1.1\r\n").await;
    let sent = async {
        loop {
            stream.write_all(line.as_bytes()).await?;
        }
        #[expect(unreachable_code, reason = "names the error type")]
        Ok::<(), std::io::Error>(())
    };
    let result = tokio::time::timeout(LONG, sent).await;
    assert!(matches!(result, Ok(Err(_))), "it is read on and on");
}

#[tokio::test]
async fn a_closing_room_says_goodbye_and_lets_nobody_in() {
    let open = open_room(|_| {}).await;
    let (address, room) = (open.address, std::sync::Arc::clone(&open.room));
    let (ann, _) = Client::guest(&open, "Ann").await;
    assert_eq!(get(address, "/readyz").await, (200, "ready\n".to_owned()));
    let closing = tokio::spawn(open.close(Duration::from_secs(2)));
    assert_eq!(ann.goodbye().await, ErrorCode::ShuttingDown);
    closing.await.unwrap();
    assert_eq!(room.registry.connection_count(), 0);
    assert_eq!(room.registry.tables().len(), 0);
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn pages_say_what_they_are_asked() {
    let open = open_room(|config| config.server.name = "<Ann & Bob>".to_owned()).await;
    assert_eq!(get(open.address, "/healthz").await, (200, "ok\n".to_owned()));
    let (status, body) = get(open.address, "/").await;
    assert_eq!(status, 200);
    // The page to play on, or if it was not built, a page with the room's name that says so.
    let named = body.contains("&lt;Ann &amp; Bob&gt;") && body.contains("cardroom.v1.bin");
    assert!(named || body.contains(r#"<div id="room"></div>"#), "{body}");
    assert!(!body.contains("<Ann & Bob>"), "{body}");
    assert!(get(open.address, "/version").await.1.contains(r#""protocol_minor":1"#));
    for private in ["/metrics", "/admin/state", "/admin/tables"] {
        assert_eq!(get(open.address, private).await.0, 404, "{private} is for the operator");
        assert_eq!(get(open.admin_address, private).await.0, 200);
    }
    let (_, figures) = get(open.admin_address, "/metrics").await;
    for figure in ["cardroom_stopped_seconds_total 0.000\n", "process_cpu_seconds_total "] {
        assert!(figures.contains(figure), "{figure}: {figures}");
    }
}
