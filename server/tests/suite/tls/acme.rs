//! A room that gets its certificate by ACME, from Pebble.

use crate::support::client::{Client, LONG, get, open_room};
use crate::support::pebble::{Pebble, Wanted};
use crate::support::tls_client::TlsClient;
use cardroom::config::Config;
use cardroom::wiring::OpenRoom;
use cardroom_bot::brains::Caller;
use cardroom_bot::{Encoding, Swarm};
use cardroom_certificates::desk::{self, Settings};
use cardroom_certificates::{Challenges, Served, Status};
use cardroom_https::Outgoing;
use serde_json::Value;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::time::Duration;

const NAME: &str = "poker.example";
const ORDINARY: Wanted =
    Wanted { names_lead_to: "127.0.0.1", lifetime_seconds: 7_776_000, checks_nothing: false };

/// Opens a room with the name, certified by this authority. Its keys are in the folder.
async fn room(pebble: &Pebble, folder: &tempfile::TempDir) -> OpenRoom {
    open_room(|config: &mut Config| {
        config.server.domain = NAME.to_owned();
        config.server.tls_listen = "127.0.0.1:0".parse().unwrap();
        config.server.redirect_listen = pebble.checks;
        config.server.acme_directory = pebble.directory();
        config.server.acme_root = pebble.own_root();
        config.server.acme_contact = "host@poker.example".to_owned();
        config.server.data_dir = folder.path().to_owned();
    })
    .await
}

