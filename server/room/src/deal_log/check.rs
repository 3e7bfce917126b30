//! The check of a stored log: the entries give the head that was signed, and the tiles are those of
//! the tree over them.

use super::open::{extend, hashes_of};
use crate::store::{LogId, Store, StoreError};
use cardroom_deal::{Checkpoint, Edge};

/// What is wrong with the logs of a store, and how many entries they have.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CheckedLogs {
    pub entries: u64,
    /// For people to read.
    pub wrong: Vec<String>,
}

/// Checks every log of a store that has a signed head.
///
/// # Errors
/// The store cannot be read.
pub async fn check_logs(store: &dyn Store) -> Result<CheckedLogs, StoreError> {
    let mut checked = CheckedLogs::default();
    for (log, size, text) in store.log_heads().await? {
        let entries = store.log_size(log).await?;
        checked.entries += entries;
        match check_log(store, log, size, &text).await {
            Ok(None) => {}
            Ok(Some(wrong)) | Err(StoreError::Damaged(wrong)) => checked.wrong.push(wrong),
            Err(error) => return Err(error),
        }
    }
    Ok(checked)
}

async fn check_log(
    store: &dyn Store,
    log: LogId,
    size: u64,
    text: &str,
) -> Result<Option<String>, StoreError> {
    let Ok(signed) = Checkpoint::parse(text) else {
        return Ok(Some("the signed head of the log of deals is none".to_owned()));
    };
    let name = signed.origin;
    let entries = store.log_size(log).await?;
    if entries < size {
        let wrong = format!("the log of deals {name} has {entries} entries, and a head of {size}");
        return Ok(Some(wrong));
    }
    let mut edge = Edge::new();
    extend(store, log, &mut edge, size, |_| ()).await?;
    if edge.head() != signed.head {
        let wrong = format!("the entries of the log of deals {name} are not those of its head");
        return Ok(Some(wrong));
    }
    for (key, hashes) in edge.take_tiles() {
        let tile = store.log_tile(log, key.level, key.index).await?.unwrap_or_default();
        if hashes_of(&tile) != hashes {
            let (level, index) = (key.level, key.index);
            let wrong =
                format!("tile {index} of level {level} of the log of deals {name} is wrong");
            return Ok(Some(wrong));
        }
    }
    Ok(None)
}
