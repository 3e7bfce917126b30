//! Every setting of every shipped rulebook cites a rule that can be looked up, and a file with
//! wrong citations is rejected.

use crate::common;

use cardroom_rules::{CitationError, Library, LibraryError};
use common::{BOOKS, library, text};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn of(library: &Library, id: &str, path: &str) -> String {
    let citations = library.citations(id).expect("a rulebook");
    citations.of(path).expect("a setting").to_string()
}

#[test]
fn a_setting_says_whose_rule_it_is() {
    let library = library();
    assert_eq!(of(&library, "tda-2024", "min_raise"), "TDA 43-A, IA-43");
    assert_eq!(of(&library, "tnpl", "min_raise"), "TNPL H5-i", "the same rule in own words");
    assert_eq!(of(&library, "tnpl", "short_all_in_base"), "TDA 43-A, IA-43, IA-47 (book silent)");
    assert_eq!(of(&library, "online", "clock.base_ms"), "GAPS G-11");
    assert_eq!(of(&library, "wptapl", "clock.base_ms"), "WPT 32; GAPS G-11");

    let cited = library.citations("spotlight").unwrap();
    let face_up = cited.of("face_up_all_in").unwrap();
    assert_eq!((face_up.book(), face_up.is_inherited()), ("tda-2024", true));
    assert_eq!(face_up.rules(), ["16", "IA-16"]);
    let rabbit = cited.of("rabbit").unwrap();
    assert_eq!((rabbit.book(), rabbit.is_inherited()), ("spotlight", false));
    assert_eq!((rabbit.rules(), rabbit.decisions()), (&["2b-17".into()][..], &["G-65".into()][..]));
    assert_eq!(rabbit.reason(), None);
}

/// Parses the shipped books and `house`, which extends TDA 2024 with this text.
fn house(own: &str) -> Result<Library, LibraryError> {
    let text = format!("extends = \"tda-2024\"\nid = \"house\"\nname = \"House\"\n{own}");
    Library::parse([], BOOKS.into_iter().chain([("house", text.as_str())]))
}

#[test]
fn what_a_rulebook_sets_it_must_cite_a_rule_for() {
    let uncited = |path: &str| {
        let (file, line, path) =
            ("house".to_owned(), Some(if path.contains('.') { 5 } else { 4 }), path.to_owned());
        Err(LibraryError::Uncited { file, line, path })
    };
    let refused = |own| house(own).map(|_| ());
    assert_eq!(refused("limit_raise_cap = 4"), uncited("limit_raise_cap"));
    assert_eq!(refused("[clock]\nbase_ms = 20000"), uncited("clock.base_ms"));
    assert_eq!(
        refused("limit_raise_cap = 3"),
        uncited("limit_raise_cap"),
        "also where it changes nothing"
    );
    let library = house("limit_raise_cap = 4\ncite.limit_raise_cap = \"spec: as we like it\"");
    let library = library.unwrap();
    assert_eq!(library.rulebook("house").unwrap().betting.limit_raise_cap, 4);
    assert_eq!(of(&library, "house", "limit_raise_cap"), "spec: as we like it");
    let library =
        house("short = \"Ours\"\n[clock]\nbase_ms = 20000\n[cite.clock]\nbase_ms = \"7-B\"");
    assert_eq!(of(&library.unwrap(), "house", "clock.base_ms"), "Ours 7-B");
    let library = house("[cite]\n\"clock.base_ms\" = \"7-B\"");
    assert_eq!(of(&library.unwrap(), "house", "clock.base_ms"), "house 7-B", "one quoted key");
}

#[test]
fn a_citation_for_nothing_or_of_nothing_is_refused() {
    for path in ["min_rais", "clock", "clock.bass_ms", "id"] {
        let (file, path, line) = ("house".to_owned(), path.to_owned(), Some(5));
        let expected = LibraryError::CitedForNothing { file, line, path: path.clone() };
        assert_eq!(house(&format!("[cite]\n\"{path}\" = \"43-A\"")).map(|_| ()), Err(expected));
    }
    for (value, expected) in [
        ("\"\"", CitationError::Empty),
        ("\"the usual\"", CitationError::NotARule("the usual".to_owned())),
        ("\"GAPS 11\"", CitationError::NotADecision("11".to_owned())),
        ("43", CitationError::NotAText),
    ] {
        match house(&format!("cite.min_raise = {value}")) {
            Err(LibraryError::Citation { file, line, error }) => {
                assert_eq!((file.as_str(), error.path.as_str()), ("house", "min_raise"));
                assert_eq!(line, Some(4));
                assert_eq!(error.error, expected);
            }
            other => panic!("{value}: {other:?}"),
        }
    }
}

