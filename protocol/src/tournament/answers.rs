//! Messages of the server about a tournament: answers, the steps for all who watch, and
//! messages for one player.

use super::commands::WallOrder;
use super::events::TournamentEvent;
use super::requests::Purchase;
use super::views::{
    HouseRule, ImpoundedPot, OpenMove, Payout, PlayerRow, Ruling, SeatReason, Stage, TableRow,
    TournamentInfo, TournamentView,
};
use crate::ids::{Chips, DealId, EntryId, Money, Points, RequestId, Seq, TableId, TournamentId};
use crate::items::Items;
use serde::{Deserialize, Serialize};

/// Tournaments of the room. A long list comes in several messages with the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentList {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The tournaments, sorted by their start time.
    pub tournaments: Vec<TournamentInfo>,
    /// False if another message with more tournaments follows.
    pub last: bool,
}

/// A structure of the room, by which a tournament can be opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenableStructure {
    /// Id of the structure.
    pub id: String,
    /// Name of the structure, for people.
    pub name: String,
    /// Id of its game or rotation.
    pub game: String,
    /// Id of its rulebook.
    pub rulebook: String,
}

/// A page of the structures by which tournaments can be opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StructurePage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of structures before this page.
    pub from: u32,
    /// Number of all structures.
    pub total: u32,
    /// The structures, sorted by id.
    pub structures: Vec<OpenableStructure>,
}

/// A tournament of the lobby is new or has changed. Sent to clients that watch the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentChanged {
    /// The tournament as it is now.
    pub info: Box<TournamentInfo>,
}

/// A tournament is gone from the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentGone {
    /// Id of the tournament.
    pub tournament: TournamentId,
}

/// A whole tournament as this viewer sees it. It may come at any time, and replaces everything that
/// the client knew of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentSnapshot {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Everything except the players, the tables and the rest of the prizes, which come in pages.
    pub view: Box<TournamentView>,
}

/// The reason why a tournament is paused. It follows a [`TournamentSnapshot`] of a paused
/// tournament, in the same frame if that answers a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentPaused {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The reason, for people to read. Empty if none was given.
    pub reason: String,
}

/// The impounded pots of a tournament. It follows a [`TournamentSnapshot`] if there are any, in the
/// same frame if that answers a request. If it does not follow, there are none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentPots {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The pots, at most 8.
    pub pots: Vec<ImpoundedPot>,
}

/// People deal real cards in this tournament, and the server deals none. It follows a
/// [`TournamentSnapshot`] of each such tournament, in the same frame if that answers a request. A
/// change comes as [`MovesChanged`](super::MovesChanged).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentRealCards {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The moves that nobody has confirmed, by entry, at most 200.
    pub moves: Vec<OpenMove>,
}

/// What the walls of a tournament show. It follows a [`TournamentSnapshot`] if there is anything to
/// say about them, in the same frame if that answers a request. If it does not follow, they show
/// the clock. A later command comes as [`FloorRuled`](super::FloorRuled).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentWall {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The scene that the floor chose last. Absent if it has chosen none.
    pub order: Option<WallOrder>,
    /// The announcement that is to be seen now. Absent if there is none.
    pub announcement: Option<WallAnnouncement>,
    /// What the first places bring in the league that the tournament counts for, first place first,
    /// at most 30: by the entries so far, and without points for knockouts. Empty if prizes are
    /// paid.
    pub points: Vec<Points>,
}

/// An announcement on a wall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WallAnnouncement {
    /// Text of the announcement.
    pub text: String,
    /// How much longer it is shown, in milliseconds from the sending of the message.
    pub remaining_ms: u32,
}

/// One step of a tournament, the same for all who watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentStep {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// One higher than in the previous step. After a
    /// gap, send [`WatchTournament`](crate::tournament::WatchTournament) again.
    pub seq: Seq,
    /// The events, in the order in which they happened.
    pub events: Items<TournamentEvent>,
}

/// Levels, breaks and terms of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StructureSheet {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Id of the structure.
    pub structure: String,
    /// Name of the structure, for people.
    pub name: String,
    /// Levels and breaks in turn, at most 150. The last level continues to the end.
    pub stages: Vec<Stage>,
    /// The terms of rebuys. Absent if there are none.
    pub rebuy: Option<super::views::RebuyTerms>,
    /// The terms of the add-on. Absent if there is none.
    pub add_on: Option<super::views::AddOnTerms>,
    /// Extra chips for early registration. Absent if there are none.
    pub early_bonus: Option<super::views::EarlyBonus>,
    /// How often a player who is out may enter again.
    pub re_entries: u32,
    /// Whether a player may wait for a seat if none is free.
    pub alternates: bool,
}

/// Rules that people enforce. A long list comes in several messages with the same id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HouseRules {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The rules of this message.
    pub rules: Vec<HouseRule>,
    /// False if another message with more rules follows.
    pub last: bool,
}

/// A page of the players, at most 100.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The players left by their stacks, then those who are out by their places.
    pub players: Vec<PlayerRow>,
}

/// A page of the tables, at most 100.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TablePage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The tables, sorted by their numbers.
    pub tables: Vec<TableRow>,
}

/// A page of the prizes, at most 200.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PayoutPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The prizes, first place first.
    pub payouts: Vec<Payout>,
}

/// A page of the floor's rulings, at most 16.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The rulings, the latest first.
    pub rulings: Vec<Ruling>,
}

