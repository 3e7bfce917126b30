//! Leagues: their seasons and standings, and the floor's commands about them.

use crate::ids::{Money, Points, RequestId, TimeMs, TournamentId};
use serde::{Deserialize, Serialize};

/// Asks for the room's leagues. Answered by one or more [`LeagueList`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListLeagues {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
}

/// Asks for a page of the standings of a season. Answered by [`StandingPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetStandings {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the league.
    pub league: String,
    /// Id of the season. If absent, the current one, or the last one that has begun.
    pub season: Option<String>,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Gives a command about leagues and results. Floor
/// only. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectLeague {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The reason, for everyone to read: one line of 1 to 280 characters.
    pub reason: String,
    /// The rule behind the command, such as `TFPL 6-4`.
    pub rule: Option<String>,
    /// The command to carry out.
    pub command: LeagueCommand,
}

/// Makes a league, or changes one that was made so. Floor only. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeLeague {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The reason, in one line of 1 to 280 characters. The security log has it.
    pub reason: String,
    /// The change to make.
    pub change: LeagueChange,
}

/// A change of a league that was made while the room was open. Leagues of the configuration are
/// changed in their files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeagueChange {
    /// Makes a league: its file in TOML, as in the room's own folder of leagues, at most 12,000
    /// bytes. It may have no season yet.
    Make(String),
    /// Replaces the file of the league with the id in it. Results keep the points that they have.
    Replace(String),
    /// Opens a season.
    OpenSeason(NewSeason),
    /// Sets the last day of a season.
    EndSeason(SeasonEnd),
    /// Ends the league with this id. Results stay.
    End(String),
}

/// A season to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewSeason {
    /// Id of the league.
    pub league: String,
    /// Id of the season, which its league has not used: lower-case letters, digits and `-`.
    pub season: String,
    /// Name of the season, at most 40 characters.
    pub name: String,
    /// First day, such as `2027-01-01`, in UTC.
    pub from: String,
    /// Last day. Seasons of a league do not overlap.
    pub until: String,
}

/// The last day of a season.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonEnd {
    /// Id of the league.
    pub league: String,
    /// Id of the season.
    pub season: String,
    /// Last day, such as `2027-03-31`, in UTC.
    pub until: String,
}

/// Asks for a page of the bans in force. Floor only. Answered by [`BanPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListBans {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// A page of the bans in force, at most 25. Bans that end first come first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BanPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The bans in force.
    pub bans: Vec<BanRow>,
}

/// A ban in force.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BanRow {
    /// Name of the banned account.
    pub name: String,
    /// The league whose tournaments it may not enter. Absent for all tournaments of the room.
    pub league: Option<String>,
    /// End of the ban.
    pub until: TimeMs,
    /// Time when the ban was given.
    pub at: TimeMs,
    /// Name of the operator who gave it.
    pub operator: String,
    /// The reason that the operator gave.
    pub reason: String,
}

/// A command about leagues and results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeagueCommand {
    /// Corrects the result of a player, and points with it. No money moves.
    Correct(Correction),
    /// Counts a tournament that has ended for a league from now on, or for none.
    CountFor(CountFor),
    /// Computes all points of a season again, by the league's current formula.
    Recount(SeasonName),
    /// Bans an account from entering for some days.
    Ban(AccountBan),
    /// Ends the ban of an account.
    LiftBan(BannedAccount),
}

/// A correction of a player's result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Name of the player, as in the result.
    pub name: String,
    /// The change to make.
    pub change: ResultChange,
}

/// A change of a player's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ResultChange {
    /// No place and no points. Players behind move up.
    Disqualify,
    /// This place. Players between move by one.
    MoveTo(u32),
    /// Takes off this many points.
    Deduct(Points),
    /// The result at the end of the tournament. Forfeited prize money goes back to the player.
    Restore,
    /// Takes this much of the prize money of places or a deal, from the player's chips to the
    /// house. Refused if the prize is smaller, or if the player has fewer chips outside of tables.
    Forfeit(Money),
}

/// The league and season that a tournament counts for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountFor {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Id of the league. The season is the one in which the tournament started. Absent if
    /// it counts for none.
    pub league: Option<String>,
}

/// A season, by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonName {
    /// Id of the league.
    pub league: String,
    /// Id of the season.
    pub season: String,
}

/// A ban to give.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountBan {
    /// Name of the account.
    pub name: String,
    /// The league whose tournaments it may not enter. Absent for all tournaments of the room.
    pub league: Option<String>,
    /// Length of the ban, in days.
    pub days: u16,
}

/// An account whose ban ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BannedAccount {
    /// Name of the account.
    pub name: String,
    /// The league whose tournaments it may not enter. Absent for all tournaments of the room.
    pub league: Option<String>,
}

/// Leagues of the room. A long list comes in several messages with the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeagueList {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The leagues, sorted by id.
    pub leagues: Vec<LeagueInfo>,
    /// False if another message with more leagues follows.
    pub last: bool,
}

/// A league and its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeagueInfo {
    /// Id of the league.
    pub league: String,
    /// Name of the league.
    pub name: String,
    /// Id of the rulebook of its tournaments. Absent if each has its own.
    pub rulebook: Option<String>,
    /// Formula for the points of a night.
    pub points: String,
    /// Number of each player's best nights that count. 0 for all nights.
    pub best_nights: u32,
    /// Number of nights a player needs for a rank.
    pub least_nights: u32,
    /// Tie-breaks between equal points, in order of precedence.
    pub ties: Vec<LeagueTie>,
    /// Age that players must attest to. 0 for any.
    pub min_age: u8,
    /// Whether only members may enter.
    pub members_only: bool,
    /// The last 12 seasons, the earliest first.
    pub seasons: Vec<SeasonInfo>,
    /// Whether only entries that were present in a hand score.
    pub present: bool,
    /// Formula for the points of a disqualified player. Absent for 0 points.
    pub disqualified: Option<String>,
}

/// A tie-break between equal points of a season.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LeagueTie {
    /// More nights were won.
    Wins,
    /// Better places: more first places, then more second places, and so on.
    Places,
    /// The best single night.
    BestNight,
    /// More players knocked out.
    KnockedOut,
    /// Fewer nights were played.
    FewerNights,
}

/// A season of a league.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeasonInfo {
    /// Id of the season.
    pub season: String,
    /// Name of the season.
    pub name: String,
    /// Time when it begins.
    pub from: TimeMs,
    /// The first moment after it.
    pub until: TimeMs,
}

/// A page of the standings of a season, at most 100 players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandingPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the league.
    pub league: String,
    /// Id of the season.
    pub season: String,
    /// Number of nights played.
    pub nights: u32,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The players, the best first. Players without a rank come last.
    pub rows: Vec<StandingRow>,
}

/// One player's season in the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandingRow {
    /// Rank, from 1. Several players may share one. Absent if the player has played too few nights.
    pub rank: Option<u32>,
    /// Name of the player.
    pub name: String,
    /// Points from the nights that count.
    pub points: Points,
    /// Number of nights played.
    pub nights: u32,
    /// Number of nights that count.
    pub counted: u32,
    /// Number of nights won.
    pub wins: u32,
    /// The best place of the season. 0 if the player has none.
    pub best_place: u32,
    /// Number of players this player has knocked out.
    pub knocked_out: u32,
}
