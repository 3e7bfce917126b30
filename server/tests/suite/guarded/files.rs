//! Files over HTTP: the restrictions in their responses, and the treatment of an address that
//! guesses tokens.

use crate::guarded::security_log::listen;
use crate::support::client::open_room;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::Secret;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Returns the status and the head of a response, in lower case.
async fn ask(to: SocketAddr, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let mut stream = TcpStream::connect(to).await.unwrap();
    let mut request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        request.push_str(&format!("host: {to}\r\n"));
    }
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{request}\r\n").as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, _) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_lowercase())
}

async fn room() -> (OpenRoom, String) {
    let open = open_room(|config| {
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.limits.wrong_guesses_per_minute = 3;
        config.history.share_links = true;
    })
    .await;
    let from = "192.0.2.1".parse().unwrap();
    let password = Secret::from("kings full of sevens");
    let login = open.room.accounts.register("Vera", &password, from).await.unwrap();
    let token = login.resume_token.unwrap().0;
    (open, format!("Bearer {token}"))
}

fn retry_after(head: &str) -> u64 {
    let line = head.lines().find_map(|line| line.strip_prefix("retry-after: "));
    line.unwrap_or_else(|| panic!("{head}")).parse().unwrap()
}

#[tokio::test]
async fn an_address_that_guesses_tokens_waits_and_others_do_not() {
    let lines = listen();
    let (open, right) = room().await;
    let (stranger, other) = ("198.51.100.20", "198.51.100.21");
    let with = |token: &str, from: &str| {
        let (token, from) = (token.to_owned(), from.to_owned());
        async move {
            let headers = [("authorization", &*token), ("x-forwarded-for", &*from)];
            ask(open.address, "/hands.phhs", &headers).await
        }
    };
    assert_eq!(with(&right, stranger).await.0, 200);
    for guess in 0..3 {
        assert_eq!(with(&format!("Bearer guess-{guess}"), stranger).await.0, 401);
    }
    let (status, head) = with("Bearer one more", stranger).await;
    assert_eq!(status, 429);
    assert!((1..=60).contains(&retry_after(&head)), "{head}");
    assert_eq!(with(&right, stranger).await.0, 429, "or a guess would show that it is right");
    assert_eq!(with(&right, other).await.0, 200);
    // A request without a token is not a guess.
    assert_eq!(ask(open.address, "/healthz", &[("x-forwarded-for", stranger)]).await.0, 200);
    for _ in 0..5 {
        assert_eq!(ask(open.address, "/hands.phhs", &[("x-forwarded-for", other)]).await.0, 401);
    }
    assert_eq!(with(&right, other).await.0, 200);
    let failed = lines(stranger);
    let failed = failed.iter().filter(|line| line.contains("\"sign_in_failed\""));
    assert_eq!(failed.count(), 3, "the log knows of each");
}

#[tokio::test]
async fn an_address_that_guesses_links_waits() {
    let (open, _) = room().await;
    let from = [("x-forwarded-for", "198.51.100.22")];
    for guess in 0..3 {
        let path = format!("/shared/1-{guess}-0-00000000000000000000000000000000.phh");
        assert_eq!(ask(open.address, &path, &from).await.0, 404);
    }
    let (status, head) = ask(open.address, "/shared/1-1-0-00.json", &from).await;
    assert_eq!(status, 429);
    retry_after(&head);
}

#[tokio::test]
async fn nobody_caches_a_file_or_guesses_its_type() {
    let (open, right) = room().await;
    let token = [("authorization", &*right)];
    for (path, headers, expected) in [
        ("/hands.phhs", &token[..], 200),
        ("/hands.phhs", &[], 401),
        ("/hands/1-1.json", &token, 404),
        ("/shared/1-1-0-00.json", &[], 404),
        ("/results/9.json", &[], 404),
        ("/leagues/none/none.csv", &[], 404),
        ("/tables/9/ledger.csv", &token, 404),
        ("/deal/key", &[], 404),
        ("/deal/log/tile/0/000", &[], 404),
        ("/tables/9/deals", &[], 404),
    ] {
        let (status, head) = ask(open.address, path, headers).await;
        assert_eq!(status, expected, "{path}");
        for line in ["x-content-type-options: nosniff", "cache-control: no-store"] {
            assert_eq!(head.matches(line).count(), 1, "{path}: {head}");
        }
    }
}

#[tokio::test]
async fn the_page_lets_in_nothing_that_it_does_not_use() {
    let (open, _) = room().await;
    let (status, head) = ask(open.address, "/spade.svg", &[]).await;
    assert_eq!(status, 200);
    for line in
        ["cross-origin-opener-policy: same-origin\r", "camera=(), ", "frame-ancestors 'none'"]
    {
        assert!(head.contains(line), "{line}: {head}");
    }
}

#[tokio::test]
async fn the_admin_address_has_names_of_its_own() {
    let open = open_room(|config| {
        config.server.hosts = vec!["poker.example".to_owned()];
        config.server.admin_hosts = vec!["metrics.example".to_owned()];
    })
    .await;
    let asked = async |to, host: &'static str| ask(to, "/healthz", &[("host", host)]).await.0;
    assert_eq!(asked(open.address, "poker.example").await, 200);
    assert_eq!(asked(open.address, "metrics.example").await, 421);
    assert_eq!(asked(open.admin_address, "metrics.example").await, 200);
    assert_eq!(asked(open.admin_address, "poker.example").await, 421);
    for own in ["localhost", "127.0.0.1:7778"] {
        assert_eq!(asked(open.admin_address, own).await, 200);
    }
}
