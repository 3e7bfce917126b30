//! Rules for names and labels, and made-up names for guests.

use crate::confusable;
use cardroom_protocol::limits::{MAX_LABEL_CHARS, MAX_NAME_CHARS};

const MIN_NAME_CHARS: usize = 3;

/// Names with which a player could pose as the room.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "bank",
    "cardroom",
    "cashier",
    "dealer",
    "director",
    "floor",
    "floorman",
    "host",
    "house",
    "moderator",
    "room",
    "root",
    "server",
    "support",
    "system",
];

/// The prefix of the names that the room makes for guests.
const GUEST_PREFIX: &str = "guest-";

/// Returns `true` if a player may open an account under a name. A name consists of letters, digits,
/// `-` and `_`, with single spaces inside, and does not look like a name of the room. The letters
/// are of one script, unless `mixed_scripts` is set.
pub(super) fn is_acceptable(name: &str, mixed_scripts: bool) -> bool {
    let letters: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let looks_like = confusable::skeleton(&letters);
    let is_reserved = RESERVED.iter().any(|word| confusable::skeleton(word) == looks_like);
    has_form(name)
        && !is_reserved
        && !name.to_lowercase().starts_with(GUEST_PREFIX)
        && !looks_like_a_made_up_name(name)
        && (mixed_scripts || confusable::is_of_one_script(name))
}

/// Returns `true` if the room itself may open an account under a name.
pub(super) fn has_form(name: &str) -> bool {
    let length = name.chars().count();
    let spaces_are_single_and_inside =
        !name.starts_with(' ') && !name.ends_with(' ') && !name.contains("  ");
    (MIN_NAME_CHARS..=MAX_NAME_CHARS).contains(&length)
        && name.chars().all(|c| is_letter(c) || matches!(c, '-' | '_' | ' '))
        && name.chars().any(char::is_alphanumeric)
        && spaces_are_single_and_inside
}

/// Returns `true` for a name such as `Guest_0O1`, which looks like one that the
/// room makes for guests.
fn looks_like_a_made_up_name(name: &str) -> bool {
    let looks_like = confusable::skeleton(name);
    let number = looks_like.strip_prefix(&confusable::skeleton(GUEST_PREFIX));
    let digits = confusable::skeleton("0123456789");
    number.is_some_and(|number| number.chars().all(|digit| digits.contains(digit)))
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && confusable::is_common(c)
}

pub(super) fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL_CHARS).contains(&label.chars().count())
        && !label.chars().any(char::is_control)
        && label.trim() == label
}

/// Makes a name from a drawn number, for a guest who has none.
pub(super) fn guest_name(number: u64) -> String {
    format!("{}{:06}", "Guest-", number % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_letters_digits_and_single_spaces_inside() {
        for name in ["Ann", "Ægir Björn", "x_X-99", "a b c", "Doyle Brunson the 2nd ok"] {
            assert!(is_acceptable(name, false), "{name}");
        }
        let too_long = "a".repeat(25);
        for name in [
            "",
            "ab",
            " Ann",
            "Ann ",
            "A  nn",
            "Ann\t",
            "An\u{200b}n",
            "Ann!",
            "A\u{301}nn",
            "---",
            "An/n",
            "😀😀😀",
            "Ann\u{3164}",
            "\u{115f}Ann",
            "\u{410}nn",
            &too_long,
        ] {
            assert!(!is_acceptable(name, false), "{name:?}");
        }
    }

    #[test]
    fn nobody_speaks_for_the_room() {
        for name in [
            "admin",
            "Admin",
            "A-d-m-i-n",
            "_dealer_",
            "The House".trim_start_matches("The "),
            "guest-1",
            "Guest_1",
            "Guest O1",
            "\u{ff21}dmin",
            "deaIer",
            "F_l_o_o_r",
        ] {
            assert!(!is_acceptable(name, false), "{name}");
        }
        assert!(is_acceptable("Dealer99", false) && is_acceptable("Guesty", false));
        assert!(is_acceptable("Guest of Ann", false));
        assert!(is_acceptable("\u{410}nn", true), "where the operator lets scripts be mixed");
        assert!(has_form("Dealer"), "the room itself may");
    }

    #[test]
    fn the_names_of_guests_have_the_form_of_names() {
        let name = guest_name(u64::MAX);
        assert!(has_form(&name) && name.to_lowercase().starts_with(GUEST_PREFIX), "{name}");
    }
}
