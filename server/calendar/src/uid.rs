//! The identifier of a date, by which calendar programs recognize it.

use cardroom_rules::Millis;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The identifier of a date. RFC 7986 recommends a UUID, which is made of a hash here (version 8
/// of RFC 9562), so that the same date always has the same one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Uid(String);

impl Uid {
    /// Returns the identifier of a date of the schedule, which the tournament of that date shares.
    /// `start` is the start that was announced first.
    #[must_use]
    pub fn of_schedule(room: &str, name: &str, start: Millis) -> Self {
        Self::of(&["schedule", room, name, &start.0.to_string()])
    }

    /// Returns the identifier of a tournament that no schedule has.
    #[must_use]
    pub fn of_tournament(room: &str, tournament: u64) -> Self {
        Self::of(&["tournament", room, &tournament.to_string()])
    }

    fn of(parts: &[&str]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            // The length keeps apart what would look alike joined.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        let mut bytes: [u8; 16] = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let hex = data_encoding::HEXLOWER.encode(&bytes);
        let groups = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
        Self(groups.join("-"))
    }
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_date_keeps_its_identifier_and_shares_it_with_no_other() {
        let uid = Uid::of_schedule("https://a.example", "Sunday", Millis(1_000));
        assert_eq!(uid, Uid::of_schedule("https://a.example", "Sunday", Millis(1_000)));
        let different = [
            uid,
            Uid::of_schedule("https://b.example", "Sunday", Millis(1_000)),
            Uid::of_schedule("https://a.example", "Sunday", Millis(1_001)),
            Uid::of_schedule("https://a.example", "Sunday1", Millis(0)),
            Uid::of_schedule("https://a.exampleSunday", "", Millis(1_000)),
            Uid::of_tournament("https://a.example", 1_000),
            Uid::of_tournament("https://a.example", 1_001),
        ];
        assert_eq!(different.iter().collect::<BTreeSet<_>>().len(), different.len());
    }

    #[test]
    fn an_identifier_is_a_uuid_of_version_8() {
        let uid = Uid::of_tournament("https://a.example", 7).to_string();
        let lengths: Vec<usize> = uid.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert_eq!(&uid[14..15], "8");
        assert!(matches!(&uid[19..20], "8" | "9" | "a" | "b"), "{uid}");
    }
}
