//! Games with their stakes, rotations, and the options of a ring game.

use crate::ids::Chips;
use serde::{Deserialize, Serialize};

/// The betting structure of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Betting {
    /// Any amount from the minimum up to the whole stack.
    NoLimit,
    /// Any amount from the minimum up to the pot.
    PotLimit,
    /// One size for each street.
    FixedLimit,
}

/// The payer of an ante.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AnteKind {
    /// There is no ante.
    None,
    /// Each player dealt in.
    Each,
    /// The big blind, for the whole table.
    BigBlind,
    /// The button, for the whole table.
    Button,
}

/// The cards a game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Deck {
    /// A full deck of 52 cards.
    Standard52,
    /// Sixes to aces: 36 cards.
    Short36,
}

/// The order of hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ranking {
    /// Royal flush down to seven high.
    High,
    /// Sixes to aces: a flush beats a full house, and 9-8-7-6-A is a straight.
    ShortDeckHigh,
    /// As `ShortDeckHigh`, but three of a kind beats a straight.
    ShortDeckTripsHigh,
    /// The lowest five cards win, aces low. Straights and flushes do not count.
    AceFiveLow,
    /// As `AceFiveLow`, for five different ranks of eight or lower. Other cards are no hand.
    EightOrBetter,
    /// The lowest five cards win, aces high. Straights and flushes count against a hand.
    DeuceSevenLow,
    /// Up to four cards of different ranks and suits. More cards are better, then
    /// the lowest, aces low.
    Badugi,
    /// As `Badugi`, with aces high.
    AceHighBadugi,
}

/// How hole cards and board make a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum HoleUse {
    /// The best hand of all, with any number of hole cards.
    Any,
    /// Exactly two hole cards and three of the board.
    ExactlyTwo,
}

/// How one part of every pot is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Half {
    /// The order of hands.
    pub ranking: Ranking,
    /// How hole cards and board make a hand.
    pub hole: HoleUse,
}

/// A game and its stakes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// Id of the game, such as `holdem`.
    pub id: String,
    /// Name of the game, such as "Texas hold'em".
    pub name: String,
    /// Betting structure of the game.
    pub betting: Betting,
    /// The small blind; 0 in a game with a bring-in.
    pub small_blind: Chips,
    /// The big blind. In fixed limit and in a game with a bring-in it is the small bet, and the big
    /// bet is twice as much.
    pub big_blind: Chips,
    /// The bring-in; 0 in a game with blinds.
    pub bring_in: Chips,
    /// Amount of the ante; 0 for none.
    pub ante: Chips,
    /// The payer of the ante.
    pub ante_kind: AnteKind,
    /// The deck of the game.
    pub deck: Deck,
    /// Number of cards that a player holds at the showdown.
    pub hole_cards: u8,
    /// Number of cards on the complete board; 0 in a game without one.
    pub board_cards: u8,
    /// Number of draws in a hand.
    pub draws: u8,
    /// How the pot is won: one entry, or two halves.
    pub showdown: Vec<Half>,
}

/// When the next game of a rotation comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Switch {
    /// There is only one game.
    Never,
    /// After this many hands.
    Hands(u32),
    /// After as many hands as players were dealt in.
    Orbit,
    /// With the next level.
    Level,
    /// The player on the button chooses before each hand. The choice passes clockwise while the
    /// button stands still for games without blinds.
    DealersChoice,
}

/// The players who may post twice the big blind before the cards. A straddler acts
/// last before the flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Straddle {
    /// The player left of the big blind.
    Utg,
    /// The player on the button.
    Button,
    /// Any player except the blinds. The button comes first, then the player on its
    /// right, and so on.
    Mississippi,
}

/// Hands that begin with an ante of each player and the board, without blinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BombPot {
    /// Number of hands from one bomb pot to the next. With 1, each hand moves the button.
    #[serde(with = "crate::ids::safe_u64")]
    pub every_hands: u64,
    /// The ante of each player.
    pub ante: Chips,
}

impl From<Ranking> for cardroom_cards::Ranking {
    fn from(ranking: Ranking) -> Self {
        match ranking {
            Ranking::High => Self::High,
            Ranking::ShortDeckHigh => Self::ShortDeckHigh,
            Ranking::ShortDeckTripsHigh => Self::ShortDeckTripsHigh,
            Ranking::AceFiveLow => Self::AceFiveLow,
            Ranking::EightOrBetter => Self::EightOrBetter,
            Ranking::DeuceSevenLow => Self::DeuceSevenLow,
            Ranking::Badugi => Self::Badugi,
            Ranking::AceHighBadugi => Self::AceHighBadugi,
        }
    }
}

impl From<cardroom_cards::Ranking> for Ranking {
    fn from(ranking: cardroom_cards::Ranking) -> Self {
        use cardroom_cards::Ranking as Cards;
        match ranking {
            Cards::High => Self::High,
            Cards::ShortDeckHigh => Self::ShortDeckHigh,
            Cards::ShortDeckTripsHigh => Self::ShortDeckTripsHigh,
            Cards::AceFiveLow => Self::AceFiveLow,
            Cards::EightOrBetter => Self::EightOrBetter,
            Cards::DeuceSevenLow => Self::DeuceSevenLow,
            Cards::Badugi => Self::Badugi,
            Cards::AceHighBadugi => Self::AceHighBadugi,
        }
    }
}

impl From<HoleUse> for cardroom_cards::HoleUse {
    fn from(hole: HoleUse) -> Self {
        match hole {
            HoleUse::Any => Self::Any,
            HoleUse::ExactlyTwo => Self::ExactlyTwo,
        }
    }
}

impl From<cardroom_cards::HoleUse> for HoleUse {
    fn from(hole: cardroom_cards::HoleUse) -> Self {
        match hole {
            cardroom_cards::HoleUse::Any => Self::Any,
            cardroom_cards::HoleUse::ExactlyTwo => Self::ExactlyTwo,
        }
    }
}

/// The value of chips in play money: this many chips make one unit of a currency. The room only
/// shows it. Every amount in a message is a number of chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipValue {
    /// Sign or name of the currency, such as `€`: 1 to 8 characters, without digits.
    pub currency: String,
    /// Number of chips that make one unit, from 1 to 1,000,000. With 100 chips to the euro, a
    /// blind of 5 chips is 0.05 €.
    pub chips_per_unit: u32,
}
