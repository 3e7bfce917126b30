//! Where engine and record part, in words for people.

use super::rig::NoDeck;
use super::script::Made;
use cardroom_cards::Card;
use cardroom_engine::{Action, Refusal};
use cardroom_rules::{Chips, SeatNo};
use std::fmt::{self, Display, Formatter};

/// Where engine and record part.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Parting {
    /// No deck deals it.
    #[error("no deck deals this hand: {0}")]
    Deck(#[from] NoDeck),
    /// There is no table for it.
    #[error("no table for this hand: {0}")]
    Table(String),
    /// The hand does not start.
    #[error("the hand does not start: {0}")]
    Start(Box<Refusal>),
    /// The button is elsewhere.
    #[error("the button is in seat {0}")]
    Button(SeatNo),
    /// The hand is over, and the record goes on.
    #[error("move {index}, {made:?}: nobody has the turn")]
    NoTurn {
        /// Which move, from 1.
        index: usize,
        made: Made,
    },
    /// Somebody else has the turn.
    #[error("move {index}: {has} has the turn, in the record it was {had}")]
    OtherTurn {
        /// Which move, from 1.
        index: usize,
        /// Who has the turn.
        has: String,
        /// Whose move it was.
        had: String,
    },
    /// The action was refused.
    #[error("move {index}, {player} {action:?}: {refusal} ({:?})", refusal.legal)]
    Refused {
        /// Which move, from 1.
        index: usize,
        player: String,
        action: Action,
        /// Why, and what would have been legal.
        refusal: Box<Refusal>,
    },
    /// The record ends, and somebody has a turn.
    #[error("{0} still has a turn after the last move")]
    TurnLeft(String),
    #[error("board {came}, in the record {recorded}")]
    Board {
        /// The board that came.
        came: Cards,
        /// The board of the record.
        recorded: Cards,
    },
    /// Other cards were tabled.
    #[error("{player} tabled {tabled}, in the record {recorded}")]
    Tabled { player: String, tabled: Cards, recorded: Cards },
    #[error("final stacks {0}")]
    Stacks(Stacks),
}

/// Cards as people write them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cards(pub Vec<Card>);

impl Display for Cards {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return formatter.write_str("-");
        }
        let words: Vec<String> = self.0.iter().map(Card::to_string).collect();
        formatter.write_str(&words.join(" "))
    }
}

/// The final stacks of a replay, one for each player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stacks(pub Vec<Chips>);

impl Display for Stacks {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(Chips::to_string).collect();
        formatter.write_str(&words.join(" "))
    }
}
