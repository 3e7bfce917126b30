//! What stays of tournaments when they are over: lists of past events and their results, answered from
//! what the room keeps.

use crate::ids::{Money, Points, RequestId, TimeMs, TournamentId};
use crate::league::ResultChange;
use crate::tournament::DealPart;
use serde::{Deserialize, Serialize};

/// Asks for a page of the tournaments that have ended, the latest first. Answered by
/// [`PastEventPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPastEvents {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Only those of this league.
    pub league: Option<String>,
    /// Only those of seasons with this id.
    pub season: Option<String>,
    /// How many to pass over: 0 for the first page.
    pub from: u32,
}

/// Asks for a page of the results of a tournament that has ended. Answered by [`ResultPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetResults {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// How many to pass over: 0 for the first page.
    pub from: u32,
}

/// A page of the tournaments that have ended: at most 25.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastEventPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The tournaments, the latest first.
    pub events: Vec<PastEvent>,
}

/// A tournament that has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastEvent {
    /// Its id.
    pub tournament: TournamentId,
    /// Its name.
    pub name: String,
    /// The structure's id.
    pub structure: String,
    /// The rulebook's id.
    pub rulebook: String,
    /// The name of its game, for people.
    pub game_name: String,
    /// When it began; absent where it never did.
    pub began_at: Option<TimeMs>,
    /// When it was over.
    pub ended_at: TimeMs,
    /// True where it was called off.
    pub cancelled: bool,
    /// How many entries there were.
    pub entries: u32,
    /// How many players.
    pub players: u32,
    /// What an entry paid for prizes.
    pub buy_in: Money,
    /// The fee of an entry.
    pub fee: Money,
    /// The prize pool.
    pub prize_pool: Money,
    /// Who has the first place; several who share it.
    pub winners: Vec<String>,
    /// The league it counts for, by its id.
    pub league: Option<String>,
    /// The season of the league.
    pub season: Option<String>,
}

/// A page of the results of a tournament: at most 80 players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The tournament.
    pub event: Box<PastEvent>,
    /// The deals that were made in it, the first one first.
    pub deals: Vec<PastDeal>,
    /// What was put right since it ended, the latest first.
    pub corrections: Vec<PastCorrection>,
    /// Everybody, the best place first.
    pub rows: Vec<ResultRow>,
}

/// A deal that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastDeal {
    /// What everybody got; it is part of their prizes.
    pub shares: Vec<DealPart>,
    /// What was left for the winner to play for.
    pub for_winner: Money,
}

/// A corrected result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PastCorrection {
    /// When.
    pub at: TimeMs,
    /// The name of the operator.
    pub operator: String,
    /// Whose result.
    pub name: String,
    /// What became of it.
    pub change: ResultChange,
    /// Why.
    pub reason: String,
    /// The rule it rests on.
    pub rule: Option<String>,
}

/// The result of a tournament for one player, with all entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultRow {
    /// The best place, from 1; absent for who goes on to another day, and where there are no places.
    pub place: Option<u32>,
    /// The name.
    pub name: String,
    /// How many entries.
    pub entries: u32,
    /// How many rebuys.
    pub rebuys: u32,
    /// How many add-ons.
    pub add_ons: u32,
    /// The money won with places, or by a deal.
    pub prize: Money,
    /// What the tickets are worth that were won.
    pub tickets: Money,
    /// The money won with bounties.
    pub bounties: Money,
    /// How many players this one has knocked out.
    pub knocked_out: u32,
    /// The points of the league.
    pub points: Option<Points>,
    /// True for who was disqualified after the end: the place and the points are gone.
    pub disqualified: bool,
}
