//! A tournament as the lobby and its players see it, and the rows of its pages.

use super::commands::{ChipOrder, TournamentCommand};
use super::requests::Purchase;
use crate::game::{AnteKind, Betting};
use crate::ids::{Chips, DealId, EntryId, HandNo, Money, Seq, TableId, TimeMs, TournamentId};
use serde::{Deserialize, Serialize};

/// A tournament as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentInfo {
    /// The tournament.
    pub tournament: TournamentId,
    /// Its name.
    pub name: String,
    /// The id of its structure.
    pub structure: String,
    /// The id of the game or rotation.
    pub game: String,
    /// Its name, such as "Texas hold'em".
    pub game_name: String,
    /// The betting structure; of a rotation that of its first game.
    pub betting: Betting,
    /// The rulebook's id, such as `online` or `tda-2024`.
    pub rulebook: String,
    /// How players come to a winner.
    pub format: TournamentFormat,
    /// Where it stands.
    pub state: TournamentState,
    /// When it starts or started; absent where it starts as soon as it is full.
    pub starts_at: Option<TimeMs>,
    /// How many seats a table has.
    pub seats: u8,
    /// What goes to the prize pool for an entry.
    pub buy_in: Money,
    /// What goes to the house for it.
    pub fee: Money,
    /// What goes on the head of the entrant besides, where there are bounties.
    pub bounty: Option<BountyTerms>,
    /// What an entrant starts with.
    pub starting_stack: Chips,
    /// How many have entered, re-entries counted.
    pub entries: u32,
    /// How many may.
    pub max_entries: u32,
    /// How many are left.
    pub players_left: u32,
    /// The level, from 1; 0 before the start.
    pub level: u16,
    /// Until the end of which level entries are taken; 0 for only before the start.
    pub late_level: u16,
    /// Whether entries are taken now.
    pub open: bool,
    /// How often a player who is out may enter again.
    pub re_entries: u32,
    /// The least prize pool.
    pub guarantee: Money,
    /// The prize pool as it is now.
    pub prize_pool: Money,
    /// The lowest age, where there is one: say in [`EnterTournament`](super::EnterTournament) that the
    /// player has it.
    pub min_age: Option<u8>,
    /// Whether players have to check in before the start.
    pub check_in: bool,
    /// Whether accounts may play here by program.
    pub bots_allowed: bool,
    /// Whoever runs it plays and rules where they play.
    pub self_run: bool,
    /// Who hosts it, where it is private: the host has the floor there and may play all the same. No list
    /// shows such a tournament; who has its code finds it.
    pub host: Option<String>,
}

/// How players come to a winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TournamentFormat {
    /// Starts at its time and plays down to one; tables are balanced and broken.
    Open,
    /// Starts as soon as it is full.
    SitAndGo,
    /// Every table plays down to one, the winners play the next round.
    Shootout,
    /// Two at a table, the winners play the next round.
    HeadsUp,
    /// One of several first days: some of its entrants go on with their chips.
    Flight,
}

/// Where a tournament stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TournamentState {
    /// It takes no entries yet.
    Announced,
    /// It takes entries and has not begun.
    Registering,
    /// It is played.
    Running,
    /// It is in a break.
    OnBreak,
    /// The floor has stopped it.
    Paused,
    /// It is over.
    Finished,
    /// It was called off.
    Cancelled,
}

/// A price on every head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BountyTerms {
    /// What each entrant pays for it.
    pub amount: Money,
    /// Who gets it.
    pub kind: BountyKind,
}

/// Who gets the price on a head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BountyKind {
    /// Whoever eliminates the player.
    Fixed,
    /// Whoever eliminates the player gets so many percent; the rest goes on the own head.
    Progressive(u8),
    /// In the money, each elimination draws one of the prizes.
    Mystery,
}

