//! The settings of a rulebook one by one, with the rule behind each, and the differences between
//! two rulebooks. This module does not know the meaning of a setting.

use crate::citing::{Citation, Citations, leaves};
use crate::rulebook::{Rulebook, Use};
use std::fmt::Write as _;
use toml::{Table, Value};

/// One setting of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The path in the file, such as `min_raise` or `clock.base_ms`.
    pub path: String,
    /// The value as in the file, without quotes; "none" for an empty list or text.
    pub value: String,
    pub citation: Citation,
    /// The room's use of the setting.
    pub used: Use,
}

/// A setting with different values in two rulebooks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference<'a> {
    pub left: &'a Setting,
    pub right: &'a Setting,
}

/// The fields that are not settings: the rulebook's names and the house rules.
pub(crate) const NAMES: [&str; 3] = ["id", "name", "house_rules"];

/// Returns the paths and values of a rulebook's settings, in its order.
pub(crate) fn values(rulebook: &Rulebook) -> Result<Vec<(String, String)>, toml::ser::Error> {
    let table = Table::try_from(rulebook)?;
    let settings = leaves(&table).into_iter().filter(|(path, _)| !NAMES.contains(&path.as_str()));
    Ok(settings.map(|(path, value)| (path, as_text(value))).collect())
}

/// Combines values and citations. The error is a path without a citation.
pub(crate) fn cite(
    values: Vec<(String, String)>,
    citations: &Citations,
) -> Result<Vec<Setting>, String> {
    let with_rule = |(path, value): (String, String)| match citations.of(&path) {
        Some(citation) => {
            Ok(Setting { citation: citation.clone(), used: Use::of(&path), path, value })
        }
        None => Err(path),
    };
    values.into_iter().map(with_rule).collect()
}

fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(as_text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Returns the differences between two rulebooks. Both lists are complete, as
/// the library returns them.
///
/// # Panics
/// Panics if the lists do not name the same settings in the same order.
#[must_use]
pub fn differences<'a>(left: &'a [Setting], right: &'a [Setting]) -> Vec<Difference<'a>> {
    let pairs = left.iter().zip(right).inspect(|(left, right)| {
        assert_eq!(left.path, right.path, "two rulebooks have the same settings in the same order");
    });
    let parted = pairs.filter(|(left, right)| left.value != right.value);
    parted.map(|(left, right)| Difference { left, right }).collect()
}

/// Warns of each setting that a book changes although the room does the same under every value. A
/// book that replaces a shipped one changes the settings with other values than its `shipped` ones.
/// Any other book changes what its own file sets.
#[must_use]
pub fn changes_without_effect(
    book: &str,
    settings: &[Setting],
    shipped: Option<&[Setting]>,
) -> Vec<String> {
    let is_changed = |setting: &Setting| match shipped {
        Some(shipped) => {
            let before = shipped.iter().find(|before| before.path == setting.path);
            before.is_none_or(|before| before.value != setting.value)
        }
        None => !setting.citation.is_inherited(),
    };
    let warning = |setting: &Setting| {
        let path = &setting.path;
        let what = match setting.used {
            Use::Enforced => return None,
            Use::Fixed => "only cites the rule for it",
            Use::Told => "only tells it to people",
        };
        Some(format!("{book} sets {path}: the room {what}, and does the same under every value."))
    };
    settings.iter().filter(|setting| is_changed(setting)).filter_map(warning).collect()
}

/// Formats a rulebook for people: a line for each setting with its value and rule, and a mark if
/// it is not enforced.
#[must_use]
pub fn show(rulebook: &Rulebook, settings: &[Setting]) -> String {
    let path_width = widest(settings.iter().map(|setting| &setting.path));
    let value_width = widest(settings.iter().map(|setting| &setting.value));
    let mut text = format!("{}: {}\n\n", rulebook.id, rulebook.name);
    for Setting { path, value, citation, used } in settings {
        let mark = used.word().map(|word| format!(" [{word}]")).unwrap_or_default();
        writeln!(text, "{path:path_width$}  {value:value_width$}  {citation}{mark}")
            .expect("a text can always grow");
    }
    text
}

/// Formats the differences for people: both values and both rules below each setting.
#[must_use]
pub fn show_differences(
    (left, right): (&Rulebook, &Rulebook),
    differences: &[Difference<'_>],
) -> String {
    let id_width = widest([&left.id, &right.id]);
    let both = differences.iter().flat_map(|parted| [&parted.left.value, &parted.right.value]);
    let value_width = widest(both);
    let mut text = String::new();
    for difference in differences {
        let sides = [(left, difference.left), (right, difference.right)];
        writeln!(text, "{}", difference.left.path).expect("a text can always grow");
        for (book, Setting { value, citation, .. }) in sides {
            writeln!(text, "    {:id_width$}  {value:value_width$}  {citation}", book.id)
                .expect("a text can always grow");
        }
    }
    match differences.len() {
        0 => text.push_str("No setting differs.\n"),
        1 => text.push_str("\n1 setting differs.\n"),
        count => writeln!(text, "\n{count} settings differ.").expect("a text can always grow"),
    }
    text
}

fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    texts.into_iter().map(|text| text.chars().count()).max().unwrap_or_default()
}
