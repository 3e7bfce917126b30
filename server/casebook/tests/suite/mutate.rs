//! The settings that the cases of the leagues notice, and the list of those that none notices.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that cannot go on has failed")]

use crate::shipped;

use cardroom_casebook::coverage::{self, Coverage};
use cardroom_casebook::mutate::{self, Known, LEAGUES, MutateError, Noticed, Why, mutate};

fn noticed(book: &str, only: Option<&str>) -> Noticed {
    let coverage = Coverage::read(coverage::SHIPPED).unwrap();
    let cases: Vec<_> = coverage.cases_under(book).collect();
    let known = Known::read(mutate::SHIPPED).unwrap();
    mutate(&shipped::library(), book, &cases, &known, only).unwrap()
}

/// League settings that nothing reads yet. The number may only go down.
const GAPS: usize = 0;

#[test]
fn the_list_names_settings_for_which_books_cite_a_rule() {
    let known = Known::read(mutate::SHIPPED).unwrap();
    assert_eq!(known.strangers(&shipped::library()).unwrap(), [""; 0]);
    let gaps = known.setting.iter().filter(|setting| setting.why == Why::Gap);
    assert_eq!(gaps.map(|setting| setting.books.len()).sum::<usize>(), GAPS);
    assert!(known.setting.iter().all(|setting| setting.reason.ends_with('.')));
}

/// Runs what `cardroom rules mutate` runs. It is quick in a release build: `cargo test --release -p
/// cardroom-casebook --test suite mutate -- --ignored`.
#[test]
#[ignore = "a long run in a debug build"]
fn every_setting_of_a_league_is_noticed_or_known() {
    let mut faults = Vec::new();
    for book in LEAGUES {
        let begun = std::time::Instant::now();
        let noticed = noticed(book, None);
        println!("{noticed}\n{:?}", begun.elapsed());
        faults.extend(noticed.faults());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_setting_is_changed_to_every_other_value() {
    let values = |book: &str, path: &str| {
        let noticed = noticed(book, Some(path));
        assert_eq!(noticed.settings.len(), 1, "{noticed}");
        let changes = noticed.settings[0].changes.iter();
        changes.map(|change| change.value.clone()).collect::<Vec<_>>()
    };
    // Words, TDA's first.
    let words = ["released", "committed_call_or_fold"];
    assert_eq!(values("tfpl", "oot_changed"), words);
    // A flag.
    assert_eq!(values("tfpl", "oot_may_raise"), ["true"]);
    // A number: TDA's, one more, one less, none and twice as many.
    assert_eq!(values("spotlight", "absence.minutes"), ["0", "16", "14", "30"]);
    // A list: TDA's, one word less, one more.
    let lists = ["none", "final_table", "half_new", "half_new, final_table, two_tables"];
    assert_eq!(values("tfpl", "redraw_button"), lists);
}

#[test]
fn a_change_that_no_case_notices_is_a_fault_unless_it_is_known() {
    let library = shipped::library();
    let coverage = Coverage::read(coverage::SHIPPED).unwrap();
    let of_rules: Vec<_> = coverage.cases_under("tfpl").take(3).collect();
    let none = Known::default();
    let noticed = mutate(&library, "tfpl", &of_rules, &none, Some("oot_may_raise")).unwrap();
    assert_eq!(noticed.faults(), ["tfpl: no case notices oot_may_raise = true"]);
    assert!(
        noticed.to_string().starts_with("tfpl unnoticed oot_may_raise = false (TDA true): true\n")
    );
    let all: Vec<_> = coverage.cases_under("tfpl").collect();
    let list = r#"
        [[setting]]
        path = "oot_may_raise"
        books = ["tfpl"]
        why = "words"
        reason = "It is said."
    "#;
    let known = Known::read(list).unwrap();
    let noticed = mutate(&library, "tfpl", &all, &known, Some("oot_may_raise")).unwrap();
    assert_eq!(noticed.faults(), ["tfpl: a case notices oot_may_raise: take it off the list"]);
    let known = mutate(&library, "tfpl", &of_rules, &known, Some("oot_may_raise")).unwrap();
    assert_eq!(known.faults(), [""; 0]);
    assert!(Known::read(&list.replace("words", "weather")).is_err());
    let value = list.replace("why =", "values = [\"true\"]\nwhy =");
    let value = Known::read(&value).unwrap();
    let noticed = mutate(&library, "tfpl", &all, &value, Some("oot_may_raise")).unwrap();
    let says = "tfpl: a case notices oot_may_raise = true: take it off the list";
    assert_eq!(noticed.faults(), [says]);
}

#[test]
fn a_case_that_fails_anyway_is_an_error() {
    let library = shipped::library();
    let coverage = Coverage::read(coverage::SHIPPED).unwrap();
    let foreign: Vec<_> = coverage.cases_under("tda").collect();
    let foreign: Vec<_> =
        foreign.iter().map(|case| case.by(library.rulebook("wptapl").unwrap().clone())).collect();
    let failed = mutate(&library, "tfpl", &foreign, &Known::default(), None);
    assert!(matches!(failed, Err(MutateError::Fails(_))));
    let nobody = mutate(&library, "hoyle", &[], &Known::default(), None);
    assert_eq!(nobody, Err(MutateError::NoBook("hoyle".to_owned())));
}
