//! An HTTP server on loopback for tests of what the room sends: it gives prepared answers, and
//! returns the requests that arrived.

use std::collections::BTreeMap;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long a test waits for something that must happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A request that reached the server.
pub(crate) struct Arrived {
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// An HTTP server on loopback.
pub(crate) struct Loopback {
    pub(crate) origin: String,
    arrived: mpsc::UnboundedReceiver<Arrived>,
    /// Keeps a silent server's socket open.
    _silent: Option<TcpListener>,
}

impl Loopback {
    /// Starts a server that gives these answers in turn, each a status line with headers, and then
    /// ends. Every request must begin with `POST` and this path.
    pub(crate) async fn answering<A>(path: &'static str, answers: A) -> Self
    where
        A: Iterator<Item = &'static str> + Send + 'static,
    {
        let (origin, listener) = listen().await;
        let (arrived_in, arrived) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            for answer in answers {
                let (mut socket, _) = listener.accept().await.unwrap();
                let request = read(&mut socket, path).await;
                let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n");
                socket.write_all(answer.as_bytes()).await.unwrap();
                if arrived_in.send(request).is_err() {
                    return;
                }
            }
        });
        Self { origin, arrived, _silent: None }
    }

    /// Starts a server that takes connections and never answers.
    pub(crate) async fn silent() -> Self {
        let (origin, listener) = listen().await;
        let (_, arrived) = mpsc::unbounded_channel();
        Self { origin, arrived, _silent: Some(listener) }
    }

    pub(crate) async fn next(&mut self) -> Arrived {
        let arrived = timeout(PATIENCE, self.arrived.recv()).await;
        arrived.expect("a request comes").expect("the server is there")
    }

    pub(crate) async fn nothing(&mut self) {
        let arrived = timeout(Duration::from_millis(400), self.arrived.recv()).await;
        assert!(arrived.is_err(), "something arrived");
    }
}

async fn listen() -> (String, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    (format!("http://{}", listener.local_addr().unwrap()), listener)
}

async fn read(socket: &mut TcpStream, path: &str) -> Arrived {
    let (mut read, mut buffer) = (Vec::new(), [0; 4_096]);
    loop {
        let count = socket.read(&mut buffer).await.unwrap();
        read.extend_from_slice(&buffer[..count]);
        if let Some(request) = whole(&read, path) {
            return request;
        }
    }
}

/// Returns the request once all of it has been read.
fn whole(read: &[u8], path: &str) -> Option<Arrived> {
    let end = read.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&read[..end]).unwrap();
    assert!(head.starts_with(&format!("POST {path}")), "{head}");
    let headers: BTreeMap<String, String> = head
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let body = &read[end + 4..];
    let length: usize = headers["content-length"].parse().unwrap();
    (body.len() == length).then(|| Arrived { headers, body: body.to_vec() })
}
