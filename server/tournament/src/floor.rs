//! Commands of the floor in a tournament, and the record of its rulings. Commands about a hand or a
//! wager belong to the table. The director carries commands out and decides how far they can be
//! undone.

use crate::clock::Clock;
use crate::escrow::PotNo;
use crate::report::PenaltyCause;
use crate::seq::Seq;
use cardroom_rules::rulebook::ColourUpChoice;
use cardroom_rules::{Chips, EntryNo, HandNo, Millis, PlayerId, SeatNo, Stage, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A command of the floor, with everything that an audit needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorOrder {
    pub operator: Operator,
    /// The last step that the operator has seen. The command is rejected if its
    /// subject has changed since.
    pub seen: Seq,
    /// The reason, visible to all players.
    pub reason: String,
    /// The rule behind it, such as `TDA 71-A`.
    pub rule: Option<String>,
    pub command: Command,
}

/// An operator of the floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operator {
    pub account: PlayerId,
    /// `true` for the owner of the tournament, who needs no second operator (GAPS G-03).
    pub owner: bool,
}

impl Operator {
    /// The room itself, which gives mandatory penalties. No account has this number.
    pub const ROOM: Self = Self { account: PlayerId(0), owner: false };
}

/// A command of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Stops all clocks between two actions. No hand begins.
    Pause,
    Resume,
    /// Sets the level, from 0, and the time left in it, from the next hand on.
    SetClock {
        level: u16,
        left: Millis,
    },
    /// Extends the level or break.
    AddTime(Millis),
    /// Shortens the level or break.
    TakeTime(Millis),
    /// Changes the start time.
    ChangeStart(Millis),
    /// Closes entry, so that no player can enter any more.
    CloseEntry,
    /// Enters a player, even after late registration if the rulebook allows an arrangement
    /// (Spotlight 6-3). The price is already paid.
    EnterPlayer(PlayerId),
    /// Withdraws an entry before the start and refunds it.
    RemoveEntry(EntryNo),
    /// Seats a player who waits for a seat.
    Seat(Place),
    /// Moves a player to another table or seat when the hand is over.
    Move(Place),
    /// Reserves a seat for a player before the draw. Tables count from 1.
    PinSeat(Place),
    /// Keeps two players at different tables in the draw, and later as far as possible.
    KeepApart(EntryNo, EntryNo),
    /// Balances the tables until no two differ by more than one.
    BalanceNow,
    /// Breaks a table. Its players draw seats at the others.
    BreakTable(TableNo),
    /// Halts a table until the floor lets it resume.
    HaltTable(TableNo),
    /// Lets a halted table resume.
    WaiveHalt(TableNo),
    /// Draws all seats anew.
    Redraw,
    /// Begins or ends hand-for-hand.
    HandForHand(bool),
    /// Makes an announcement to all players.
    Announce(String),
    /// Warns a player (TDA 71-A).
    Warn(EntryNo),
    /// Makes a player miss a number of hands: dealt in, blinds posted, the hand killed (TDA 71-C).
    MissHands(EntryNo, u32),
    /// Makes a player miss a number of rounds, each with as many hands as the
    /// table has players now.
    MissRounds(EntryNo, u8),
    /// Lifts the rest of a player's penalty.
    LiftPenalty(EntryNo),
    /// Disqualifies a player, who finishes below all remaining players. The chips leave
    /// the tournament (TDA 71-D).
    Disqualify {
        entry: EntryNo,
        /// `true` if the prize for the place is paid anyway.
        keeps_prize: bool,
    },
    /// Picks up the chips of a player who is absent for long or has quit. The player is out.
    PickUp(EntryNo),
    /// Takes chips of a player out of the tournament.
    Forfeit(EntryNo, Chips),
    /// Sets a player's stack.
    SetStack(EntryNo, Chips),
    /// Allows or forbids proposals of deals.
    AllowDeals(bool),
    /// Forbids a player to chat.
    Mute(EntryNo),
    /// Allows a player to chat again.
    Unmute(EntryNo),
    /// Bans a player from this tournament. A number of days above 0 bans them from all
    /// tournaments of this kind.
    Ban(EntryNo, u16),
    /// Calls the tournament off.
    Cancel(Refund),
    /// Undoes the ruling of a step.
    Undo(Seq),
    /// Seconds the command of a step that needs two operators.
    Second(Seq),
    /// Gives a mandatory penalty of the rulebook. Only the room gives this command.
    Penalize(BookPenalty),
    /// Impounds a pot, because the decision about it is delayed. Its chips leave the stacks as soon
    /// as no hand is in progress, and play goes on (TFPL and Spotlight 2a-6).
    Impound {
        /// The table where the pot was played.
        table: TableNo,
        parts: Vec<(EntryNo, Chips)>,
    },
    /// Releases an impounded pot to these players, in parts that add up to it.
    ReleasePot {
        pot: PotNo,
        parts: Vec<(EntryNo, Chips)>,
    },
    /// Gives a player bonus chips (TFPL 6-27).
    GiveBonus(EntryNo, Chips),
    /// Takes away a player's bonus chips that are in no stack (TFPL 6-27).
    ForfeitBonus(EntryNo),
    /// Draws at random from a list, for an error that no rule covers (TDA RP-14).
    DrawLots(LotList),
    /// Replaces the levels and breaks from the next level on.
    ChangeLevels(Vec<Stage>),
    /// Takes small chips out of play now, between two hands (TDA 25-B).
    ColorUp(ColorUp),
    /// Allows this number of tables to start with one player more than usual. Only before the draw
    /// (TFPL 2c-7, Spotlight 2c-5).
    ExtraPlayers(u32),
}

