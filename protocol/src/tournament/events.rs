//! Everything that can happen in a tournament in the sight of all.

use super::answers::DealPart;
use super::commands::{Refund, TournamentCommand};
use super::requests::Purchase;
use super::views::{LevelSheet, Payout, RulingState, SeatReason, Stakes};
use crate::ids::{Chips, DealId, EntryId, Money, Seq, TableId, TimeMs};
use crate::message::messages;
use serde::{Deserialize, Serialize};

messages! {
    /// Everything that can happen in a tournament in the sight of all.
    pub enum TournamentEvent {
        /// Somebody entered.
        1 => EntryMade,
        /// Somebody is no longer registered.
        2 => EntryWithdrawn,
        /// Somebody is there for the start.
        3 => CheckedIn,
        /// The tournament starts at another time.
        4 => StartChanged,
        /// The tournament began.
        5 => TournamentBegan,
        /// A level began.
        6 => LevelBegan,
        /// A break is due: each table plays its hand to the end.
        7 => BreakDue,
        /// A break began.
        8 => BreakBegan,
        /// A break is over.
        9 => BreakEnded,
        /// The clock stands still.
        10 => ClockPaused,
        /// The clock goes on.
        11 => ClockResumed,
        /// The clock was set.
        12 => ClockSet,
        /// Entries are taken no longer.
        13 => EntryClosed,
        /// A table was opened.
        14 => TableOpened,
        /// A table was broken.
        15 => TableBroken,
        /// A table waits for more players.
        16 => TableHalted,
        /// A halted table goes on.
        17 => TableUnhalted,
        /// Somebody got a seat.
        18 => PlayerSeated,
        /// Somebody moved to another seat.
        19 => PlayerMoved,
        /// Somebody bought chips.
        20 => ChipsBought,
        /// Somebody is out.
        21 => PlayerOut,
        /// Somebody goes on to the next round or day.
        22 => PlayerThrough,
        /// Somebody won a bounty.
        23 => BountyWon,
        /// All tables play each hand together from now on.
        24 => HandForHandBegan,
        /// All tables have finished a hand played together.
        25 => HandForHandOver,
        /// Tables play on their own again.
        26 => HandForHandEnded,
        /// The smallest chips left the tournament.
        27 => ChipsExchanged,
        /// Somebody's stack was changed by the floor.
        28 => StackRuled,
        /// Somebody has a penalty.
        29 => PenaltyGiven,
        /// Somebody's penalty is over.
        30 => PenaltyOver,
        /// Somebody is absent for so long that the rulebook knows a remedy.
        31 => LongAbsence,
        /// The floor announces something.
        32 => Announcement,
        /// A deal was proposed.
        33 => DealProposed,
        /// Everybody accepted it.
        34 => DealAgreed,
        /// Somebody rejected it, or did not answer.
        35 => DealRejected,
        /// The floor ruled.
        36 => FloorRuled,
        /// A ruling was seconded or taken back.
        37 => RulingChanged,
        /// The tournament is over.
        38 => TournamentEnded,
        /// The tournament was called off.
        39 => TournamentCancelled,
        /// Entries are taken from now on.
        40 => EntryOpened,
        /// The floor changed the levels that have not begun.
        41 => LevelsChanged,
    }
}

/// The floor changed the levels and breaks that have not begun, or takes that back.
/// [`GetStructure`](super::GetStructure) returns all of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelsChanged {
    /// The stakes of the level that is played, or begins first.
    pub stakes: Stakes,
    /// The level after that one.
    pub next: Option<LevelSheet>,
    /// What is left of the level or break.
    pub remaining_ms: u32,
    /// Until the next break, where there is one.
    pub next_break_ms: Option<u32>,
}

/// Entries are taken from now on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryOpened {}

