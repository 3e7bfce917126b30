//! The lines to a program.

#[cfg(doc)]
use super::AnswerLine;
use crate::codec::EncodeError;
use crate::game::{AnteKind, Betting, Game, Switch};
use crate::ids::{AskId, Chips, HandNo};
use crate::items::{Items, Named, NamedItem, NamedSeed};
use crate::table::{LegalActions, Pot, TableEvent};
use cardroom_cards::Card;
use serde::de::{self, DeserializeSeed as _, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::marker::PhantomData;

/// A line to the program: an object with one key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToBot {
    /// The first line, and another one when the bot comes to another table or seat.
    Hello(Box<HelloLine>),
    /// A hand begins.
    Hand(Box<HandLine>),
    /// A decision.
    Act(Box<ActLine>),
    /// An offer.
    Offer(Box<OfferLine>),
    /// An event at the table.
    Event(Box<EventLine>),
    /// A hand is over.
    Result(ResultLine),
    /// The last line.
    End(EndLine),
}

/// The first line. Another one comes when the bot comes to another table or another seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HelloLine {
    /// Name of the protocol: `cardroom.lines.v1`.
    pub protocol: String,
    /// Seat of the bot. Seats are numbered from 0, clockwise.
    pub seat: u8,
    /// Number of seats at the table.
    pub seats: u8,
    /// The players at the table, by seat.
    pub players: Vec<LinePlayer>,
    /// Id of the game, such as `holdem`, or of the rotation, such as `horse`.
    pub game: String,
    /// The games in the order they are played: one game, or those of a rotation.
    pub games: Vec<Game>,
    /// When the next game of the rotation comes.
    pub switch: Switch,
    /// Id of the rulebook, such as `online`.
    pub rulebook: String,
    /// Betting structure. In a rotation, that of its first game.
    pub betting: Betting,
    /// The small blind.
    pub small_blind: Chips,
    /// The big blind. In fixed limit, and with a bring-in, it is the small bet.
    pub big_blind: Chips,
    /// Amount of the ante; 0 for none.
    pub ante: Chips,
    /// The payer of the ante.
    pub ante_kind: AnteKind,
    /// The smallest chip in play. Bets and raises are multiples of it, except for the smallest
    /// legal wager and all-in.
    pub unit: Chips,
    /// The longest time of one decision, in milliseconds. Absent in a room, where the clock of the
    /// table counts.
    pub turn_ms: Option<u32>,
    /// The longest time of all decisions together, in milliseconds. Absent for no such limit.
    pub bank_ms: Option<u32>,
}

/// A player at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinePlayer {
    /// Seat of the player.
    pub seat: u8,
    /// Name of the player.
    pub name: String,
    /// Chips of the player.
    pub stack: Chips,
}

/// A hand begins. Blinds and antes are not posted yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandLine {
    /// Number of the hand at this table.
    pub hand: HandNo,
    /// The game and its stakes.
    pub game: Game,
    /// Whether it is a bomb pot, as in [`HandStarted`](crate::table::HandStarted).
    pub bomb_pot: bool,
    /// Seat of the button. It may be empty (a dead button).
    pub button: u8,
    /// Seat that owes the small blind, if any.
    pub small_blind: Option<u8>,
    /// Seat that owes the big blind, if any.
    pub big_blind: Option<u8>,
    /// Seats that are dealt in, clockwise from the button's left.
    pub dealt: Vec<u8>,
    /// The players at the table with their stacks, by seat.
    pub players: Vec<LinePlayer>,
}

/// A decision: everything that the seat sees. Answer with the same `id` and an
/// [`action`](AnswerLine::action) or a [`policy`](AnswerLine::policy), and in a draw with a
/// [`discard`](AnswerLine::discard).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActLine {
    /// Number of the question, which the answer repeats.
    pub id: AskId,
    /// Number of the hand at this table.
    pub hand: HandNo,
    /// Id of the game, such as `holdem`.
    pub game: String,
    /// Seat of the bot.
    pub seat: u8,
    /// Seat of the button.
    pub button: u8,
    /// Number of the street, from 0 (before the flop).
    pub street: u8,
    /// The bot's cards, including open ones.
    pub cards: Vec<Card>,
    /// The boards so far: one, unless the hand is run out on more.
    pub boards: Vec<Vec<Card>>,
    /// The pots of earlier streets, the main pot first.
    pub pots: Vec<Pot>,
    /// All chips in pots, bets and antes.
    pub pot: Chips,
    /// Chips that a call adds; 0 if there is nothing to call.
    pub to_call: Chips,
    /// The seats that are taken, by number.
    pub seats: Vec<LineSeat>,
    /// The legal actions.
    pub legal: LegalActions,
    /// The events since the bot was last asked, the latest 256 of them.
    pub events: Items<TableEvent>,
    /// Time left to answer, in milliseconds. Absent if there is no limit.
    pub time_ms: Option<u32>,
}

