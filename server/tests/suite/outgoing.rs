//! Requests of a room to other servers, and the address of its links. A sign-in provider that sends
//! the room elsewhere stands for all other servers.

use crate::support::house::open;
use cardroom::config::Config;
use cardroom::wiring::OpenRoom;
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A server on this machine that gives every request the same answer.
struct Server {
    address: SocketAddr,
    requests: Arc<AtomicUsize>,
}

impl Server {
    async fn answering(answer: impl FnOnce(SocketAddr) -> String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (answer, requests) = (answer(address), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                // A request of the room fits into one segment.
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        Self { address, requests }
    }

    /// Starts a server whose JSON says where everything of a provider is.
    async fn provider(elsewhere: &str) -> Self {
        Self::answering(|address| {
            let metadata = json!({
                "issuer": format!("http://{address}"),
                "authorization_endpoint": format!("http://{address}/authorize"),
                "token_endpoint": format!("{elsewhere}/token"),
                "jwks_uri": format!("{elsewhere}/jwks"),
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
            });
            ok(&metadata.to_string())
        })
        .await
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

fn ok(body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    )
}

/// Opens a room that signs players in with a provider.
async fn room(provider: &Server, change: impl FnOnce(&mut Config)) -> OpenRoom {
    open(|config| {
        config.oidc.issuer = format!("http://{}", provider.address);
        config.oidc.name = "The Club".to_owned();
        config.oidc.client_id = "room".to_owned();
        config.server.address = "https://poker.example".to_owned();
        change(config);
    })
    .await
}

/// Begins a sign-in as a page does, and returns the answer.
async fn begin(open: &OpenRoom) -> String {
    let mut stream = TcpStream::connect(open.address).await.unwrap();
    let request = "POST /oidc/start HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\
                   Connection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn a_provider_cannot_send_the_room_to_another_host_of_its_network() {
    let inside = Server::answering(|_| ok(r#"{"keys":[]}"#)).await;
    let elsewhere = format!("http://localhost:{}", inside.address.port());
    let provider = Server::provider(&elsewhere).await;
    let closed = room(&provider, |_| {}).await;
    let answer = begin(&closed).await;
    assert!(answer.starts_with("HTTP/1.1 502"), "{answer}");
    assert_eq!((provider.requests(), inside.requests()), (1, 0));
    // The operator may list it.
    let listed =
        room(&provider, |config| config.outgoing.allow = vec!["localhost".to_owned()]).await;
    let answer = begin(&listed).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!((provider.requests(), inside.requests()), (2, 1));
    // The way back is the address of the server.
    assert!(
        answer.contains("redirect_uri=https%3A%2F%2Fpoker.example%2Foidc%2Fcallback"),
        "{answer}"
    );
}

#[tokio::test]
async fn a_redirect_of_a_provider_leads_nowhere() {
    let inside = Server::answering(|_| ok("{}")).await;
    let location = format!("http://{}/metadata", inside.address);
    let redirect = format!(
        "HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    );
    let provider = Server::answering(|_| redirect).await;
    let open = room(&provider, |config| config.outgoing.allow = vec!["127.0.0.1".to_owned()]).await;
    let answer = begin(&open).await;
    assert!(answer.starts_with("HTTP/1.1 502"), "{answer}");
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!((provider.requests(), inside.requests()), (1, 0));
}

fn cardroom(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.args(arguments).env_remove("CARDROOM_CONFIG").output().unwrap()
}

#[test]
fn a_setting_that_needs_the_address_of_the_room_is_refused_without_it() {
    let sign_in = [
        "--check-config",
        "--set=oidc.issuer=\"https://login.example\"",
        "--set=oidc.name=\"The Club\"",
        "--set=oidc.client_id=\"room\"",
    ];
    let refused = cardroom(&sign_in);
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success(), "{text}");
    assert!(text.contains("oidc.address") && text.contains("server.address"), "{text}");
    let address = ["--set=server.address=\"https://poker.example\""];
    let accepted = cardroom(&[&sign_in[..], &address].concat());
    assert!(accepted.status.success(), "{}", String::from_utf8_lossy(&accepted.stderr));
}

async fn admin(directory: &Path, arguments: &[&str]) -> String {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.arg("admin").args(arguments).arg("--data-dir").arg(directory);
    command.arg("--set=server.address=\"https://poker.example/\"").env_remove("CARDROOM_CONFIG");
    let output = command.output().await.unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn create_and_reset_print_the_whole_link_with_the_address_of_the_room() {
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().to_owned();
    let _open = open(move |config| config.server.data_dir = data_dir).await;
    let create = ["create", "Cleo", "--role", "floor", "--reason", "Fridays."];
    for arguments in [&create[..], &["reset", "Cleo", "--reason", "She forgot it."]] {
        let text = admin(directory.path(), arguments).await;
        assert!(text.contains("\n  https://poker.example/#/reset/cr_"), "{text}");
    }
}
