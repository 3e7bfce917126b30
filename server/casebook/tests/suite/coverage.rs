//! Every rule of every book has a standing, and the cases and tests that prove it exist.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that cannot go on has failed")]

use crate::shipped;

use cardroom_casebook::cases;
use cardroom_casebook::coverage::{Coverage, SHIPPED, Standing};
use std::collections::BTreeMap;
use std::fs;

#[test]
fn every_row_is_proven_by_what_is_there() {
    let coverage = Coverage::read(SHIPPED).unwrap();
    let source = |file: &str| fs::read_to_string(shipped::root().join(file)).ok();
    let library = shipped::library();
    let told = |book: &str| {
        let id = if book == "tda" { "tda-2024" } else { book };
        let rules = library.rulebook(id).unwrap().house_rules.iter();
        // The book's own entry. TDA's applies if the book has none.
        let name = match book {
            "spotlight" => "SPOT".to_owned(),
            "wptapl" => "WPT".to_owned(),
            other => other.to_uppercase(),
        };
        let own = rules.filter(|rule| rule.rule.split(' ').next() == Some(name.as_str()));
        own.flat_map(|rule| rule.numbers().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let faults = coverage.faults(source, told);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    println!("{}", coverage.told(None).lines().last().unwrap());
}

/// Every case holds under each book of its `also` list.
#[test]
fn every_case_holds_under_each_of_its_books() {
    let coverage = Coverage::read(SHIPPED).unwrap();
    let library = shipped::library();
    let mut failed = Vec::new();
    for book in coverage.books() {
        let mut count = 0;
        for case in coverage.cases_under(book) {
            count += 1;
            failed.extend(cases::play(&case, &library).err().map(|failure| failure.to_string()));
        }
        println!("{book}: {count} cases");
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Books, with the rules that each has about a topic.
type Rules = BTreeMap<String, Vec<String>>;

/// Reads the rows of the source matrix: id, topic, class and rules.
fn handed_over(matrix: &str) -> Vec<(String, String, String, Rules)> {
    let (rows, _) = matrix.split_once("\n## 15.").unwrap();
    let rows = rows.lines().filter(|line| line.starts_with("| R0") || line.starts_with("| R1"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let rules = cells[2].split("<br>").map(|book| {
            let (name, ids) = book.trim_start_matches("**").split_once("** ").unwrap();
            let name = match name {
                "SPOT" => "spotlight".to_owned(),
                "WPT" => "wptapl".to_owned(),
                other => other.to_lowercase(),
            };
            (name, ids.split(", ").map(str::to_owned).collect())
        });
        (cells[0].to_owned(), cells[1].to_owned(), cells[4].to_owned(), rules.collect())
    })
    .collect()
}

#[test]
fn no_row_is_missing_or_has_other_rules() {
    let coverage = Coverage::read(SHIPPED).unwrap();
    assert_eq!(coverage.rows.len(), 180);
    let Some(matrix) = shipped::shared("rulebooks/MATRIX.md") else { return };
    let handed = handed_over(&matrix);
    assert_eq!(handed.len(), 180);
    for (id, topic, class, rules) in handed {
        let row = coverage.rows.iter().find(|row| row.id == id);
        let row = row.unwrap_or_else(|| panic!("{id} {topic} is missing"));
        assert_eq!((&row.topic, &row.class, &row.rules), (&topic, &class, &rules), "{id}");
    }
}

/// A case that no row names proves no rule.
#[test]
fn every_case_is_named_by_a_row() {
    let coverage = Coverage::read(SHIPPED).unwrap();
    for case in shipped::all_cases() {
        let named = coverage.rows.iter().any(|row| row.cases.contains(&case.id));
        assert!(named, "{} is named by no row", case.id);
    }
}

/// Rules without any coverage. The number may only go down.
const OPEN: usize = 0;

#[test]
fn no_more_rules_are_open_than_are_known() {
    let mut coverage = Coverage::read(SHIPPED).unwrap();
    coverage.prove(&shipped::library()).unwrap();
    let answers = coverage.answers();
    let open = answers.iter().filter(|answer| answer.standing == Standing::Open);
    let open: Vec<String> =
        open.map(|answer| format!("{} {} ({})", answer.book, answer.rule, answer.row.id)).collect();
    assert_eq!(open.len(), OPEN, "change OPEN, or answer these: {}", open.join(", "));
    assert_eq!(coverage.is_open(None), !open.is_empty());
}

/// The list of rules without a setting is what the citations say.
#[test]
fn a_rule_without_a_setting_says_so() {
    let mut coverage = Coverage::read(SHIPPED).unwrap();
    coverage.prove(&shipped::library()).unwrap();
    let faults = coverage.no_setting_faults();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A case counts for a rule only if a setting that cites the rule matters to it.
#[test]
fn a_case_that_overrides_the_setting_proves_nothing() {
    let mut coverage = Coverage::read(SHIPPED).unwrap();
    coverage.prove(&shipped::library()).unwrap();
    let proves =
        |book: &str, case: &str, rule: &str| coverage.proofs(book).unwrap().proves(case, rule);
    // The case sets a moving button, so that the book's dead button does not matter to it.
    assert!(!proves("spotlight", "x-moving-button", "4a-3"));
    assert!(proves("spotlight", "n-tda-dead-button-two-busts", "4a-3"));
    // The case sets the cap on raises itself.
    assert!(!proves("tda", "x-tda-limit-cap", "48"));
    assert!(proves("tda", "r-tda-limit-three-raises", "48"));
    // No setting carries the rule on calls with too many chips, which is the same in every book.
    assert!(coverage.proofs("tda").unwrap().has_no_setting("59-A"));
}

/// A rule that is proven only under another book is open.
#[test]
fn what_holds_under_another_book_proves_nothing() {
    let mut coverage = Coverage::read(SHIPPED).unwrap();
    let open = |coverage: &Coverage| {
        let answers = coverage.answers();
        answers.iter().filter(|answer| answer.standing == Standing::Open).count()
    };
    let before = open(&coverage);
    coverage.tests.clear();
    let without_tests = open(&coverage);
    assert!(without_tests > before + 100, "{before} {without_tests}");
    let list = SHIPPED.replace("\n[also]\n", "\n[nothing]\n");
    assert!(Coverage::read(&list).is_err());
    let own_only = SHIPPED.split("\n[also]\n").next().unwrap();
    let own_only = open(&Coverage::read(own_only).unwrap());
    assert!(own_only > without_tests + 50, "{without_tests} {own_only}");
}
