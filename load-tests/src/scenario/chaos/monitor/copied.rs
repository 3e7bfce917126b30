//! A copy of a room's log that another server serves, and that can lose its last entry. The copy
//! signs what it serves with the room's own key, as a room would that forgets a round.

use crate::admin::HttpClient;
use cardroom_deal::{
    Checkpoint, Edge, LogEntry, RoomKey, Secret, Tile, TileLevel, TreeHead, unbundled,
};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// The entries of a full bundle.
const FULL: u64 = 256;
const CHECKPOINT: &str = "/deal/log/checkpoint";

type Pages = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// A copy of a room's log. It is served until it is dropped.
pub(super) struct CopiedLog {
    key: RoomKey,
    origin: String,
    entries: Vec<LogEntry>,
    pages: Pages,
    url: String,
    server: JoinHandle<()>,
}

impl CopiedLog {
    /// Reads the log of a room, and its key from the directory of its data. Serves the log.
    pub(super) async fn of(room: &str, data_dir: &Path) -> Result<Self, String> {
        let file = data_dir.join("keys/deal.key");
        let key = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let key = <[u8; 32]>::try_from(key).map_err(|_| format!("{} is no key", file.display()))?;
        let client = HttpClient::new(room).map_err(|error| error.to_string())?;
        let mut pages = BTreeMap::new();
        for path in ["/deal/key", CHECKPOINT] {
            let page = client.bytes(path).await.map_err(|error| error.to_string())?;
            pages.insert(path.to_owned(), page.to_vec());
        }
        let text = String::from_utf8_lossy(&pages[CHECKPOINT]).into_owned();
        let head = Checkpoint::parse(&text).map_err(|error| error.to_string())?;
        let mut entries = Vec::new();
        for index in 0..head.head.size.div_ceil(FULL) {
            let width = (head.head.size - index * FULL).min(FULL);
            let width = u16::try_from(width).unwrap_or(u16::MAX);
            let tile = Tile { level: TileLevel::Entries, index, width };
            let path = format!("/deal/log/{}", tile.path());
            let bundle = client.bytes(&path).await.map_err(|error| error.to_string())?;
            let read = unbundled(&bundle).ok_or_else(|| format!("{path} is no bundle"))?;
            entries.extend(read.into_iter().filter_map(LogEntry::parse));
            pages.insert(path, bundle.to_vec());
        }
        if head_of(&entries) != head.head {
            return Err("the room's pages do not give the head of its log".to_owned());
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.map_err(|error| format!("the copy cannot be served: {error}"))?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let pages = Arc::new(Mutex::new(pages));
        Ok(Self {
            key: RoomKey::new(&Secret::new(key)),
            origin: head.origin.to_owned(),
            entries,
            pages: Arc::clone(&pages),
            url: format!("http://{address}"),
            server: tokio::spawn(serve(listener, pages)),
        })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Signs the head of the log without its last entry, and serves that from now on.
    pub(super) fn lose_last_entry(&self) -> Result<(), String> {
        let [rest @ .., _] = &self.entries[..] else {
            return Err("the log has no entry to cut off".to_owned());
        };
        let checkpoint = Checkpoint::write(&self.origin, &head_of(rest), &self.key);
        self.pages.lock().insert(CHECKPOINT.to_owned(), checkpoint.into_bytes());
        Ok(())
    }
}

impl Drop for CopiedLog {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Computes the head of a log with these entries.
fn head_of(entries: &[LogEntry]) -> TreeHead {
    let mut edge = Edge::new();
    entries.iter().for_each(|entry| edge.append(entry));
    edge.head()
}

/// Answers each connection with one page.
async fn serve(listener: TcpListener, pages: Pages) {
    while let Ok((stream, _)) = listener.accept().await {
        // A monitor that is killed closes its connection.
        let _ = answer(stream, &pages).await;
    }
}

async fn answer(stream: TcpStream, pages: &Pages) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut request = String::new();
    stream.read_line(&mut request).await?;
    let mut line = String::new();
    while stream.read_line(&mut line).await? > 2 {
        line.clear();
    }
    let page = request.split(' ').nth(1).and_then(|path| pages.lock().get(path).cloned());
    let status = if page.is_some() { "200 OK" } else { "404 Not Found" };
    let page = page.unwrap_or_default();
    let length = page.len();
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(&page).await?;
    stream.shutdown().await
}
