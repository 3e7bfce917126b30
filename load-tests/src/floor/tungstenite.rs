//! The floor on tokio-tungstenite, tuned, in the usual layout: a task for each table, and for each
//! connection a task that reads and one that writes its whole queue and flushes once.

use super::traffic::{Beat, Traffic};
use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// The length of the queue of frames of each player, and of actions of each table.
const QUEUE: usize = 64;

/// A message to a table.
enum Heard {
    Joined(u8, mpsc::Sender<Bytes>),
    Acted(u8),
}

/// Serves until the process is killed.
pub(super) fn serve(
    traffic: Traffic,
    tell: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        tell(listener.local_addr()?)?;
        let tables: Vec<_> = (0..traffic.tables).map(|_| open_table(traffic)).collect();
        loop {
            let (stream, _) = listener.accept().await?;
            let tables = tables.clone();
            tokio::spawn(async move {
                if let Some((table, seat, socket)) = shake_hands(stream).await
                    && let Some(table) = tables.get(table)
                {
                    let table = table.clone();
                    let (out, queue) = mpsc::channel(QUEUE);
                    let (sink, stream) = socket.split();
                    if table.send(Heard::Joined(seat, out)).await.is_ok() {
                        tokio::spawn(write(sink, queue));
                        tokio::spawn(read(stream, seat, table));
                    }
                }
            });
        }
    })
}

/// Accepts a connection. Its path names the table and seat: `/TABLE/SEAT`.
async fn shake_hands(stream: TcpStream) -> Option<(usize, u8, WebSocketStream<TcpStream>)> {
    stream.set_nodelay(true).ok()?;
    let config = WebSocketConfig::default()
        .read_buffer_size(1024)
        .write_buffer_size(256)
        .max_write_buffer_size(64 * 1024);
    let mut place = None;
    #[expect(clippy::result_large_err, reason = "the crate's own type of answer")]
    let callback = |request: &Request, response: Response| {
        place = super::raw::place(request.uri().path());
        Ok(response)
    };
    let socket =
        tokio_tungstenite::accept_hdr_async_with_config(stream, callback, Some(config)).await;
    let (table, seat) = place?;
    Some((table, seat, socket.ok()?))
}

async fn read(
    mut stream: SplitStream<WebSocketStream<TcpStream>>,
    seat: u8,
    table: mpsc::Sender<Heard>,
) {
    while let Some(Ok(message)) = stream.next().await {
        if message.is_binary() && table.send(Heard::Acted(seat)).await.is_err() {
            return;
        }
    }
}

async fn write(
    mut sink: SplitSink<WebSocketStream<TcpStream>, Message>,
    mut queue: mpsc::Receiver<Bytes>,
) {
    while let Some(first) = queue.recv().await {
        let mut frame = Some(first);
        while let Some(payload) = frame {
            if sink.feed(Message::Binary(payload)).await.is_err() {
                return;
            }
            frame = queue.try_recv().ok();
        }
        if sink.flush().await.is_err() {
            return;
        }
    }
}

fn open_table(traffic: Traffic) -> mpsc::Sender<Heard> {
    let (inbox, heard) = mpsc::channel(QUEUE);
    tokio::spawn(keep_table(traffic, heard));
    inbox
}

async fn keep_table(traffic: Traffic, mut heard: mpsc::Receiver<Heard>) {
    let mut beat = Beat::new(traffic);
    let mut seated: Vec<Option<mpsc::Sender<Bytes>>> = vec![None; traffic.seats.into()];
    while let Some(message) = heard.recv().await {
        let frames = match message {
            Heard::Joined(seat, out) => {
                let Some(place) = seated.get_mut(usize::from(seat)) else { continue };
                *place = Some(out);
                if seated.iter().any(Option::is_none) {
                    continue;
                }
                1
            }
            Heard::Acted(seat) if seat == beat.turn() => beat.act(),
            Heard::Acted(_) => continue,
        };
        for number in 1..=frames {
            // Encoded once, and shared by all players.
            let payload = Bytes::from(beat.payload(number == frames));
            for player in seated.iter().flatten() {
                if player.send(payload.clone()).await.is_err() {
                    return;
                }
            }
        }
    }
}
