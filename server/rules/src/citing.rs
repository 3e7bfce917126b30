//! The rules behind settings: the `cite` entries of rulebook files. This module does not know
//! whether a book has a rule of that number, nor what it says.

use std::collections::BTreeMap;
use std::fmt;
use toml::{Table, Value};

/// The source of a setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Citation {
    book: String,
    short: String,
    rules: Vec<String>,
    decisions: Vec<String>,
    reason: Option<String>,
    inherited: bool,
}

/// A citation that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CitationError {
    /// The value is not a string.
    #[error("a citation is a text such as \"43-A, IA-43\"")]
    NotAText,
    /// A part of the citation is empty.
    #[error("a citation names a rule, a decision (\"GAPS G-11\") or a reason (\"spec: ...\")")]
    Empty,
    /// A part cannot be a rule number.
    #[error("\"{0}\" cannot be the number of a rule")]
    NotARule(String),
    /// A part cannot be the number of a decision.
    #[error("\"{0}\" cannot be the number of a decision, such as GAPS G-11")]
    NotADecision(String),
}

impl Citation {
    /// Parses a citation: rules of the book ("43-A, IA-43"), decisions of this room ("GAPS G-11")
    /// and a reason ("spec: ..."), in this order, with "; " between. Each part is optional.
    pub(crate) fn parse(book: &str, short: &str, text: &str) -> Result<Self, CitationError> {
        let mut citation = Self {
            book: book.to_owned(),
            short: short.to_owned(),
            rules: Vec::new(),
            decisions: Vec::new(),
            reason: None,
            inherited: false,
        };
        let (numbers, reason) = match text.split_once("spec:") {
            Some((numbers, reason)) => (numbers.trim_end().trim_end_matches(';'), Some(reason)),
            None => (text, None),
        };
        let says_numbers = !numbers.trim().is_empty();
        for part in numbers.split(';').map(str::trim).filter(|_| says_numbers) {
            match part.strip_prefix("GAPS") {
                Some(list) => {
                    let read = each(list, is_decision, CitationError::NotADecision)?;
                    citation.decisions.extend(read);
                }
                None => citation.rules.extend(each(part, is_rule, CitationError::NotARule)?),
            }
        }
        citation.reason = reason.map(|reason| reason.trim().to_owned());
        let says_nothing = citation.rules.is_empty() && citation.decisions.is_empty();
        match &citation.reason {
            Some(reason) if reason.is_empty() => Err(CitationError::Empty),
            None if says_nothing => Err(CitationError::Empty),
            _ => Ok(citation),
        }
    }

    /// Returns the id of the rulebook whose file contains the citation.
    #[must_use]
    pub fn book(&self) -> &str {
        &self.book
    }

    /// Returns the rule numbers of that book.
    #[must_use]
    pub fn rules(&self) -> &[String] {
        &self.rules
    }

    /// Returns those numbers with the book's short name, such as `TDA 43-A, IA-43`; `None` if
    /// there are no rules.
    #[must_use]
    pub fn numbers(&self) -> Option<String> {
        (!self.rules.is_empty()).then(|| format!("{} {}", self.short, self.rules.join(", ")))
    }

    /// Returns the decisions of this room, such as `G-11`, where the books are silent.
    #[must_use]
    pub fn decisions(&self) -> &[String] {
        &self.decisions
    }

    /// Returns the reason for a choice that rests on more than rules.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// Returns `true` if the rulebook itself is silent and follows the one it extends.
    #[must_use]
    pub fn is_inherited(&self) -> bool {
        self.inherited
    }
}

/// Splits a list, which must not be empty, into valid parts.
fn each(
    list: &str,
    fits: fn(&str) -> bool,
    wrong: fn(String) -> CitationError,
) -> Result<Vec<String>, CitationError> {
    let check = |part: &str| match part {
        "" => Err(CitationError::Empty),
        part if fits(part) => Ok(part.to_owned()),
        part => Err(wrong(part.to_owned())),
    };
    list.split(',').map(|part| check(part.trim())).collect()
}

