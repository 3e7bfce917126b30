//! What a client may ask of a tournament. Each is a wish; the server checks everything.

use super::commands::TournamentCommand;
use crate::ids::{DealId, EntryId, Money, RequestId, Seq, TimeMs, TournamentId};
use crate::limits::MAX_DEAL_SHARES;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Asks for the room's tournaments. Answered by [`TournamentList`](super::TournamentList), once or
/// more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListTournaments {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Those that are over and can still be watched, too. What ended before is listed by
    /// [`ListPastEvents`](crate::past::ListPastEvents).
    pub past: bool,
}

/// Starts or stops watching a tournament: a whole view, then every step. Answered by
/// [`TournamentSnapshot`](super::TournamentSnapshot), then [`Done`](crate::server::Done), in one
/// frame; by `Done` alone to stop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchTournament {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// True to start, false to stop.
    pub on: bool,
}

/// Asks for levels, breaks and terms of a tournament. Answered by
/// [`StructureSheet`](super::StructureSheet).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetStructure {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
}

/// Asks for the rules of the tournament's rulebook that people keep and no program enforces. Answered
/// by [`HouseRules`](super::HouseRules), once or more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHouseRules {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
}

/// Asks for a page of the players in their order: those left by their stacks, then those who are out by
/// their places. Answered by [`PlayerPage`](super::PlayerPage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPlayers {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// How many to pass over: 0 for the first page.
    pub from: u32,
}

/// Asks for a page of the tables by their numbers. Answered by [`TablePage`](super::TablePage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListTournamentTables {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// How many to pass over: 0 for the first page.
    pub from: u32,
}

/// Asks for a page of the prizes by place. Answered by [`PayoutPage`](super::PayoutPage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPayouts {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// How many to pass over: 0 for the first page.
    pub from: u32,
}

/// Asks for a page of what the floor has ruled, the latest first. Answered by
/// [`RulingPage`](super::RulingPage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRulings {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// How many to pass over: 0 for the first page.
    pub from: u32,
}

/// Enters a tournament, pays for it from the wallet or with a ticket: before the start, late, or again
/// after being out. Answered by [`Entered`](super::Entered).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnterTournament {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// Says that the player has the age the tournament asks for; false where it asks for none.
    pub of_age: bool,
}

/// Takes an entry back before the start; what it cost comes back. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithdrawEntry {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
}

/// Says that the player is there, where the tournament asks for that before the start. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckIn {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
}

/// The kind of a purchase of chips.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Purchase {
    /// By who has few chips or none, in the first levels.
    Rebuy,
    /// By anybody, once, in a break.
    AddOn,
}

/// Buys chips from the wallet. In a hand they come when it is over. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuyChips {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// As what.
    pub what: Purchase,
}

/// Does not take the rebuy that was offered: the player is out at once. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclineRebuy {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
}

/// Plays no further and does not come back; the chips stay and are blinded out. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuitTournament {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
}

/// A way to divide the remaining prizes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealProposal {
    /// In proportion to the stacks, above what everybody has for certain.
    ChipChop,
    /// By what the stacks are worth in the independent chip model.
    Icm,
    /// In these shares, which add up to what is left less `for_winner`.
    Shares(Box<ArrayVec<DealShare, MAX_DEAL_SHARES>>),
}

/// One player's share of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealShare {
    /// Whose.
    pub entry: EntryId,
    /// How much.
    pub amount: Money,
}

/// Proposes to divide the remaining prizes among the players left. Answered by
/// [`Done`](crate::server::Done); every player who has a part in it gets
/// [`DealOffered`](crate::tournament::DealOffered).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposeDeal {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// How to divide.
    pub proposal: DealProposal,
    /// What is kept for the winner to play for.
    pub for_winner: Money,
}

/// Accepts a deal or rejects it. The ballot is secret: players learn only whether all accepted.
/// Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VoteOnDeal {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// Which deal.
    pub deal: DealId,
    /// True to accept.
    pub accept: bool,
}

/// Opens a tournament; for hosts and the floor. Answered by
/// [`TournamentOpened`](super::TournamentOpened).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenTournament {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The id of its structure.
    pub structure: String,
    /// Its name, at most 60 characters; absent: the structure's.
    pub name: Option<String>,
    /// When it starts; absent where it starts as soon as it is full.
    pub starts_at: Option<TimeMs>,
    /// Whoever opens it plays, and rules where they play, for everybody to see.
    pub self_run: bool,
    /// The league it counts for, played by the rulebook of that league; absent: for none.
    pub league: Option<String>,
}

/// Enters a roster into a tournament, all players or none. Only the floor and the account that
/// opened the tournament may. A long one comes in several messages, one after the other: each but
/// the last, with `more`, is answered by [`Done`](crate::server::Done). Answered by
/// [`RosterReport`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportRoster {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// The last step the operator has seen.
    pub seq: Seq,
    /// Why, for everybody to read: at most 280 characters.
    pub reason: String,
    /// The rule it rests on, such as `TFPL 2c-4`: at most 40 characters.
    pub rule: Option<String>,
    /// The table (CSV) with a heading, or the next part of it, at most 2500 characters. Columns:
    /// `name`, `table`, `seat`, `apart`, `check_in`, `stack`.
    pub text: String,
    /// More of it follows.
    pub more: bool,
}

/// Gives a command of the floor. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectTournament {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// The last step the operator has seen. Where the tournament has moved on in what the command is
    /// about, the command is refused with `seq_moved`.
    pub seq: Seq,
    /// Why, for everybody to read: at most 280 characters.
    pub reason: String,
    /// The rule it rests on, such as `TDA 71-A`: at most 40 characters.
    pub rule: Option<String>,
    /// What to do.
    pub command: TournamentCommand,
}
