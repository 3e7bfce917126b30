//! The games and rulebooks of a room, parsed from the texts of its files. `structure::shelf` adds
//! tournament structures.

use crate::citing::{BadCitation, Citations};
use crate::extending::{Cited, resolve_all};
use crate::game::Game;
use crate::rotation::{Play, Rotation, Switch};
use crate::rulebook::Rulebook;
use crate::settings::Setting;
use crate::stakes::Stakes;
use crate::structure::Structure;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Table;

/// Games, rulebooks and structures by id.
#[derive(Clone, Debug, Default)]
pub struct Library {
    games: BTreeMap<String, Arc<Game>>,
    rotations: BTreeMap<String, Arc<Rotation>>,
    rulebooks: BTreeMap<String, Cited>,
    pub(crate) structures: BTreeMap<String, Arc<Structure>>,
    /// The texts of the files of leagues.
    leagues: BTreeMap<String, Arc<str>>,
}

/// An error in the file of a game, rulebook or structure.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LibraryError {
    /// The file is not TOML, has an unknown or missing key, or a value has the wrong type.
    #[error("{file}: {reason}")]
    Parse { file: String, reason: String },
    /// The values are inconsistent.
    #[error("{file}: {reason}")]
    Invalid { file: String, reason: String },
    /// The id differs from the name of the file.
    #[error("{file}: {}id = \"{id}\" must be the name of the file", at(*line))]
    WrongId {
        file: String,
        line: Option<usize>,
        /// The id in the file.
        id: String,
    },
    /// The file extends an unknown rulebook.
    #[error("{file}: {}extends \"{parent}\", which is not a rulebook of this room", at(*line))]
    UnknownParent { file: String, line: Option<usize>, parent: String },
    /// Rulebooks extend each other in a circle.
    #[error("{file}: rulebooks extend each other in a circle")]
    Circle {
        /// One file of the circle.
        file: String,
    },
    /// A citation has a form that cannot be looked up.
    #[error("{file}: {}{error}", at(*line))]
    Citation {
        file: String,
        line: Option<usize>,
        /// The setting and the error.
        error: BadCitation,
    },
    /// The file cites a rule for a setting that does not exist.
    #[error("{file}: {}cite.{path}: there is no such setting", at(*line))]
    CitedForNothing {
        file: String,
        line: Option<usize>,
        /// The path that is not a setting.
        path: String,
    },
    /// A setting cites no rule.
    #[error(
        "{file}: {}no rule is cited for {path}: say cite.{path} = \"43-A\" or \"spec: a reason\"",
        at(*line)
    )]
    Uncited {
        /// The file that sets it, or should.
        file: String,
        line: Option<usize>,
        path: String,
    },
}

impl LibraryError {
    /// Adds the line of the key that the error names, if its file has it.
    pub(crate) fn with_line<'a>(mut self, text_of: impl Fn(&str) -> Option<&'a str>) -> Self {
        let find = |file: &str, path: &str| text_of(file).and_then(|text| line_of(text, path));
        let with_line = |file: &str, reason: String| {
            let line = setting_in(&reason).and_then(|path| find(file, path));
            format!("{}{reason}", at(line))
        };
        match &mut self {
            Self::Parse { file, reason } | Self::Invalid { file, reason } => {
                *reason = with_line(file, std::mem::take(reason));
            }
            Self::WrongId { file, line, .. } => *line = find(file, "id"),
            Self::UnknownParent { file, line, .. } => *line = find(file, "extends"),
            Self::Citation { file, line, error } => {
                *line = find(file, &format!("cite.{}", error.path));
            }
            Self::CitedForNothing { file, line, path } => {
                *line = find(file, &format!("cite.{path}"));
            }
            Self::Uncited { file, line, path } => *line = find(file, path),
            Self::Circle { .. } => {}
        }
        self
    }
}

/// Returns the words for a line before an error, and none without a line.
fn at(line: Option<usize>) -> String {
    line.map(|line| format!("line {line}: ")).unwrap_or_default()
}

