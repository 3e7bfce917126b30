//! Errors of the deal as typed arguments, and their translation into the protocol. Seats and the
//! places of cards are counted from 0.

use cardroom_protocol::hybrid::{
    BoxedAt, BoxedCards, CardCount, DealError, DeckFault, DroppedStub, HeldCard, TakenHand,
    TouchedHand, WrongBurns,
};
use clap::{Subcommand, ValueEnum};

/// An error of the deal.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(super) enum DealtWrong {
    /// The dealer exposed a card of a seat
    Exposed { seat: u8, place: u8 },
    /// A card of a seat was dealt off the table
    OffTable { seat: u8, place: u8 },
    /// A number of cards lay the wrong way in the deck; says where the last was found
    Boxed {
        cards: u8,
        #[command(subcommand)]
        at: Found,
    },
    /// The first card went to the wrong seat, or a card came out of turn
    OutOfSequence,
    /// A seat got cards and is not entitled to a hand
    NotEntitled { seat: u8 },
    /// A seat got no cards and is entitled to a hand
    LeftOut { seat: u8 },
    /// The hand of a seat has a wrong number of cards
    CardCount { seat: u8, cards: u8 },
    /// A card of another game was found: in the hand of a seat, or in the stub
    NonStandard { seat: Option<u8> },
    /// Something is wrong with the deck
    FouledDeck {
        #[arg(value_enum)]
        fault: Fault,
    },
    /// The flop has four cards
    FourCardFlop {
        /// It is known which of them is the burn card
        #[arg(long)]
        burn_known: bool,
    },
    /// The flop came without a burn card
    NoBurn {
        /// Its cards were turned over
        #[arg(long)]
        exposed: bool,
    },
    /// There was a wrong number of burn cards before the street
    Burns {
        burned: u8,
        /// The cards after them were turned over
        #[arg(long)]
        exposed: bool,
    },
    /// Cards of the next street came too early
    Premature {
        /// Actions taken since then
        #[arg(default_value_t = 0)]
        acted: u8,
    },
    /// The stub was dropped
    DroppedStub {
        #[arg(value_enum)]
        stub: Stub,
    },
    /// Other cards touched the hand of a seat
    Touched {
        seat: u8,
        /// Seat whose hand it was thrown into
        #[arg(long)]
        other: Option<u8>,
        /// It is certain which cards they were
        #[arg(long)]
        identified: bool,
    },
    /// The dealer took the hand of a seat by mistake
    Taken {
        seat: u8,
        /// It is certain which cards they were
        #[arg(long)]
        identified: bool,
    },
}

/// The place of a card that lay the wrong way.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(super) enum Found {
    /// In a hand.
    Hand { seat: u8, place: u8 },
    /// On the board.
    Board { place: u8 },
    /// It was burned.
    Burn,
    /// On top of the stub.
    Stub,
}

/// A fault of a deck.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Fault {
    /// Two equal cards.
    TwoEqual,
    /// A card with another back, in play.
    OtherBack,
    /// A card with another back, in the stub.
    OtherBackInStub,
    /// A card is missing.
    Missing,
}

/// The state of a dropped stub.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Stub {
    /// It could be put together in its order.
    Rebuilt,
    /// Its order is lost.
    Disordered,
    /// It was mixed with the muck and the burns.
    Mixed,
}

impl DealtWrong {
    /// Converts to the error of the protocol.
    pub(super) fn error(self) -> DealError {
        let held = |seat, place| HeldCard { seat, place };
        match self {
            Self::Exposed { seat, place } => DealError::Exposed(held(seat, place)),
            Self::OffTable { seat, place } => DealError::OffTable(held(seat, place)),
            Self::Boxed { cards, at } => {
                let at = match at {
                    Found::Hand { seat, place } => BoxedAt::Hand(held(seat, place)),
                    Found::Board { place } => BoxedAt::Board(place),
                    Found::Burn => BoxedAt::Burn,
                    Found::Stub => BoxedAt::Stub,
                };
                DealError::Boxed(BoxedCards { cards, at })
            }
            Self::OutOfSequence => DealError::OutOfSequence,
            Self::NotEntitled { seat } => DealError::NotEntitled(seat),
            Self::LeftOut { seat } => DealError::LeftOut(seat),
            Self::CardCount { seat, cards } => DealError::CardCount(CardCount { seat, cards }),
            Self::NonStandard { seat } => DealError::NonStandard(seat),
            Self::FouledDeck { fault } => DealError::FouledDeck(match fault {
                Fault::TwoEqual => DeckFault::TwoEqual,
                Fault::OtherBack => DeckFault::OtherBack,
                Fault::OtherBackInStub => DeckFault::OtherBackInStub,
                Fault::Missing => DeckFault::Missing,
            }),
            Self::FourCardFlop { burn_known } => DealError::FourCardFlop(burn_known),
            Self::NoBurn { exposed } => DealError::NoBurn(exposed),
            Self::Burns { burned, exposed } => DealError::Burns(WrongBurns { burned, exposed }),
            Self::Premature { acted } => DealError::Premature(acted),
            Self::DroppedStub { stub } => DealError::DroppedStub(match stub {
                Stub::Rebuilt => DroppedStub::Rebuilt,
                Stub::Disordered => DroppedStub::Disordered,
                Stub::Mixed => DroppedStub::Mixed,
            }),
            Self::Touched { seat, other, identified } => {
                DealError::Touched(TouchedHand { seat, other, identified })
            }
            Self::Taken { seat, identified } => {
                DealError::TakenByDealer(TakenHand { seat, identified })
            }
        }
    }
}
