//! A tournament as the lobby and its players see it, and the rows of its pages.

use super::commands::{ChipOrder, TournamentCommand};
use super::requests::Purchase;
use crate::game::{AnteKind, Betting};
use crate::ids::{Chips, DealId, EntryId, HandNo, Money, Seq, TableId, TimeMs, TournamentId};
use serde::{Deserialize, Serialize};

/// A tournament as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentInfo {
    /// Id of the tournament.
    pub tournament: TournamentId,
    /// Name of the tournament.
    pub name: String,
    /// Id of its structure.
    pub structure: String,
    /// Id of the game or rotation.
    pub game: String,
    /// Name of the game or rotation, such as "Texas hold'em".
    pub game_name: String,
    /// Betting structure. In a rotation, that of its first game.
    pub betting: Betting,
    /// Id of the rulebook, such as `online` or `tda-2024`.
    pub rulebook: String,
    /// How the tournament finds a winner.
    pub format: TournamentFormat,
    /// State of the tournament.
    pub state: TournamentState,
    /// Start time, past or future. Absent if it starts as soon as it is full.
    pub starts_at: Option<TimeMs>,
    /// Number of seats at a table.
    pub seats: u8,
    /// Money that an entry adds to the prize pool.
    pub buy_in: Money,
    /// Money that an entry pays to the house.
    pub fee: Money,
    /// The bounty that an entry pays for in addition. Absent if there are no bounties.
    pub bounty: Option<BountyTerms>,
    /// Chips a player starts with.
    pub starting_stack: Chips,
    /// Number of entries, including re-entries.
    pub entries: u32,
    /// The most entries allowed.
    pub max_entries: u32,
    /// Number of players left.
    pub players_left: u32,
    /// The level, from 1; 0 before the start.
    pub level: u16,
    /// The level at whose end late entry closes; 0 if there is no late entry.
    pub late_level: u16,
    /// Whether it is open for entries now.
    pub open: bool,
    /// How often a player who is out may enter again.
    pub re_entries: u32,
    /// The guaranteed minimum of the prize pool.
    pub guarantee: Money,
    /// Money in the prize pool now.
    pub prize_pool: Money,
    /// The minimum age. Attest it in [`EnterTournament`](crate::tournament::EnterTournament).
    /// Absent if there is none.
    pub min_age: Option<u8>,
    /// Whether players must check in before the start.
    pub check_in: bool,
    /// Whether bots may play here.
    pub bots_allowed: bool,
    /// Whether the account that runs it plays in it and rules where it plays.
    pub self_run: bool,
    /// Name of the host of a private tournament, who has the floor there and may play anyway. No
    /// list shows such a tournament. Players find it by its code.
    pub host: Option<String>,
    /// When the next house bot enters, if people wait for the start and house bots fill it up.
    pub bot_at: Option<TimeMs>,
    /// The league that it counts for. Absent if none was named.
    pub counts_for: Option<CountsFor>,
}

/// The league that a tournament was announced for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountsFor {
    /// Name of the league.
    pub league: String,
    /// Name of the season that the start falls in. Absent if it falls in none; the tournament then
    /// counts for none.
    pub season: Option<String>,
}

/// How a tournament finds a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TournamentFormat {
    /// Starts at its time and plays down to one player. Tables are balanced and broken.
    Open,
    /// Starts as soon as it is full.
    SitAndGo,
    /// Every table plays down to one player. The winners play the next round.
    Shootout,
    /// Two players at a table. The winners play the next round.
    HeadsUp,
    /// One of several first days. Some of its players go on with their chips.
    Flight,
}

/// The state of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TournamentState {
    /// Not open for entries yet.
    Announced,
    /// Open for entries, and not begun.
    Registering,
    /// Hands are being played.
    Running,
    /// All tables are on a break.
    OnBreak,
    /// Paused by the floor.
    Paused,
    /// Played to the end.
    Finished,
    /// Canceled before the end.
    Cancelled,
}

/// The terms of bounties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BountyTerms {
    /// Money that each entry pays for it.
    pub amount: Money,
    /// The kind of bounty.
    pub kind: BountyKind,
}

/// The kind of a bounty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BountyKind {
    /// The player who eliminates another gets the whole bounty.
    Fixed,
    /// The player who eliminates another gets this percentage. The rest is added to
    /// that player's own bounty.
    Progressive(u8),
    /// In the money, each elimination draws one of the prizes.
    Mystery,
}

