//! Frames to messages and back.
//!
//! Sizes are checked before anything is decoded, every byte of a body must be consumed, and no
//! length that a frame claims is believed further than the frame itself could bear out.

mod binary;
mod json;
mod varint;

use crate::limits::{MAX_ITEMS_PER_FRAME, MAX_JSON_DEPTH};
use crate::message::Message;
use bytes::Bytes;
use std::fmt;

pub(crate) use binary::{read_items as read_binary_items, write_item as write_binary_item};

/// How messages are written: agreed on by the WebSocket subprotocol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// `cardroom.v1.bin`: binary frames of tagged, length-prefixed bincode bodies.
    Binary,
    /// `cardroom.v1.json`: text frames, each an array of objects with one key.
    Json,
}

impl Encoding {
    /// Both encodings, the preferred one first.
    pub const ALL: [Self; 2] = [Self::Binary, Self::Json];

    /// The WebSocket subprotocol that stands for this encoding.
    #[must_use]
    pub fn subprotocol(self) -> &'static str {
        match self {
            Self::Binary => "cardroom.v1.bin",
            Self::Json => "cardroom.v1.json",
        }
    }

    /// The encoding a subprotocol stands for.
    #[must_use]
    pub fn from_subprotocol(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.subprotocol() == name)
    }

    /// Whether frames are text frames.
    #[must_use]
    pub fn is_text(self) -> bool {
        self == Self::Json
    }

    /// Appends one message to a list of encoded messages that [`Frame`] can take up. This is
    /// how a part that many viewers share is encoded once.
    ///
    /// # Errors
    /// An integer above 2^53 − 1.
    pub fn append<M: Message>(self, message: &M, list: &mut Vec<u8>) -> Result<(), EncodeError> {
        let first = list.is_empty();
        self.append_after(first, message, list)
    }

    /// Appends one message, with what stands between two. On an error the list is as it was.
    fn append_after<M: Message>(
        self,
        first: bool,
        message: &M,
        list: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let start = list.len();
        let result = message.append_to(self, first, list);
        if result.is_err() {
            list.truncate(start);
        }
        result
    }

    /// One frame with these messages.
    ///
    /// # Errors
    /// An integer above 2^53 − 1.
    pub fn encode<M: Message>(self, messages: &[M]) -> Result<Bytes, EncodeError> {
        let mut frame = Frame::new(self);
        for message in messages {
            frame.push(message)?;
        }
        Ok(frame.finish())
    }

    /// The messages of one frame. Messages with unknown tags or names are passed over and
    /// counted. In JSON a frame may also be one message without the array around it.
    ///
    /// # Errors
    /// The frame is longer than `limit` bytes, has too many items or nests too deep, is cut
    /// short, has bytes too many, or a body that does not decode.
    pub fn decode<M: Message>(self, frame: &[u8], limit: usize) -> Result<Decoded<M>, DecodeError> {
        if frame.len() > limit {
            return Err(DecodeError::TooLarge { bytes: frame.len(), limit });
        }
        M::read_frame(self, frame)
    }
}

/// Appends one message, with what stands between two.
pub(crate) fn append_item<M: Message>(
    encoding: Encoding,
    message: &M,
    first: bool,
    list: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    match encoding {
        Encoding::Binary => binary::write_item(message, list),
        Encoding::Json => {
            if !first {
                list.push(b',');
            }
            json::write_item(message, list)
        }
    }
}

/// Reads the messages of a frame.
pub(crate) fn read_items<M: Message>(
    encoding: Encoding,
    frame: &[u8],
) -> Result<Decoded<M>, DecodeError> {
    match encoding {
        Encoding::Binary => binary::read_items(frame),
        Encoding::Json => json::read_items(frame),
    }
}

/// A frame under construction.
#[derive(Clone, Debug)]
pub struct Frame {
    encoding: Encoding,
    /// The payload so far; in JSON from the bracket that opens the array.
    payload: Vec<u8>,
}

