//! Public events at a table, and a table as one viewer sees it.
//!
//! Seats are numbered from 0, clockwise. Times are milliseconds from the sending of the message.

mod turn;
mod view;

pub use turn::{Action, DiscardRange, LegalActions, WagerRange};
pub use view::{BuyInRange, Decision, HandView, OwnView, SeatInHand, SeatView, TableView};

use crate::game::Game;
use crate::hybrid::{
    ActionHeld, ActionsRescinded, AwardHeld, ButtonSet, CallAccepted, CallRetracted, CalledShort,
    ChipsMoved, ClockCalled, DealRuled, Flagged, FloorAttended, FloorOrdered, FoldedOutOfTurn,
    Forfeited, FrontSeen, HandExposed, HandKilled, HeldBinds, HeldSettled, Limited, Misquoted,
    MovedForward, PotQuoted, PulledBack, RabbitAnswered, RabbitAsked, RabbitShown, Ruled,
    SeeHandAsked, ShowdownClosed, ShowdownOpened, SpokeUp, StreetHeld, TicketClosed, TicketOpened,
    WagerCorrected, WagerForced,
};
use crate::ids::{Chips, HandNo};
use crate::message::messages;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// The purpose of posted chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PostKind {
    /// An ante. It is dead: part of the pot, but not of the bet.
    Ante,
    /// A small blind, live.
    SmallBlind,
    /// A big blind, live.
    BigBlind,
    /// A big blind posted out of position to be dealt in. It is live.
    EntryBlind,
    /// A missed small blind. It is dead.
    DeadBlind,
    /// A straddle: a blind of twice the big blind, posted before the cards.
    Straddle,
}

/// An emote that a player shows at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum EmoteKind {
    /// A thumb that points up.
    ThumbsUp,
    /// Two hands that applaud.
    Clap,
    /// A face that laughs.
    Laugh,
    /// A face with tears.
    Cry,
    /// A face that is surprised.
    Surprise,
    /// A face that is thinking.
    Think,
    /// A face that is asleep.
    Sleep,
    /// A flame of fire.
    Fire,
    /// The words "Good luck."
    GoodLuck,
    /// The words "Nice hand."
    NiceHand,
    /// The single word "Thanks."
    Thanks,
    /// The single word "Sorry."
    Sorry,
}

/// A pot and the seats that can win it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pot {
    /// Chips in the pot.
    pub amount: Chips,
    /// Seats that can win it.
    pub seats: Vec<u8>,
}

/// One player's part of a pot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// Seat of the player.
    pub seat: u8,
    /// Chips that the player gets.
    pub amount: Chips,
    /// The winning hand in words, such as "Two pair, Queens and Fives", if it is face up.
    pub hand: Option<String>,
}

messages! {
    /// A public event at a table.
    pub enum TableEvent {
        1 => HandStarted,
        2 => Posted,
        3 => CardsDealt,
        4 => Turn,
        5 => TimeBank,
        6 => Acted,
        7 => UncalledReturned,
        8 => BetsCollected,
        9 => BoardDealt,
        10 => HandTabled,
        11 => HandMucked,
        12 => PotAwarded,
        13 => RakeTaken,
        14 => HandEnded,
        15 => HandVoided,
        16 => SeatTaken,
        17 => SeatLeft,
        18 => ToppedUp,
        19 => SatOut,
        20 => SatIn,
        21 => TimeCharged,
        22 => ShowOffered,
        23 => Presence,
        24 => Paused,
        25 => Resumed,
        26 => UpCardsDealt,
        27 => DrawBegan,
        28 => Discarded,
        29 => Drawn,
        30 => Reshuffled,
        31 => RunItOffered,
        32 => RunItAnswered,
        33 => RunItAgreed,
        34 => ChoiceOffered,
        35 => GameChanged,
        36 => StreetBegan,
        37 => Ruled,
        38 => TicketOpened,
        39 => TicketClosed,
        40 => ActionHeld,
        41 => HeldBinds,
        42 => HeldSettled,
        43 => FoldedOutOfTurn,
        44 => Limited,
        45 => ChipsMoved,
        46 => FrontSeen,
        47 => PulledBack,
        48 => MovedForward,
        49 => SpokeUp,
        50 => Misquoted,
        51 => CalledShort,
        52 => CallAccepted,
        53 => CallRetracted,
        54 => Forfeited,
        55 => FloorAttended,
        56 => Flagged,
        60 => StackChanged,
        61 => RunOutHeld,
        70 => FloorOrdered,
        71 => WagerForced,
        72 => WagerCorrected,
        73 => PotQuoted,
        74 => HandKilled,
        75 => ButtonSet,
        76 => ClockCalled,
        77 => SeeHandAsked,
        78 => HandExposed,
        79 => ShowdownOpened,
        80 => AwardHeld,
        81 => ShowdownClosed,
        82 => StreetHeld,
        83 => RabbitAsked,
        84 => RabbitAnswered,
        85 => RabbitShown,
        86 => DealRuled,
        87 => ActionsRescinded,
        124 => CardsShown,
    }
}

