//! Errors of the deal at a real table, as an operator reports them, and what the rulebook makes of
//! them. Plain data.

use crate::ids::Chips;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// An error of the deal. Cards are named by where they lie, never by what they are: the table knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealError {
    /// The dealer exposed a card of a hand.
    Exposed(HeldCard),
    /// A card was dealt off the table.
    OffTable(HeldCard),
    /// Cards lay the wrong way in the deck.
    Boxed(BoxedCards),
    /// The first card went to the wrong seat, or a card was dealt out of its turn.
    OutOfSequence,
    /// This seat got cards and is not entitled to a hand.
    NotEntitled(u8),
    /// This seat got no cards and is entitled to a hand.
    LeftOut(u8),
    /// A hand has too many or too few cards.
    CardCount(CardCount),
    /// A card was found that does not belong to the game: in the hand of this seat, or in the stub.
    NonStandard(Option<u8>),
    /// Something is wrong with the deck itself.
    FouledDeck(DeckFault),
    /// The flop has four cards; true where it is known which of them is the burn.
    FourCardFlop(bool),
    /// The flop came without a burn; true where its cards were turned over.
    NoBurn(bool),
    /// Before the street of now there were more burns than one, or none.
    Burns(WrongBurns),
    /// Cards of the next street came before the betting of this one was complete, and so many
    /// actions were taken since.
    Premature(u8),
    /// The stub was dropped.
    DroppedStub(DroppedStub),
    /// Other cards touched a hand, or it was thrown into another one.
    Touched(TouchedHand),
    /// The dealer took a hand by mistake.
    TakenByDealer(TakenHand),
}

/// One of the cards a player holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldCard {
    /// Whose.
    pub seat: u8,
    /// Which, from 0, in the order in which they came.
    pub place: u8,
}

/// Cards that lay the wrong way in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxedCards {
    /// How many were found.
    pub cards: u8,
    /// Where the last of them was found.
    pub at: BoxedAt,
}

/// Where a card lay the wrong way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BoxedAt {
    /// It was dealt to a hand.
    Hand(HeldCard),
    /// It was dealt to the board: which of its cards, from 0.
    Board(u8),
    /// It was burned.
    Burn,
    /// It is the next card of the stub.
    Stub,
}

/// A hand with a wrong number of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardCount {
    /// Whose.
    pub seat: u8,
    /// How many cards it has.
    pub cards: u8,
}

/// A fault of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DeckFault {
    /// Two equal cards.
    TwoEqual,
    /// A card with another back, in play.
    OtherBack,
    /// A card with another back, in the stub.
    OtherBackInStub,
    /// A card is missing.
    Missing,
}

/// A wrong number of burns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongBurns {
    /// How many there were.
    pub burned: u8,
    /// The cards after them were turned over.
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
    /// Whose.
    pub seat: u8,
    /// The seat whose hand it was thrown into; absent where it was the muck.
    pub other: Option<u8>,
    /// It is certain which cards it was.
    pub identified: bool,
}

/// A hand that the dealer took by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenHand {
    /// Whose.
    pub seat: u8,
    /// It is certain which cards it was.
    pub identified: bool,
}

/// The remedy for an error of the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealRemedy {
    /// Everything stands as it lies.
    PlaysOn,
    /// The hand is void, and dealt again by the same button, blinds and players.
    Misdeal,
    /// The hand is void: all bets go back.
    Void,
    /// The hands of these seats are dead. Their chips stay in, but for a bet or raise that nobody has
    /// called.
    Dead(Vec<u8>),
    /// The card lies open for everybody, and plays.
    Shown(Card),
    /// The card is replaced by the next of the deck, and is the next burn itself.
    Replaced(Card),
    /// The card lies open as the player's up-card; the one before is the next burn. Stud.
    UpCard(Card),
    /// The card means nothing: the next of the deck has its place.
    Scrapped(ScrappedCard),
    /// It is set right with no card in another place than it would have been.
    SetRight,
    /// The board is another one.
    Board(NewBoard),
    /// The stub is another one. None of its cards is known.
    Stub(NewStub),
    /// The book leaves it to the floor: the ticket that follows says what can be ruled.
    Floor,
}

/// A card that means nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScrappedCard {
    /// Which, where it was dealt to a hand: it lay face up.
    pub card: Option<Card>,
    /// The board, with the next card in its place where it lay there.
    pub board: Vec<Card>,
}

/// A corrected board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewBoard {
    /// How.
    pub how: BoardRemedy,
    /// All of its cards.
    pub cards: Vec<Card>,
}

/// The correction of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BoardRemedy {
    /// Four cards were scrambled: one is the next burn.
    FourScrambled,
    /// Three cards were scrambled: one is the burn, the next card joins the others.
    BurnTakenFrom,
    /// It went back into the stub, which was shuffled, and came again without a burn.
    Redealt,
    /// The last card is the one that had been burned before it.
    BurnForCard,
    /// The last card is the next burn, and the one that should have come is in its place.
    CardForBurn,
}

/// A corrected stub.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewStub {
    /// How.
    pub how: StubRemedy,
    /// The cards that had come too early.
    pub back: Vec<Card>,
}

/// The correction of a stub.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StubRemedy {
    /// The early cards were shuffled in; their burn stays.
    BurnStays,
    /// They were shuffled in with their burn.
    BurnGoesBack,
    /// They were shuffled in below the cards of the later streets, which stay.
    BoardKept,
    /// The last card of the board comes in the place of the early one, which is shuffled into the rest.
    LastForEarly,
    /// The cards of the stub were shuffled.
    Shuffled,
    /// They were shuffled with the muck and the burns.
    ShuffledWithMuck,
}

/// An error of the deal was ruled on. A dead hand, a void and a ticket are events of their own that
/// follow; where cards lie in other places, everyone gets the whole table again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRuled {
    /// What was reported.
    pub error: DealError,
    /// What it comes to.
    pub remedy: DealRemedy,
    /// What goes back to players: everything that was put in, or a bet that nobody has called.
    pub returned: Chips,
    /// The rule it rests on, with the book's short name, such as `TDA 39-A`.
    pub rule: String,
}

/// The last actions of the street are undone: they rested on a card that came too early. Everyone
/// gets the whole table again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionsRescinded {
    /// How many.
    pub actions: u8,
    /// The bets that go back with them.
    pub returned: Vec<ReturnedBet>,
    /// Who is in the hand again.
    pub back: Vec<u8>,
    /// The largest bet of the street then.
    pub current_bet: Chips,
    /// The rule it rests on.
    pub rule: String,
}

/// A bet, or a part of it, that goes back to the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReturnedBet {
    /// Whose.
    pub seat: u8,
    /// How much.
    pub amount: Chips,
}