/// Waits until the certificate's state is as it should be, and returns it.
async fn until(served: &Served, is_so: impl Fn(&Status) -> bool) -> Status {
    let reached = async {
        loop {
            let status = served.status(0);
            if is_so(&status) {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let reached = tokio::time::timeout(4 * LONG, reached).await;
    reached.unwrap_or_else(|_| panic!("{:?}", served.status(0)))
}

async fn certified(open: &OpenRoom) -> Status {
    until(open.room.certificate().unwrap(), |status| status.serial.is_some()).await
}

/// Plays hands through TLS until there are this many.
async fn play(open: &OpenRoom, bridge: SocketAddr, hands: u64) -> Swarm {
    let url = format!("ws://{bridge}/ws");
    let swarm = Swarm::builder(&url).bots(2).brain(|_| Caller).start().await.unwrap();
    let played = async {
        while open.room.totals.hands() < hands {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, played).await.expect("hands are played");
    swarm
}

#[tokio::test]
async fn a_name_gets_a_certificate_and_a_hand_is_played_with_it() {
    let Some(pebble) = Pebble::start(ORDINARY) else { return };
    let folder = tempfile::tempdir().unwrap();
    let open = room(&pebble, &folder).await;
    let status = certified(&open).await;
    assert_eq!(status.names, [NAME]);
    let root = pebble.issuing_root().await;
    let client = TlsClient::new(open.tls_address.unwrap(), NAME, &root);
    let page = client.get("/").await.unwrap();
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    let swarm = play(&open, client.bridge().await, 1).await;
    assert_eq!(swarm.stop().await.totals.protocol_errors, 0);
    for file in ["acme-account.json", "tls-poker.example.pem"] {
        let file = folder.path().join("keys").join(file);
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
    let (ready, body) = get(open.admin_address, "/readyz").await;
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((ready, &body["certificate"]["days_left"]), (200, &Value::from(89)), "{body}");

    // The next start has it at once, and orders none.
    open.close(Duration::ZERO).await;
    let again = room(&pebble, &folder).await;
    assert_eq!(again.room.certificate().unwrap().status(0).serial, status.serial);
}

#[tokio::test]
async fn a_certificate_is_renewed_under_play_and_no_connection_is_cut() {
    let Some(pebble) = Pebble::start(Wanted { lifetime_seconds: 24, ..ORDINARY }) else { return };
    let folder = tempfile::tempdir().unwrap();
    let open = room(&pebble, &folder).await;
    let first = certified(&open).await;
    let root = pebble.issuing_root().await;
    let client = TlsClient::new(open.tls_address.unwrap(), NAME, &root);
    let shown = client.certificate().await.unwrap();
    let bridge = client.clone().bridge().await;
    let mut watcher = Client::welcome_at(bridge, Encoding::Binary).await;
    let swarm = play(&open, bridge, 1).await;
    let accepted = swarm.totals();
    let served = open.room.certificate().unwrap();
    until(served, |status| status.serial != first.serial).await;
    assert_ne!(client.certificate().await.unwrap(), shown, "a new connection gets the new one");
    watcher.ping().await;
    let hands = open.room.totals.hands();
    let played = async {
        while open.room.totals.hands() < hands + 1 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, played).await.expect("they play on");
    let totals = swarm.totals();
    assert_eq!(totals.disconnects, accepted.disconnects, "nobody was cut off");
    assert_eq!(swarm.stop().await.totals.protocol_errors, 0);
}

#[tokio::test]
async fn a_refused_challenge_says_what_to_do_and_the_room_stays_open_without_tls() {
    let elsewhere = Wanted { names_lead_to: "127.0.0.2", ..ORDINARY };
    let Some(pebble) = Pebble::start(elsewhere) else { return };
    let folder = tempfile::tempdir().unwrap();
    let open = room(&pebble, &folder).await;
    let served = open.room.certificate().unwrap();
    let why = until(served, |status| status.failures > 0).await.last_failure.unwrap();
    assert!(
        why.starts_with("There is no certificate for poker.example yet: the authority"),
        "{why}"
    );
    assert!(why.contains("Let port 80 through the firewall"), "{why}");
    assert!(why.contains("The next try is in 1 minute."), "{why}");
    assert_eq!(get(open.address, "/").await.0, 200);
    let (mut guest, _) = Client::guest(&open, "Ann").await;
    guest.ping().await;
    let (ready, body) = get(open.admin_address, "/readyz").await;
    assert_eq!(ready, 503);
    assert!(body.contains("Let port 80 through the firewall"), "{body}");
}

#[tokio::test]
async fn a_clock_that_is_wrong_is_named_beside_the_certificate() {
    let Some(pebble) = Pebble::start(Wanted { checks_nothing: true, ..ORDINARY }) else { return };
    let folder = tempfile::tempdir().unwrap();
    let served = Arc::new(Served::default());
    let settings = Settings {
        domain: NAME.to_owned(),
        directory: pebble.directory(),
        root: Some(pebble.own_root()),
        contact: String::new(),
        folder: folder.path().join("keys"),
        draw: 0,
        skew: -10 * 366 * 86_400,
    };
    let outgoing =
        Outgoing::new(cardroom_https::Settings::default(), tokio::runtime::Handle::current());
    let challenges = Challenges::default();
    let kept = desk::keep(settings, &outgoing, Arc::clone(&served), challenges).unwrap();
    let task = tokio::spawn(kept);
    let status = until(&served, |status| status.failures > 0).await;
    task.abort();
    assert!(status.serial.is_some(), "clients with a right clock accept it");
    let why = status.last_failure.unwrap();
    assert!(why.contains("but the clock of this machine says 20"), "{why}");
    assert!(why.contains("Set the clock"), "{why}");
}

#[tokio::test]
async fn an_authority_that_is_not_there_is_named_with_its_setting() {
    let folder = tempfile::tempdir().unwrap();
    let open = open_room(|config: &mut Config| {
        config.server.domain = NAME.to_owned();
        config.server.tls_listen = "127.0.0.1:0".parse().unwrap();
        config.server.redirect_listen = "127.0.0.1:0".parse().unwrap();
        config.server.acme_directory = "https://127.0.0.1:9/dir".to_owned();
        config.server.data_dir = folder.path().to_owned();
    })
    .await;
    let served = open.room.certificate().unwrap();
    let why = until(served, |status| status.failures > 0).await.last_failure.unwrap();
    assert!(why.contains("cannot be reached"), "{why}");
    assert!(why.contains("server.acme_directory"), "{why}");
}