/// A mandatory penalty of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookPenalty {
    pub entry: EntryNo,
    /// The table where the player earned it.
    pub table: TableNo,
    pub hand: HandNo,
    pub cause: PenaltyCause,
    /// Number of hands to miss.
    pub hands: u32,
}

impl Command {
    /// Returns `true` if the command needs two operators where the rulebook
    /// requires that (GAPS G-03).
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

/// The table and seat that a player is sent to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub entry: EntryNo,
    pub table: TableNo,
    /// `None` leaves the choice to the rulebook.
    pub seat: Option<SeatNo>,
}

/// A color-up that the floor orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ColorUp {
    /// `None` for all tables.
    pub table: Option<TableNo>,
    /// The smallest chip from then on.
    pub unit: Chips,
    /// `None` for the rulebook's method.
    pub method: Option<ColourUpChoice>,
}

/// A color-up that tables carry out when their hands are over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DueColorUp {
    /// `None` for all tables. The stakes then have the new unit from now on, too.
    pub table: Option<TableNo>,
    /// The smallest chip before the color-up.
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
    /// The question that the draw decides, such as "the burn card".
    pub about: String,
    pub lots: Vec<Lot>,
    /// Number of lots to draw, each at most once.
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
    /// The seed from which [`Draws::several`](crate::Draws::several) repeats the draw.
    pub seed: u64,
    /// Indexes into the list, in the order drawn.
    pub drawn: Vec<u16>,
}

impl LotList {
    /// The most lots in a list.
    pub const MOST: usize = 60;
    /// The most characters in a text, and in `about`.
    pub const MOST_CHARS: usize = 60;
    /// The most characters in all texts together, including `about`.
    pub const MOST_CHARS_TOGETHER: usize = 1_000;

    /// Checks everything except that the entries exist, which the director checks.
    ///
    /// # Errors
    /// If the list or a text is too short or too long, if a text is not a single line, if two lots
    /// are the same, or if the number to draw is 0 or more than the list has.
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

/// The refund when a tournament is called off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refund {
    /// Everything paid, to all players. Not possible once a prize has been paid.
    Everything,
    /// The fees to all players, and the rest of the prize pool to the remaining players in
    /// proportion to their stacks.
    ByStacks,
    /// The fees to all players, and the rest of the prize pool to the remaining
    /// players in equal parts.
    Evenly,
}

/// An entry of the audit trail: a command that was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// The step of the ruling.
    pub seq: Seq,
    pub at: Millis,
    pub operator: Operator,
    /// `true` if the operator plays in this self-run tournament. It is visible to all players.
    pub plays: bool,
    pub command: Command,
    pub reason: String,
    /// The rule behind it.
    pub rule: Option<String>,
    pub state: RulingState,
    /// The information needed to undo it.
    pub undo: Undo,
}

/// The state of a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RulingState {
    Made,
    /// Waits for a second operator.
    NeedsSecond,
    Undone,
}

/// The information needed to undo a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Undo {
    /// It cannot be undone. The floor may order the opposite if there is one.
    Never,
    /// Restores the clock as it would be without the ruling. Possible until the level
    /// or break is over.
    Clock {
        /// Index of the stage before the ruling.
        stage: u16,
        /// The clock before the ruling.
        clock: Clock,
        now: u16,
    },
    /// Restores the start time. Possible before the start.
    Start(Option<Millis>),
    /// Removes or restores hands to miss. Possible while the player is in the tournament.
    Penalty {
        entry: EntryNo,
        /// Number of hands that the ruling added.
        added: u32,
        /// Number of hands that it lifted.
        lifted: u32,
    },
    /// Takes back or returns chips. Possible while the player is in the tournament.
    Stack { entry: EntryNo, given: Chips, taken: Chips },
    /// Cancels a removal. Possible until the hand is over.
    Removal(EntryNo),
    /// Undone by the opposite command.
    Inverse,
    /// Restores the previous levels. Possible until the next one begins.
    Levels {
        /// Number of levels and breaks that had begun.
        kept: u16,
    },
    /// Restores the number of tables with an extra player. Possible before the start.
    ExtraPlayers { before: u32 },
}
