//! The games and rulebooks a room knows, parsed from the texts of its files.

use crate::game::Game;
use crate::rulebook::Rulebook;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Table;

/// Games and rulebooks by id.
#[derive(Clone, Debug, Default)]
pub struct Library {
    games: BTreeMap<String, Arc<Game>>,
    rulebooks: BTreeMap<String, Arc<Rulebook>>,
}

/// A file of a game or rulebook that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LibraryError {
    /// It is not TOML, has an unknown key, lacks one, or a value is of the wrong kind.
    #[error("{file}: {reason}")]
    Parse {
        /// The file.
        file: String,
        /// Where and what.
        reason: String,
    },
    /// Its values do not go together.
    #[error("{file}: {reason}")]
    Invalid {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// Its id is not the name of the file.
    #[error("{file}: id = \"{id}\" must be the name of the file")]
    WrongId {
        /// The file.
        file: String,
        /// The id it has.
        id: String,
    },
    /// It extends a rulebook that is not there.
    #[error("{file}: extends \"{parent}\", which is not a rulebook of this room")]
    UnknownParent {
        /// The file.
        file: String,
        /// What it extends.
        parent: String,
    },
    /// Rulebooks extend each other in a circle.
    #[error("{file}: rulebooks extend each other in a circle")]
    Circle {
        /// A file of the circle.
        file: String,
    },
}

impl Library {
    /// Parses games and rulebooks. Each is given as the name of its file without the ending, and
    /// the file's text. A rulebook with `extends = "other"` holds only what differs from the other.
    ///
    /// # Errors
    /// The first file that cannot be used, and why.
    pub fn parse<'a>(
        games: impl IntoIterator<Item = (&'a str, &'a str)>,
        rulebooks: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, LibraryError> {
        let mut library = Self::default();
        for (file, text) in games {
            let game: Game = toml::from_str(text).map_err(|error| parse_error(file, &error))?;
            game.validate().map_err(|reason| invalid(file, reason))?;
            check_id(file, &game.id)?;
            library.games.insert(file.to_owned(), Arc::new(game));
        }
        let mut tables = BTreeMap::new();
        for (file, text) in rulebooks {
            let table: Table = toml::from_str(text).map_err(|error| parse_error(file, &error))?;
            tables.insert(file.to_owned(), table);
        }
        for file in tables.keys() {
            let table = resolve(file, &tables, 0)?;
            let rulebook: Rulebook = table.try_into().map_err(|error| parse_error(file, &error))?;
            rulebook.validate().map_err(|reason| invalid(file, reason))?;
            check_id(file, &rulebook.id)?;
            library.rulebooks.insert(file.clone(), Arc::new(rulebook));
        }
        Ok(library)
    }

    /// The game with this id.
    #[must_use]
    pub fn game(&self, id: &str) -> Option<&Arc<Game>> {
        self.games.get(id)
    }

    /// The rulebook with this id.
    #[must_use]
    pub fn rulebook(&self, id: &str) -> Option<&Arc<Rulebook>> {
        self.rulebooks.get(id)
    }

    /// All games, by id.
    pub fn games(&self) -> impl Iterator<Item = &Arc<Game>> {
        self.games.values()
    }

    /// All rulebooks, by id.
    pub fn rulebooks(&self) -> impl Iterator<Item = &Arc<Rulebook>> {
        self.rulebooks.values()
    }
}

/// The table of a rulebook with everything it extends filled in.
fn resolve(
    file: &str,
    tables: &BTreeMap<String, Table>,
    depth: usize,
) -> Result<Table, LibraryError> {
    if depth > tables.len() {
        return Err(LibraryError::Circle { file: file.to_owned() });
    }
    let mut table = tables[file].clone();
    let Some(parent) = table.remove("extends") else { return Ok(table) };
    let parent = parent.as_str().unwrap_or_default().to_owned();
    if !tables.contains_key(&parent) {
        return Err(LibraryError::UnknownParent { file: file.to_owned(), parent });
    }
    let mut resolved = resolve(&parent, tables, depth + 1)?;
    overlay(&mut resolved, table);
    Ok(resolved)
}

/// Puts what `upper` says over `lower`, table by table.
fn overlay(lower: &mut Table, upper: Table) {
    for (key, value) in upper {
        match (lower.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => overlay(below, above),
            (_, value) => {
                lower.insert(key, value);
            }
        }
    }
}

fn parse_error(file: &str, error: &toml::de::Error) -> LibraryError {
    LibraryError::Parse { file: file.to_owned(), reason: error.to_string().trim().to_owned() }
}

fn invalid(file: &str, reason: String) -> LibraryError {
    LibraryError::Invalid { file: file.to_owned(), reason }
}

fn check_id(file: &str, id: &str) -> Result<(), LibraryError> {
    if id == file {
        Ok(())
    } else {
        Err(LibraryError::WrongId { file: file.to_owned(), id: id.to_owned() })
    }
}
