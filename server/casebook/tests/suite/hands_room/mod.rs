//! The games and rulebooks of this repository, for tests of real hands, and the checks of made-up
//! ones.

use cardroom_casebook::hands::{Peculiarity, Report, Source, check};
use cardroom_rules::Library;
use std::fs;
use std::path::Path;

/// Returns the library in `config/`.
pub(crate) fn library() -> Library {
    fn texts(files: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
        files.iter().map(|(name, text)| (&**name, &**text))
    }
    Library::parse(texts(&config("games")), texts(&config("rulebooks"))).unwrap()
}

fn config(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config").join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let toml = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    toml.map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    })
    .collect()
}

/// Checks a record of hands with the rules of the library.
pub(crate) fn checked(path: &str, text: &str) -> Report {
    check(&library(), Source { path, text, expected: None, most_boards: 0 }, None)
}

/// Asserts that everything agrees, with exactly these peculiarities.
pub(crate) fn agrees_by(path: &str, text: &str, peculiar: &[(Peculiarity, usize)]) {
    let report = checked(path, text);
    assert_eq!(report.failed, [], "{report}");
    let found: Vec<_> = report.peculiar.iter().map(|(rule, count)| (*rule, *count)).collect();
    assert_eq!(found, peculiar);
}

/// Asserts that one thing does not agree, and returns the report's finding.
pub(crate) fn parts(path: &str, text: &str) -> String {
    let report = checked(path, text);
    assert_eq!(report.failed.len(), 1, "{report}");
    report.failed[0].actual.clone()
}
