//! What the floor can order in a tournament, and the record of what it did. Commands about a hand
//! or a wager are the table's. How each is carried out, and how far it can be taken back, stands
//! with the director.

use crate::clock::Clock;
use crate::event::Seq;
use cardroom_rules::rulebook::ColourUpChoice;
use cardroom_rules::{Chips, EntryNo, Millis, PlayerId, SeatNo, Stage, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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
    /// Draws at random from a list, for an error that no rule covers (TDA RP-14).
    DrawLots(LotList),
    /// From the next level on, these levels and breaks are played instead of the announced ones.
    ChangeLevels(Vec<Stage>),
    /// Small chips go out of play now, between two hands (TDA 25-B).
    ColorUp(ColorUp),
    /// Before the draw: so many tables may start with one player more than they have seats for
    /// otherwise (TFPL 2c-7, Spotlight 2c-5).
    ExtraPlayers(u32),
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

/// A color-up that the floor orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ColorUp {
    /// `None` for all tables.
    pub table: Option<TableNo>,
    /// The smallest chip from then on.
    pub unit: Chips,
    /// `None` for the book's method.
    pub method: Option<ColourUpChoice>,
}

/// A color-up that tables carry out when their hands are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DueColorUp {
    /// `None` for all tables: the stakes have the new unit from now on, too.
    pub table: Option<TableNo>,
    /// The smallest chip before.
    pub old: Chips,
    pub unit: Chips,
    pub method: ColourUpChoice,
}

/// Why the floor cannot color up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ColorUpRefusal {
    #[error("By this rulebook no chips are exchanged.")]
    Never,
    #[error("The rulebook names the other method. Leave the method out.")]
    Method,
    #[error("The new unit is a multiple of the smallest chip in play, {0}, and larger than it.")]
    Unit(Chips),
    #[error("Level {0} needs smaller chips. Choose a smaller unit, or change the levels first.")]
    Needed(u16),
    #[error("Rebuys and add-ons are sold in smaller chips. Wait until they are over.")]
    Sold,
}

/// A list to draw from, in the order in which it was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LotList {
    /// What the draw decides, such as "the burn card".
    pub about: String,
    pub lots: Vec<Lot>,
    /// How many are drawn, each at most once.
    pub count: u16,
}

/// One thing that can be drawn.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Lot {
    Text(String),
    Entry(EntryNo),
}

/// A draw from a [`LotList`] that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawnLots {
    /// The ruling that ordered it.
    pub ruling: Seq,
    /// [`Draws::several`](crate::Draws::several) repeats the draw from this seed.
    pub seed: u64,
    /// Indexes into the list, in the order drawn.
    pub drawn: Vec<u16>,
}

impl LotList {
    /// The most lots of one list.
    pub const MOST: usize = 60;
    /// The most characters of a text, and of what the draw decides.
    pub const MOST_CHARS: usize = 60;
    /// The most characters of all texts together.
    pub const MOST_CHARS_TOGETHER: usize = 1_000;

    /// Checks the list by itself. Whether its entries exist is the director's business.
    ///
    /// # Errors
    /// It is too short or too long, a text is, two lots are the same, or there are fewer lots than
    /// are to be drawn.
    pub fn check(&self) -> Result<(), LotsRefusal> {
        let texts = self.lots.iter().filter_map(|lot| match lot {
            Lot::Text(text) => Some(text),
            Lot::Entry(_) => None,
        });
        let texts: Vec<&String> = texts.chain([&self.about]).collect();
        let is_line = |text: &String| {
            let count = text.chars().count();
            (1..=Self::MOST_CHARS).contains(&count) && !text.chars().any(char::is_control)
        };
        let together: usize = texts.iter().map(|text| text.chars().count()).sum();
        let different: BTreeSet<&Lot> = self.lots.iter().collect();
        if !(2..=Self::MOST).contains(&self.lots.len()) {
            return Err(LotsRefusal::Length);
        }
        if !texts.iter().all(|text| is_line(text)) || together > Self::MOST_CHARS_TOGETHER {
            return Err(LotsRefusal::Text);
        }
        if different.len() < self.lots.len() {
            return Err(LotsRefusal::Twice);
        }
        if !(1..=self.lots.len()).contains(&usize::from(self.count)) {
            return Err(LotsRefusal::Count);
        }
        Ok(())
    }
}

/// Why nothing can be drawn from a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LotsRefusal {
    #[error("A draw needs a list of 2 to {} lots.", LotList::MOST)]
    Length,
    #[error(
        "A lot is one line of 1 to {} characters, and a list has at most {} characters in all.",
        LotList::MOST_CHARS,
        LotList::MOST_CHARS_TOGETHER
    )]
    Text,
    #[error("Two lots of the list are the same. Name each one once.")]
    Twice,
    #[error("Draw at least one lot, and no more than the list has.")]
    Count,
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
    /// The levels are as they were: until the next one begins.
    Levels {
        /// How many levels and breaks had begun.
        kept: u16,
    },
    /// So many tables may start with an extra player again: before the start.
    ExtraPlayers { before: u32 },
}
