//! Structures in the library: parsing their files, and the games of each level.

use super::file::File;
use super::{Format, Shares, Stage, Structure};
use crate::library::{Library, LibraryError, check_id, invalid, parse_error};
use crate::rotation::{LevelPlays, Switch};
use crate::stakes::Betting;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The longest id of a structure that is no file.
const MOST_ID_BYTES: usize = 60;

impl Library {
    /// Parses tournament structures, after games and rulebooks. Each is given as file name
    /// without extension and text.
    ///
    /// # Errors
    /// Returns the first file that cannot be used, with the key and a correction.
    pub fn parse_structures<'a>(
        mut self,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, LibraryError> {
        let mut drafts = BTreeMap::new();
        for (name, text) in files {
            let draft: File = toml::from_str(text).map_err(|error| parse_error(name, &error))?;
            check_id(name, draft.id())?;
            drafts.insert(name, draft);
        }
        // A flight plays for the prizes of its last day.
        let prizes: BTreeMap<_, _> =
            drafts.iter().map(|(name, draft)| (*name, draft.prizes.clone())).collect();
        let mut structures = BTreeMap::new();
        for (name, draft) in drafts {
            let of_next_day = draft.next_day().and_then(|next| prizes.get(next).cloned().flatten());
            let structure = self.structure_of(draft, of_next_day);
            let structure = structure.map_err(|reason| invalid(name, reason))?;
            structures.insert(name.to_owned(), Arc::new(structure));
        }
        for (name, structure) in &structures {
            check_others(structure, &structures).map_err(|reason| invalid(name, reason))?;
        }
        self.structures.extend(structures);
        Ok(self)
    }

    /// Parses a structure that is no file of the room, with the checks of a file. Its prizes may be
    /// seats in a tournament of the room. Its id is none of the room's structures, because tickets
    /// and the days of a tournament go by the id.
    ///
    /// # Errors
    /// Returns a sentence that names the line, or the key.
    pub fn parse_structure(&self, text: &str) -> Result<Structure, String> {
        let syntax = |error: &toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map_or(1, |before| before.matches('\n').count() + 1);
            format!("line {line}: {}", error.message())
        };
        let table: toml::Table = toml::from_str(text).map_err(|error| syntax(&error))?;
        let draft: File = table.try_into().map_err(|error: toml::de::Error| on_one_line(&error))?;
        let id = draft.id();
        let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        if id.is_empty() || id.len() > MOST_ID_BYTES || !id.chars().all(plain) {
            return Err(format!("id: 1 to {MOST_ID_BYTES} letters, digits, - and _"));
        }
        if self.structures.contains_key(id) {
            return Err(format!("id = \"{id}\" is a structure of this room; choose another id"));
        }
        if draft.next_day().is_some() {
            return Err("next_day: days that belong together are structures of the room".to_owned());
        }
        let structure = self.structure_of(draft, None)?;
        if structure.entry.qualified_only {
            return Err(
                "entry.qualified_only: days that belong together are structures of the room"
                    .to_owned(),
            );
        }
        check_others(&structure, &self.structures)?;
        Ok(structure)
    }

    fn structure_of(
        &self,
        mut draft: File,
        of_next_day: Option<super::PrizeTerms>,
    ) -> Result<Structure, String> {
        let betting = self.only_betting(draft.game())?;
        draft.prizes = match (draft.prizes, of_next_day) {
            (Some(_), Some(_)) => {
                return Err("prizes: they are those of next_day; leave them out".to_owned());
            }
            (own, other) => own.or(other),
        };
        if draft.prizes.is_none() {
            return Err("prizes: say what is won".to_owned());
        }
        let structure = draft.structure(betting)?;
        self.check_structure(&structure)?;
        Ok(structure)
    }

    /// Returns the betting structure of a game if it has only one. For a rotation, returns that of
    /// its first game, because each game has its own.
    fn only_betting(&self, id: &str) -> Result<Option<Betting>, String> {
        if let Some(rotation) = self.rotation(id) {
            return Ok(rotation.rotation.first().map(|first| first.betting));
        }
        let game = self.game(id).ok_or_else(|| {
            format!("game = \"{id}\" is neither a game nor a rotation of this room")
        })?;
        Ok(match game.betting[..] {
            [only] => Some(only),
            _ => None,
        })
    }

    /// Checks that a structure can be played with the games and rulebooks of this room.
    ///
    /// # Errors
    /// Returns a sentence that names the key.
    pub fn check_structure(&self, structure: &Structure) -> Result<(), String> {
        structure.validate()?;
        let rulebook = self.rulebook(&structure.rulebook).ok_or_else(|| {
            format!("rulebook = \"{}\" is not a rulebook of this room", structure.rulebook)
        })?;
        structure.check_rulebook(rulebook)?;
        let mut most_players = u8::MAX;
        for (index, level) in structure.levels().enumerate() {
            let Some((plays, _)) = self.plays(&structure.game, &level.stakes) else {
                return Err(format!(
                    "game = \"{}\" is neither a game nor a rotation of this room",
                    structure.game
                ));
            };
            for play in plays.iter() {
                play.validate().map_err(|reason| format!("level {}: {reason}", index + 1))?;
                most_players = most_players.min(play.game.max_players);
            }
        }
        let final_table = structure.final_table_players(rulebook);
        if structure.seats > most_players {
            return Err(format!("seats is at most {most_players}: the deck allows no more"));
        }
        if final_table > most_players {
            return Err(format!(
                "final_table: {final_table} would sit down, and the deck allows {most_players}; \
                 say final_table = {most_players}"
            ));
        }
        Ok(())
    }

    #[must_use]
    pub fn structure(&self, id: &str) -> Option<&Arc<Structure>> {
        self.structures.get(id)
    }

    /// Returns all structures, sorted by id.
    pub fn structures(&self) -> impl Iterator<Item = &Arc<Structure>> {
        self.structures.values()
    }

    /// Returns the games of each level of a structure, in order. If a rotation changes with the
    /// level, each level has a single game. Returns `None` if this room does not have the game.
    #[must_use]
    pub fn level_plays(&self, structure: &Structure) -> Option<Vec<LevelPlays>> {
        let of_level = |(index, level): (usize, &super::Level)| {
            let (plays, switch) = self.plays(&structure.game, &level.stakes)?;
            Some(match switch {
                Switch::Level => {
                    let play = plays.get(index % plays.len().max(1))?.clone();
                    (Arc::from([play]), Switch::Never)
                }
                _ => (plays, switch),
            })
        };
        structure.levels().enumerate().map(of_level).collect()
    }
}

