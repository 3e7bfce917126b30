//! Settings on dealing errors. They matter at hybrid tables, where people deal. The room itself
//! makes no such errors.

use serde::{Deserialize, Serialize};

/// The treatment of dealing errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealingRule {
    /// The time limit for declaring a misdeal.
    pub misdeal_deadline: MisdealDeadline,
    /// The exposed cards that cause a misdeal.
    pub misdeal_exposed: MisdealExposed,
    /// The treatment of an exposed card that causes no misdeal.
    pub one_exposed_card: OneExposedCard,
    /// The treatment of a card dealt off the table.
    pub card_off_table: CardOffTable,
    /// The number of boxed cards, which lie face up in the deck, that makes a deal a misdeal.
    pub boxed_cards: u8,
    /// The treatment of a single boxed card.
    pub one_boxed_card: OneBoxedCard,
    /// The treatment, in the deal after a misdeal, of players who were absent from the first one.
    pub redeal_absent: RedealAbsent,
    /// The effect of a fouled deck on the hand.
    pub fouled_deck: FouledDeck,
    /// The correction of a four-card flop.
    pub four_card_flop: FourCardFlop,
    /// The correction of a flop without a burn.
    pub no_burn_flop: NoBurnFlop,
    /// The treatment of a board card dealt before the betting was complete.
    pub premature_card: PrematureCard,
    /// The treatment of no burn, or more than one, before a street.
    pub extra_burns: ExtraBurns,
    /// The treatment of a hand with too many or too few cards.
    pub wrong_card_count: WrongCardCount,
    /// The treatment of cards dealt out of order: the first to the wrong seat, to a seat without a
    /// hand, or past a seat.
    pub wrong_sequence: WrongSequence,
    /// The treatment of a card that does not belong to the game.
    pub non_standard_card: NonStandardCard,
    /// The treatment of a hand that other cards touched, or that the dealer took by mistake.
    pub touched_hand: TouchedHand,
    /// The treatment of a misplaced button noticed too late for a misdeal.
    pub misplaced_button: MisplacedButton,
    /// The fewest shuffles; 0 if the book gives no number.
    pub shuffles_least: u8,
    /// The most shuffles; 0 if the book gives no number.
    pub shuffles_most: u8,
    /// Whether a player may have the deck reshuffled before the deal.
    pub reshuffle_on_request: bool,
    /// The treatment of a burn card that was exposed.
    #[serde(default)]
    pub exposed_burn: ExposedBurn,
}

impl DealingRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.boxed_cards == 0 {
            return Err("dealing.boxed_cards is at least 1".to_owned());
        }
        if self.shuffles_most != 0 && self.shuffles_most < self.shuffles_least {
            return Err("dealing.shuffles_most is 0 or at least shuffles_least".to_owned());
        }
        Ok(())
    }
}

/// The time limit for declaring a misdeal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MisdealDeadline {
    /// Until substantial action (TDA 35-D, 36).
    SubstantialAction,
    /// Until two players behind the blinds have acted (TFPL 3a-10).
    TwoAfterBlinds,
}

/// The cards exposed by the dealer that cause a misdeal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MisdealExposed {
    /// One of the first two dealt, or any two (TDA 35-A7).
    FirstTwoOrAnyTwo,
    /// The same, and any card of the blinds or the dealer's second (Spotlight 3a-1, 5a-1).
    FirstTwoAnyTwoOrBlinds,
    /// Any two cards (WPTAPL 14).
    AnyTwo,
}

/// The treatment of an exposed card that causes no misdeal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OneExposedCard {
    PlaysOn,
    /// It is replaced after the deal and becomes the burn. The player has no choice (TFPL 5a-2).
    ReplacedBecomesBurn,
}

/// The treatment of a card dealt off the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardOffTable {
    /// The floor decides, because the book has no rule.
    Floor,
    /// It counts as exposed (TNPL G1-i).
    Exposed,
    /// It does not count as exposed (TFPL 3c-11).
    NotExposed,
}

/// The treatment of a single boxed card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OneBoxedCard {
    /// The floor decides, because the book has no rule.
    Floor,
    /// A scrap of paper (TNPL G6).
    Scrap,
    /// A scrap of paper, but it counts on the board or as the burn (TFPL 3c-7).
    ScrapOffTheBoard,
}

