//! What the server tells about a tournament: answers, the steps everybody who watches gets, and what
//! is one player's alone.

use super::events::TournamentEvent;
use super::requests::Purchase;
use super::views::{
    HouseRule, ImpoundedPot, Payout, PlayerRow, Ruling, SeatReason, Stage, TableRow,
    TournamentInfo, TournamentView,
};
use crate::ids::{Chips, DealId, EntryId, Money, RequestId, Seq, TableId, TournamentId};
use crate::items::Items;
use serde::{Deserialize, Serialize};

/// Tournaments of the room. A long list comes in several messages with the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentList {
    /// The request's id.
    pub request: RequestId,
    /// The tournaments, by the time of their start.
    pub tournaments: Vec<TournamentInfo>,
    /// False when another message with more of them follows.
    pub last: bool,
}

/// A tournament of the lobby is new or has changed: to who watches the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentChanged {
    /// The tournament as it is now.
    pub info: Box<TournamentInfo>,
}

/// A tournament is gone from the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentGone {
    /// Which.
    pub tournament: TournamentId,
}

/// A whole tournament as this viewer sees it. It may come at any time and replaces all that was known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentSnapshot {
    /// Which tournament.
    pub tournament: TournamentId,
    /// Everything but the players, the tables and the rest of the prizes, which come in pages.
    pub view: Box<TournamentView>,
}

/// Why a tournament is paused. It follows a [`TournamentSnapshot`] of a paused tournament, in the
/// same frame if it answers a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentPaused {
    /// The tournament.
    pub tournament: TournamentId,
    /// Why, for people; empty if nobody gave a reason.
    pub reason: String,
}

/// The pots that are impounded in a tournament. It follows a [`TournamentSnapshot`] if there are any,
/// in the same frame if it answers a request. A snapshot without it has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentPots {
    /// The tournament.
    pub tournament: TournamentId,
    /// The pots, at most 8.
    pub pots: Vec<ImpoundedPot>,
}

/// One step of a tournament, the same for everybody who watches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentStep {
    /// Which tournament.
    pub tournament: TournamentId,
    /// One more than the step before. A gap means something was missed: watch again.
    pub seq: Seq,
    /// In the order in which they happened.
    pub events: Items<TournamentEvent>,
}

/// Levels, breaks and terms of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StructureSheet {
    /// The request's id.
    pub request: RequestId,
    /// Which tournament.
    pub tournament: TournamentId,
    /// The structure's id.
    pub structure: String,
    /// Its name.
    pub name: String,
    /// Levels and breaks in turn; the last level goes on to the end. At most 150.
    pub stages: Vec<Stage>,
    /// What a rebuy costs, how many chips it brings, and until when, where there are any.
    pub rebuy: Option<super::views::RebuyTerms>,
    /// The same of the add-on.
    pub add_on: Option<super::views::AddOnTerms>,
    /// Extra chips for who registers early.
    pub early_bonus: Option<super::views::EarlyBonus>,
    /// How often a player who is out may enter again.
    pub re_entries: u32,
    /// Whether who finds no seat may wait for one.
    pub alternates: bool,
}

/// Rules that people keep. A long list comes in several messages with the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HouseRules {
    /// The request's id.
    pub request: RequestId,
    /// Which tournament.
    pub tournament: TournamentId,
    /// The rules.
    pub rules: Vec<HouseRule>,
    /// False when another message with more of them follows.
    pub last: bool,
}

/// A page of the players: at most 100.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerPage {
    /// The request's id.
    pub request: RequestId,
    /// Which tournament.
    pub tournament: TournamentId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The players.
    pub players: Vec<PlayerRow>,
}

/// A page of the tables: at most 100.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TablePage {
    /// The request's id.
    pub request: RequestId,
    /// Which tournament.
    pub tournament: TournamentId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The tables.
    pub tables: Vec<TableRow>,
}

/// A page of the prizes: at most 200.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PayoutPage {
    /// The request's id.
    pub request: RequestId,
    /// Which tournament.
    pub tournament: TournamentId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The prizes, first place first.
    pub payouts: Vec<Payout>,
}

/// A page of what the floor has ruled: at most 16.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingPage {
    /// The request's id.
    pub request: RequestId,
    /// Which tournament.
    pub tournament: TournamentId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The rulings, the latest first.
    pub rulings: Vec<Ruling>,
}

/// The viewer got through a first day: the chips wait for the next one. Told when the day is over, and
/// after each login until they are played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipsBagged {
    /// The first day.
    pub tournament: TournamentId,
    /// How many chips.
    pub chips: Chips,
    /// The id of the structure they are for.
    pub structure: String,
    /// Its name.
    pub name: String,
}