/// A tournament as one viewer sees it: everything needed to go on with the steps that follow `seq`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentView {
    /// What the lobby says of it.
    pub info: TournamentInfo,
    /// The last step this view contains.
    pub seq: Seq,
    /// The clock.
    pub clock: ClockView,
    /// How many tables are open.
    pub tables: u32,
    /// All chips by the players left; 0 without players.
    pub average_stack: Chips,
    /// The smallest stack of a player left.
    pub smallest_stack: Chips,
    /// The largest stack.
    pub largest_stack: Chips,
    /// How many places are paid, as things are.
    pub places_paid: u32,
    /// The prizes, first place first: at most 200, the rest comes by
    /// [`ListPayouts`](super::ListPayouts). They grow while entries are taken.
    pub payouts: Vec<Payout>,
    /// All tables play each hand together.
    pub hand_for_hand: bool,
    /// Deals may be proposed now.
    pub deals_allowed: bool,
    /// The deal that is voted on.
    pub deal: Option<DealId>,
    /// The viewer's own entry, the last one where there are several.
    pub you: Option<OwnEntry>,
}

/// The clock of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockView {
    /// What it counts.
    pub phase: ClockPhase,
    /// The level, from 1; 0 before the start. In a break the one before it.
    pub level: u16,
    /// The stakes of the level; before the start those of the first one.
    pub stakes: Stakes,
    /// What is left of what it counts, in milliseconds from the sending of the message; 0 where that
    /// is not known.
    pub remaining_ms: u32,
    /// The next level, where there is one.
    pub next: Option<LevelSheet>,
    /// Until the next break, with the level that goes on.
    pub next_break_ms: Option<u32>,
}

/// What a tournament's clock counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ClockPhase {
    /// The time to the start.
    BeforeStart,
    /// A level.
    Level,
    /// Nothing: tables finish their last hand before a break.
    BreakDue,
    /// A break.
    Break,
    /// Nothing: the floor has stopped it, in a level or a break of which so much is left.
    Paused,
    /// Nothing: the tournament is over.
    Over,
}

/// What a level is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stakes {
    /// The betting structure; of a rotation that of its first game.
    pub betting: Betting,
    /// The small blind.
    pub small_blind: Chips,
    /// The big blind; with a bring-in the small bet.
    pub big_blind: Chips,
    /// The bring-in of games that have one.
    pub bring_in: Chips,
    /// The ante; 0 where there is none.
    pub ante: Chips,
    /// Who pays it.
    pub ante_kind: AnteKind,
    /// The smallest chip in play.
    pub unit: Chips,
}

/// A level of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelSheet {
    /// Its number, from 1.
    pub level: u16,
    /// How long it lasts.
    pub seconds: u32,
    /// What it is played for.
    pub stakes: Stakes,
}

/// A break of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakSheet {
    /// How long it lasts.
    pub seconds: u32,
    /// Chips smaller than this are exchanged in it.
    pub new_unit: Option<Chips>,
}

/// A level or a break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// A level.
    Level(LevelSheet),
    /// A break, for all tables at once.
    Break(BreakSheet),
}

/// The terms of rebuys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RebuyTerms {
    /// What one costs.
    pub cost: Money,
    /// How many chips it brings.
    pub chips: Chips,
    /// At most so often each; 0 for any number.
    pub most: u32,
    /// Until the end of which level, from 1.
    pub until_level: u16,
    /// By who has at most so many chips.
    pub at_most: Chips,
}

/// The terms of the add-on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AddOnTerms {
    /// What it costs.
    pub cost: Money,
    /// How many chips it brings.
    pub chips: Chips,
    /// In the break after this level, from 1.
    pub after_level: u16,
}

/// Extra chips for early registration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EarlyBonus {
    /// How many.
    pub chips: Chips,
    /// At least so many minutes before the start.
    pub minutes_before: u32,
}

/// A rule that people keep.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HouseRule {
    /// Its number in the book, such as `TDA 1`.
    pub rule: String,
    /// What it asks for.
    pub text: String,
}

/// The prize of one place, or of several that get the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Payout {
    /// From this place.
    pub first: u32,
    /// To this one.
    pub last: u32,
    /// What each of them gets.
    pub prize: Money,
    /// The id of the structure it is a ticket for, where it is one; then `prize` is what that is worth.
    pub ticket: Option<String>,
}

