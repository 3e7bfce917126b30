//! Bytes from a player, as lines.

use cardroom_bot::lines::Told;
use cardroom_protocol::line::{LineFault, MAX_LINE_BYTES, MAX_UNREAD_BYTES};
use std::collections::VecDeque;

/// How much of a faulty line is kept for a report.
const RAW_KEPT: usize = 200;

/// Takes bytes and yields lines. A line that is too long is dropped, and its beginning is kept.
#[derive(Debug, Default)]
pub(super) struct Lines {
    partial: Vec<u8>,
    whole: VecDeque<Line>,
    /// Whether the rest of a line that was too long is still to come.
    is_skipping: bool,
    unread: usize,
}

/// A line without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) is_too_long: bool,
}

impl Lines {
    /// Adds bytes that came.
    ///
    /// # Errors
    /// Fails if more bytes came than may be unread.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<(), Told> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (piece, ends) = match piece.strip_suffix(b"\n") {
                Some(line) => (line, true),
                None => (piece, false),
            };
            if !self.is_skipping {
                self.unread += piece.len() + usize::from(ends);
                self.partial.extend_from_slice(piece);
            }
            if self.partial.len() > MAX_LINE_BYTES {
                self.partial.truncate(RAW_KEPT);
                self.end(true);
                self.is_skipping = true;
            }
            if ends && !std::mem::take(&mut self.is_skipping) {
                self.end(false);
            }
        }
        if self.unread > MAX_UNREAD_BYTES {
            return Err(Told::of(LineFault::Flood, "more than 1 MiB came in one turn"));
        }
        Ok(())
    }

    fn end(&mut self, is_too_long: bool) {
        let mut bytes = std::mem::take(&mut self.partial);
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        self.whole.push_back(Line { bytes, is_too_long });
    }

    /// Returns the next line that has ended.
    pub(super) fn next(&mut self) -> Option<Line> {
        self.whole.pop_front()
    }

    /// Begins to count anew what comes.
    pub(super) fn settle(&mut self) {
        self.unread = self.partial.len();
    }

    /// Returns how many bytes came since then, without those of lines that are too long.
    pub(super) fn unread(&self) -> usize {
        self.unread
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(lines: &mut Lines) -> Option<(String, bool)> {
        let Line { bytes, is_too_long } = lines.next()?;
        Some((String::from_utf8(bytes).unwrap(), is_too_long))
    }

    #[test]
    fn lines_end_with_or_without_a_carriage_return() {
        let mut lines = Lines::default();
        lines.take(b"one\r\ntwo\nthr").unwrap();
        assert_eq!(next(&mut lines), Some(("one".to_owned(), false)));
        assert_eq!(next(&mut lines), Some(("two".to_owned(), false)));
        assert_eq!(next(&mut lines), None);
        lines.take(b"ee\n").unwrap();
        assert_eq!(next(&mut lines), Some(("three".to_owned(), false)));
    }

    #[test]
    fn a_line_that_is_too_long_is_one_line_and_a_mebibyte_is_a_flood() {
        let mut lines = Lines::default();
        lines.take(&vec![b'x'; 500_000]).unwrap();
        lines.take(b"\nnext\n").unwrap();
        assert_eq!(next(&mut lines), Some(("x".repeat(RAW_KEPT), true)));
        assert_eq!(next(&mut lines), Some(("next".to_owned(), false)));
        assert_eq!(next(&mut lines), None);
        lines.settle();
        lines.take(&vec![b'\n'; MAX_UNREAD_BYTES]).unwrap();
        assert!(lines.take(b"\n").is_err());
    }
}
