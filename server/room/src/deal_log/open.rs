//! Opening the log: which key signs, and whether the database still has everything that the key has
//! signed. If not, it is another history, and another key begins it.

use super::{Cosigned, DealLog, Growth, Head, Inner, Witness};
use crate::store::{LogId, Store, StoreError};
use crate::vault::{DealKeys, KeysError, Vault};
use cardroom_deal::{Checkpoint, Edge, Hash, LogEntry, Outcome, TileKey, TreeHead};
use parking_lot::RwLock;
use std::io;
use std::sync::Arc;
use tokio::sync::{Mutex, watch};

/// How many entries are read at once.
pub(super) const AT_ONCE: u32 = 512;

/// Why the log cannot be read or extended.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The files beside the keys.
    #[error(transparent)]
    Files(#[from] io::Error),
    #[error(transparent)]
    Keys(#[from] KeysError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the database has of the head that the key signed last.
enum Found {
    /// The log still has it, and this is its edge there.
    Edge(Edge),
    /// The log is another one, or ends before it.
    Lost { entries: u64 },
}

impl DealLog {
    /// Opens the log under the room's key. If the database has lost entries that the key has signed
    /// a head over, makes another key, which begins a log of its own.
    ///
    /// # Errors
    /// The files or the store cannot be read.
    pub async fn open(
        name: &str,
        vault: &Arc<Vault>,
        store: &Arc<dyn Store>,
        witnesses: Vec<Witness>,
        now_ms: u64,
    ) -> Result<Self, LogError> {
        let mut keys = vault.deal_keys(now_ms)?;
        let noted = vault.deal_head()?;
        let (head, mut found) = look_back(&keys, noted.as_deref(), store.as_ref()).await?;
        if let (Found::Lost { entries }, Some(head)) = (&found, &head) {
            tracing::error!(
                signed = head.size,
                entries,
                "The database does not have the log of deals that this room has signed: it is older, \
                 or lost its end. Deals go on under a new key, which the old one has signed, and in \
                 a new log. Say so to your players, and publish the new key."
            );
            keys = vault.renew_deal_key(store.as_ref(), now_ms).await?;
            found = Found::Edge(Edge::new());
        }
        let id = LogId::of(&keys.key.public());
        let others = store.log_heads().await?.iter().filter(|(log, ..)| *log != id).count();
        let before = others.max(keys.former.len());
        let origin =
            if before == 0 { name.into() } else { format!("{name}#{}", before + 1).into() };
        let edge = match found {
            Found::Edge(edge) => Some(edge),
            Found::Lost { .. } => None,
        };
        let DealKeys { key, former } = keys;
        let log = Self(Arc::new(Inner {
            store: Arc::clone(store),
            vault: Arc::clone(vault),
            key,
            former,
            origin,
            id,
            growth: Mutex::new(Growth { edge, unnoted: None }),
            head: watch::Sender::new(None),
            cosigned: RwLock::new(Cosigned { size: 0, lines: vec![None; witnesses.len()] }),
            witnesses,
            gone: Default::default(),
        }));
        log.advance().await?;
        Ok(log)
    }
}

/// Returns the last signed head, as the file or the store has it, and whether the database still
/// has the log below it.
async fn look_back(
    keys: &DealKeys,
    noted: Option<&str>,
    store: &dyn Store,
) -> Result<(Option<TreeHead>, Found), LogError> {
    let public = keys.key.public();
    let id = LogId::of(&public);
    let stored = store.log_head(id).await?.map(|(_, text)| text);
    let noted = noted.and_then(|text| Checkpoint::parse(text).ok());
    if let (Some(noted), Some(_)) = (&noted, &stored)
        && !is_of_a_known_key(noted, keys)
    {
        // A later key of a key ring, which went back in time with the database.
        let entries = store.log_size(id).await?;
        return Ok((Some(noted.head), Found::Lost { entries }));
    }
    let stored = stored.as_deref().and_then(|text| Checkpoint::parse(text).ok());
    let own = [noted, stored].into_iter().flatten().filter(|head| head.is_signed_by(&public));
    let head = own.map(|head| head.head).max_by_key(|head| head.size);
    let found = find(store, id, head.as_ref()).await?;
    Ok((head, found))
}

fn is_of_a_known_key(head: &Checkpoint<'_>, keys: &DealKeys) -> bool {
    let former = keys.former.iter().map(|former| former.key);
    former.chain([keys.key.public()]).any(|key| head.is_signed_by(&key))
}

/// Looks for a head in the log.
async fn find(store: &dyn Store, log: LogId, head: Option<&TreeHead>) -> Result<Found, StoreError> {
    let Some(head) = head else { return Ok(Found::Edge(Edge::new())) };
    let entries = store.log_size(log).await?;
    if entries < head.size {
        return Ok(Found::Lost { entries });
    }
    let mut edge = stored_edge(store, log, head.size).await?;
    extend(store, log, &mut edge, head.size, |_| ()).await?;
    Ok(if edge.head() == *head { Found::Edge(edge) } else { Found::Lost { entries } })
}

/// Returns the edge of a log at its last stored head, or where the tiles reach below this size.
pub(super) async fn stored_edge(
    store: &dyn Store,
    log: LogId,
    at_most: u64,
) -> Result<Edge, StoreError> {
    let Some((size, _)) = store.log_head(log).await? else { return Ok(Edge::new()) };
    let size = size.min(at_most);
    let mut tiles = Vec::new();
    for (key, _) in Edge::tiles_of(size) {
        let tile = store.log_tile(log, key.level, key.index).await?;
        tiles.push((key, tile.as_deref().map(hashes_of).unwrap_or_default()));
    }
    let tile = |key: TileKey| tiles.iter().find(|(it, _)| *it == key).map(|(_, it)| it.clone());
    let short = || StoreError::Damaged("the log of deals lacks hashes of its tree".to_owned());
    Edge::restore(size, tile).ok_or_else(short)
}

/// Appends the stored entries up to this size to an edge, and shows each of them.
pub(super) async fn extend(
    store: &dyn Store,
    log: LogId,
    edge: &mut Edge,
    to: u64,
    mut show: impl FnMut(&crate::store::SealedRound),
) -> Result<(), StoreError> {
    while edge.size() < to {
        let left = u32::try_from(to - edge.size()).unwrap_or(u32::MAX);
        let entries = store.log_entries(log, edge.size(), left.min(AT_ONCE)).await?;
        if entries.is_empty() {
            let what = format!("the log of deals has no entry {}", edge.size());
            return Err(StoreError::Damaged(what));
        }
        for round in &entries {
            edge.append(&entry_of(round)?);
            show(round);
        }
    }
    Ok(())
}

/// Returns a stored round as an entry of the log.
pub(super) fn entry_of(round: &crate::store::SealedRound) -> Result<LogEntry, StoreError> {
    let wrong = || StoreError::Damaged(format!("a round ended as {}", round.outcome));
    Ok(LogEntry {
        table: round.table.0,
        hand: round.hand,
        round: round.round,
        outcome: Outcome::of(round.outcome).ok_or_else(wrong)?,
        seal: round.seal,
    })
}

/// Splits the bytes of a tile.
pub(super) fn hashes_of(tile: &[u8]) -> Vec<Hash> {
    tile.as_chunks::<32>().0.to_vec()
}

impl Head {
    pub(super) fn new(size: u64, text: String) -> Self {
        Self { size, text: text.into() }
    }
}
