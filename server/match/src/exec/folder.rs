//! Copies of a bot's folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Why a folder cannot be copied.
#[derive(Debug, thiserror::Error)]
#[error("{path:?} cannot be copied: {error}")]
pub struct FolderError {
    path: PathBuf,
    error: io::Error,
}

/// Copies a folder with everything in it. Links are copied as links.
///
/// # Errors
/// Fails if a file cannot be read or written.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), FolderError> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| FolderError { path, error }
    };
    fs::create_dir_all(to).map_err(at(to))?;
    for entry in fs::read_dir(from).map_err(at(from))? {
        let entry = entry.map_err(at(from))?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(at(&path))?;
        if kind.is_dir() {
            copy_folder(&path, &copy)?;
        } else if kind.is_symlink() {
            let target = fs::read_link(&path).map_err(at(&path))?;
            std::os::unix::fs::symlink(target, &copy).map_err(at(&copy))?;
        } else if kind.is_file() {
            // With its permissions.
            fs::copy(&path, &copy).map_err(at(&path))?;
        }
    }
    Ok(())
}
