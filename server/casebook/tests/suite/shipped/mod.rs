//! The repository's games, rulebooks and rule cases.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that cannot go on has failed")]

use cardroom_casebook::cases::{self, Case};
use cardroom_rules::Library;
use std::fs;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the files of a folder with this ending, sorted, as names without the ending and texts.
fn texts(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            (name.trim_end_matches(ending).to_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect();
    texts.sort();
    texts
}

pub fn library() -> Library {
    library_with(&[])
}

/// Returns the repository's library with more rulebooks.
pub fn library_with(more: &[(&str, &str)]) -> Library {
    let config = root().join("config");
    let games = texts(&config.join("games"), ".toml");
    let rulebooks = texts(&config.join("rulebooks"), ".toml");
    let structures = texts(&config.join("tournaments"), ".toml");
    let leagues = texts(&config.join("leagues"), ".toml");
    let library =
        Library::parse(borrowed(&games), borrowed(&rulebooks).chain(more.iter().copied())).unwrap();
    library.parse_structures(borrowed(&structures)).unwrap().with_leagues(borrowed(&leagues))
}

fn borrowed(texts: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    texts.iter().map(|(id, text)| (id.as_str(), text.as_str()))
}

/// Returns every case file, as `rulebook/kind.toml`, with its text.
pub fn case_files() -> Vec<(String, String)> {
    let folder = root().join("server/engine/cases");
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let book = path.file_name().unwrap().to_string_lossy().into_owned();
            let kinds = texts(&path, ".toml").into_iter();
            files.extend(kinds.map(|(kind, text)| (format!("{book}/{kind}.toml"), text)));
        }
    }
    files.sort();
    files
}

pub fn all_cases() -> Vec<Case> {
    let files = case_files();
    let cases = files.iter().flat_map(|(_, text)| cases::read(text).unwrap());
    cases.map(|case| case.unwrap_or_else(|failure| panic!("{failure}"))).collect()
}

/// Reads a file beside the repository. If it is missing, says so and returns `None`.
pub fn shared(path: &str) -> Option<String> {
    let path = root().join("../shared").join(path);
    match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(_) => {
            println!("skipped: {} is not here", path.display());
            None
        }
    }
}
