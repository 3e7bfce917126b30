//! Records of tournaments that are over: lists of past events and their results, answered
//! from the room's storage.

use crate::ids::{Money, Points, RequestId, TimeMs, TournamentId};
use crate::league::ResultChange;
use crate::tournament::DealPart;
use serde::{Deserialize, Serialize};

/// Asks for a page of the tournaments that have ended, the latest
/// first. Answered by [`PastEventPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPastEvents {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Only tournaments of this league.
    pub league: Option<String>,
    /// Only tournaments of seasons with this id.
    pub season: Option<String>,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Asks for a page of the results of a tournament that has ended. Answered by [`ResultPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetResults {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// A page of the tournaments that have ended, at most 25.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastEventPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The tournaments, the latest first.
    pub events: Vec<PastEvent>,
}

/// A tournament that has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastEvent {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Name of the tournament.
    pub name: String,
    /// Id of the structure.
    pub structure: String,
    /// Id of the rulebook.
    pub rulebook: String,
    /// Name of its game, for people.
    pub game_name: String,
    /// Time when it began. Absent if it never did.
    pub began_at: Option<TimeMs>,
    /// Time when it ended.
    pub ended_at: TimeMs,
    /// Whether it was canceled.
    pub cancelled: bool,
    /// Number of entries made.
    pub entries: u32,
    /// Number of different players.
    pub players: u32,
    /// Part of the price of an entry that went to prizes.
    pub buy_in: Money,
    /// Fee of an entry.
    pub fee: Money,
    /// Money in the prize pool.
    pub prize_pool: Money,
    /// Names of the players in first place. More than one if they share it.
    pub winners: Vec<String>,
    /// Id of the league that it counts for.
    pub league: Option<String>,
    /// Id of the season that it counts for.
    pub season: Option<String>,
}

/// A page of the results of a tournament, at most 80 players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The tournament that they belong to.
    pub event: Box<PastEvent>,
    /// The deals made in it, the earliest first.
    pub deals: Vec<PastDeal>,
    /// Corrections made since it ended, the latest first.
    pub corrections: Vec<PastCorrection>,
    /// The players, the best place first.
    pub rows: Vec<ResultRow>,
}

/// A deal that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastDeal {
    /// Each player's share, which is part of that player's prize.
    pub shares: Vec<DealPart>,
    /// Money left for the winner to play for.
    pub for_winner: Money,
}

/// A correction that was made to a result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastCorrection {
    /// Time of the correction.
    pub at: TimeMs,
    /// Name of the operator.
    pub operator: String,
    /// Name of the player.
    pub name: String,
    /// The change that was made.
    pub change: ResultChange,
    /// The reason that the operator gave.
    pub reason: String,
    /// The rule that the operator cited.
    pub rule: Option<String>,
}

/// The result of a tournament for one player, with all entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultRow {
    /// The best place, from 1. Absent for a player who goes on to another day, and if
    /// there are no places.
    pub place: Option<u32>,
    /// Name of the player.
    pub name: String,
    /// Number of entries made.
    pub entries: u32,
    /// Number of rebuys bought.
    pub rebuys: u32,
    /// Number of add-ons bought.
    pub add_ons: u32,
    /// Money won with places, or by a deal.
    pub prize: Money,
    /// Value of the tickets won.
    pub tickets: Money,
    /// Money won with bounties.
    pub bounties: Money,
    /// Number of players this player has knocked out.
    pub knocked_out: u32,
    /// Points for the league.
    pub points: Option<Points>,
    /// Whether the player was disqualified after the end, and lost the place and the points.
    pub disqualified: bool,
}
