//! Requests of clients about tournaments. The server checks everything in them.

use super::commands::TournamentCommand;
use crate::ids::{DealId, EntryId, Money, RequestId, Seq, TimeMs, TournamentId};
use crate::limits::MAX_DEAL_SHARES;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Asks for the room's tournaments. Answered by
/// one or more [`TournamentList`](crate::tournament::TournamentList).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListTournaments {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Whether to include tournaments that are over but can still be watched.
    /// [`ListPastEvents`](crate::past::ListPastEvents) lists earlier ones.
    pub past: bool,
}

/// Starts or stops watching a tournament: first the whole tournament, then every step. Answered by
/// [`TournamentSnapshot`](crate::tournament::TournamentSnapshot), then
/// [`Done`](crate::server::Done), in one frame to start; by `Done` alone to stop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WatchTournament {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// True to start, false to stop.
    pub on: bool,
}

/// Asks for levels, breaks and terms of a
/// tournament. Answered by [`StructureSheet`](crate::tournament::StructureSheet).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetStructure {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
}

/// Asks for the rules of the tournament's rulebook that people enforce, and not the program.
/// Answered by one or more [`HouseRules`](crate::tournament::HouseRules).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHouseRules {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
}

/// Asks for a page of the players: those left by their stacks, then those who are out by their
/// places. Answered by [`PlayerPage`](crate::tournament::PlayerPage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPlayers {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Asks for a page of the tables, sorted by their
/// numbers. Answered by [`TablePage`](crate::tournament::TablePage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListTournamentTables {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Asks for a page of the prizes, sorted by
/// place. Answered by [`PayoutPage`](crate::tournament::PayoutPage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPayouts {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Asks for a page of the floor's rulings, the latest
/// first. Answered by [`RulingPage`](crate::tournament::RulingPage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRulings {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Enters a tournament and pays for it from the wallet or with a ticket: before the start, late, or
/// again after elimination. Answered by [`Entered`](crate::tournament::Entered).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnterTournament {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Attests that the player has reached the tournament's minimum age. False if it has none.
    pub of_age: bool,
}

/// Withdraws an entry before the start, for a refund. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithdrawEntry {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
}

/// Reports that the player is present, if the tournament requires that before the
/// start. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckIn {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
}

/// The kind of a purchase of chips.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Purchase {
    /// For a player with few chips or none, in the first levels.
    Rebuy,
    /// For any player, once, in a break.
    AddOn,
}

/// Buys chips from the wallet. During a hand, they come when it is
/// over. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuyChips {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The kind of purchase.
    pub what: Purchase,
}

/// Declines the rebuy that was offered. The player is out at
/// once. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeclineRebuy {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
}

/// Ends the player's part in the tournament permanently. The chips stay and are blinded
/// out, or are removed if the rulebook says so. The table no longer waits for the player. Answered
/// by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuitTournament {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
}

/// Offers a rematch to everyone who played in a tournament that is over: another tournament that
/// the viewer can reach and that takes entries. Only its players and its host may offer one. They
/// and its watchers get [`RematchOffered`](crate::tournament::RematchOffered). A later offer takes
/// the place of an earlier one, and each player may make three. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferRematch {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament that is over.
    pub tournament: TournamentId,
    /// Id of the tournament to play next. If it is public, it has the same structure.
    pub next: TournamentId,
}

/// A way to divide the remaining prizes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealProposal {
    /// In proportion to the stacks, on top of what all players are sure of.
    ChipChop,
    /// By the value of the stacks in the independent chip model.
    Icm,
    /// In these shares, which add up to the remaining prizes minus `for_winner`.
    Shares(Box<ArrayVec<DealShare, MAX_DEAL_SHARES>>),
}

/// One player's share of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealShare {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// The share in money.
    pub amount: Money,
}

/// Proposes to divide the remaining prizes among the players left.
/// Answered by [`Done`](crate::server::Done); every player who has a part
/// in it gets [`DealOffered`](crate::tournament::DealOffered).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposeDeal {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The way to divide.
    pub proposal: DealProposal,
    /// Money left for the winner to play for.
    pub for_winner: Money,
}

/// Accepts a deal or rejects it. The ballot is secret: players learn only whether all
/// accepted. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VoteOnDeal {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Id of the deal.
    pub deal: DealId,
    /// True to accept, false to reject.
    pub accept: bool,
}

/// Opens a tournament. For hosts and the
/// floor. Answered by [`TournamentOpened`](crate::tournament::TournamentOpened).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenTournament {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of its structure.
    pub structure: String,
    /// Name of the tournament, at most 60 characters. If absent, that of the structure.
    pub name: Option<String>,
    /// Start time. Absent if it starts as soon as it is full.
    pub starts_at: Option<TimeMs>,
    /// Whether the account that opens it plays in it and rules where it plays, for everyone to see.
    pub self_run: bool,
    /// The league that it counts for, whose rulebook applies. Absent for none.
    pub league: Option<String>,
}

/// Opens a tournament with a structure of its own, which the room does not keep for others. A host
/// and the floor may; a guarantee in it needs an administrator. Answered by
/// [`TournamentOpened`](crate::tournament::TournamentOpened).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenTournamentWith {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The structure in TOML, as in a file of the room: at most 12,000 bytes. Its id is none of the
    /// room's structures. It has neither `next_day` nor `entry.qualified_only`.
    pub structure: String,
    /// Name of the tournament, at most 60 characters. If absent, that of the structure.
    pub name: Option<String>,
    /// Start time. Absent if it starts as soon as it is full.
    pub starts_at: Option<TimeMs>,
    /// Whether the account that opens it plays in it and rules where it plays, for everyone to see.
    pub self_run: bool,
    /// The league that it counts for, whose rulebook applies. Absent for none.
    pub league: Option<String>,
}

/// Asks for a page of the structures that [`OpenTournament`] can name.
/// Answered by [`StructurePage`](crate::tournament::StructurePage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListStructures {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// How many structures to skip.
    pub from: u32,
}

/// Enters a roster into a tournament, all players or none. Only the floor and the account that
/// opened the tournament may. A long roster comes in several messages, one after the other. All
/// except the last have `more` set and get
/// [`Done`](crate::server::Done). Answered by [`RosterReport`](crate::tournament::RosterReport).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportRoster {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The last step that the operator has seen.
    pub seq: Seq,
    /// The reason, for everyone to read: at most 280 characters.
    pub reason: String,
    /// The rule behind the command, such as `TFPL 2c-4`: at most 40 characters.
    pub rule: Option<String>,
    /// The table (CSV) with a heading, or the next part of it: at most 2500 characters. Columns:
    /// `name`, `table`, `seat`, `apart`, `check_in`, `stack`.
    pub text: String,
    /// Whether more parts follow.
    pub more: bool,
}

/// Asks for a page of the seat codes, which show a player the seat of one entry without an account:
/// at `/seats/CODE.json` over HTTP, and in the web client at `/#/seat/CODE`. Only the floor and the
/// account that opened the tournament may. Answered by
/// [`SeatCodePage`](crate::tournament::SeatCodePage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListSeatCodes {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// How many codes to skip.
    pub from: u32,
}

/// Gives a command of the floor. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectTournament {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The last step that the operator has seen. If the tournament has moved on since in what the
    /// command is about, the command is refused with `seq_moved`.
    pub seq: Seq,
    /// The reason, for everyone to read: at most 280 characters.
    pub reason: String,
    /// The rule behind the command, such as `TDA 71-A`: at most 40 characters.
    pub rule: Option<String>,
    /// The command to carry out.
    pub command: TournamentCommand,
}