/// Returns `true` if the text can be a rule number: 43-A, IA-43, RP-10-F, 3d-11, H5-ii, 35-A(7), W.
fn is_rule(text: &str) -> bool {
    let numeral = |letter: char| letter.is_ascii_alphanumeric() || "-()".contains(letter);
    text.len() <= 10
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.contains(|letter: char| letter.is_ascii_digit() || letter.is_ascii_uppercase())
        && text.chars().all(numeral)
}

fn is_decision(text: &str) -> bool {
    let number = text.strip_prefix("G-");
    number.is_some_and(|number| {
        !number.is_empty() && number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Formats the citation for people: "TDA 43-A, IA-43", "TDA 29; GAPS G-11",
/// "TDA 47-A (book silent)".
impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.numbers();
        let decisions =
            (!self.decisions.is_empty()).then(|| format!("GAPS {}", self.decisions.join(", ")));
        let reason = self.reason.as_ref().map(|reason| format!("spec: {reason}"));
        let parts: Vec<String> = [rules, decisions, reason].into_iter().flatten().collect();
        f.write_str(&parts.join("; "))?;
        f.write_str(if self.inherited { " (book silent)" } else { "" })
    }
}

/// The citations of all settings of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Citations(BTreeMap<String, Citation>);

/// A `cite` entry that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cite.{path}: {error}")]
pub struct BadCitation {
    /// The setting it is for.
    pub path: String,
    pub error: CitationError,
}

impl Citations {
    /// Parses the `cite` table of a rulebook file.
    pub(crate) fn parse(book: &str, short: &str, table: &Table) -> Result<Self, BadCitation> {
        let mut citations = BTreeMap::new();
        for (path, value) in leaves(table) {
            let citation = match value.as_str() {
                Some(text) => Citation::parse(book, short, text),
                None => Err(CitationError::NotAText),
            };
            match citation {
                Ok(citation) => citations.insert(path, citation),
                Err(error) => return Err(BadCitation { path, error }),
            };
        }
        Ok(Self(citations))
    }

    /// Adds the citations of the extended rulebook for settings without one.
    pub(crate) fn over(mut self, extended: &Self) -> Self {
        for (path, citation) in &extended.0 {
            let inherited = || Citation { inherited: true, ..citation.clone() };
            self.0.entry(path.clone()).or_insert_with(inherited);
        }
        self
    }

    /// Returns the citation of a setting, such as `min_raise` or `clock.base_ms`.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<&Citation> {
        self.0.get(path)
    }

    /// Returns the cited settings.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// Returns the settings of a table with their paths. Nested tables join their keys with a dot.
pub(crate) fn leaves(table: &Table) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => found.extend(
                leaves(inner).into_iter().map(|(path, value)| (format!("{key}.{path}"), value)),
            ),
            value => found.push((key.clone(), value)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(text: &str) -> Result<String, CitationError> {
        Citation::parse("tda-2024", "TDA", text).map(|citation| citation.to_string())
    }

    #[test]
    fn rules_decisions_and_reasons_are_read_and_said_again() {
        for (text, said) in [
            ("43-A, IA-43", "TDA 43-A, IA-43"),
            ("35-A(7)", "TDA 35-A(7)"),
            ("29; GAPS G-11, G-13", "TDA 29; GAPS G-11, G-13"),
            ("GAPS G-05", "GAPS G-05"),
            ("spec: one each; as all do", "spec: one each; as all do"),
            ("3d-3; spec: open", "TDA 3d-3; spec: open"),
        ] {
            assert_eq!(cited(text).as_deref(), Ok(said));
        }
    }

    #[test]
    fn what_is_no_citation_is_refused() {
        for text in ["", " ", "43-A,", "spec:", "43-A; ", "GAPS ", "; 43"] {
            assert_eq!(cited(text), Err(CitationError::Empty), "{text:?}");
        }
        let rule = |text: &str| Err(CitationError::NotARule(text.to_owned()));
        assert_eq!(cited("see the book"), rule("see the book"));
        assert_eq!(cited("43-A, fair"), rule("fair"));
        assert_eq!(cited("GAPS 11"), Err(CitationError::NotADecision("11".to_owned())));
    }
}
