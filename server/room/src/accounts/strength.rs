//! Passwords that are too easy to guess. Only new passwords are checked, so
//! existing ones keep working.

use std::fmt;
use zxcvbn::feedback::Warning;
use zxcvbn::{Score, zxcvbn};

/// The least acceptable score: about a million guesses do not find the password.
const LEAST: Score = Score::Two;
/// A name this long may not occur anywhere in a password. A shorter one may occur inside a word.
const LONG_NAME: usize = 4;

/// The reason why a password is too easy to guess, with advice for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weakness {
    /// It is or contains the name.
    HoldsName,
    /// Many people use it or a similar one.
    Common,
    /// It follows the keys of a keyboard, the alphabet or the numbers.
    Sequence,
    /// It repeats the same characters.
    Repeats,
    /// It is a date or a year.
    Date,
    /// It is a single word or a person's name.
    Word,
    /// It is too short for its simplicity.
    Short,
}

impl fmt::Display for Weakness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self {
            Self::HoldsName => "it contains your name",
            Self::Common => "many people use it or one like it",
            Self::Sequence => "it follows the keyboard, the alphabet or the numbers",
            Self::Repeats => "it repeats the same characters",
            Self::Date => "dates and years are among the first guesses",
            Self::Word => "a single word or name is among the first guesses",
            Self::Short => "it is short for what it is made of",
        };
        write!(f, "This password is too easy to guess: {why}. Use three or four unrelated words.")
    }
}

/// Returns why a password is too weak for the player with this name; `None` if it is strong enough.
pub(super) fn weakness(password: &str, name: &str) -> Option<Weakness> {
    if holds(&password.to_lowercase(), &name.to_lowercase()) {
        return Some(Weakness::HoldsName);
    }
    let estimate = zxcvbn(password, &[name, "cardroom", "poker"]);
    if estimate.score() >= LEAST {
        return None;
    }
    use Warning as W;
    Some(match estimate.feedback().and_then(zxcvbn::feedback::Feedback::warning) {
        Some(
            W::ThisIsATop10Password
            | W::ThisIsATop100Password
            | W::ThisIsACommonPassword
            | W::ThisIsSimilarToACommonlyUsedPassword,
        ) => Weakness::Common,
        Some(
            W::StraightRowsOfKeysAreEasyToGuess
            | W::ShortKeyboardPatternsAreEasyToGuess
            | W::SequencesLikeAbcAreEasyToGuess,
        ) => Weakness::Sequence,
        Some(
            W::RepeatsLikeAaaAreEasyToGuess | W::RepeatsLikeAbcAbcAreOnlySlightlyHarderToGuess,
        ) => Weakness::Repeats,
        Some(W::RecentYearsAreEasyToGuess | W::DatesAreOftenEasyToGuess) => Weakness::Date,
        Some(
            W::AWordByItselfIsEasyToGuess
            | W::NamesAndSurnamesByThemselvesAreEasyToGuess
            | W::CommonNamesAndSurnamesAreEasyToGuess,
        ) => Weakness::Word,
        None => Weakness::Short,
    })
}

/// Returns `true` if a password contains a name, both without case. Three letters occur in
/// many words by chance.
fn holds(password: &str, name: &str) -> bool {
    if name.chars().count() >= LONG_NAME {
        return password.contains(name);
    }
    let joins = |c: char| c.is_alphanumeric();
    password.match_indices(name).any(|(at, _)| {
        !password[..at].ends_with(joins) && !password[at + name.len()..].starts_with(joins)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_first_is_too_weak_and_it_says_why() {
        for (password, why) in [
            ("password", Weakness::Common),
            ("P@ssw0rd", Weakness::Common),
            ("12345678", Weakness::Common),
            ("abcdefghijk", Weakness::Sequence),
            ("aaaaaaaaaaaaaaaa", Weakness::Repeats),
            ("24.12.1984", Weakness::Date),
            ("ADA LOVELACE rules", Weakness::HoldsName),
        ] {
            assert_eq!(weakness(password, "Ada Lovelace"), Some(why), "{password}");
        }
        assert!(weakness("cardroom", "Ada").is_some(), "the room's own name is no secret");
        for good in ["seven deuce offsuit", "tK4!vq9#Lw", "vier lila Elefanten"] {
            assert_eq!(weakness(good, "Ada Lovelace"), None, "{good}");
        }
    }

    #[test]
    fn a_short_name_counts_as_a_word_only() {
        assert_eq!(weakness("seven deuce offsuit", "Eve"), None);
        assert_eq!(weakness("deuce-eve-offsuit", "Eve"), Some(Weakness::HoldsName));
        assert_eq!(weakness("seven deuce offsuit", "Deuce"), Some(Weakness::HoldsName));
    }

    #[test]
    fn a_player_reads_why_and_what_to_do() {
        let text = Weakness::HoldsName.to_string();
        assert_eq!(
            text,
            "This password is too easy to guess: it contains your name. Use three or four unrelated \
             words."
        );
    }
}
