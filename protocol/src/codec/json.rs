//! JSON frames: an array of objects with one key, or one such object alone.
//!
//! The reader bounds the size of a frame: its length and depth before parsing, and the number of
//! its items as they come.

use super::request::Request;
use super::{DecodeError, Decoded, EncodeError, Misnamed};
use crate::items::{Named, NamedItem, NamedSeed};
use crate::limits::{MAX_ITEMS_PER_FRAME, MAX_JSON_DEPTH};
use crate::message::Message;
use serde::Deserializer as _;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Appends one object. After an error, the contents of the list are unspecified.
pub(super) fn write_item<M: Message>(message: &M, list: &mut Vec<u8>) -> Result<(), EncodeError> {
    serde_json::to_writer(list, &Named(message)).map_err(EncodeError::new)
}

/// Reads a whole frame.
pub(super) fn read_items<M: Message>(frame: &[u8]) -> Result<Decoded<M>, DecodeError> {
    if nests_too_deep(frame) {
        return Err(DecodeError::TooDeep);
    }
    let mut reading = Reading { decoded: Decoded::with_capacity(0), too_many: false };
    let mut deserializer = serde_json::Deserializer::from_slice(frame);
    let read =
        deserializer.deserialize_any(FrameVisitor(&mut reading)).and_then(|()| deserializer.end());
    match read {
        _ if reading.too_many => Err(DecodeError::TooManyItems),
        Ok(()) => Ok(reading.decoded),
        Err(error) => Err(DecodeError::BadJson { reason: error.to_string() }),
    }
}

/// Returns whether arrays and objects nest deeper than [`MAX_JSON_DEPTH`]. The parser bounds its
/// own recursion, but not what it skips unread.
fn nests_too_deep(frame: &[u8]) -> bool {
    let mut depth = 0_usize;
    let mut in_string = false;
    let mut escaped = false;
    for byte in frame {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_JSON_DEPTH {
                    return true;
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// The messages read so far. They are kept apart from the visitor, so that too many items can be
/// distinguished from JSON that does not parse.
struct Reading<M> {
    decoded: Decoded<M>,
    too_many: bool,
}

impl<M> Reading<M> {
    fn take<E: de::Error>(&mut self, item: NamedItem<M, Request>) -> Result<(), E> {
        if self.decoded.len() >= MAX_ITEMS_PER_FRAME {
            self.too_many = true;
            return Err(E::custom("too many items"));
        }
        match item {
            NamedItem::Known(message) => self.decoded.messages.push(message),
            NamedItem::Unknown { name, body: Request(request) } => {
                self.decoded.unknown += 1;
                self.decoded.misnamed.push(Misnamed::new(&name, request));
            }
        }
        Ok(())
    }
}

struct FrameVisitor<'a, M>(&'a mut Reading<M>);

impl<'de, M: Message> Visitor<'de> for FrameVisitor<'_, M> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of messages, or one message")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(item) = list.next_element_seed(NamedSeed(PhantomData))? {
            self.0.take(item)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<(), A::Error> {
        let item = NamedSeed(PhantomData).visit_map(object)?;
        self.0.take(item)
    }
}
