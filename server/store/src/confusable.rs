//! Names that look like another. See Unicode Technical Standard #39, "Unicode Security Mechanisms".

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _, skeleton as skeleton_of};

/// Returns a text that is the same for all names that look alike: `Alice`, `AIice`, `alice` and
/// `ａｌｉｃｅ` share one. Hyphens, underscores and spaces count as the same character, as do i and l,
/// whose capitals and small letters look like each other.
#[must_use]
pub fn skeleton(name: &str) -> String {
    let normal: String = name.nfkc().collect();
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
        let alike: [&[&str]; 4] = [
            &["Alice", "AIice", "alice", "\u{ff21}lice"],
            &["Alice_A", "Alice A", "ALICE-a"],
            &["Ace", "\u{410}\u{421}\u{415}"],
            &["Mia", "rnia", "mia"],
        ];
        for names in alike {
            for name in names {
                assert_eq!(skeleton(name), skeleton(names[0]), "{name}");
            }
        }
        let bots = [("bot-1-11", "bot-11-1"), ("Ann", "Anna"), ("Bot 1", "Bot 2")];
        for (one, other) in bots {
            assert_ne!(skeleton(one), skeleton(other));
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
