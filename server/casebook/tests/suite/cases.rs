//! Every rule case of the repository holds.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that cannot go on has failed")]

use crate::shipped;

use cardroom_casebook::cases::{self, KINDS};
use std::collections::{BTreeMap, BTreeSet};
use toml::Value;

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
    assert!(report.failed.is_empty(), "{report}");
    assert!(report.passed.len() > 200 && report.left_out.is_empty(), "{report}");
}

#[test]
fn there_are_cases_of_every_kind_and_of_no_other() {
    let kinds: BTreeSet<String> = shipped::all_cases().into_iter().map(|case| case.kind).collect();
    assert_eq!(kinds, KINDS.iter().map(|kind| (*kind).to_owned()).collect());
}

#[test]
fn a_case_is_where_it_belongs_and_has_a_name_of_its_own() {
    let library = shipped::library();
    let mut ids = BTreeSet::new();
    for (file, text) in shipped::case_files() {
        for case in cases::read(&text).unwrap() {
            let case = case.unwrap_or_else(|failure| panic!("{failure}"));
            let book = if case.book == "tda" { "tda-2024" } else { &case.book };
            let files = [format!("{book}/{}.toml", case.kind), format!("{book}/settings.toml")];
            assert!(files.contains(&file), "{} is in {file}", case.id);
            assert!(library.rulebook(book).is_some(), "{book} is a rulebook");
            assert!(!case.rules.is_empty(), "{} shows no rule", case.id);
            assert!(ids.insert(case.id.clone()), "{} is there twice", case.id);
        }
    }
}

/// Every case from the source collection is here unchanged.
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

/// Every expectation is checked: the case fails if it expects something else.
#[test]
fn a_case_that_expects_something_else_fails() {
    let library = shipped::library();
    let (mut changed, mut held) = (0, Vec::new());
    let mut by_kind: BTreeMap<String, usize> = BTreeMap::new();
    for (_, text) in shipped::case_files() {
        let file: toml::Table = toml::from_str(&text).unwrap();
        for case in file["case"].as_array().unwrap() {
            let kind = case["kind"].as_str().unwrap();
            for (step, key) in expectations(case) {
                for other in others(&case["steps"][step][key.as_str()]) {
                    let mut wrong = case.clone();
                    let told = format!("{} step {} {key} = {other}", case["id"], step + 1);
                    wrong["steps"][step][key.as_str()] = other;
                    let mut one = toml::Table::new();
                    one.insert("schema".to_owned(), Value::Integer(1));
                    one.insert("case".to_owned(), Value::Array(vec![wrong]));
                    let report = cases::run(&one.to_string(), &library, &[]).unwrap();
                    changed += 1;
                    *by_kind.entry(kind.to_owned()).or_default() += 1;
                    if report.holds() {
                        held.push(told);
                    }
                }
            }
        }
    }
    println!("{changed} expectations were changed: {by_kind:?}");
    assert!(held.is_empty(), "these hold whatever they say: {held:#?}");
    assert!(KINDS.iter().all(|kind| by_kind.contains_key(*kind)), "{by_kind:?}");
    assert!(changed > 700, "{changed} expectations were changed");
}

/// Every refusal is checked: the case fails if it names another reason or none.
#[test]
fn a_case_that_expects_another_refusal_fails() {
    let library = shipped::library();
    let (mut changed, mut held) = (0, Vec::new());
    for (_, text) in shipped::case_files() {
        let file: toml::Table = toml::from_str(&text).unwrap();
        for case in file["case"].as_array().unwrap() {
            for (place, step) in case["steps"].as_array().unwrap().iter().enumerate() {
                let Some(code) = step.get("reject").and_then(Value::as_str) else { continue };
                let mut accepted = case.clone();
                accepted["steps"][place].as_table_mut().unwrap().remove("reject");
                let mut another = case.clone();
                another["steps"][place]["reject"] = Value::String(format!("not_{code}"));
                // A player without the right to see a hand may still ask.
                let asks = step.get("name").and_then(Value::as_str) == Some("ask");
                let accepted = Some(accepted).filter(|_| !asks);
                for wrong in accepted.into_iter().chain([another]) {
                    let mut one = toml::Table::new();
                    one.insert("schema".to_owned(), Value::Integer(1));
                    one.insert("case".to_owned(), Value::Array(vec![wrong]));
                    let report = cases::run(&one.to_string(), &library, &[]).unwrap();
                    changed += 1;
                    if report.holds() {
                        held.push(format!("{} step {}", case["id"], place + 1));
                    }
                }
            }
        }
    }
    assert!(changed > 40, "{changed} refusals were changed");
    assert!(held.is_empty(), "these hold whatever is refused: {held:#?}");
}

/// Returns the keys of a case's expect steps that state an expectation, by step.
fn expectations(case: &Value) -> Vec<(usize, String)> {
    let steps = case["steps"].as_array().unwrap().iter().enumerate();
    let expects = steps.filter(|(_, step)| step["op"].as_str() == Some("expect"));
    let keys = expects.flat_map(|(place, step)| {
        let keys =
            step.as_table().unwrap().keys().filter(|key| !["op", "seat"].contains(&key.as_str()));
        keys.map(move |key| (place, key.clone()))
    });
    keys.collect()
}

/// Returns other values that could be there, with one part changed at a time.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Integer(number) => vec![Value::Integer(number + 1)],
        Value::Float(number) => vec![Value::Float(number + 1.0)],
        Value::Boolean(flag) => vec![Value::Boolean(!flag)],
        Value::String(text) => vec![Value::String(format!("{text}-or-not"))],
        Value::Array(list) => {
            let mut longer = list.clone();
            longer.push(Value::String("another".to_owned()));
            let shorter = list.split_last().map(|(_, others)| Value::Array(others.to_vec()));
            shorter.into_iter().chain([Value::Array(longer)]).collect()
        }
        Value::Table(table) => {
            let parts = table.iter().flat_map(|(key, part)| {
                others(part).into_iter().map(move |other| (key.clone(), other))
            });
            let changed = parts.map(|(key, other)| {
                let mut changed = table.clone();
                changed.insert(key, other);
                Value::Table(changed)
            });
            changed.collect()
        }
        other => panic!("{other} is nothing that a case expects"),
    }
}
