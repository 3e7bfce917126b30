//! Orders of the floor in a tournament, and the record of its rulings.

use crate::clock::Clock;
use crate::command::Command;
use crate::seq::Seq;
use cardroom_rules::rulebook::ColourUpChoice;
use cardroom_rules::{Chips, EntryNo, Millis, PlayerId, TableNo};
use serde::{Deserialize, Serialize};

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
    /// Restores the clock as it would be without the ruling. Possible until anything else changes
    /// the clock.
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
    /// With real cards: brings back those who are out. Possible for the last hand in which a player
    /// went out, until the level or break ends.
    Out,
    /// With real cards: restores the stack from before it was counted.
    Count { entry: EntryNo, before: Chips, counted: Chips },
}
