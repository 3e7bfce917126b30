//! Public events of a tournament.

use super::answers::DealPart;
use super::commands::{Refund, TournamentCommand};
use super::requests::Purchase;
use super::views::{
    CountsFor, ImpoundedPot, LevelSheet, OpenMove, Payout, RulingState, SeatReason, Stakes,
};
use crate::ids::{Chips, DealId, EntryId, Money, Seq, TableId, TimeMs};
use crate::message::messages;
use serde::{Deserialize, Serialize};

messages! {
    /// A public event of a tournament.
    pub enum TournamentEvent {
        1 => EntryMade,
        2 => EntryWithdrawn,
        3 => CheckedIn,
        4 => StartChanged,
        5 => TournamentBegan,
        6 => LevelBegan,
        7 => BreakDue,
        8 => BreakBegan,
        9 => BreakEnded,
        10 => ClockPaused,
        11 => ClockResumed,
        12 => ClockSet,
        13 => EntryClosed,
        14 => TableOpened,
        15 => TableBroken,
        16 => TableHalted,
        17 => TableUnhalted,
        18 => PlayerSeated,
        19 => PlayerMoved,
        20 => ChipsBought,
        21 => PlayerOut,
        22 => PlayerThrough,
        23 => BountyWon,
        24 => HandForHandBegan,
        25 => HandForHandOver,
        26 => HandForHandEnded,
        27 => ChipsExchanged,
        28 => StackRuled,
        29 => PenaltyGiven,
        30 => PenaltyOver,
        31 => LongAbsence,
        32 => Announcement,
        33 => DealProposed,
        34 => DealAgreed,
        35 => DealRejected,
        36 => FloorRuled,
        37 => RulingChanged,
        38 => TournamentEnded,
        39 => TournamentCancelled,
        40 => EntryOpened,
        41 => PotsChanged,
        42 => LevelsChanged,
        43 => DealAsked,
        44 => DealDropped,
        45 => MovesChanged,
    }
}

/// The floor changed the levels and breaks that have not begun, or undid such a change.
/// [`GetStructure`](super::GetStructure) returns all of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelsChanged {
    /// The stakes of the current level. Before the start, those of the first level.
    pub stakes: Stakes,
    /// The level after that one.
    pub next: Option<LevelSheet>,
    /// Time left in the level or break, in milliseconds.
    pub remaining_ms: u32,
    /// Time until the next break, in milliseconds. Absent if there is none.
    pub next_break_ms: Option<u32>,
}

/// Entries are taken from now on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryOpened {}

/// A player entered, for the first time or again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryMade {
    /// Id of the new entry.
    pub entry: EntryId,
    /// Name of the player.
    pub name: String,
    /// Whether the account is a bot.
    pub bot: bool,
    /// Number of earlier entries of the same player.
    pub re_entries: u32,
    /// Stack at the start.
    pub stack: Chips,
    /// Number of entries now.
    pub entries: u32,
    /// Money in the prize pool now.
    pub prize_pool: Money,
}

/// A player is no longer registered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryWithdrawn {
    /// Id of the entry.
    pub entry: EntryId,
    /// Number of entries now.
    pub entries: u32,
    /// Money in the prize pool now.
    pub prize_pool: Money,
}

/// A player is present for the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckedIn {
    /// Id of the player's entry.
    pub entry: EntryId,
}

/// The tournament starts at another time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartChanged {
    /// The new start time.
    pub starts_at: TimeMs,
    /// The league, and the season of this start. Absent if no league was named.
    pub counts_for: Option<CountsFor>,
}

/// The tournament began with these players. [`ListPlayers`](crate::tournament::ListPlayers)
/// returns where they sit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentBegan {
    /// Number of players in it.
    pub players: u32,
    /// Number of tables in it.
    pub tables: u32,
}

/// A new level began. It applies to each table from its next hand on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelBegan {
    /// The level and its stakes.
    pub level: LevelSheet,
    /// Time left in the level, in milliseconds. Hand-for-hand may have shortened it.
    pub remaining_ms: u32,
    /// The next level, if there is one.
    pub next: Option<LevelSheet>,
    /// Time until the next break, in milliseconds. Absent if there is none.
    pub next_break_ms: Option<u32>,
}

/// A break is due. Each table plays its hand to the end and stops.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakDue {}

/// A break of the tournament began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakBegan {
    /// Length of the break, in milliseconds.
    pub remaining_ms: u32,
    /// The level that follows, if it is another one.
    pub next: Option<LevelSheet>,
}

/// A break is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakEnded {}

/// The clock and all tables stand still.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockPaused {
    /// Time left in the level or break, in milliseconds.
    pub remaining_ms: u32,
    /// The reason, for people to read.
    pub reason: String,
}

/// The clock goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockResumed {
    /// Time left in the level or break, in milliseconds.
    pub remaining_ms: u32,
}

/// The floor or hand-for-hand set the clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockSet {
    /// Time left in the level or break, in milliseconds.
    pub remaining_ms: u32,
    /// Time until the next break, in milliseconds. Absent if there is none.
    pub next_break_ms: Option<u32>,
}

/// The tournament is closed for entries, and the prizes are fixed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryClosed {
    /// Number of entries made.
    pub entries: u32,
    /// Money in the prize pool.
    pub prize_pool: Money,
    /// Number of places paid.
    pub places_paid: u32,
    /// The prizes, first place first, at most 200.
    pub payouts: Vec<Payout>,
}

/// A table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableOpened {
    /// Id of the table.
    pub table: TableId,
    /// Number of the table in the tournament, from 1.
    pub number: u32,
}

/// A table was broken or closed. Its players have other seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableBroken {
    /// Id of the table.
    pub table: TableId,
}