/// Where an entry stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntryState {
    /// Waits for the start.
    Registered,
    /// Is there, where the tournament asks for that, and waits for the start.
    CheckedIn,
    /// Waits for a free seat.
    Waiting,
    /// Has a seat.
    Playing,
    /// On the way from one table to another.
    Moving,
    /// Has no chips left and may buy some.
    MayRebuy,
    /// Is out.
    Out,
    /// Goes on to the next round or day.
    Through,
    /// Was taken back before the start, or returned when the tournament was called off.
    Withdrawn,
    /// Was disqualified.
    Disqualified,
}

/// The viewer's own entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnEntry {
    /// Its number.
    pub entry: EntryId,
    /// Where it stands.
    pub state: EntryState,
    /// At which table.
    pub table: Option<TableId>,
    /// At which seat.
    pub seat: Option<u8>,
    /// The chips after the last hand.
    pub stack: Chips,
    /// The place by the stacks now, or the final one.
    pub place: Option<u32>,
    /// What was won so far, without bounties.
    pub prize: Money,
    /// The bounties won so far.
    pub bounties: Money,
    /// What is on the own head.
    pub head: Money,
    /// Hands to miss by a penalty.
    pub penalty_hands: u32,
    /// What may be bought now.
    pub may_buy: Vec<Purchase>,
    /// Whether the player may enter again now.
    pub may_re_enter: bool,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerRow {
    /// The entry.
    pub entry: EntryId,
    /// Whose.
    pub name: String,
    /// Whether the account plays by program.
    pub bot: bool,
    /// Where the entry stands.
    pub state: EntryState,
    /// The chips after the last hand.
    pub stack: Chips,
    /// At which table.
    pub table: Option<TableId>,
    /// At which seat.
    pub seat: Option<u8>,
    /// The final place, of who is out.
    pub place: Option<u32>,
    /// What was won, without bounties.
    pub prize: Money,
    /// The bounties won so far.
    pub bounties: Money,
    /// What is on the head.
    pub head: Money,
    /// How many entries of the same player came before this one.
    pub re_entries: u32,
}

/// What a table of a tournament does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableState {
    /// A hand is played.
    Playing,
    /// Waits for the others: for the next hand, or with all-in hands face down.
    Waiting,
    /// Has too few players to go on and waits for more.
    Halted,
    /// Is in a break, or paused.
    Stopped,
}

/// A table of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableRow {
    /// Its id: watch it with [`Observe`](crate::client::Observe).
    pub table: TableId,
    /// Its number in the tournament, from 1.
    pub number: u32,
    /// How many players sit there or are on the way there.
    pub players: u8,
    /// What it does.
    pub state: TableState,
    /// The hand it plays or has played last; 0 before the first.
    pub hand: HandNo,
    /// The smallest stack.
    pub smallest_stack: Chips,
    /// The largest stack.
    pub largest_stack: Chips,
}

/// Why a player has a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeatReason {
    /// The draw before the start.
    Draw,
    /// An entry after the start.
    LateEntry,
    /// Tables are balanced.
    Balanced,
    /// The table before was broken.
    TableBroken,
    /// The final table is drawn.
    FinalTable,
    /// Seats are drawn anew.
    Redraw,
    /// The next round begins.
    NextRound,
    /// By order of the floor.
    Floor,
    /// As before: told again after a login.
    Unchanged,
}

/// A ruling of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// The step it came with.
    pub seq: Seq,
    /// When.
    pub at: TimeMs,
    /// Whose name; absent where nobody was there and the default applied.
    pub operator: Option<String>,
    /// What was ordered.
    pub command: TournamentCommand,
    /// Why.
    pub reason: String,
    /// The rule it rests on.
    pub rule: Option<String>,
    /// Where it stands.
    pub state: RulingState,
}

/// Where a ruling stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RulingState {
    /// It counts.
    Made,
    /// It waits for a second operator.
    NeedsSecond,
    /// It was taken back.
    Undone,
}

/// A pot that the floor has impounded. Its chips are in play and in no stack until it is released.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ImpoundedPot {
    /// Its number, from 1.
    pub pot: u32,
    /// The number of the table where it was played.
    pub table: u32,
    /// How many chips are in it.
    pub chips: Chips,
    /// How many more come when the hand in progress is over, at most.
    pub due: Chips,
    /// Whose chips they were.
    pub from: Vec<ChipOrder>,
    /// Why, for people.
    pub reason: String,
}
