//! Codes of private tables and tournaments: ten letters and digits that cannot be confused. This
//! module draws and parses them; the office knows where one leads.

use crate::entropy::Entropy;

/// Without 0 and O, 1, I and L.
const LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// The length of a code. There are more than 2^49 codes, and wrong guesses are counted.
const LENGTH: usize = 10;
/// Separators that people type between the letters.
const BETWEEN: [char; 3] = ['-', ' ', '\u{2010}'];

/// Draws a code that cannot be guessed.
pub(super) fn draw(entropy: &Entropy) -> String {
    let letters = LETTERS.len() as u64;
    // Numbers above the last multiple would make some letters more frequent than others.
    let fair = u64::MAX - u64::MAX % letters;
    let mut code = String::with_capacity(LENGTH);
    while code.len() < LENGTH {
        let drawn = entropy.number();
        if drawn < fair {
            let place = usize::try_from(drawn % letters).unwrap_or_default();
            code.push(char::from(LETTERS[place]));
        }
    }
    code
}

/// Parses a typed code; `None` if it cannot be one.
pub(super) fn read(typed: &str) -> Option<String> {
    let mut code = String::with_capacity(LENGTH);
    for letter in typed.chars().filter(|letter| !BETWEEN.contains(letter)) {
        let letter = letter.to_ascii_uppercase();
        let known = u8::try_from(letter).is_ok_and(|letter| LETTERS.contains(&letter));
        if !known || code.len() == LENGTH {
            return None;
        }
        code.push(letter);
    }
    (code.len() == LENGTH).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_code_is_read_as_people_type_it_and_nothing_else_is_one() {
        for typed in ["K7QX2M9RTA", "k7qx2-m9rta", " K7QX2 M9RTA "] {
            assert_eq!(read(typed).as_deref(), Some("K7QX2M9RTA"), "{typed}");
        }
        for typed in ["", "K7QX2M9RT", "K7QX2M9RTAB", "K7QX2M9RT0", "K7QX2M9RTI", "K7QX2M9RTÄ"] {
            assert_eq!(read(typed), None, "{typed}");
        }
    }

    #[test]
    fn codes_differ_use_every_letter_and_come_back_as_they_are_drawn() {
        let entropy = Entropy::from_seed([7; 32]);
        let codes: BTreeSet<String> = (0..1_000).map(|_| draw(&entropy)).collect();
        assert_eq!(codes.len(), 1_000);
        let used: BTreeSet<char> = codes.iter().flat_map(|code| code.chars()).collect();
        assert_eq!(used.len(), LETTERS.len());
        assert!(codes.iter().all(|code| read(code).as_ref() == Some(code)));
    }
}
