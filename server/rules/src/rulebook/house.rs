//! Rules for people that no server can check, as texts shown to every entrant. They are not
//! settings; `told` adds the rules that follow from settings.

use serde::{Deserialize, Serialize};

/// A rule that people keep, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseRule {
    /// Book and numbers, such as `TDA 5-A, 5-B`.
    pub rule: String,
    /// The sentence that is shown.
    pub text: String,
}

const LONGEST: usize = 300;
const LONGEST_LANGUAGE: usize = 40;

/// Checks the language spoken at the table.
pub(super) fn validate_language(language: &str) -> Result<(), String> {
    let is_plain = !language.contains(char::is_control) && language.trim() == language;
    if is_plain && language.chars().count() <= LONGEST_LANGUAGE {
        Ok(())
    } else {
        Err(format!("language: a name of at most {LONGEST_LANGUAGE} letters, or \"\""))
    }
}

impl HouseRule {
    /// Returns the rule numbers.
    pub fn numbers(&self) -> impl Iterator<Item = &str> {
        let (_, numbers) = self.rule.split_once(' ').unwrap_or_default();
        numbers.split(',').map(str::trim).filter(|number| !number.is_empty())
    }

    pub(super) fn validate(&self) -> Result<(), String> {
        if self.numbers().next().is_none() {
            return Err(format!(
                "house_rules: \"{}\" names no rule of a book, such as \"TDA 5-A\"",
                self.rule
            ));
        }
        let length = self.text.chars().count();
        if length == 0 || length > LONGEST || self.rule.chars().count() > LONGEST {
            return Err(format!("house_rules: {} has 1 to {LONGEST} letters", self.rule));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(rule: &str, text: &str) -> HouseRule {
        HouseRule { rule: rule.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_language_is_a_short_name() {
        for language in ["", "English", "English or Welsh", "日本語"] {
            assert_eq!(validate_language(language), Ok(()), "{language}");
        }
        for language in [" English", "English\n", &"a".repeat(41)] {
            assert!(validate_language(language).is_err(), "{language:?}");
        }
    }

    #[test]
    fn a_house_rule_names_rules_of_its_book_and_says_something() {
        let phones = rule("TDA 5-A, 5-B", "No calls at the table.");
        assert_eq!(phones.validate(), Ok(()));
        assert_eq!(phones.numbers().collect::<Vec<_>>(), ["5-A", "5-B"]);
        for wrong in [rule("TDA", "No calls."), rule("TDA 5", ""), rule("TDA 5", &"a".repeat(301))]
        {
            assert!(wrong.validate().is_err(), "{wrong:?}");
        }
    }
}
