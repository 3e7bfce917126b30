//! What happens at a table, as everybody may see it, and a table as one viewer sees it.
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
    /// A straddle: a blind of twice the big blind, posted before the cards.
    Straddle,
}

/// An emote that a player shows at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum EmoteKind {
    /// Thumbs up.
    ThumbsUp,
    /// Applause.
    Clap,
    /// Laughter.
    Laugh,
    /// Tears.
    Cry,
    /// Surprise.
    Surprise,
    /// A thinking face.
    Think,
    /// Sleep.
    Sleep,
    /// Fire.
    Fire,
    /// "Good luck."
    GoodLuck,
    /// "Nice hand."
    NiceHand,
    /// "Thanks."
    Thanks,
    /// "Sorry."
    Sorry,
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// The seat.
    pub seat: u8,
    /// The chips it gets.
    pub amount: Chips,
    /// The hand that won them in words, such as "Two pair, Queens and Fives", where it is face up.
    pub hand: Option<String>,
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
        /// Cards came to a board.
        9 => BoardDealt,
        /// Somebody's cards are face up.
        10 => HandTabled,
        /// Somebody gave the cards away unseen.
        11 => HandMucked,
        /// A pot, or a part of it, went to its winners.
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
        /// Everybody in the hand got a card face up.
        26 => UpCardsDealt,
        /// Players give cards away, in turn.
        27 => DrawBegan,
        /// Somebody gave cards away, or stood pat.
        28 => Discarded,
        /// Somebody got new cards for those given away.
        29 => Drawn,
        /// The cards out of play were shuffled again.
        30 => Reshuffled,
        /// All-in players are asked on how many boards to run the hand out.
        31 => RunItOffered,
        /// An all-in player answered.
        32 => RunItAnswered,
        /// It is decided on how many boards the hand is run out.
        33 => RunItAgreed,
        /// Somebody may choose the next hand's game.
        34 => ChoiceOffered,
        /// The next hand's game is another one.
        35 => GameChanged,
        /// A street after the first begins.
        36 => StreetBegan,
        /// A gesture was ruled on.
        37 => Ruled,
        /// The floor has a question to rule on.
        38 => TicketOpened,
        /// It is answered.
        39 => TicketClosed,
        /// Somebody acted out of turn; it waits.
        40 => ActionHeld,
        /// An action out of turn binds.
        41 => HeldBinds,
        /// An action out of turn is done with.
        42 => HeldSettled,
        /// Somebody folded out of turn.
        43 => FoldedOutOfTurn,
        /// Somebody is limited in the next action.
        44 => Limited,
        /// A declared raise goes on for several motions.
        45 => ChipsMoved,
        /// The chips in front of a player are known.
        46 => FrontSeen,
        /// Somebody took chips of an earlier bet back.
        47 => PulledBack,
        /// Somebody moved chips forward without letting go of them.
        48 => MovedForward,
        /// Somebody keeps the right to act.
        49 => SpokeUp,
        /// The player on turn was told a wrong count.
        50 => Misquoted,
        /// A call was declared with much less than it takes.
        51 => CalledShort,
        /// Such a call stands.
        52 => CallAccepted,
        /// Such a call is taken back.
        53 => CallRetracted,
        /// Chips are lost to the pot.
        54 => Forfeited,
        /// Somebody is on the floor, or nobody is any more.
        55 => FloorAttended,
        /// Something the floor may want to know.
        56 => Flagged,
        /// Somebody's stack is another one, between hands.
        60 => StackChanged,
        /// All-in hands stay face down until other tables are as far.
        61 => RunOutHeld,
        /// The floor gave a command.
        70 => FloorOrdered,
        /// A wager was entered as it stood.
        71 => WagerForced,
        /// A wager became what it should have been.
        72 => WagerCorrected,
        /// The pot was counted for a player.
        73 => PotQuoted,
        /// A hand is dead.
        74 => HandKilled,
        /// The next hand has the button somewhere else.
        75 => ButtonSet,
        /// The clock was called on the player on turn.
        76 => ClockCalled,
        /// Somebody asked to see a hand.
        77 => SeeHandAsked,
        /// A hand was turned over that its player had not tabled.
        78 => HandExposed,
        /// Players table or discard their own hands.
        79 => ShowdownOpened,
        /// The pots wait for requests to see a hand.
        80 => AwardHeld,
        /// The pots are next.
        81 => ShowdownClosed,
        /// The betting of a street is over, and its bets still stand in front.
        82 => StreetHeld,
        /// The winner asked for the cards that would have come.
        83 => RabbitAsked,
        /// Somebody answered that.
        84 => RabbitAnswered,
        /// The board cards that would have come.
        85 => RabbitShown,
        /// An error of the deal was ruled on.
        86 => DealRuled,
        /// Actions on a card that came too early are undone.
        87 => ActionsRescinded,
    }
}