/// A new hand begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandStarted {
    /// Number of the hand at this table.
    pub hand: HandNo,
    /// The game and its stakes.
    pub game: Game,
    /// Whether it is a bomb pot: all players post an ante, there are no blinds, and the betting
    /// begins with the board.
    pub bomb_pot: bool,
    /// Seat of the button. It may be empty (a dead button).
    pub button: u8,
    /// Seat that owes the small blind. Absent if the small blind is dead, and in
    /// a hand without blinds.
    pub small_blind: Option<u8>,
    /// Seat that owes the big blind. Absent in a hand without blinds.
    pub big_blind: Option<u8>,
    /// Seats that are dealt in, clockwise from the button's left.
    pub dealt: Vec<u8>,
}

/// A player posted a blind or an ante.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Posted {
    /// Seat of the player.
    pub seat: u8,
    /// The purpose of the chips.
    pub post: PostKind,
    /// Chips that left the stack: less than due if the player had no more.
    pub amount: Chips,
}

/// Each player in the hand got this many cards face down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardsDealt {
    /// Number of additional cards that each player holds.
    pub each: u8,
}

/// It is a player's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Seat of the player.
    pub seat: u8,
    /// Time to act, in milliseconds.
    pub time_ms: u32,
    /// Time bank that follows it, in milliseconds.
    pub bank_ms: u32,
}

/// The time of the turn is up, and the time bank runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeBank {
    /// Seat of the player.
    pub seat: u8,
    /// Time left in the bank, in milliseconds.
    pub time_ms: u32,
}

/// A player acted, or the room acted for the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Acted {
    /// Seat of the player.
    pub seat: u8,
    /// Action that the player took.
    pub action: Action,
    /// Chips that left the stack for it.
    pub added: Chips,
    /// Whether the room acted, because time ran out or the player is leaving.
    pub timed_out: bool,
}

/// An uncalled bet returned to the stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UncalledReturned {
    /// Seat of the player.
    pub seat: u8,
    /// Number of chips returned.
    pub amount: Chips,
}

/// The betting of a street is over, and its bets are in the pots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BetsCollected {
    /// All pots as they are now, the main pot first.
    pub pots: Vec<Pot>,
}

/// Cards came to a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardDealt {
    /// Index of the board: 0, unless the hand is run out on more.
    pub board: u8,
    /// Only the new cards.
    pub cards: Vec<Card>,
}

/// A player's cards are face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandTabled {
    /// Seat of the player.
    pub seat: u8,
    /// All of the player's hole cards.
    pub cards: Vec<Card>,
}

/// A player mucked the cards unseen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandMucked {
    /// Seat of the player.
    pub seat: u8,
}

/// A pot went to its winners, or the part of it that one board and one half of the showdown decide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotAwarded {
    /// Index of the pot; 0 is the main pot.
    pub pot: u8,
    /// Index of the deciding board: 0, unless the hand is run out on more.
    pub board: u8,
    /// Index into [`Game::showdown`](crate::game::Game::showdown) of the deciding half.
    pub half: u8,
    /// The winners and their parts.
    pub shares: Vec<Share>,
}

/// The house took its part of a pot, before the pot is awarded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RakeTaken {
    /// Index of the pot; 0 is the main pot.
    pub pot: u8,
    /// Number of chips taken.
    pub amount: Chips,
}

/// The hand is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandEnded {
    /// Number of the hand.
    pub hand: HandNo,
}

/// The hand is void, and all players have their chips back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandVoided {
    /// Number of the hand.
    pub hand: HandNo,
    /// The reason, for people to read.
    pub reason: String,
}

/// A player sat down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatTaken {
    /// Seat of the player.
    pub seat: u8,
    /// Name of the player.
    pub name: String,
    /// Chips that the player brought.
    pub stack: Chips,
    /// Whether the account is a bot.
    pub bot: bool,
    /// Avatar of the player.
    pub avatar: u16,
    /// Color of the player.
    pub color: u8,
    /// Whether the account belongs to the staff: the floor or an administrator.
    #[serde(default)]
    pub staff: bool,
}

