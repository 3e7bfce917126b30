//! The points where engine and record diverge, in words.

use super::rig::NoDeck;
use super::script::Made;
use cardroom_cards::Card;
use cardroom_engine::{Action, Refusal};
use cardroom_rules::{Chips, SeatNo};
use std::fmt::{self, Display, Formatter};

/// A point where engine and record diverge.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Parting {
    #[error("no deck deals this hand: {0}")]
    Deck(#[from] NoDeck),
    #[error("no table for this hand: {0}")]
    Table(String),
    #[error("the hand does not start: {0}")]
    Start(Box<Refusal>),
    /// The seat of the button differs.
    #[error("the button is in seat {0}")]
    Button(SeatNo),
    /// The hand is over, but the record goes on.
    #[error("move {index}, {made:?}: nobody has the turn")]
    NoTurn {
        /// The move, counted from 1.
        index: usize,
        made: Made,
    },
    /// Another player has the turn.
    #[error("move {index}: {has} has the turn, in the record it was {had}")]
    OtherTurn {
        /// The move, counted from 1.
        index: usize,
        /// The player who has the turn.
        has: String,
        /// The player who moves in the record.
        had: String,
    },
    #[error("move {index}, {player} {action:?}: {refusal} ({:?})", refusal.legal)]
    Refused {
        /// The move, counted from 1.
        index: usize,
        player: String,
        action: Action,
        /// The reason, and the legal actions.
        refusal: Box<Refusal>,
    },
    /// The record ends, but a player has a turn.
    #[error("{0} still has a turn after the last move")]
    TurnLeft(String),
    #[error("board {came}, in the record {recorded}")]
    Board { came: Cards, recorded: Cards },
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
