//! Every rule case of the repository holds.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that cannot go on has failed")]

mod shipped;

use cardroom_casebook::cases::{self, KINDS, Played};
use std::collections::BTreeSet;

#[test]
fn every_case_holds() {
    let library = shipped::library();
    let mut report = cases::Report::default();
    for (file, text) in shipped::case_files() {
        report.add(
            cases::run(&text, &library, &[]).unwrap_or_else(|error| panic!("{file}: {error}")),
        );
    }
    println!("{report}");
    assert!(report.holds(), "{report}");
    assert!(report.passed.len() > 80, "the cases were found: {report}");
}

#[test]
fn only_cases_of_tournaments_wait() {
    let waits = |kind: &str| KINDS.contains(&(kind, Played::InTournaments));
    for case in shipped::all_cases() {
        assert!(
            waits(&case.kind) || KINDS.contains(&(case.kind.as_str(), Played::Here)),
            "{}: {} is no kind",
            case.id,
            case.kind
        );
    }
}

#[test]
fn a_case_is_where_it_belongs_and_has_a_name_of_its_own() {
    let library = shipped::library();
    let mut ids = BTreeSet::new();
    for (file, text) in shipped::case_files() {
        for case in cases::read(&text).unwrap() {
            let case = case.unwrap_or_else(|failure| panic!("{failure}"));
            let book = if case.book == "tda" { "tda-2024" } else { &case.book };
            assert_eq!(file, format!("{book}/{}.toml", case.kind), "{}", case.id);
            assert!(library.rulebook(book).is_some(), "{book} is a rulebook");
            assert!(!case.rules.is_empty(), "{} shows no rule", case.id);
            assert!(ids.insert(case.id.clone()), "{} is there twice", case.id);
        }
    }
}

/// The cases as they were handed over are all here, word for word.
#[test]
fn no_case_was_lost() {
    let Some(text) = shipped::shared("rulebooks/CASES.toml") else { return };
    let handed: toml::Table = toml::from_str(&text).unwrap();
    let mut here = toml::Table::new();
    for (_, text) in shipped::case_files() {
        let file: toml::Table = toml::from_str(&text).unwrap();
        for case in file["case"].as_array().unwrap() {
            here.insert(case["id"].as_str().unwrap().to_owned(), case.clone());
        }
    }
    for case in handed["case"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        assert_eq!(here.get(id), Some(case), "{id}");
    }
}

/// Every number and every yes or no that a case expects is looked at: with another one it fails.
#[test]
fn a_case_that_expects_something_else_fails() {
    let library = shipped::library();
    let (mut changed, mut held) = (0, Vec::new());
    for (_, text) in shipped::case_files() {
        let file: toml::Table = toml::from_str(&text).unwrap();
        for case in file["case"].as_array().unwrap() {
            if !KINDS.contains(&(case["kind"].as_str().unwrap(), Played::Here)) {
                continue;
            }
            for (step, key) in expectations(case) {
                let mut other = case.clone();
                other["steps"][step][key.as_str()] = match &case["steps"][step][key.as_str()] {
                    toml::Value::Integer(number) => toml::Value::Integer(number + 1),
                    toml::Value::Boolean(flag) => toml::Value::Boolean(!flag),
                    _ => continue,
                };
                let mut one = toml::Table::new();
                one.insert("schema".to_owned(), toml::Value::Integer(1));
                one.insert("case".to_owned(), toml::Value::Array(vec![other]));
                let report = cases::run(&one.to_string(), &library, &[]).unwrap();
                changed += 1;
                if report.holds() {
                    held.push(format!("{} step {} {key}", case["id"], step + 1));
                }
            }
        }
    }
    assert!(changed > 400, "{changed} expectations were changed");
    assert!(held.is_empty(), "these hold whatever they say: {held:#?}");
}

/// The keys of the expect steps of a case that say what is expected.
fn expectations(case: &toml::Value) -> Vec<(usize, String)> {
    let steps = case["steps"].as_array().unwrap().iter().enumerate();
    let expects = steps.filter(|(_, step)| step["op"].as_str() == Some("expect"));
    let keys = expects.flat_map(|(place, step)| {
        let keys =
            step.as_table().unwrap().keys().filter(|key| !["op", "seat"].contains(&key.as_str()));
        keys.map(move |key| (place, key.clone()))
    });
    keys.collect()
}
