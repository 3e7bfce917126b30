//! The mistakes of a configuration, collected so that an operator sees all of them at once. The
//! messages mention no types of the program.

use super::ConfigError;

#[derive(Debug, Default)]
pub(super) struct Mistakes(Vec<ConfigError>);

impl Mistakes {
    /// Adds the mistake of an impossible value.
    pub(super) fn add(&mut self, key: impl Into<String>, reason: impl Into<String>) {
        self.push(ConfigError::Invalid { key: key.into(), reason: reason.into() });
    }

    /// Adds a mistake, or each of several.
    pub(super) fn push(&mut self, error: ConfigError) {
        match error {
            ConfigError::Several(errors) => self.0.extend(errors),
            error => self.0.push(error),
        }
    }

    /// Adds a mistake about `key` unless `holds`.
    pub(super) fn require(&mut self, holds: bool, key: &str, reason: &str) {
        if !holds {
            self.add(key, reason);
        }
    }

    /// Returns the value, or adds the mistakes in its place.
    pub(super) fn take<T>(&mut self, result: Result<T, ConfigError>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Returns `value` if there is no mistake.
    pub(super) fn finish<T>(self, value: T) -> Result<T, ConfigError> {
        if self.0.is_empty() { Ok(value) } else { self.fail() }
    }

    pub(super) fn fail<T>(mut self) -> Result<T, ConfigError> {
        Err(if self.0.len() == 1 { self.0.remove(0) } else { ConfigError::Several(self.0) })
    }
}

/// Rewrites a deserializer's message for people: replaces types of the program by what an operator
/// writes in a file.
pub(super) fn in_plain_words(message: &str) -> String {
    let mut text = message.trim_end().to_owned();
    for (types, words) in [
        (&["u8"][..], "a whole number from 0 to 255"),
        (&["u16"], "a whole number from 0 to 65535"),
        (
            &["u32", "u64", "u128", "usize", "nonzero u32", "nonzero u64"],
            "a whole number, 0 or more",
        ),
        (&["i8", "i16", "i32", "i64", "i128", "isize"], "a whole number"),
        (&["f32", "f64"], "a number"),
        (&["a sequence"], "a list"),
        (&["a map"], "a section of settings"),
        (&["path string"], "a path"),
        (&["socket address"], "an address with a port, such as 127.0.0.1:7777"),
    ] {
        for name in types {
            text = replace_word(&text, &format!("expected {name}"), &format!("expected {words}"));
        }
    }
    for (found, words) in [
        ("invalid type: map", "invalid type: section"),
        ("invalid type: sequence", "invalid type: list"),
        (
            "invalid socket address syntax",
            "expected an address with a port, such as 127.0.0.1:7777",
        ),
    ] {
        text = text.replace(found, words);
    }
    for (kind, words) in [
        ("expected tuple struct ", "expected a value"),
        ("expected newtype struct ", "expected a value"),
        ("expected unit struct ", "expected a value"),
        ("expected struct ", "expected a section of settings"),
        ("expected enum ", "expected one of its values"),
        ("any variant of untagged enum ", "any form that this setting takes"),
    ] {
        text = without_name(&text, kind, words);
    }
    text
}

/// Replaces `from` unless a letter or digit follows it.
fn replace_word(text: &str, from: &str, to: &str) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(from) {
        let is_whole = !after.starts_with(|c: char| c.is_ascii_alphanumeric());
        out.push_str(before);
        out.push_str(if is_whole { to } else { from });
        rest = after;
    }
    out + rest
}

/// Replaces `kind` and the name that follows it.
fn without_name(text: &str, kind: &str, words: &str) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(kind) {
        out.push_str(before);
        out.push_str(words);
        rest = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_type_of_the_program_is_named() {
        for (message, told) in [
            (
                "invalid type: string \"x\", expected u64",
                "invalid type: string \"x\", expected a whole number, 0 or more",
            ),
            (
                "invalid type: integer `5`, expected struct ServerSettings",
                "invalid type: integer `5`, expected a section of settings",
            ),
            ("invalid type: map, expected a sequence", "invalid type: section, expected a list"),
            (
                "data did not match any variant of untagged enum Straddle",
                "data did not match any form that this setting takes",
            ),
            ("expected u8, not u80", "expected a whole number from 0 to 255, not u80"),
            ("missing field `structure`", "missing field `structure`"),
        ] {
            assert_eq!(in_plain_words(message), told);
        }
    }

    #[test]
    fn one_mistake_stands_alone_and_several_stand_together() {
        assert!(Mistakes::default().finish(1).is_ok());
        let mut mistakes = Mistakes::default();
        mistakes.add("a.b", "is wrong");
        assert_eq!(mistakes.finish(1).unwrap_err().to_string(), "a.b: is wrong");
        let mut mistakes = Mistakes::default();
        mistakes.add("a.b", "is wrong");
        mistakes.require(false, "c", "is missing");
        mistakes.require(true, "d", "is fine");
        let error = mistakes.finish(1).unwrap_err().to_string();
        assert_eq!(error, "the configuration has 2 mistakes:\n  a.b: is wrong\n  c: is missing");
    }
}
