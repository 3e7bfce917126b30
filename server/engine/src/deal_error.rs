//! Errors of the deal as whoever sees a real table reports them, and what they are ruled to be.
//! Plain data; what a book says about them is judged in `table::misdealt`.

use crate::hand::MAX_BOARD;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_rules::{Chips, SeatNo};
use serde::{Deserialize, Serialize};

/// An error of the deal. Cards are named by where they lie, never by what they are: the table
/// knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealError {
    /// The dealer exposed a card of a hand.
    Exposed {
        seat: SeatNo,
        /// Which of the cards held, from 0, in the order in which they came.
        place: u8,
    },
    /// A card was dealt off the table.
    OffTable {
        seat: SeatNo,
        /// Which of the cards held, from 0.
        place: u8,
    },
    /// Cards lay the wrong way in the deck.
    Boxed {
        /// How many were found.
        cards: u8,
        /// Where the last of them was found.
        at: BoxedAt,
    },
    /// The first card went to the wrong seat, or a card was dealt out of its turn.
    OutOfSequence,
    /// A seat got cards that is not entitled to a hand.
    NotEntitled { seat: SeatNo },
    /// A seat got no cards that is entitled to a hand.
    LeftOut { seat: SeatNo },
    /// A hand has too many or too few cards.
    CardCount {
        seat: SeatNo,
        /// How many cards it has.
        cards: u8,
    },
    /// A card was found that does not belong to the game.
    NonStandard {
        /// In whose hand; `None` in the stub.
        seat: Option<SeatNo>,
    },
    /// Something is wrong with the deck itself.
    FouledDeck { fault: DeckFault },
    /// The flop has four cards.
    FourCardFlop {
        /// It is known which of them is the burn.
        burn_known: bool,
    },
    /// The flop came without a burn.
    NoBurn {
        /// Its cards were turned over.
        exposed: bool,
    },
    /// Before the street of now there were more burns than one, or none.
    Burns {
        burned: u8,
        /// The cards after them were turned over.
        exposed: bool,
    },
    /// Cards of the next street came before the betting of this one was complete.
    Premature {
        /// How many actions there were since.
        acted: u8,
    },
    /// The stub was dropped.
    DroppedStub {
        /// What became of it.
        stub: DroppedStub,
    },
    /// Other cards touched a hand, or it was thrown into another one.
    Touched {
        seat: SeatNo,
        /// The hand it was thrown into; `None` where it was the muck.
        other: Option<SeatNo>,
        /// It is certain which cards it was.
        identified: bool,
    },
    /// The dealer took a hand by mistake.
    TakenByDealer {
        seat: SeatNo,
        /// It is certain which cards it was.
        identified: bool,
    },
}

/// Where a card lay the wrong way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BoxedAt {
    /// It was dealt to a hand.
    Hand {
        seat: SeatNo,
        /// Which of the cards held, from 0.
        place: u8,
    },
    /// It was dealt to the board.
    Board {
        /// Which of its cards, from 0.
        place: u8,
    },
    Burn,
    /// It is the next card of the stub.
    Stub,
}

/// What is wrong with a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DeckFault {
    TwoEqual,
    /// A card with another back, in play.
    OtherBack,
    /// A card with another back, in the stub.
    OtherBackInStub,
    /// A card is missing.
    Missing,
}

/// What became of a dropped stub (TDA RP-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DroppedStub {
    /// It could be put together in its order.
    Rebuilt,
    /// Its order is lost.
    Disordered,
    /// It was mixed with the muck and the burns.
    Mixed,
}