/// Returns an error with the key in which it is, without line breaks.
fn on_one_line(error: &toml::de::Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that the tournaments named by a structure exist and fit.
fn check_others(
    structure: &Structure,
    all: &BTreeMap<String, Arc<Structure>>,
) -> Result<(), String> {
    if let Shares::Tickets { structure: id, worth } = &structure.prizes.shares {
        let target =
            all.get(id).ok_or_else(|| format!("prizes.shares: there is no tournament \"{id}\""))?;
        if *worth != target.price() {
            return Err(format!(
                "prizes.shares: a seat in \"{id}\" costs {} cents with everything, not {}",
                target.price().0,
                worth.0
            ));
        }
    }
    let Some(id) = &structure.next_day else { return Ok(()) };
    let next = all.get(id).ok_or_else(|| format!("next_day: there is no tournament \"{id}\""))?;
    let goes_on = next.entry.qualified_only
        && next.game == structure.game
        && next.rulebook == structure.rulebook
        && next.entry.starting_stack == structure.entry.starting_stack;
    if !goes_on {
        return Err(format!(
            "next_day: \"{id}\" has qualified_only and the same game, rulebook and starting_stack"
        ));
    }
    let last_unit = structure.stages.iter().rev().find_map(|stage| match stage {
        Stage::Level(level) => Some(level.stakes.unit),
        Stage::Break(_) => None,
    });
    let next_unit = next.levels().next().map(|level| level.stakes.unit);
    if matches!(structure.format, Format::Flight { .. }) && last_unit < next_unit {
        return Err(format!("next_day: \"{id}\" begins with chips that nobody has yet (unit)"));
    }
    Ok(())
}
