//! Signed tree heads: C2SP checkpoints, which are signed notes.

use crate::hash::{Hash, sha256};
use crate::key::{RoomKey, SignatureBytes, is_signed};
use crate::tree::TreeHead;
use data_encoding::{BASE64, HEXLOWER};

/// The type of an Ed25519 signature in a key id.
const ED25519: u8 = 0x01;

/// A tree head as its text has it. The signature is checked with [`Checkpoint::is_signed_by`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint<'a> {
    /// Name of the log, and of the key that signs its heads.
    pub origin: &'a str,
    pub head: TreeHead,
    /// The text that is signed.
    note: &'a str,
    signatures: &'a str,
}

/// A reason why a text is no checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadCheckpoint {
    #[error("The tree head is no signed note.")]
    Note,
    #[error("The tree head has no size.")]
    Size,
    #[error("The tree head has no root.")]
    Root,
}

impl<'a> Checkpoint<'a> {
    /// Reads the text of a checkpoint.
    ///
    /// # Errors
    ///
    /// If the text is no signed note with an origin, a size and a root.
    pub fn parse(text: &'a str) -> Result<Self, BadCheckpoint> {
        let blank = text.find("\n\n").ok_or(BadCheckpoint::Note)?;
        let (note, signatures) = (&text[..=blank], &text[blank + 2..]);
        let mut lines = note.lines();
        let (Some(origin), Some(size), Some(root)) = (lines.next(), lines.next(), lines.next())
        else {
            return Err(BadCheckpoint::Note);
        };
        if origin.is_empty() || note.contains('\r') || !signatures.ends_with('\n') {
            return Err(BadCheckpoint::Note);
        }
        let root = BASE64.decode(root.as_bytes()).ok().and_then(|root| root.try_into().ok());
        let head = TreeHead { size: parse_size(size)?, root: root.ok_or(BadCheckpoint::Root)? };
        Ok(Self { origin, head, note, signatures })
    }

    /// Returns `true` if the room's key signed the head. Signatures of other keys are ignored.
    #[must_use]
    pub fn is_signed_by(&self, key: &[u8; 32]) -> bool {
        let id = key_id(self.origin, ED25519, key);
        self.signatures
            .lines()
            .filter_map(|line| self.signature(line))
            .any(|(of, signature)| of == id && is_signed(key, self.note.as_bytes(), &signature))
    }

    /// Returns the text that is signed.
    pub(super) fn note(&self) -> &str {
        self.note
    }

    /// Reads a signature line in the name of the origin.
    fn signature(&self, line: &str) -> Option<([u8; 4], SignatureBytes)> {
        let (name, signature) = line.strip_prefix("\u{2014} ")?.rsplit_once(' ')?;
        if name != self.origin {
            return None;
        }
        let bytes = BASE64.decode(signature.as_bytes()).ok()?;
        let (id, signature) = bytes.split_first_chunk()?;
        Some((*id, signature.try_into().ok()?))
    }

    /// Writes and signs a head of the log with this origin.
    #[must_use]
    pub fn write(origin: &str, head: &TreeHead, key: &RoomKey) -> String {
        let note = format!("{origin}\n{}\n{}\n", head.size, BASE64.encode(&head.root));
        let mut signature = key_id(origin, ED25519, &key.public()).to_vec();
        signature.extend(key.sign(note.as_bytes()));
        format!("{note}\n\u{2014} {origin} {}\n", BASE64.encode(&signature))
    }
}

/// Returns the text of the key that verifies heads of this log (C2SP signed-note).
#[must_use]
pub fn log_vkey(origin: &str, key: &[u8; 32]) -> String {
    let id = HEXLOWER.encode(&key_id(origin, ED25519, key));
    format!("{origin}+{id}+{}", BASE64.encode(&[&[ED25519][..], key].concat()))
}

/// Returns the id of a key of this kind that signs notes in this name.
pub(super) fn key_id(name: &str, kind: u8, key: &[u8; 32]) -> [u8; 4] {
    let hash: Hash = sha256(&[name.as_bytes(), b"\n", &[kind], key].concat());
    [hash[0], hash[1], hash[2], hash[3]]
}

/// Reads a decimal size without leading zeros, of at most 19 digits.
fn parse_size(size: &str) -> Result<u64, BadCheckpoint> {
    let is_plain = size.bytes().all(|digit| digit.is_ascii_digit())
        && (size == "0" || !size.starts_with('0'))
        && size.len() <= 19;
    size.parse().ok().filter(|_| is_plain).ok_or(BadCheckpoint::Size)
}

#[cfg(test)]
mod tests {
    use super::{BadCheckpoint, Checkpoint};
    use crate::key::RoomKey;
    use crate::secret::Secret;
    use crate::tree::TreeHead;

    fn key(byte: u8) -> RoomKey {
        RoomKey::new(&Secret::new([byte; 32]))
    }

    #[test]
    fn a_head_is_signed_by_the_key_that_wrote_it_alone() {
        let head = TreeHead { size: 73_894, root: [5; 32] };
        let text = Checkpoint::write("cards.example/deals", &head, &key(1));
        let read = Checkpoint::parse(&text).unwrap();
        assert_eq!((read.origin, read.head), ("cards.example/deals", head));
        assert!(read.is_signed_by(&key(1).public()));
        assert!(!read.is_signed_by(&key(2).public()));
    }

    #[test]
    fn signatures_of_others_are_ignored_and_a_changed_head_is_not_signed() {
        let head = TreeHead { size: 3, root: [5; 32] };
        let text = Checkpoint::write("a log", &head, &key(1));
        let cosigned = format!("{text}\u{2014} witness AAAA\n\u{2014} another line\n");
        assert!(Checkpoint::parse(&cosigned).unwrap().is_signed_by(&key(1).public()));
        let changed = text.replace("\n3\n", "\n4\n");
        assert!(!Checkpoint::parse(&changed).unwrap().is_signed_by(&key(1).public()));
    }

    #[test]
    fn a_text_that_is_no_signed_note_is_refused() {
        let text = Checkpoint::write("a log", &TreeHead { size: 3, root: [5; 32] }, &key(1));
        for (changed, fault) in [
            (text.replace("\n\n", "\n"), BadCheckpoint::Note),
            (text.trim_end().to_owned(), BadCheckpoint::Note),
            (text.replace("\n3\n", "\n03\n"), BadCheckpoint::Size),
            (text.replace("\n3\n", "\n+3\n"), BadCheckpoint::Size),
            (text.replace("BQUF", "BQ"), BadCheckpoint::Root),
        ] {
            assert_eq!(Checkpoint::parse(&changed), Err(fault), "{changed}");
        }
    }
}
