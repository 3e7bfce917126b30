//! Bytes from a program, as lines.

use cardroom_protocol::line::{FromBot, LineFault, MAX_LINE_BYTES, MAX_UNREAD_BYTES, Malformed};
use std::collections::VecDeque;

/// How much of a faulty line is kept for a report.
const RAW_KEPT: usize = 200;

/// A fault with what a report needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The kind of fault.
    pub fault: LineFault,
    /// The event, such as the reason why a line cannot be read.
    pub detail: String,
    /// The beginning of the line that was at fault. Empty if there is none.
    pub raw: Vec<u8>,
}

impl Told {
    /// Makes a fault that is not about a line.
    #[must_use]
    pub fn of(fault: LineFault, detail: impl Into<String>) -> Self {
        Self { fault, detail: detail.into(), raw: Vec::new() }
    }

    /// Makes a fault about a line.
    pub(super) fn about(fault: LineFault, detail: impl Into<String>, line: &[u8]) -> Self {
        let raw = line[..line.len().min(RAW_KEPT)].to_vec();
        Self { fault, detail: detail.into(), raw }
    }
}

/// A line that a program wrote, and how it begins.
pub(super) struct Line {
    pub(super) read: Result<FromBot, Malformed>,
    pub(super) raw: Vec<u8>,
}

/// Takes bytes and yields lines. A line that is too long is one malformed line, whatever its
/// length, and is not kept.
#[derive(Debug, Default)]
pub(super) struct Hearing {
    /// Whole lines, without their ends. Of one that was too long, only the beginning.
    lines: VecDeque<Whole>,
    /// The line that has not ended.
    partial: Vec<u8>,
    /// Whether the rest of a line that was too long is still to come.
    is_skipping: bool,
    /// The bytes in `lines`.
    unread: usize,
}

#[derive(Debug)]
struct Whole {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Hearing {
    /// Takes bytes. Returns `false` if more wait than may be unread.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> bool {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (piece, ends) = match piece.strip_suffix(b"\n") {
                Some(line) => (line, true),
                None => (piece, false),
            };
            if !self.is_skipping {
                self.partial.extend_from_slice(piece);
            }
            if self.partial.len() > MAX_LINE_BYTES {
                self.partial.truncate(RAW_KEPT);
                self.take_partial(true);
                self.is_skipping = true;
            }
            if ends && !std::mem::take(&mut self.is_skipping) {
                self.take_partial(false);
            }
        }
        self.unread <= MAX_UNREAD_BYTES
    }

    fn take_partial(&mut self, is_cut: bool) {
        let bytes = std::mem::take(&mut self.partial);
        self.unread += bytes.len() + 1;
        self.lines.push_back(Whole { bytes, is_cut });
    }

    /// Returns how many bytes wait in whole lines.
    pub(super) fn unread(&self) -> usize {
        self.unread
    }

    /// Returns the next line, once it has ended. Empty lines are passed over.
    pub(super) fn next(&mut self) -> Option<Line> {
        loop {
            let Whole { bytes, is_cut } = self.lines.pop_front()?;
            self.unread -= bytes.len() + 1;
            if is_cut {
                return Some(Line { read: Err(Malformed::TooLong), raw: bytes });
            }
            let line = bytes.trim_ascii();
            if !line.is_empty() {
                return Some(Line { read: FromBot::read(line), raw: line.to_vec() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(hearing: &mut Hearing) -> Vec<Result<FromBot, Malformed>> {
        std::iter::from_fn(|| hearing.next()).map(|line| line.read).collect()
    }

    #[test]
    fn lines_come_in_any_pieces() {
        let text = b"{\"ready\":{}}\r\n\n{\"id\":1,\"show\":true}\n{\"id\":";
        for size in 1..text.len() {
            let mut hearing = Hearing::default();
            let mut lines = Vec::new();
            for piece in text.chunks(size) {
                assert!(hearing.receive(piece));
                lines.extend(read(&mut hearing));
            }
            assert_eq!(lines.len(), 2, "in pieces of {size}");
            assert!(lines.iter().all(Result::is_ok));
        }
    }

    #[test]
    fn a_line_without_an_end_is_one_fault_and_costs_no_memory() {
        let mut hearing = Hearing::default();
        let mut lines = Vec::new();
        for _ in 0..1_000 {
            assert!(hearing.receive(&[b'x'; 4_096]));
            lines.extend(read(&mut hearing));
        }
        assert_eq!(lines, [Err(Malformed::TooLong)]);
        assert!(hearing.partial.is_empty() && hearing.unread == 0);
        hearing.receive(b"\n{\"ready\":{}}\n");
        assert_eq!(read(&mut hearing).len(), 1);
    }

    #[test]
    fn more_unread_than_allowed_is_a_flood() {
        let mut hearing = Hearing::default();
        let lines = b"{}\n".repeat(MAX_UNREAD_BYTES / 3);
        assert!(hearing.receive(&lines));
        assert!(!hearing.receive(b"{}\n"));
    }
}
