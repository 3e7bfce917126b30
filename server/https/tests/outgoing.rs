//! Requests to servers that lie about their address, send elsewhere, or never end.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom_https::{
    CONNECT_TIME, HttpClient, HttpError, MAX_ANSWER_BYTES, MAX_CONNECTIONS, Network, Outgoing,
    Pending, Settings, Socket, WHOLE_TIME,
};
use http::{Request, StatusCode};
use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle};
use tokio::time::Instant;

/// A network whose answers are planned. It reaches this machine and nothing else.
#[derive(Default)]
struct Planned {
    /// The addresses of each lookup in turn. The last one repeats.
    lookups: Vec<Vec<SocketAddr>>,
    looked_up: AtomicUsize,
    /// The addresses that a request tried to reach, each with the thread that it ran on.
    tried: Mutex<Vec<(SocketAddr, String)>>,
    /// Addresses that never answer.
    silent: Vec<SocketAddr>,
}

impl Network for Planned {
    fn resolve<'a>(&'a self, _: &'a str, _: u16) -> Pending<'a, Vec<SocketAddr>> {
        let number = self.looked_up.fetch_add(1, Ordering::SeqCst);
        let answer = self.lookups.get(number).or(self.lookups.last()).cloned();
        Box::pin(async move { answer.ok_or_else(|| io::Error::other("no such name")) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<'_, Box<dyn Socket>> {
        let thread = std::thread::current().name().unwrap_or_default().to_owned();
        self.tried.lock().unwrap().push((address, thread));
        Box::pin(async move {
            if self.silent.contains(&address) {
                pending::<()>().await;
            }
            if !address.ip().is_loopback() {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
            Ok(Box::new(TcpStream::connect(address).await?) as Box<dyn Socket>)
        })
    }
}

impl Planned {
    fn answering(lookups: &[&[&str]]) -> Arc<Self> {
        let each = |lookup: &&[&str]| lookup.iter().map(|it| it.parse().unwrap()).collect();
        Arc::new(Self { lookups: lookups.iter().map(each).collect(), ..Self::default() })
    }

    fn tried(&self) -> Vec<String> {
        self.tried.lock().unwrap().iter().map(|(address, _)| address.to_string()).collect()
    }
}

fn over(network: &Arc<Planned>, allow: &[&str]) -> HttpClient {
    let allow = allow.iter().map(|host| (*host).to_owned()).collect();
    let settings = Settings { ca_file: None, allow };
    let network: Arc<dyn Network> = Arc::<Planned>::clone(network);
    let out = Outgoing::over(settings, Handle::current(), network);
    out.client(None).expect("the system has CAs")
}

/// Returns a client that may reach this machine over the real network.
fn to_this_machine() -> HttpClient {
    let settings = Settings { ca_file: None, allow: vec!["127.0.0.1".to_owned()] };
    let out = Outgoing::new(settings, Handle::current());
    out.client(None).expect("the system has CAs")
}

fn get(address: &str) -> Request<Vec<u8>> {
    Request::get(address).body(Vec::new()).unwrap()
}

async fn failure(client: &HttpClient, address: &str) -> HttpError {
    client.send(get(address)).await.expect_err(address)
}

/// A server that counts its connections and treats each the same way.
struct Server {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl Server {
    async fn start<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(stream));
            }
        });
        Self { address, connections }
    }

    /// Starts a server that reads a request and sends an answer.
    async fn answering(answer: String) -> Self {
        Self::start(move |mut stream| {
            let answer = answer.clone();
            async move {
                read_head(&mut stream).await;
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        })
        .await
    }

    fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Returns how many connections came, after everything that was on its way has arrived.
    async fn count(&self) -> usize {
        tokio::time::sleep(Duration::from_millis(50)).await;
        self.connections.load(Ordering::SeqCst)
    }
}

async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => break,
        }
    }
    String::from_utf8(head).unwrap()
}

