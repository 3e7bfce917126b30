//! The games and rulebooks of this repository, for tests of real hands.

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