impl Frame {
    /// What most frames stay below: a step, and what is the viewer's own in it.
    const TYPICAL_BYTES: usize = 256;

    /// An empty frame.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        let mut payload = Vec::with_capacity(Self::TYPICAL_BYTES);
        payload.extend_from_slice(Self::opening(encoding));
        Self { encoding, payload }
    }

    fn opening(encoding: Encoding) -> &'static [u8] {
        match encoding {
            Encoding::Binary => b"",
            Encoding::Json => b"[",
        }
    }

    /// Adds a message. On an error the frame is as it was.
    ///
    /// # Errors
    /// An integer above 2^53 − 1.
    pub fn push<M: Message>(&mut self, message: &M) -> Result<(), EncodeError> {
        let first = self.is_empty();
        self.encoding.append_after(first, message, &mut self.payload)
    }

    /// Adds messages that [`Encoding::append`] wrote in the same encoding.
    pub fn push_encoded(&mut self, list: &[u8]) {
        if self.encoding == Encoding::Json && !self.is_empty() && !list.is_empty() {
            self.payload.push(b',');
        }
        self.payload.extend_from_slice(list);
    }

    /// Whether nothing was added yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.payload.len() == Self::opening(self.encoding).len()
    }

    /// How long the payload is so far, in bytes: for whoever splits a long answer to stay below
    /// [`MAX_SERVER_FRAME_BYTES`](crate::limits::MAX_SERVER_FRAME_BYTES).
    #[must_use]
    pub fn len(&self) -> usize {
        self.payload.len()
    }

    /// The payload of the WebSocket frame.
    #[must_use]
    pub fn finish(mut self) -> Bytes {
        self.close();
        self.payload.into()
    }

    /// Nothing is added any more: what [`payload`](Self::payload) gives is the WebSocket frame's.
    pub fn close(&mut self) {
        if self.encoding == Encoding::Json {
            self.payload.push(b']');
        }
    }

    /// The payload so far, which is a frame's once it is [closed](Self::close).
    #[must_use]
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// An empty frame again, in the memory it has.
    pub fn clear(&mut self) {
        self.payload.clear();
        self.payload.extend_from_slice(Self::opening(self.encoding));
    }
}

/// The messages of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded<M> {
    /// Those that are known, in order.
    pub messages: Vec<M>,
    /// How many were passed over because their tag or name is not known.
    pub unknown: usize,
}

/// A message that cannot be encoded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot encode: {reason}")]
pub struct EncodeError {
    reason: String,
}

impl EncodeError {
    fn new(reason: impl fmt::Display) -> Self {
        Self { reason: reason.to_string() }
    }
}

/// A frame that is not ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// Longer than is accepted.
    #[error("a frame of {bytes} bytes is over the limit of {limit}")]
    TooLarge {
        /// Its length.
        bytes: usize,
        /// What is accepted.
        limit: usize,
    },
    /// More items than are accepted.
    #[error("more than {MAX_ITEMS_PER_FRAME} items in one frame")]
    TooManyItems,
    /// JSON with more in one another than any message needs.
    #[error("nested more than {MAX_JSON_DEPTH} deep")]
    TooDeep,
    /// It ends inside an item.
    #[error("the frame ends inside an item")]
    Truncated,
    /// A length or tag that is not a varint of at most 32 bits.
    #[error("a tag or length is not a varint")]
    BadVarint,
    /// A body has bytes its type does not need.
    #[error("the body of item {tag} has {count} bytes too many")]
    TrailingBytes {
        /// The item's tag.
        tag: u32,
        /// How many.
        count: usize,
    },
    /// A body that does not decode.
    #[error("the body of item {tag} does not decode: {reason}")]
    BadBody {
        /// The item's tag.
        tag: u32,
        /// What the decoder says.
        reason: String,
    },
    /// A text frame that is not the JSON of a frame.
    #[error("not a frame: {reason}")]
    BadJson {
        /// What the parser says.
        reason: String,
    },
}
