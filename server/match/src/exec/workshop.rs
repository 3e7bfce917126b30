//! Where programs run: folders that are thrown away, and the guard that kills what is left.

use super::folder::{FolderError, copy_folder};
use cardroom_bot::program::Guard;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// The place where the programs of a match run. It ends with the match, even if that is killed.
#[derive(Debug)]
pub struct Workshop {
    // Dropped after the guard, which removes the folder if nobody else does.
    guard: Arc<Guard>,
    scratch: TempDir,
}

/// The folders of one session of a program. They are removed when the value is dropped.
#[derive(Debug)]
pub(crate) struct Bench {
    root: TempDir,
    has_copy: bool,
}

impl Workshop {
    /// Opens a workshop in a folder of its own.
    ///
    /// # Errors
    /// Fails if there is no place for temporary files, or no process can be started.
    pub fn open() -> io::Result<Arc<Self>> {
        let scratch = TempDir::with_prefix("cardroom-match-")?;
        let guard = Guard::start(Some(scratch.path()))?;
        Ok(Arc::new(Self { guard, scratch }))
    }

    pub(super) fn guard(&self) -> &Arc<Guard> {
        &self.guard
    }

    /// Makes folders for a session, with a copy of the bot's folder if there is one.
    pub(super) fn bench(&self, folder: Option<&Path>) -> Result<Bench, super::StartError> {
        let root = TempDir::new_in(self.scratch.path())?;
        let bench = Bench { root, has_copy: folder.is_some() };
        fs::create_dir(bench.home())?;
        fs::create_dir(bench.tmp())?;
        if let Some(folder) = folder {
            copied(folder, &bench)?;
        }
        Ok(bench)
    }
}

fn copied(folder: &Path, bench: &Bench) -> Result<(), FolderError> {
    copy_folder(folder, &bench.copy())
}

impl Bench {
    pub(super) fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    pub(super) fn tmp(&self) -> PathBuf {
        self.root.path().join("tmp")
    }

    fn copy(&self) -> PathBuf {
        self.root.path().join("bot")
    }

    /// Returns the folder to run in, if it is not that of the match.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        self.has_copy.then(|| self.copy())
    }
}
