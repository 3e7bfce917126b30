//! Cosignatures of witnesses (C2SP tlog-cosignature): a witness signs only heads that extend the
//! last one it saw of the log.

use super::checkpoint::{Checkpoint, key_id};
use crate::key::{RoomKey, SignatureBytes, is_signed};
use data_encoding::{BASE64, HEXLOWER};

/// The type of an Ed25519 cosignature in a key id.
const COSIGNATURE: u8 = 0x04;

/// A key that verifies signatures of notes, as its text has it: `name+id+key`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vkey {
    /// The name of the witness.
    pub name: String,
    key: [u8; 32],
}

/// A text is no key that verifies cosignatures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected name+id+key, with an Ed25519 key of type 04")]
pub struct BadVkey;

impl Vkey {
    /// Returns the key of a witness with this name.
    #[must_use]
    pub fn new(name: &str, key: [u8; 32]) -> Self {
        Self { name: name.to_owned(), key }
    }

    /// Reads the text of a key.
    ///
    /// # Errors
    ///
    /// If the text is no key of an Ed25519 cosignature, or its id is of another key.
    pub fn parse(text: &str) -> Result<Self, BadVkey> {
        let mut parts = text.splitn(3, '+');
        let (name, id, key) = (parts.next(), parts.next(), parts.next());
        let (name, id, key) = name.zip(id).zip(key).map(|((n, i), k)| (n, i, k)).ok_or(BadVkey)?;
        let key = BASE64.decode(key.as_bytes()).map_err(|_| BadVkey)?;
        let key = key.split_first().filter(|(kind, _)| **kind == COSIGNATURE);
        let key = key.and_then(|(_, key)| key.try_into().ok()).ok_or(BadVkey)?;
        let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
        let vkey = Self::new(name, key);
        let is_id = id == HEXLOWER.encode(&vkey.id());
        if is_name && is_id { Ok(vkey) } else { Err(BadVkey) }
    }

    /// Returns the text of the key.
    #[must_use]
    pub fn text(&self) -> String {
        let key = [&[COSIGNATURE][..], &self.key].concat();
        format!("{}+{}+{}", self.name, HEXLOWER.encode(&self.id()), BASE64.encode(&key))
    }

    fn id(&self) -> [u8; 4] {
        key_id(&self.name, COSIGNATURE, &self.key)
    }

    /// Returns the line with which this witness cosigned a head, of several lines of signatures.
    /// Lines of others and lines that are wrong are ignored.
    #[must_use]
    pub fn cosignature<'a>(&self, head: &Checkpoint<'_>, lines: &'a str) -> Option<&'a str> {
        lines.lines().find(|line| self.is_cosigned(head, line).is_some())
    }

    fn is_cosigned(&self, head: &Checkpoint<'_>, line: &str) -> Option<()> {
        let (name, signature) = line.strip_prefix("\u{2014} ")?.rsplit_once(' ')?;
        let bytes = BASE64.decode(signature.as_bytes()).ok()?;
        let (id, rest) = bytes.split_first_chunk::<4>()?;
        let (time, signature) = rest.split_first_chunk::<8>()?;
        let signature: SignatureBytes = signature.try_into().ok()?;
        let message = cosigned(u64::from_be_bytes(*time), head.note());
        let is_it = name == self.name && *id == self.id();
        (is_it && is_signed(&self.key, message.as_bytes(), &signature)).then_some(())
    }
}

fn cosigned(time: u64, note: &str) -> String {
    format!("cosignature/v1\ntime {time}\n{note}")
}

impl Checkpoint<'_> {
    /// Cosigns the head as a witness with this name, at a time in seconds since 1970. Returns the
    /// line of the signature.
    #[must_use]
    pub fn cosign(&self, name: &str, key: &RoomKey, time: u64) -> String {
        let mut bytes = key_id(name, COSIGNATURE, &key.public()).to_vec();
        bytes.extend(time.to_be_bytes());
        bytes.extend(key.sign(cosigned(time, self.note()).as_bytes()));
        format!("\u{2014} {name} {}\n", BASE64.encode(&bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::{BadVkey, Vkey};
    use crate::key::RoomKey;
    use crate::log::Checkpoint;
    use crate::secret::Secret;
    use crate::tree::TreeHead;

    fn key(byte: u8) -> RoomKey {
        RoomKey::new(&Secret::new([byte; 32]))
    }

    #[test]
    fn a_witness_cosigns_one_head_and_no_other() {
        let head = |size| TreeHead { size, root: [5; 32] };
        let text = Checkpoint::write("a log", &head(3), &key(1));
        let other = Checkpoint::write("a log", &head(4), &key(1));
        let (one, other) = (Checkpoint::parse(&text).unwrap(), Checkpoint::parse(&other).unwrap());
        let line = one.cosign("witness.example", &key(2), 1_700_000_000);
        let vkey = Vkey::new("witness.example", key(2).public());
        let lines = format!("\u{2014} somebody AAAA\n{line}");
        assert_eq!(vkey.cosignature(&one, &lines), Some(line.trim_end()));
        assert_eq!(vkey.cosignature(&other, &lines), None);
        for vkey in [Vkey::new("other", key(2).public()), Vkey::new(&vkey.name, key(3).public())] {
            assert_eq!(vkey.cosignature(&one, &lines), None);
        }
    }

    #[test]
    fn a_cosigned_head_is_still_signed_by_the_room_alone() {
        let text = Checkpoint::write("a log", &TreeHead { size: 3, root: [5; 32] }, &key(1));
        let line = Checkpoint::parse(&text).unwrap().cosign("a log", &key(2), 7);
        let both = format!("{text}{line}");
        let both = Checkpoint::parse(&both).unwrap();
        assert!(both.is_signed_by(&key(1).public()));
        assert!(!both.is_signed_by(&key(2).public()));
    }

    #[test]
    fn a_key_is_read_from_its_text_and_from_no_other() {
        let vkey = Vkey::new("witness.example/w1", key(2).public());
        let text = vkey.text();
        assert_eq!(Vkey::parse(&text), Ok(vkey));
        let (begin, end) = text.split_once('+').unwrap();
        for wrong in [
            String::new(),
            begin.to_owned(),
            format!("other+{end}"),
            format!("+{end}"),
            format!("two words+{end}"),
            text.replace("+B", "+A"),
            format!("{text}AA"),
        ] {
            assert_eq!(Vkey::parse(&wrong), Err(BadVkey), "{wrong}");
        }
    }

    /// The key of a public witness, whose id others computed.
    #[test]
    fn the_id_of_a_key_is_the_one_of_the_specification() {
        let published = "witness.navigli.sunlight.geomys.org+a3e00fe2+BNy/co4C1Hn1p+INwJrfUlgz7W55dSZReusH/GhUhJ/G";
        assert_eq!(Vkey::parse(published).unwrap().text(), published);
    }
}
