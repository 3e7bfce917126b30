//! Rules for names and labels, made-up names for guests, and the names of guests whose wish is
//! taken.

mod reserved;

use crate::confusable;
use cardroom_protocol::limits::{MAX_LABEL_CHARS, MAX_NAME_CHARS, MIN_NAME_CHARS};

/// The most emoji behind a name.
const MOST_EMOJI: usize = 3;
/// The most marks of a single letter. More would grow over the lines above and below.
const MOST_MARKS: usize = 3;

/// The prefix of the names that the room makes for guests.
const GUEST_PREFIX: &str = "guest-";

/// Returns `true` if a player may open an account under a name. A name consists of letters and
/// digits with `-`, `_`, `.`, `&`, apostrophes and single spaces among them, and emoji behind. It
/// does not look like a name of the room. Unless `mixed_scripts` is set, the letters are of one
/// script.
pub(super) fn is_acceptable(name: &str, mixed_scripts: bool) -> bool {
    has_form(name)
        && !reserved::speaks_for_the_room(name)
        && !name.to_lowercase().starts_with(GUEST_PREFIX)
        && !looks_like_a_made_up_name(name)
        && (mixed_scripts || confusable::is_of_one_script(name))
}

/// Returns `true` if the room itself may open an account under a name.
pub(super) fn has_form(name: &str) -> bool {
    let (words, emoji) = confusable::without_emoji(name);
    let letters = words.chars().filter(|c| is_letter(*c)).count();
    let spaces_are_single_and_inside =
        !words.starts_with(' ') && !words.ends_with(' ') && !words.contains("  ");
    name.chars().count() <= MAX_NAME_CHARS
        && letters >= MIN_NAME_CHARS
        && emoji <= MOST_EMOJI
        && words.chars().all(|c| is_letter(c) || confusable::is_mark(c) || is_sign(c))
        && confusable::is_composed(words)
        && spaces_are_single_and_inside
        && signs_are_among_letters(words)
        && marks_follow_letters(words)
}

