//! The opening of a round: what the room signs before it knows a link.

mod parse;

use crate::deck::Faces;
use crate::hash::{Hash, Tag, sha256, tagged};
use crate::script::Op;

pub use parse::BadOpening;

/// The button of an opening that leaves it to be drawn.
pub const DRAWN: u8 = 0xFF;
/// The longest opening, in bytes.
pub const MOST_BYTES: usize = 16_384;
/// The highest seat code of a witness. Witnesses have the codes from `0x80`.
pub const LAST_WITNESS: u8 = 0x83;

/// One contributor, and the link that the room asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contributor {
    /// Seat, or the code of a witness.
    pub seat: u8,
    /// Index of the link that the room asks for.
    pub index: u32,
    /// The link below it.
    pub below: Hash,
}

/// A commitment of the room, which signs it before it knows a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The room's Ed25519 public key.
    pub key: [u8; 32],
    pub table: u64,
    pub hand: u64,
    /// 0, and one more for each round of this hand that was given up.
    pub round: u8,
    /// Milliseconds since 1970. Nothing rests on it.
    pub time_ms: u64,
    /// Hash of the table's last seal. Zeros for the first.
    pub prev: Hash,
    /// Packs have decks for further shuffles.
    pub shuffles_again: bool,
    /// The game has the last street of stud.
    pub is_stud: bool,
    pub faces: Faces,
    /// Number of decks for further shuffles, at most 127.
    pub shuffles: u8,
    /// For each pack the roots of its decks.
    pub roots: Vec<Vec<Hash>>,
    pub script: Vec<Op>,
    /// Seat of the button, or [`DRAWN`].
    pub button: u8,
    /// Seats dealt in, in ascending order.
    pub dealt: Vec<u8>,
    /// Contributors in ascending order of seats.
    pub roster: Vec<Contributor>,
}

impl Opening {
    /// Returns the bytes of the opening.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Tag::Opening.prefix().to_vec();
        bytes.extend(self.key);
        bytes.extend(self.table.to_be_bytes());
        bytes.extend(self.hand.to_be_bytes());
        bytes.push(self.round);
        bytes.extend(self.time_ms.to_be_bytes());
        bytes.extend(self.prev);
        bytes.push(u8::from(self.shuffles_again) | u8::from(self.is_stud) << 1);
        bytes.extend([self.faces.kind(), self.shuffles, count(&self.roots)]);
        if let Faces::Listed(cards) = &self.faces {
            bytes.extend(self.faces.count().to_be_bytes());
            bytes.extend(cards.iter().map(|card| card.index()));
        }
        bytes.extend(self.roots.iter().flatten().flatten());
        bytes.push(count(&self.script));
        bytes.extend(self.script.iter().map(|op| op.byte()));
        bytes.push(self.button);
        bytes.push(count(&self.dealt));
        bytes.extend(&self.dealt);
        bytes.push(count(&self.roster));
        for entry in &self.roster {
            bytes.push(entry.seat);
            bytes.extend(entry.index.to_be_bytes());
            bytes.extend(entry.below);
        }
        bytes
    }

    /// Reads the bytes of an opening.
    ///
    /// # Errors
    ///
    /// If the bytes are too many, too few, or of no opening.
    pub fn parse(bytes: &[u8]) -> Result<Self, BadOpening> {
        parse::parse(bytes)
    }

    /// Returns the number of packs.
    #[must_use]
    pub fn packs(&self) -> u8 {
        count(&self.roots)
    }
}

/// Returns the number of entries, which an opening counts in one byte. A longer list has no
/// encoding that parses again.
fn count<T>(entries: &[T]) -> u8 {
    u8::try_from(entries.len()).unwrap_or(u8::MAX)
}

/// Returns the digest of an opening's bytes, by which links and seals name it.
#[must_use]
pub fn digest(opening: &[u8]) -> Hash {
    sha256(opening)
}

/// Returns the 32 bytes that the room signs for an opening.
#[must_use]
pub fn signed_bytes(digest: &Hash) -> Hash {
    tagged(Tag::Signed, &[digest])
}