#[tokio::test]
async fn a_name_that_is_public_first_and_then_this_machine_leads_nowhere() {
    let server = Server::answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".into()).await;
    let here = server.address.to_string();
    let network = Planned::answering(&[&["8.8.8.8:443"], &[&here]]);
    let client = over(&network, &[]);
    let address = format!("https://rebound.example:{}/", server.address.port());
    let first = failure(&client, &address).await;
    assert!(matches!(first, HttpError::Socket(_)), "{first}");
    assert_eq!(network.looked_up.load(Ordering::SeqCst), 1, "the name was resolved once");
    assert_eq!(network.tried(), ["8.8.8.8:443"], "the connection went to the checked address");
    for _ in 0..3 {
        let later = failure(&client, &address).await;
        assert!(matches!(later, HttpError::NotPublic(..)), "{later}");
    }
    assert_eq!(network.tried(), ["8.8.8.8:443"]);
    assert_eq!(server.count().await, 0, "nothing arrived");
}

#[tokio::test]
async fn no_name_leads_to_an_address_that_is_not_public() {
    for private in [
        "127.0.0.1:443",
        "0.0.0.0:443",
        "10.0.0.1:443",
        "172.16.0.1:443",
        "192.168.0.1:443",
        "169.254.169.254:443",
        "224.0.0.1:443",
        "[::]:443",
        "[::1]:443",
        "[fe80::1]:443",
        "[fd00::1]:443",
        "[ff02::1]:443",
        "[::ffff:127.0.0.1]:443",
        "[::ffff:10.0.0.1]:443",
    ] {
        // Not even if another address of the same name is public.
        for lookup in [vec![private], vec!["8.8.8.8:443", private]] {
            let network = Planned::answering(&[&lookup]);
            let refused = failure(&over(&network, &[]), "https://club.example/").await;
            assert!(matches!(refused, HttpError::NotPublic(..)), "{private}: {refused}");
            assert_eq!(network.tried(), [""; 0], "{private}");
        }
    }
    let empty = Planned::answering(&[&[]]);
    let refused = failure(&over(&empty, &[]), "https://club.example/").await;
    assert!(matches!(refused, HttpError::NoSuchHost(_)), "{refused}");
}

#[tokio::test]
async fn a_listed_host_may_be_on_this_machine_and_without_tls() {
    let server = Server::answering("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi".into()).await;
    let here = server.address.to_string();
    let network = Planned::answering(&[&[&here]]);
    let client = over(&network, &["club.lan"]);
    let answer = client.send(get("http://club.lan/")).await.unwrap();
    assert_eq!((answer.status(), &answer.body()[..]), (StatusCode::OK, &b"hi"[..]));
    let other = failure(&client, "http://other.lan/").await;
    assert!(matches!(other, HttpError::NotSecure(_)), "{other}");
    let stranger = failure(&client.for_strangers(), "http://club.lan/").await;
    assert!(matches!(stranger, HttpError::NotSecure(_)), "{stranger}");
    assert_eq!(server.count().await, 1);
}

#[tokio::test]
async fn a_host_that_the_operator_named_for_a_purpose_is_reached_as_its_address_says() {
    /// The first byte of a TLS handshake.
    const HANDSHAKE: u8 = 22;
    let server = Server::start(|mut stream| async move {
        if stream.read_u8().await.is_ok_and(|first| first != HANDSHAKE) {
            read_head(&mut stream).await;
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        }
    })
    .await;
    let here = server.address.to_string();
    let network = Planned::answering(&[&[&here]]);
    let client = over(&network, &[]);
    let with_tls = client.clone().reaching("https://login.lan/realm");
    let refused = failure(&with_tls, "http://login.lan/token").await;
    assert!(matches!(refused, HttpError::NotSecure(_)), "{refused}");
    assert_eq!(network.tried(), [""; 0]);
    let broken = failure(&with_tls, "https://login.lan/token").await;
    assert!(matches!(broken, HttpError::Socket(_)), "its server speaks no TLS: {broken}");
    assert_eq!(network.tried(), [&*here]);
    let elsewhere =
        failure(&client.clone().reaching("http://login.lan/"), "http://login.lan/").await;
    assert!(matches!(elsewhere, HttpError::NotSecure(_)), "{elsewhere}");
    for (client, address) in [
        (client.clone().reaching("http://localhost/realm"), "http://localhost/token"),
        (client.reaching_for_public_data("http://room.lan"), "http://room.lan/deal/key"),
    ] {
        let answer = client.send(get(address)).await.unwrap();
        assert_eq!(answer.status(), StatusCode::NO_CONTENT, "{address}");
    }
}

