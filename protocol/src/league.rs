//! Leagues: their seasons, who stands where, and what the floor can do about them.

use crate::ids::{Points, RequestId, TimeMs, TournamentId};
use serde::{Deserialize, Serialize};

/// Asks for the room's leagues. Answered by [`LeagueList`], once or more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListLeagues {
    /// Repeated in the answer.
    pub request: RequestId,
}

/// Asks for a page of the standings of a season. Answered by [`StandingPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetStandings {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The league.
    pub league: String,
    /// The season; absent: the one of this moment, or the last one that has begun.
    pub season: Option<String>,
    /// How many to pass over: 0 for the first page.
    pub from: u32,
}

/// Gives a command about leagues and results; for the floor. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectLeague {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Why, for everybody to read: one line of 1 to 280 characters.
    pub reason: String,
    /// The rule it rests on, such as `TFPL 6-4`.
    pub rule: Option<String>,
    /// The command.
    pub command: LeagueCommand,
}

/// Asks for a page of who may not enter; for the floor. Answered by [`BanPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListBans {
    /// Repeated in the answer.
    pub request: RequestId,
    /// How many to pass over: 0 for the first page.
    pub from: u32,
}

/// A page of who may not enter: at most 25, those first whose bans end first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BanPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The bans.
    pub bans: Vec<BanRow>,
}

/// A ban that lasts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BanRow {
    /// Whose account.
    pub name: String,
    /// From the tournaments of this league; absent: from all of the room.
    pub league: Option<String>,
    /// Until when.
    pub until: TimeMs,
    /// When it was said.
    pub at: TimeMs,
    /// By whom.
    pub operator: String,
    /// Why.
    pub reason: String,
}

/// A command about leagues and results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeagueCommand {
    /// The result of a player is put right, and points with it. No money moves.
    Correct(Correction),
    /// A tournament that has ended counts for a league from now on, or for none.
    CountFor(CountFor),
    /// All points of a season are computed again, by the formula the league has now.
    Recount(SeasonName),
    /// An account may not enter for some days.
    Ban(AccountBan),
    /// An account may enter again.
    LiftBan(BannedAccount),
}

/// A correction of a player's result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The tournament.
    pub tournament: TournamentId,
    /// Whose result, by the name it has there.
    pub name: String,
    /// What becomes of it.
    pub change: ResultChange,
}

/// A change of a player's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ResultChange {
    /// No place and no points; those behind move up.
    Disqualify,
    /// This place; those between move by one.
    MoveTo(u32),
    /// So many points less.
    Deduct(Points),
    /// As it was when the tournament ended.
    Restore,
}

/// The league and season that a tournament counts for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountFor {
    /// The tournament.
    pub tournament: TournamentId,
    /// The league; the season is the one the start was in. Absent: it counts for none.
    pub league: Option<String>,
}

/// A season, by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonName {
    /// The league.
    pub league: String,
    /// The season.
    pub season: String,
}

/// A ban.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountBan {
    /// Whose account.
    pub name: String,
    /// From the tournaments of this league; absent: from all of the room.
    pub league: Option<String>,
    /// For how many days.
    pub days: u16,
}

/// A banned account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BannedAccount {
    /// Whose account.
    pub name: String,
    /// From the tournaments of this league; absent: from all of the room.
    pub league: Option<String>,
}

/// Leagues of the room. A long list comes in several messages with the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeagueList {
    /// The request's id.
    pub request: RequestId,
    /// The leagues, by their ids.
    pub leagues: Vec<LeagueInfo>,
    /// False when another message with more of them follows.
    pub last: bool,
}

/// A league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeagueInfo {
    /// Its id.
    pub league: String,
    /// Its name.
    pub name: String,
    /// The id of the rulebook its tournaments are played by; absent: each by its own.
    pub rulebook: Option<String>,
    /// The formula for the points of a night.
    pub points: String,
    /// Only so many of each player's nights count, the best ones; 0 for all.
    pub best_nights: u32,
    /// Who has played fewer nights has no rank.
    pub least_nights: u32,
    /// What decides between equal points, first of all the first.
    pub ties: Vec<LeagueTie>,
    /// Players attest to be of this age; 0 for any.
    pub min_age: u8,
    /// True where only members may enter.
    pub members_only: bool,
    /// Its seasons, the first one first: the last 12.
    pub seasons: Vec<SeasonInfo>,
}

/// A tie-break between equal points of a season.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeagueTie {
    /// More nights won.
    Wins,
    /// The better places: more first ones, then more second ones, and so on.
    Places,
    /// The best single night.
    BestNight,
    /// More players knocked out.
    KnockedOut,
    /// Fewer nights played.
    FewerNights,
}

/// A season of a league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeasonInfo {
    /// Its id.
    pub season: String,
    /// Its name.
    pub name: String,
    /// When it begins.
    pub from: TimeMs,
    /// The first moment after it.
    pub until: TimeMs,
}

/// A page of the standings of a season: at most 100 players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandingPage {
    /// The request's id.
    pub request: RequestId,
    /// The league.
    pub league: String,
    /// The season.
    pub season: String,
    /// How many nights were played.
    pub nights: u32,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The players, the best one first; those without a rank at the end.
    pub rows: Vec<StandingRow>,
}

/// A player's season.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandingRow {
    /// The rank, from 1; absent where too few nights were played. Several may share one.
    pub rank: Option<u32>,
    /// The name.
    pub name: String,
    /// What the nights that count come to.
    pub points: Points,
    /// How many nights were played.
    pub nights: u32,
    /// How many of them count.
    pub counted: u32,
    /// How many were won.
    pub wins: u32,
    /// The best place.
    pub best_place: u32,
    /// How many players this one has knocked out.
    pub knocked_out: u32,
}