/// A page of the seat codes, at most 200. A tournament that is over has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatCodePage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of codes before this page.
    pub from: u32,
    /// Number of codes on all pages.
    pub total: u32,
    /// The codes, by entry. Entries that were withdrawn have none.
    pub codes: Vec<SeatCode>,
}

/// The code that shows the seat of one entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatCode {
    /// Id of the entry.
    pub entry: EntryId,
    /// The number of the tournament, a dash, and ten letters and digits. Anyone who has it sees
    /// name, seat and clock, until the tournament is over.
    pub code: String,
}

/// The viewer got through a first day, and the chips wait for the next day. Sent when the day is
/// over, and after each login until the chips are in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipsBagged {
    /// Id of the first day.
    pub tournament: TournamentId,
    /// Number of chips bagged.
    pub chips: Chips,
    /// Id of the structure that they are for.
    pub structure: String,
    /// Name of the structure, for people.
    pub name: String,
}

/// The result of importing a roster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RosterReport {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Number of players entered: all of them or 0.
    pub entered: u32,
    /// The reasons why no player was entered: the first 100 problems, by line.
    pub problems: Vec<RosterProblem>,
    /// Number of problems found.
    pub total: u32,
}

/// A problem with a line of a roster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RosterProblem {
    /// Number of the line, from 1.
    pub line: u32,
    /// The column, if it is about one: `name`, `table`, `seat`, `apart` or `check_in`.
    pub column: Option<String>,
    /// A sentence for people.
    pub what: String,
}

/// Answers [`EnterTournament`](crate::tournament::EnterTournament) with the new entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entered {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Id of the new entry.
    pub entry: EntryId,
    /// Whether the player waits for a seat, because none is free.
    pub waiting: bool,
}

/// Answers [`OpenTournament`](crate::tournament::OpenTournament) with the new tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentOpened {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the new tournament.
    pub tournament: TournamentId,
}

/// Offers chips to the viewer, who has none left or may buy more. The seat is held meanwhile.
/// Without an answer, a player without chips is out and any other plays on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RebuyOffered {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Id of the viewer's entry.
    pub entry: EntryId,
    /// The kind of purchase offered.
    pub what: Purchase,
    /// Price of the purchase.
    pub cost: Money,
    /// Chips that it brings.
    pub chips: Chips,
    /// Time to answer, in milliseconds.
    pub time_ms: u32,
}

/// The viewer has a seat, or another one than before. The table's snapshot follows automatically.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewSeat {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Id of the viewer's entry.
    pub entry: EntryId,
    /// Id of the new table.
    pub table: TableId,
    /// The new seat, from 0.
    pub seat: u8,
    /// The viewer's stack there.
    pub stack: Chips,
    /// The reason for the seat.
    pub reason: SeatReason,
}

/// The viewer is out, or has won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Id of the viewer's entry.
    pub entry: EntryId,
    /// The final place, from 1.
    pub place: u32,
    /// Number of players who share it; 1 if it is not shared.
    pub tied: u32,
    /// The prize, including a share of a deal. It is in the wallet by now.
    pub prize: Money,
    /// Id of the structure, if the prize is a ticket for one.
    pub ticket: Option<String>,
    /// All bounties won. They are in the wallet by now.
    pub bounties: Money,
    /// Whether the player may enter again now.
    pub may_re_enter: bool,
}

/// A player of a tournament that is over offers a rematch. Its players get this when it is offered,
/// its watchers also after each full view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RematchOffered {
    /// Id of the tournament that is over.
    pub tournament: TournamentId,
    /// Id of the tournament to play next. Send `EnterTournament` to join.
    pub next: TournamentId,
    /// Name of the player who offers it.
    pub name: String,
    /// The code of a private tournament, for `UseInvitation`.
    pub code: Option<String>,
}

/// The viewer's entry no longer counts: the floor removed it, too few players entered, or
/// the tournament was canceled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryReturned {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Id of the viewer's entry.
    pub entry: EntryId,
    /// The refund, which is in the wallet by now.
    pub refund: Money,
    /// Whether the refund includes the ticket that paid for the entry, which can be used again.
    pub ticket: bool,
    /// The reason, for people to read.
    pub reason: String,
}

/// All tickets of the viewer: entries into tournaments, won in other tournaments. Sent whenever
/// they change, and after a login if there are any.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tickets {
    /// The tickets, with equal ones grouped.
    pub tickets: Vec<TicketHeld>,
}

/// Equal tickets of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TicketHeld {
    /// Id of the structure. Any tournament of the room with this structure accepts them.
    pub structure: String,
    /// Name of the structure, for people.
    pub name: String,
    /// Value of each ticket: the price of an entry when it was won.
    pub worth: Money,
    /// Number of such tickets.
    pub count: u32,
}

/// Asks the viewer to accept a deal. Votes stay secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealOffered {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// The id to send in [`VoteOnDeal`](crate::tournament::VoteOnDeal).
    pub deal: DealId,
    /// Entry of the player who proposes it. Absent if the floor does.
    pub proposer: Option<EntryId>,
    /// The viewer's share of the deal.
    pub yours: Money,
    /// The shares of all players.
    pub shares: Vec<DealPart>,
    /// Money left for the winner to play for.
    pub for_winner: Money,
    /// Time to answer, in milliseconds. A player who has not answered by then rejects the deal.
    pub time_ms: u32,
}

/// One player's share of a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealPart {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Name of the player.
    pub name: String,
    /// The share in money.
    pub amount: Money,
}
