//! Cardroom's own clients over `wss://`, through a real reverse proxy in front of a real room, and
//! the room's own connection to a database over TLS. [`own`] and [`acme`] test a room that speaks
//! TLS itself.

// The room of the tests with hostile clients.
use crate::support::client;
mod acme;
mod database;
mod own;
use crate::support::tls_proxy;

use cardroom::wiring::OpenRoom;
use cardroom_bot::brains::Caller;
use cardroom_bot::connection::{CA_FILE, Connection, ConnectionError, Endpoint, TlsError};
use cardroom_bot::{Encoding, Swarm};
use client::{LONG, open_room};
use std::path::Path;
use std::process::Output;
use std::time::Duration;
use tls_proxy::{Certificate, TlsProxy};

/// Opens a room behind a proxy. `None` without nginx.
async fn behind_a_proxy(certificate: Certificate) -> Option<(OpenRoom, TlsProxy)> {
    let open = open_room(|config| {
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.server.hosts = vec!["poker.example".to_owned()];
    })
    .await;
    let proxy = TlsProxy::start(open.address, certificate)?;
    Some((open, proxy))
}

/// Connects to a proxy by this host name, trusting this CA.
async fn connect(url: &str, ca_file: &Path) -> Result<Connection, ConnectionError> {
    let endpoint = Endpoint::resolve_trusting(url, Some(ca_file)).await.unwrap();
    Connection::open(&endpoint, Encoding::Json, None).await
}

async fn refused(url: &str, ca_file: &Path) -> TlsError {
    match connect(url, ca_file).await {
        Err(ConnectionError::Tls(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn bots_play_a_hand_through_the_proxy() {
    let Some((open, proxy)) = behind_a_proxy(Certificate::Good).await else { return };
    let swarm = Swarm::builder(&proxy.url("localhost"))
        .ca_file(proxy.ca_file())
        .bots(2)
        .brain(|_| Caller)
        .start()
        .await
        .unwrap();
    let played = async {
        while open.room.totals.hands() == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, played).await.expect("a hand is played");
    let summary = swarm.stop().await;
    assert_eq!(summary.totals.protocol_errors, 0);
    assert!(summary.totals.actions > 0);
}

#[tokio::test]
async fn a_certificate_of_an_unknown_ca_is_refused() {
    let Some((open, proxy)) = behind_a_proxy(Certificate::Good).await else { return };
    for other in proxy.other_ca_files() {
        let error = refused(&proxy.url("localhost"), &other).await;
        assert!(matches!(error, TlsError::UnknownCa { .. }), "{error:?}");
        assert!(error.to_string().contains(CA_FILE), "{error}");
    }
    assert_eq!(open.room.registry.connection_count(), 0);
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    let Some((_open, proxy)) = behind_a_proxy(Certificate::Good).await else { return };
    let error = refused(&proxy.url("127.0.0.1"), &proxy.ca_file()).await;
    assert!(matches!(error, TlsError::WrongName { .. }), "{error:?}");
    assert!(error.to_string().contains("127.0.0.1"), "{error}");
    assert!(connect(&proxy.url("localhost"), &proxy.ca_file()).await.is_ok());
}

#[tokio::test]
async fn a_certificate_that_has_expired_is_refused() {
    let Some((_open, proxy)) = behind_a_proxy(Certificate::Expired).await else { return };
    let error = refused(&proxy.url("localhost"), &proxy.ca_file()).await;
    assert!(matches!(error, TlsError::WrongTime { .. }), "{error:?}");
}

#[tokio::test]
async fn a_port_without_tls_is_no_server_for_wss_nor_the_other_way_round() {
    let Some((open, proxy)) = behind_a_proxy(Certificate::Good).await else { return };
    let plain = format!("wss://localhost:{}/ws", open.address.port());
    let error = refused(&plain, &proxy.ca_file()).await;
    assert!(matches!(error, TlsError::Handshake { .. }), "{error:?}");
    let tls = proxy.url("localhost").replace("wss://", "ws://");
    let error = connect(&tls, &proxy.ca_file()).await.unwrap_err();
    assert_eq!(error.refusal().as_deref(), Some("HTTP 400 Bad Request"), "{error}");
}

/// Runs `cardroom floor`, trusting this CA.
async fn floor(url: &str, ca_file: &Path) -> Output {
    tokio::process::Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["floor", "--url", url, "--user", "nobody"])
        .env("CARDROOM_FLOOR_PASSWORD", "seven deuce offsuit")
        .arg("tournaments")
        .env(CA_FILE, ca_file)
        .kill_on_drop(true)
        .output()
        .await
        .unwrap()
}

#[tokio::test]
async fn the_floor_reaches_the_room_over_wss_and_sends_no_password_to_a_stranger() {
    let Some((_open, proxy)) = behind_a_proxy(Certificate::Good).await else { return };
    let url = proxy.url("localhost");
    let reached = floor(&url, &proxy.ca_file()).await;
    let told = String::from_utf8_lossy(&reached.stderr);
    assert!(told.contains("bad_credentials"), "{told}");
    let stranger = floor(&url, &proxy.other_ca_files()[0]).await;
    let told = String::from_utf8_lossy(&stranger.stderr);
    assert_eq!(stranger.status.code(), Some(3));
    assert!(told.contains("no CA that is trusted here has signed"), "{told}");
}
