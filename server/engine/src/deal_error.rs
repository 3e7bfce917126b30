//! Dealing errors as reported from a real table, and the rulings on them. This is plain data;
//! `misdeal` applies the rulebook.

use crate::bounds::MAX_BOARD;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_rules::{Chips, SeatNo};
use serde::{Deserialize, Serialize};

/// A dealing error. It names cards by position, never by identity, because the table knows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DealError {
    /// The dealer exposed a card of a hand.
    Exposed {
        seat: SeatNo,
        /// The card's place in the hand, from 0, in the order of the deal.
        place: u8,
    },
    /// A card was dealt off the table.
    OffTable {
        seat: SeatNo,
        /// The card's place in the hand, from 0.
        place: u8,
    },
    /// Cards lay face up in the deck.
    Boxed {
        /// The number of boxed cards found.
        cards: u8,
        /// The location of the last one.
        at: BoxedAt,
    },
    /// The first card went to the wrong seat, or a card was dealt out of turn.
    OutOfSequence,
    /// A seat received cards without being entitled to a hand.
    NotEntitled { seat: SeatNo },
    /// A seat that is entitled to a hand received no cards.
    LeftOut { seat: SeatNo },
    /// A hand has too many or too few cards.
    CardCount {
        seat: SeatNo,
        /// The number of cards it has.
        cards: u8,
    },
    /// A card that does not belong to the game was found.
    NonStandard {
        /// The hand that holds it; `None` if it is in the stub.
        seat: Option<SeatNo>,
    },
    /// The deck itself is faulty.
    FouledDeck { fault: DeckFault },
    /// The flop has four cards.
    FourCardFlop {
        /// The dealer knows which of them is the burn.
        burn_known: bool,
    },
    /// The flop was dealt without a burn.
    NoBurn {
        /// Its cards were turned over.
        exposed: bool,
    },
    /// The current street was dealt after no burn, or after more than one.
    Burns {
        burned: u8,
        /// The cards after the burns were turned over.
        exposed: bool,
    },
    /// Cards of the next street were dealt before the betting of this one was complete.
    Premature {
        /// The number of actions since then.
        acted: u8,
    },
    /// The stub was dropped.
    DroppedStub { stub: DroppedStub },
    /// Other cards touched a hand, or it was thrown into another hand or the muck.
    Touched {
        seat: SeatNo,
        /// The hand it was thrown into; `None` for the muck.
        other: Option<SeatNo>,
        /// The hand's cards can be identified with certainty.
        identified: bool,
    },
    /// The dealer took a hand by mistake.
    TakenByDealer {
        seat: SeatNo,
        /// The hand's cards can be identified with certainty.
        identified: bool,
    },
    /// The last burn card was exposed.
    ExposedBurn,
}

/// The location of a boxed card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BoxedAt {
    Hand {
        seat: SeatNo,
        /// The card's place in the hand, from 0.
        place: u8,
    },
    Board {
        /// The card's place on the board, from 0.
        place: u8,
    },
    Burn,
    /// The next card of the stub.
    Stub,
}

/// A fault of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DeckFault {
    TwoEqual,
    /// A card with a different back, in play.
    OtherBack,
    /// A card with a different back, in the stub.
    OtherBackInStub,
    Missing,
}

/// The state of a dropped stub (TDA RP-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DroppedStub {
    /// Its order could be reconstructed.
    Rebuilt,
    /// Its order is lost.
    Disordered,
    /// It was mixed with the muck and the burns.
    Mixed,
}

/// The outcome of a dealing error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Remedy {
    /// Everything stands as it lies.
    PlaysOn,
    /// The hand is void and is dealt again with the same button, blinds and players.
    Misdeal,
    /// The hand is void, however late the error is found. All bets are returned.
    Void,
    /// Hands are dead. Their chips stay in, except for an uncalled bet or raise.
    Dead { seats: ArrayVec<SeatNo, 2> },
    /// The card is shown to all players, and plays. A burn stays the burn.
    Shown { card: Card },
    /// The next card of the deck replaces the card, which becomes the next burn.
    Replaced { card: Card },
    /// The card becomes the player's up-card, and the previous one the next burn (TDA RP-10-A).
    UpCard { card: Card },
    /// The card is scrapped, and the next card of the deck takes its place.
    Scrapped {
        /// The scrapped card, if it lay face up.
        card: Option<Card>,
        /// The corrected board, if the card lay there.
        board: ArrayVec<Card, MAX_BOARD>,
    },
    /// The error is corrected, and every card is where it would have been.
    SetRight,
    /// The board changes to these cards.
    Board { how: NewBoard, cards: ArrayVec<Card, MAX_BOARD> },
    /// The stub changes. None of its cards is known.
    Stub {
        how: NewStub,
        /// The premature cards that went back, for all players to see.
        back: ArrayVec<Card, MAX_BOARD>,
    },
    /// The rulebook leaves the decision to the floor. A ticket lists the options.
    Floor,
}

