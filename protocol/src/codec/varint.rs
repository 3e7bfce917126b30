//! The varints before bodies: tags and lengths of binary items.
//!
//! Seven bits a byte, lowest first, the high bit set on all but the last (LEB128). Integers inside
//! bodies have bincode's encoding instead.

use super::DecodeError;

/// The most bytes that a 32-bit varint needs.
const MAX_BYTES: usize = 5;

/// An encoded varint, on the stack.
pub(super) struct Spelled {
    bytes: [u8; MAX_BYTES],
    length: usize,
}

impl Spelled {
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Returns the shortest encoding of a number.
pub(super) fn spell(mut value: u32) -> Spelled {
    let mut spelled = Spelled { bytes: [0; MAX_BYTES], length: 0 };
    loop {
        let [low, ..] = value.to_le_bytes();
        value >>= 7;
        let more = if value == 0 { 0 } else { 0x80 };
        spelled.bytes[spelled.length] = (low & 0x7f) | more;
        spelled.length += 1;
        if value == 0 {
            return spelled;
        }
    }
}

/// Reads a varint from the front. Accepts encodings that are longer than needed, up to five bytes.
pub(super) fn read(rest: &mut &[u8]) -> Result<u32, DecodeError> {
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
    use proptest::prelude::*;

    #[test]
    fn spellings_are_those_of_leb128() {
        for (value, bytes) in [
            (0, &[0x00][..]),
            (127, &[0x7f]),
            (128, &[0x80, 0x01]),
            (300, &[0xac, 0x02]),
            (16_383, &[0xff, 0x7f]),
            (16_384, &[0x80, 0x80, 0x01]),
            (u32::MAX, &[0xff, 0xff, 0xff, 0xff, 0x0f]),
        ] {
            assert_eq!(spell(value).as_bytes(), bytes, "{value}");
        }
    }

    #[test]
    fn longer_spellings_are_read_and_overflowing_ones_refused() {
        for bytes in [&[0x01][..], &[0x81, 0x00], &[0x81, 0x80, 0x80, 0x80, 0x00]] {
            assert_eq!(read(&mut &bytes[..]), Ok(1), "{bytes:?}");
        }
        for bytes in [
            &[0xff, 0xff, 0xff, 0xff, 0x10][..],
            &[0xff, 0xff, 0xff, 0xff, 0x7f],
            &[0x81, 0x80, 0x80, 0x80, 0x80],
            &[0x81, 0x80, 0x80, 0x80, 0x80, 0x00],
        ] {
            assert_eq!(read(&mut &bytes[..]), Err(DecodeError::BadVarint), "{bytes:?}");
        }
        assert_eq!(read(&mut &[0x80, 0x80][..]), Err(DecodeError::Truncated));
        assert_eq!(read(&mut &[][..]), Err(DecodeError::Truncated));
    }

    proptest! {
        #[test]
        fn a_spelling_reads_back_and_leaves_the_rest(value: u32, tail: Vec<u8>) {
            let mut bytes = spell(value).as_bytes().to_vec();
            bytes.extend(&tail);
            let mut rest = bytes.as_slice();
            prop_assert_eq!(read(&mut rest), Ok(value));
            prop_assert_eq!(rest, tail.as_slice());
        }
    }
}
