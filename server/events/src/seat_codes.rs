//! The codes on sign-in sheets and seat cards, which show a player the seat of one entry without an
//! account. A code follows from a key of the room, so nothing of it is stored. This module does not
//! know what a code shows.

use cardroom_record::ids::TournamentId;
use cardroom_rules::EntryNo;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// Without 0 and O, 1, I and L.
const LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// The letters of a code. There are more than 2^49 codes, and wrong guesses are counted.
const LENGTH: usize = 10;

/// The part of a code that is secret.
#[derive(Clone, Copy, Eq)]
pub struct SeatLetters([u8; LENGTH]);

/// The secret of a tournament from which its codes follow.
#[derive(Clone)]
pub struct SeatKey([u8; 32]);

/// The issue of codes: 0 for the first one, and the step of the ruling for each later one. The
/// codes of two issues differ.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Issue(pub u64);

impl SeatKey {
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// Returns the secret part of the code of an entry.
    #[must_use]
    pub fn letters(&self, issue: Issue, entry: EntryNo) -> SeatLetters {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key has any length");
        mac.update(&u64::from(entry.0).to_le_bytes());
        // The first issue has none, so that codes which were printed before there were issues hold.
        if issue != Issue::default() {
            mac.update(&issue.0.to_le_bytes());
        }
        let digest = mac.finalize().into_bytes();
        // 31^10 is far below 2^128, so no letter is noticeably more frequent than another.
        let mut number =
            digest.iter().take(16).fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
        let mut letters = [0; LENGTH];
        for letter in &mut letters {
            let base = LETTERS.len() as u128;
            *letter = LETTERS[usize::try_from(number % base).unwrap_or_default()];
            number /= base;
        }
        SeatLetters(letters)
    }

    /// Returns the whole code of an entry: `12-K7QX2M9RTA`.
    #[must_use]
    pub fn code(&self, tournament: TournamentId, issue: Issue, entry: EntryNo) -> String {
        let letters = self.letters(issue, entry).0.map(char::from);
        format!("{}-{}", tournament.0, letters.iter().collect::<String>())
    }
}

/// Parses a code as people type it. Returns `None` if it cannot be one.
#[must_use]
pub fn parse_seat_code(typed: &str) -> Option<(TournamentId, SeatLetters)> {
    let (tournament, rest) = typed.trim().split_once('-')?;
    let is_number = !tournament.is_empty() && tournament.bytes().all(|byte| byte.is_ascii_digit());
    let tournament = is_number.then(|| tournament.parse().ok()).flatten()?;
    let typed = rest.chars().filter(|letter| !matches!(letter, '-' | ' '));
    let mut letters = Vec::with_capacity(LENGTH);
    for letter in typed.take(LENGTH + 1) {
        let letter = u8::try_from(letter.to_ascii_uppercase()).ok()?;
        letters.push(LETTERS.contains(&letter).then_some(letter)?);
    }
    Some((TournamentId(tournament), SeatLetters(letters.try_into().ok()?)))
}

impl PartialEq for SeatLetters {
    /// Takes the same time wherever the first difference is.
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(0, |differences, (one, other)| differences | (one ^ other)) == 0
    }
}

impl std::fmt::Debug for SeatLetters {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SeatLetters(…)")
    }
}

impl std::fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SeatKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const TOURNAMENT: TournamentId = TournamentId(12);
    const FIRST: Issue = Issue(0);

    #[test]
    fn a_code_is_read_as_people_type_it_and_nothing_else_is_one() {
        let key = SeatKey::new([7; 32]);
        let code = key.code(TOURNAMENT, FIRST, EntryNo(3));
        let (number, letters) = code.split_once('-').unwrap();
        assert_eq!((number, letters.len()), ("12", LENGTH));
        let (first, second) = letters.split_at(5);
        for typed in [code.clone(), code.to_lowercase(), format!(" 12-{first}-{second} ")] {
            let expected = Some((TOURNAMENT, key.letters(FIRST, EntryNo(3))));
            assert_eq!(parse_seat_code(&typed), expected, "{typed}");
        }
        let long = format!("{code}2");
        for typed in ["", "12", "12-", letters, "-K7QX2M9RTA", "+12-K7QX2M9RTA", &long] {
            assert_eq!(parse_seat_code(typed), None, "{typed}");
        }
        for wrong in ["12-K7QX2M9RT0", "12-K7QX2M9RTI", "12-K7QX2M9RTÄ", "x-K7QX2M9RTA"] {
            assert_eq!(parse_seat_code(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_entry_of_every_key_and_issue_has_a_code_of_its_own() {
        let keys = [SeatKey::new([1; 32]), SeatKey::new([2; 32])];
        let all = |key: &SeatKey, issue: Issue| -> Vec<String> {
            (1..=1_000).map(|entry| key.code(TOURNAMENT, issue, EntryNo(entry))).collect()
        };
        let issues = [FIRST, Issue(7), Issue(8)];
        let of_key = |key: &SeatKey| issues.map(|issue| all(key, issue)).concat();
        let codes: Vec<String> = keys.iter().flat_map(of_key).collect();
        assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), 6_000);
        let used: BTreeSet<char> = codes.iter().flat_map(|code| code[3..].chars()).collect();
        assert_eq!(used.len(), LETTERS.len());
        assert_eq!(all(&keys[0], FIRST), codes[..1_000], "the same key repeats them");
    }

    #[test]
    fn no_code_and_no_key_is_printed() {
        let key = SeatKey::new([7; 32]);
        assert_eq!(
            format!("{key:?} {:?}", key.letters(FIRST, EntryNo(1))),
            "SeatKey(…) SeatLetters(…)"
        );
    }
}
