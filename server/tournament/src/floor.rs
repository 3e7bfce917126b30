//! What the floor can order in a tournament, and the record of what it did. Commands about a hand
//! or a wager are the table's. How each is carried out, and how far it can be taken back, stands
//! with the director.

use crate::clock::Clock;
use crate::escrow::PotNo;
use crate::event::Seq;
use crate::report::PenaltyCause;
use cardroom_rules::{Chips, EntryNo, HandNo, Millis, PlayerId, SeatNo, TableNo};
use serde::{Deserialize, Serialize};

/// A command of the floor, with everything an audit asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorOrder {
    pub operator: Operator,
    /// The last step that the operator has seen. Where something happened since to what the command
    /// is about, it is refused.
    pub seen: Seq,
    /// Why, for everybody to read.
    pub reason: String,
    /// The rule it rests on, such as `TDA 71-A`.
    pub rule: Option<String>,
    pub command: Command,
}

/// Somebody of the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operator {
    pub account: PlayerId,
    /// Owns the event: needs no second operator (GAPS G-03).
    pub owner: bool,
}

impl Operator {
    /// The room itself, which applies what a rulebook leaves to nobody's discretion. No account has
    /// this number.
    pub const ROOM: Self = Self { account: PlayerId(0), owner: false };
}

/// A command of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// All clocks stand still between two actions, and no hand begins.
    Pause,
    Resume,
    /// The level, from 0, and what is left of it become these; from the next hand on.
    SetClock {
        level: u16,
        /// What is left of it.
        left: Millis,
    },
    /// The level or break lasts so much longer.
    AddTime(Millis),
    /// The level or break is so much shorter.
    TakeTime(Millis),
    /// The tournament starts at another time.
    ChangeStart(Millis),
    /// Entries are taken no longer.
    CloseEntry,
    /// A player enters, also after late registration where the book knows an arrangement (Spotlight
    /// 6-3). The price is paid.
    EnterPlayer(PlayerId),
    /// Takes an entry back before the start; what it cost is returned.
    RemoveEntry(EntryNo),
    /// A player who waits for a seat gets one.
    Seat(Place),
    /// A player moves to another table, or another seat, when the hand is over.
    Move(Place),
    /// Before the draw: the player is seated here. Tables are counted from 1.
    PinSeat(Place),
    /// Before the draw: two players do not start at one table, and are kept apart as far as that
    /// goes.
    KeepApart(EntryNo, EntryNo),
    /// Every table gives up players until no two differ by more than one.
    BalanceNow,
    /// The table is broken; its players draw seats at the others.
    BreakTable(TableNo),
    /// No hand is dealt at the table until the floor lets it go on.
    HaltTable(TableNo),
    /// A halted table goes on.
    WaiveHalt(TableNo),
    /// All seats are drawn anew.
    Redraw,
    /// Hand-for-hand begins, or ends.
    HandForHand(bool),
    /// Everybody in the tournament is told something.
    Announce(String),
    /// A player is warned (TDA 71-A).
    Warn(EntryNo),
    /// A player misses so many hands: dealt in, blinds posted, the hand killed (TDA 71-C).
    MissHands(EntryNo, u32),
    /// A player misses so many rounds, each of as many hands as the table has players now.
    MissRounds(EntryNo, u8),
    /// What is left of a player's penalty is lifted.
    LiftPenalty(EntryNo),
    /// A player is out, last of those who are left; the chips leave the tournament (TDA 71-D).
    Disqualify {
        entry: EntryNo,
        /// The prize of the place is paid all the same.
        keeps_prize: bool,
    },
    /// The chips of a player who is absent for long, or has quit, are picked up; the player is out.
    PickUp(EntryNo),
    /// So many chips of a player leave the tournament.
    Forfeit(EntryNo, Chips),
    /// A player's stack becomes this.
    SetStack(EntryNo, Chips),
    /// Players may propose deals, or may not.
    AllowDeals(bool),
    /// A player may not chat.
    Mute(EntryNo),
    /// A player may chat again.
    Unmute(EntryNo),
    /// The player may not enter this tournament again; for so many days, those of its kind.
    Ban(EntryNo, u16),
    /// The tournament is called off.
    Cancel(Refund),
    /// Takes back the ruling of this step.
    Undo(Seq),
    /// Seconds the command of this step, which needs two operators.
    Second(Seq),
    /// A player misses hands because the rulebook leaves it to nobody's discretion. Only the room
    /// gives this command.
    Penalize(BookPenalty),
    /// A decision about a pot is delayed: these chips leave the stacks when no hand is played, and
    /// play goes on (TFPL and Spotlight 2a-6).
    Impound {
        /// Where the pot was played.
        table: TableNo,
        parts: Vec<(EntryNo, Chips)>,
    },
    /// It is decided: the chips of an impounded pot go to these players, in parts that add up.
    ReleasePot {
        pot: PotNo,
        parts: Vec<(EntryNo, Chips)>,
    },
    /// A player has earned bonus chips (TFPL 6-27).
    GiveBonus(EntryNo, Chips),
    /// A player loses the bonus chips that are in no stack (TFPL 6-27).
    ForfeitBonus(EntryNo),
}

