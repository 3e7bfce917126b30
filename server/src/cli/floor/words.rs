//! The English texts of the page, for the terminal: the same words for the same things. This module
//! reads the part of Fluent that they use: variables, and choices by a variable.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The files of texts that the terminal uses.
const FILES: [&str; 6] = [
    include_str!("../../../web/src/words/en/commands.ftl"),
    include_str!("../../../web/src/words/en/floor.ftl"),
    include_str!("../../../web/src/words/en/room.ftl"),
    include_str!("../../../web/src/words/en/ruling.ftl"),
    include_str!("../../../web/src/words/en/tournament.ftl"),
    include_str!("../../../web/src/words/en/word.ftl"),
];

/// Every text by its id.
static TEXTS: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for file in FILES {
        let mut last = None;
        for line in file.lines() {
            let goes_on = line.starts_with([' ', '}']);
            match (line.split_once(" ="), last) {
                (_, Some(id)) if goes_on => {
                    let text = texts.entry(id).or_default();
                    text.push('\n');
                    text.push_str(line);
                }
                (Some((id, text)), _) if !line.starts_with('#') => {
                    last = Some(id);
                    texts.insert(id, text.trim_start().to_owned());
                }
                _ => last = None,
            }
        }
    }
    texts
});

/// A value that a text shows or chooses by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Text(String),
    Number(u64),
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Word {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl Word {
    fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => chips(*number),
        }
    }

    /// Returns `true` if the word chooses the variant with this key.
    fn is(&self, key: &str) -> bool {
        match self {
            Self::Text(text) => text == key,
            Self::Number(number) => key == number.to_string() || (*number == 1 && key == "one"),
        }
    }
}

/// The values of a text, by name.
pub(super) type Given = BTreeMap<&'static str, Word>;

/// Returns the text with this id, or the id if there is none.
pub(super) fn text(id: &str) -> String {
    text_with(id, &Given::new())
}

/// Returns the text with this id and these values in it.
pub(super) fn text_with(id: &str, given: &Given) -> String {
    TEXTS.get(id).map_or_else(|| id.to_owned(), |pattern| filled(pattern, given))
}

/// Fills the values into a text.
pub(super) fn filled(pattern: &str, given: &Given) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (inside, behind) = after.split_at(closing(after));
        rest = behind.strip_prefix('}').unwrap_or_default();
        let (variable, choice) =
            inside.split_once("->").map_or((inside, None), |(name, all)| (name, Some(all)));
        let word = given.get(variable.trim().trim_start_matches('$'));
        match (word, choice) {
            (Some(word), None) => out.push_str(&word.shown()),
            (word, Some(variants)) => out.push_str(&filled(chosen(variants, word), given)),
            (None, None) => {}
        }
    }
    out + rest
}

/// Returns the place of the brace that closes the one before this text.
fn closing(text: &str) -> usize {
    let mut depth = 0_u32;
    for (place, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => return place,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the variant of this word, or the default.
fn chosen<'v>(variants: &'v str, word: Option<&Word>) -> &'v str {
    let mut default = "";
    for line in variants.lines().map(str::trim) {
        let is_default = line.starts_with('*');
        let variant = line.trim_start_matches('*').strip_prefix('[');
        let Some((key, text)) = variant.and_then(|variant| variant.split_once(']')) else {
            continue;
        };
        let text = text.trim_start();
        if word.is_some_and(|word| word.is(key)) {
            return text;
        }
        if is_default {
            default = text;
        }
    }
    default
}

/// Returns a number as the page groups it: 1,200.
pub(super) fn chips(amount: u64) -> String {
    let digits = amount.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns seconds as a clock shows them: 1:30, or 1:00:00.
pub(super) fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let mut shown = String::new();
    if hours > 0 {
        // Writing to a String cannot fail.
        let _ = write!(shown, "{hours}:{minutes:02}:{seconds:02}");
    } else {
        let _ = write!(shown, "{minutes}:{seconds:02}");
    }
    shown
}

/// Returns a list as a sentence has it: "a, b, and c".
pub(super) fn list(of: &[String]) -> String {
    match of {
        [] => String::new(),
        [one] => one.clone(),
        [one, other] => format!("{one} and {other}"),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

/// Returns an identifier of the protocol as ids of texts spell it: `BeforeStart` as "before-start".
pub(super) fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    let mut lower = false;
    for letter in name.chars() {
        if letter.is_uppercase() && lower {
            kebab.push('-');
        }
        lower = letter.is_lowercase();
        kebab.extend(letter.to_lowercase());
    }
    kebab
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_filled_as_the_page_fills_them() {
        let given =
            |seat| Given::from([("name", "Ada".into()), ("table", 3.into()), ("seat", seat)]);
        assert_eq!(text_with("ruling-event-move", &given(0.into())), "moves Ada to table 3");
        let seat = text_with("ruling-event-move", &given(4.into()));
        assert_eq!(seat, "moves Ada to table 3, seat 4");
        let hands = |hands: u64| Given::from([("name", "Ada".into()), ("hands", hands.into())]);
        assert_eq!(text_with("ruling-event-miss-hands", &hands(1)), "makes Ada miss one hand");
        let many = text_with("ruling-event-miss-hands", &hands(1_200));
        assert_eq!(many, "makes Ada miss 1,200 hands");
        assert_eq!(text("tournament-state-OnBreak"), "On break");
        assert_eq!((clock(90), clock(3_661)), ("1:30".to_owned(), "1:01:01".to_owned()));
        assert_eq!(kebab("BalanceNow"), "balance-now");
    }
}