#[tokio::test]
async fn a_user_name_in_an_address_is_not_sent() {
    let network = Planned::answering(&[&["8.8.8.8:443"]]);
    let client = over(&network, &["club.lan"]);
    for address in ["https://ada:secret@club.example/", "http://ada@club.lan/"] {
        let refused = failure(&client, address).await;
        assert!(matches!(refused, HttpError::Credentials), "{refused}");
        assert!(!refused.to_string().contains("secret"), "{refused}");
    }
    assert_eq!(network.looked_up.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_nobody_goes_there() {
    let other = Server::answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".into()).await;
    for status in [301, 302, 303, 307, 308] {
        let location = other.url();
        let answer = format!(
            "HTTP/1.1 {status} Elsewhere\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n"
        );
        let server = Server::answering(answer).await;
        let answer = to_this_machine().send(get(&server.url())).await.unwrap();
        assert_eq!(answer.status().as_u16(), status);
    }
    assert_eq!(other.count().await, 0);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_comes_drop_by_drop_ends_after_ten_seconds() {
    let server = Server::start(|mut stream| async move {
        read_head(&mut stream).await;
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n").await;
        while stream.write_all(b".").await.is_ok() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    })
    .await;
    let begun = Instant::now();
    let slow = failure(&to_this_machine(), &server.url()).await;
    assert!(matches!(slow, HttpError::TimedOut), "{slow}");
    assert!(begun.elapsed().abs_diff(WHOLE_TIME) < Duration::from_millis(10));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_ends_a_request_after_ten_seconds() {
    let server = Server::start(|stream| async move {
        pending::<()>().await;
        drop(stream);
    })
    .await;
    let begun = Instant::now();
    let silent = failure(&to_this_machine(), &server.url()).await;
    assert!(matches!(silent, HttpError::TimedOut), "{silent}");
    assert!(begun.elapsed().abs_diff(WHOLE_TIME) < Duration::from_millis(10));
}

#[tokio::test(start_paused = true)]
async fn an_address_that_does_not_answer_leaves_time_for_the_next_one() {
    let server = Server::answering("HTTP/1.1 204 No Content\r\n\r\n".into()).await;
    let (silent, here) = ("127.0.0.2:9", server.address.to_string());
    let mut network = Planned::answering(&[&[silent, &here], &[silent]]);
    Arc::get_mut(&mut network).unwrap().silent = vec![silent.parse().unwrap()];
    let client = over(&network, &["club.lan"]);
    let begun = Instant::now();
    let answer = client.send(get("http://club.lan/")).await.unwrap();
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    assert!(begun.elapsed().abs_diff(CONNECT_TIME / 2) < Duration::from_millis(10));
    let begun = Instant::now();
    let alone = failure(&client, "http://club.lan/").await;
    assert!(matches!(alone, HttpError::NotConnected), "{alone}");
    assert!(begun.elapsed().abs_diff(CONNECT_TIME) < Duration::from_millis(10));
}

#[tokio::test]
async fn of_an_endless_answer_no_more_is_read_than_the_limit() {
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&sent);
    let server = Server::start(move |mut stream| {
        let sent = Arc::clone(&counted);
        async move {
            read_head(&mut stream).await;
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await;
            while stream.write_all(&[b'x'; 1024]).await.is_ok() {
                sent.fetch_add(1024, Ordering::SeqCst);
            }
        }
    })
    .await;
    let endless = failure(&to_this_machine(), &server.url()).await;
    assert!(matches!(endless, HttpError::TooLong), "{endless}");
    tokio::time::sleep(Duration::from_millis(100)).await;
    // The buffers of the two sockets hold bytes that were sent and not read.
    let sent = sent.load(Ordering::SeqCst);
    assert!(sent < 16 << 20, "{sent} bytes were sent");
}

#[tokio::test]
async fn an_answer_may_have_64_kib_with_its_head_and_not_one_byte_more() {
    for (more, fits) in [(0, true), (1, false)] {
        let head = "HTTP/1.1 200 OK\r\n\r\n";
        let bytes = MAX_ANSWER_BYTES - head.len() + more;
        let server = Server::answering(format!("{head}{}", "x".repeat(bytes))).await;
        match to_this_machine().send(get(&server.url())).await {
            Ok(answer) => assert!(fits && answer.body().len() == bytes, "{more}"),
            Err(error) => assert!(!fits && matches!(error, HttpError::TooLong), "{more}: {error}"),
        }
    }
    let head = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "x".repeat(MAX_ANSWER_BYTES));
    let server = Server::answering(head).await;
    let long = failure(&to_this_machine(), &server.url()).await;
    assert!(matches!(long, HttpError::TooLong), "{long}");
}

#[tokio::test]
async fn eight_requests_are_under_way_at_once_and_the_others_follow() {
    let open = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let (counted, highest) = (Arc::clone(&open), Arc::clone(&most));
    let server = Server::start(move |mut stream| {
        let (open, most) = (Arc::clone(&counted), Arc::clone(&highest));
        async move {
            let now = open.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
            read_head(&mut stream).await;
            tokio::time::sleep(Duration::from_millis(30)).await;
            open.fetch_sub(1, Ordering::SeqCst);
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        }
    })
    .await;
    let client = to_this_machine();
    // A clone shares the connections, and so does another client of the same way out.
    let requests = (0..30).map(|_| tokio::spawn(client.clone().send(get(&server.url()))));
    for request in requests.collect::<Vec<_>>() {
        assert_eq!(request.await.unwrap().unwrap().status(), StatusCode::NO_CONTENT);
    }
    assert_eq!(most.load(Ordering::SeqCst), MAX_CONNECTIONS);
}

#[tokio::test(start_paused = true)]
async fn a_request_does_not_wait_forever_for_a_free_connection() {
    let server = Server::start(|stream| async move {
        pending::<()>().await;
        drop(stream);
    })
    .await;
    let client = to_this_machine();
    let requests = (0..=2 * MAX_CONNECTIONS).map(|_| tokio::spawn(client.send(get(&server.url()))));
    let mut none_free = 0;
    for request in requests.collect::<Vec<_>>() {
        none_free += usize::from(matches!(request.await.unwrap(), Err(HttpError::NoneFree)));
    }
    assert!((1..=MAX_CONNECTIONS + 1).contains(&none_free), "{none_free}");
}

#[test]
fn a_request_of_another_thread_runs_on_the_runtime_of_the_way_out() {
    let runtime = |name: &str| {
        Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name(name)
            .enable_all()
            .build()
            .unwrap()
    };
    let (program, play) = (runtime("program"), runtime("play"));
    let network = Planned::answering(&[&["8.8.8.8:443"]]);
    let client = program.block_on(async { over(&network, &[]) });
    let sending = play.spawn(async move { failure(&client, "https://club.example/").await });
    let refused = program.block_on(sending).unwrap();
    assert!(matches!(refused, HttpError::Socket(_)), "{refused}");
    let tried = network.tried.lock().unwrap().clone();
    assert_eq!(tried, [("8.8.8.8:443".parse().unwrap(), "program".to_owned())]);
}

#[tokio::test]
async fn a_request_that_nobody_waits_for_ends() {
    let (ended, mut has_ended) = tokio::sync::mpsc::channel(1);
    let server = Server::start(move |mut stream| {
        let ended = ended.clone();
        async move {
            read_head(&mut stream).await;
            // The client closes its end.
            let _ = stream.read(&mut [0; 8]).await;
            let _ = ended.send(()).await;
        }
    })
    .await;
    let sent = tokio::spawn(to_this_machine().send(get(&server.url())));
    while server.count().await == 0 {}
    sent.abort();
    assert_eq!(has_ended.recv().await, Some(()));
}
