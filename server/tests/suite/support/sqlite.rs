//! A SQLite file in its own directory, which is deleted when the test ends.

use cardroom::config::{Config, Synchronous};
use cardroom::store::prelude::*;
use cardroom::store::{SqliteStore, StoreError};
use cardroom::verify::{self, Findings};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Segments shorter than those of a room, because every test writes its own.
const SEGMENT_BYTES: u64 = 1 << 20;

pub(crate) struct Sqlite {
    directory: TempDir,
}

impl Sqlite {
    pub(crate) fn new() -> Self {
        Self { directory: tempfile::tempdir().expect("a temporary directory") }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("data").join("cardroom.sqlite")
    }

    pub(crate) async fn open(&self) -> SqliteStore {
        let path = self.path();
        let open = SqliteStore::open_with_segments(&path, Synchronous::Normal, 0, SEGMENT_BYTES);
        open.await.expect("a store")
    }
}

/// Checks a file as `cardroom journal verify` does, and closes it. If it were only dropped, SQLite
/// would still write to it and to the log beside it while the next test does.
pub(crate) async fn verify_file(file: &Path) -> Result<Findings, StoreError> {
    let store = SqliteStore::open(file, Synchronous::Normal, 0).await?;
    let found = verify::everything(&store, &Config::default().library().unwrap()).await;
    store.close().await?;
    found
}
