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
    /// What happened, such as the reason why a line cannot be read.
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
    unread: VecDeque<u8>,
    /// How many of the unread bytes are known to hold no end of a line.
    searched: usize,
    /// Whether the rest of a line that was too long is still to come.
    is_skipping: bool,
}

impl Hearing {
    /// Takes bytes. Returns `false` if more wait than may be unread.
    pub(super) fn receive(&mut self, mut bytes: &[u8]) -> bool {
        if self.is_skipping {
            let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return true };
            (self.is_skipping, bytes) = (false, &bytes[end + 1..]);
        }
        self.unread.extend(bytes);
        self.unread.len() <= MAX_UNREAD_BYTES
    }

    /// Returns the next line, once it has ended. Empty lines are passed over.
    pub(super) fn next(&mut self) -> Option<Line> {
        loop {
            let found = self.unread.iter().skip(self.searched).position(|byte| *byte == b'\n');
            let Some(found) = found else {
                self.searched = self.unread.len();
                if self.searched <= MAX_LINE_BYTES {
                    return None;
                }
                let raw = self.unread.iter().copied().take(RAW_KEPT).collect();
                self.unread.clear();
                (self.searched, self.is_skipping) = (0, true);
                return Some(Line { read: Err(Malformed::TooLong), raw });
            };
            let line: Vec<u8> = self.unread.drain(..=self.searched + found).collect();
            self.searched = 0;
            let line = line.trim_ascii();
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
        assert!(hearing.unread.is_empty());
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
