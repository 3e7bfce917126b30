//! The page about the rulebooks matches them.
use crate::shipped;

use cardroom_casebook::coverage::{Coverage, SHIPPED};
use cardroom_casebook::mutate::{Known, mutate};
use cardroom_casebook::page::{BOOKS, page};
use cardroom_casebook::proof::rules_of;
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

/// The example of a rulebook can be used, and its case proves its rule.
#[test]
fn the_example_of_a_rulebook_works() {
    let page = fs::read_to_string(shipped::root().join("server/RULEBOOKS.md")).unwrap();
    let mut blocks = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let (book, cases) = (blocks.next().unwrap(), blocks.next().unwrap());
    let library = shipped::library_with(&[("harbor", book)]);
    let report = cardroom_casebook::cases::run(cases, &library, &[]).unwrap();
    assert!(report.holds() && report.passed == ["harbor-4-double"], "{report}");
    let report = cardroom_casebook::cases::run(blocks.next().unwrap(), &library, &[]).unwrap();
    assert!(report.holds(), "{report}");
    assert_eq!(report.passed, ["harbor-12-bounty", "harbor-13-points"]);
    let cases: Vec<_> =
        cardroom_casebook::cases::read(cases).unwrap().into_iter().map(Result::unwrap).collect();
    let rules = rules_of(&library, "harbor", &cases).unwrap();
    let lines: Vec<String> = rules.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "4        case       min_raise | harbor-4-double",
            "7        OPEN       called_clock.base_seconds",
            "9        no setting language",
        ]
    );
    let noticed = mutate(&library, "harbor", &cases, &Known::default(), None).unwrap();
    let missed = |fault: &String| fault.contains("called_clock.base_seconds");
    assert!(!noticed.faults().is_empty() && noticed.faults().iter().all(missed), "{noticed}");
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
