//! Numbers and bytes in a packed form: numbers are LEB128 varints, and bytes follow their length.

use bytes::Bytes;

pub(super) fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(u8::try_from(value & 0x7f).expect("seven bits fit a byte") | 0x80);
        value >>= 7;
    }
    bytes.push(u8::try_from(value).expect("less than 0x80"));
}

pub(super) fn put_bytes(bytes: &mut Vec<u8>, value: &[u8]) {
    put_varint(bytes, value.len() as u64);
    bytes.extend_from_slice(value);
}

/// Reads a packed form from its beginning. Every method returns `None` if too few bytes are left.
pub(super) struct Reader {
    bytes: Bytes,
}

impl Reader {
    pub(super) fn of(bytes: Bytes) -> Self {
        Self { bytes }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.first()?;
        let _ = self.bytes.split_to(1);
        Some(byte)
    }

    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return None;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    /// Returns the next `length` bytes, which share the memory of the whole.
    pub(super) fn take(&mut self, length: usize) -> Option<Bytes> {
        (length <= self.bytes.len()).then(|| self.bytes.split_to(length))
    }

    /// Returns bytes that [`put_bytes`] wrote.
    pub(super) fn bytes(&mut self) -> Option<Bytes> {
        let length = usize::try_from(self.varint()?).ok()?;
        self.take(length)
    }
}
