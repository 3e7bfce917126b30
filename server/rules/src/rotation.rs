//! The games of a table: one, or several in rotation. The rotation picks the next game; a hand
//! knows only its own.

use crate::game::{Forced, Game};
use crate::stakes::{AnteKind, Betting, Stakes};
use crate::units::Chips;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game and its stakes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Play {
    pub game: Arc<Game>,
    pub stakes: Stakes,
}

/// The games and stakes of a level, and when the next game begins.
pub type LevelPlays = (Arc<[Play]>, Switch);

/// The moment at which a rotation moves to its next game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// There is only one game.
    #[default]
    Never,
    /// After this many hands.
    Hands(u32),
    /// After as many hands as players were dealt in.
    Orbit,
    /// With the level, on an outside command.
    Level,
    /// The player on the button chooses before each hand. While the button stands still, the choice
    /// passes clockwise.
    DealersChoice,
}

/// Games played in rotation, as in a file in `config/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rotation {
    /// The name of its file, such as `horse`.
    pub id: String,
    /// The name shown to people.
    pub name: String,
    pub switch: Switch,
    /// The games, in order.
    pub rotation: Vec<RotationGame>,
}

/// One game of a rotation. Its stakes derive from those of the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RotationGame {
    /// The id of the game.
    pub game: String,
    pub betting: Betting,
    /// The blinds, or with a bring-in the small bet, in percent of the table's.
    #[serde(default = "whole")]
    pub blinds_percent: u64,
    /// Each player's ante, in percent of the game's big blind or small bet.
    #[serde(default)]
    pub ante_percent: u64,
    /// The bring-in, in percent of the game's small bet.
    #[serde(default)]
    pub bring_in_percent: u64,
}

fn whole() -> u64 {
    100
}

impl Play {
    /// Checks the game, the stakes and whether they fit.
    ///
    /// # Errors
    /// Returns a sentence that names the problem.
    pub fn validate(&self) -> Result<(), String> {
        self.game.validate()?;
        self.stakes.validate()?;
        let (game, stakes) = (&self.game, &self.stakes);
        if !game.betting.contains(&stakes.betting) {
            return Err(format!("{} is not played in this betting structure", game.name));
        }
        match game.forced {
            Forced::Blinds if !stakes.bring_in.is_zero() => {
                Err(format!("{} is played with blinds and has no bring-in", game.name))
            }
            Forced::BringIn if stakes.bring_in.is_zero() || stakes.bring_in >= stakes.big_blind => {
                Err(format!("{} needs a bring-in below the small bet (big_blind)", game.name))
            }
            Forced::BringIn
                if matches!(stakes.ante_kind, AnteKind::BigBlind | AnteKind::Button) =>
            {
                Err(format!("{} has no blinds: an ante is paid by each player", game.name))
            }
            Forced::Blinds | Forced::BringIn => Ok(()),
        }
    }
}

impl RotationGame {
    /// Returns the stakes of this game at a table with stakes `base`. Amounts are rounded down to
    /// the unit, and are at least one unit if the percentage is not 0.
    #[must_use]
    pub fn stakes(&self, base: &Stakes, forced: Forced) -> Stakes {
        let part = |amount: Chips, percent: u64| -> Chips {
            let units = amount.times(percent).divide(100).0.divide(base.unit.0).0;
            if percent == 0 || amount.is_zero() {
                Chips::ZERO
            } else {
                units.max(Chips(1)).times(base.unit.0)
            }
        };
        let big_blind = part(base.big_blind, self.blinds_percent);
        let (small_blind, bring_in) = match forced {
            Forced::Blinds => (part(base.small_blind, self.blinds_percent), Chips::ZERO),
            Forced::BringIn => (Chips::ZERO, part(big_blind, self.bring_in_percent)),
        };
        let ante = part(big_blind, self.ante_percent);
        let ante_kind = if ante.is_zero() { AnteKind::None } else { AnteKind::Each };
        Stakes {
            betting: self.betting,
            small_blind,
            big_blind,
            bring_in,
            ante,
            ante_kind,
            unit: base.unit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stakes_of_a_game_follow_from_those_of_the_table() {
        let entry = RotationGame {
            game: "razz".to_owned(),
            betting: Betting::FixedLimit,
            blinds_percent: 100,
            ante_percent: 20,
            bring_in_percent: 30,
        };
        let base = Stakes { unit: Chips(5), ..Stakes::no_limit(50, 100) };
        let razz = entry.stakes(&base, Forced::BringIn);
        assert_eq!((razz.small_blind, razz.big_blind), (Chips(0), Chips(100)));
        assert_eq!(
            (razz.ante, razz.ante_kind, razz.bring_in),
            (Chips(20), AnteKind::Each, Chips(30))
        );
        let tiny = entry.stakes(&Stakes::no_limit(1, 2), Forced::BringIn);
        assert_eq!((tiny.ante, tiny.bring_in), (Chips(1), Chips(1)));
    }
}
