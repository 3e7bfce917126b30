//! Frames to messages and back. The only module that names bincode.
//!
//! Sizes are checked before anything is decoded, every byte of a body must be consumed, and
//! bincode runs with a limit: without one a frame of six bytes could ask for gigabytes. What was
//! received is never hashed or compared as bytes, because varints have more than one spelling.

use crate::items::{Body, BodySeed, Named, NamedSeed};
use crate::limits::{MAX_ITEMS_PER_FRAME, MAX_SERVER_FRAME_BYTES};
use crate::message::Message;
use bytes::Bytes;
use serde::Deserializer as _;
use serde::de::{SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

type BodyConfig = bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<MAX_SERVER_FRAME_BYTES>,
>;

const BODY_CONFIG: BodyConfig = bincode::config::standard().with_limit::<MAX_SERVER_FRAME_BYTES>();

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
        match self {
            Self::Binary => write_binary_item(message, list),
            Self::Json => {
                if !list.is_empty() {
                    list.push(b',');
                }
                serde_json::to_writer(list, &Named(message)).map_err(EncodeError::new)
            }
        }
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
    /// counted.
    ///
    /// # Errors
    /// The frame is longer than `limit` bytes, has too many items, is cut short, has bytes too
    /// many, or a body that does not decode.
    pub fn decode<M: Message>(self, frame: &[u8], limit: usize) -> Result<Decoded<M>, DecodeError> {
        if frame.len() > limit {
            return Err(DecodeError::TooLarge { bytes: frame.len(), limit });
        }
        match self {
            Self::Binary => read_binary_items(frame),
            Self::Json => read_json_items(frame),
        }
    }
}

/// A frame under construction.
#[derive(Clone, Debug)]
pub struct Frame {
    encoding: Encoding,
    list: Vec<u8>,
}

impl Frame {
    /// An empty frame.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        Self { encoding, list: Vec::new() }
    }

    /// Adds a message.
    ///
    /// # Errors
    /// An integer above 2^53 − 1.
    pub fn push<M: Message>(&mut self, message: &M) -> Result<(), EncodeError> {
        self.encoding.append(message, &mut self.list)
    }

    /// Adds messages that [`Encoding::append`] wrote in the same encoding.
    pub fn push_encoded(&mut self, list: &[u8]) {
        if self.encoding == Encoding::Json && !self.list.is_empty() && !list.is_empty() {
            self.list.push(b',');
        }
        self.list.extend_from_slice(list);
    }

    /// Whether nothing was added yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The payload of the WebSocket frame.
    #[must_use]
    pub fn finish(mut self) -> Bytes {
        if self.encoding == Encoding::Json {
            self.list.insert(0, b'[');
            self.list.push(b']');
        }
        self.list.into()
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

/// Appends tag, length and body.
pub(crate) fn write_binary_item<M: Message>(
    message: &M,
    list: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let start = list.len();
    let result = write_binary_item_inner(message, list);
    if result.is_err() {
        list.truncate(start);
    }
    result
}

fn write_binary_item_inner<M: Message>(message: &M, list: &mut Vec<u8>) -> Result<(), EncodeError> {
    write_varint(message.tag(), list);
    // Nearly every body is shorter than 128 bytes, so one byte is kept for the length and the
    // body moved when it needs more.
    let length_at = list.len();
    list.push(0);
    bincode::serde::encode_into_std_write(Body(message), list, BODY_CONFIG)
        .map_err(EncodeError::new)?;
    let length = u32::try_from(list.len() - length_at - 1).map_err(EncodeError::new)?;
    let mut spelled = Vec::new();
    write_varint(length, &mut spelled);
    list.splice(length_at..=length_at, spelled);
    Ok(())
}

/// Reads items until the bytes end.
pub(crate) fn read_binary_items<M: Message>(mut rest: &[u8]) -> Result<Decoded<M>, DecodeError> {
    let mut messages = Vec::new();
    let mut unknown = 0;
    while !rest.is_empty() {
        if messages.len() + unknown >= MAX_ITEMS_PER_FRAME {
            return Err(DecodeError::TooManyItems);
        }
        let tag = read_varint(&mut rest)?;
        let length = read_varint(&mut rest)? as usize;
        let (body, after) = rest.split_at_checked(length).ok_or(DecodeError::Truncated)?;
        rest = after;
        let seed = BodySeed { tag, set: PhantomData };
        let (message, used) = bincode::serde::seed_decode_from_slice(seed, body, BODY_CONFIG)
            .map_err(|error| DecodeError::BadBody { tag, reason: error.to_string() })?;
        match message {
            Some(message) if used == body.len() => messages.push(message),
            Some(_) => return Err(DecodeError::TrailingBytes { tag, count: body.len() - used }),
            None => unknown += 1,
        }
    }
    Ok(Decoded { messages, unknown })
}

fn read_json_items<M: Message>(frame: &[u8]) -> Result<Decoded<M>, DecodeError> {
    let bad = |error: serde_json::Error| DecodeError::BadJson { reason: error.to_string() };
    let mut deserializer = serde_json::Deserializer::from_slice(frame);
    let decoded = deserializer.deserialize_seq(FrameVisitor(PhantomData)).map_err(bad)?;
    deserializer.end().map_err(bad)?;
    if decoded.messages.len() + decoded.unknown > MAX_ITEMS_PER_FRAME {
        return Err(DecodeError::TooManyItems);
    }
    Ok(decoded)
}

struct FrameVisitor<M>(PhantomData<M>);

impl<'de, M: Message> Visitor<'de> for FrameVisitor<M> {
    type Value = Decoded<M>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Decoded<M>, A::Error> {
        let mut decoded = Decoded { messages: Vec::new(), unknown: 0 };
        while let Some(message) = list.next_element_seed(NamedSeed(PhantomData))? {
            match message {
                Some(message) => decoded.messages.push(message),
                None => decoded.unknown += 1,
            }
        }
        Ok(decoded)
    }
}

/// Seven bits a byte, lowest first, the high bit set on all but the last (LEB128).
fn write_varint(mut value: u32, list: &mut Vec<u8>) {
    while value >= 0x80 {
        list.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    list.push((value & 0x7f) as u8);
}

fn read_varint(rest: &mut &[u8]) -> Result<u32, DecodeError> {
    let mut value = 0_u32;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, after) = rest.split_first().ok_or(DecodeError::Truncated)?;
        *rest = after;
        let bits = u32::from(byte & 0x7f);
        if shift == 28 && bits > 0x0f {
            return Err(DecodeError::BadVarint);
        }
        value |= bits << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(DecodeError::BadVarint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::{ClientMessage, Hello, Ping};

    #[test]
    fn a_frame_comes_back_as_it_was_in_both_encodings() {
        let messages = vec![
            ClientMessage::from(Hello { minor: 3, client: "a".repeat(200) }),
            ClientMessage::from(Ping { nonce: 70_000 }),
        ];
        for encoding in Encoding::ALL {
            let frame = encoding.encode(&messages).unwrap();
            let decoded = encoding.decode::<ClientMessage>(&frame, 16_384).unwrap();
            assert_eq!(decoded, Decoded { messages: messages.clone(), unknown: 0 });
        }
    }
}
