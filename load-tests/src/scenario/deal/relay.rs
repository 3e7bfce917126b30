//! A relay between players and the room that delays every byte, as a long line would. It needs
//! neither root nor a kernel that can delay packets.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep_until};

/// The most bytes that are read at once.
const CHUNK: usize = 16 * 1024;
/// How many chunks may be on their way in one direction. A hand has a few dozen.
const ON_THE_WAY: usize = 4_096;

/// A relay. It ends when it is dropped, with all connections through it.
pub(super) struct Relay {
    pub(super) address: SocketAddr,
    task: JoinHandle<()>,
}

impl Relay {
    /// Starts a relay to an address. Every byte is on its way for `delay`, in both directions.
    pub(super) async fn start(to: SocketAddr, delay: Duration) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(async move {
            let mut lines = JoinSet::new();
            while let Ok((player, _)) = listener.accept().await {
                lines.spawn(relay(player, to, delay));
            }
        });
        Ok(Self { address, task })
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn relay(player: TcpStream, to: SocketAddr, delay: Duration) {
    let Ok(room) = TcpStream::connect(to).await else { return };
    if player.set_nodelay(true).is_err() || room.set_nodelay(true).is_err() {
        return;
    }
    let ((from_player, to_player), (from_room, to_room)) = (player.into_split(), room.into_split());
    tokio::join!(carry(from_player, to_room, delay), carry(from_room, to_player, delay));
}

/// Carries bytes in one direction until either end closes.
async fn carry(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, delay: Duration) {
    let (send, mut receive) = mpsc::channel::<(Instant, Vec<u8>)>(ON_THE_WAY);
    let read = async move {
        let mut chunk = vec![0; CHUNK];
        while let Ok(count @ 1..) = from.read(&mut chunk).await {
            if send.send((Instant::now() + delay, chunk[..count].to_vec())).await.is_err() {
                return;
            }
        }
    };
    let write = async move {
        while let Some((due, bytes)) = receive.recv().await {
            sleep_until(due).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
        // The other end may be gone already.
        let _ = to.shutdown().await;
    };
    tokio::join!(read, write);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn bytes_arrive_in_order_and_late_in_both_directions() {
        let echo = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let to = echo.local_addr().unwrap();
        tokio::spawn(async move {
            let (stream, _) = echo.accept().await.unwrap();
            let (mut from, mut to) = stream.into_split();
            tokio::io::copy(&mut from, &mut to).await.unwrap();
        });
        let delay = Duration::from_millis(30);
        let relay = Relay::start(to, delay).await.unwrap();
        let mut stream = TcpStream::connect(relay.address).await.unwrap();
        let begin = Instant::now();
        stream.write_all(b"one").await.unwrap();
        stream.write_all(b"two").await.unwrap();
        let mut read = [0; 6];
        stream.read_exact(&mut read).await.unwrap();
        assert_eq!(&read, b"onetwo");
        assert!(begin.elapsed() >= 2 * delay, "{:?}", begin.elapsed());
    }
}
