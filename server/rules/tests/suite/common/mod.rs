//! The shipped rulebooks, for every test.

use cardroom_rules::Library;

/// Every file of `config/rulebooks`.
pub(crate) const BOOKS: [(&str, &str); 7] = [
    ("online", include_str!("../../../../../config/rulebooks/online.toml")),
    ("spotlight", include_str!("../../../../../config/rulebooks/spotlight.toml")),
    ("tda-2024", include_str!("../../../../../config/rulebooks/tda-2024.toml")),
    ("tfpl", include_str!("../../../../../config/rulebooks/tfpl.toml")),
    ("tnpl", include_str!("../../../../../config/rulebooks/tnpl.toml")),
    ("two-minutes", include_str!("../../../../../config/rulebooks/two-minutes.toml")),
    ("wptapl", include_str!("../../../../../config/rulebooks/wptapl.toml")),
];

/// Returns the text of a shipped rulebook.
#[allow(dead_code, reason = "not every test needs a text")]
pub(crate) fn text(id: &str) -> &'static str {
    BOOKS.iter().find(|(book, _)| *book == id).expect("a shipped rulebook").1
}

#[allow(dead_code, reason = "not every test needs all")]
pub(crate) fn library() -> Library {
    Library::parse([], BOOKS).expect("the shipped rulebooks can be used")
}
