//! Encodes messages into frames and decodes frames.
//!
//! Decoding checks sizes first, and requires that every byte of a body is used. It does not trust a
//! claimed length beyond what the frame can contain.

mod binary;
mod json;
mod request;
mod varint;

use crate::ids::RequestId;
use crate::limits::{MAX_ITEMS_PER_FRAME, MAX_JSON_DEPTH};
use crate::message::Message;
use bytes::Bytes;
use std::fmt;

pub(crate) use binary::{read_items as read_binary_items, write_item as write_binary_item};

/// The encoding of messages, negotiated through the WebSocket subprotocol.
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

    /// Returns the WebSocket subprotocol of this encoding.
    #[must_use]
    pub fn subprotocol(self) -> &'static str {
        match self {
            Self::Binary => "cardroom.v1.bin",
            Self::Json => "cardroom.v1.json",
        }
    }

    /// Returns the encoding of a subprotocol.
    #[must_use]
    pub fn from_subprotocol(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.subprotocol() == name)
    }

    /// Returns whether frames are text frames.
    #[must_use]
    pub fn is_text(self) -> bool {
        self == Self::Json
    }

    /// Appends one message to a list of encoded messages that a [`Frame`] can take. With it, a part
    /// that many viewers share is encoded only once.
    ///
    /// # Errors
    ///
    /// Returns an error if an integer is above 2^53 − 1.
    pub fn append<M: Message>(self, message: &M, list: &mut Vec<u8>) -> Result<(), EncodeError> {
        let first = list.is_empty();
        self.append_after(first, message, list)
    }

    /// Appends one message, after a separator unless it is the first. After an error,
    /// the list is unchanged.
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

    /// Returns one frame with these messages.
    ///
    /// # Errors
    ///
    /// Returns an error if an integer is above 2^53 − 1.
    pub fn encode<M: Message>(self, messages: &[M]) -> Result<Bytes, EncodeError> {
        let mut frame = Frame::new(self);
        for message in messages {
            frame.push(message)?;
        }
        Ok(frame.finish())
    }

    /// Returns the messages of one frame. Skips and counts messages with unknown tags or names, and
    /// returns the names. In JSON, a frame may also be one message without the array around it.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame is longer than `limit` bytes, has too many items, nests too
    /// deep, is truncated, has trailing bytes, or has a body that does not decode.
    pub fn decode<M: Message>(self, frame: &[u8], limit: usize) -> Result<Decoded<M>, DecodeError> {
        if frame.len() > limit {
            return Err(DecodeError::TooLarge { bytes: frame.len(), limit });
        }
        M::read_frame(self, frame)
    }
}

/// Appends one message, after a separator unless it is the first.
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
    /// The payload so far. In JSON it starts with the bracket that opens the array.
    payload: Vec<u8>,
}

impl Frame {
    /// The size that most frames stay below: a step, with the viewer's own messages.
    const TYPICAL_BYTES: usize = 256;

    /// Returns an empty frame.
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

    /// Adds a message. After an error, the frame is unchanged.
    ///
    /// # Errors
    ///
    /// Returns an error if an integer is above 2^53 − 1.
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

    /// Returns whether the frame has no messages yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.payload.len() == Self::opening(self.encoding).len()
    }

    /// Returns the length of the payload so far, in bytes. Callers use it to split a long answer
    /// and stay below [`MAX_SERVER_FRAME_BYTES`](crate::limits::MAX_SERVER_FRAME_BYTES).
    #[must_use]
    pub fn len(&self) -> usize {
        self.payload.len()
    }

    /// Returns the payload of the WebSocket frame.
    #[must_use]
    pub fn finish(mut self) -> Bytes {
        self.close();
        self.payload.into()
    }

    /// Closes the frame for further messages. Then [`payload`](Self::payload) returns the payload
    /// of the WebSocket frame.
    pub fn close(&mut self) {
        if self.encoding == Encoding::Json {
            self.payload.push(b']');
        }
    }

    /// Returns the payload so far. It is complete once the frame is [closed](Self::close).
    #[must_use]
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Empties the frame and keeps its memory.
    pub fn clear(&mut self) {
        self.payload.clear();
        self.payload.extend_from_slice(Self::opening(self.encoding));
    }
}

/// The messages of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded<M> {
    /// The known messages, in order.
    pub messages: Vec<M>,
    /// Number of messages skipped because their tag or name is unknown.
    pub unknown: usize,
    /// The skipped JSON messages, in order. A skipped binary message has no name.
    pub misnamed: Vec<Misnamed>,
}

impl<M> Decoded<M> {
    /// Returns a frame without messages, with space for this many.
    fn with_capacity(messages: usize) -> Self {
        Self { messages: Vec::with_capacity(messages), unknown: 0, misnamed: Vec::new() }
    }

    /// Returns the number of messages, known or not.
    fn len(&self) -> usize {
        self.messages.len() + self.unknown
    }
}

/// A JSON message with an unknown name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misnamed {
    /// The name, at most [`MAX_NAME_CHARS`](Self::MAX_NAME_CHARS) characters of it.
    pub name: String,
    /// The `request` of its body, if there is one.
    pub request: Option<RequestId>,
}

impl Misnamed {
    /// How many characters of an unknown name are kept.
    pub const MAX_NAME_CHARS: usize = 40;

    pub(crate) fn new(name: &str, request: Option<u32>) -> Self {
        let request = request.map(RequestId);
        Self { name: name.chars().take(Self::MAX_NAME_CHARS).collect(), request }
    }
}

/// A message that cannot be encoded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot encode: {reason}")]
pub struct EncodeError {
    reason: String,
}

impl EncodeError {
    pub(crate) fn new(reason: impl fmt::Display) -> Self {
        Self { reason: reason.to_string() }
    }
}

/// A frame that does not follow the protocol.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// The frame is longer than the limit.
    #[error("a frame of {bytes} bytes is over the limit of {limit}")]
    TooLarge {
        /// Length of the frame, in bytes.
        bytes: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// The frame has more items than the limit.
    #[error("more than {MAX_ITEMS_PER_FRAME} items in one frame")]
    TooManyItems,
    /// The JSON nests deeper than any message needs.
    #[error("nested more than {MAX_JSON_DEPTH} deep")]
    TooDeep,
    /// The frame ends inside an item.
    #[error("the frame ends inside an item")]
    Truncated,
    /// A length or tag is not a varint of at most 32 bits.
    #[error("a tag or length is not a varint")]
    BadVarint,
    /// A body has bytes that its type does not need.
    #[error("the body of item {tag} has {count} bytes too many")]
    TrailingBytes {
        /// Tag of the item.
        tag: u32,
        /// Number of bytes left over.
        count: usize,
    },
    /// A body does not decode.
    #[error("the body of item {tag} does not decode: {reason}")]
    BadBody {
        /// Tag of the item.
        tag: u32,
        /// Message of the decoder.
        reason: String,
    },
    /// A text frame is not the JSON of a frame.
    #[error("the frame does not decode: {reason}")]
    BadJson {
        /// Message of the parser.
        reason: String,
    },
}
