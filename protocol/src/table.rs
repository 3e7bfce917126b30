//! What happens at a table, as everybody may see it, and a table as one viewer sees it.
//!
//! Seats are numbered from 0, clockwise. Times are milliseconds from the sending of the message.

use crate::ids::{ActionId, Chips, HandNo, Seq, TurnToken};
use crate::lobby::TableInfo;
use crate::message::messages;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// What a player does with a turn. Amounts are totals for the street, so a raise "to" 600 over
/// chips already bet adds only the difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Gives up the hand.
    Fold,
    /// Stays in without paying, where nothing is to be paid.
    Check,
    /// Pays what is to be paid, or everything left.
    Call,
    /// Opens the betting of a street with this total.
    Bet(Chips),
    /// Raises the bet to this total.
    RaiseTo(Chips),
}

/// What the player whose turn it is may do. Validation uses the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LegalActions {
    /// Whether checking is possible. Folding always is.
    pub check: bool,
    /// How many chips a call adds; `None` when there is nothing to call.
    pub call: Option<Chips>,
    /// The bounds of a bet or a raise; `None` when neither is possible.
    pub wager: Option<WagerRange>,
}

/// The bounds of a bet or a raise, as totals for the street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerRange {
    /// True: send [`Action::RaiseTo`]. False: send [`Action::Bet`].
    pub raise: bool,
    /// The smallest total. Where it equals `max_to`, only that total.
    pub min_to: Chips,
    /// The largest total: everything, the pot, or the limit.
    pub max_to: Chips,
    /// The total that is a bet of the pot's size, within the bounds; handy in every structure.
    pub pot_to: Chips,
}

/// Why chips were posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PostKind {
    /// An ante, dead: part of the pot, not of the bet.
    Ante,
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// A big blind posted to be dealt in, out of position; live.
    EntryBlind,
    /// A missed small blind, dead.
    DeadBlind,
}

/// One pot and who plays for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pot {
    /// The chips in it.
    pub amount: Chips,
    /// The seats that can win it.
    pub seats: Vec<u8>,
}

/// One player's part of a pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// The seat.
    pub seat: u8,
    /// The chips it gets.
    pub amount: Chips,
}

messages! {
    /// Everything that can happen at a table in the sight of all.
    pub enum TableEvent {
        /// A hand begins.
        1 => HandStarted,
        /// Somebody posted a blind or an ante.
        2 => Posted,
        /// Everybody in the hand got cards face down.
        3 => CardsDealt,
        /// It is somebody's turn.
        4 => Turn,
        /// The turn's time is up and the time bank runs.
        5 => TimeBank,
        /// Somebody acted.
        6 => Acted,
        /// A bet nobody called went back.
        7 => UncalledReturned,
        /// The street's bets went into the pots.
        8 => BetsCollected,
        /// Cards came to the board.
        9 => BoardDealt,
        /// Somebody's cards are face up.
        10 => HandTabled,
        /// Somebody gave the cards away unseen.
        11 => HandMucked,
        /// A pot went to its winners.
        12 => PotAwarded,
        /// The house took its part of a pot.
        13 => RakeTaken,
        /// The hand is over.
        14 => HandEnded,
        /// The hand does not count; everybody has the chips back.
        15 => HandVoided,
        /// Somebody sat down.
        16 => SeatTaken,
        /// Somebody left.
        17 => SeatLeft,
        /// Somebody added chips.
        18 => ToppedUp,
        /// Somebody sits out.
        19 => SatOut,
        /// Somebody plays again.
        20 => SatIn,
        /// The house took a time charge.
        21 => TimeCharged,
        /// Somebody may show a hand or muck it.
        22 => ShowOffered,
        /// Somebody's connection came or went.
        23 => Presence,
        /// The table stops between hands.
        24 => Paused,
        /// The table goes on.
        25 => Resumed,
    }
}

/// A hand begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandStarted {
    /// The hand's number at this table.
    pub hand: HandNo,
    /// Where the button is; the seat may be empty (a dead button).
    pub button: u8,
    /// Who owes the small blind; `None` when it is dead.
    pub small_blind: Option<u8>,
    /// Who owes the big blind.
    pub big_blind: Option<u8>,
    /// Who is dealt in, clockwise from the button's left.
    pub dealt: Vec<u8>,
}

/// Somebody posted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Posted {
    /// Who.
    pub seat: u8,
    /// What for.
    pub post: PostKind,
    /// How much left the stack: less than due when that was all.
    pub amount: Chips,
}

/// Everybody in the hand got this many cards face down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardsDealt {
    /// How many more cards each one holds.
    pub each: u8,
}

/// It is somebody's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Whose.
    pub seat: u8,
    /// The time to act.
    pub time_ms: u32,
    /// The time bank that follows.
    pub bank_ms: u32,
}

/// The turn's time is up and the time bank runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeBank {
    /// Whose.
    pub seat: u8,
    /// What is left of it.
    pub time_ms: u32,
}

/// Somebody acted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Acted {
    /// Who.
    pub seat: u8,
    /// What.
    pub action: Action,
    /// The chips that left the stack for it.
    pub added: Chips,
    /// True when the room acted: time ran out, or the player is leaving.
    pub timed_out: bool,
}

/// A bet nobody called went back to the stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UncalledReturned {
    /// To whom.
    pub seat: u8,
    /// How much.
    pub amount: Chips,
}

