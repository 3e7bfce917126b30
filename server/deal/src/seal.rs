//! The seal of a round: the hash of what was contributed and publicly dealt.

use crate::course::NOBODY;
use crate::hash::{Hash, NULL, Tag, sha256, tagged};

/// The length of a seal in bytes.
pub const SEAL_BYTES: usize = 154;

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Played,
    Void,
    GivenUp,
}

impl Outcome {
    #[must_use]
    pub fn byte(self) -> u8 {
        match self {
            Self::Played => 0,
            Self::Void => 1,
            Self::GivenUp => 2,
        }
    }

    /// Returns the outcome that this byte stands for.
    #[must_use]
    pub fn of(byte: u8) -> Option<Self> {
        [Self::Played, Self::Void, Self::GivenUp].into_iter().find(|it| it.byte() == byte)
    }
}

/// The seal of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seal {
    /// Digest of the opening.
    pub opening: Hash,
    pub outcome: Outcome,
    /// The seat that withheld its link.
    pub blame: Option<u8>,
    /// Digest of what was contributed, from [`contributed`].
    pub bound: Hash,
    /// The joint seed. Zeros for a round that was given up.
    pub joint: Hash,
    /// Digest of the course. Zeros for a round that was given up.
    pub course: Hash,
    /// Time of the seal, in milliseconds since 1970.
    pub time_ms: u64,
}

impl Seal {
    #[must_use]
    pub fn encode(&self) -> [u8; SEAL_BYTES] {
        let mut bytes = [0; SEAL_BYTES];
        bytes[..16].copy_from_slice(&Tag::Seal.prefix());
        bytes[16..48].copy_from_slice(&self.opening);
        bytes[48] = self.outcome.byte();
        bytes[49] = self.blame.unwrap_or(NOBODY);
        bytes[50..82].copy_from_slice(&self.bound);
        bytes[82..114].copy_from_slice(&self.joint);
        bytes[114..146].copy_from_slice(&self.course);
        bytes[146..].copy_from_slice(&self.time_ms.to_be_bytes());
        bytes
    }

    /// Reads a seal, or returns `None`.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; SEAL_BYTES] = bytes.try_into().ok()?;
        if bytes[..16] != Tag::Seal.prefix() {
            return None;
        }
        let hash = |at: usize| -> Option<Hash> { bytes[at..at + 32].try_into().ok() };
        Some(Self {
            opening: hash(16)?,
            outcome: Outcome::of(bytes[48])?,
            blame: (bytes[49] != NOBODY).then_some(bytes[49]),
            bound: hash(50)?,
            joint: hash(82)?,
            course: hash(114)?,
            time_ms: u64::from_be_bytes(bytes[146..].try_into().ok()?),
        })
    }

    /// Returns the digest by which the next opening and the log name the seal.
    #[must_use]
    pub fn digest(&self) -> Hash {
        sha256(&self.encode())
    }
}

/// The link and voucher of one entry of the roster, if they came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contribution {
    pub seat: u8,
    pub link: Option<Hash>,
    pub ack: Option<Hash>,
}

/// Returns the digest of what was contributed, in the order of the roster.
#[must_use]
pub fn contributed(contributions: &[Contribution]) -> Hash {
    let mut bytes = vec![u8::try_from(contributions.len()).unwrap_or(u8::MAX)];
    for entry in contributions {
        bytes.push(entry.seat);
        bytes.extend(entry.link.unwrap_or(NULL));
        bytes.extend(entry.ack.unwrap_or(NULL));
    }
    tagged(Tag::Contributed, &[&bytes])
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Seal};

    #[test]
    fn a_seal_is_read_as_it_was_written_and_nothing_else_is_a_seal() {
        for (outcome, blame) in
            [(Outcome::Played, None), (Outcome::Void, None), (Outcome::GivenUp, Some(4))]
        {
            let seal = Seal {
                opening: [1; 32],
                outcome,
                blame,
                bound: [2; 32],
                joint: [3; 32],
                course: [4; 32],
                time_ms: 5,
            };
            let mut bytes = seal.encode();
            assert_eq!(Seal::parse(&bytes), Some(seal));
            assert_eq!(Seal::parse(&bytes[..153]), None);
            bytes[48] = 3;
            assert_eq!(Seal::parse(&bytes), None);
        }
    }
}
