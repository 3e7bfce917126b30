//! The page about the rulebooks matches them.
use crate::shipped;

use cardroom_casebook::coverage::{Coverage, SHIPPED};
use cardroom_casebook::page::{BOOKS, page};
use std::fs;

#[test]
fn the_page_about_the_rulebooks_is_up_to_date() {
    let text = fs::read_to_string(shipped::root().join("config/rulebooks/tda-2024.toml")).unwrap();
    let coverage = Coverage::read(SHIPPED).unwrap();
    let written = page(&shipped::library(), &text, &coverage);
    let file = shipped::root().join("server/RULEBOOKS.md");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &written).unwrap();
    }
    let there = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        there, written,
        "BLESS=1 cargo test -p cardroom-casebook --test suite page writes it anew"
    );
}

/// Every setting in which a league differs from TDA 2024 is on the page.
#[test]
fn no_difference_is_missing() {
    let there = fs::read_to_string(shipped::root().join("server/RULEBOOKS.md")).unwrap();
    let library = shipped::library();
    let tda = library.settings("tda-2024").unwrap();
    for book in BOOKS.iter().skip(1) {
        for parted in cardroom_rules::differences(tda, library.settings(book.id).unwrap()) {
            let row = format!("| `{}`", parted.left.path);
            assert!(there.contains(&row), "{}: {}", book.id, parted.left.path);
        }
    }
}
