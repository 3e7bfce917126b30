//! A frame with one wrong bit: it was whole once, so it is no torn end, and the bit can be put
//! back. This module touches no file.

use super::frame::{ALIGNMENT, Frame, HASH_BYTES, HEADER_BYTES, LogId, MAGIC, Position};
use super::frame::{begin_hash, end_hash, read};
use super::scan::Content;
use super::segments::Place;
use bytes::Bytes;

/// The bit of a segment that makes a frame whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WrongBit {
    /// The number of the frame.
    pub(crate) number: u64,
    /// Where the frame begins.
    pub(crate) place: Place,
    /// The byte within the frame, and the bit in it.
    pub(crate) bit: (usize, u8),
}

impl WrongBit {
    /// Puts the bit back.
    pub(crate) fn put_back(&self, segment: &mut [u8]) {
        let Ok(offset) = usize::try_from(self.place.offset) else { return };
        if let Some(byte) = segment.get_mut(offset + self.bit.0) {
            *byte ^= 1 << self.bit.1;
        }
    }
}

/// Finds the frame that follows `before` and is whole but for one bit. Looks into payloads of up
/// to this many bytes.
pub(super) fn wrong_bit(
    id: &LogId,
    content: &Content,
    before: Position,
    most: usize,
) -> Option<WrongBit> {
    let number = before.number + 1;
    for (segment, bytes) in content.iter().enumerate() {
        let mut before_it = 0;
        for (place, eight) in bytes.chunks_exact(ALIGNMENT).enumerate() {
            let eight = eight.try_into().map_or(0, u64::from_le_bytes);
            let is_near = wrong_bits_of_begin(before_it, eight, number) <= 1;
            before_it = eight;
            if is_near
                && let Some(begin) = (place * ALIGNMENT).checked_sub(ALIGNMENT)
                && let Some(bit) = bit_of(id, &bytes.slice(begin..), before, most)
            {
                let place = Place { segment, offset: begin as u64 };
                return Some(WrongBit { number, place, bit });
            }
        }
    }
    None
}

/// Returns how many bits of a frame's first 16 bytes, without the length, are not those of the frame
/// with this number. Most of a segment is zeros, which are near no frame.
fn wrong_bits_of_begin(first: u64, second: u64, number: u64) -> u32 {
    let magic = u64::from(u32::from_le_bytes(MAGIC));
    let of_magic = (first ^ magic) & u64::from(u32::MAX);
    of_magic.count_ones() + (second ^ number).count_ones()
}

/// Returns the bit that makes the frame at the beginning of these bytes follow `before`.
fn bit_of(id: &LogId, bytes: &Bytes, before: Position, most: usize) -> Option<(usize, u8)> {
    let number = before.number + 1;
    let header = bytes.get(..HEADER_BYTES)?;
    let number_bytes = number.to_le_bytes();
    let expected = [(0, &MAGIC[..]), (8, &number_bytes[..]), (16, &before.hash[..])];
    let mut wrong = Vec::new();
    for (at, part) in expected {
        for (place, (found, right)) in header[at..].iter().zip(part).enumerate() {
            wrong.extend(bits(found ^ right).map(|bit| (at + place, bit)));
        }
    }
    let follows = |frame: &Frame| frame.at.number == number && frame.before == before.hash;
    let is_whole_with = |bit: (usize, u8)| {
        let mut changed = bytes.get(..frame_end(bytes, bit)?)?.to_vec();
        changed[bit.0] ^= 1 << bit.1;
        read(id, &Bytes::from(changed), before.number).filter(follows)
    };
    match wrong[..] {
        [bit] => return is_whole_with(bit).map(|_| bit),
        [] => {}
        _ => return None,
    }
    let mut of_length = (4..8).flat_map(|byte| (0..8).map(move |bit| (byte, bit)));
    if let Some(bit) = of_length.find(|bit| is_whole_with(*bit).is_some()) {
        return Some(bit);
    }
    bit_of_payload(id, bytes, most)
}