/// A penalty that the rulebook leaves to nobody's discretion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookPenalty {
    pub entry: EntryNo,
    /// Where it was earned.
    pub table: TableNo,
    pub hand: HandNo,
    pub cause: PenaltyCause,
    /// How many hands the player misses.
    pub hands: u32,
}

impl Command {
    /// Whether two operators are needed for it where the event asks for that (GAPS G-03).
    #[must_use]
    pub fn is_weighty(&self) -> bool {
        matches!(
            self,
            Self::Disqualify { .. }
                | Self::PickUp(_)
                | Self::Forfeit(..)
                | Self::SetStack(..)
                | Self::Cancel(_)
                | Self::Impound { .. }
                | Self::ReleasePot { .. }
                | Self::GiveBonus(..)
        )
    }
}

/// Where a player is to sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub entry: EntryNo,
    pub table: TableNo,
    /// At which seat; `None` for the one the rulebook gives.
    pub seat: Option<SeatNo>,
}

/// What is returned when a tournament is called off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refund {
    /// Everything that was paid, to everybody. Not once a prize was paid.
    Everything,
    /// The fees to everybody; what is left of the prize pool to the players left, in proportion to
    /// their stacks.
    ByStacks,
    /// The fees to everybody; what is left of the prize pool to the players left, in equal parts.
    Evenly,
}

/// A command that was given: the audit trail of the tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// The step it came with.
    pub seq: Seq,
    pub at: Millis,
    /// Who gave it, and as what.
    pub operator: Operator,
    /// The operator plays here: everybody may see that (self-run).
    pub plays: bool,
    pub command: Command,
    pub reason: String,
    /// The rule it rests on.
    pub rule: Option<String>,
    pub state: RulingState,
    /// What taking it back takes.
    pub undo: Undo,
}

/// Where a ruling stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RulingState {
    Made,
    /// It waits for a second operator.
    NeedsSecond,
    /// It was taken back.
    Undone,
}

/// What taking a ruling back takes: how things were before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Undo {
    /// It cannot be taken back; what it did can be ordered the other way round, where that is
    /// possible.
    Never,
    /// The clock shows what it would have shown without: until the level or break is over.
    Clock {
        /// The stage of the structure before.
        stage: u16,
        /// What the clock showed.
        clock: Clock,
        now: u16,
    },
    /// The start is at this time again: before it.
    Start(Option<Millis>),
    /// A player has so many hands more to miss than would be, or fewer: while the player is in it.
    Penalty {
        entry: EntryNo,
        /// How many hands the ruling added.
        added: u32,
        /// How many it lifted.
        lifted: u32,
    },
    /// A player has so many chips too few, or too many: while the player is in it.
    Stack {
        entry: EntryNo,
        /// How many it gave.
        given: Chips,
        /// How many it took.
        taken: Chips,
    },
    /// The player is still to be taken out when the hand is over: until then.
    Removal(EntryNo),
    /// The other way round.
    Inverse,
}
