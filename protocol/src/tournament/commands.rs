//! What the floor can order in a tournament. Commands about a hand or a wager are the table's.

use super::views::Stage;
use crate::ids::{Chips, EntryId, Seq, TableId, TimeMs};
use crate::limits::{MAX_CHANGED_STAGES, MAX_LOTS};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// A command of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TournamentCommand {
    /// All clocks stand still between two actions, and no hand begins.
    Pause,
    /// They go on.
    Resume,
    /// The level and what is left of it become these; from the next hand on.
    SetClock(ClockSetting),
    /// The level or break lasts so many seconds longer.
    AddTime(u32),
    /// The level or break is so many seconds shorter.
    TakeTime(u32),
    /// The tournament starts at another time.
    ChangeStart(TimeMs),
    /// Entries are taken no longer.
    CloseEntry,
    /// Registers the account with this name, paid for from its wallet.
    EnterPlayer(String),
    /// Takes an entry back before the start; what it cost is returned.
    RemoveEntry(EntryId),
    /// A player who waits for a seat gets one.
    Seat(SeatOrder),
    /// A player moves to another table, or another seat, when the hand is over.
    Move(SeatOrder),
    /// Before the draw: the player is seated here.
    PinSeat(PinOrder),
    /// Before the draw: two players do not start at one table.
    KeepApart(EntryPair),
    /// Tables are balanced now, without waiting for the rulebook's difference.
    BalanceNow,
    /// The table is broken; its players draw seats at the others.
    BreakTable(TableId),
    /// No hand is dealt at the table until tables are balanced.
    HaltTable(TableId),
    /// A halted table goes on.
    WaiveHalt(TableId),
    /// All seats are drawn anew.
    Redraw,
    /// Hand-for-hand begins (true) or ends (false).
    HandForHand(bool),
    /// Everybody in the tournament is told something: at most 280 characters.
    Announce(String),
    /// A player is warned.
    Warn(EntryId),
    /// A player misses hands: dealt in, blinds posted, the hand killed.
    MissHands(MissedHands),
    /// A player misses rounds, each of as many hands as the table has players now.
    MissRounds(MissedRounds),
    /// What is left of a player's penalty is lifted.
    LiftPenalty(EntryId),
    /// A player is out, last of those who are left; the chips leave the tournament.
    Disqualify(Disqualification),
    /// The chips of an absent player are picked up; the player is out.
    PickUp(EntryId),
    /// Chips of a player leave the tournament.
    Forfeit(ChipOrder),
    /// A player's stack becomes this.
    SetStack(ChipOrder),
    /// Players may propose deals (true) or not (false).
    AllowDeals(bool),
    /// A player may not chat.
    Mute(EntryId),
    /// A player may chat again.
    Unmute(EntryId),
    /// The account may not enter this tournament again, nor those of its kind for so many days.
    Ban(Ban),
    /// The tournament is called off.
    Cancel(Refund),
    /// Takes back the ruling of this step.
    Undo(Seq),
    /// Seconds the command of this step, which needs two operators.
    Second(Seq),
    /// Draws at random from a list, for an error that no rule covers. Everybody sees list and result.
    DrawLots(LotList),
    /// From the next level on, these levels and breaks are played instead of the announced ones.
    ChangeLevels(LevelChange),
    /// Small chips go out of play now, between two hands.
    ColorUp(ColorUp),
    /// Before the draw: so many tables may start with one extra player. The extra seat goes as soon as
    /// somebody leaves the table.
    ExtraPlayers(u32),
}

/// Where a level's clock is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// The level, from 1.
    pub level: u16,
    /// What is left of it.
    pub seconds_left: u32,
}

/// Where a player is to sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatOrder {
    /// Who.
    pub entry: EntryId,
    /// At which table.
    pub table: TableId,
    /// At which seat, from 0; absent: the one the rulebook gives.
    pub seat: Option<u8>,
}

/// Where a player is to start: no table is open yet, so they are named by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinOrder {
    /// Who.
    pub entry: EntryId,
    /// At the table with this number, from 1.
    pub table: u32,
    /// At which seat, from 0; absent: any.
    pub seat: Option<u8>,
}

/// Two entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryPair {
    /// One.
    pub one: EntryId,
    /// The other.
    pub other: EntryId,
}

/// A penalty by hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissedHands {
    /// Whose.
    pub entry: EntryId,
    /// How many.
    pub hands: u32,
}

/// A penalty by rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissedRounds {
    /// Whose.
    pub entry: EntryId,
    /// How many.
    pub rounds: u8,
}

/// A disqualification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disqualification {
    /// Whose.
    pub entry: EntryId,
    /// Whether the prize of the place is paid all the same.
    pub keeps_prize: bool,
}

/// A player's chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipOrder {
    /// Whose.
    pub entry: EntryId,
    /// How many.
    pub chips: Chips,
}

/// Who may not enter for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// Whose account.
    pub entry: EntryId,
    /// For how many days; 0 for this tournament only.
    pub days: u16,
}

/// The levels and breaks from the next level on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelChange {
    /// 1 to 60 levels and breaks. The server numbers the levels: in an order `level` is ignored.
    pub stages: Box<ArrayVec<Stage, MAX_CHANGED_STAGES>>,
}

/// A color-up at the floor's discretion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColorUp {
    /// At which table; absent: at all of them.
    pub table: Option<TableId>,
    /// The smallest chip from then on.
    pub unit: Chips,
    /// How; absent: by the rulebook's method.
    pub method: Option<ColorUpMethod>,
}

/// How small chips are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ColorUpMethod {
    /// Odd chips are raced for.
    Race,
    /// Each player's odd chips are rounded up.
    RoundUp,
}

/// A list to draw from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LotList {
    /// What the draw decides, such as "the burn card": one line of 1 to 60 characters.
    pub about: String,
    /// What can be drawn: 2 to 60 lots, all different, with at most 1000 characters in all.
    pub lots: Box<ArrayVec<Lot, MAX_LOTS>>,
    /// How many are drawn, each at most once.
    pub count: u16,
    /// What was drawn. The server reports it; in an order it is ignored.
    pub result: Option<LotsDrawn>,
}

/// One thing that can be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Lot {
    /// Anything, in one line of 1 to 60 characters.
    Text(String),
    /// A player.
    Entry(EntryId),
}

/// What was drawn from a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LotsDrawn {
    /// The seed of the draw, in 16 hexadecimal digits. SplitMix64 from this seed repeats the draw.
    pub seed: String,
    /// Places in the list, from 0, in the order drawn.
    pub drawn: Box<ArrayVec<u16, MAX_LOTS>>,
}

/// What is returned when a tournament is called off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refund {
    /// Everything that was paid, to everybody.
    Everything,
    /// The fees to everybody; the prize pool to the players left, in proportion to their stacks.
    ByStacks,
    /// The fees to everybody; the prize pool to the players left, in equal parts.
    Evenly,
}