/// Returns the wrong bit in the payload or in the hash behind it.
fn bit_of_payload(id: &LogId, bytes: &Bytes, most: usize) -> Option<(usize, u8)> {
    let length = usize::try_from(length_of(bytes)?).ok()?;
    let hashed = bytes.get(..HEADER_BYTES.checked_add(length)?)?;
    let found = bytes.get(hashed.len()..hashed.len() + HASH_BYTES)?;
    let mut so_far = begin_hash(id);
    so_far = so_far.with(&hashed[..HEADER_BYTES]);
    let right = end_hash(so_far.clone().with(&hashed[HEADER_BYTES..]));
    let mut of_hash = (0..HASH_BYTES)
        .flat_map(|place| bits(found[place] ^ right[place]).map(move |bit| (place, bit)));
    if let (Some((place, bit)), None) = (of_hash.next(), of_hash.next()) {
        return Some((hashed.len() + place, bit));
    }
    if length > most {
        return None;
    }
    for place in HEADER_BYTES..hashed.len() {
        for bit in 0..8 {
            let changed = so_far.clone().with(&[hashed[place] ^ (1 << bit)]);
            if end_hash(changed.with(&hashed[place + 1..])) == found {
                return Some((place, bit));
            }
        }
        so_far = so_far.with(&hashed[place..=place]);
    }
    None
}

/// Returns where the frame ends if this bit is turned.
fn frame_end(bytes: &[u8], (byte, bit): (usize, u8)) -> Option<usize> {
    let mut length = length_of(bytes)?;
    if (4..8).contains(&byte) {
        length ^= 1 << (u32::from(bit) + 8 * u32::try_from(byte - 4).ok()?);
    }
    HEADER_BYTES.checked_add(usize::try_from(length).ok()?)?.checked_add(HASH_BYTES)
}

fn length_of(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?))
}

fn bits(byte: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |bit| byte & (1 << bit) != 0)
}

#[cfg(test)]
mod tests {
    use super::super::frame::build;
    use super::*;

    const ID: LogId = [3; 16];

    #[test]
    fn every_flipped_bit_of_a_frame_is_found_and_a_torn_frame_has_none() {
        let before = Position { number: 6, hash: [9; 16] };
        let (bytes, _) =
            build(&ID, before, |to| to.extend((0..100_u8).map(|it| it.wrapping_mul(7)))).unwrap();
        let used = HEADER_BYTES + 100 + HASH_BYTES;
        let log = |frame: &[u8]| {
            let first = [&[0; 64][..], frame, &[0; 200]].concat();
            [Bytes::from(vec![0; 128]), Bytes::from(first), Bytes::new()]
        };
        assert_eq!(wrong_bit(&ID, &log(&bytes), Position::default(), 999), None);
        for place in 0..used {
            let bit = u8::try_from(place % 8).unwrap();
            let mut flipped = bytes.to_vec();
            flipped[place] ^= 1 << bit;
            let found = wrong_bit(&ID, &log(&flipped), before, 999);
            let expected =
                WrongBit { number: 7, place: Place { segment: 1, offset: 64 }, bit: (place, bit) };
            assert_eq!(found, Some(expected.clone()), "byte {place}");
            let mut mended = log(&flipped)[1].to_vec();
            expected.put_back(&mut mended);
            assert!(mended == log(&bytes)[1]);
            let is_short = (HEADER_BYTES..HEADER_BYTES + 100).contains(&place);
            assert_eq!(wrong_bit(&ID, &log(&flipped), before, 99).is_none(), is_short);
        }
        for end in 0..used - 2 {
            let mut torn = bytes.to_vec();
            torn[end..].fill(0);
            // A single bit may have been torn off.
            let lost: u32 = bytes[end..].iter().map(|byte| byte.count_ones()).sum();
            if lost > 1 {
                assert_eq!(wrong_bit(&ID, &log(&torn), before, 999), None, "byte {end}");
            }
        }
    }
}
