//! Games and players for the tests of this crate.

use crate::game::GameChoice;
use cardroom_rules::Library;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// Returns the games and rulebooks of `config/`.
pub(crate) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config");
        let texts = |folder: &str| -> Vec<(String, String)> {
            let files = fs::read_dir(config.join(folder)).unwrap();
            let mut texts: Vec<_> = files
                .map(|file| {
                    let path = file.unwrap().path();
                    let id = path.file_stem().unwrap().to_str().unwrap().to_owned();
                    (id, fs::read_to_string(path).unwrap())
                })
                .collect();
            texts.sort();
            texts
        };
        let (games, books) = (texts("games"), texts("rulebooks"));
        let structures = texts("tournaments");
        let borrowed = |texts: &'static [(String, String)]| {
            texts.iter().map(|(id, text)| (id.as_str(), text.as_str()))
        };
        let library = Library::parse(borrowed(games.leak()), borrowed(books.leak())).unwrap();
        library.parse_structures(borrowed(structures.leak())).unwrap()
    })
}

pub(crate) fn choice(game: &str) -> GameChoice {
    GameChoice {
        game: game.to_owned(),
        betting: None,
        small_blind: 50,
        big_blind: 100,
        ante: None,
        stack: 20_000,
        rulebook: "online".to_owned(),
    }
}
