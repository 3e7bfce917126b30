//! A SQLite file in its own directory, which is deleted when the test ends.

use cardroom::config::Synchronous;
use cardroom::store::SqliteStore;
use std::path::PathBuf;
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