/// Somebody entered, for the first time or again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryMade {
    /// The entry.
    pub entry: EntryId,
    /// Whose.
    pub name: String,
    /// Whether the account plays by program.
    pub bot: bool,
    /// How many entries of the same player came before.
    pub re_entries: u32,
    /// What it starts with.
    pub stack: Chips,
    /// How many entries there are now.
    pub entries: u32,
    /// The prize pool now.
    pub prize_pool: Money,
}

/// Somebody is no longer registered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryWithdrawn {
    /// Which entry.
    pub entry: EntryId,
    /// How many there are now.
    pub entries: u32,
    /// The prize pool now.
    pub prize_pool: Money,
}

/// Somebody is there for the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckedIn {
    /// Who.
    pub entry: EntryId,
}

/// The tournament starts at another time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartChanged {
    /// When.
    pub starts_at: TimeMs,
}

/// The tournament began. Where everybody sits, [`ListPlayers`](super::ListPlayers) tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentBegan {
    /// How many play.
    pub players: u32,
    /// At how many tables.
    pub tables: u32,
}

/// A level began: it applies from the next hand of each table on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LevelBegan {
    /// The level and its stakes.
    pub level: LevelSheet,
    /// What is left of it: less than it lasts where hand-for-hand has taken some.
    pub remaining_ms: u32,
    /// The next one, where there is one.
    pub next: Option<LevelSheet>,
    /// Until the next break, where there is one.
    pub next_break_ms: Option<u32>,
}

/// A break is due: each table plays its hand to the end and stops.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakDue {}

/// A break began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakBegan {
    /// How long it lasts.
    pub remaining_ms: u32,
    /// The level that follows, where it is another one.
    pub next: Option<LevelSheet>,
}

/// A break is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakEnded {}

/// The clock stands still, and so do all tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockPaused {
    /// What is left of the level or break.
    pub remaining_ms: u32,
    /// Why, for people.
    pub reason: String,
}

/// The clock goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockResumed {
    /// What is left of the level or break.
    pub remaining_ms: u32,
}

/// The clock was set, by the floor or by hand-for-hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockSet {
    /// What is left of the level or break.
    pub remaining_ms: u32,
    /// Until the next break, where there is one.
    pub next_break_ms: Option<u32>,
}

/// Entries are taken no longer: the prizes are fixed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryClosed {
    /// How many there are.
    pub entries: u32,
    /// The prize pool.
    pub prize_pool: Money,
    /// How many places are paid.
    pub places_paid: u32,
    /// The prizes, first place first: at most 200.
    pub payouts: Vec<Payout>,
}

/// A table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableOpened {
    /// Its id.
    pub table: TableId,
    /// Its number in the tournament, from 1.
    pub number: u32,
}

/// A table was broken or closed. Its players have other seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableBroken {
    /// Which.
    pub table: TableId,
}

/// A table waits for more players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableHalted {
    /// Which.
    pub table: TableId,
}

/// A halted table goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableUnhalted {
    /// Which.
    pub table: TableId,
}

/// Somebody got a seat after the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerSeated {
    /// Who.
    pub entry: EntryId,
    /// At which table.
    pub table: TableId,
    /// At which seat, from 0.
    pub seat: u8,
    /// Why.
    pub reason: SeatReason,
}

/// Somebody moved to another seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerMoved {
    /// Who.
    pub entry: EntryId,
    /// From which table.
    pub from_table: TableId,
    /// From which seat.
    pub from_seat: u8,
    /// To which table.
    pub table: TableId,
    /// To which seat.
    pub seat: u8,
    /// Why.
    pub reason: SeatReason,
}

/// Somebody bought chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipsBought {
    /// Who.
    pub entry: EntryId,
    /// As what.
    pub what: Purchase,
    /// How many.
    pub chips: Chips,
    /// The prize pool now.
    pub prize_pool: Money,
}

