//! The games and rulebooks a room knows, parsed from the texts of its files.

use crate::game::Game;
use crate::rotation::{Play, Rotation, Switch};
use crate::rulebook::Rulebook;
use crate::stakes::Stakes;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Table;

/// Games and rulebooks by id.
#[derive(Clone, Debug, Default)]
pub struct Library {
    games: BTreeMap<String, Arc<Game>>,
    rotations: BTreeMap<String, Arc<Rotation>>,
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
            let table: Table = toml::from_str(text).map_err(|error| parse_error(file, &error))?;
            if table.contains_key("rotation") {
                let rotation: Rotation =
                    toml::from_str(text).map_err(|error| parse_error(file, &error))?;
                check_id(file, &rotation.id)?;
                library.rotations.insert(file.to_owned(), Arc::new(rotation));
            } else {
                let game: Game = toml::from_str(text).map_err(|error| parse_error(file, &error))?;
                game.validate().map_err(|reason| invalid(file, reason))?;
                check_id(file, &game.id)?;
                library.games.insert(file.to_owned(), Arc::new(game));
            }
        }
        for (file, rotation) in &library.rotations {
            library.check_rotation(rotation).map_err(|reason| invalid(file, reason))?;
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

    /// The rotation with this id.
    #[must_use]
    pub fn rotation(&self, id: &str) -> Option<&Arc<Rotation>> {
        self.rotations.get(id)
    }

    /// All rotations, by id.
    pub fn rotations(&self) -> impl Iterator<Item = &Arc<Rotation>> {
        self.rotations.values()
    }

    /// What a table plays whose file names a game or a rotation by its id, for these stakes.
    /// `None` where there is neither.
    #[must_use]
    pub fn plays(&self, id: &str, stakes: &Stakes) -> Option<(Arc<[Play]>, Switch)> {
        if let Some(game) = self.games.get(id) {
            let play = Play { game: game.clone(), stakes: *stakes };
            return Some((Arc::from([play]), Switch::Never));
        }
        let rotation = self.rotations.get(id)?;
        let plays = rotation.rotation.iter().map(|entry| {
            let game = self.games.get(&entry.game)?.clone();
            let stakes = entry.stakes(stakes, game.forced);
            Some(Play { game, stakes })
        });
        Some((plays.collect::<Option<_>>()?, rotation.switch))
    }

    fn check_rotation(&self, rotation: &Rotation) -> Result<(), String> {
        if rotation.rotation.len() < 2 || rotation.rotation.len() > 32 {
            return Err("a rotation has 2 to 32 games".to_owned());
        }
        if matches!(rotation.switch, Switch::Never | Switch::Hands(0)) {
            return Err("switch: hands = 1 or more, orbit, level or dealers_choice".to_owned());
        }
        for entry in &rotation.rotation {
            let Some(game) = self.games.get(&entry.game) else {
                return Err(format!("\"{}\" is not a game of this room", entry.game));
            };
            let stakes = entry.stakes(&Stakes::no_limit(500, 1_000), game.forced);
            Play { game: game.clone(), stakes }.validate()?;
        }
        Ok(())
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
