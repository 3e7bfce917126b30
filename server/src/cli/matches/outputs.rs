//! The files of a match. They are opened before the first hand, so that a match of hours does not
//! end with a file that cannot be written.

use super::Usage;
use anyhow::Context as _;
use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// Files that are open and not written yet. A new one is deleted again if nothing is written.
pub(super) struct Outputs<const N: usize>([Option<Output>; N]);

struct Output {
    path: PathBuf,
    file: File,
    /// Whether it did not exist before, and nothing is written into it yet.
    is_new: bool,
}

impl<const N: usize> Outputs<N> {
    /// Opens these files. Nothing is left behind if one of them cannot be written.
    pub(super) fn open(paths: [Option<&Path>; N], force: bool) -> Result<Self, Usage> {
        let mut outputs = Self([const { None }; N]);
        for (place, path) in paths.into_iter().enumerate() {
            let Some(path) = path else { continue };
            if paths[..place].contains(&Some(path)) {
                return Err(format!("Two outputs go to {}.", path.display()));
            }
            outputs.0[place] = Some(Output::open(path, force)?);
        }
        Ok(outputs)
    }

    /// Writes each file whole.
    pub(super) fn write(mut self, texts: [&str; N]) -> anyhow::Result<()> {
        for (output, text) in self.0.iter_mut().zip(texts) {
            if let Some(output) = output {
                output.write(text).with_context(|| output.path.display().to_string())?;
            }
        }
        Ok(())
    }
}

impl Output {
    fn open(path: &Path, force: bool) -> Result<Self, Usage> {
        let shown = path.display();
        let exists = path.exists();
        if exists && !force {
            return Err(format!("{shown} exists. Use --force to replace it."));
        }
        let options = File::options().write(true).create(force).create_new(!force).open(path);
        let file = options.map_err(|error| format!("{shown} cannot be written: {error}."))?;
        Ok(Self { path: path.to_owned(), file, is_new: !exists })
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.is_new = false;
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(text.as_bytes())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.is_new {
            // It is empty, and was not there before.
            let _ = fs::remove_file(&self.path);
        }
    }
}