/// Somebody is out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerOut {
    /// Which entry.
    pub entry: EntryId,
    /// Whose.
    pub name: String,
    /// The place, from 1.
    pub place: u32,
    /// How many share it: 1 for nobody else.
    pub tied: u32,
    /// The prize.
    pub prize: Money,
    /// The id of the structure the prize is a ticket for, where it is one.
    pub ticket: Option<String>,
    /// Who won the last of the chips; nobody where the floor or an absence put the player out.
    pub eliminated_by: Vec<EntryId>,
    /// How many players are left.
    pub players_left: u32,
}

/// Somebody goes on to the next round or day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerThrough {
    /// Who.
    pub entry: EntryId,
    /// With how many chips.
    pub chips: Chips,
}

/// Somebody won a bounty, or a part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BountyWon {
    /// Who.
    pub entry: EntryId,
    /// From whom.
    pub from: EntryId,
    /// What went to the wallet.
    pub amount: Money,
    /// What is on the winner's head now.
    pub head: Money,
}

/// All tables play each hand together from now on; the hand in progress at each table is the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandForHandBegan {}

/// All tables have finished a hand played together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandForHandOver {
    /// How many such hands were played so far.
    pub hands: u32,
}

/// Tables play on their own again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandForHandEnded {}

/// The smallest chips left the tournament at one table or more, each when its last hand was over. The tables
/// tell the new stacks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipsExchanged {
    /// The smallest chip from now on.
    pub unit: Chips,
    /// All chips in play before.
    pub chips_before: Chips,
    /// All chips in play now.
    pub chips_after: Chips,
}

/// Somebody's stack was changed by the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StackRuled {
    /// Whose.
    pub entry: EntryId,
    /// What it was.
    pub before: Chips,
    /// What it is.
    pub after: Chips,
}

/// A penalty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Penalty {
    /// A warning.
    Warning,
    /// So many hands are missed: dealt in, blinds posted, the hand killed.
    MissHands(u32),
    /// The player is out, and the chips leave the tournament.
    Disqualification,
}

/// Somebody has a penalty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PenaltyGiven {
    /// Who.
    pub entry: EntryId,
    /// Which.
    pub penalty: Penalty,
}

/// Somebody's penalty is over: served, or lifted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PenaltyOver {
    /// Whose.
    pub entry: EntryId,
}

/// Somebody is absent for so long that the rulebook knows a remedy: the floor may pick up the chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LongAbsence {
    /// Who.
    pub entry: EntryId,
    /// For how many minutes, breaks not counted.
    pub minutes: u32,
}

/// The floor announces something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announcement {
    /// What.
    pub text: String,
}

/// A deal was proposed. The players left get [`DealOffered`](super::DealOffered).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealProposed {
    /// Which.
    pub deal: DealId,
}

/// Everybody accepted the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealAgreed {
    /// Which.
    pub deal: DealId,
    /// What everybody gets.
    pub shares: Vec<DealPart>,
    /// What is left for the winner to play for.
    pub for_winner: Money,
}

/// Somebody rejected the deal, or did not answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRejected {
    /// Which.
    pub deal: DealId,
}

/// The floor ruled. What follows from it stands in the same step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorRuled {
    /// Whose name; absent where nobody was there and the default applied.
    pub operator: Option<String>,
    /// What was ordered.
    pub command: TournamentCommand,
    /// Why.
    pub reason: String,
    /// The rule it rests on.
    pub rule: Option<String>,
    /// [`RulingState::Made`], or [`RulingState::NeedsSecond`] while it waits.
    pub state: RulingState,
}

/// A ruling was seconded and counts now, or was taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulingChanged {
    /// The step it came with.
    pub ruling: Seq,
    /// Where it stands now.
    pub state: RulingState,
}

/// The tournament is over. The final places are the players' pages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentEnded {
    /// Who won; absent where a first day ends with several.
    pub winner: Option<EntryId>,
    /// The winner's name.
    pub name: Option<String>,
    /// The winner's prize.
    pub prize: Money,
}

/// The tournament was called off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentCancelled {
    /// What comes back.
    pub refund: Refund,
    /// Why, for people.
    pub reason: String,
}
