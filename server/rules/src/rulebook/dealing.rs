//! Settings about errors in dealing. They concern hybrid tables, where somebody deals: the room
//! itself makes none of these.

use serde::{Deserialize, Serialize};

/// What becomes of errors in dealing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealingRule {
    /// Until when a misdeal can be declared.
    pub misdeal_deadline: MisdealDeadline,
    /// Which exposed cards are a misdeal.
    pub misdeal_exposed: MisdealExposed,
    /// What becomes of an exposed card that is no misdeal.
    pub one_exposed_card: OneExposedCard,
    /// What a card is that was dealt off the table.
    pub card_off_table: CardOffTable,
    /// From how many cards lying the wrong way in the deck on a deal is a misdeal.
    pub boxed_cards: u8,
    /// What a single such card is.
    pub one_boxed_card: OneBoxedCard,
    /// What becomes, in the deal after a misdeal, of players who were absent from the first.
    pub redeal_absent: RedealAbsent,
    /// What a deck with a wrong card in it does to the hand.
    pub fouled_deck: FouledDeck,
    /// A flop of four cards.
    pub four_card_flop: FourCardFlop,
    /// A flop without a burn.
    pub no_burn_flop: NoBurnFlop,
    /// A board card that came before the betting was complete.
    pub premature_card: PrematureCard,
    /// More burns than one, or none, before a street.
    pub extra_burns: ExtraBurns,
    /// A hand with too many or too few cards.
    pub wrong_card_count: WrongCardCount,
    /// Cards dealt out of order: the first to the wrong seat, to a seat without a hand, past a
    /// seat.
    pub wrong_sequence: WrongSequence,
    /// A card that does not belong to the game.
    pub non_standard_card: NonStandardCard,
    /// A hand that other cards touched, or that the dealer took by mistake.
    pub touched_hand: TouchedHand,
    /// A button in the wrong place, noticed too late for a misdeal.
    pub misplaced_button: MisplacedButton,
    /// The least number of shuffles; 0 where the book names none.
    pub shuffles_least: u8,
    /// The largest number of shuffles; 0 where the book names none.
    pub shuffles_most: u8,
    /// Whether a player may have the deck shuffled again before the deal.
    pub reshuffle_on_request: bool,
}

/// Until when a misdeal can be declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MisdealDeadline {
    /// Until substantial action (TDA 35-D, 36).
    SubstantialAction,
    /// Until two players behind the blinds have acted (TFPL 3a-10).
    TwoAfterBlinds,
}

/// Which cards exposed by the dealer are a misdeal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MisdealExposed {
    /// One of the first two off the deck, or any two (TDA 35-A7).
    FirstTwoOrAnyTwo,
    /// The same, and any card of the blinds or the dealer's second (Spotlight 3a-1, 5a-1).
    FirstTwoAnyTwoOrBlinds,
    /// Two (WPTAPL 14).
    AnyTwo,
}

/// What becomes of an exposed card that is no misdeal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OneExposedCard {
    PlaysOn,
    /// It is replaced after the deal and becomes the burn; nobody may choose (TFPL 5a-2).
    ReplacedBecomesBurn,
}

/// What a card is that was dealt off the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardOffTable {
    /// For the floor: the book has no rule.
    Floor,
    /// An exposed card (TNPL G1-i).
    Exposed,
    /// Not an exposed card (TFPL 3c-11).
    NotExposed,
}

/// What a single card is that lies the wrong way in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OneBoxedCard {
    /// For the floor: the book has no rule.
    Floor,
    /// A scrap of paper (TNPL G6).
    Scrap,
    /// A scrap of paper, but it counts where it falls on the board or as the burn (TFPL 3c-7).
    ScrapOffTheBoard,
}

/// What becomes, in a re-deal, of players who were absent from the first deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RedealAbsent {
    /// They may play it (TDA 35-C).
    MayPlay,
    /// They are dealt in, and the hand is killed (TNPL G1-ii).
    Killed,
}

/// What a fouled deck does to the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FouledDeck {
    /// Two equal cards void it at any time; all bets go back (TDA 35-E).
    Void,
    /// The same, and so does a card with another back in play, though not in the stub; a missing
    /// card changes nothing (TFPL 3c-3, 3c-4, 3c-9).
    VoidAlsoOtherBack,
    /// The floor decides: the book has no rule of its own (TNPL A1).
    Floor,
}

/// A flop of four cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FourCardFlop {
    /// They are scrambled; one becomes the next burn (TDA 39-A).
    ScrambleOneIsNextBurn,
    /// It is dealt again, unless the burn is known (TFPL 5a-4, 5a-8).
    RedealUnlessBurnKnown,
}

/// A flop without a burn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoBurnFlop {
    /// The three are scrambled, one is the burn, the next card is added; after any action it stands
    /// (TDA 39-B).
    ScrambleAndAddNext,
    /// Set right when no card was exposed, shuffled again otherwise (TFPL 5a-5).
    RectifyOrReshuffle,
}

/// A board card that came before the betting was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrematureCard {
    /// It goes back into the stub, which is shuffled; the burn stays and there is no new one
    /// (TDA RP-5).
    BurnStays,
    /// As many cards of the board are kept as possible (TNPL G5).
    KeepBoard,
    /// The fifth card is dealt for the fourth, then the stub is shuffled with it (TFPL 5a-9).
    FifthForFourth,
    /// It goes back with its burn, and there is a new one; action on it is undone (WPTAPL 14).
    BurnGoesBack,
}

/// A wrong number of burns before a street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraBurns {
    /// Each street has exactly one, and the order of cards is not restored (TDA 38).
    OnePerStreet,
    /// The order is restored in which cards would have come (TFPL 5a-6).
    RestoreOrder,
}

/// A hand with too many or too few cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrongCardCount {
    /// A misdeal, dead after substantial action; the button may get a missing card (TDA 37, 38).
    DeadAfterSubstantialAction,
    /// Dead unless it was announced before substantial action (TNPL G4).
    DeadUnlessAnnounced,
    /// Dead; one card too many, found in time, becomes the burn (TFPL 3b-3, 3c-10).
    DeadExtraBecomesBurn,
    /// A misdeal in time, no rule after; one card too many becomes the burn (Spotlight 3a-4,
    /// 3c-10).
    MisdealExtraBecomesBurn,
}

/// Cards dealt out of order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrongSequence {
    /// A misdeal in time (TDA 35-A; TFPL 3a-5, 3a-7 to 3a-9).
    Misdeal,
}

/// A card that does not belong to the game: a joker, a low card of a short deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NonStandardCard {
    /// A misdeal in time, a scrap of paper after (TDA 35-A, 35-D).
    MisdealThenScrap,
    /// A misdeal in time; after that the hand is dead that did not announce it (TNPL G4).
    DeadUnlessAnnounced,
    /// The hand is dead that has acted with it; otherwise as in TDA (TFPL 3b-4).
    DeadOnceActed,
}

/// A hand that other cards touched, or that the dealer took by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TouchedHand {
    /// Dead, unless it can be told for certain which cards it was (TDA 65).
    DeadUnlessIdentified,
    /// Dead: the cards that were thrown into another hand (TFPL 3b-7).
    Dead,
    /// Both hands are dead (WPTAPL 25).
    BothDead,
}

/// A button in the wrong place, noticed too late for a misdeal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MisplacedButton {
    /// It stands, and is not undone in the next hand (TDA 34-A).
    Stands,
    /// It is set right for the next hand (TFPL 3c-1).
    CorrectedNextHand,
}
