//! The floor's commands about leagues and results as typed arguments, and their
//! translation into the protocol.

use cardroom_protocol::league::{
    AccountBan, BannedAccount, Correction, CountFor, LeagueCommand, ResultChange, SeasonName,
};
use cardroom_protocol::{Points, TournamentId};
use clap::Subcommand;

/// A command of the floor about leagues and results.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum LeagueOrder {
    /// Take the place and points of a player in a tournament that has ended
    Disqualify { tournament: u64, name: String },
    /// Move a player to a place; those between move by one
    MoveTo {
        tournament: u64,
        name: String,
        /// The place, from 1
        place: u32,
    },
    /// Deduct points from a player, such as 2.5
    Deduct {
        tournament: u64,
        name: String,
        #[arg(value_parser = points)]
        points: Points,
    },
    /// Restore a player's result as it was when the tournament ended
    Restore { tournament: u64, name: String },
    /// Count a tournament that has ended for a league, or for none
    CountFor { tournament: u64, league: Option<String> },
    /// Compute the points of a season again, by the formula the league has now
    Recount { league: String, season: String },
    /// Ban an account for a number of days, from a league or from every tournament
    Ban { name: String, days: u16, league: Option<String> },
    /// Lift the ban of an account
    LiftBan { name: String, league: Option<String> },
}

impl LeagueOrder {
    pub(super) fn command(self) -> LeagueCommand {
        let correct = |tournament, name, change| {
            let tournament = TournamentId(tournament);
            LeagueCommand::Correct(Correction { tournament, name, change })
        };
        match self {
            Self::Disqualify { tournament, name } => {
                correct(tournament, name, ResultChange::Disqualify)
            }
            Self::MoveTo { tournament, name, place } => {
                correct(tournament, name, ResultChange::MoveTo(place))
            }
            Self::Deduct { tournament, name, points } => {
                correct(tournament, name, ResultChange::Deduct(points))
            }
            Self::Restore { tournament, name } => correct(tournament, name, ResultChange::Restore),
            Self::CountFor { tournament, league } => {
                LeagueCommand::CountFor(CountFor { tournament: TournamentId(tournament), league })
            }
            Self::Recount { league, season } => {
                LeagueCommand::Recount(SeasonName { league, season })
            }
            Self::Ban { name, days, league } => {
                LeagueCommand::Ban(AccountBan { name, league, days })
            }
            Self::LiftBan { name, league } => {
                LeagueCommand::LiftBan(BannedAccount { name, league })
            }
        }
    }
}

/// Parses points with at most two decimals.
fn points(text: &str) -> Result<Points, String> {
    let wrong = || format!("\"{text}\" is not a number of points. Write it like 2.5.");
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 2 {
        return Err(wrong());
    }
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    let hundredths: u64 = format!("{decimals:0<2}").parse().map_err(|_| wrong())?;
    let points = whole.checked_mul(100).and_then(|points| points.checked_add(hundredths));
    points.map(Points).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_two_decimals() {
        assert_eq!(points("2.5"), Ok(Points(250)));
        assert_eq!(points("12"), Ok(Points(1_200)));
        assert_eq!(points("0.05"), Ok(Points(5)));
        for wrong in ["", "-1", "1.", ".5", "1.234", "two", "1e3"] {
            assert!(points(wrong).is_err(), "{wrong}");
        }
    }
}
