//! Reports of every format, checked against the published schema.

use super::*;
use crate::brains::BrainKind;
use crate::carry::StackRule;
use crate::decks::{GivenDecks, decks};
use crate::reduce::Reduction;
use crate::run::{Early, run};
use crate::samples::{self, Answers};
use crate::seat::{Answer, Entrant, Fault, FaultKind, Opening, Seat};
use crate::stats::Sequential;
use cardroom_rules::DeckKind;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::sync::atomic::AtomicBool;

const SCHEMA: &str = include_str!("../../match.v1.schema.json");

/// Checks a value against a part of the schema, as far as this schema uses the language. It is
/// stricter than the schema: a field that is not described is a mistake of the report.
fn check(value: &Value, schema: &Value, root: &Value, at: &str, seen: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let part = &root["$defs"][name.trim_start_matches("#/$defs/")];
        assert!(part.is_object(), "{name} is described");
        check(value, part, root, at, seen);
    }
    if let Some(only) = schema.get("const") {
        assert_eq!(value, only, "{at}");
    }
    if let Some(several) = schema["enum"].as_array() {
        assert!(several.contains(value), "{at}: {value}");
    }
    let fits = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some(other) => panic!("{at} has a type that this test does not know: {other}"),
        None => true,
    };
    assert!(fits, "{at}: {value}");
    if let (Some(least), Some(number)) = (schema["minimum"].as_f64(), value.as_f64()) {
        assert!(number >= least, "{at}: {number}");
    }
    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
        if schema["items"].is_object() {
            check(item, &schema["items"], root, &format!("{at}[{place}]"), seen);
        }
    }
    let Some(fields) = schema["properties"].as_object() else { return };
    for name in schema["required"].as_array().into_iter().flatten() {
        assert!(value.get(name.as_str().unwrap()).is_some(), "{at} lacks {name}");
    }
    for (name, field) in value.as_object().into_iter().flatten() {
        let described = fields.get(name).unwrap_or_else(|| panic!("{at}.{name} is not described"));
        seen.insert(format!("{}.{name}", at.replace(|letter: char| letter.is_numeric(), "")));
        check(field, described, root, &format!("{at}.{name}"), seen);
    }
}

/// A player whose every answer is wrong.
struct Wrong;

impl Entrant for Wrong {
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        Answers::same(Answer::Show(true)).open(opening)
    }

    fn command(&self) -> Vec<String> {
        vec!["./wrong".to_owned()]
    }

    fn protocol(&self) -> Option<&'static str> {
        Some("cardroom.lines.v1")
    }
}

fn settings() -> Settings {
    Settings { format: Format::RoundRobin, ..samples::settings("holdem", 35) }
}

fn bots(count: usize) -> Vec<Bot> {
    samples::bots(&vec![BrainKind::Random; count])
}

/// Returns the report of a match as the file has it.
fn written(settings: &Settings, bots: &[Bot], halt: bool) -> Value {
    let outcome = run(settings, bots, 2, &AtomicBool::new(halt));
    let report = report(settings, bots, &outcome, vec!["match".to_owned()], true, 2);
    serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap()
}

/// Returns a report of each kind of match.
fn reports() -> Vec<Value> {
    let mut all = Vec::new();
    all.push(written(&settings(), &bots(3), false));
    all.push(written(&Settings { format: Format::Gauntlet, ..settings() }, &bots(3), false));
    let table =
        Settings { format: Format::Table, seatings: Seatings::One, sessions: 5, ..settings() };
    all.push(written(&table, &bots(4), false));
    for reduction in [Reduction::Chance, Reduction::Aivat] {
        let reduction = Some(reduction);
        let mut luck = Settings { reduction, counts_equity: true, ..settings() };
        luck.conduct.finds_luck = true;
        luck.conduct.uses_policies = reduction == Some(Reduction::Aivat);
        all.push(written(&luck, &bots(2), false));
    }
    let mut carried = Settings { seatings: Seatings::One, deals: 70, ..settings() };
    carried.conduct.stacks = StackRule::Carry;
    all.push(written(&carried, &bots(2), false));
    let mut given = Settings { deals: 1, ..settings() };
    let deck = decks(7, 1, &given.conduct.terms.plays[0].game).deck;
    let deck: String = deck.cards().iter().map(ToString::to_string).collect();
    given.conduct.decks = GivenDecks::parse(&deck, DeckKind::Standard52).ok();
    all.push(written(&given, &bots(2), false));
    let early = Some(Early::Test(Sequential { low: 0.0, high: 10.0 }));
    all.push(written(&Settings { early, deals: 200, ..settings() }, &bots(2), false));
    let mut faulty = bots(2);
    faulty[0].entrant = Box::new(Wrong);
    faulty[0].sha256 = Some("0".repeat(64));
    all.push(written(&settings(), &faulty, false));
    all.push(written(&settings(), &bots(2), true));
    all.push(written(&samples::tournaments("test-turbo", 2, 3), &bots(3), false));
    all
}

#[test]
fn reports_of_every_format_are_as_the_schema_describes_them() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let mut seen = BTreeSet::new();
    let reports = reports();
    for report in &reports {
        check(report, &schema, &schema, "report", &mut seen);
    }
    for optional in [
        ".deck",
        ".tournament",
        ".ended.reason",
        ".bots[].command",
        ".bots[].protocol",
        ".bots[].sha256",
        ".tables[].drift",
        ".tables[].test",
        ".tables[].results[].half_width",
        ".tables[].results[].equity",
        ".tables[].results[].reduced",
        ".tables[].results[].unpaired",
        ".faults[].line",
    ] {
        assert!(seen.contains(&format!("report{optional}")), "no report has {optional}");
    }
    let kinds = &schema["$defs"]["fault"]["properties"]["kind"]["enum"];
    let known: Vec<&str> = FaultKind::ALL.iter().map(|kind| kind.name()).collect();
    let mut described: Vec<&str> =
        kinds.as_array().unwrap().iter().map(|kind| kind.as_str().unwrap()).collect();
    described.sort_unstable_by_key(|kind| known.iter().position(|known| known == kind));
    assert_eq!(described, known);
    others_agree(&reports);
}

/// Checks the schema itself, and the reports, with the validator of another language.
fn others_agree(reports: &[Value]) {
    const VALIDATES: &str = "\
import json, sys
try:
    import jsonschema
except ImportError:
    print('absent')
    sys.exit()
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
for report in json.load(open(sys.argv[2])):
    jsonschema.validate(report, schema, cls=jsonschema.Draft202012Validator)
print('valid')
";
    let folder = tempfile::tempdir().unwrap();
    let (schema, all) = (folder.path().join("schema.json"), folder.path().join("reports.json"));
    fs::write(&schema, SCHEMA).unwrap();
    fs::write(&all, serde_json::to_string(reports).unwrap()).unwrap();
    let run = Command::new("python3").arg("-c").arg(VALIDATES).args([&schema, &all]).output();
    let Ok(run) = run else {
        eprintln!("SKIPPED: there is no python3 to validate reports with");
        return;
    };
    match String::from_utf8_lossy(&run.stdout).trim() {
        "absent" => eprintln!("SKIPPED: python3 has no jsonschema to validate reports with"),
        said => assert_eq!(said, "valid", "{}", String::from_utf8_lossy(&run.stderr)),
    }
}

#[test]
#[should_panic(expected = "report.games is not described")]
fn a_field_that_is_not_described_is_noticed() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let mut report = written(&Settings { deals: 1, ..settings() }, &bots(2), false);
    report["games"] = Value::from(1);
    check(&report, &schema, &schema, "report", &mut BTreeSet::new());
}
