//! A SQLite file in its own directory, which is deleted when the test ends.

use cardroom::config::Synchronous;
use cardroom::store::SqliteStore;
use std::path::PathBuf;
use tempfile::TempDir;

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
        SqliteStore::open(&self.path(), Synchronous::Normal, 0).await.expect("a store")
    }
}