/// A tournament as one viewer sees it, complete enough to apply the steps that follow `seq`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentView {
    /// The tournament as the lobby shows it.
    pub info: TournamentInfo,
    /// The last step that this view includes.
    pub seq: Seq,
    /// State of the clock.
    pub clock: ClockView,
    /// Number of open tables.
    pub tables: u32,
    /// All chips divided by the players left; 0 without players.
    pub average_stack: Chips,
    /// The smallest stack of a player left.
    pub smallest_stack: Chips,
    /// The largest stack of a player left.
    pub largest_stack: Chips,
    /// Number of places paid, as things are now.
    pub places_paid: u32,
    /// The prizes, first place first, at most 200. [`ListPayouts`](crate::tournament::ListPayouts)
    /// returns the rest. They grow while the tournament is open for entries.
    pub payouts: Vec<Payout>,
    /// Whether all tables play each hand together.
    pub hand_for_hand: bool,
    /// Whether players may propose deals now.
    pub deals_allowed: bool,
    /// The deal under vote, if any.
    pub deal: Option<DealId>,
    /// The last text that the floor sent to everyone. Absent if there was none.
    pub announcement: Option<String>,
    /// The viewer's own entry, the latest of several.
    pub you: Option<OwnEntry>,
}

/// The clock of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockView {
    /// The phase of the clock.
    pub phase: ClockPhase,
    /// The level, from 1; 0 before the start. During a break, the level before it.
    pub level: u16,
    /// The stakes of the level. Before the start, those of the first level.
    pub stakes: Stakes,
    /// Time left in the phase, in milliseconds from the sending of the message; 0 if not known.
    pub remaining_ms: u32,
    /// The next level, if there is one.
    pub next: Option<LevelSheet>,
    /// Time until the next break, in milliseconds, including the rest of the level. Absent
    /// if there is none.
    pub next_break_ms: Option<u32>,
}

/// The phase of a tournament's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ClockPhase {
    /// It counts the time to the start.
    BeforeStart,
    /// It counts the time of a level.
    Level,
    /// It counts nothing. Tables finish their last hand before a break.
    BreakDue,
    /// It counts the time of a break.
    Break,
    /// It counts nothing. The floor has stopped it during a level or break. The remaining time is
    /// the rest of that.
    Paused,
    /// It counts nothing. The tournament is over.
    Over,
}

/// The stakes of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stakes {
    /// Betting structure. In a rotation, that of its first game.
    pub betting: Betting,
    /// Amount of the small blind.
    pub small_blind: Chips,
    /// Amount of the big blind; with a bring-in, the small bet.
    pub big_blind: Chips,
    /// The bring-in of games that have one.
    pub bring_in: Chips,
    /// Amount of the ante; 0 for none.
    pub ante: Chips,
    /// The payer of the ante.
    pub ante_kind: AnteKind,
    /// The smallest chip in play.
    pub unit: Chips,
}

/// A level of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelSheet {
    /// Number of the level, from 1.
    pub level: u16,
    /// Length of the level, in seconds.
    pub seconds: u32,
    /// The stakes of the level.
    pub stakes: Stakes,
}

/// A break of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakSheet {
    /// Length of the break, in seconds.
    pub seconds: u32,
    /// Chips smaller than this are exchanged during the break.
    pub new_unit: Option<Chips>,
}

/// A level or a break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// A level of play.
    Level(LevelSheet),
    /// A break, for all tables at once.
    Break(BreakSheet),
}

/// The terms of rebuys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RebuyTerms {
    /// Price of a rebuy.
    pub cost: Money,
    /// Chips that it brings.
    pub chips: Chips,
    /// The most rebuys of a player; 0 for any number.
    pub most: u32,
    /// The level at whose end rebuys close, from 1.
    pub until_level: u16,
    /// The largest stack that allows a rebuy.
    pub at_most: Chips,
}

/// The terms of the add-on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AddOnTerms {
    /// Price of the add-on.
    pub cost: Money,
    /// Chips that it brings.
    pub chips: Chips,
    /// The level before the break in which it is sold, from 1.
    pub after_level: u16,
}

/// Extra chips for early registration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EarlyBonus {
    /// Number of extra chips.
    pub chips: Chips,
    /// How many minutes before the start a player must register, at least.
    pub minutes_before: u32,
}

/// A rule that people enforce.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HouseRule {
    /// Number of the rule in the book, such as `TDA 1`.
    pub rule: String,
    /// Text of the rule.
    pub text: String,
}

/// The prize of one place, or of several places with the same prize.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Payout {
    /// The first of these places.
    pub first: u32,
    /// The last of these places.
    pub last: u32,
    /// The prize of each place.
    pub prize: Money,
    /// Id of the structure, if the prize is a ticket for one. Then `prize` is the ticket's value.
    pub ticket: Option<String>,
}

/// The state of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntryState {
    /// Registered for the start.
    Registered,
    /// Checked in for the start, if the tournament requires that.
    CheckedIn,
    /// Waits for a free seat.
    Waiting,
    /// Has a seat now.
    Playing,
    /// On the way from one table to another.
    Moving,
    /// Has no chips left and may buy some.
    MayRebuy,
    /// Out of the tournament.
    Out,
    /// Goes on to the next round or day.
    Through,
    /// Withdrawn before the start, or returned when the tournament was canceled.
    Withdrawn,
    /// Disqualified by the floor.
    Disqualified,
}

