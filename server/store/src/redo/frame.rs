//! Frames: the form of the redo log on disk. This module touches no file.
//!
//! ```text
//! magic (4) · length of the payload (4) · number (8) · hash before (16) · payload · hash (16)
//! ```
//!
//! Numbers are little-endian. The hash covers the log's id and everything in the frame before it,
//! so a frame proves by itself that it is whole and belongs to this log. The hash before is the
//! hash of the frame with the previous number, so two frames prove that one follows the other.
//! Frames begin at multiples of [`ALIGNMENT`].

use bytes::Bytes;
use sha2::{Digest as _, Sha256};

/// Frames begin at multiples of this number of bytes.
pub(super) const ALIGNMENT: usize = 8;
pub(super) const MAGIC: [u8; 4] = *b"CRL1";
pub(super) const HASH_BYTES: usize = 16;
/// The bytes before the payload.
pub(super) const HEADER_BYTES: usize = 4 + 4 + 8 + HASH_BYTES;

/// A hash over a frame and all frames before it.
pub(crate) type Hash = [u8; HASH_BYTES];

/// The random name of a log. Frames of another log never count.
pub(crate) type LogId = [u8; 16];

/// A place in the history of a store: the number of a commit, and the hash of the chain there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Position {
    pub(crate) number: u64,
    pub(crate) hash: Hash,
}

impl Position {
    /// Returns the position after a commit that only the database has, and not the log.
    pub(super) fn after_database(self, id: &LogId) -> Self {
        let number = self.number + 1;
        let hash = hash_of(id, &[b"database", &number.to_le_bytes(), &self.hash]);
        Self { number, hash }
    }
}

/// A frame that was read whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    /// The hash of the frame with the previous number.
    pub(super) before: Hash,
    pub(crate) at: Position,
    pub(super) payload: Bytes,
}

impl Frame {
    /// Returns the part of the header that no other frame has: the number and the hash before.
    pub(crate) fn mark(&self) -> [u8; 8 + HASH_BYTES] {
        let mut mark = [0; 8 + HASH_BYTES];
        mark[..8].copy_from_slice(&self.at.number.to_le_bytes());
        mark[8..].copy_from_slice(&self.before);
        mark
    }
}

/// Returns how many bytes a frame with a payload of this length takes.
pub(super) fn frame_bytes(payload: usize) -> usize {
    (HEADER_BYTES + payload + HASH_BYTES).next_multiple_of(ALIGNMENT)
}

/// Builds the frame that follows `before`. `pack` appends the payload. Returns the bytes to write
/// and the frame; `None` if the payload is too long for a frame.
pub(super) fn build(
    id: &LogId,
    before: Position,
    pack: impl FnOnce(&mut Vec<u8>),
) -> Option<(Bytes, Frame)> {
    let number = before.number + 1;
    let mut bytes = Vec::with_capacity(1_024);
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&number.to_le_bytes());
    bytes.extend_from_slice(&before.hash);
    pack(&mut bytes);
    let length = bytes.len() - HEADER_BYTES;
    bytes[4..8].copy_from_slice(&u32::try_from(length).ok()?.to_le_bytes());
    let hash = hash_of(id, &[&bytes]);
    bytes.extend_from_slice(&hash);
    bytes.resize(frame_bytes(length), 0);
    let bytes = Bytes::from(bytes);
    let payload = bytes.slice(HEADER_BYTES..HEADER_BYTES + length);
    Some((bytes, Frame { before: before.hash, at: Position { number, hash }, payload }))
}

