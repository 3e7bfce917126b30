//! The game of a match, as it is named on the command line.

use super::Usage;
use cardroom_match::game::{GameChoice, Terms};
use cardroom_rules::{Betting, Library};
use clap::{Args, ValueEnum};
use std::fs;
use std::path::Path;

/// The game and its stakes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game")]
pub(super) struct GameArguments {
    /// Id of a game or rotation, or the file of a game
    #[arg(long, default_value = "holdem", conflicts_with = "tournament")]
    game: String,
    /// Betting structure [default: the first one of the game]
    #[arg(long, value_enum, conflicts_with = "tournament")]
    betting: Option<BettingName>,
    /// Small and big blind; with a bring-in, the bring-in and the small bet
    #[arg(long, value_name = "SMALL/BIG", default_value = "50/100", conflicts_with = "tournament")]
    blinds: String,
    /// Ante of each player [default: none; a fifth of the small bet with a bring-in]
    #[arg(long, value_name = "CHIPS", conflicts_with = "tournament")]
    ante: Option<u64>,
    /// Stack of each player before every hand
    #[arg(long, value_name = "CHIPS", default_value_t = 20_000, conflicts_with = "tournament")]
    stack: u64,
    /// Id of the rulebook
    #[arg(long, default_value = "online", conflicts_with = "tournament")]
    rulebook: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(clippy::enum_variant_names, reason = "the structures are called so")]
enum BettingName {
    NoLimit,
    PotLimit,
    FixedLimit,
}

impl GameArguments {
    /// Finds the game and checks its stakes.
    pub(super) fn terms(&self, library: &Library) -> Result<Terms, Usage> {
        let blinds = self
            .blinds
            .split_once('/')
            .and_then(|(small, big)| Some((small.trim().parse().ok()?, big.trim().parse().ok()?)));
        let (small_blind, big_blind) = blinds.ok_or_else(|| {
            format!("--blinds is two numbers such as 50/100, and not \"{}\".", self.blinds)
        })?;
        let from_file = self.read_file()?;
        let game = from_file.as_ref().map_or(&self.game, |(id, _)| id);
        let choice = GameChoice {
            game: game.clone(),
            betting: self.betting.map(|betting| match betting {
                BettingName::NoLimit => Betting::NoLimit,
                BettingName::PotLimit => Betting::PotLimit,
                BettingName::FixedLimit => Betting::FixedLimit,
            }),
            small_blind,
            big_blind,
            ante: self.ante,
            stack: self.stack,
            rulebook: self.rulebook.clone(),
        };
        Terms::new(from_file.as_ref().map_or(library, |(_, games)| games), library, &choice)
    }

    /// Reads the game if it is named by its file.
    fn read_file(&self) -> Result<Option<(String, Library)>, Usage> {
        let path = Path::new(&self.game);
        if path.extension().is_none_or(|ending| ending != "toml") {
            return Ok(None);
        }
        let text = fs::read_to_string(path)
            .map_err(|error| format!("The game {} cannot be read: {error}.", self.game))?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let games = Library::parse([(&*id, &*text)], [])
            .map_err(|error| format!("The game {} cannot be played: {error}.", self.game))?;
        Ok(Some((id, games)))
    }
}
