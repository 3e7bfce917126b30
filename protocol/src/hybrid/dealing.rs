//! Errors of the deal at a real table, as an operator reports them, and their remedies by
//! the rulebook. Plain data.

use crate::ids::Chips;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// An error of the deal. Cards are given by where they lie, never by what they are,
/// because the table knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealError {
    /// The dealer exposed a card of a hand.
    Exposed(HeldCard),
    /// A card was dealt off the table.
    OffTable(HeldCard),
    /// Cards lay the wrong way in the deck.
    Boxed(BoxedCards),
    /// The first card went to the wrong seat, or a card was dealt out of turn.
    OutOfSequence,
    /// This seat got cards and is not entitled to a hand.
    NotEntitled(u8),
    /// This seat got no cards and is entitled to a hand.
    LeftOut(u8),
    /// A hand has too many or too few cards.
    CardCount(CardCount),
    /// A card does not belong to the game. It was found in the hand of this seat, or in the stub.
    NonStandard(Option<u8>),
    /// The deck itself has a fault.
    FouledDeck(DeckFault),
    /// The flop has four cards. True if it is known which of them is the burn.
    FourCardFlop(bool),
    /// The flop came without a burn. True if its cards were turned over.
    NoBurn(bool),
    /// There was more than one burn before the current street, or none.
    Burns(WrongBurns),
    /// Cards of the next street came before the betting of this one was complete. Holds the number
    /// of actions taken since.
    Premature(u8),
    /// The stub was dropped.
    DroppedStub(DroppedStub),
    /// Other cards touched a hand, or it was thrown into another one.
    Touched(TouchedHand),
    /// The dealer took a hand by mistake.
    TakenByDealer(TakenHand),
    /// The last burn card was exposed.
    ExposedBurn,
}

/// One of the cards a player holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldCard {
    /// Seat of the player.
    pub seat: u8,
    /// Position of the card, from 0, in the order in which the cards came.
    pub place: u8,
}

/// Cards that lay the wrong way in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxedCards {
    /// Number of cards found.
    pub cards: u8,
    /// Where the last of them was found.
    pub at: BoxedAt,
}

/// Where a card lay the wrong way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BoxedAt {
    /// Dealt to a hand.
    Hand(HeldCard),
    /// Dealt to the board. Holds its position there, from 0.
    Board(u8),
    /// Dealt as a burn.
    Burn,
    /// The next card of the stub.
    Stub,
}

/// A hand with a wrong number of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardCount {
    /// Seat of the player.
    pub seat: u8,
    /// Number of cards in the hand.
    pub cards: u8,
}

/// A fault of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DeckFault {
    /// Two cards are equal.
    TwoEqual,
    /// A card in play has another back.
    OtherBack,
    /// A card in the stub has another back.
    OtherBackInStub,
    /// A card is missing.
    Missing,
}

/// A wrong number of burns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongBurns {
    /// Number of burns made.
    pub burned: u8,
    /// Whether the cards after them were turned over.
    pub exposed: bool,
}

/// The state of a dropped stub.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DroppedStub {
    /// It could be put together in its order.
    Rebuilt,
    /// Its order is lost.
    Disordered,
    /// It was mixed with the muck and the burns.
    Mixed,
}

/// A hand that other cards touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TouchedHand {
    /// Seat of the player.
    pub seat: u8,
    /// Seat whose hand it was thrown into. Absent for the muck.
    pub other: Option<u8>,
    /// Whether it is certain which cards were in it.
    pub identified: bool,
}

/// A hand that the dealer took by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenHand {
    /// Seat of the player.
    pub seat: u8,
    /// Whether it is certain which cards were in it.
    pub identified: bool,
}

/// The remedy for an error of the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealRemedy {
    /// Play goes on with the cards as they lie.
    PlaysOn,
    /// The hand is void, and dealt again with the same button, blinds and players.
    Misdeal,
    /// The hand is void, and all bets are returned.
    Void,
    /// The hands of these seats are dead. Their chips stay in, except for an uncalled bet or raise.
    Dead(Vec<u8>),
    /// The card is exposed to everyone, and plays. A burn card stays the burn.
    Shown(Card),
    /// The next card of the deck replaces the card, which becomes the next burn.
    Replaced(Card),
    /// The card becomes the player's up-card, and the previous up-card the next burn. Stud only.
    UpCard(Card),
    /// The card means nothing, and the next card of the deck takes its place.
    Scrapped(ScrappedCard),
    /// The error is corrected, and every card lies where it would have been.
    SetRight,
    /// The board is changed.
    Board(NewBoard),
    /// The stub is changed. None of its cards is known.
    Stub(NewStub),
    /// The book leaves it to the floor. The options are in the ticket that follows.
    Floor,
}

/// A card that means nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScrappedCard {
    /// The card, if it was dealt to a hand, where it lay face up.
    pub card: Option<Card>,
    /// The board. If the card lay there, the next card is in its place.
    pub board: Vec<Card>,
}

/// A board after its correction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewBoard {
    /// The kind of correction.
    pub how: BoardRemedy,
    /// All cards of the board.
    pub cards: Vec<Card>,
}

/// The correction of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BoardRemedy {
    /// Four cards were scrambled, and one of them is the next burn.
    FourScrambled,
    /// Three cards were scrambled. One of them is the burn, and the next card joins the others.
    BurnTakenFrom,
    /// The board went back into the stub, which was shuffled. It came again without a burn.
    Redealt,
    /// The last card is the one that had been burned before it.
    BurnForCard,
    /// The last card became the next burn, and the correct card took its place.
    CardForBurn,
}

/// A stub after its correction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewStub {
    /// The kind of correction.
    pub how: StubRemedy,
    /// The cards that had come too early.
    pub back: Vec<Card>,
}

/// The correction of a stub.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StubRemedy {
    /// The early cards were shuffled in. Their burn stays.
    BurnStays,
    /// The early cards were shuffled in with their burn.
    BurnGoesBack,
    /// The early cards were shuffled in below the cards of the later streets, which stay.
    BoardKept,
    /// The last card of the board replaces the early one, which is shuffled into the rest.
    LastForEarly,
    /// The cards of the stub were shuffled.
    Shuffled,
    /// The stub was shuffled with the muck and the burns.
    ShuffledWithMuck,
}

/// An error of the deal was ruled on. A dead hand, a void and a ticket follow as events of their
/// own. If cards changed their places, everyone gets the whole table again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRuled {
    /// The error that the operator reported.
    pub error: DealError,
    /// The remedy for the error.
    pub remedy: DealRemedy,
    /// Chips returned to players: everything they put in, or an uncalled bet.
    pub returned: Chips,
    /// The rule, with the book's short name, such as `TDA 39-A`.
    pub rule: String,
}

/// The last actions of the street are undone, because they rested on a card that came too early.
/// Everyone gets the whole table again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionsRescinded {
    /// Number of actions undone.
    pub actions: u8,
    /// The bets returned with them.
    pub returned: Vec<ReturnedBet>,
    /// Seats that are in the hand again.
    pub back: Vec<u8>,
    /// The largest bet of the street after that.
    pub current_bet: Chips,
    /// The rule, with the book's short name.
    pub rule: String,
}

/// A bet, or part of it, that returns to the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReturnedBet {
    /// Seat of the player.
    pub seat: u8,
    /// Number of chips returned.
    pub amount: Chips,
}