/// The betting of a street is over; its bets are in the pots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BetsCollected {
    /// All pots as they are now, main pot first.
    pub pots: Vec<Pot>,
}

/// Cards came to the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardDealt {
    /// The new cards only.
    pub cards: Vec<Card>,
}

/// Somebody's cards are face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandTabled {
    /// Whose.
    pub seat: u8,
    /// All of the player's hole cards.
    pub cards: Vec<Card>,
}

/// Somebody gave the cards away unseen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandMucked {
    /// Whose.
    pub seat: u8,
}

/// A pot went to its winners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotAwarded {
    /// 0 is the main pot.
    pub pot: u8,
    /// Who got how much.
    pub shares: Vec<Share>,
}

/// The house took its part of a pot, before the pot is awarded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RakeTaken {
    /// 0 is the main pot.
    pub pot: u8,
    /// How much.
    pub amount: Chips,
}

/// The hand is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandEnded {
    /// Which.
    pub hand: HandNo,
}

/// The hand does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandVoided {
    /// Which.
    pub hand: HandNo,
    /// Why, for people.
    pub reason: String,
}

/// Somebody sat down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatTaken {
    /// Where.
    pub seat: u8,
    /// The player's name.
    pub name: String,
    /// The chips brought.
    pub stack: Chips,
    /// Whether the account plays by program.
    pub bot: bool,
}

/// Somebody left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatLeft {
    /// Where.
    pub seat: u8,
}

/// Somebody added chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToppedUp {
    /// Who.
    pub seat: u8,
    /// How many.
    pub amount: Chips,
}

/// Somebody sits out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SatOut {
    /// Who.
    pub seat: u8,
}

/// Somebody plays again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SatIn {
    /// Who.
    pub seat: u8,
}

/// The house took a time charge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeCharged {
    /// From whom.
    pub seat: u8,
    /// How much.
    pub amount: Chips,
}

/// Somebody may show a hand or muck it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShowOffered {
    /// Who.
    pub seat: u8,
    /// For how long; then it is mucked.
    pub time_ms: u32,
}

/// Somebody's connection came or went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Presence {
    /// Whose.
    pub seat: u8,
    /// Whether it is there.
    pub connected: bool,
}

/// The table stops between hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Paused {
    /// Why, for people.
    pub reason: String,
}

/// The table goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resumed {}

/// A table as one viewer sees it: everything needed to go on with the steps that follow `seq`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableView {
    /// What the lobby says of it.
    pub info: TableInfo,
    /// The last step this view contains.
    pub seq: Seq,
    /// True while no hand is started by order of the room.
    pub paused: bool,
    /// The seats that are taken.
    pub seats: Vec<SeatView>,
    /// The hand in progress.
    pub hand: Option<HandView>,
    /// The viewer's own seat.
    pub you: Option<OwnView>,
    /// What this viewer may bring when taking a seat now: more than the table asks of others where
    /// the viewer left it lately with more.
    pub buy_in: BuyInRange,
}

/// The bounds of a buy-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuyInRange {
    /// The least.
    pub min: Chips,
    /// The most.
    pub max: Chips,
}

/// A taken seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatView {
    /// The seat's number.
    pub seat: u8,
    /// Who sits there.
    pub name: String,
    /// Whether the account plays by program.
    pub bot: bool,
    /// Whether it is connected.
    pub connected: bool,
    /// Whether it sits out.
    pub sitting_out: bool,
    /// The chips behind: bets and pots not included.
    pub stack: Chips,
    /// Its part in the hand in progress.
    pub in_hand: Option<SeatInHand>,
}

/// A seat's part in the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInHand {
    /// True once it has folded or mucked.
    pub folded: bool,
    /// True when nothing is left behind.
    pub all_in: bool,
    /// The chips in front: this street's bet.
    pub bet: Chips,
    /// How many cards it holds; 0 once it has folded or mucked.
    pub card_count: u8,
    /// The cards, where they are face up.
    pub tabled: Option<Vec<Card>>,
}

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandView {
    /// Its number at this table.
    pub hand: HandNo,
    /// Where the button is.
    pub button: u8,
    /// Who owed the small blind.
    pub small_blind: Option<u8>,
    /// Who owed the big blind.
    pub big_blind: Option<u8>,
    /// The street, from 0 (before the flop).
    pub street: u8,
    /// The board so far.
    pub board: Vec<Card>,
    /// The pots of the streets before this one. Antes of a first street that is not over are one
    /// pot everybody plays for.
    pub pots: Vec<Pot>,
    /// The bet to match on this street: the largest one, and before the flop at least the big
    /// blind.
    pub current_bet: Chips,
    /// Whose turn it is.
    pub turn: Option<Turn>,
}

/// The viewer's own seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnView {
    /// The seat's number.
    pub seat: u8,
    /// The viewer's cards; empty between hands.
    pub cards: Vec<Card>,
    /// The decision that waits for the viewer.
    pub decision: Option<Decision>,
    /// The largest action id the room has seen from this player at this table; 0 before the first.
    pub last_action_id: ActionId,
    /// As in [`SetPreferences`](crate::client::SetPreferences).
    pub wait_for_big_blind: bool,
    /// As in [`SetPreferences`](crate::client::SetPreferences).
    pub auto_muck: bool,
}

/// A decision that waits for the viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Goes into [`Act::turn`](crate::client::Act::turn).
    pub turn: TurnToken,
    /// What may be done.
    pub legal: LegalActions,
}
