//! A line that fails: a TCP proxy in front of a room that stalls, loses one direction, or cuts its
//! connections.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};

/// The fate of a connection's bytes. Bytes that a stalled line accepts never arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Stall {
    Nothing,
    Both,
    /// Nothing reaches the room.
    ToRoom,
    /// Nothing comes back from it.
    FromRoom,
}

struct Pair {
    stall: Arc<AtomicU8>,
    ends: [AbortHandle; 2],
}

/// A running proxy. Dropping it resets its connections.
pub(crate) struct BadLine {
    address: SocketAddr,
    pairs: Arc<Mutex<Vec<Pair>>>,
    _accepting: JoinSet<()>,
}

impl BadLine {
    /// Opens a proxy in front of a room.
    pub(crate) async fn before(room: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let pairs: Arc<Mutex<Vec<Pair>>> = Arc::default();
        let mut accepting = JoinSet::new();
        let opened = Arc::clone(&pairs);
        accepting.spawn(async move {
            let mut passing = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(room).await else { continue };
                // Closing such a socket resets the connection.
                client.set_zero_linger().unwrap();
                let stall = Arc::new(AtomicU8::new(Stall::Nothing as u8));
                let ((from, to), (back_from, back_to)) = (client.into_split(), server.into_split());
                let out = pass(from, back_to, Arc::clone(&stall), Stall::ToRoom);
                let back = pass(back_from, to, Arc::clone(&stall), Stall::FromRoom);
                let ends = [passing.spawn(out), passing.spawn(back)];
                opened.lock().unwrap().push(Pair { stall, ends });
            }
        });
        Self { address, pairs, _accepting: accepting }
    }

    /// Returns the proxy's URL.
    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// Stalls the connections that are open now. Later ones work.
    pub(crate) fn stall(&self, stall: Stall) {
        for pair in &*self.pairs.lock().unwrap() {
            pair.stall.store(stall as u8, Ordering::SeqCst);
        }
    }

    /// Resets the connections that are open now.
    pub(crate) fn cut(&self) {
        for pair in self.pairs.lock().unwrap().drain(..) {
            pair.ends.iter().for_each(AbortHandle::abort);
        }
    }
}

/// Passes bytes on in one direction, or drops them while the line stalls there.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    stall: Arc<AtomicU8>,
    direction: Stall,
) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let Ok(count) = from.read(&mut bytes).await else { return };
        let now = stall.load(Ordering::SeqCst);
        let drops = now == Stall::Both as u8 || now == direction as u8;
        if count == 0 {
            // The end of a stalled connection does not get through either.
            if now != Stall::Nothing as u8 {
                std::future::pending::<()>().await;
            }
            return;
        }
        if !drops && to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
