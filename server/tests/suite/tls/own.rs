//! A room that speaks TLS with a certificate of the operator's.

use crate::support::client::{Client, LONG, get, open_room, settled};
use crate::support::tls_client::TlsClient;
use crate::support::tls_proxy::certificates::authority;
use cardroom::config::Config;
use cardroom::wiring::OpenRoom;
use cardroom_bot::brains::Caller;
use cardroom_bot::connection::{Connection, Endpoint};
use cardroom_bot::{Encoding, Swarm};
use rcgen::{CertificateParams, Issuer, KeyPair};
use serde_json::Value;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

/// A folder with the files of a certificate for `localhost`, and the CA that signs it.
struct Files {
    folder: tempfile::TempDir,
    ca: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Files {
    fn new() -> Self {
        let (ca, issuer) = authority("The host's own");
        let files = Self { folder: tempfile::tempdir().unwrap(), ca, issuer };
        std::fs::write(files.ca_file(), &files.ca).unwrap();
        files.renew();
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn ca_file(&self) -> PathBuf {
        self.path("ca.pem")
    }

    /// Makes a certificate and its key, in PEM.
    fn made(&self, change: impl FnOnce(&mut CertificateParams)) -> (String, String) {
        let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        (params.signed_by(&key, &self.issuer).unwrap().pem(), key.serialize_pem())
    }

    fn write(&self, name: &str, text: &str) {
        // As certbot does it: a new file takes the place of the old one.
        std::fs::write(self.path("new"), text).unwrap();
        std::fs::rename(self.path("new"), self.path(name)).unwrap();
    }

    fn renew(&self) {
        let (chain, key) = self.made(|_| {});
        self.write("chain.pem", &chain);
        self.write("key.pem", &key);
    }

    async fn room(&self, change: impl FnOnce(&mut Config)) -> (OpenRoom, SocketAddr) {
        let open = open_room(|config| {
            config.server.tls_cert = self.path("chain.pem");
            config.server.tls_key = self.path("key.pem");
            config.server.tls_listen = "127.0.0.1:0".parse().unwrap();
            change(config);
        })
        .await;
        let address = open.tls_address.unwrap();
        (open, address)
    }

    fn client(&self, address: SocketAddr) -> TlsClient {
        TlsClient::new(address, "localhost", &self.ca)
    }
}

#[tokio::test]
async fn a_certificate_as_openssl_makes_it_is_refused_with_the_way_to_make_a_right_one() {
    let files = Files::new();
    // `openssl req -x509` makes a CA, and shows it as the server's certificate.
    let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let own = params.self_signed(&key).unwrap().pem();
    files.write("chain.pem", &own);
    files.write("key.pem", &key.serialize_pem());
    files.write("own.pem", &own);
    let (_open, address) = files.room(|_| {}).await;
    let url = format!("wss://localhost:{}/ws", address.port());
    let endpoint = Endpoint::resolve_trusting(&url, Some(&files.path("own.pem"))).await.unwrap();
    let error = Connection::open(&endpoint, Encoding::Json, None).await.unwrap_err().to_string();
    assert!(error.contains("-addext basicConstraints=critical,CA:FALSE"), "{error}");
    assert!(error.contains("subjectAltName=DNS:localhost"), "{error}");
    assert!(!error.contains("Other("), "no value of the program: {error}");

    // Made like that, it works.
    let own = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    files.write("chain.pem", &own.cert.pem());
    files.write("key.pem", &own.signing_key.serialize_pem());
    files.write("own.pem", &own.cert.pem());
    let (_open, address) = files.room(|_| {}).await;
    let url = format!("wss://localhost:{}/ws", address.port());
    let endpoint = Endpoint::resolve_trusting(&url, Some(&files.path("own.pem"))).await.unwrap();
    Connection::open(&endpoint, Encoding::Json, None).await.unwrap();
}

/// Waits until the certificate's state is as it should be.
async fn until(open: &OpenRoom, is_so: impl Fn(&cardroom_certificates::Status) -> bool) {
    let served = open.room.certificate().unwrap();
    let reached = async {
        while !is_so(&served.status(0)) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let reached = tokio::time::timeout(LONG, reached).await;
    reached.unwrap_or_else(|_| panic!("{:?}", served.status(0)));
}

#[tokio::test]
async fn bots_play_hands_over_the_rooms_own_tls() {
    let files = Files::new();
    let (open, address) = files.room(|_| {}).await;
    let url = format!("wss://localhost:{}/ws", address.port());
    let swarm = Swarm::builder(&url)
        .ca_file(files.ca_file())
        .bots(2)
        .brain(|_| Caller)
        .start()
        .await
        .unwrap();
    let played = async {
        while open.room.totals.hands() < 3 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, played).await.expect("hands are played");
    let summary = swarm.stop().await;
    assert_eq!(summary.totals.protocol_errors, 0);
    assert!(summary.totals.actions > 0);
}

#[tokio::test]
async fn the_page_is_there_over_http_1_1_and_nothing_else() {
    let files = Files::new();
    let (_open, address) = files.room(|_| {}).await;
    let client = files.client(address);
    let page = client.get("/").await.unwrap();
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    let agreed = client.clone().offering(&["h2", "http/1.1"]).connect().await.unwrap();
    assert_eq!(agreed.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    client.offering(&["h2"]).connect().await.unwrap_err();
}

#[tokio::test]
async fn a_client_ends_over_tls_as_without_it() {
    let files = Files::new();
    let (open, address) = files.room(|_| {}).await;
    let bridge = files.client(address).bridge().await;
    let mut client = Client::welcome_at(bridge, Encoding::Json).await;
    client.ping().await;
    open.room.registry.close_all(cardroom_protocol::ErrorCode::ShuttingDown, "Good night.");
    assert_eq!(client.goodbye().await, cardroom_protocol::ErrorCode::ShuttingDown);
    settled(&open, 0).await;
}

#[tokio::test]
async fn a_new_certificate_is_for_new_connections_and_the_others_stay() {
    let files = Files::new();
    let (open, address) = files.room(|_| {}).await;
    let bridge = files.client(address).bridge().await;
    let mut client = Client::welcome_at(bridge, Encoding::Binary).await;
    let first = files.client(address).certificate().await.unwrap();
    let serial = open.room.certificate().unwrap().status(0).serial;
    files.renew();
    until(&open, |status| status.serial != serial).await;
    assert_ne!(files.client(address).certificate().await.unwrap(), first);
    client.ping().await;
}

#[tokio::test]
async fn a_key_that_does_not_fit_is_refused_and_the_certificate_before_stays_in_use() {
    let files = Files::new();
    let (open, address) = files.room(|_| {}).await;
    let first = files.client(address).certificate().await.unwrap();
    let (_, other) = files.made(|_| {});
    files.write("key.pem", &other);
    until(&open, |status| status.failures == 1).await;
    let why = open.room.certificate().unwrap().status(0).last_failure.unwrap();
    assert!(why.contains("the private key is not the key of the certificate"), "{why}");
    assert_eq!(files.client(address).certificate().await.unwrap(), first);
    let (status, body) = get(open.admin_address, "/readyz").await;
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(status, 200, "it is in use: {body}");
    assert_eq!(body["certificate"]["last_failure"], why);
    files.renew();
    until(&open, |status| status.last_failure.is_none()).await;
    assert_ne!(files.client(address).certificate().await.unwrap(), first);
}

#[tokio::test]
async fn a_room_does_not_open_with_a_key_of_another_certificate() {
    let files = Files::new();
    let (_, other) = files.made(|_| {});
    files.write("key.pem", &other);
    let config = |key: &Path| {
        let mut config = Config::default();
        config.server.tls_cert = files.path("chain.pem");
        config.server.tls_key = key.to_owned();
        config.opening().map(|_| ()).map_err(|error| error.to_string())
    };
    let refused = config(&files.path("key.pem")).unwrap_err();
    assert!(refused.starts_with("server.tls_cert: "), "{refused}");
    assert!(refused.ends_with("is not the key of the certificate"), "{refused}");
    let refused = config(&files.path("nowhere.pem")).unwrap_err();
    assert!(refused.contains("nowhere.pem"), "{refused}");
}

#[tokio::test]
async fn a_certificate_that_the_clock_contradicts_is_named_to_the_operator() {
    let files = Files::new();
    let (chain, key) = files.made(|params| {
        params.not_before = rcgen::date_time_ymd(2090, 1, 1);
        params.not_after = rcgen::date_time_ymd(2091, 1, 1);
    });
    files.write("chain.pem", &chain);
    files.write("key.pem", &key);
    let (open, _) = files.room(|_| {}).await;
    until(&open, |status| status.failures == 1).await;
    let why = open.room.certificate().unwrap().status(0).last_failure.unwrap();
    assert!(why.contains("is valid from 2090-01-01 00:00 UTC on"), "{why}");
    assert!(why.contains("Set the clock"), "{why}");
    let (mut guest, _) = Client::guest(&open, "Ann").await;
    guest.ping().await;
}

#[tokio::test]
async fn a_client_without_a_handshake_is_gone_in_time_and_its_place_is_free() {
    let files = Files::new();
    let (_open, address) = files
        .room(|config| {
            config.limits.handshake_timeout_ms = 300;
            config.limits.connections_per_address = 2;
        })
        .await;
    let mut silent = Vec::new();
    for _ in 0..2 {
        silent.push(TcpStream::connect(address).await.unwrap());
    }
    files.client(address).connect().await.expect_err("an address has two places over TLS, too");
    for mut socket in silent {
        let ended = tokio::time::timeout(LONG, socket.read(&mut [0; 8])).await;
        assert!(!matches!(ended.expect("the room ends it"), Ok(1..)));
    }
    let again = async {
        while files.client(address).get("/healthz").await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, again).await.expect("the places are free");
}

#[tokio::test]
async fn behind_tls_the_room_answers_for_its_own_name_only() {
    let files = Files::new();
    let name = |config: &mut Config| {
        config.server.domain = "poker.example".to_owned();
        config.server.redirect_listen = "127.0.0.1:0".parse().unwrap();
    };
    let (chain, key) = files.made(|params| {
        params.subject_alt_names =
            CertificateParams::new(vec!["poker.example".to_owned(), "evil.example".to_owned()])
                .unwrap()
                .subject_alt_names;
    });
    files.write("chain.pem", &chain);
    files.write("key.pem", &key);
    let (open, address) = files.room(name).await;
    let by = |name: &str| TlsClient::new(address, name, &files.ca);
    let page = by("poker.example").get("/").await.unwrap();
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    let page = by("evil.example").get("/").await.unwrap();
    assert!(page.starts_with("HTTP/1.1 421 "), "{page}");
    let redirect = open.redirect_address.unwrap();
    let (status, _) = get(redirect, "/hands?q=1").await;
    assert_eq!(status, 307);
    assert_eq!(get(redirect, "/.well-known/acme-challenge/unknown").await.0, 404);
}
