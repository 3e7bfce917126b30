//! A case: the room, the bytes to send, and the expected answer.

use crate::conformance::frame::Frame;
use cardroom_protocol::Encoding;
use std::fmt;

/// A group of related cases.
pub(crate) struct Chapter {
    pub(crate) title: &'static str,
    /// The sentences before the table.
    pub(crate) about: &'static str,
    pub(crate) cases: Vec<Case>,
}

/// One row of the table.
pub(crate) struct Case {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) on: On,
    pub(crate) sent: Sent,
    /// The expected answer, in the notation of [`wire`](crate::conformance::wire).
    pub(crate) answer: &'static str,
}

/// A listener of one of the test's rooms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum On {
    /// A room whose limits no case reaches.
    Usual,
    /// A room that allows ten messages at once and then one a second.
    Slow,
    /// A room with `server.hosts = ["poker.example"]`.
    Listed,
    /// The admin address of the usual room.
    Admin,
}

/// The bytes that a case sends.
pub(crate) enum Sent {
    /// Frames, after a handshake and a hello. With `piece` the client writes that many
    /// bytes at a time.
    Frames { encoding: Encoding, frames: Vec<Frame>, piece: Option<usize> },
    /// A request that differs from a good handshake.
    Request(Vec<Edit>),
}

/// A difference from a good handshake.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edit {
    /// Has another request line.
    Line(&'static str),
    /// Leaves a header out.
    Without(&'static str),
    /// Gives a header another value, or has one more.
    With(&'static str, &'static str),
    /// Sends a header a second time.
    Twice(&'static str, &'static str),
}

/// Returns a case with frames on a JSON connection, where messages are text.
pub(crate) fn json<const N: usize>(
    id: &'static str,
    title: &'static str,
    frames: [Frame; N],
    answer: &'static str,
) -> Case {
    of_frames(id, title, Encoding::Json, frames.into(), answer)
}

/// Returns a case with frames on a binary connection.
pub(crate) fn bin<const N: usize>(
    id: &'static str,
    title: &'static str,
    frames: [Frame; N],
    answer: &'static str,
) -> Case {
    of_frames(id, title, Encoding::Binary, frames.into(), answer)
}

pub(crate) fn of_frames(
    id: &'static str,
    title: &'static str,
    encoding: Encoding,
    frames: Vec<Frame>,
    answer: &'static str,
) -> Case {
    Case { id, title, on: On::Usual, sent: Sent::Frames { encoding, frames, piece: None }, answer }
}

/// Returns a case with a request instead of a good handshake.
pub(crate) fn request<const N: usize>(
    id: &'static str,
    title: &'static str,
    edits: [Edit; N],
    answer: &'static str,
) -> Case {
    Case { id, title, on: On::Usual, sent: Sent::Request(edits.into()), answer }
}

impl Case {
    /// Moves the case to another listener.
    pub(crate) fn on(self, on: On) -> Self {
        Self { on, ..self }
    }

    /// Makes the client write that many bytes at a time.
    pub(crate) fn in_pieces_of(mut self, bytes: usize) -> Self {
        if let Sent::Frames { piece, .. } = &mut self.sent {
            *piece = Some(bytes);
        }
        self
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frames { frames, piece, .. } => {
                let mut index = 0;
                while let Some(frame) = frames.get(index) {
                    let text = frame.to_string();
                    let same = frames[index..].iter().take_while(|next| next.to_string() == text);
                    let same = same.count();
                    let comma = if index == 0 { "" } else { ", " };
                    let times = if same == 1 { String::new() } else { format!(", {same} times") };
                    write!(f, "{comma}{text}{times}")?;
                    index += same;
                }
                match piece {
                    Some(1) => f.write_str("; a byte at a time"),
                    Some(bytes) => write!(f, "; {bytes} bytes at a time"),
                    None => Ok(()),
                }
            }
            Self::Request(edits) if edits.is_empty() => f.write_str("a good handshake"),
            Self::Request(edits) => {
                let edits: Vec<_> = edits.iter().map(Edit::to_string).collect();
                f.write_str(&edits.join(", "))
            }
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "`{line}`"),
            Self::Without(name) => write!(f, "no `{name}`"),
            Self::With(name, value) => write!(f, "`{name}: {value}`"),
            Self::Twice(name, value) => write!(f, "a second `{name}: {value}`"),
        }
    }
}