/// The treatment of a burn card that was exposed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExposedBurn {
    /// The floor decides, because the book has no rule.
    #[default]
    Floor,
    /// It is shown to all players, and stays the burn (WPTAPL 14).
    Shown,
}

/// The treatment, in a redeal, of players who were absent from the first deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RedealAbsent {
    /// They may play it (TDA 35-C).
    MayPlay,
    /// They are dealt in, and their hands are killed (TNPL G1-ii).
    Killed,
}

/// The effect of a fouled deck on the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FouledDeck {
    /// Two equal cards void it at any time, and all bets are returned (TDA 35-E).
    Void,
    /// The same. A card with another back in play also voids it, but not one in the stub. A missing
    /// card has no effect (TFPL 3c-3, 3c-4, 3c-9).
    VoidAlsoOtherBack,
    /// The floor decides, because the book has no rule of its own (TNPL A1).
    Floor,
}

/// The correction of a four-card flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FourCardFlop {
    /// The cards are scrambled, and one becomes the next burn (TDA 39-A).
    ScrambleOneIsNextBurn,
    /// The flop is dealt again, unless the burn is known (TFPL 5a-4, 5a-8).
    RedealUnlessBurnKnown,
}

/// The correction of a flop without a burn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoBurnFlop {
    /// The three cards are scrambled, one becomes the burn, and the next card is added. After any
    /// action the flop stands (TDA 39-B).
    ScrambleAndAddNext,
    /// Corrected if no card was exposed, otherwise reshuffled (TFPL 5a-5).
    RectifyOrReshuffle,
}

/// The treatment of a board card dealt before the betting was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrematureCard {
    /// It is shuffled into the stub. The burn stays, and there is no new one (TDA RP-5).
    BurnStays,
    /// As many board cards as possible stay as they are (TNPL G5).
    KeepBoard,
    /// The fifth card replaces the fourth, which is then shuffled into the stub (TFPL 5a-9).
    FifthForFourth,
    /// It goes back with its burn, and a new burn is made. Action on it is undone (WPTAPL 14).
    BurnGoesBack,
}

/// The treatment of a wrong number of burns before a street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtraBurns {
    /// Each street has exactly one burn, and the order of cards is not restored (TDA 38).
    OnePerStreet,
    /// The order in which cards would have come is restored (TFPL 5a-6).
    RestoreOrder,
}

/// The treatment of a hand with too many or too few cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrongCardCount {
    /// A misdeal, but dead after substantial action. The button may receive a missing
    /// card (TDA 37, 38).
    DeadAfterSubstantialAction,
    /// Dead, unless it was announced before substantial action (TNPL G4).
    DeadUnlessAnnounced,
    /// Dead. One card too many, found in time, becomes the burn (TFPL 3b-3, 3c-10).
    DeadExtraBecomesBurn,
    /// A misdeal if found in time; there is no rule for later. One card too many becomes the
    /// burn (Spotlight 3a-4, 3c-10).
    MisdealExtraBecomesBurn,
}

/// The treatment of cards dealt out of order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrongSequence {
    /// A misdeal if found in time (TDA 35-A; TFPL 3a-5, 3a-7 to 3a-9).
    Misdeal,
}

/// The treatment of a card that does not belong to the game: a joker, or a low card in short deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NonStandardCard {
    /// A misdeal if found in time, later a scrap of paper (TDA 35-A, 35-D).
    MisdealThenScrap,
    /// A misdeal if found in time. Later, a hand whose player did not announce it
    /// is dead (TNPL G4).
    DeadUnlessAnnounced,
    /// A hand that has acted with it is dead. Otherwise as in TDA (TFPL 3b-4).
    DeadOnceActed,
}

/// The treatment of a hand that other cards touched, or that the dealer took by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TouchedHand {
    /// Dead, unless its cards can be identified with certainty (TDA 65).
    DeadUnlessIdentified,
    /// The cards thrown into another hand are dead (TFPL 3b-7).
    Dead,
    /// Both hands are dead (WPTAPL 25).
    BothDead,
}

/// The treatment of a misplaced button noticed too late for a misdeal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MisplacedButton {
    /// It stands, in the next hand too (TDA 34-A).
    Stands,
    /// It is corrected for the next hand (TFPL 3c-1).
    CorrectedNextHand,
}