/// Writes a name the way it is stored: letters composed with their marks, and single spaces inside.
pub(super) fn tidy(name: &str) -> String {
    let words = confusable::composed(name);
    words.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns what a player is called whose name is taken: `Anna 2`, with the emoji behind it.
pub(super) fn numbered(name: &str, number: u64) -> String {
    let (words, _) = confusable::without_emoji(name);
    let emoji = &name[words.len()..];
    let number = format!(" {number}");
    let words = shortened(words, MAX_NAME_CHARS.saturating_sub(chars(&number) + chars(emoji)));
    format!("{words}{number}{emoji}")
}

/// Returns the name of a guest who shares it with other guests: `Anna#2`. No player can choose a
/// name with a `#`. Pages leave the number out until another Anna comes to the table.
pub(super) fn tagged(name: &str, number: u64) -> String {
    let tag = format!("#{number}");
    let name = shortened(name, MAX_NAME_CHARS.saturating_sub(chars(&tag)));
    format!("{name}{tag}")
}

/// Cuts a name off after this many characters, and does not leave a part of an emoji behind.
fn shortened(name: &str, most: usize) -> String {
    if chars(name) <= most {
        return name.to_owned();
    }
    let (words, _) = confusable::without_emoji(name);
    let cut: String = words.chars().take(most).collect();
    cut.trim_end_matches(is_sign).to_owned()
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

fn is_sign(c: char) -> bool {
    matches!(c, '-' | '_' | ' ') || is_slight_sign(c)
}

fn is_slight_sign(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '&' | '.')
}

/// Returns `true` if every apostrophe is between letters, every dot follows one, and every `&`
/// joins two words or letters.
fn signs_are_among_letters(words: &str) -> bool {
    let all: Vec<char> = words.chars().collect();
    let is_part = |c: Option<&char>| c.is_some_and(|c| is_letter(*c) || confusable::is_mark(*c));
    let is_beside = |c: Option<&char>| c == Some(&' ') || is_part(c);
    all.iter().enumerate().filter(|(_, c)| is_slight_sign(**c)).all(|(place, sign)| {
        let before = place.checked_sub(1).and_then(|before| all.get(before));
        let after = all.get(place + 1);
        match sign {
            '.' => is_part(before),
            '&' => is_beside(before) && is_beside(after),
            _ => is_part(before) && is_part(after),
        }
    })
}

fn marks_follow_letters(words: &str) -> bool {
    let mut marks = MOST_MARKS;
    words.chars().all(|c| {
        marks = match c {
            c if confusable::is_mark(c) => marks + 1,
            c if is_letter(c) => 0,
            _ => MOST_MARKS,
        };
        marks <= MOST_MARKS
    })
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
    c.is_alphanumeric() && confusable::is_common(c) && !confusable::is_mark(c)
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
        for name in
            ["Ann", "Bo", "李娜", "Ægir Björn", "x_X-99", "a b c", "Doyle Brunson the 2nd ok"]
        {
            assert!(is_acceptable(name, false), "{name}");
        }
        let too_long = "a".repeat(25);
        for name in [
            "",
            "a",
            "7",
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
    fn signs_stand_among_letters() {
        for name in [
            "O'Brien",
            "O\u{2019}Brien",
            "Anna & Max",
            "A&M",
            "J.R. Ewing",
            "Dr. No",
            "Jean-Luc",
            "St. John's Wood",
        ] {
            assert!(is_acceptable(name, false), "{name}");
        }
        for name in [
            "'Anna",
            "Anna'",
            "''''",
            "&&",
            "Anna &",
            "& Max",
            "Anna && Max",
            "..",
            ".Anna",
            "A..B",
            "Anna ' Max",
            "O''Brien",
            "Anna#2",
            "#2",
            "Anna (bot)",
            "<b>",
            "a\"b",
            "Anna, Max",
        ] {
            assert!(!is_acceptable(name, false), "{name}");
        }
    }

    #[test]
    fn names_of_all_scripts_are_names_and_marks_belong_to_letters() {
        for name in [
            "נועה",
            "דוד בן-גוריון",
            "محمد",
            "فاطمة الزهراء",
            "آرش",
            "प्रिया",
            "สมชาย",
            "வாணி",
            "Дмитрий",
            "Ελένη",
            "Nguyễn Thị",
            "さくら",
            "민준",
        ] {
            assert!(is_acceptable(&tidy(name), false), "{name}");
        }
        for name in [
            "An\u{317}\u{317}\u{317}\u{317}na",
            "\u{64b}محمد",
            "נועה\u{202e}",
            "\u{2067}נועה\u{2069}",
            "נו\u{200f}עה",
            "Ann\u{61c}a",
            "An\u{200d}na",
            "An\u{feff}na",
            "Ann\u{430}",
            "Max\u{5d0}\u{5d1}",
        ] {
            assert!(!is_acceptable(name, false), "{name:?}");
        }
        assert_eq!(tidy("  A\u{301}nna   B "), "\u{c1}nna B", "as a keyboard may send it");
    }

    #[test]
    fn up_to_three_emoji_stand_behind_a_name() {
        for name in
            ["Anna 🐶", "Bo♠", "Anna ❤️", "Anna 👩‍💻", "Max 👍🏽", "נועה 🌊", "Anna 🇩🇪", "Anna 🐶🐱🐭"]
        {
            assert!(is_acceptable(name, false), "{name}");
        }
        for name in [
            "🐶",
            "🐶🐶🐶",
            "🐶 Anna",
            "An🐶na",
            "A 🐶",
            "Anna 🐶🐱🐭🐹",
            "Anna  🐶",
            "Anna 🐶 🐱",
            "Dealer 🎲",
            "Guest-1 🐶",
            "Anna ✅",
            "Anna 👑",
        ] {
            assert!(!is_acceptable(name, false), "{name}");
        }
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        assert_eq!(numbered("Anna", 2), "Anna 2");
        assert_eq!(numbered("Anna 🐶", 12), "Anna 12 🐶");
        assert_eq!(tagged("Anna 🐶", 3), "Anna 🐶#3");
        let long = "Maximilian von und zu Ha";
        assert_eq!(numbered(long, 22), "Maximilian von und zu 22");
        assert_eq!(tagged("Maximilian von und zu 👩‍💻", 27), "Maximilian von und zu#27");
        for name in [numbered("Anna 🐶", 12), numbered(long, 123_456)] {
            assert!(is_acceptable(&name, false), "{name}");
        }
        assert!(!has_form(&tagged("Anna", 2)), "nobody chooses such a name");
    }

    #[test]
    fn nobody_has_a_name_that_the_room_makes() {
        for name in ["guest-1", "Guest_1", "Guest O1", "Erased #87"] {
            assert!(!is_acceptable(name, false), "{name}");
        }
        assert!(tagged("Erased", 87) != "Erased #87", "nor a guest whose wish is taken");
        assert!(is_acceptable("Guesty", false) && is_acceptable("Guest of Ann", false));
        assert!(is_acceptable("Erased 87", false));
        assert!(is_acceptable("\u{410}nn", true), "where the operator lets scripts be mixed");
        assert!(has_form("Dealer"), "the room itself may");
    }

    #[test]
    fn the_names_of_guests_have_the_form_of_names() {
        let name = guest_name(u64::MAX);
        assert!(has_form(&name) && name.to_lowercase().starts_with(GUEST_PREFIX), "{name}");
    }
}
