//! The pages of a room that a monitor reads.

use cardroom_deal::{Hash, Tile, TileLevel, is_successor, unbundled};
use cardroom_https::HttpClient;
use data_encoding::HEXLOWER;
use http::{Request, StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The entries of a full bundle.
const FULL: u64 = 256;
/// How often a page is asked for again that the room does not give at once.
const TRIES: u32 = 20;
/// The longest pause between two tries.
const LONGEST_PAUSE: u64 = 60;

/// A room, by its address.
pub(super) struct Room {
    client: HttpClient,
    url: String,
}

/// Why a room cannot be read, as a sentence.
#[derive(Debug)]
pub(super) struct Unreachable(pub(super) String);

/// The key of a room, with those before it.
#[derive(Debug, Deserialize)]
pub(super) struct KeyPage {
    pub(super) origin: String,
    key: String,
    former: Vec<FormerPage>,
}

#[derive(Debug, Deserialize)]
struct FormerPage {
    key: String,
    successor: String,
    signature: String,
}

#[derive(Debug, Deserialize)]
struct ConsistencyPage {
    path: Vec<String>,
}

fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    HEXLOWER.decode(hex.as_bytes()).ok()?.try_into().ok()
}

impl KeyPage {
    pub(super) fn key(&self) -> Option<Hash> {
        bytes(&self.key)
    }

    /// Returns `true` if a chain of signatures leads from an old key to this one.
    pub(super) fn follows(&self, old: &Hash) -> bool {
        let Some(key) = self.key() else { return false };
        let mut last = *old;
        for former in &self.former {
            let signed = bytes(&former.key).zip(bytes(&former.successor));
            let signed = signed.zip(bytes(&former.signature));
            if let Some(((of, successor), signature)) = signed
                && of == last
                && is_successor(&of, &successor, &signature)
            {
                last = successor;
            }
        }
        last == key
    }
}

impl Room {
    pub(super) fn new(client: HttpClient, url: &str) -> Self {
        Self { client, url: url.trim_end_matches('/').to_owned() }
    }

    pub(super) async fn key(&self) -> Result<KeyPage, Unreachable> {
        self.json("/deal/key").await
    }

    pub(super) async fn checkpoint(&self) -> Result<String, Unreachable> {
        let page = self.page("/deal/log/checkpoint").await?;
        String::from_utf8(page).map_err(|_| Unreachable("the head of its log is no text.".into()))
    }

    /// Returns the proof that the log of one size begins the log of another; `None` if the room has
    /// none.
    pub(super) async fn consistency(&self, from: u64, to: u64) -> Option<Vec<Hash>> {
        let path = format!("/deal/log/consistency?from={from}&to={to}");
        let page: ConsistencyPage = self.json(&path).await.ok()?;
        page.path.iter().map(|hash| bytes(hash)).collect()
    }

    /// Returns the entries of a bundle that a log of this size has.
    pub(super) async fn entries(&self, index: u64, size: u64) -> Result<Vec<Vec<u8>>, Unreachable> {
        let width = (size - index * FULL).min(FULL);
        let width = u16::try_from(width).unwrap_or(0);
        let tile = Tile { level: TileLevel::Entries, index, width };
        let path = format!("/deal/log/{}", tile.path());
        let bundle = self.page(&path).await?;
        let entries = unbundled(&bundle).filter(|it| it.len() == usize::from(width));
        let entries = entries.ok_or_else(|| Unreachable(format!("{path} has other entries.")))?;
        Ok(entries.into_iter().map(<[u8]>::to_vec).collect())
    }

    async fn json<T: DeserializeOwned>(&self, path: &str) -> Result<T, Unreachable> {
        let page = self.page(path).await?;
        serde_json::from_slice(&page)
            .map_err(|error| Unreachable(format!("{path} is not what a monitor reads: {error}.")))
    }

    async fn page(&self, path: &str) -> Result<Vec<u8>, Unreachable> {
        let address = format!("{}{path}", self.url);
        for _ in 0..TRIES {
            let request = Request::get(&address).body(Vec::new());
            let request = request.map_err(|_| Unreachable(format!("{address} is no address.")))?;
            let answer = self.client.send(request).await;
            let answer = answer.map_err(|error| Unreachable(format!("{address}: {error}.")))?;
            match answer.status() {
                StatusCode::OK => return Ok(answer.into_body()),
                StatusCode::TOO_MANY_REQUESTS => {
                    let pause = answer.headers().get(header::RETRY_AFTER);
                    let pause = pause.and_then(|pause| pause.to_str().ok()?.parse().ok());
                    let pause = pause.unwrap_or(1).clamp(1, LONGEST_PAUSE);
                    tokio::time::sleep(Duration::from_secs(pause)).await;
                }
                status => return Err(Unreachable(format!("{address} answers {status}."))),
            }
        }
        Err(Unreachable(format!("{address} gives no more pages now.")))
    }
}