/// Reads the frame at the beginning of these bytes; `None` if there is no whole frame of this log
/// with a number above `above`. Its payload shares the bytes.
pub(super) fn read(id: &LogId, bytes: &Bytes, above: u64) -> Option<Frame> {
    let (header, rest) = bytes.split_at_checked(HEADER_BYTES)?;
    if header[..4] != MAGIC {
        return None;
    }
    let length = u32::from_le_bytes(header[4..8].try_into().ok()?);
    let length = usize::try_from(length).ok()?;
    let number = u64::from_le_bytes(header[8..16].try_into().ok()?);
    let found = rest.get(length..length.checked_add(HASH_BYTES)?)?;
    if number <= above || hash_of(id, &[header, &rest[..length]]) != found {
        return None;
    }
    Some(Frame {
        before: header[16..].try_into().ok()?,
        at: Position { number, hash: found.try_into().ok()? },
        payload: bytes.slice(HEADER_BYTES..HEADER_BYTES + length),
    })
}

/// A hash under way.
#[derive(Clone)]
pub(super) struct Hashing(Sha256);

impl Hashing {
    pub(super) fn with(mut self, bytes: &[u8]) -> Self {
        self.0.update(bytes);
        self
    }
}

/// Begins a hash of this log.
pub(super) fn begin_hash(id: &LogId) -> Hashing {
    Hashing(Sha256::new()).with(id)
}

pub(super) fn end_hash(hashing: Hashing) -> Hash {
    let mut hash = [0; HASH_BYTES];
    hash.copy_from_slice(&hashing.0.finalize()[..HASH_BYTES]);
    hash
}

fn hash_of(id: &LogId, parts: &[&[u8]]) -> Hash {
    end_hash(parts.iter().fold(begin_hash(id), |hashing, part| hashing.with(part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ID: LogId = [7; 16];

    fn frame(before: Position, payload: &[u8]) -> (Bytes, Frame) {
        build(&ID, before, |bytes| bytes.extend_from_slice(payload)).unwrap()
    }

    proptest! {
        #[test]
        fn a_frame_comes_back_as_it_was(
            number in 0..u64::MAX - 1,
            hash: Hash,
            payload in proptest::collection::vec(any::<u8>(), 0..300),
            behind in proptest::collection::vec(any::<u8>(), 0..40),
        ) {
            let (bytes, built) = frame(Position { number, hash }, &payload);
            prop_assert_eq!(bytes.len(), frame_bytes(payload.len()));
            prop_assert_eq!(bytes.len() % ALIGNMENT, 0);
            let on_disk = Bytes::from([&bytes[..], &behind].concat());
            let found = read(&ID, &on_disk, number).unwrap();
            prop_assert_eq!(&found, &built);
            prop_assert_eq!(found.payload.as_ref(), &payload[..]);
            prop_assert_eq!((found.before, found.at.number), (hash, number + 1));
            prop_assert_eq!(read(&ID, &on_disk, number + 1), None);
        }

        #[test]
        fn a_changed_bit_or_a_missing_end_leaves_no_frame(
            payload in proptest::collection::vec(any::<u8>(), 0..100),
            place: prop::sample::Index,
            bit in 0_u32..8,
        ) {
            let (bytes, _) = frame(Position::default(), &payload);
            // The padding after the hash means nothing.
            let used = HEADER_BYTES + payload.len() + HASH_BYTES;
            let place = place.index(used);
            let mut changed = bytes.to_vec();
            changed[place] ^= 1_u8 << bit;
            prop_assert_eq!(read(&ID, &Bytes::from(changed), 0), None);
            prop_assert_eq!(read(&ID, &bytes.slice(..place), 0), None);
        }
    }

    #[test]
    fn a_frame_of_another_log_does_not_count() {
        let (bytes, _) = frame(Position::default(), b"fold");
        assert_eq!(read(&[8; 16], &bytes, 0), None);
    }

    #[test]
    fn every_position_depends_on_all_before_it() {
        let (_, one) = frame(Position::default(), b"call");
        let (_, other) = frame(Position::default(), b"fold");
        let after = |at: Position| frame(at, b"check").1.at.hash;
        assert_ne!(after(one.at), after(other.at));
        let direct = one.at.after_database(&ID);
        assert_eq!(direct.number, 2);
        assert_ne!(direct.hash, other.at.after_database(&ID).hash);
        assert_ne!(direct.hash, after(one.at));
    }
}