/// A table waits for more players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableHalted {
    /// Id of the table.
    pub table: TableId,
}

/// A halted table goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableUnhalted {
    /// Id of the table.
    pub table: TableId,
}

/// A player got a seat after the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerSeated {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Id of the table.
    pub table: TableId,
    /// The seat, from 0.
    pub seat: u8,
    /// The reason for the seat.
    pub reason: SeatReason,
}

/// A player moved to another seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerMoved {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Id of the previous table.
    pub from_table: TableId,
    /// The previous seat, from 0.
    pub from_seat: u8,
    /// Id of the new table.
    pub table: TableId,
    /// The new seat, from 0.
    pub seat: u8,
    /// The reason for the move.
    pub reason: SeatReason,
}

/// A player bought chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipsBought {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// The kind of purchase.
    pub what: Purchase,
    /// Number of chips bought.
    pub chips: Chips,
    /// Money in the prize pool now.
    pub prize_pool: Money,
}

/// A player is out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerOut {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Name of the player.
    pub name: String,
    /// The final place, from 1.
    pub place: u32,
    /// Number of players who share it; 1 if it is not shared.
    pub tied: u32,
    /// The prize in money.
    pub prize: Money,
    /// Id of the structure, if the prize is a ticket for one.
    pub ticket: Option<String>,
    /// Entries that won the last of the chips. Empty if the floor or an absence put the player out.
    pub eliminated_by: Vec<EntryId>,
    /// Number of players left.
    pub players_left: u32,
}

/// A player goes on to the next round or day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerThrough {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Chips that the player keeps.
    pub chips: Chips,
}

/// A player won a bounty, or a part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BountyWon {
    /// Entry of the winner.
    pub entry: EntryId,
    /// Entry of the eliminated player.
    pub from: EntryId,
    /// Money that went to the wallet.
    pub amount: Money,
    /// The bounty on the winner now.
    pub head: Money,
}

/// All tables play each hand together from now on. The hand in progress at each table is the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandForHandBegan {}

/// All tables have finished a hand played together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandForHandOver {
    /// Number of such hands so far.
    pub hands: u32,
}

/// Tables play independently again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandForHandEnded {}

/// The smallest chips left the tournament at one table or more, each when its last hand was over.
/// The tables report the new stacks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipsExchanged {
    /// The smallest chip from now on.
    pub unit: Chips,
    /// All chips in play before.
    pub chips_before: Chips,
    /// All chips in play now.
    pub chips_after: Chips,
}

/// The floor changed a player's stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StackRuled {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Stack before the command.
    pub before: Chips,
    /// Stack after the command.
    pub after: Chips,
}

/// A penalty for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Penalty {
    /// A warning without further effect.
    Warning,
    /// The player misses this many hands: dealt in, blinds posted, the hand killed.
    MissHands(u32),
    /// The player is out, and the chips leave the tournament.
    Disqualification,
}

/// A player has a penalty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PenaltyGiven {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// The kind of penalty.
    pub penalty: Penalty,
}

/// A player's penalty is over: served, or lifted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PenaltyOver {
    /// Id of the player's entry.
    pub entry: EntryId,
}

/// A player has been absent long enough for the remedy that the rulebook provides: the floor may
/// pick up the chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LongAbsence {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Length of the absence in minutes, without breaks.
    pub minutes: u32,
}

/// An announcement of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    /// Text of the announcement.
    pub text: String,
}

/// A player asked for a deal while hands were in progress. No new hand begins, and the deal is
/// proposed for the stacks after them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealAsked {
    /// The player's entry. Absent if the floor asked.
    pub proposer: Option<EntryId>,
}

/// The deal that a player asked for is not possible after the hands in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealDropped {}

/// A deal was proposed. The players left get [`DealOffered`](crate::tournament::DealOffered).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealProposed {
    /// Id of the deal.
    pub deal: DealId,
}

/// All players accepted the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealAgreed {
    /// Id of the deal.
    pub deal: DealId,
    /// The shares of all players.
    pub shares: Vec<DealPart>,
    /// Money left for the winner to play for.
    pub for_winner: Money,
}

/// A player rejected the deal, or did not answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRejected {
    /// Id of the deal.
    pub deal: DealId,
}

/// The floor gave a command. Its effects follow in the same step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorRuled {
    /// Name of the operator. Absent if no operator was there and the default applied.
    pub operator: Option<String>,
    /// The command that was given.
    pub command: TournamentCommand,
    /// The reason that the operator gave.
    pub reason: String,
    /// The rule that the operator cited.
    pub rule: Option<String>,
    /// [`RulingState::Made`], or [`RulingState::NeedsSecond`] while it waits.
    pub state: RulingState,
}

/// A ruling was seconded and counts now, or was undone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingChanged {
    /// The step of the ruling.
    pub ruling: Seq,
    /// The new state of the ruling.
    pub state: RulingState,
}

/// The tournament is over. [`ListPlayers`](crate::tournament::ListPlayers)
/// returns the final places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentEnded {
    /// Entry of the winner. Absent if a first day ends with several players.
    pub winner: Option<EntryId>,
    /// Name of the winner.
    pub name: Option<String>,
    /// Prize of the winner.
    pub prize: Money,
}

/// The tournament was canceled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentCancelled {
    /// The kind of refund.
    pub refund: Refund,
    /// The reason, for people to read.
    pub reason: String,
}

/// With real cards: players got new seats, or the floor has confirmed that they sit there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovesChanged {
    /// All moves that nobody has confirmed, by entry, at most 200.
    pub moves: Vec<OpenMove>,
}

/// A pot was impounded or released, or chips came into one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotsChanged {
    /// All impounded pots, at most 8.
    pub pots: Vec<ImpoundedPot>,
}