/// What an error comes to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Remedy {
    /// Everything stands as it lies.
    PlaysOn,
    /// The hand is void, and dealt again by the same button, blinds and players.
    Misdeal,
    /// The hand is void at any time: all bets go back.
    Void,
    /// Hands are dead; their chips stay in, but for a bet or raise that nobody has called.
    Dead { seats: ArrayVec<SeatNo, 2> },
    /// The card lies open for everybody, and plays.
    Shown { card: Card },
    /// The card is replaced by the next of the deck, and is the next burn itself.
    Replaced { card: Card },
    /// The card lies open as the player's up-card; the one before is the next burn (TDA RP-10-A).
    UpCard { card: Card },
    /// The card means nothing: the next of the deck has its place.
    Scrapped {
        /// Which, where it lay face up.
        card: Option<Card>,
        /// The board with the card in its place, where it lay there.
        board: ArrayVec<Card, MAX_BOARD>,
    },
    /// It is set right with no card in another place than it would have been.
    SetRight,
    /// The board is another one.
    Board {
        /// How it came about.
        how: NewBoard,
        cards: ArrayVec<Card, MAX_BOARD>,
    },
    /// The stub is another one. None of its cards is known.
    Stub {
        /// How it came about.
        how: NewStub,
        /// The cards that had come too early, for everybody to see.
        back: ArrayVec<Card, MAX_BOARD>,
    },
    /// The book leaves it to the floor: a ticket says what can be ruled.
    Floor,
}

/// How a board came about that was put right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NewBoard {
    /// Four cards were scrambled: one is the next burn (TDA 39-A).
    FourScrambled,
    /// Three cards were scrambled: one is the burn, the next card joins the others (TDA 39-B).
    BurnTakenFrom,
    /// The board went back into the stub, which was shuffled, and came again without a burn (TFPL
    /// 5a-8).
    Redealt,
    /// The last card is the one that had been burned before it (TFPL 5a-6).
    BurnForCard,
    /// The last card is the next burn, and the one that should have come is in its place (TFPL
    /// 5a-6).
    CardForBurn,
}

/// How a stub came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NewStub {
    /// The early cards went back and were shuffled in; their burn stays (TDA RP-5).
    BurnStays,
    /// They went back with their burn (WPTAPL 14).
    BurnGoesBack,
    /// They were shuffled in below the cards of the later streets, which stay (TNPL G5).
    BoardKept,
    /// The last card of the board comes in the place of the early one, which is shuffled into the
    /// rest for the last (TFPL 5a-9).
    LastForEarly,
    /// The cards of the stub were shuffled (TDA RP-4).
    Shuffled,
    /// They were shuffled with the muck and the burns (TDA RP-4).
    ShuffledWithMuck,
}

/// A ruling on an error of the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRuling {
    pub error: DealError,
    /// What it comes to.
    pub remedy: Remedy,
    /// What goes back to players: everything that was put in, or an uncalled bet.
    pub returned: Chips,
}

impl DealRuling {
    /// Whether viewers are to look at the whole table again.
    pub(crate) fn changes_the_view(&self) -> bool {
        let gives_back = matches!(self.remedy, Remedy::Dead { .. }) && !self.returned.is_zero();
        gives_back || self.remedy.moves_cards()
    }
}

/// The clauses that such rulings rest on, named by what they are about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealClause {
    /// After substantial action the hand goes on.
    TooLate,
    /// Which exposed cards are a misdeal.
    MisdealExposed,
    /// An exposed card that is none.
    OneExposed,
    /// An exposed card in stud.
    StudExposed,
    /// A card off the table.
    OffTable,
    /// Cards that lie the wrong way.
    Boxed,
    /// A single such card.
    OneBoxed,
    /// Cards dealt out of order.
    Sequence,
    /// A hand with a wrong number of cards.
    CardCount,
    /// A card that does not belong to the game.
    NonStandard,
    /// A deck with a wrong card in it.
    FouledDeck,
    /// A flop of four cards.
    FourCardFlop,
    /// A flop without a burn.
    NoBurn,
    /// A wrong number of burns.
    Burns,
    /// Cards of the next street that came too early.
    Premature,
    /// A stub that was dropped.
    DroppedStub,
    /// A hand that other cards touched, or that the dealer took.
    Touched,
}

