//! Notifications depend on push services outside of the room. The room opens without them.

use crate::support::Server;
use crate::support::client::{Client, LONG, guest};
use crate::support::playing::Play;
use cardroom_protocol::push::{
    GetPush, PushChange, PushOffered, PushSubscription, SetPush, SetVisible,
};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::Action;
use cardroom_protocol::{Encoding, RequestId, Secret};
use std::fs::File;
use std::process::Command;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpListener;
use tokio::time::timeout;

/// The keys of a browser.
const PUBLIC_KEY: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// Starts a room, and returns its offer to a player and its log.
async fn offered(change: impl FnOnce(&mut Command)) -> (PushOffered, String) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = Server::start_as(folder.path(), "sqlite", |command| {
        command.stderr(File::create(&log).unwrap());
        change(command);
    });
    let mut client = Client::welcome_at(server.address(), Encoding::Binary).await;
    client.send([guest("Ida"), GetPush { request: RequestId(7) }.into()]).await;
    let offered = loop {
        if let ServerMessage::PushOffered(offered) = client.receive().await {
            break offered;
        }
    };
    (offered, std::fs::read_to_string(&log).unwrap())
}

#[tokio::test]
async fn a_room_offers_notifications_unless_they_are_turned_off() {
    let (on, _) = offered(|_| {}).await;
    assert_eq!((on.key.map(|key| key.len()), on.browsers), (Some(87), 0));
    let (off, _) = offered(|command| {
        command.args(["--set", "push.enabled=false"]);
    })
    .await;
    assert_eq!(off.key, None);
}

#[tokio::test]
async fn a_room_without_certificate_authorities_opens_and_offers_none() {
    let empty = tempfile::NamedTempFile::new().unwrap();
    let (offered, log) = offered(|command| {
        command.env("SSL_CERT_FILE", empty.path()).env_remove("SSL_CERT_DIR");
    })
    .await;
    assert_eq!(offered.key, None);
    assert!(log.contains("the room sends no notifications"), "{log}");
}

/// Subscribes the client to notices, as a page does that is then hidden.
async fn subscribe_and_hide(client: &mut Client, endpoint: String) {
    let subscription = PushSubscription {
        endpoint: Secret(endpoint),
        public_key: Secret::from(PUBLIC_KEY),
        auth: Secret::from(AUTH),
        language: "en".to_owned(),
    };
    let change = PushChange::Subscribe(subscription);
    let (subscribed, hidden) = (RequestId(71), RequestId(72));
    client.send([SetPush { request: subscribed, change }.into()]).await;
    client.send([SetVisible { request: hidden, visible: false }.into()]).await;
    let mut missing = vec![subscribed, hidden];
    while !missing.is_empty() {
        match client.receive().await {
            ServerMessage::Done(done) => missing.retain(|request| *request != done.request),
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_turn_that_nobody_sees_reaches_the_push_service() {
    let service = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", service.local_addr().unwrap());
    let change = |config: &mut cardroom::config::Config| config.push.loopback_services = true;
    let mut play = Play::begin(&[Encoding::Binary, Encoding::Json], change).await;
    play.deal().await;
    let next = play.bystander();
    subscribe_and_hide(play.client(next), format!("{origin}/send/1")).await;
    play.play(Action::Call).await;
    assert_eq!(play.turn().0, next);
    let (mut socket, _) = timeout(LONG, service.accept()).await.expect("a request comes").unwrap();
    let mut head = Vec::new();
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        assert_ne!(timeout(LONG, socket.read_buf(&mut head)).await.unwrap().unwrap(), 0);
    }
    let head = String::from_utf8_lossy(&head);
    assert!(head.starts_with("POST /send/1 HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("\r\nauthorization: vapid t="), "{head}");
    assert!(head.contains("\r\ncontent-encoding: aes128gcm\r\n"), "{head}");
}