/// A player left the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatLeft {
    /// Seat that is free now.
    pub seat: u8,
}

/// A player added chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToppedUp {
    /// Seat of the player.
    pub seat: u8,
    /// Number of chips added.
    pub amount: Chips,
}

/// A player sits out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SatOut {
    /// Seat of the player.
    pub seat: u8,
}

/// A player plays again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SatIn {
    /// Seat of the player.
    pub seat: u8,
}

/// The house took a time charge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeCharged {
    /// Seat of the player.
    pub seat: u8,
    /// Number of chips taken.
    pub amount: Chips,
}

/// A player showed cards of a hand that is over, with [`ShowCards`](crate::hybrid::ShowCards). They
/// decide nothing. Other cards of the player stay hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardsShown {
    /// Number of the hand at this table.
    pub hand: HandNo,
    /// Seat of the player.
    pub seat: u8,
    /// The cards shown, which were face down before.
    pub cards: Vec<Card>,
}

/// A player may show a hand or muck it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShowOffered {
    /// Seat of the player.
    pub seat: u8,
    /// Time to answer, in milliseconds. Then the hand is mucked.
    pub time_ms: u32,
}

/// A player's connection came or went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Presence {
    /// Seat of the player.
    pub seat: u8,
    /// Whether the player is connected now.
    pub connected: bool,
}

/// The floor has paused the table. No player acts, no clock runs, and no hand begins until
/// `Resumed`. The floor can still rule on the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Paused {
    /// The reason, for people to read.
    pub reason: String,
}

/// The table goes on. A full view follows in the same frame, with the time that is left of each
/// clock, and a few seconds more. No fields: an empty object in JSON, an empty body in binary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resumed {}

/// A street after the first begins. Its cards follow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StreetBegan {
    /// Number of the street, from 1.
    pub street: u8,
}

/// Each player in the hand got a card face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UpCardsDealt {
    /// The cards and their seats, in the order of the deal.
    pub cards: Vec<UpCard>,
}

/// A card face up in front of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UpCard {
    /// Seat of the player.
    pub seat: u8,
    /// The card that lies open.
    pub card: Card,
}

/// Players discard cards, in turn from the button's left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawBegan {
    /// The fewest cards each may discard.
    pub least: u8,
    /// The most cards each may discard.
    pub most: u8,
    /// Whether they get as many new cards.
    pub replaced: bool,
}

/// A player discarded cards, or stood pat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Discarded {
    /// Seat of the player.
    pub seat: u8,
    /// Number of cards discarded; 0 for standing pat.
    pub count: u8,
    /// Whether the room did it, because time ran out or the player is leaving.
    pub timed_out: bool,
}

/// A player drew cards face down for those discarded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// Seat of the player.
    pub seat: u8,
    /// Number of cards drawn. If the deck runs out, the rest comes after [`Reshuffled`].
    pub count: u8,
}

/// The cards out of play were shuffled again and are the deck now, except for those that the
/// drawing player has just discarded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reshuffled {
    /// Seat of the drawing player. Absent if the cards are for all players.
    pub seat: Option<u8>,
    /// Number of cards in the deck now.
    pub cards: u8,
}

/// Asks all-in players on how many boards to run the hand out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunItOffered {
    /// The most boards they may choose.
    pub most: u8,
    /// Time to answer, in milliseconds. A player who has not answered by then wants one board.
    pub time_ms: u32,
}

/// An all-in player answered on how many boards to run the hand out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunItAnswered {
    /// Seat of the player.
    pub seat: u8,
    /// The most boards that the player agrees to.
    pub boards: u8,
}

/// The number of boards for the run-out is decided. Each begins with the cards
/// that lie there already.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunItAgreed {
    /// Number of boards agreed on.
    pub boards: u8,
}

/// A player may choose the next hand's game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChoiceOffered {
    /// Seat of the player.
    pub seat: u8,
    /// Time to answer, in milliseconds. Then the game stays.
    pub time_ms: u32,
}

/// The game changes with the next hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameChanged {
    /// Index into [`TableInfo::games`](crate::lobby::TableInfo::games), from 0.
    pub game: u8,
    /// Seat of the player who chose it, if a player did.
    pub by: Option<u8>,
}

/// A player's stack changed between two hands. In a tournament, chips were bought, exchanged, given
/// or taken. In a match, the stack of the next hand was set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StackChanged {
    /// Seat of the player.
    pub seat: u8,
    /// The player's stack now.
    pub stack: Chips,
}

/// In hand-for-hand, all players left in the hand are all-in. Their hands stay face down until the
/// other tables are ready.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunOutHeld {}