impl DealClause {
    /// The rule of TDA 2024 it is. What another book has in its place is cited by its
    /// [`setting`](Self::setting).
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::TooLate => "TDA 35-D",
            Self::MisdealExposed | Self::OneExposed => "TDA 35-A(7)",
            Self::StudExposed => "TDA RP-10-A, RP-10-B",
            Self::OffTable | Self::OneBoxed => "TDA 1",
            Self::Boxed => "TDA 35-A(1)",
            Self::Sequence => "TDA 35-A(2), 35-A(3), 35-A(4)",
            Self::CardCount => "TDA 35-A(5), 37, 38",
            Self::NonStandard => "TDA 35-A(6), 35-D",
            Self::FouledDeck => "TDA 35-E",
            Self::FourCardFlop => "TDA 39-A",
            Self::NoBurn => "TDA 39-B",
            Self::Burns => "TDA 38, IA-38",
            Self::Premature => "TDA 39-C, RP-5",
            Self::DroppedStub => "TDA 39-D, RP-4",
            Self::Touched => "TDA 65-A, 65-B",
        }
    }

    /// The setting of a rulebook that it goes by, where books part.
    #[must_use]
    pub fn setting(self) -> Option<&'static str> {
        Some(match self {
            Self::TooLate => "dealing.misdeal_deadline",
            Self::MisdealExposed => "dealing.misdeal_exposed",
            Self::OneExposed => "dealing.one_exposed_card",
            Self::OffTable => "dealing.card_off_table",
            Self::Boxed => "dealing.boxed_cards",
            Self::OneBoxed => "dealing.one_boxed_card",
            Self::Sequence => "dealing.wrong_sequence",
            Self::CardCount => "dealing.wrong_card_count",
            Self::NonStandard => "dealing.non_standard_card",
            Self::FouledDeck => "dealing.fouled_deck",
            Self::FourCardFlop => "dealing.four_card_flop",
            Self::NoBurn => "dealing.no_burn_flop",
            Self::Burns => "dealing.extra_burns",
            Self::Premature => "dealing.premature_card",
            Self::Touched => "dealing.touched_hand",
            Self::StudExposed | Self::DroppedStub => return None,
        })
    }
}

impl Remedy {
    /// Its name, as rule cases have it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::PlaysOn => "plays_on",
            Self::Misdeal => "misdeal",
            Self::Void => "void",
            Self::Dead { .. } => "dead",
            Self::Shown { .. } => "shown",
            Self::Replaced { .. } => "replaced",
            Self::UpCard { .. } => "up_card",
            Self::Scrapped { .. } => "scrapped",
            Self::SetRight => "set_right",
            Self::Board { how, .. } => match how {
                NewBoard::FourScrambled => "four_scrambled",
                NewBoard::BurnTakenFrom => "burn_taken_from",
                NewBoard::Redealt => "redealt",
                NewBoard::BurnForCard => "burn_for_card",
                NewBoard::CardForBurn => "card_for_burn",
            },
            Self::Stub { how, .. } => match how {
                NewStub::BurnStays => "burn_stays",
                NewStub::BurnGoesBack => "burn_goes_back",
                NewStub::BoardKept => "board_kept",
                NewStub::LastForEarly => "last_for_early",
                NewStub::Shuffled => "shuffled",
                NewStub::ShuffledWithMuck => "shuffled_with_muck",
            },
            Self::Floor => "floor",
        }
    }

    /// Whether it needs an order that was drawn for it.
    pub(crate) fn shuffles(&self) -> bool {
        match self {
            Self::Board { how, .. } => {
                !matches!(how, NewBoard::BurnForCard | NewBoard::CardForBurn)
            }
            Self::Stub { .. } => true,
            _ => false,
        }
    }

    /// Whether cards that somebody sees lie in other places than before.
    fn moves_cards(&self) -> bool {
        matches!(
            self,
            Self::Shown { .. }
                | Self::Replaced { .. }
                | Self::UpCard { .. }
                | Self::Scrapped { .. }
                | Self::Board { .. }
        )
    }
}