/// A hand begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandStarted {
    /// The hand's number at this table.
    pub hand: HandNo,
    /// The game and its stakes.
    pub game: Game,
    /// Everybody posts an ante, there are no blinds, and the betting begins with the board.
    pub bomb_pot: bool,
    /// Where the button is; the seat may be empty (a dead button).
    pub button: u8,
    /// Who owes the small blind; absent when it is dead, and in a hand without blinds.
    pub small_blind: Option<u8>,
    /// Who owes the big blind; absent in a hand without blinds.
    pub big_blind: Option<u8>,
    /// Who is dealt in, clockwise from the button's left.
    pub dealt: Vec<u8>,
}

/// A player posted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Posted {
    /// Who.
    pub seat: u8,
    /// What for.
    pub post: PostKind,
    /// How much left the stack: less than due when that was all.
    pub amount: Chips,
}

/// Each player in the hand got this many cards face down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardsDealt {
    /// How many more cards each one holds.
    pub each: u8,
}

/// It is a player's turn.
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

/// A player acted.
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

/// A bet that no player called returned to the stack.
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

/// Cards came to a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardDealt {
    /// Which board: 0, unless the hand is run out on more.
    pub board: u8,
    /// The new cards only.
    pub cards: Vec<Card>,
}

/// A player's cards are face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandTabled {
    /// Whose.
    pub seat: u8,
    /// All of the player's hole cards.
    pub cards: Vec<Card>,
}

/// A player gave the cards away unseen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandMucked {
    /// Whose.
    pub seat: u8,
}

/// A pot, or the part of it that one board and one half of the showdown decide, went to its winners.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotAwarded {
    /// 0 is the main pot.
    pub pot: u8,
    /// By which board: 0, unless the hand is run out on more.
    pub board: u8,
    /// By which entry of `Game.showdown`, 0 the first.
    pub half: u8,
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

/// A player sat down.
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
    /// The player's avatar.
    pub avatar: u16,
    /// The player's color.
    pub color: u8,
}

/// A player left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatLeft {
    /// Where.
    pub seat: u8,
}

/// A player added chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ToppedUp {
    /// Who.
    pub seat: u8,
    /// How many.
    pub amount: Chips,
}

/// A player sits out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SatOut {
    /// Who.
    pub seat: u8,
}

/// A player plays again.
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

/// A player may show a hand or muck it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShowOffered {
    /// Who.
    pub seat: u8,
    /// For how long; then it is mucked.
    pub time_ms: u32,
}

/// A player's connection came or went.
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

/// The table goes on. No fields: an empty object in JSON, an empty body in binary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resumed {}

/// A street after the first begins: its cards follow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StreetBegan {
    /// Which, from 1.
    pub street: u8,
}

/// Each player in the hand got a card face up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UpCardsDealt {
    /// Who got which, in the order of the deal.
    pub cards: Vec<UpCard>,
}

/// A card face up in front of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UpCard {
    /// Whose.
    pub seat: u8,
    /// The card.
    pub card: Card,
}

/// Players give cards away, in turn from the button's left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawBegan {
    /// Each at least so many.
    pub least: u8,
    /// Each at most so many.
    pub most: u8,
    /// True when they get as many new ones.
    pub replaced: bool,
}

/// A player gave cards away, or stood pat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Discarded {
    /// Who.
    pub seat: u8,
    /// How many; 0 for standing pat.
    pub count: u8,
    /// True when the room did it: time ran out, or the player is leaving.
    pub timed_out: bool,
}

/// A player got cards face down for those given away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drawn {
    /// Who.
    pub seat: u8,
    /// How many. Where the deck does not reach, the rest comes after [`Reshuffled`].
    pub count: u8,
}

/// The cards out of play were shuffled again and are the deck now. What the player who draws has
/// just given away is not among them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reshuffled {
    /// Who draws; absent when the cards are for everybody.
    pub seat: Option<u8>,
    /// How many cards the deck has now.
    pub cards: u8,
}

/// All-in players are asked on how many boards to run the hand out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunItOffered {
    /// At most so many.
    pub most: u8,
    /// For how long; who has not answered by then wants one.
    pub time_ms: u32,
}

/// An all-in player answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunItAnswered {
    /// Who.
    pub seat: u8,
    /// At most so many boards.
    pub boards: u8,
}

/// It is decided on how many boards the hand is run out. Each begins with what lies there already.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunItAgreed {
    /// How many.
    pub boards: u8,
}

/// A player may choose the next hand's game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChoiceOffered {
    /// Who.
    pub seat: u8,
    /// For how long; then the game stays.
    pub time_ms: u32,
}

/// The next hand's game is another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameChanged {
    /// Which of [`TableInfo::games`](crate::lobby::TableInfo::games), from 0.
    pub game: u8,
    /// Who chose it, where somebody did.
    pub by: Option<u8>,
}

/// A player's stack changed between hands of a tournament: chips were bought, exchanged, given or
/// taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StackChanged {
    /// Whose.
    pub seat: u8,
    /// What it is now.
    pub stack: Chips,
}

/// In hand-for-hand: all players left in the hand are all-in, and their hands stay face down until
/// the other tables are as far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunOutHeld {}