/// The viewer's own entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnEntry {
    /// Id of the entry.
    pub entry: EntryId,
    /// State of the entry.
    pub state: EntryState,
    /// Id of the table, if the player has a seat.
    pub table: Option<TableId>,
    /// The seat, from 0.
    pub seat: Option<u8>,
    /// Chips after the last hand.
    pub stack: Chips,
    /// The place by the stacks now, or the final one.
    pub place: Option<u32>,
    /// Money won so far, without bounties.
    pub prize: Money,
    /// Bounties won so far.
    pub bounties: Money,
    /// The bounty on the viewer.
    pub head: Money,
    /// Number of hands to miss by a penalty.
    pub penalty_hands: u32,
    /// Purchases that are allowed now.
    pub may_buy: Vec<Purchase>,
    /// Whether the player may enter again now.
    pub may_re_enter: bool,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerRow {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Name of the player.
    pub name: String,
    /// Whether the account is a bot.
    pub bot: bool,
    /// State of the entry.
    pub state: EntryState,
    /// Chips after the last hand.
    pub stack: Chips,
    /// Id of the table, if the player has a seat.
    pub table: Option<TableId>,
    /// The seat, from 0.
    pub seat: Option<u8>,
    /// The final place of a player who is out.
    pub place: Option<u32>,
    /// Money won, without bounties.
    pub prize: Money,
    /// Bounties won so far.
    pub bounties: Money,
    /// The bounty on the player.
    pub head: Money,
    /// Number of earlier entries of the same player.
    pub re_entries: u32,
    /// Avatar of the player.
    pub avatar: u16,
    /// Color of the player.
    pub color: u8,
    /// Whether the account belongs to the staff: the floor or an administrator.
    #[serde(default)]
    pub staff: bool,
}

/// The state of a table of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableState {
    /// A hand is in progress.
    Playing,
    /// Waits for the other tables, for the next hand or with all-in hands face down.
    Waiting,
    /// Has too few players to go on and waits for more.
    Halted,
    /// On a break, or paused.
    Stopped,
}

/// A table of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableRow {
    /// Id of the table, for [`Observe`](crate::client::Observe).
    pub table: TableId,
    /// Number of the table in the tournament, from 1.
    pub number: u32,
    /// Number of players who sit there or are on the way there.
    pub players: u8,
    /// State of the table.
    pub state: TableState,
    /// Number of the hand in progress or the last one; 0 before the first.
    pub hand: HandNo,
    /// The smallest stack at the table.
    pub smallest_stack: Chips,
    /// The largest stack at the table.
    pub largest_stack: Chips,
}

/// The reason for a player's seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeatReason {
    /// The draw before the start.
    Draw,
    /// An entry after the start.
    LateEntry,
    /// The balancing of tables.
    Balanced,
    /// The breaking of the previous table.
    TableBroken,
    /// The draw for the final table.
    FinalTable,
    /// A new draw of all seats.
    Redraw,
    /// The start of the next round.
    NextRound,
    /// A command of the floor.
    Floor,
    /// No change: sent again after a login.
    Unchanged,
}

/// A ruling of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// The step of the ruling.
    pub seq: Seq,
    /// Time of the ruling.
    pub at: TimeMs,
    /// Name of the operator. Absent if no operator was there and the default applied.
    pub operator: Option<String>,
    /// The command that was given.
    pub command: TournamentCommand,
    /// The reason that the operator gave.
    pub reason: String,
    /// The rule that the operator cited.
    pub rule: Option<String>,
    /// State of the ruling.
    pub state: RulingState,
    /// True if the ruling can be undone now.
    pub can_undo: bool,
}

/// The state of a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RulingState {
    /// The ruling is in force.
    Made,
    /// It waits for a second operator.
    NeedsSecond,
    /// The ruling was undone.
    Undone,
}

/// A move with real cards that nobody has confirmed. The server has the player at the new seat
/// already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenMove {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Number of the table that the player leaves, from 1. It may be closed.
    pub from_table: u32,
    /// The seat there, from 0.
    pub from_seat: u8,
    /// Number of the new table, from 1.
    pub table: u32,
    /// The new seat, from 0.
    pub seat: u8,
}

/// A pot that the floor impounded. Its chips are in play but in no stack until it is released.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ImpoundedPot {
    /// Number of the pot, from 1.
    pub pot: u32,
    /// Number of the table where it was played.
    pub table: u32,
    /// Number of chips in the pot.
    pub chips: Chips,
    /// The most chips that may still come when the hand in progress is over.
    pub due: Chips,
    /// The chips of each player they were taken from.
    pub from: Vec<ChipOrder>,
    /// The reason, for people to read.
    pub reason: String,
}