/// The way in which a board was corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NewBoard {
    /// Four cards were scrambled. One is the next burn (TDA 39-A).
    FourScrambled,
    /// Three cards were scrambled. One is the burn, and the next card joins the others (TDA 39-B).
    BurnTakenFrom,
    /// The board was shuffled into the stub and dealt again without a burn (TFPL 5a-8).
    Redealt,
    /// The burn before the last card replaces it (TFPL 5a-6).
    BurnForCard,
    /// The last card is the next burn, and the card that should have come takes
    /// its place (TFPL 5a-6).
    CardForBurn,
}

/// The way in which a new stub was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NewStub {
    /// The premature cards were shuffled into the stub; their burn stays (TDA RP-5).
    BurnStays,
    /// The premature cards went back with their burn (WPTAPL 14).
    BurnGoesBack,
    /// The premature cards were shuffled in below the cards of the later streets,
    /// which stay (TNPL G5).
    BoardKept,
    /// The last card of the board replaces the premature card. The premature card is shuffled into
    /// the rest, from which the last one comes (TFPL 5a-9).
    LastForEarly,
    /// The stub was shuffled (TDA RP-4).
    Shuffled,
    /// The stub was shuffled with the muck and the burns (TDA RP-4).
    ShuffledWithMuck,
}

/// A ruling on a dealing error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealRuling {
    pub error: DealError,
    pub remedy: Remedy,
    /// The returned chips: all chips put in, or an uncalled bet.
    pub returned: Chips,
}

impl DealRuling {
    /// Returns `true` if viewers need the whole table again.
    pub(crate) fn changes_the_view(&self) -> bool {
        let gives_back = matches!(self.remedy, Remedy::Dead { .. }) && !self.returned.is_zero();
        gives_back || self.remedy.moves_cards()
    }
}

/// The clauses behind such rulings, named by subject.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealClause {
    /// After substantial action the hand continues.
    TooLate,
    /// The exposed cards that cause a misdeal.
    MisdealExposed,
    /// An exposed card that causes no misdeal.
    OneExposed,
    /// An exposed card in stud.
    StudExposed,
    /// A card off the table.
    OffTable,
    /// Several cards that lay face up in the deck.
    Boxed,
    /// A single boxed card.
    OneBoxed,
    /// Cards dealt out of order.
    Sequence,
    /// A hand with a wrong number of cards.
    CardCount,
    /// A card that does not belong to the game.
    NonStandard,
    /// A deck with a wrong card.
    FouledDeck,
    /// A flop of four cards.
    FourCardFlop,
    /// A flop without a burn.
    NoBurn,
    /// A wrong number of burns.
    Burns,
    /// Premature cards of the next street.
    Premature,
    /// A stub that the dealer dropped.
    DroppedStub,
    /// A hand that other cards touched, or that the dealer took.
    Touched,
    /// A burn card that was exposed.
    ExposedBurn,
}

impl DealClause {
    /// Returns the TDA 2024 rule. For another rulebook, cite its [`setting`](Self::setting).
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::TooLate => "TDA 35-D",
            Self::MisdealExposed | Self::OneExposed => "TDA 35-A(7)",
            Self::StudExposed => "TDA RP-10-A, RP-10-B",
            Self::OffTable | Self::OneBoxed | Self::ExposedBurn => "TDA 1",
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

    /// Returns the rulebook setting that decides it, if rulebooks differ.
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
            Self::ExposedBurn => "dealing.exposed_burn",
            Self::StudExposed | Self::DroppedStub => return None,
        })
    }
}

impl Remedy {
    /// Returns the remedy's name, as used in rule cases.
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

    /// Returns `true` if the remedy needs a random order drawn for it.
    pub(crate) fn shuffles(&self) -> bool {
        match self {
            Self::Board { how, .. } => {
                !matches!(how, NewBoard::BurnForCard | NewBoard::CardForBurn)
            }
            Self::Stub { .. } => true,
            _ => false,
        }
    }

    /// Returns `true` if cards that a player sees have moved.
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
