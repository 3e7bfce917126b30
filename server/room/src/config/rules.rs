//! The games and rulebooks of a room: the built-in ones, and the operator's own
//! files, which replace them.

use super::{Config, ConfigError};
use cardroom_rules::Library;
use std::collections::BTreeMap;
use std::path::Path;

/// Embeds files of a folder of `config/`, by name.
macro_rules! built_in {
    ($folder:literal: $($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../../../../config/", $folder, "/", $name, ".toml")))),*]
    };
}

const GAMES: &[(&str, &str)] = built_in!["games":
    "ace-five-triple",
    "badacey",
    "badeucey",
    "badugi",
    "courchevel",
    "courchevel8",
    "crazy-pineapple",
    "dealers-choice",
    "deuce-seven-single",
    "deuce-seven-triple",
    "eight-game",
    "five-card-draw",
    "holdem",
    "horse",
    "hose",
    "omaha",
    "omaha5",
    "omaha6",
    "omaha8",
    "omaha8-5",
    "pineapple",
    "razz",
    "short-deck",
    "stud",
    "stud8",
    "ten-game",
];

const RULEBOOKS: &[(&str, &str)] = built_in!["rulebooks":
    "online",
    "spotlight",
    "tda-2024",
    "tfpl",
    "tnpl",
    "two-minutes",
    "wptapl",
];

const TOURNAMENTS: &[(&str, &str)] = built_in!["tournaments":
    "bounty",
    "heads-up-bracket",
    "heads-up-sit-and-go",
    "horse-championship",
    "main-event-1a",
    "main-event-1b",
    "main-event-2",
    "million",
    "mystery-bounty",
    "nightly-freezeout",
    "progressive-knockout",
    "satellite",
    "saturday-rebuy",
    "shootout",
    "sit-and-go",
    "sit-and-go-hyper",
    "spotlight-league-night",
    "sunday-re-entry",
    "test-turbo",
    "tfpl-league-night",
    "tnpl-league-night",
    "tnpl-pub-night",
    "weekly-table",
    "wptapl-league-night",
];

const LEAGUES: &[(&str, &str)] = built_in!["leagues":
    "house-league",
];

/// Returns `true` if the program has a league with this id.
pub(super) fn is_built_in_league(id: &str) -> bool {
    LEAGUES.iter().any(|(name, _)| *name == id)
}

impl Config {
    /// Reads the games, rulebooks and structures of tournaments: the built-in ones, and those of
    /// `server.rules_dir`, which replace built-in ones of the same name.
    ///
    /// # Errors
    /// A file cannot be read or used.
    pub fn library(&self) -> Result<Library, ConfigError> {
        let games = self.texts("games", GAMES)?;
        let rulebooks = self.texts("rulebooks", RULEBOOKS)?;
        let structures = self.texts("tournaments", TOURNAMENTS)?;
        let library = Library::parse(borrowed(&games), borrowed(&rulebooks))?;
        let library = library.parse_structures(borrowed(&structures))?;
        Ok(library.with_leagues(borrowed(&self.league_texts()?)))
    }

    /// Reads the files of leagues, by name.
    pub(super) fn league_texts(&self) -> Result<BTreeMap<String, String>, ConfigError> {
        let built_in = if self.server.builtin_leagues { LEAGUES } else { &[] };
        self.texts("leagues", built_in)
    }

    fn texts(
        &self,
        folder: &str,
        built_in: &[(&str, &str)],
    ) -> Result<BTreeMap<String, String>, ConfigError> {
        let built_in = built_in.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let mut texts: BTreeMap<_, _> = built_in.collect();
        if !self.server.rules_dir.as_os_str().is_empty() {
            read_folder(&self.server.rules_dir.join(folder), &mut texts)?;
        }
        Ok(texts)
    }
}

/// Warns of each setting that a book of the operator's own changes although the room does the same
/// under every value.
#[must_use]
pub fn changes_without_effect(library: &Library, book: &str) -> Vec<String> {
    let shipped = Config::default().library().expect("the built-in files can be used");
    let settings = library.settings(book).unwrap_or_default();
    cardroom_rules::changes_without_effect(book, settings, shipped.settings(book))
}

fn borrowed(texts: &BTreeMap<String, String>) -> impl Iterator<Item = (&str, &str)> {
    texts.iter().map(|(name, text)| (name.as_str(), text.as_str()))
}

/// Adds every `NAME.toml` of a folder. A missing folder adds nothing if its parent exists, because
/// an operator may have rulebooks and no games.
fn read_folder(folder: &Path, texts: &mut BTreeMap<String, String>) -> Result<(), ConfigError> {
    let fail = |path: &Path, error| ConfigError::Read { path: path.to_owned(), error };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let parent_is_there = folder.parent().is_some_and(Path::is_dir);
            let missing = error.kind() == std::io::ErrorKind::NotFound;
            return if missing && parent_is_there { Ok(()) } else { Err(fail(folder, error)) };
        }
    };
    for entry in entries {
        let path = entry.map_err(|error| fail(folder, error))?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let (Some(name), Some("toml")) = (stem, path.extension().and_then(|end| end.to_str())) {
            let text = std::fs::read_to_string(&path).map_err(|error| fail(&path, error))?;
            texts.insert(name.to_owned(), text);
        }
    }
    Ok(())
}