/// Returns the setting that an error names: "in `clock.base_ms`", "there is no setting rake", or
/// "language: …".
fn setting_in(reason: &str) -> Option<&str> {
    let after = reason.rsplit_once("in `").and_then(|(_, rest)| rest.split('`').next());
    let missing = || reason.strip_prefix("there is no setting ").map(str::trim);
    let before = || reason.split_once(": ").map(|(path, _)| path);
    after.or_else(missing).or_else(before)
}

/// Returns the line on which a file sets a key, counted from 1. The key may stand whole on its line
/// or below the head of its table.
fn line_of(text: &str, path: &str) -> Option<usize> {
    let mut table = String::new();
    text.lines()
        .position(|line| {
            let line = line.trim();
            if let Some(head) = line.strip_prefix('[').and_then(|head| head.split(']').next()) {
                table = format!("{}.", plain_key(head));
                return false;
            }
            let key = line.split_once('=').map(|(key, _)| format!("{table}{}", plain_key(key)));
            key.is_some_and(|key| key == path)
        })
        .map(|place| place + 1)
}

/// Returns a key of a file without quotes and spaces.
fn plain_key(key: &str) -> String {
    key.chars().filter(|letter| !letter.is_whitespace() && !"\"'".contains(*letter)).collect()
}

impl Library {
    /// Parses games and rulebooks, each given as file name without extension and text. A
    /// rulebook with `extends = "other"` holds only its differences from the other, and cites a
    /// rule for each of them.
    ///
    /// # Errors
    /// Returns the first file that cannot be used, with the reason.
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
        for (file, book) in resolve_all(rulebooks)? {
            library.rulebooks.insert(file, book);
        }
        Ok(library)
    }

    /// Adds the files of leagues, by name. Other crates know what they say.
    #[must_use]
    pub fn with_leagues<'a>(mut self, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let files = files.into_iter().map(|(file, text)| (file.to_owned(), Arc::from(text)));
        self.leagues.extend(files);
        self
    }

    /// Returns the text of the file of a league.
    #[must_use]
    pub fn league(&self, file: &str) -> Option<&str> {
        self.leagues.get(file).map(|text| &**text)
    }

    #[must_use]
    pub fn game(&self, id: &str) -> Option<&Arc<Game>> {
        self.games.get(id)
    }

    #[must_use]
    pub fn rotation(&self, id: &str) -> Option<&Arc<Rotation>> {
        self.rotations.get(id)
    }

    /// Returns all rotations, sorted by id.
    pub fn rotations(&self) -> impl Iterator<Item = &Arc<Rotation>> {
        self.rotations.values()
    }

    /// Returns the games of a table whose file names a game or rotation by this id, with these
    /// stakes. Returns `None` if there is neither.
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

    #[must_use]
    pub fn rulebook(&self, id: &str) -> Option<&Arc<Rulebook>> {
        self.rulebooks.get(id).map(|cited| &cited.rulebook)
    }

    /// Returns all games, sorted by id.
    pub fn games(&self) -> impl Iterator<Item = &Arc<Game>> {
        self.games.values()
    }

    /// Returns the citations of the rulebook with this id.
    #[must_use]
    pub fn citations(&self, id: &str) -> Option<&Citations> {
        self.rulebooks.get(id).map(|cited| &cited.citations)
    }

    /// Returns the settings of the rulebook with this id, in the order of its fields, with
    /// the rule behind each.
    #[must_use]
    pub fn settings(&self, id: &str) -> Option<&[Setting]> {
        self.rulebooks.get(id).map(|cited| cited.settings.as_slice())
    }

    /// Returns all rulebooks, sorted by id.
    pub fn rulebooks(&self) -> impl Iterator<Item = &Arc<Rulebook>> {
        self.rulebooks.values().map(|cited| &cited.rulebook)
    }
}

pub(crate) fn parse_error(file: &str, error: &toml::de::Error) -> LibraryError {
    LibraryError::Parse { file: file.to_owned(), reason: error.to_string().trim().to_owned() }
}

pub(crate) fn invalid(file: &str, reason: String) -> LibraryError {
    LibraryError::Invalid { file: file.to_owned(), reason }
}

pub(crate) fn check_id(file: &str, id: &str) -> Result<(), LibraryError> {
    if id == file {
        Ok(())
    } else {
        Err(LibraryError::WrongId { file: file.to_owned(), line: None, id: id.to_owned() })
    }
}
