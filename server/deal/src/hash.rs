//! Tagged hashes: SHA-256 over a fixed prefix, one tag byte, and parts of a fixed layout.

use sha2::{Digest, Sha256};

/// A hash that SHA-256 makes.
pub type Hash = [u8; 32];

/// The hash that stands for something that is not there.
pub const NULL: Hash = [0; 32];

/// The prefix of every input that is hashed or signed.
pub(crate) const FORMAT: &[u8; 15] = b"cardroom-deal-1";

/// The use of a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Tag {
    Leaf = 0x00,
    Node = 0x01,
    Salt = 0x02,
    SecretStream = 0x03,
    PublicStream = 0x04,
    LinkBelow = 0x05,
    JointSeed = 0x06,
    Toss = 0x07,
    TossSalt = 0x08,
    PackSeed = 0x09,
    Opening = 0x10,
    Signed = 0x11,
    Seal = 0x12,
    Course = 0x13,
    Contributed = 0x14,
    Vouching = 0x15,
    LogEntry = 0x20,
    NewKey = 0x21,
}

impl Tag {
    /// Returns the format and this tag, with which a message begins.
    pub(crate) fn prefix(self) -> [u8; 16] {
        let mut prefix = [self as u8; 16];
        prefix[..15].copy_from_slice(FORMAT);
        prefix
    }
}

/// Returns `SHA-256("cardroom-deal-1" || tag || parts)`.
pub(crate) fn tagged(tag: Tag, parts: &[&[u8]]) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(tag.prefix());
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Returns the SHA-256 hash of some bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::{Tag, tagged};

    #[test]
    fn the_hash_of_a_tag_alone_is_the_published_one() {
        let hash = tagged(Tag::JointSeed, &[]);
        assert_eq!(hash[..8], [0x3C, 0x3F, 0xA1, 0x6A, 0xBD, 0xD3, 0xDD, 0xB2]);
        assert_eq!(hash, tagged(Tag::JointSeed, &[&[], &[]]));
    }
}