/// What became of a roster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RosterReport {
    /// The request's id.
    pub request: RequestId,
    /// The tournament.
    pub tournament: TournamentId,
    /// How many were entered: everybody, or nobody.
    pub entered: u32,
    /// Why nobody was entered: the first 100 problems, by line.
    pub problems: Vec<RosterProblem>,
    /// How many problems there are.
    pub total: u32,
}

/// What is wrong with a line of a roster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RosterProblem {
    /// The line, from 1.
    pub line: u32,
    /// The column, where it is about one: `name`, `table`, `seat`, `apart` or `check_in`.
    pub column: Option<String>,
    /// What is wrong, for people.
    pub what: String,
}

/// Answers [`EnterTournament`](super::EnterTournament).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entered {
    /// The request's id.
    pub request: RequestId,
    /// Which tournament.
    pub tournament: TournamentId,
    /// The entry's number.
    pub entry: EntryId,
    /// True when no seat is free: the player waits for one.
    pub waiting: bool,
}

/// Answers [`OpenTournament`](super::OpenTournament).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentOpened {
    /// The request's id.
    pub request: RequestId,
    /// The new tournament.
    pub tournament: TournamentId,
}

/// The viewer has no chips left, or may buy some, and is asked. The seat is kept meanwhile; without an
/// answer the player is out, or plays on with what is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RebuyOffered {
    /// Which tournament.
    pub tournament: TournamentId,
    /// Which entry.
    pub entry: EntryId,
    /// What may be bought.
    pub what: Purchase,
    /// What it costs.
    pub cost: Money,
    /// How many chips it brings.
    pub chips: Chips,
    /// For how long.
    pub time_ms: u32,
}

/// The viewer has a seat, or another one than before. The table's snapshot follows by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewSeat {
    /// Which tournament.
    pub tournament: TournamentId,
    /// Which entry.
    pub entry: EntryId,
    /// At which table.
    pub table: TableId,
    /// At which seat, from 0.
    pub seat: u8,
    /// With how many chips.
    pub stack: Chips,
    /// Why.
    pub reason: SeatReason,
}

/// The viewer is out, or has won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// Which tournament.
    pub tournament: TournamentId,
    /// Which entry.
    pub entry: EntryId,
    /// The place, from 1.
    pub place: u32,
    /// How many share it: 1 for nobody else.
    pub tied: u32,
    /// The prize, which is in the wallet by now. A share of a deal is part of it.
    pub prize: Money,
    /// The id of the structure the prize is a ticket for, where it is one.
    pub ticket: Option<String>,
    /// The bounties won in all, which are in the wallet by now.
    pub bounties: Money,
    /// Whether the player may enter again now.
    pub may_re_enter: bool,
}

/// The viewer's entry counts no longer: the floor has taken it back, too few have entered, or the
/// tournament was called off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryReturned {
    /// Which tournament.
    pub tournament: TournamentId,
    /// Which entry.
    pub entry: EntryId,
    /// What is returned, which is in the wallet by now.
    pub refund: Money,
    /// The ticket that paid for the entry is part of it, and can be used again.
    pub ticket: bool,
    /// Why, for people.
    pub reason: String,
}

/// The tickets that the viewer has: entries into tournaments, won in others. All of them, whenever
/// that changes; after a login where there are any.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tickets {
    /// The tickets, those that are alike together.
    pub tickets: Vec<TicketHeld>,
}

/// Tickets that are alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TicketHeld {
    /// The id of the structure they are for: any tournament of the room with it takes them.
    pub structure: String,
    /// Its name, for people.
    pub name: String,
    /// What each is worth: the price of an entry when it was won.
    pub worth: Money,
    /// How many.
    pub count: u32,
}

/// The viewer is asked to accept a deal. What everybody votes is never told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealOffered {
    /// Which tournament.
    pub tournament: TournamentId,
    /// Goes into [`VoteOnDeal`](super::VoteOnDeal).
    pub deal: DealId,
    /// Who proposes it; absent: the floor.
    pub proposer: Option<EntryId>,
    /// What the viewer would get.
    pub yours: Money,
    /// What everybody would get.
    pub shares: Vec<DealPart>,
    /// What is kept for the winner to play for.
    pub for_winner: Money,
    /// For how long; who has not answered by then rejects it.
    pub time_ms: u32,
}

/// What one player gets by a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealPart {
    /// Whose entry.
    pub entry: EntryId,
    /// Whose name.
    pub name: String,
    /// How much.
    pub amount: Money,
}
