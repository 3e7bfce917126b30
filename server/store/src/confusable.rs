//! Names that look like another. See Unicode Technical Standard #39, "Unicode Security Mechanisms".

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::UnicodeEmoji as _;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _, skeleton as skeleton_of};

/// Returns a text that is the same for all names that look alike: `Alice`, `AIice`, `alice` and
/// `ａｌｉｃｅ` share one. Hyphens, underscores and spaces count as the same character, as do i and l,
/// whose capitals and small letters look like each other. Dots, apostrophes and the shades of an
/// emoji do not count: `O'Brien` looks like `OBrien`.
#[must_use]
pub fn skeleton(name: &str) -> String {
    let is_slight = |c: char| matches!(c, '.' | '\'' | '\u{2019}' | EMOJI_STYLE) || is_skin_tone(c);
    let normal: String = name.nfkc().filter(|c| !is_slight(*c)).collect();
    // Capital I looks like l, and m like rn, so the skeleton differs before and after
    // the change of case.
    let lowered: String = skeleton_of(&normal).flat_map(char::to_lowercase).collect();
    let same = |c| match c {
        '_' | '-' | ' ' => '_',
        'i' => 'l',
        other => other,
    };
    skeleton_of(&lowered).flat_map(char::to_lowercase).map(same).collect()
}

/// Returns `true` for a letter or digit that names may use. Invisible letters and letters of
/// dead scripts are excluded.
#[must_use]
pub fn is_common(letter: char) -> bool {
    letter.identifier_allowed()
}

/// Returns `true` for a mark that belongs to the letter before it, such as a vowel sign of Hindi.
#[must_use]
pub fn is_mark(c: char) -> bool {
    is_combining_mark(c) && is_common(c)
}

/// Returns `true` if no two characters of a name could be written as one.
#[must_use]
pub fn is_composed(name: &str) -> bool {
    unicode_normalization::is_nfc(name)
}

/// Composes a letter and its marks into one character where there is one.
#[must_use]
pub fn composed(name: &str) -> String {
    name.nfc().collect()
}

/// Asks for the colored picture of the character before it.
const EMOJI_STYLE: char = '\u{fe0f}';
/// Joins emoji into one picture.
const JOINER: char = '\u{200d}';
/// Signs that could pass for the seal of a room, such as check marks, stars, shields and crowns.
const SEALS: &str = "\u{2611}\u{2705}\u{2713}\u{2714}\u{2b50}\u{1f31f}\u{1f396}\u{1f451}\u{1f46e}\u{1f530}\u{1f575}\u{1f6e1}";

fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1f3fb}'..='\u{1f3ff}')
}

fn is_letter_of_flag(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// Returns `true` for a picture that may stand behind a name. Digits, arrows and signs such as
/// `\u{a9}` are emoji for Unicode, but not here.
fn is_picture(c: char) -> bool {
    let is_part = is_skin_tone(c) || is_letter_of_flag(c);
    c >= '\u{231a}' && c.is_emoji_char() && !is_part && !SEALS.contains(c)
}

/// Splits the emoji behind a name off, without the space between them. Returns the name and
/// the number of emoji; what is not well formed stays with the name.
#[must_use]
pub fn without_emoji(name: &str) -> (&str, usize) {
    let is_part = |c: char| {
        is_picture(c)
            || is_skin_tone(c)
            || is_letter_of_flag(c)
            || matches!(c, EMOJI_STYLE | JOINER)
    };
    let before = name.trim_end_matches(is_part);
    let emoji = &name[before.len()..];
    match count_emoji(emoji) {
        Some(0) | None => (name, 0),
        Some(count) => (before.strip_suffix(' ').unwrap_or(before), count),
    }
}

/// Returns the number of emoji in a text; `None` if there is anything else in it. See
/// Unicode Technical Standard #51, "Unicode Emoji", ED-17.
fn count_emoji(text: &str) -> Option<usize> {
    let mut rest = text.chars().peekable();
    let mut count = 0;
    while let Some(first) = rest.next() {
        count += 1;
        if is_letter_of_flag(first) {
            rest.next_if(|c| is_letter_of_flag(*c))?;
            continue;
        }
        let mut picture = first;
        loop {
            if !is_picture(picture) {
                return None;
            }
            rest.next_if(|c| *c == EMOJI_STYLE);
            rest.next_if(|c| is_skin_tone(*c));
            if rest.next_if_eq(&JOINER).is_none() {
                break;
            }
            picture = rest.next()?;
        }
    }
    Some(count)
}

/// Returns `true` if all letters belong to one writing system, such as Latin, Cyrillic or Japanese.
#[must_use]
pub fn is_of_one_script(name: &str) -> bool {
    name.is_single_script()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_share_a_skeleton() {
        let alike: [&[&str]; 7] = [
            &["Alice", "AIice", "alice", "\u{ff21}lice"],
            &["Alice_A", "Alice A", "ALICE-a"],
            &["Ace", "\u{410}\u{421}\u{415}"],
            &["Mia", "rnia", "mia"],
            &["O'Brien", "O\u{2019}Brien", "OBrien"],
            &["Anna", "Anna.", "anna"],
            &["Anna \u{1f44d}", "Anna \u{1f44d}\u{1f3fd}", "anna_\u{1f44d}\u{fe0f}"],
        ];
        for names in alike {
            for name in names {
                assert_eq!(skeleton(name), skeleton(names[0]), "{name}");
            }
        }
        let bots = [
            ("bot-1-11", "bot-11-1"),
            ("Ann", "Anna"),
            ("Bot 1", "Bot 2"),
            ("Anna", "Anna \u{1f436}"),
        ];
        for (one, other) in bots {
            assert_ne!(skeleton(one), skeleton(other));
        }
    }

    #[test]
    fn emoji_stand_behind_a_name() {
        for (name, expected) in [
            ("Anna \u{1f436}", ("Anna", 1)),
            ("Anna\u{2764}\u{fe0f}", ("Anna", 1)),
            ("Anna \u{1f44d}\u{1f3fd}\u{2660}", ("Anna", 2)),
            // A family, joined, and a flag.
            ("Anna \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", ("Anna", 1)),
            ("Anna \u{1f1e9}\u{1f1ea}", ("Anna", 1)),
            ("Anna", ("Anna", 0)),
        ] {
            assert_eq!(without_emoji(name), expected, "{name}");
        }
        for name in [
            "Anna \u{1f1e9}",
            "Anna\u{200d}",
            "Anna \u{200d}\u{1f436}",
            "Anna \u{1f436}\u{200d}",
            "Anna\u{fe0f}",
            "Anna \u{1f3fd}",
            "Anna 7",
            "Anna \u{2705}",
            "Anna \u{a9}",
        ] {
            assert_eq!(without_emoji(name), (name, 0), "{name:?}");
        }
    }

    #[test]
    fn scripts_and_invisible_letters() {
        for name in ["Ann", "Ægir Björn", "Дмитрий", "さくらサクラ花", "민준99", "Ann-1_b"]
        {
            assert!(is_of_one_script(name), "{name}");
        }
        assert!(!is_of_one_script("\u{410}lice"), "a Cyrillic A");
        assert!(is_common('é') && is_common('9') && is_common('花'));
        assert!(!is_common('\u{3164}') && !is_common('\u{115f}'));
    }
}
