//! A receiver of hooks on loopback. It takes every request, answers 204 at once, and counts.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

const TAKEN: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";
/// Far more than an event has.
const MOST_BYTES: u64 = 1 << 20;

/// Receives until it is dropped.
pub(crate) struct Receiver {
    address: SocketAddr,
    taken: Arc<AtomicU64>,
    _tasks: JoinSet<()>,
}

impl Receiver {
    /// Listens on a port of the system's choice.
    pub(crate) async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (address, taken) = (listener.local_addr()?, Arc::new(AtomicU64::new(0)));
        let mut tasks = JoinSet::new();
        tasks.spawn(accept(listener, Arc::clone(&taken)));
        Ok(Self { address, taken, _tasks: tasks })
    }

    /// Returns the address for a hook with this number.
    pub(crate) fn hook(&self, number: u32) -> String {
        format!("http://{}/hooks/{number}", self.address)
    }

    /// Returns the number of requests so far.
    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Relaxed)
    }
}

async fn accept(listener: TcpListener, taken: Arc<AtomicU64>) {
    // Dropped with the task, which ends the connections.
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let taken = Arc::clone(&taken);
        connections.spawn(async move {
            if let Err(error) = take(stream, &taken).await {
                tracing::debug!(%error, "a connection of a hook ended");
            }
        });
        while connections.try_join_next().is_some() {}
    }
}

/// Takes the requests of one connection until the room closes it.
async fn take(mut stream: TcpStream, taken: &AtomicU64) -> std::io::Result<()> {
    let (read, mut write) = stream.split();
    let mut read = BufReader::new(read).take(0);
    loop {
        read.set_limit(MOST_BYTES);
        let Some(length) = body_length(&mut read).await? else { return Ok(()) };
        let mut body = vec![0; length];
        read.read_exact(&mut body).await?;
        taken.fetch_add(1, Relaxed);
        write.write_all(TAKEN).await?;
    }
}

/// Reads the head of a request, and returns the length of its body; `None` at the end.
async fn body_length(read: &mut (impl AsyncBufRead + Unpin)) -> std::io::Result<Option<usize>> {
    let (mut length, mut line) = (0, String::new());
    while read.read_line(&mut line).await? > 0 {
        match line.trim_end().split_once(':') {
            None if line.trim_end().is_empty() => return Ok(Some(length)),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                let wrong = |_| std::io::Error::from(std::io::ErrorKind::InvalidData);
                length = value.trim().parse().map_err(wrong)?;
            }
            _ => {}
        }
        line.clear();
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_request_of_a_connection_is_taken_and_counted() {
        let receiver = Receiver::start().await.unwrap();
        assert!(receiver.hook(3).ends_with("/hooks/3"), "{}", receiver.hook(3));
        let mut stream = TcpStream::connect(receiver.address).await.unwrap();
        let request = b"POST /hooks/3 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
        let mut answer = vec![0; TAKEN.len()];
        for count in 1..=2 {
            stream.write_all(request).await.unwrap();
            stream.read_exact(&mut answer).await.unwrap();
            assert_eq!((&answer[..], receiver.taken()), (TAKEN, count));
        }
        stream.write_all(b"POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n").await.unwrap();
        assert_eq!(stream.read(&mut answer).await.unwrap(), 0, "the connection is closed");
        assert_eq!(receiver.taken(), 2);
    }
}