/// A citation is found wherever it stands, as other keys are.
#[test]
fn a_mistake_in_a_citation_names_its_file_and_line() {
    let said = |own: &str| house(own).unwrap_err().to_string();
    let no_rule = "\"the usual\" cannot be the number of a rule";
    for (own, expected) in [
        (
            "min_raise = \"double_bet\"\ncite.min_raise = \"the usual\"",
            format!("house: line 5: cite.min_raise: {no_rule}"),
        ),
        (
            "\n[cite.clock]\nbase_ms = \"the usual\"",
            format!("house: line 6: cite.clock.base_ms: {no_rule}"),
        ),
        (
            "[cite]\n'clock.base_ms' = \"the usual\"",
            format!("house: line 5: cite.clock.base_ms: {no_rule}"),
        ),
        (
            "cite.min_rais = \"4\"",
            "house: line 4: cite.min_rais: there is no such setting".to_owned(),
        ),
        (
            "\n\nslow_roll = \"barred\"",
            "house: line 6: no rule is cited for slow_roll: say cite.slow_roll = \"43-A\" or \
             \"spec: a reason\""
                .to_owned(),
        ),
    ] {
        assert_eq!(said(own), expected);
    }
    let lost = Library::parse([], [("house", "id = \"house\"\nextends = \"hoyle\"")]).unwrap_err();
    assert_eq!(
        lost.to_string(),
        "house: line 2: extends \"hoyle\", which is not a rulebook of this room"
    );
    let books =
        BOOKS.into_iter().chain([("house", "extends = \"tda-2024\"\nname = \"H\"\nid = \"hut\"")]);
    let other = Library::parse([], books).unwrap_err();
    assert_eq!(other.to_string(), "house: line 3: id = \"hut\" must be the name of the file");
}

#[test]
fn a_rulebook_that_extends_nothing_cites_for_everything() {
    let lacking = text("tda-2024").replace("\ncite.rabbit = \"28\"\n", "\n");
    let error = Library::parse([], [("tda-2024", lacking.as_str())]).unwrap_err();
    let (file, path) = ("tda-2024".to_owned(), "rabbit".to_owned());
    let line = lacking.lines().position(|line| line.starts_with("rabbit =")).map(|at| at + 1);
    let said = error.to_string();
    assert_eq!(error, LibraryError::Uncited { file, line, path });
    assert_eq!(
        said,
        format!(
            "tda-2024: line {}: no rule is cited for rabbit: say cite.rabbit = \"43-A\" or \"spec: a \
             reason\"",
            line.unwrap()
        )
    );
}

/// Returns the rules of each book by its short name, from the list of all rules.
fn listed_rules(matrix: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut listed: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for row in matrix.lines().filter(|line| line.starts_with("| R")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        for book in cells[3].split("<br>") {
            let Some((name, ids)) = book.trim_start_matches("**").split_once("**") else {
                continue;
            };
            listed.entry(name).or_default().extend(ids.split(',').map(str::trim));
        }
    }
    listed
}

#[test]
fn every_cited_rule_is_in_the_list_of_all_rules() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/rulebooks");
    let Ok(matrix) = std::fs::read_to_string(shared.join("MATRIX.md")) else {
        println!("skipped: {} is not there", shared.display());
        return;
    };
    let gaps = std::fs::read_to_string(shared.join("GAPS.md")).unwrap();
    let listed = listed_rules(&matrix);
    assert!(listed["TDA"].len() > 150 && listed["WPT"].len() > 40, "the list is read");
    let library = library();
    let mut wrong = Vec::new();
    for (id, text) in BOOKS {
        let short = text.split("\nshort = \"").nth(1).unwrap().split('"').next().unwrap();
        for setting in library.settings(id).unwrap() {
            let citation = &setting.citation;
            let own = citation.rules().iter().filter(|_| !citation.is_inherited());
            let unknown = own.filter(|rule| {
                !listed.get(short).is_some_and(|rules| rules.contains(rule.as_str()))
            });
            wrong.extend(unknown.map(|rule| format!("{id} {}: {rule}", setting.path)));
            let decisions = citation.decisions().iter();
            let unknown = decisions.filter(|decision| !gaps.contains(&format!("**{decision} ")));
            wrong.extend(unknown.map(|decision| format!("{id} {}: {decision}", setting.path)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
