//! The games and stakes of a tournament's levels, and which levels the games of a room allow.

use super::DirectorCore;
use super::commands::stages_in;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::requests::TournamentRequest;
use cardroom_protocol::tournament::TournamentCommand;
use cardroom_rules::{LevelPlays, Library, Structure};
use std::sync::Arc;

/// The library does not have the game of a structure.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{game}\" is not a game of this room")]
pub struct UnknownGame {
    game: String,
}

/// Returns the games and stakes of each level.
///
/// # Errors
/// The library does not have the game.
pub fn levels(structure: &Structure, library: &Library) -> Result<Arc<[LevelPlays]>, UnknownGame> {
    let unknown = || UnknownGame { game: structure.game.clone() };
    library.level_plays(structure).map(Into::into).ok_or_else(unknown)
}

impl DirectorCore {
    /// Checks changed levels and extra players against the games of a library.
    ///
    /// # Errors
    /// The code and the text of the refusal.
    pub fn can_play(
        &self,
        request: &TournamentRequest,
        library: &Library,
    ) -> Result<(), (ErrorCode, String)> {
        let TournamentRequest::DirectTournament(order) = request else { return Ok(()) };
        let unknown = |error: UnknownGame| (ErrorCode::Internal, error.to_string());
        let change = match &order.command {
            TournamentCommand::ChangeLevels(change) => change,
            TournamentCommand::ExtraPlayers(tables) if *tables > 0 => {
                let structure = self.director().structure();
                let levels = levels(structure, library).map_err(unknown)?;
                let plays = levels.iter().flat_map(|(plays, _)| plays.iter());
                let most = plays.map(|play| play.game.max_players).min().unwrap_or(0);
                let text = "The deck allows no extra player at a table.";
                let refused = || (ErrorCode::NotAllowedNow, text.to_owned());
                return (structure.seats < most).then_some(()).ok_or_else(refused);
            }
            _ => return Ok(()),
        };
        let stages = stages_in(change);
        let stages = stages.map_err(|why| (ErrorCode::NotAllowedNow, why.to_owned()))?;
        let structure = self.director().structure_with(&stages);
        for (level, (plays, _)) in (1..).zip(levels(&structure, library).map_err(unknown)?.iter()) {
            for play in plays.iter() {
                play.validate().map_err(|reason| {
                    let text = format!("These levels cannot be played: level {level}: {reason}.");
                    (ErrorCode::NotInTheRules, text)
                })?;
            }
        }
        Ok(())
    }
}
