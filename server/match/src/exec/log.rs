//! What a program writes to standard error: a file of bounded length, and its last lines.

use crate::seat::Opening;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// The longest log of a session, in bytes.
const MOST_BYTES: usize = 512 * 1024;
/// How much of the end is kept for a message.
const TAIL_BYTES: usize = 2_048;

/// The log of one session.
#[derive(Debug)]
pub(crate) struct Log {
    file: Option<File>,
    written: usize,
    tail: VecDeque<u8>,
}

impl Log {
    /// Opens the log of a session in a folder, if there is one.
    pub(crate) fn open(
        folder: Option<&Path>,
        name: &str,
        opening: &Opening<'_>,
    ) -> io::Result<Self> {
        let file = match folder {
            Some(folder) => {
                let life = format!("session{}-seat{}", opening.session, opening.seat);
                Some(create(folder, name, &life)?)
            }
            None => None,
        };
        Ok(Self { file, written: 0, tail: VecDeque::new() })
    }

    /// Opens the log of a build in a folder, if there is one.
    pub(super) fn of_build(folder: Option<&Path>, name: &str) -> io::Result<Self> {
        let file = folder.map(|folder| create(folder, name, "build")).transpose()?;
        Ok(Self { file, written: 0, tail: VecDeque::new() })
    }

    /// Takes what the program wrote. What is over the limit is dropped.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let kept = &bytes[..bytes.len().min(MOST_BYTES - self.written)];
        self.written += kept.len();
        if let Some(file) = &mut self.file {
            // A full disk must not decide a match.
            let _ = file.write_all(kept);
        }
        self.tail.extend(bytes.iter().skip(bytes.len().saturating_sub(TAIL_BYTES)));
        self.tail.drain(..self.tail.len().saturating_sub(TAIL_BYTES));
    }

    /// Returns the last lines, for a person.
    pub(crate) fn last_lines(&self) -> String {
        let bytes: Vec<u8> = self.tail.iter().copied().collect();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }
}

fn create(folder: &Path, name: &str, of: &str) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let name = name.replace(|letter| !plain(letter), "_");
    File::create(folder.join(format!("{name}-{of}.log")))
}
