//! Binary items: tag, length, bincode body. This is the only module that names bincode.
//!
//! Received bytes are never hashed or compared, because a varint has more than one encoding.

use super::{DecodeError, Decoded, EncodeError, varint};
use crate::items::{Body, BodySeed};
use crate::limits::{MAX_FRAME_BYTES, MAX_ITEMS_PER_FRAME, MAX_SERVER_FRAME_BYTES};
use crate::message::Message;
use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use std::marker::PhantomData;

type BodyConfig<const LIMIT: usize> = Configuration<LittleEndian, Varint, Limit<LIMIT>>;

/// bincode counts an integer by the size of its type, up to eight bytes, although the wire may need
/// only one. With eight times the frame length, no honest body meets the limit. A false length in a
/// dishonest one cannot make the decoder allocate more than that.
const SMALL: BodyConfig<{ 8 * MAX_FRAME_BYTES }> =
    bincode::config::standard().with_limit::<{ 8 * MAX_FRAME_BYTES }>();
const LARGE: BodyConfig<{ 8 * MAX_SERVER_FRAME_BYTES }> =
    bincode::config::standard().with_limit::<{ 8 * MAX_SERVER_FRAME_BYTES }>();

/// Appends tag, length and body. After an error, the contents of the list are unspecified.
pub(crate) fn write_item<M: Message>(message: &M, list: &mut Vec<u8>) -> Result<(), EncodeError> {
    list.extend_from_slice(varint::spell(message.tag()).as_bytes());
    // Nearly every body is shorter than 128 bytes. So the code reserves one byte for the length,
    // and moves the body only if the length needs more.
    let length_at = list.len();
    list.push(0);
    let body_at = list.len();
    bincode::serde::encode_into_std_write(Body(message), list, SMALL).map_err(EncodeError::new)?;
    let body_end = list.len();
    let length = u32::try_from(body_end - body_at).map_err(EncodeError::new)?;
    let spelled = varint::spell(length);
    let spelled = spelled.as_bytes();
    let moved_to = length_at + spelled.len();
    if moved_to > body_at {
        list.resize(body_end + moved_to - body_at, 0);
        list.copy_within(body_at..body_end, moved_to);
    }
    list[length_at..moved_to].copy_from_slice(spelled);
    Ok(())
}

/// Reads items to the end of the bytes.
pub(crate) fn read_items<M: Message>(mut rest: &[u8]) -> Result<Decoded<M>, DecodeError> {
    // Most frames have only one message or a few.
    let mut decoded = Decoded::with_capacity(1);
    while !rest.is_empty() {
        if decoded.len() >= MAX_ITEMS_PER_FRAME {
            return Err(DecodeError::TooManyItems);
        }
        let tag = varint::read(&mut rest)?;
        let length = varint::read(&mut rest)?;
        let (body, after) = usize::try_from(length)
            .ok()
            .and_then(|length| rest.split_at_checked(length))
            .ok_or(DecodeError::Truncated)?;
        rest = after;
        match read_body(tag, body)? {
            Some(message) => decoded.messages.push(message),
            None => decoded.unknown += 1,
        }
    }
    Ok(decoded)
}

/// Reads one body, which must use all bytes. Returns `None` for an unknown tag.
fn read_body<M: Message>(tag: u32, body: &[u8]) -> Result<Option<M>, DecodeError> {
    let seed = BodySeed { tag, set: PhantomData };
    let (message, used) = if body.len() <= MAX_FRAME_BYTES {
        bincode::serde::seed_decode_from_slice(seed, body, SMALL)
    } else {
        bincode::serde::seed_decode_from_slice(seed, body, LARGE)
    }
    .map_err(|error| DecodeError::BadBody { tag, reason: error.to_string() })?;
    if message.is_some() && used < body.len() {
        return Err(DecodeError::TrailingBytes { tag, count: body.len() - used });
    }
    Ok(message)
}