/// A seat during a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineSeat {
    /// Number of the seat.
    pub seat: u8,
    /// Chips behind, without bets and pots.
    pub stack: Chips,
    /// The bet on this street.
    pub bet: Chips,
    /// Whether the player was dealt in.
    pub dealt: bool,
    /// Whether the player has folded.
    pub folded: bool,
    /// Whether the player has no chips behind.
    pub all_in: bool,
    /// Number of cards that the player holds.
    pub card_count: u8,
    /// The cards that lie open: up cards, or the whole hand if it is face up.
    pub open: Vec<Card>,
    /// Number of cards discarded in the last draw. Absent before a draw, or if the bot did not see
    /// it.
    pub discarded: Option<u8>,
}

/// An offer. It comes only if the bot asked for offers in [`ready`](AnswerLine::ready). Answer with
/// the same `id` and the key that the question names. Silence is a no: the hand is run out once, it
/// is not shown, and the game stays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferLine {
    /// Number of the question, which the answer repeats.
    pub id: AskId,
    /// What is offered.
    pub question: Question,
    /// Number of the hand at this table. Between hands it is the last one, and 0 before the first.
    pub hand: HandNo,
    /// The bot's cards, including open ones.
    pub cards: Vec<Card>,
    /// The boards so far. Empty between hands.
    pub boards: Vec<Vec<Card>>,
    /// All chips in pots, bets and antes.
    pub pot: Chips,
    /// Time left to answer, in milliseconds.
    pub time_ms: u32,
}

/// What is offered to a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// To run out an all-in hand on up to this many boards. The lowest answer of all players
    /// counts.
    RunIt(u8),
    /// To show the hand.
    Show,
    /// To choose the next of these games, by their ids.
    ChooseGame(Vec<String>),
}

/// An event at the table, for a bot that asked for events in [`ready`](AnswerLine::ready). It holds
/// one event of the protocol, such as `{"Acted":{…}}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventLine(pub TableEvent);

impl Serialize for EventLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Named(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EventLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match NamedSeed::<TableEvent, IgnoredAny>(PhantomData).deserialize(deserializer)? {
            NamedItem::Known(event) => Ok(Self(event)),
            NamedItem::Unknown { name, .. } => {
                Err(de::Error::custom(format_args!("{name} is not an event")))
            }
        }
    }
}

/// A hand is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultLine {
    /// Number of the hand at this table.
    pub hand: HandNo,
    /// Whether the hand was voided. Then all players have their chips back.
    pub voided: bool,
    /// The boards at the end.
    pub boards: Vec<Vec<Card>>,
    /// What happened to each seat that was dealt in, by number.
    pub seats: Vec<LineResult>,
}

/// What a hand was for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineResult {
    /// Number of the seat.
    pub seat: u8,
    /// Chips won, negative if lost. Absent if the bot did not see the beginning of the hand.
    pub net: Option<i64>,
    /// The cards that the player showed. Empty if the player showed none.
    pub cards: Vec<Card>,
}

/// The last line. Nothing is asked any more, and the program may end. It has no fields.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct EndLine {}

impl ToBot {
    /// Appends the line to a buffer, with its end.
    ///
    /// # Errors
    /// Fails if an amount is above 2^53 − 1.
    pub fn write(&self, buffer: &mut Vec<u8>) -> Result<(), EncodeError> {
        serde_json::to_writer(&mut *buffer, self).map_err(EncodeError::new)?;
        buffer.push(b'\n');
        Ok(())
    }

    /// Reads a line.
    ///
    /// # Errors
    /// Fails if the line is not one of this protocol.
    pub fn read(line: &[u8]) -> Result<Self, super::Malformed> {
        serde_json::from_slice(line).map_err(|error| super::Malformed::new(&error))
    }
}
